"""The expected answer and the given one, member by member."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from execution_provenance import Limits
from execution_provenance._canonical import canonical, normal_form
from execution_provenance._validator import read

from exprov.conformance.outcomes import PASS
from exprov.conformance.results import CaseResult
from exprov.printable import printable
from exprov.report.conformance.values import json_text, payload

MEMBERS = ("status", "verdict", "findings", "output", "digest", "unsupported", "error")
"""The members of a result of the protocol, in the order of the reports."""

LINES = frozenset({"findings", "error"})
"""The members that reports show as several lines; in all others, line ends are part of the value."""

# Operations whose output counts by its value: white space and the order of members are free.
_BY_VALUE = frozenset({"roundtrip", "emit"})
_LIMITS = Limits(max_bytes=1 << 23, max_depth=2000)


class Member(NamedTuple):
    """One member of an answer: its name, the expected value and the given one, "" for none.

    written: the output as the engine wrote it, if `got` is its canonical form, so that it compares well with `want`.
    """

    name: str
    want: str
    got: str
    written: str = ""


def members(result: CaseResult) -> list[Member]:
    """The members that say something: not those that were not expected and only say that all is well."""
    expected, answer = result.expected, result.got or {}
    names = [*MEMBERS, *sorted((set(expected) | set(answer)) - set(MEMBERS))]
    rows = []
    for name in names:
        if name not in expected and (name not in answer or answer[name] in (None, [], "ok")):
            continue
        # If the output counts by its value, the digest is optional.
        if name == "digest" and name not in answer and result.op in _BY_VALUE:
            continue
        want = _shown(name, expected[name]) if name in expected else ""
        got = _shown(name, answer[name]) if name in answer else ""
        label = name if name in MEMBERS else f"member {name}"
        if name == "output" and result.op in _BY_VALUE and result.outcome != PASS and want and want != got:
            arranged = _arranged(answer.get("output"))
            if arranged and arranged != got:
                rows.append(Member(label, want, arranged, got))
                continue
        rows.append(Member(label, want, got))
    return rows


def _arranged(output: Any) -> str:
    """The canonical form of an output; "" without one, or if it would hide what the engine wrote of a number."""
    text = output.get("text") if isinstance(output, Mapping) else None
    if not isinstance(text, str):
        return ""
    try:
        value, wrong = read(text.encode(), _LIMITS)
        if wrong:
            return ""
        form = canonical(value)
        return form.decode() if normal_form(read(form, _LIMITS)[0]) == normal_form(value) else ""
    except ValueError:
        return ""


def _shown(name: str, value: Any) -> str:
    if name == "findings" and isinstance(value, list):
        return "\n".join(sorted(_finding(one) for one in value)) or "none"
    if name == "output":
        return payload(value)
    if name == "error" and isinstance(value, Mapping):
        return "\n".join(str(value[key]) for key in ("message", "trace") if value.get(key))
    return value if isinstance(value, str) else json_text(value)


def _finding(value: Any) -> str:
    if isinstance(value, Mapping) and isinstance(value.get("rule"), str) and isinstance(value.get("path"), str):
        return printable(f"{value['rule']} at {value['path'] or 'the root'}")
    return printable(json_text(value))


def around(want: str, got: str, limit: int) -> tuple[str, str]:
    """Both texts cut to about `limit` characters around the first place where they differ."""
    if len(want) <= limit and len(got) <= limit:
        return want, got
    pairs = enumerate(zip(want, got, strict=False))
    first = next((place for place, (a, b) in pairs if a != b), min(len(want), len(got)))
    start = max(0, first - limit // 3)
    return _cut(want, start, limit), _cut(got, start, limit)


def _cut(text: str, start: int, limit: int) -> str:
    part = text[start : start + limit]
    return f"{'...' if start and text else ''}{part}{'...' if start + limit < len(text) else ''}"
