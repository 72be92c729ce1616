"""The built TypeScript package: EXPROV_TYPESCRIPT names its directory; by default, the one in the repository."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def package() -> Path:
    """The directory with `dist` and `node_modules`; the test is skipped if nothing is built and none is named."""
    named = os.environ.get("EXPROV_TYPESCRIPT")
    directory = Path(named) if named else ROOT / "generated" / "typescript"
    if not (directory / "dist" / "index.js").is_file() or shutil.which("node") is None:
        if named:
            pytest.fail(f"{directory} has no dist/index.js, or there is no node: build the package there")
        pytest.skip("the TypeScript package is not built: nox -s typescript builds and tests it")
    return directory
