"""The command works from a zip file, as zipapp and some deployments use it: its data are resources, not paths."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from exprov import fixtures
from exprov.conformance import scaffold

ROOT = Path(__file__).parents[1]
# As in the wheel.
PARTS = {
    "exprov": "tools/exprov",
    "exprov/schemas/fixtures": "schemas/fixtures",
    "exprov/schemas/protocol": "schemas/protocol",
    "execution_provenance": "generated/python/execution_provenance",
    "execution_provenance/fixtures": "generated/fixtures",
}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("zip") / "exprov.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, part in PARTS.items():
            for file in (ROOT / part).rglob("*"):
                if file.is_file() and not {"__pycache__", "node_modules", "target"} & set(file.parts):
                    archive.write(file, f"{name}/{file.relative_to(ROOT / part).as_posix()}")
    return path


def exprov(archive: Path, *arguments: object) -> str:
    command = [sys.executable, "-m", "exprov", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(archive), "PYTHONDONTWRITEBYTECODE": "1"}
    finished = subprocess.run(command, cwd=archive.parent, env=environment, capture_output=True, text=True, timeout=120)
    assert (finished.returncode, finished.stderr) == (0, "")
    return finished.stdout


def test_fixtures(archive: Path, tmp_path: Path) -> None:
    lines = exprov(archive, "fixtures", "list").splitlines()
    assert len(lines) == len(fixtures.load(fixtures.folder()).cases)
    exprov(archive, "fixtures", "export", tmp_path / "fixtures")
    assert fixtures.load(tmp_path / "fixtures").cases.keys() == {line.split()[0] for line in lines}


def test_conformance(archive: Path, tmp_path: Path) -> None:
    for language in scaffold.languages():
        exprov(archive, "conformance", "scaffold", language, tmp_path / language)
        written = [path for path in (tmp_path / language).rglob("*") if path.is_file()]
        assert {path.relative_to(tmp_path / language).as_posix(): path.read_bytes() for path in written} == (
            scaffold.files(language)
        )
    adapter = ROOT / "examples/engines/python/adapter.py"
    run = ("conformance", "run", "--select", "schema.one-attempt", "--report", "html", "--", sys.executable, adapter)
    assert "<h1>Conformance of " in exprov(archive, *run)
