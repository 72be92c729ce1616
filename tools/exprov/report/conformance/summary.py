"""A run in Markdown, for the summary of a GitHub step or a comment: bounded, and without active content."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from exprov.conformance.outcomes import OUTCOMES, PASS
from exprov.conformance.results import Run
from exprov.printable import printable
from exprov.report.conformance.causes import difference
from exprov.report.conformance.sections import SEE_MORE, Entry, sections, table
from exprov.report.conformance.values import shortened
from exprov.report.conformance.words import cause, engine, headline, suite, sum_of, unexpected

ROWS = 50
TEXT = 300
# What has a meaning inside a line of Markdown, or at its start. A colon without a space makes a link or a picture.
_ACTIVE = re.compile(r"[\\`*_{}\[\]<>|#@~$^&!]|:(?! )|(?<=www)\.|^[^A-Za-z&]", re.IGNORECASE)


def render(run: Run) -> str:
    """The document: the result, the counts, a table of the first failures, and the rest."""
    return "".join(f"{line}\n" for line in _lines(run))


def _lines(run: Run) -> Iterator[str]:
    yield f"## {_inert(headline(run))}"
    yield f"\nEngine: {_inert(engine(run))}. {_inert(suite(run))}."
    yield "\n| outcome | cases | meaning |\n|---|---:|---|"
    for outcome, count in run.counts().items():
        yield f"| {outcome} | {f'**{count:,}**' if count else count} | {OUTCOMES[outcome]} |"
    yield f"| **all** | | {_inert(sum_of(run))} |"
    if bad := unexpected(run):
        yield from _heading("Unexpected", len(bad))
        yield "| case | outcome | why | first difference | cause |\n|---|---|---|---|---|"
        for one in bad[:ROWS]:
            cells = (one.outcome, one.why, difference(one.result), cause(one.result, 80))
            yield f"| {_code(one.result.id)} | {' | '.join(map(_inert, cells))} |"
        yield f"\nSee more: {_inert(SEE_MORE)}"
    if any(one.outcome != PASS for one in run.results):
        head, *rows = table(run)
        yield from _heading("By topic", len(rows))
        yield from [_row(head), f"|{'---|' * len(head)}", *map(_row, rows[:ROWS])]
    for section in sections(run):
        yield f"\n### {_inert(section.heading)}\n"
        yield from (f"- {_line(entry)}" for entry in section.entries[:ROWS])
        yield from ([f"- and {len(section.entries) - ROWS:,} more"] if len(section.entries) > ROWS else [])


def _heading(title: str, number: int) -> Iterator[str]:
    yield f"\n### {title}: {number:,}{f' (the first {ROWS})' if number > ROWS else ''}\n"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_inert, cells))} |"


def _line(entry: Entry) -> str:
    before = [_inert(entry.before)] if entry.before else []
    return " ".join([*before, f"{_code(entry.id)}{_inert(entry.after)}"] if entry.id else before)


def _inert(text: str) -> str:
    """`text` on one line, with every character that Markdown or HTML could act on as a character reference."""
    return _ACTIVE.sub(lambda match: f"&#{ord(match.group())};", printable(shortened(text.strip(), TEXT)))


def _code(text: str) -> str:
    return f"<code>{_inert(text)}</code>"
