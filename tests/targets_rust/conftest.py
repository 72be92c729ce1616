"""The programs over the Rust crate: EXPROV_RUST names the directory that cargo built them in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def programs() -> Path:
    """The directory of the built programs; a test that needs it is skipped where none was built."""
    named = os.environ.get("EXPROV_RUST")
    if not named:
        pytest.skip("the Rust crate is not built: nox -s rust builds and tests it")
    return Path(named)
