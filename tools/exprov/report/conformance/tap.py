"""A run in the Test Anything Protocol, version 14, with diagnostics in YAML."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from exprov.conformance.results import Run
from exprov.printable import printable
from exprov.report.conformance.detail import detail
from exprov.report.conformance.words import EXCUSED, OK, SKIPPED, Judged, checks, engine, judgements, suite

_Facts = Mapping[str, str | Sequence[str]]


def render(run: Run) -> str:
    """A test point for each case, in the plan's order, and one for each check of the run as a whole."""
    points = [_case(one) for one in judgements(run)]
    for check in checks(run):
        facts: _Facts = {"message": check.wrong[0], "violations": check.wrong[:50]} if check.wrong else {}
        points.append((not check.wrong, check.name, "", facts))
    lines = ["TAP version 14", f"1..{len(points)}", f"# engine: {engine(run)}", f"# {suite(run)}"]
    for number, (is_ok, name, directive, facts) in enumerate(points, 1):
        lines.append(f"{'ok' if is_ok else 'not ok'} {number} - {_escaped(name)}{directive}")
        lines += _yaml(facts)
    return "".join(f"{printable(line)}\n" for line in lines)


def _case(one: Judged) -> tuple[bool, str, str, _Facts]:
    directives = {SKIPPED: "SKIP", EXCUSED: "TODO"}
    directive = f" # {directives[one.state]} {_escaped(one.why)}" if one.state in directives else ""
    if one.state in (OK, SKIPPED):
        return True, one.result.id, directive, {}
    facts = {"message": one.why, "severity": one.state, "outcome": one.result.outcome, "detail": detail(one)}
    return False, one.result.id, directive, facts


def _yaml(facts: _Facts) -> Iterator[str]:
    # A text in JSON is one in YAML, too.
    if facts:
        yield "  ---"
        for name, value in facts.items():
            if isinstance(value, str):
                yield f"  {name}: {_quoted(value)}"
            else:
                yield from [f"  {name}:", *(f"    - {_quoted(line)}" for line in value)]
        yield "  ..."


def _quoted(text: str) -> str:
    return json.dumps(printable(text), ensure_ascii=False)


def _escaped(text: str) -> str:
    """`text` on one line, in which a `#` starts no directive."""
    return printable(text).replace("\\", "\\\\").replace("#", "\\#")
