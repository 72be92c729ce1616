"""What an answer is worth: the outcome of one case, and where the answer differs from the right one."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import msgspec
from execution_provenance import Limits, validate
from execution_provenance._canonical import canonical
from execution_provenance._text import ABSENT
from execution_provenance._validator import read

from exprov.conformance import differences, outcomes
from exprov.conformance.plan import PlannedCase, data
from exprov.conformance.protocol import EXACT, Message
from exprov.conformance.results import CaseResult, Difference

CANARY = "CANARY"
"""Marks texts in the facts that must not reach a record."""

# How much is kept of one text of an answer, of all its texts, in characters, and of a list. Inputs are at most 1 MiB long.
_KEPT_TEXT = 1 << 15
_KEPT_IN_ALL = 1 << 16
_KEPT_ITEMS = 1000
# How many findings of a kind a sentence names, and how much of the engine's own words goes into it.
_NAMED = 3
_KEPT_WORDS = 500

_Finding = tuple[str, str]
_Judgement = tuple[str, str, tuple[Difference, ...]]


def judge(
    planned: PlannedCase, answer: Message, hello: Message, *, stderr: str = "", milliseconds: float = 0.0
) -> CaseResult:
    """The result of a case that an engine answered, with regard to what its hello declares."""
    exact = EXACT in hello["features"]
    places: tuple[Difference, ...] = ()
    if answer["status"] == "error":
        outcome = outcomes.ERROR
        reason = f"the engine answered that it failed: {answer['error']['message'][:_KEPT_WORDS]}"
    elif answer["status"] == "unsupported":
        outcome = outcomes.UNDECLARED
        reason = f"the engine does not support it: {answer['unsupported']['feature'][:_KEPT_WORDS]}"
    elif planned.op == "validate":
        outcome, reason, places = _verdict(planned, answer, hello["findings"])
    else:
        outcome, reason, places = _output(planned, answer, exact)
    got = bounded({name: value for name, value in answer.items() if name not in ("type", "id")}, _longest(planned))
    return CaseResult.of(
        planned, outcome, reason, got=got, differences=places, stderr=stderr, milliseconds=milliseconds
    )


def bounded(members: Message, longest: int = 0) -> dict[str, Any]:
    """The members of a message with each text cut to 32 KiB, or `longest` characters if that is more, and lists to 1,000 items.

    All texts together have 64 KiB and `longest` characters; the rest is given as a length. A run keeps every answer, so that an
    engine could otherwise fill the memory.
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
        if isinstance(value, list):
            return [cut(one) for one in value[:_KEPT_ITEMS]]
        return value

    # What is evaluated comes first, so that nothing else takes its place.
    first = {name: cut(members[name]) for name in ("output", "error") if name in members}
    return {name: first[name] if name in first else cut(value) for name, value in members.items()}


def _longest(planned: PlannedCase) -> int:
    """How long an output may be to be kept whole: four times the input, since it may be written with escapes."""
    return 4 * len(planned.input.get("text", planned.input.get("b64", "")))


def _limits(planned: PlannedCase) -> Limits:
    """An output may be longer than its input, with escapes and white space, and may hold the members of a later version."""
    return Limits(max_bytes=max(1 << 20, 2 * _longest(planned)), max_depth=2000)


def is_same(one: CaseResult, other: CaseResult) -> bool:
    """Whether two answers to a case that asks for a record have the same outcome and the same values."""
    if one.op not in ("roundtrip", "emit") or one.outcome != other.outcome or not one.got or not other.got:
        return False
    values = []
    for got in (one.got, other.got):
        output = got.get("output")
        if output is None or not is_uncut(one, output):
            return False
        try:
            values.append(read(data(output), _limits(one))[0])
        except ValueError:
            return False
    rest = [{name: value for name, value in got.items() if name != "output"} for got in (one.got, other.got)]
    return rest[0] == rest[1] and ABSENT not in values and not differences.compare(*values)


def is_uncut(planned: PlannedCase, output: Mapping[str, Any]) -> bool:
    """Whether an output of this case, as a result holds it, is complete."""
    return all(len(text) <= max(_KEPT_TEXT, _longest(planned)) for text in output.values())


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _verdict(planned: PlannedCase, answer: Message, reported: str) -> _Judgement:
    if "verdict" not in answer:
        return outcomes.PROTOCOL, "an ok answer to validate needs a verdict", ()
    want = [(one["rule"], one["path"]) for one in planned.expected["findings"]]
    got = list(dict.fromkeys((one["rule"], one["path"]) for one in answer.get("findings", ())))
    wrong = _findings(want, got, reported)
    shown = [(_shown(one), "") if kind == "missing" else ("", _shown(one)) for kind, one in wrong[: differences.MOST]]
    places = tuple(Difference("findings", *pair) for pair in shown)
    verdict, given = planned.expected["verdict"], answer["verdict"]
    if given != verdict:
        differing = Difference("verdict", _json(verdict), _json(given))
        return outcomes.FAIL, f"the verdict is {given} and should be {verdict}", (differing, *places)
    if wrong:
        what = "other findings" if got else "no findings"
        return outcomes.WRONG_REASON, f"the verdict {verdict} is right, with {what}: {_sums(wrong)}", places
    return outcomes.PASS, "", ()


def _findings(want: Sequence[_Finding], got: Sequence[_Finding], reported: str) -> Sequence[tuple[str, _Finding]]:
    """Each finding that is "missing" or "extra". An engine that reports the first may report any of them."""
    extra = [("extra", one) for one in got if one not in want]
    if reported == "first" and got and not extra:
        return ()
    return [*(("missing", one) for one in want if one not in got), *extra]


def _sums(wrong: Sequence[tuple[str, _Finding]]) -> str:
    """Which findings are missing and which are extra, in words."""
    parts = []
    for kind, group in groupby(wrong, itemgetter(0)):
        named = [_named(one) for _, one in group]
        shown = [*named[:_NAMED], *([f"{len(named) - _NAMED} more"] if len(named) > _NAMED else [])]
        parts.append(f"{kind} {', '.join(shown)}")
    return "; ".join(parts)


def _named(finding: _Finding) -> str:
    """A finding in a sentence."""
    rule, path = finding
    return f"{rule[:_KEPT_WORDS]} at {path[:_KEPT_WORDS] or 'the root'}"[:_KEPT_WORDS]


def _shown(finding: _Finding) -> str:
    return _json({"rule": differences.cut(finding[0]), "path": differences.cut(finding[1])})


def _output(planned: PlannedCase, answer: Message, exact: bool) -> _Judgement:
    op = planned.op
    if "output" not in answer:
        return outcomes.PROTOCOL, f"an ok answer to {op} needs an output", ()
    if answer["output"] is None or planned.expected["output"] is None:
        return _no_form(planned, answer)
    try:
        output = data(answer["output"])
    except ValueError:
        return outcomes.PROTOCOL, "the output is not base64", ()
    # The texts of a payload may have anything in them.
    if op == "emit" and not planned.carrier and CANARY.encode() in output:
        return outcomes.FAIL, _LEAKED, ()
    want = data(planned.expected["output"])
    if op != "canonical":
        judgement = _value(planned, want, output, exact) or _form(planned, want, output, exact)
    else:
        judgement = _bytes(planned, want, output) if output != want else None
    if judgement is None and op == "emit" and planned.carrier:
        return outcomes.PASS, "", ()
    return judgement or _digest(planned, answer, want)


def _no_form(planned: PlannedCase, answer: Message) -> _Judgement:
    """The judgement if the output is null, or should be, which means that there is no canonical form."""
    got = answer["output"]
    if planned.op != "canonical":
        return outcomes.PROTOCOL, f"an ok answer to {planned.op} needs an output that is not null", ()
    if got is not None:
        place = Difference("output", "null", differences.cut(_json(got)))
        return outcomes.FAIL, "the input has no canonical form, so the output should be null", (place,)
    if planned.expected["output"] is not None:
        place = Difference("output", differences.cut(_json(planned.expected["output"])), "null")
        return outcomes.FAIL, "the output is null, but the input has a canonical form", (place,)
    if "digest" in answer:
        return outcomes.FAIL, "without a canonical form, there is no digest", ()
    return outcomes.PASS, "", ()


def _digest(planned: PlannedCase, answer: Message, want: bytes) -> _Judgement:
    # The expected output of emit is in canonical form.
    digest = hashlib.sha256(want).hexdigest() if planned.op == "emit" else planned.expected.get("digest")
    if "digest" not in answer and digest is not None and planned.op == "canonical":
        return outcomes.PROTOCOL, "an ok answer to canonical needs a digest", ()
    if digest is not None and answer.get("digest", digest) != digest:
        place = Difference("digest", _json(digest), _json(differences.cut(answer["digest"])))
        return outcomes.FAIL, "the output is right, but its digest is wrong", (place,)
    return outcomes.PASS, "", ()


_LEAKED = f"the output contains the word {CANARY}, which marks what must not reach a record"


def _value(planned: PlannedCase, want: bytes, output: bytes, exact: bool) -> _Judgement | None:
    """What is wrong with the values of written JSON, whatever its white space and order of members."""
    value, wrong = read(output, _limits(planned))
    if value is ABSENT or wrong:
        return outcomes.FAIL, f"a writer must not write this output: {wrong[0].rule}: {wrong[0].message}", ()
    try:
        written = canonical(value)
    except ValueError:
        written = b""
    if planned.op == "emit" and not planned.carrier and CANARY.encode() in written:
        return outcomes.FAIL, _LEAKED, ()
    places: tuple[Difference, ...] = ()
    if planned.op == "emit" and planned.carrier:
        places = differences.compare(*_emitted(read(want, _limits(planned))[0], value))
    elif planned.exact or written != want:
        places = differences.compare(read(want, _limits(planned))[0], value)
    if not places and exact and planned.op == "roundtrip":
        # The canonical form holds a number only as far as binary64 does; an engine that keeps more must give it back.
        places = differences.compare(read(data(planned.input), _limits(planned))[0], value)
    if not places:
        return None
    word = "place" if len(places) == 1 else "places"
    return outcomes.FAIL, f"the output differs in {len(places)} {word}", places


def _emitted(want: Any, got: Any) -> tuple[Any, Any]:
    """What counts of an emitted payload, whose id and texts are the engine's own: its branch and its records."""
    names = ("outcome", "provenance")
    if not isinstance(got, dict):
        return want, got
    expected, found = ({name: one[name] for name in names if name in one} for one in (want, got))
    error = got.get("error")
    if "outcome" in want and isinstance(error, dict) and "provenance" in error:
        # The error of a stream may repeat the record.
        expected["error"], found["error"] = ({"provenance": one["provenance"]} for one in (want, error))
    return expected, found


def _form(planned: PlannedCase, want: bytes, output: bytes, exact: bool) -> _Judgement | None:
    """What a validator finds in an output with the right values, such as an integer written as a fraction.

    An emitted record must have no finding, and a record that was read and written again no finding that the input did not have.
    """
    found = _found(planned, output)
    if not found:
        return None
    known = set() if planned.op == "emit" else {*_found(planned, data(planned.input))}
    if not exact and planned.op != "emit":
        # The canonical form of a large integer, which is all that binary64 holds of it, may not look like an integer.
        known |= {*_found(planned, want)}
    extra = [one for one in found if one not in known]
    if not extra:
        return None
    places = tuple(Difference("findings", "", _shown(one)) for one in extra[: differences.MOST])
    named = ", ".join(_named(one) for one in extra[:_NAMED])
    return outcomes.FAIL, f"the output has the right values in a form that a writer must not write: {named}", places


def _found(planned: PlannedCase, text: bytes) -> list[_Finding]:
    carrier: Any = planned.carrier or None
    return [(one.rule, one.path) for one in validate(text, level="writer", carrier=carrier, limits=_limits(planned))]


def _bytes(planned: PlannedCase, want: bytes, output: bytes) -> _Judgement:
    """How bytes that should be canonical differ: in a value, or only in their form."""
    value, _ = read(output, _limits(planned))
    places = () if value is ABSENT else differences.compare(read(want, _limits(planned))[0], value)
    if places:
        return outcomes.FAIL, "the output has wrong values", places
    at = next(
        (index for index, (left, right) in enumerate(zip(want, output, strict=False)) if left != right),
        min(len(want), len(output)),
    )
    start = max(0, at - 20)
    shown = [_json(part[start : at + 40].decode("utf-8", "backslashreplace")) for part in (want, output)]
    what = "not JSON" if value is ABSENT else "not in canonical form"
    return outcomes.FAIL, f"the output is {what}: byte {at} differs", (Difference("output", shown[0], shown[1]),)
