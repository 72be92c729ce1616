"""Writes a new adapter for a language: it speaks the protocol already, and fails honestly until its four ops are written."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from exprov.errors import InputError, UsageError

_TEMPLATES = Path(__file__).parent / "scaffolds"
# Under its own name it would hide files of this very folder from git and from the package.
_RENAMED = {"gitignore": ".gitignore"}
_LEFT_OUT = frozenset({"__pycache__"})


def languages() -> tuple[str, ...]:
    """The languages that there is a scaffold for, in alphabetical order."""
    return tuple(sorted(path.name for path in _TEMPLATES.iterdir() if (path / "README.md").is_file()))


def files(language: str) -> dict[str, bytes]:
    """The files of a scaffold: relative path, with `/` -> content. Raises UsageError for a language that has none."""
    if language not in languages():
        raise UsageError(f"there is no scaffold for {language!r}", f"the languages are: {', '.join(languages())}")
    root = _TEMPLATES / language
    found = {}
    for path in root.rglob("*"):
        parts = path.relative_to(root).parts
        if path.is_file() and not _LEFT_OUT & set(parts):
            found["/".join((*parts[:-1], _RENAMED.get(path.name, path.name)))] = path.read_bytes()
    return dict(sorted(found.items()))


def write(language: str, directory: Path) -> list[str]:
    """Write the scaffold of `language` to `directory`, which is new or empty; return the relative paths, in order.

    All or nothing: the files are written beside it first. Raises UsageError for an unknown language and for a directory
    that holds something, InputError where it cannot be written.
    """
    content = files(language)
    target = directory.resolve()
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise UsageError(f"{directory} is there and not an empty folder", "name another one, or empty it")
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
        try:
            _fill(temporary / "new", content)
            _move(temporary / "new", target)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(str(directory), f"cannot be written: {reason}", "check the path and its permissions") from None
    return list(content)


def _fill(folder: Path, content: dict[str, bytes]) -> None:
    for name, data in content.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _move(source: Path, target: Path) -> None:
    """Rename `source` to `target`; into it, if it is there: it may be where the user's shell stands."""
    if not target.exists():
        source.rename(target)
        return
    for path in sorted(source.iterdir()):
        path.rename(target / path.name)
