"""The committed fixtures: where they are, what they hold, and how two suites differ. Needs none of the generator."""

from __future__ import annotations

import base64
import errno
import hashlib
import importlib.util
import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from exprov import fixture_shape
from exprov.errors import InputError, UsageError
from exprov.suite_hash import fingerprint

MANIFEST = "manifest.json"
LOCK = "cases.lock"
RETIRED = "retired"
"""What stands in a lock instead of a hash, for an id that was removed and is never to be used again."""
_LOCK_LINE = re.compile(rf"([0-9a-f]{{64}}|{RETIRED})  ({fixture_shape.ID.pattern})")
_NAME_FIXTURES = "name a folder of fixtures or a cases.lock"
_AS_MADE = "use the fixtures of a release as they are, or run `exprov generate --target fixtures`"


class MismatchError(InputError):
    """A suite is not what it says it is: a file is not the one that its manifest names, or an id stands twice."""


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
    """A suite as its files hold it: the manifest, and every case by its id, in order.

    sha256: of the manifest. retired: the ids that were removed and are never to be used again.
    """

    manifest: Mapping[str, Any]
    cases: Mapping[str, Mapping[str, Any]]
    sha256: str = ""
    retired: frozenset[str] = frozenset()

    def case(self, id: str) -> Mapping[str, Any]:
        """The case with this id; raise UsageError, which names what is near, if there is none."""
        if id in self.cases:
            return self.cases[id]
        from difflib import get_close_matches

        near = get_close_matches(id, self.cases, n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else "`exprov fixtures list` lists all"
        raise UsageError(f"there is no case {id!r}", hint)


def load(path: Path) -> Suite:
    """Read a folder of fixtures; every case of the result has the shape that the schema of topics says.

    Raises MismatchError if the suite is not what it says it is, InputError for what cannot be read or has another shape.
    """
    content = files(path)
    manifest = _json(path / MANIFEST, content[MANIFEST])
    cases: dict[str, Mapping[str, Any]] = {}
    for topic in manifest["topics"]:
        file = path / topic["file"]
        # A topic whose file the manifest does not vouch for.
        if topic["file"] not in content:
            _mismatch(file)
        for case in _cases(file, topic["topic"], content[topic["file"]]):
            if case["id"] in cases:
                raise MismatchError(str(file), f"the id {case['id']} stands twice in the suite", _AS_MADE)
            cases[case["id"]] = case
    retired = _lock(path / LOCK, content[LOCK]) if LOCK in content else {}
    return Suite(
        manifest,
        cases,
        hashlib.sha256(content[MANIFEST]).hexdigest(),
        frozenset(id for id, digest in retired.items() if digest == RETIRED),
    )


def files(path: Path) -> dict[str, bytes]:
    """The manifest of a folder of fixtures and every file that it names, by their paths, each with the hash that stands there.

    Raises as `load` does. What else is in the folder is no part of the suite.
    """
    try:
        content = {MANIFEST: _bytes(path / MANIFEST)}
    except OSError as error:
        raise InputError(str(path / MANIFEST), f"cannot be read: {error.strerror}", _NAME_FIXTURES) from None
    manifest = _json(path / MANIFEST, content[MANIFEST])
    fault = fixture_shape.manifest_fault(manifest)
    if fault:
        raise InputError(str(path / MANIFEST), f"this is no manifest of fixtures: {fault}", _NAME_FIXTURES)
    for entry in manifest["files"]:
        try:
            data = _bytes(path / entry["path"])
        except OSError as error:
            raise MismatchError(str(path / entry["path"]), f"cannot be read: {error.strerror}", _AS_MADE) from None
        if hashlib.sha256(data).hexdigest() != entry["sha256"]:
            _mismatch(path / entry["path"])
        content[entry["path"]] = data
    return content


def data(case: Mapping[str, Any]) -> bytes:
    """The exact bytes of the input of a case."""
    held = case["input"]
    return held["text"].encode() if "text" in held else base64.b64decode(held["b64"])


def _mismatch(path: Path) -> NoReturn:
    raise MismatchError(str(path), "is not the file that the manifest names", _AS_MADE)


def _bytes(path: Path) -> bytes:
    """The content of a regular file; what is none might never end, or never begin."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(errno.EINVAL, "this is no regular file")
    return path.read_bytes()


def _json(path: Path, data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8"))
    except ValueError:
        raise InputError(str(path), "no JSON in UTF-8", _NAME_FIXTURES) from None
    except RecursionError:
        raise InputError(str(path), "its JSON nests too deep", _NAME_FIXTURES) from None


def _cases(path: Path, topic: str, data: bytes) -> Iterator[Mapping[str, Any]]:
    content = _json(path, data)
    fault = fixture_shape.topic_fault(content, topic)
    if fault:
        raise InputError(str(path), fault, _AS_MADE)
    for number, case in enumerate(content["cases"], 1):
        fault = fixture_shape.case_fault(case, topic)
        if fault:
            id = case.get("id") if isinstance(case, dict) else None
            name = f"case {number}, {id}" if isinstance(id, str) else f"case {number}"
            raise InputError(str(path), f"{name}: {fault}", _AS_MADE)
        yield case


@dataclass(frozen=True)
class Change:
    """How one case differs between two suites.

    kind: "new", "removed", "changed", "tightened" (the same input is refused where it was accepted, or with the same verdicts
    has findings more), "loosened" (the other way round), "reused" (the id was retired, and is a case again) or "forgotten" (the
    id was retired, and is no longer said to be). why: the reason that the new suite declares, if it does.
    """

    kind: str
    id: str
    why: str = ""

    @property
    def is_of_retired(self) -> bool:
        """Whether it is about an id that was retired, which no declaration excuses."""
        return self.kind in ("reused", "forgotten")

    @property
    def breaks(self) -> bool:
        """Whether an engine that passed the old suite may fail for it, unannounced, or an id has lost its one meaning."""
        return self.kind != "new" and not self.why


def changes(old: Path, new: Suite) -> Iterator[Change]:
    """What became of the cases of `old` (a folder of fixtures, or a cases.lock) in `new`, in the order of the suites."""
    declared = {one["id"]: one["why"] for one in new.manifest.get("declared", ())}
    before: Mapping[str, Mapping[str, Any]] = {}
    if os.path.isdir(old):
        suite = load(old)
        before = suite.cases
        prints = {id: fingerprint(case) for id, case in before.items()}
        prints |= dict.fromkeys(sorted(suite.retired), RETIRED)
    else:
        prints = read_lock(old)
    for id, digest in prints.items():
        if digest == RETIRED:
            # No reason makes up for an id that means two things.
            if id in new.cases:
                yield Change("reused", id)
            elif id not in new.retired:
                yield Change("forgotten", id)
        elif id not in new.cases:
            yield Change("removed", id, declared.get(id, ""))
        elif fingerprint(new.cases[id]) != digest:
            yield Change(_kind(before.get(id), new.cases[id]), id, declared.get(id, ""))
    for id in new.cases:
        if id not in prints:
            yield Change("new", id)


def _kind(old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> str:
    """How the verdicts moved, or else the findings, where the old case is known and its input is the same."""
    if old is None or (data(old), old.get("carrier")) != (data(new), new.get("carrier")):
        return "changed"
    was, now = _refusals(old), _refusals(new)
    if was != now:
        return "tightened" if was < now else "loosened"
    before, after = _findings(old), _findings(new)
    if before < after:
        return "tightened"
    return "loosened" if after < before else "changed"


def _refusals(case: Mapping[str, Any]) -> int:
    """How many refuse the input: nobody, writers, or readers too."""
    return sum(case[level] == "invalid" for level in ("reader", "writer"))


def _findings(case: Mapping[str, Any]) -> set[tuple[str, str, str]]:
    return {(one["rule"], one["path"], one["level"]) for one in case["findings"]}


def read_lock(path: Path) -> dict[str, str]:
    """A cases.lock: id -> SHA-256, or RETIRED. Raises InputError if it cannot be read or is none.

    It may be a pipe, unlike what a manifest names.
    """
    try:
        return _lock(path, path.read_bytes())
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}", _NAME_FIXTURES) from None


def _lock(path: Path, data: bytes) -> dict[str, str]:
    remedy = "name a cases.lock as `exprov generate` makes it"
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(str(path), "not UTF-8", _NAME_FIXTURES) from None
    result: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = _LOCK_LINE.fullmatch(line)
        if match is None:
            raise InputError(str(path), f"line {number} is not a SHA-256 and an id", remedy)
        if match[2] in result:
            raise InputError(str(path), f"line {number}: the id {match[2]} stands twice", remedy)
        result[match[2]] = match[1]
    if not result:
        raise InputError(str(path), "it names no case", remedy)
    return result
