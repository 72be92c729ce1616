"""One case in full, as lines of plain text: what it is, how it came about, and want and got side by side."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import zip_longest

from exprov.conformance.results import CaseResult
from exprov.printable import printable
from exprov.report.conformance.comparison import LINES, around, members
from exprov.report.conformance.values import lines_of, payload, shortened, visible
from exprov.report.conformance.words import Judged, cause

LABEL = 8
COLUMN = 46
INPUT = 400
OUTPUT = 4 * COLUMN
DIFFERENCES = 20
STDERR = 12


def detail(one: Judged) -> list[str]:
    """The lines below the case's name. Each begins with words of ours, so that no line can be taken for a command."""
    result = one.result
    facts = {
        "verdict": one.why if one.why != result.reason else "",
        "title": result.title,
        "why": result.reason,
        "cause": cause(result, 160),
        "rules": ", ".join(result.rules),
        "carrier": result.carrier,
        "input": visible(shortened(payload(result.input), INPUT)),
    }
    lines = [f"  {label:{LABEL}} | {printable(text)}" for label, text in facts.items() if text or label == "input"]
    return [*lines, *_compared(result), *_differences(result), *_stderr(result)]


def _compared(result: CaseResult) -> Iterator[str]:
    rows = members(result)
    if rows:
        yield f"  {'':{LABEL}} | {'want':{COLUMN}} | got{': no answer' if result.got is None else ''}"
    for name, want, got, written in rows:
        if name in ("output", "error"):
            want, got = around(want, got, OUTPUT)
        columns = (_wrapped(lines_of(text) if name in LINES else [text]) for text in (want, got))
        labels = [shortened(printable(name), 40)]
        for label, left, right in zip_longest(labels, *columns, fillvalue=""):
            yield f"  {label:{LABEL}} | {left:{COLUMN}} | {right}".rstrip()
        if written:
            yield f"  {'':{LABEL}} | {'':{COLUMN}} | (in canonical form)"


def _wrapped(parts: list[str]) -> list[str]:
    lines: list[str] = []
    for line in parts[:DIFFERENCES]:
        shown = visible(shortened(line, 2 * OUTPUT))
        lines += textwrap.wrap(shown, COLUMN, drop_whitespace=False, break_on_hyphens=False) or [""]
    return lines


def _differences(result: CaseResult) -> Iterator[str]:
    # Of members of the answer, want and got are above.
    above = {member.name for member in members(result)} - {"output"}
    places = [one for one in result.differences if one.path not in above]
    for one in places[:DIFFERENCES]:
        want, got = (visible(shortened(text, OUTPUT)) or "nothing" for text in (one.want, one.got))
        yield f"  differs at {printable(one.path) or 'the root'}: want {want}, got {got}"
    if len(places) > DIFFERENCES:
        yield f"  and at {len(places) - DIFFERENCES:,} more places"


def _stderr(result: CaseResult) -> Iterator[str]:
    if not result.stderr:
        return
    written = lines_of(result.stderr)
    yield f"  standard error{f' (the last {STDERR} of {len(written):,} lines)' if len(written) > STDERR else ''}"
    yield from (f"  | {printable(shortened(line, INPUT))}" for line in written[-STDERR:])
