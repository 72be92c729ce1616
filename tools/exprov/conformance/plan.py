"""What an engine is asked: every golden case, for each operation and level that it says something about.

Every case is validated at both levels. An input that a reader accepts is read and written again, and made canonical if it has a
canonical form. The facts of an execution are turned into its record. The id of a planned case is "<golden id>:<op>:<level>".
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from exprov import fixtures
from exprov.conformance.protocol import CONTRACT, EXACT, LEVELS, Message
from exprov.errors import UsageError
from exprov.suggestions import did_you_mean


@dataclass(frozen=True, slots=True)
class PlannedCase:
    """One question and the right answer.

    case, title, topic, tags, base, change: of the golden case; `base` is the valid case from which one `change` made this one.
    input: `text`, `b64` or `facts`. expected: the members of a result that count, `verdict` and `findings`, or `output` and,
    if there is one, `digest`. rules: of the expected findings. requires: features that the engine must declare.
    exact: there is no canonical form, so that values are compared exactly. accepted: whether a reader must accept the input.
    """

    id: str
    case: str
    title: str
    topic: str
    op: str
    level: str
    input: Mapping[str, Any]
    expected: Mapping[str, Any]
    carrier: str = ""
    requires: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    base: str = ""
    change: Mapping[str, Any] | None = None
    exact: bool = False
    accepted: bool = True

    def question(self, timeout_ms: int) -> Message:
        """The message to the engine, which holds nothing of what is expected."""
        head = {"type": "case", "id": self.id, "op": self.op, "contract": CONTRACT, "level": self.level}
        carrier = {"carrier": self.carrier} if self.carrier else {}
        return {**head, **carrier, "input": self.input, "timeoutMs": timeout_ms}


@dataclass(frozen=True)
class Plan:
    """The cases of one run in order, and the version and the SHA-256 of the manifest of the suite.

    every: the ids of all cases that the suite plans, including those that this plan leaves out.
    """

    cases: tuple[PlannedCase, ...]
    version: str
    sha256: str
    every: frozenset[str] = field(default_factory=frozenset)

    @property
    def suite(self) -> dict[str, str]:
        """The suite as a run and a hello name it."""
        return {"version": self.version, "sha256": self.sha256}


def load(folder: Path | None = None, *, select: Sequence[str] = (), shard: tuple[int, int] | None = None) -> Plan:
    """The plan of a directory of fixtures, by default the installed one.

    select: tags, topics, operations or globs of ids; cases that match any of them are kept. shard: (number from 1, count); the
    shards of a count are disjoint and complete, and a case stays in its shard when others are added.
    Raises as `fixtures.load` does, and UsageError for a word that matches no case and for a shard that is empty or impossible.
    """
    if shard is not None and not 1 <= shard[0] <= shard[1]:
        raise UsageError(f"there is no shard {shard[0]} of {shard[1]}", "number the shards from 1, as in 1/4")
    suite = fixtures.load(folder or fixtures.folder())
    cases = tuple(case for golden in suite.cases.values() for case in _planned(golden))
    every = frozenset(case.id for case in cases)
    if select:
        cases = _selected(cases, select)
    if shard is not None:
        number, count = shard
        cases = tuple(case for case in cases if _hash(case.id) % count == number - 1)
        if not cases:
            raise UsageError(f"shard {number} of {count} has no case", "use fewer shards")
    return Plan(cases, suite.manifest["suite"], suite.sha256, every)


def only(plan: Plan, ids: Collection[str]) -> Plan:
    """The part of a plan with these ids, in the plan's order."""
    return Plan(tuple(case for case in plan.cases if case.id in ids), plan.version, plan.sha256, plan.every)


def nonce(plan: Plan, start: str = "") -> str:
    """A word that identifies a run and its cases: `start`, random by default, and a hash of it and the plan."""
    start = start or secrets.token_hex(8)
    digest = hashlib.sha256("\n".join([start, plan.sha256, *sorted(case.id for case in plan.cases)]).encode())
    return f"{start}-{digest.hexdigest()[:16]}"


def is_nonce(word: str, plan: Plan) -> bool:
    """Whether `nonce` made the word for a plan with the same cases of the same suite."""
    start = word.partition("-")[0]
    return bool(start) and nonce(plan, start) == word


def uncovered(case: PlannedCase, hello: Message) -> str:
    """Why the engine's hello does not cover the case; "" if it does."""
    needed = [("contract", "contract", CONTRACT), ("operation", "ops", case.op), ("level", "levels", case.level)]
    needed += [("feature", "features", feature) for feature in case.requires]
    for what, member, word in needed:
        if word not in hello[member]:
            return f"the engine does not declare the {what} {word}"
    return _beyond(case, hello["limits"]["depth"], hello["limits"]["integer"])


def _beyond(case: PlannedCase, most_levels: int | None, largest: int | None) -> str:
    """Why the input exceeds the declared limits. An input that a reader rejects never does."""
    if (most_levels is None and largest is None) or not case.accepted:
        return ""
    integers: list[str] = []
    # A reader accepts a byte order mark.
    value = json.loads(case.input.get("text", "null").removeprefix("\ufeff"), parse_int=integers.append)
    if most_levels is not None and _depth(value) > most_levels:
        return f"the engine declares that it reads {most_levels} levels"
    # Python does not convert very long integers.
    if largest is not None and any(int(digits.lstrip("-")[:600]) > largest for digits in integers):
        return f"the engine declares {largest} as its largest integer"
    return ""


def _depth(value: Any) -> int:
    """How deeply arrays and objects are nested."""
    depth, level = 0, [value]
    while level := [one for one in level if isinstance(one, dict | list)]:
        depth += 1
        level = [inner for one in level for inner in (one.values() if isinstance(one, dict) else one)]
    return depth


# --- the golden cases -------------------------------------------------------------------------------------------------


def _planned(golden: Mapping[str, Any]) -> Iterator[PlannedCase]:
    def case(op: str, level: str, expected: Mapping[str, Any], **changes: Any) -> PlannedCase:
        members = {
            "id": f"{golden['id']}:{op}:{level}",
            "case": golden["id"],
            "title": golden["title"],
            "topic": golden["id"].partition(".")[0],
            "op": op,
            "level": level,
            "input": golden["input"],
            "expected": expected,
            "carrier": golden.get("carrier", ""),
            "requires": tuple(golden["requires"]),
            "tags": tuple(golden["tags"]),
            "rules": tuple(dict.fromkeys(finding["rule"] for finding in expected.get("findings", ()))),
            "base": golden.get("from", ""),
            "change": golden.get("change"),
            "accepted": golden["reader"] == "valid",
        }
        return PlannedCase(**(members | changes))

    for level in LEVELS:
        found = [one for one in golden["findings"] if level == "writer" or one["level"] == "reader"]
        findings = [{"rule": one["rule"], "path": one["path"]} for one in found]
        yield case("validate", level, {"verdict": golden[level], "findings": findings})
    if golden["reader"] != "valid":
        return
    canonical: dict[str, Any] = {"output": None}
    if golden["canonical"] is not None:
        canonical = {"output": {"text": golden["canonical"]}, "digest": golden["digest"]}
    if golden["canonical"] is None or EXACT in golden["requires"]:
        # The input has a number that binary64 changes; an engine that reads and writes it keeps it.
        requires = tuple(dict.fromkeys([*golden["requires"], EXACT]))
        exactly = {"requires": requires, "exact": True}
        yield case("roundtrip", "reader", {"output": golden["input"]}, **exactly)
        yield case("canonical", "reader", canonical, **exactly)
    else:
        yield case("roundtrip", "reader", canonical)
        yield case("canonical", "reader", canonical)
    if "facts" in golden:
        yield case("emit", "writer", {"output": canonical["output"]}, input={"facts": golden["facts"]})


def _hash(id: str) -> int:
    return int.from_bytes(hashlib.sha256(id.encode()).digest()[:8], "big")


def _selected(cases: Sequence[PlannedCase], words: Sequence[str]) -> tuple[PlannedCase, ...]:
    kept: set[str] = set()
    for word in words:
        matching = {case.id for case in cases if _matches(case, word)}
        if not matching:
            known = {name for case in cases for name in (case.topic, case.op, case.case, *case.tags)}
            remedy = did_you_mean(word, known, "`exprov fixtures list` shows topics and ids")
            raise UsageError(f"no case matches {word!r}", remedy)
        kept |= matching
    return tuple(case for case in cases if case.id in kept)


def _matches(case: PlannedCase, word: str) -> bool:
    return word in (case.topic, case.op, *case.tags) or fnmatchcase(case.id, word) or fnmatchcase(case.case, word)


def data(value: Mapping[str, Any]) -> bytes:
    """The bytes of an input or output that has `text` or `b64`. Raises ValueError for invalid base64."""
    if "text" in value:
        text: str = value["text"]
        return text.encode()
    return base64.b64decode(value["b64"], validate=True)
