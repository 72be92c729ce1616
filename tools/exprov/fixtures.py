"""The committed fixtures: where they are, what they hold, and how two suites differ. Needs none of the generator."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exprov.errors import InputError, UsageError
from exprov.suite_hash import fingerprint

MANIFEST = "manifest.json"
LOCK = "cases.lock"
_LOCK_LINE = re.compile(r"([0-9a-f]{64})  (\S+)")


def folder(version: str = "1.0") -> Path:
    """The folder of the fixtures: inside the installed package, or in the tree that it is imported from.

    Raises InputError if there is none.
    """
    spec = importlib.util.find_spec("execution_provenance")
    if spec is not None and spec.origin is not None:
        package = Path(spec.origin).parent
        for candidate in (package / "fixtures" / version, package.parents[1] / "fixtures" / version):
            if (candidate / MANIFEST).is_file():
                return candidate
    raise InputError(f"fixtures/{version}", "the fixtures are not installed", "run `exprov generate --target fixtures`")


@dataclass(frozen=True)
class Suite:
    """A suite as its files hold it: the manifest, and every case by its id, in order."""

    manifest: Mapping[str, Any]
    cases: Mapping[str, Mapping[str, Any]]

    def case(self, id: str) -> Mapping[str, Any]:
        """The case with this id; raise UsageError, which names what is near, if there is none."""
        if id in self.cases:
            return self.cases[id]
        from difflib import get_close_matches

        near = get_close_matches(id, self.cases, n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else "`exprov fixtures list` lists all"
        raise UsageError(f"there is no case {id!r}", hint)


def load(path: Path) -> Suite:
    """Read a folder of fixtures. Raises InputError for a file that is missing or no JSON of that shape."""
    manifest = _read(path / MANIFEST)
    cases: dict[str, Mapping[str, Any]] = {}
    try:
        for topic in manifest["topics"]:
            for case in _read(path / topic["file"])["cases"]:
                cases[case["id"]] = case
    except (KeyError, TypeError):
        raise InputError(str(path), "this is no folder of fixtures", "name one that `exprov generate` made") from None
    return Suite(manifest, cases)


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InputError(
            str(path), f"cannot be read: {error.strerror}", "name a folder of fixtures or a cases.lock"
        ) from None
    except ValueError:
        raise InputError(str(path), "no JSON in UTF-8", "name a folder of fixtures or a cases.lock") from None


@dataclass(frozen=True)
class Change:
    """How one case differs between two suites.

    kind: "new", "removed", "changed", "tightened" (it is refused where it was accepted, or has findings more) or
    "loosened". why: the reason that the new suite declares, if it does.
    """

    kind: str
    id: str
    why: str = ""

    @property
    def breaks(self) -> bool:
        """Whether an engine that passed the old suite may fail for it, unannounced."""
        return self.kind != "new" and not self.why


def changes(old: Path, new: Suite) -> Iterator[Change]:
    """What became of the cases of `old` (a folder of fixtures, or a cases.lock) in `new`, in the order of the suites."""
    declared = {one["id"]: one["why"] for one in new.manifest.get("declared", ())}
    before: Mapping[str, Mapping[str, Any]] = {}
    if old.is_dir():
        before = load(old).cases
        prints = {id: fingerprint(case) for id, case in before.items()}
    else:
        prints = read_lock(old)
    for id, digest in prints.items():
        if id not in new.cases:
            yield Change("removed", id, declared.get(id, ""))
        elif fingerprint(new.cases[id]) != digest:
            yield Change(_kind(before.get(id), new.cases[id]), id, declared.get(id, ""))
    for id in new.cases:
        if id not in prints:
            yield Change("new", id)


def _kind(old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> str:
    """How the verdict moved, where the old case is known and its input is the same."""
    if old is None or old["input"] != new["input"]:
        return "changed"
    before = {(one["rule"], one["path"], one["level"]) for one in old["findings"]}
    after = {(one["rule"], one["path"], one["level"]) for one in new["findings"]}
    if before < after:
        return "tightened"
    return "loosened" if after < before else "changed"


def read_lock(path: Path) -> dict[str, str]:
    """A cases.lock: id -> SHA-256. Raises InputError if it cannot be read or a line is none of a lock."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise InputError(
            str(path), f"cannot be read: {error.strerror}", "name a folder of fixtures or a cases.lock"
        ) from None
    except UnicodeDecodeError:
        raise InputError(str(path), "not UTF-8", "name a folder of fixtures or a cases.lock") from None
    result = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = _LOCK_LINE.fullmatch(line)
        if match is None:
            raise InputError(
                str(path),
                f"line {number} is not a SHA-256 and an id",
                "name a cases.lock as `exprov generate` makes it",
            )
        result[match[2]] = match[1]
    return result
