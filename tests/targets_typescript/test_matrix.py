"""The package that is generated from the synthetic contract compiles, and validates, reads and writes as expected."""

from __future__ import annotations

from pathlib import Path

from exprov import generate
from matrix.documents import Document, disagreements
from typescript_package import build

PROGRAM = Path(__file__).parents[1] / "matrix" / "run_typescript.mjs"


def test_the_typescript_package(
    package: Path, synthetic: Path, synthetic_documents: list[Document], tmp_path: Path
) -> None:
    built = build(generate.render(synthetic, ["typescript"]), package, tmp_path)
    assert disagreements(["node", PROGRAM, built / "dist"], synthetic_documents) == []
