"""The Rust crate says what the Python package says."""

from __future__ import annotations

from pathlib import Path

import pytest
from agreement import Agreement


@pytest.fixture(scope="module")
def program(programs: Path) -> tuple[str, ...]:
    return (str(programs / "answers"),)


class TestRust(Agreement):
    pass
