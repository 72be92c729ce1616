"""What all tests share: assertions in helper modules say what they compared; no property depends on the machine's load."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from exprov import fixtures
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from matrix.documents import Document

pytest.register_assert_rewrite("agreement", "samples", "executions", "oracles", "conformance.engines")
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")


@pytest.fixture
def schemas(tmp_path: Path) -> Path:
    """A copy of the schemas to edit."""
    return Path(shutil.copytree(Path(__file__).parents[1] / "schemas", tmp_path / "schemas"))


@pytest.fixture(scope="session")
def synthetic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of schemas of the synthetic contract, which has everything; tests/matrix says what."""
    from matrix import contract

    return contract.write(tmp_path_factory.mktemp("matrix") / "schemas")


@pytest.fixture(scope="session")
def synthetic_documents(synthetic: Path) -> list[Document]:
    """Documents of the synthetic contract, with their findings."""
    from matrix.documents import documents

    return documents(synthetic)


@pytest.fixture(autouse=True, scope="session")
def one_suite() -> Iterator[None]:
    """Read the installed fixtures once: it takes longer than most tests, and nothing changes them."""
    load = fixtures.load
    installed = cache(lambda: load(fixtures.folder()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fixtures, "load", lambda path: installed() if path == fixtures.folder() else load(path))
        yield
