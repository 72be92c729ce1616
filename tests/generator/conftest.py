"""A folder of generated files and a copy of the schemas, for one test each."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from contracts import rendered
from exprov import generate
from samples import SCHEMAS


@pytest.fixture
def output(tmp_path: Path) -> Path:
    generate.write(rendered(), tmp_path, ["python"])
    return tmp_path


@pytest.fixture
def schemas(tmp_path: Path) -> Path:
    """A copy of the schemas to spoil."""
    return Path(shutil.copytree(SCHEMAS, tmp_path / "schemas"))
