"""A directory of generated files."""

from __future__ import annotations

from pathlib import Path

import pytest
from contracts import TARGET, rendered
from exprov import generate


@pytest.fixture
def output(tmp_path: Path) -> Path:
    generate.write(rendered(), tmp_path, [TARGET])
    return tmp_path
