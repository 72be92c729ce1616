"""The TypeScript package, built: EXPROV_TYPESCRIPT names its folder; without it, what is built in the tree is taken."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def package() -> Path:
    """The folder with `dist` and `node_modules`; the test is skipped where it was not built and none was asked for."""
    named = os.environ.get("EXPROV_TYPESCRIPT")
    folder = Path(named) if named else ROOT / "generated" / "typescript"
    if not (folder / "dist" / "index.js").is_file() or shutil.which("node") is None:
        if named:
            pytest.fail(f"{folder} has no dist/index.js, or there is no node: build the package there")
        pytest.skip("the TypeScript package is not built: nox -s typescript builds and tests it")
    return folder
