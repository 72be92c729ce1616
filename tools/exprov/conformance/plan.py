"""What an engine is asked: every golden case, for each operation and level that it says something about.

Every case is validated at both levels. What a reader accepts is read and written again, and made canonical if it has a canonical form.
The facts of an execution are to be turned into its record. The id of a planned case is "<golden id>:<op>:<level>".
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from msgspec import UNSET

from exprov import exit_codes, fixtures
from exprov.conformance import protocol
from exprov.errors import ExprovError, UsageError

EXACT = "exact-numbers"
"""The feature of an engine that keeps numbers exactly, however long."""


class SuiteError(ExprovError):
    """The suite is not what it says it is: which `file`, what is wrong, and the remedy."""

    exit_code = exit_codes.DRIFT

    def __init__(self, file: str, reason: str, remedy: str) -> None:
        super().__init__(file, reason, remedy)
        self.file = file
        self.reason = reason
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.file}: {self.reason}; {self.remedy}"


@dataclass(frozen=True, slots=True)
class PlannedCase:
    """One question and the answer that is right.

    id: "<golden id>:<op>:<level>". case, title, topic, tags, base, change: of the golden case. input: `text`, `b64` or `facts`.
    expected: the members of a result that are judged: `verdict` and `findings`, or `output` and, where there is one, `digest`.
    rules: of the expected findings. requires: what the engine must have declared, see protocol.FEATURES. exact: there is no canonical
    form, so that the written values are compared with the expected ones themselves. accepted: whether a reader has to accept the input.
    """

    id: str
    case: str
    title: str
    topic: str
    op: protocol.Op
    level: protocol.Level
    input: Mapping[str, Any]
    expected: Mapping[str, Any]
    contract: str = protocol.CONTRACT
    carrier: str = ""
    requires: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    base: str = ""
    change: Mapping[str, Any] | None = None
    exact: bool = False
    accepted: bool = True

    def question(self, timeout_ms: int) -> protocol.Case:
        """The case as it is sent: nothing that is expected is in it."""
        carrier: Any = self.carrier or UNSET
        return protocol.Case(
            self.id, self.op, self.contract, self.level, protocol.Input(**self.input), timeout_ms, carrier
        )


@dataclass(frozen=True)
class Plan:
    """The cases of one run in their order, the `version` of the suite and the SHA-256 of its manifest.

    every: the ids that the suite as a whole plans, of which `cases` may be a part.
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
    """The plan of a folder of fixtures, by default the installed one.

    select: tags, topics, operations or globs of ids; a case stays that any of them fits. shard: (number from 1, count); the shards
    of a count are disjoint and complete, and a case keeps its shard whatever else the suite has.
    Raises SuiteError if a file is not the one that the manifest names, InputError if there are no fixtures or a case is none, and
    UsageError for a word of `select` that fits no case, and for a shard without any.
    """
    if shard is not None and not 1 <= shard[0] <= shard[1]:
        raise UsageError(f"there is no shard {shard[0]} of {shard[1]}", "number the shards from 1, as in 1/4")
    folder = folder or fixtures.folder()
    try:
        suite = fixtures.load(folder)
    except fixtures.MismatchError as error:
        raise SuiteError(error.file, error.reason, error.remedy) from None
    cases = tuple(case for golden in suite.cases.values() for case in _planned(golden))
    every = frozenset(case.id for case in cases)
    if select:
        cases = _selected(cases, select)
    if shard is not None:
        number, count = shard
        cases = tuple(case for case in cases if _place(case.id) % count == number - 1)
        if not cases:
            raise UsageError(
                f"no case is left for part {number} of {count}",
                "split what is selected into fewer parts, or leave it whole",
            )
    return Plan(cases, suite.manifest["suite"], suite.sha256, every)


def only(plan: Plan, ids: Collection[str]) -> Plan:
    """The part of a plan with these ids, in the plan's order."""
    return Plan(tuple(case for case in plan.cases if case.id in ids), plan.version, plan.sha256, plan.every)


def nonce(plan: Plan, start: str = "") -> str:
    """A word that no other run has and that says what the run is about: `start`, random by default, and a hash of it and the plan."""
    start = start or secrets.token_hex(8)
    digest = hashlib.sha256("\n".join([start, plan.sha256, *sorted(case.id for case in plan.cases)]).encode())
    return f"{start}-{digest.hexdigest()[:16]}"


def is_nonce(word: str, plan: Plan) -> bool:
    """Whether `nonce` made the word for a plan with the same cases of the same suite."""
    start = word.partition("-")[0]
    return bool(start) and nonce(plan, start) == word


def uncovered(case: PlannedCase, hello: protocol.EngineHello) -> str:
    """Why the case is not to be asked, after what the engine declared; "" if it is."""
    if case.contract not in hello.contract:
        return f"the engine does not declare the contract {case.contract}"
    if case.op not in hello.ops:
        return f"the engine does not declare the operation {case.op}"
    if case.level not in hello.levels:
        return f"the engine does not declare the level {case.level}"
    for feature in case.requires:
        if feature not in hello.features:
            return f"the engine does not declare the feature {feature}"
    return _beyond(case, hello.limits)


def _beyond(case: PlannedCase, limits: protocol.Limits) -> str:
    """Why the input goes beyond the declared limits; only what a reader is to accept does."""
    if (limits.depth is None and limits.integer is None) or not case.accepted:
        return ""
    text = case.input.get("text", "")
    # Most texts are too short of brackets and digits to be looked at closely.
    if limits.depth is not None and text.count("[") + text.count("{") > limits.depth < depth(text):
        return f"the engine declares that it reads {limits.depth} levels"
    if limits.integer is not None and any(int(number) > limits.integer for number in _integers(text, limits.integer)):
        return f"the engine declares {limits.integer} as its biggest integer"
    return ""


# A string is stepped over as a whole, so that what it holds counts for nothing.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[][{}]|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?', re.DOTALL)


def depth(text: str) -> int:
    """How deep arrays and objects stand within one another in JSON text."""
    now = deepest = 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token in ("[", "{"):
            now += 1
            deepest = max(deepest, now)
        elif token in ("]", "}"):
            now -= 1
    return deepest


def _integers(text: str, above: int) -> Iterator[str]:
    """The integers of JSON text without their signs, as far as they are written as such: the first 600 digits of longer ones.

    Those with fewer digits than `above` may be left out.
    """
    if re.search(f"[0-9]{{{len(str(above))}}}", text) is None:
        return
    for match in _TOKEN.finditer(text):
        number = match.group().removeprefix("-")
        if number.isdigit():
            yield number[:600]


# --- the golden cases -------------------------------------------------------------------------------------------------


def _planned(golden: Mapping[str, Any]) -> Iterator[PlannedCase]:
    def case(
        op: protocol.Op,
        level: protocol.Level,
        expected: Mapping[str, Any],
        requires: Sequence[str],
        input: Mapping[str, Any] = golden["input"],
        *,
        exact: bool = False,
    ) -> PlannedCase:
        return PlannedCase(
            id=f"{golden['id']}:{op}:{level}",
            case=golden["id"],
            title=golden["title"],
            topic=golden["id"].partition(".")[0],
            op=op,
            level=level,
            input=input,
            expected=expected,
            carrier=golden.get("carrier", ""),
            requires=tuple(requires),
            tags=tuple(golden["tags"]),
            rules=tuple(dict.fromkeys(finding["rule"] for finding in expected.get("findings", ()))),
            base=golden.get("from", ""),
            change=golden.get("change"),
            exact=exact,
            accepted=golden["reader"] == "valid",
        )

    requires = golden["requires"]
    for level in protocol.LEVELS:
        findings = [
            {"rule": one["rule"], "path": one["path"]}
            for one in golden["findings"]
            if level == "writer" or one["level"] == "reader"
        ]
        yield case("validate", level, {"verdict": golden[level], "findings": findings}, requires)  # type: ignore[arg-type]
    if golden["reader"] != "valid":
        return
    if "canonical" not in golden:
        # Whoever keeps such a number tells numbers apart that binary64 does not, be it in a place that the version knows.
        needed = dict.fromkeys([*requires, EXACT])
        yield case("roundtrip", "reader", {"output": golden["input"]}, list(needed), exact=True)
        return
    expected = {"output": {"text": golden["canonical"]}, "digest": golden["digest"]}
    yield case("roundtrip", "reader", expected, requires)
    yield case("canonical", "reader", expected, requires)
    if "facts" in golden:
        yield case("emit", "writer", {"output": expected["output"]}, requires, {"facts": golden["facts"]})


def _place(id: str) -> int:
    return int.from_bytes(hashlib.sha256(id.encode()).digest()[:8], "big")


def _fits(case: PlannedCase, word: str) -> bool:
    return word in (case.topic, case.op, *case.tags) or fnmatchcase(case.id, word) or fnmatchcase(case.case, word)


def _selected(cases: Sequence[PlannedCase], words: Sequence[str]) -> tuple[PlannedCase, ...]:
    kept: set[str] = set()
    for word in words:
        fitting = {case.id for case in cases if _fits(case, word)}
        if not fitting:
            known = {case.topic for case in cases} | {case.op for case in cases} | {case.case for case in cases}
            known.update(tag for case in cases for tag in case.tags)
            near = get_close_matches(word, sorted(known), n=3)
            hint = f"did you mean {' or '.join(near)}?" if near else "`exprov fixtures list` shows topics and ids"
            raise UsageError(f"no case fits {word!r}", hint)
        kept |= fitting
    return tuple(case for case in cases if case.id in kept)


def data(value: Mapping[str, Any]) -> bytes:
    """The bytes of an input or output that has `text` or `b64`. Raises ValueError if there are none."""
    if "text" in value:
        text: str = value["text"]
        return text.encode()
    return base64.b64decode(value["b64"], validate=True)
