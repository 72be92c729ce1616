"""What all tests share: assertions in helper modules say what they compared; no property depends on the machine's load."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("agreement", "samples", "executions", "oracles")
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")


@pytest.fixture
def schemas(tmp_path: Path) -> Path:
    """A copy of the schemas to edit."""
    return Path(shutil.copytree(Path(__file__).parents[1] / "schemas", tmp_path / "schemas"))
