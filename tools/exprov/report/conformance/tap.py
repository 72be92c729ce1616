"""A run in the Test Anything Protocol, version 14, with diagnostics in YAML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from exprov.conformance.results import CaseResult, Run
from exprov.report.conformance.comparison import LINES, members
from exprov.report.conformance.values import ascii_json, lines_of, payload, plain, shortened, visible
from exprov.report.conformance.words import EXCUSED, OK, SKIPPED, Judgement, cause, checks, engine, judgements, suite

VALUE = 2000


def render(run: Run) -> str:
    """A test point for each case, in the plan's order, and one for each check of the run as a whole."""
    found = checks(run)
    lines = ["TAP version 14", f"1..{len(run.results) + len(found)}"]
    lines += [f"# engine: {plain(engine(run))}", f"# {plain(suite(run))}"]
    for number, (result, one) in enumerate(zip(run.results, judgements(run), strict=True), 1):
        lines += _point(number, result, one)
    for number, check in enumerate(found, len(run.results) + 1):
        lines.append(f"{'not ok' if check.wrong else 'ok'} {number} - {_escaped(check.name)}")
        if check.wrong:
            lines += _diagnostics([("message", check.wrong[0]), ("count", len(check.wrong))])
    return "".join(f"{line}\n" for line in lines)


def _point(number: int, result: CaseResult, one: Judgement) -> Iterator[str]:
    name = f"{number} - {_escaped(result.id)}"
    if one.state == OK:
        yield f"ok {name}"
    elif one.state == SKIPPED:
        yield f"ok {name} # SKIP {_escaped(one.why)}"
    else:
        yield f"not ok {name}{f' # TODO {_escaped(one.why)}' if one.state == EXCUSED else ''}"
        yield from _diagnostics(list(_facts(result, one)))


def _facts(result: CaseResult, one: Judgement) -> Iterator[tuple[str, object]]:
    yield "message", one.why
    yield "severity", one.state
    yield "outcome", result.outcome
    yield "title", result.title
    if result.base:
        yield "cause", cause(result)
    if result.carrier:
        yield "carrier", result.carrier
    yield "input", visible(payload(result.input))
    if result.got is None:
        yield "answer", "none"
    for name, want, got, written in members(result):
        if name not in LINES:
            want, got = visible(want), visible(got)
        yield f"{name} want", lines_of(want) if name in LINES and want else want
        form = " in canonical form" if written else ""
        yield f"{name} got{form}", lines_of(got) if name in LINES and got else got
    if result.differences:
        yield (
            "differences",
            [f"{d.path or 'the root'}: want {visible(d.want)}, got {visible(d.got)}" for d in result.differences],
        )
    if result.stderr:
        yield "stderr", lines_of(result.stderr)[-50:]


def _diagnostics(facts: list[tuple[str, object]]) -> Iterator[str]:
    yield "  ---"
    for name, value in facts:
        # JSON text on one line is also YAML; names are quoted because an engine may have made them up.
        if isinstance(value, str):
            yield f"  {_quoted(name)}: {_quoted(value)}"
        elif isinstance(value, list):
            yield f"  {_quoted(name)}:"
            yield from (f"    - {_quoted(item)}" for item in value[:50])
        else:
            yield f"  {_quoted(name)}: {ascii_json(value)}"
    yield "  ..."


def _quoted(text: str) -> str:
    shown = plain(shortened(text, VALUE))
    return shown if re.fullmatch("[a-z]+", shown) and shown not in _WORDS else json.dumps(shown, ensure_ascii=False)


# Words that some YAML readers do not take for text.
_WORDS = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})


def _escaped(text: str) -> str:
    """`text` on one line, in which a `#` starts no directive."""
    return plain(text).replace("\\", "\\\\").replace("#", "\\#")
