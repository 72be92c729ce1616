"""The scaffolds: adapters that already speak the protocol, and fail honestly until their four operations are written."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files as resources
from importlib.resources.abc import Traversable

_TEMPLATES = resources(__package__) / "scaffolds"
# Under its own name it would hide files of the template from git and from the package.
_RENAMED = {"gitignore": ".gitignore"}


def languages() -> tuple[str, ...]:
    """The languages that have a scaffold, in alphabetical order."""
    return tuple(sorted(path.name for path in _TEMPLATES.iterdir() if (path / "README.md").is_file()))


def files(language: str) -> dict[str, bytes]:
    """The files of a scaffold: relative path, with `/` -> content."""
    return dict(sorted(_files(_TEMPLATES / language, "")))


def _files(folder: Traversable, above: str) -> Iterator[tuple[str, bytes]]:
    for path in folder.iterdir():
        if path.is_file():
            yield f"{above}{_RENAMED.get(path.name, path.name)}", path.read_bytes()
        elif path.name != "__pycache__":
            yield from _files(path, f"{above}{path.name}/")
