"""The one writer: render every target and write the files, or compare them with those on disk."""

from __future__ import annotations

import difflib
import hashlib
import importlib
import json
import os
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

from exprov import atomic, contract, targets
from exprov.contract.model import Contract
from exprov.errors import UsageError
from exprov.fixtures import MANIFEST
from exprov.program.lower import lower
from exprov.program.model import Program
from exprov.targets.common.banner import MARK

# A target is found by its name: it is the package of that name in exprov/targets/.
TARGETS = tuple(sorted(found.name for found in pkgutil.iter_modules(targets.__path__) if found.name != "common"))
# Build artefacts of interpreters, compilers and package managers: never counted, never removed.
ARTEFACTS = frozenset(
    {
        "__pycache__", "node_modules", "dist", "build", "target", ".build",
        "Cargo.lock", "package-lock.json", "go.sum",
    }
)  # fmt: skip


class Target(Protocol):
    """What a target's package defines; `exprov.targets` describes it."""

    FOLDER: str

    def render(self, program: Program) -> Mapping[str, str]: ...


@dataclass(frozen=True)
class Difference:
    """One file that differs from what is generated: `kind` is "missing", "stale" or "extra".

    diff: of a stale file, as text. foreign: whether an extra file is not known to be generated, so that it is never removed.
    """

    kind: str
    path: str
    diff: str = ""
    foreign: bool = False


def target(name: str) -> Target:
    """The target of this name; raise UsageError if there is none."""
    if name not in TARGETS:
        raise UsageError(f"there is no target {name!r}", f"the targets are: {', '.join(TARGETS)}")
    return cast(Target, importlib.import_module(f"{targets.__name__}.{name}"))


def folder(name: str) -> str:
    """The directory below the output directory that a target owns as a whole."""
    return target(name).FOLDER


def render(schemas: Path, names: list[str] | None = None, version: str = "1.0") -> dict[str, str]:
    """Render the named targets (all by default): path below the output directory -> text. Writes nothing.

    Raises SchemaError for a schema that is rejected, UsageError for an unknown target.
    """
    for name in names or ():
        target(name)
    return files(contract.load(schemas, version), names)


def files(
    source: Contract, names: list[str] | None = None, tell: Callable[[str], object] = lambda _: None
) -> dict[str, str]:
    """As `render`, of a contract that is loaded; `tell` is called with what is being done."""
    program = lower(source)
    found: dict[str, str] = {}
    for name in names or TARGETS:
        tell(f"rendering {name}")
        one = target(name)
        rendered = dict(one.render(program))
        if bundle := getattr(one, "SCHEMAS", ""):
            rendered |= {f"{bundle}/{file}": text for file, text in source.documents.items()}
        found |= {f"{one.FOLDER}/{path}": text for path, text in rendered.items()}
    return dict(sorted(found.items()))


def compare(files: Mapping[str, str], output: Path, names: list[str] | None = None) -> Iterator[Difference]:
    """Every difference between `files` and the output directory, including files that no target makes."""
    for path, text in files.items():
        if (output / path).exists() and not (output / path).is_file():
            # A directory has no text, and a pipe could be read forever.
            yield Difference("stale", path, "  it is not a regular file; remove it\n")
            continue
        try:
            found = (output / path).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            yield Difference("missing", path)
            continue
        if found != text.encode("utf-8"):
            yield Difference("stale", path, _diff(path, found.decode("utf-8", "replace"), text))
    listed = _listed(output, names)
    for file in _present(output, names):
        path = file.relative_to(output).as_posix()
        if path not in files and not atomic.is_temporary(file):
            yield Difference("extra", path, foreign=not _is_ours(file, listed.get(path)))


def _diff(path: str, old: str, new: str) -> str:
    if old.replace("\r\n", "\n") == new:
        return "  only the line endings differ: generated files end their lines with LF (see .gitattributes)\n"
    lines = (old.splitlines(keepends=True), new.splitlines(keepends=True))
    return "".join(difflib.unified_diff(*lines, f"{path} (on disk)", f"{path} (generated)"))


def write(files: Mapping[str, str], output: Path, names: list[str] | None = None) -> list[Difference]:
    """Bring the output directory to `files`; return what changed. Each file is replaced as a whole, or not at all.

    Raises UsageError, and writes nothing, if a file would be removed that is not known to be generated, or if a symbolic
    link is on the way to a target's directory.
    """
    for name in names or TARGETS:
        for place in [output, *(output / parent for parent in reversed(Path(folder(name), "x").parents))]:
            if place.is_symlink():
                raise UsageError(f"{place} is a symbolic link", "remove it; files are written to directories only")
    differences = list(compare(files, output, names))
    strangers = [difference.path for difference in differences if difference.foreign]
    if strangers:
        raise UsageError(
            f"{output / strangers[0]} was not generated but is in a generated directory",
            "move or delete it, or name another --output",
        )
    # What a killed run left half-written.
    for path in filter(atomic.is_temporary, _present(output, names)):
        path.unlink()
    # Extra files go first: after an interruption, the old manifest still lists them as generated.
    for difference in differences:
        if difference.kind == "extra":
            (output / difference.path).unlink()
    for difference in differences:
        if difference.kind != "extra":
            # The file that a link leads to may be outside the directory, and is not ours.
            if (output / difference.path).is_symlink():
                (output / difference.path).unlink()
            atomic.write(output / difference.path, files[difference.path].encode("utf-8"))
    return differences


def _present(output: Path, names: list[str] | None) -> Iterator[Path]:
    """The files and links in the directories of the targets, without build artefacts."""
    for name in names or TARGETS:
        for root, folders, files in os.walk(output / folder(name)):
            links = [one for one in folders if (Path(root) / one).is_symlink()]
            folders[:] = sorted(one for one in folders if one not in ARTEFACTS)
            yield from (Path(root) / one for one in sorted((*files, *links)) if one not in ARTEFACTS)


def _listed(output: Path, names: list[str] | None) -> dict[str, str]:
    """The files that the manifests on disk name, by their paths below the output directory, with their SHA-256."""
    found = {}
    for name in names or TARGETS:
        try:
            entries = json.loads((output / folder(name) / MANIFEST).read_bytes())["files"]
            found.update({f"{folder(name)}/{entry['path']}": str(entry["sha256"]) for entry in entries})
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            # Without a manifest nothing is known of the directory.
            continue
    return found


def _is_ours(path: Path, listed: str | None) -> bool:
    """Whether a file has the banner of generated files, or is data, which cannot have one, and `listed` is its SHA-256."""
    if path.is_symlink() or not path.is_file():
        return False
    content = path.read_bytes()
    return MARK.encode() in content[:300] or hashlib.sha256(content).hexdigest() == listed
