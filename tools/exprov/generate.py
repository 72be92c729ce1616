"""The one writer: render every target and write the files, or compare them with what is there."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from exprov import model, source, whole
from exprov.errors import UsageError
from exprov.model import Contract
from exprov.targets import fixtures, python, typescript

Target = Callable[[Contract], dict[str, str]]
# Name -> (the folder below `generated/` that the target owns whole, its renderer).
TARGETS: Mapping[str, tuple[str, Target]] = {
    "python": (python.FOLDER, python.render),
    "typescript": (typescript.FOLDER, typescript.render),
    "fixtures": (fixtures.FOLDER, fixtures.render),
}
# What interpreters, compilers and package managers put beside the files: never counted, never removed.
UNCOUNTED = frozenset({"__pycache__", "node_modules", "dist", "build"})


@dataclass(frozen=True)
class Difference:
    """One file that is not as it would be generated: `kind` is "missing", "stale" or "extra"."""

    kind: str
    path: str
    diff: str = ""


def render(schemas: Path, names: list[str] | None = None, version: str = "1.0") -> dict[str, str]:
    """Render the named targets (all by default): path below the output folder -> text. Writes nothing.

    Raises SchemaError for a schema that cannot be rendered, UsageError for an unknown target.
    """
    for name in names or ():
        if name not in TARGETS:
            raise UsageError(f"there is no target {name!r}", f"the targets are: {', '.join(TARGETS)}")
    contract = model.build(source.load(schemas, version))
    files: dict[str, str] = {}
    for name in names or TARGETS:
        files.update(TARGETS[name][1](contract))
    return dict(sorted(files.items()))


def compare(files: Mapping[str, str], output: Path, names: list[str] | None = None) -> Iterator[Difference]:
    """Every difference between `files` and the output folder, files included that no target makes."""
    for path, text in files.items():
        try:
            found = (output / path).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            yield Difference("missing", path)
            continue
        if found != text.encode("utf-8"):
            old = found.decode("utf-8", "replace").splitlines(keepends=True)
            new = text.splitlines(keepends=True)
            diff = "".join(difflib.unified_diff(old, new, f"{path} (on disk)", f"{path} (generated)"))
            yield Difference("stale", path, diff)
    for path in extra(files, output, names):
        yield Difference("extra", path)


def extra(files: Mapping[str, str], output: Path, names: list[str] | None = None) -> list[str]:
    """Files in the folders of the targets that no target makes; what tools put there is not counted."""
    found = []
    for name in names or TARGETS:
        folder = output / TARGETS[name][0]
        for path in sorted(folder.rglob("*")):
            relative = path.relative_to(output)
            if (path.is_file() or path.is_symlink()) and not UNCOUNTED & set(relative.parts):
                if relative.as_posix() not in files:
                    found.append(relative.as_posix())
    return found


def write(files: Mapping[str, str], output: Path, names: list[str] | None = None) -> list[Difference]:
    """Bring the output folder to `files`; return what changed. Each file is replaced whole, or not at all."""
    for name in names or TARGETS:
        if (output / TARGETS[name][0]).is_symlink():
            raise UsageError(
                f"{output / TARGETS[name][0]} is a symbolic link", "remove it; the folder is written whole"
            )
    differences = list(compare(files, output, names))
    strangers = [d.path for d in differences if d.kind == "extra" and not _is_ours(output / d.path)]
    if strangers:
        raise UsageError(
            f"{output / strangers[0]} was not generated and stands in a generated folder",
            "move it, or name another --output",
        )
    for difference in differences:
        path = output / difference.path
        if difference.kind == "extra":
            path.unlink()
        else:
            whole.write(path, files[difference.path].encode("utf-8"))
    return differences


_DATA = (".json", ".lock", ".typed")


def _is_ours(path: Path) -> bool:
    """Whether a file says that it is generated, or is data, which cannot say so."""
    if path.is_symlink() or not path.is_file():
        return False
    return path.suffix in _DATA or b"Generated from " in path.read_bytes()[:300]
