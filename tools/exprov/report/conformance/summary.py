"""A run in Markdown, for the summary of a GitHub step or a comment: bounded, and without active content."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exprov.conformance.outcomes import GOOD, OUTCOMES, PASS
from exprov.conformance.results import Run
from exprov.printable import printable
from exprov.report.conformance.detail import compact
from exprov.report.conformance.values import shortened
from exprov.report.conformance.words import (
    EXCUSED,
    SEE_MORE,
    cause,
    causes,
    checks,
    engine,
    headline,
    judgements,
    skips,
    suite,
    sum_of,
    topics,
    unexpected,
)

ROWS = 50
TEXT = 300
# What has a meaning inside a line of Markdown, or at its start. A colon without a space makes a link or a picture.
_ACTIVE = re.compile(r"[\\`*_{}\[\]<>|#@~$^&!]|:(?! )|(?<=www)\.|^[^A-Za-z&]", re.IGNORECASE)


def render(run: Run) -> str:
    """The document: the result, the counts, a table of the first failures, and the rest."""
    return "".join(f"{line}\n" for line in _lines(run))


def _lines(run: Run) -> Iterator[str]:
    yield f"## {_inert(headline(run))}"
    yield ""
    yield f"Engine: {_inert(engine(run))}. {_inert(suite(run))}."
    yield ""
    yield "| outcome | cases | meaning |"
    yield "|---|---:|---|"
    for outcome, count in run.counts().items():
        yield f"| {outcome} | {f'**{count:,}**' if count else count} | {OUTCOMES[outcome]} |"
    yield f"| **all** | | {_inert(sum_of(run))} |"
    yield ""
    bad = unexpected(run)
    if bad:
        yield from _heading("Unexpected", len(bad), len(bad))
        yield "| case | outcome | why | first difference | cause |"
        yield "|---|---|---|---|---|"
        for result, one in bad[:ROWS]:
            outcome = one.mismatch if result.outcome in GOOD else result.outcome
            cells = (outcome, one.why, compact(result), cause(result, 80))
            yield f"| {_code(result.id)} | {' | '.join(_inert(cell) for cell in cells)} |"
        yield ""
        groups = causes(run)
        yield from _heading("Causes", len(groups), len(groups))
        yield from (f"- {number:,} x {_inert(what)}, e.g. {_code(id)}" for number, what, id in groups[:ROWS])
        yield f"- See more: {_inert(SEE_MORE)}"
        yield ""
    if any(one.outcome != PASS for one in run.results):
        head, *rows = topics(run)
        yield from _heading("By topic", len(rows), len(rows))
        yield f"| {' | '.join(_inert(cell) for cell in head)} |"
        yield f"|{'---|' * len(head)}"
        yield from (f"| {' | '.join(_inert(cell) for cell in row)} |" for row in rows[:ROWS])
        yield ""
    for check in checks(run):
        if check.wrong and check.wrong != (sum_of(run),):
            yield from _heading(check.breach.capitalize(), len(check.wrong), len(check.wrong))
            yield from (f"- {_inert(line)}" for line in check.wrong[:ROWS])
            yield ""
    reasons = skips(run)
    if reasons:
        yield from _heading("SKIPPED", sum(number for _, number in reasons), len(reasons))
        yield from (f"- {number:,}: {_inert(reason)}" for reason, number in reasons[:ROWS])
        yield ""
    excused = sum(one.state == EXCUSED for one in judgements(run))
    if excused:
        yield f"{excused:,} failures are excused by the baseline."
        yield ""


def _heading(title: str, number: int, rows: int) -> Iterator[str]:
    yield f"### {title}: {number:,}{f' (the first {ROWS})' if rows > ROWS else ''}"
    yield ""


def _inert(text: str) -> str:
    """`text` on one line, with every character that Markdown or HTML could act on as a character reference."""
    return _ACTIVE.sub(lambda match: f"&#{ord(match.group())};", printable(shortened(text.strip(), TEXT)))


def _code(text: str) -> str:
    return f"<code>{_inert(text)}</code>"
