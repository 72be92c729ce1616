"""The TypeScript package says what the Python package says."""

from __future__ import annotations

from pathlib import Path

import pytest
from agreement import Agreement


@pytest.fixture(scope="module")
def program(package: Path) -> tuple[str, ...]:
    return ("node", str(Path(__file__).with_name("answers.mjs")), str(package / "dist"))


class TestTypeScript(Agreement):
    pass
