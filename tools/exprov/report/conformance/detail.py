"""One case in full, as lines of plain text: what it is, how it came about, and want and got side by side."""

from __future__ import annotations

import textwrap

from exprov.conformance.outcomes import GOOD
from exprov.conformance.results import CaseResult
from exprov.printable import printable
from exprov.report.conformance.comparison import LINES, around, members
from exprov.report.conformance.values import json_text, lines_of, payload, shortened, visible
from exprov.report.conformance.words import Judgement, cause

LABEL = 8
COLUMN = 46
INPUT = 400
OUTPUT = 4 * COLUMN
DIFFERENCES = 20
STDERR = 12


def detail(result: CaseResult) -> list[str]:
    """The lines below the case's name. Each begins with words of ours, so that no line can be taken for a command."""
    lines = [_line("title", result.title), *([_line("why", result.reason)] if result.reason else ())]
    if result.base:
        lines.append(_line("cause", cause(result, 160)))
    if result.rules:
        lines.append(_line("rules", ", ".join(result.rules)))
    if result.carrier:
        lines.append(_line("carrier", result.carrier))
    lines.append(_line("input", visible(shortened(payload(result.input), INPUT))))
    lines += _compared(result)
    # Of members of the answer, want and got are above.
    above = {member.name for member in members(result)} - {"output"}
    places = [one for one in result.differences if one.path not in above]
    for one in places[:DIFFERENCES]:
        place = one.path or "the root"
        lines.append(f"  differs at {printable(place)}: want {_value(one.want)}, got {_value(one.got)}")
    if len(places) > DIFFERENCES:
        lines.append(f"  and at {len(places) - DIFFERENCES:,} more places")
    if result.stderr:
        lines_written = lines_of(result.stderr)
        more = f" (the last {STDERR} of {len(lines_written):,} lines)" if len(lines_written) > STDERR else ""
        lines.append(f"  standard error{more}")
        lines += [f"  | {printable(shortened(line, INPUT))}" for line in lines_written[-STDERR:]]
    return lines


def _line(label: str, text: str) -> str:
    return f"  {label:{LABEL}} | {printable(text)}"


def _value(text: str) -> str:
    return visible(shortened(text, OUTPUT)) if text else "nothing"


def _compared(result: CaseResult) -> list[str]:
    rows = members(result)
    if not rows:
        return []
    lines = [f"  {'':{LABEL}} | {'want':{COLUMN}} | got"]
    if result.got is None:
        lines[0] += ": no answer"
    for name, want, got, written in rows:
        if name in ("output", "error"):
            want, got = around(want, got, OUTPUT)
        left, right = (_wrapped(lines_of(text) if name in LINES else [text]) for text in (want, got))
        for place in range(max(len(left), len(right))):
            label = shortened(printable(name), 40) if place == 0 else ""
            one = left[place] if place < len(left) else ""
            other = right[place] if place < len(right) else ""
            lines.append(f"  {label:{LABEL}} | {one:{COLUMN}} | {other}".rstrip())
        if written:
            lines.append(f"  {'':{LABEL}} | {'':{COLUMN}} | (in canonical form)")
    return lines


def _wrapped(parts: list[str]) -> list[str]:
    lines: list[str] = []
    for line in parts[:DIFFERENCES]:
        shown = visible(shortened(line, 2 * OUTPUT))
        lines += textwrap.wrap(shown, COLUMN, drop_whitespace=False, break_on_hyphens=False) or [""]
    return lines or [""]


def name(result: CaseResult, judgement: Judgement | None = None) -> str:
    """The case's outcome and id, on one line; if a good outcome contradicts the baseline, how."""
    against = result.outcome in GOOD and judgement is not None and judgement.mismatch
    return f"{against or result.outcome}: {printable(result.id)}"


def compact(result: CaseResult) -> str:
    """The first difference in one line."""
    if result.differences:
        one = result.differences[0]
        more = f" and {len(result.differences) - 1:,} more" if len(result.differences) > 1 else ""
        want, got = visible(one.want) or "nothing", visible(one.got) or "nothing"
        return f"{one.path or 'the root'}: want {want}, got {got}{more}"
    if result.got is None:
        return "no answer"
    if result.outcome in GOOD:
        return ""
    return json_text({key: value for key, value in result.got.items() if key in ("status", "verdict")})
