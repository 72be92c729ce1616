"""What an answer is worth: the outcome of one case, and where the answer differs from the right one."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from execution_provenance import Limits, validate
from execution_provenance._canonical import canonical
from execution_provenance._text import ABSENT
from execution_provenance._validator import read

from exprov.conformance import differences, protocol, results
from exprov.conformance.plan import PlannedCase, data
from exprov.conformance.results import CaseResult, Difference

CANARY = "CANARY"
"""Stands in the facts for what may not reach a record."""

# An output may be longer than its input and hold the members of a later version, but not without end.
_LIMITS = Limits(max_bytes=1 << 23, max_depth=2000)
# What is kept of a text of an answer, and of all its texts, in characters; and of a list. Inputs are at most 1 MiB long, and
# outputs not much longer.
_KEPT_TEXT = 1 << 15
_KEPT_IN_ALL = 1 << 16
_KEPT_ITEMS = 1000
# How many findings of a kind a sentence names.
_TOLD = 3
# What of an engine's own words goes into a sentence.
_KEPT_WORDS = 500


def judge(
    planned: PlannedCase,
    answer: protocol.Result,
    *,
    findings: Literal["first", "all"] = "all",
    exact: bool = False,
    stderr: str = "",
    milliseconds: float = 0.0,
) -> CaseResult:
    """The outcome of a case that was answered.

    findings: what the engine declared that it reports. exact: whether it declared that it keeps numbers exactly.
    """
    got = bounded(protocol.members(answer), _longest(planned))
    del got["id"]
    places: tuple[Difference, ...] = ()
    if answer.status == "error":
        assert isinstance(answer.error, protocol.Error)
        outcome, reason = results.ERROR, f"the engine answered that it failed: {answer.error.message[:_KEPT_WORDS]}"
    elif answer.status == "unsupported":
        assert isinstance(answer.unsupported, protocol.Unsupported)
        feature = answer.unsupported.feature[:_KEPT_WORDS]
        outcome, reason = results.UNDECLARED, f"the engine does not do it: {feature}"
    elif planned.op == "validate":
        outcome, reason, places = _verdict(planned, answer, findings)
    else:
        outcome, reason, places = _output(planned, answer, exact)
    return _result(planned, outcome, reason, got, places, stderr, milliseconds)


def unanswered(
    planned: PlannedCase, outcome: str, reason: str, *, stderr: str = "", milliseconds: float = 0.0
) -> CaseResult:
    """The result of a case without an answer that could be judged."""
    return _result(planned, outcome, reason, None, (), stderr, milliseconds)


def bounded(members: Mapping[str, Any], longest: int = 0) -> dict[str, Any]:
    """What an engine said with every text cut to 32 KiB, or `longest` characters if that is more, and lists to 1,000 items.

    All texts together have 64 KiB and `longest` characters; of what does not fit, only the length is told. A run remembers every
    answer, so that an engine could fill the memory otherwise.
    """

    most, left = max(_KEPT_TEXT, longest), _KEPT_IN_ALL + longest

    def cut(value: Any) -> Any:
        nonlocal left
        if isinstance(value, str):
            kept = min(len(value), most, left)
            left -= kept
            return value if kept == len(value) else f"{value[:kept]}... ({len(value) - kept} characters more)"
        if isinstance(value, dict):
            return {name: cut(one) for name, one in value.items()}
        if isinstance(value, list | tuple):
            return [cut(one) for one in value[:_KEPT_ITEMS]]
        return value

    # What is judged comes first, so that nothing else takes its place.
    first = {name: cut(members[name]) for name in ("output", "error") if name in members}
    return {name: first[name] if name in first else cut(value) for name, value in members.items()}


def _longest(planned: PlannedCase) -> int:
    """How long an output may be to be kept whole: the input four times over, for it may be written with escapes."""
    return 4 * len(planned.input.get("text", planned.input.get("b64", "")))


def is_same(planned: PlannedCase, one: CaseResult, other: CaseResult) -> bool:
    """Whether two answers to a case that asks for a record, as their results have them, are worth the same and have the same values."""
    if planned.op not in ("roundtrip", "emit") or one.outcome != other.outcome or not one.got or not other.got:
        return False
    values = []
    for got in (one.got, other.got):
        output = got.get("output")
        if output is None or not is_whole(planned, output):
            return False
        try:
            values.append(read(data(output), _LIMITS)[0])
        except ValueError:
            return False
    rest = [{name: value for name, value in got.items() if name != "output"} for got in (one.got, other.got)]
    return rest[0] == rest[1] and ABSENT not in values and not differences.compare(*values)


def is_whole(planned: PlannedCase, output: Mapping[str, Any]) -> bool:
    """Whether an output of this case, as a result has it, was not cut."""
    return all(len(text) <= max(_KEPT_TEXT, _longest(planned)) for text in output.values())


_Judgement = tuple[str, str, tuple[Difference, ...]]


def _result(
    planned: PlannedCase,
    outcome: str,
    reason: str,
    got: Mapping[str, Any] | None,
    places: tuple[Difference, ...],
    stderr: str,
    milliseconds: float,
) -> CaseResult:
    return CaseResult(
        id=planned.id,
        case=planned.case,
        title=planned.title,
        topic=planned.topic,
        op=planned.op,
        level=planned.level,
        outcome=outcome,
        input=planned.input,
        expected=planned.expected,
        got=got,
        reason=reason,
        differences=places,
        tags=planned.tags,
        rules=planned.rules,
        carrier=planned.carrier,
        base=planned.base,
        change=planned.change,
        stderr=stderr,
        milliseconds=milliseconds,
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _verdict(planned: PlannedCase, answer: protocol.Result, reported: str) -> _Judgement:
    if isinstance(answer.verdict, msgspec.UnsetType):
        return results.PROTOCOL, "an ok answer to validate has a verdict, and this one has none", ()
    want = [(one["rule"], one["path"]) for one in planned.expected["findings"]]
    found = () if isinstance(answer.findings, msgspec.UnsetType) else answer.findings
    got = list(dict.fromkeys((one.rule, one.path) for one in found))
    places = _findings(want, got, reported)
    verdict = planned.expected["verdict"]
    if answer.verdict != verdict:
        differing = Difference("verdict", _json(verdict), _json(answer.verdict))
        return results.FAIL, f"the verdict is {answer.verdict} and should be {verdict}", (differing, *places)
    if places:
        what = "other findings" if got else "no findings"
        return (
            results.WRONG_REASON,
            f"the verdict {verdict} is right, with {what}: {_missed(want, got, places)}",
            places,
        )
    return results.PASS, "", ()


def _findings(want: list[tuple[str, str]], got: list[tuple[str, str]], reported: str) -> tuple[Difference, ...]:
    """A difference for each finding that is missing or too many. An engine that reports the first may report any."""
    surplus = [one for one in got if one not in want]
    missing = [one for one in want if one not in got] if reported == "all" or not got else []
    if surplus and reported == "first":
        missing = want
    pairs = [("findings", _shown(one), "") for one in missing] + [("findings", "", _shown(one)) for one in surplus]
    return tuple(Difference(*pair) for pair in pairs[: differences.MOST])


def _missed(want: list[tuple[str, str]], got: list[tuple[str, str]], places: tuple[Difference, ...]) -> str:
    """In words which findings are missing, and which are too many: a few of each."""
    wanted = {place.want for place in places}
    kinds = {
        "missing": [one for one in want if one not in got and _shown(one) in wanted],
        "extra": [one for one in got if one not in want],
    }
    told = []
    for kind, found in kinds.items():
        shown = [_named(one) for one in found[:_TOLD]]
        shown += [f"{len(found) - _TOLD} more"] if len(found) > _TOLD else []
        told += [f"{kind} {', '.join(shown)}"] if shown else []
    return "; ".join(told)


def _named(finding: tuple[str, str]) -> str:
    """A finding in a sentence."""
    rule, path = finding
    return f"{rule[:_KEPT_WORDS]} at {path[:_KEPT_WORDS] or 'the root'}"[:_KEPT_WORDS]


def _shown(finding: tuple[str, str]) -> str:
    return _json({"rule": differences.cut(finding[0]), "path": differences.cut(finding[1])})


def _output(planned: PlannedCase, answer: protocol.Result, exact: bool) -> _Judgement:
    op = planned.op
    if isinstance(answer.output, msgspec.UnsetType):
        return results.PROTOCOL, f"an ok answer to {op} has an output, and this one has none", ()
    try:
        output = data(protocol.members(answer.output))
    except ValueError:
        return results.PROTOCOL, "the output is no base64", ()
    if op == "emit" and CANARY.encode() in output:
        return results.FAIL, _told(), ()
    want = data(planned.expected["output"])
    if op != "canonical":
        judgement = _value(planned, want, output, exact) or _form(planned, want, output, exact)
    else:
        judgement = _bytes(want, output) if output != want else None
    if judgement is not None:
        return judgement
    # What is expected of emit is in the canonical form.
    digest = hashlib.sha256(want).hexdigest() if op == "emit" else planned.expected.get("digest")
    if digest is None:
        return results.PASS, "", ()
    if isinstance(answer.digest, msgspec.UnsetType):
        if op == "canonical":
            return results.PROTOCOL, "an ok answer to canonical has a digest, and this one has none", ()
    elif answer.digest != digest:
        place = Difference("digest", _json(digest), _json(differences.cut(answer.digest)))
        return results.FAIL, "the output is right, but its digest is another one", (place,)
    return results.PASS, "", ()


def _told() -> str:
    return f"the output holds the word {CANARY}, which stands for what may not reach a record"


def _value(planned: PlannedCase, want: bytes, output: bytes, exact: bool) -> _Judgement | None:
    """What is wrong with the values of written JSON that may have other white space and another order of members than `want`."""
    value, wrong = read(output, _LIMITS)
    if value is ABSENT or wrong:
        return results.FAIL, f"the output is not what a writer may write: {wrong[0].rule}: {wrong[0].message}", ()
    try:
        written = canonical(value)
    except ValueError:
        written = b""
    if planned.op == "emit" and CANARY.encode() in written:
        return results.FAIL, _told(), ()
    places: tuple[Difference, ...] = ()
    if planned.exact or written != want:
        places = differences.compare(read(want, _LIMITS)[0], value)
    if not places and exact and planned.op == "roundtrip":
        # The canonical form holds of a number what binary64 does; who keeps more of it has to give it back.
        places = differences.compare(read(data(planned.input), _LIMITS)[0], value)
    if not places:
        return None
    word = "place" if len(places) == 1 else "places"
    return results.FAIL, f"the output differs in {len(places)} {word}", places


def _form(planned: PlannedCase, want: bytes, output: bytes, exact: bool) -> _Judgement | None:
    """What a validator finds in an output with the right values, as in an integer that is written as a fraction.

    Nothing at all may be found in a record that is emitted, and in one that is written again nothing that was not in what was read.
    """
    found = _found(planned, output)
    if not found:
        return None
    known = set() if planned.op == "emit" else {*_found(planned, data(planned.input))}
    if not exact:
        # The canonical form of a big integer, which is all that a binary64 has of it, may itself be none of an integer.
        known |= {*_found(planned, want)}
    extra = [one for one in found if one not in known]
    if not extra:
        return None
    places = tuple(Difference("findings", "", _shown(one)) for one in extra[: differences.MOST])
    told = ", ".join(_named(one) for one in extra[:_TOLD])
    return results.FAIL, f"the output has the right values in a form that a writer may not write: {told}", places


def _found(planned: PlannedCase, text: bytes) -> list[tuple[str, str]]:
    carrier: Any = planned.carrier or None
    return [(one.rule, one.path) for one in validate(text, level="writer", carrier=carrier, limits=_LIMITS)]


def _bytes(want: bytes, output: bytes) -> _Judgement:
    """How bytes that should be canonical differ: in a value, or in their form alone."""
    value, _ = read(output, _LIMITS)
    places = () if value is ABSENT else differences.compare(read(want, _LIMITS)[0], value)
    if places:
        return results.FAIL, "the output has other values than it should", places
    at = next(
        (index for index, (left, right) in enumerate(zip(want, output, strict=False)) if left != right),
        min(len(want), len(output)),
    )
    start = max(0, at - 20)
    shown = [_json(part[start : at + 40].decode("utf-8", "backslashreplace")) for part in (want, output)]
    what = "no JSON" if value is ABSENT else "not in the canonical form"
    return results.FAIL, f"the output is {what}: byte {at} differs", (Difference("output", shown[0], shown[1]),)
