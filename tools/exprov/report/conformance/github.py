"""A run as annotations of a GitHub workflow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exprov.conformance.results import Run
from exprov.printable import printable
from exprov.report.conformance.causes import Cause, causes
from exprov.report.conformance.detail import detail
from exprov.report.conformance.values import shortened
from exprov.report.conformance.words import checks, headline, passed, skips

SHOWN = 10
"""How many errors GitHub shows for one step; the last one gives the number of the rest."""
TITLE = 200


def render(run: Run) -> str:
    """One workflow command per line."""
    return "".join(f"{line}\n" for line in _commands(run))


def _commands(run: Run) -> Iterator[str]:
    errors = [(f"conformance: {check.breach}", list(check.wrong[:20])) for check in checks(run) if check.wrong]
    errors += [(_title(cause), [*_lines(cause)]) for cause in causes(run)]
    room = SHOWN if len(errors) <= SHOWN else SHOWN - 1
    for title, lines in errors[:room]:
        yield _command("error", title, lines)
    if rest := [title for title, _ in errors[room:]]:
        more = [f"and {len(rest) - 100:,} more"] if len(rest) > 100 else []
        yield _command("error", f"{len(rest):,} more causes of unexpected results", [*rest[:100], *more])
    if reasons := skips(run):
        total = sum(number for _, number in reasons)
        lines = [f"{number:,}: {reason}" for reason, number in reasons[:20]]
        yield _command("warning", f"{total:,} of {run.planned:,} conformance cases SKIPPED", lines)
    yield _command("notice" if passed(run) else "error", "conformance", [headline(run)])


def _title(cause: Cause) -> str:
    return f"{len(cause.results):,} cases: {cause.title}" if cause.results[1:] else cause.results[0].name


def _lines(cause: Cause) -> Iterator[str]:
    example, *others = cause.results
    yield from [example.name] if others else []
    yield from [example.why, *detail(example), *(f"also {one.name}" for one in others[:20])]
    if len(others) > 20:
        yield f"and {len(others) - 20:,} more"


def _command(kind: str, title: str, lines: Sequence[str]) -> str:
    name = _data(printable(shortened(title, TITLE))).replace(":", "%3A").replace(",", "%2C")
    return f"::{kind} title={name}::{_data(chr(10).join(map(printable, lines)))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
