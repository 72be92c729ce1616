"""`exprov conformance scaffold`: the files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from exprov.conformance import scaffold

GO = [".gitignore", "README.md", "go.mod", "main.go", "ops.go", "world.go"]


def tree(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("language", scaffold.languages())
def test_the_files(run: Any, language: str, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "engine"
    files = scaffold.files(language)
    outcome = run("conformance", "scaffold", language, folder)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.splitlines()[-1] == f"{len(files)} files written; next: {folder / 'README.md'}"
    assert {name: (folder / name).read_bytes() for name in tree(folder)} == files
    assert os.listdir(tmp_path / "new") == ["engine"]
    readme = files["README.md"].decode()
    assert "\n1. Write `validate` in " in readme
    assert all(content.isascii() for content in files.values())


def test_into_the_empty_current_directory(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("conformance", "scaffold", "go", ".").code == 0
    assert tree(tmp_path) == GO == sorted(os.listdir())


def test_what_is_there_stays(run: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for taken in (tmp_path, tmp_path / "file"):
        outcome = run("conformance", "scaffold", "go", taken)
        assert outcome.code == 2
        assert f"{taken} is not an empty directory; name another one, or empty it" in outcome.err
    assert tree(tmp_path) == ["file"]


def test_an_unknown_language(run: Any, tmp_path: Path) -> None:
    outcome = run("conformance", "scaffold", "cobol", tmp_path / "engine")
    assert outcome.code == 2
    assert f"invalid choice: 'cobol' (choose from {str([*scaffold.languages()])[1:-1]})" in outcome.err


def test_nothing_is_left_of_what_cannot_be_written(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    assert run("conformance", "scaffold", "go", tmp_path / "file" / "engine").code == 6

    def full(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    outcome = run("conformance", "scaffold", "go", tmp_path / "engine")
    assert outcome.code == 6
    assert "cannot be written: No space left on device; check the path and its permissions" in outcome.err
    assert os.listdir(tmp_path) == ["file"]
