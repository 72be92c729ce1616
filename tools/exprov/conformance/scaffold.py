"""The scaffolds: adapters that already speak the protocol, and fail honestly until their four operations are written."""

from __future__ import annotations

from pathlib import Path

_TEMPLATES = Path(__file__).parent / "scaffolds"
# Under its own name it would hide files of the template from git and from the package.
_RENAMED = {"gitignore": ".gitignore"}


def languages() -> tuple[str, ...]:
    """The languages that have a scaffold, in alphabetical order."""
    return tuple(sorted(path.name for path in _TEMPLATES.iterdir() if (path / "README.md").is_file()))


def files(language: str) -> dict[str, bytes]:
    """The files of a scaffold: relative path, with `/` -> content."""
    root = _TEMPLATES / language
    found = {}
    for path in root.rglob("*"):
        parts = path.relative_to(root).parts
        if path.is_file() and "__pycache__" not in parts:
            found["/".join((*parts[:-1], _RENAMED.get(path.name, path.name)))] = path.read_bytes()
    return dict(sorted(found.items()))
