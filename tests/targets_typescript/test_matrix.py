"""The package that is generated from the synthetic contract compiles, and judges, reads and writes as expected."""

from __future__ import annotations

import subprocess
from pathlib import Path

from exprov import generate
from matrix.documents import Document, disagreements, lines

PROGRAM = Path(__file__).parents[1] / "matrix" / "run_typescript.mjs"


def test_the_typescript_package(
    package: Path, synthetic: Path, synthetic_documents: list[Document], tmp_path: Path
) -> None:
    generate.write(generate.render(synthetic, ["typescript"]), tmp_path, ["typescript"])
    folder = tmp_path / "typescript"
    (folder / "node_modules").symlink_to(package / "node_modules")
    compiler = package / "node_modules" / "typescript" / "bin" / "tsc"
    done = subprocess.run(["node", compiler, "-p", folder], capture_output=True, text=True, cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    command = ["node", PROGRAM, folder / "dist"]
    done = subprocess.run(command, input=lines(synthetic_documents), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert disagreements(synthetic_documents, done.stdout) == []
