"""What all tests share: assertions in helper modules say what they compared."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

pytest.register_assert_rewrite("samples", "executions", "oracles")


@pytest.fixture
def schemas(tmp_path: Path) -> Path:
    """A copy of the schemas to edit."""
    return Path(shutil.copytree(Path(__file__).parents[1] / "schemas", tmp_path / "schemas"))
