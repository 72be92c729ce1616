"""The one writer: render every target and write the files, or compare them with what is there."""

from __future__ import annotations

import difflib
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from exprov import atomic
from exprov.contract import model, source
from exprov.contract.model import Contract
from exprov.errors import UsageError
from exprov.fixtures import MANIFEST
from exprov.targets import fixtures, python, typescript

Target = Callable[[Contract], dict[str, str]]
# Name -> (the folder below `generated/` that the target owns whole, its renderer).
TARGETS: Mapping[str, tuple[str, Target]] = {
    "python": (python.FOLDER, python.render),
    "typescript": (typescript.FOLDER, typescript.render),
    "fixtures": (fixtures.FOLDER, fixtures.render),
}
# What interpreters, compilers and package managers put beside the files: never counted, never removed.
UNCOUNTED = frozenset(
    {
        "__pycache__", "node_modules", "dist", "build", "target", ".build",
        "Cargo.lock", "package-lock.json", "go.sum",
    }
)  # fmt: skip


@dataclass(frozen=True)
class Difference:
    """One file that is not as it would be generated: `kind` is "missing", "stale" or "extra".

    foreign: whether an extra file is not known to be generated, so that it is never removed.
    """

    kind: str
    path: str
    diff: str = ""
    foreign: bool = False


def render(schemas: Path, names: list[str] | None = None, version: str = "1.0") -> dict[str, str]:
    """Render the named targets (all by default): path below the output folder -> text. Writes nothing.

    Raises SchemaError for a schema that cannot be rendered, UsageError for an unknown target.
    """
    check_names(names)
    return files(model.build(source.load(schemas, version)), names)


def files(
    contract: Contract, names: list[str] | None = None, tell: Callable[[str], object] = lambda _: None
) -> dict[str, str]:
    """As `render`, of a contract that is loaded and names that are known; `tell` hears what is being done."""
    found: dict[str, str] = {}
    for name in names or TARGETS:
        tell(f"rendering {name}")
        found.update(TARGETS[name][1](contract))
    return dict(sorted(found.items()))


def check_names(names: list[str] | None) -> None:
    """Raise UsageError for a name that no target has."""
    for name in names or ():
        if name not in TARGETS:
            raise UsageError(f"there is no target {name!r}", f"the targets are: {', '.join(TARGETS)}")


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
    listed = _listed(output, names)
    for path in extra(files, output, names):
        yield Difference("extra", path, foreign=not _is_ours(output / path, listed.get(path)))


def extra(files: Mapping[str, str], output: Path, names: list[str] | None = None) -> list[str]:
    """Files in the folders of the targets that no target makes; what tools put there is not counted."""
    found = []
    for name in names or TARGETS:
        for path in sorted(_counted(output / TARGETS[name][0])):
            relative = path.relative_to(output).as_posix()
            if relative not in files:
                found.append(relative)
    return found


def _counted(folder: Path) -> Iterator[Path]:
    """Every file and link below `folder`, without going into what tools put there."""
    for root, folders, names in os.walk(folder):
        links = [name for name in folders if (Path(root) / name).is_symlink()]
        folders[:] = [name for name in folders if name not in UNCOUNTED]
        for name in (*names, *links):
            if name not in UNCOUNTED:
                yield Path(root) / name


def write(files: Mapping[str, str], output: Path, names: list[str] | None = None) -> list[Difference]:
    """Bring the output folder to `files`; return what changed. Each file is replaced whole, or not at all."""
    for name in names or TARGETS:
        if (output / TARGETS[name][0]).is_symlink():
            raise UsageError(
                f"{output / TARGETS[name][0]} is a symbolic link", "remove it; the folder is written whole"
            )
    differences = list(compare(files, output, names))
    strangers = [difference.path for difference in differences if difference.foreign]
    if strangers:
        raise UsageError(
            f"{output / strangers[0]} was not generated and stands in a generated folder",
            "move or delete it, or name another --output",
        )
    # What is extra goes first: after an interruption, the old manifest still tells that it was generated.
    for difference in differences:
        if difference.kind == "extra":
            (output / difference.path).unlink()
    for difference in differences:
        if difference.kind != "extra":
            # What a link leads to may stand outside the folder, and is not ours.
            if (output / difference.path).is_symlink():
                (output / difference.path).unlink()
            atomic.write(output / difference.path, files[difference.path].encode("utf-8"))
    return differences


def _listed(output: Path, names: list[str] | None) -> dict[str, str]:
    """The files that the manifests on disk name, by their paths below the output folder, with their SHA-256."""
    found = {}
    for name in names or TARGETS:
        folder = TARGETS[name][0]
        try:
            entries = json.loads((output / folder / MANIFEST).read_bytes())["files"]
            found.update({f"{folder}/{entry['path']}": str(entry["sha256"]) for entry in entries})
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            # Without a manifest nothing is known of the folder.
            continue
    return found


def _is_ours(path: Path, listed: str | None) -> bool:
    """Whether a file says that it is generated, or is data, which cannot say so, and `listed` is its SHA-256."""
    if path.is_symlink() or not path.is_file():
        return False
    content = path.read_bytes()
    return b"Generated from " in content[:300] or hashlib.sha256(content).hexdigest() == listed
