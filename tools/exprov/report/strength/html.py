"""The verdict on every mutant, as text for people, as JSON, and as one HTML page."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict

from exprov.errors import UsageError
from exprov.printable import printable
from exprov.report.page import escape, fill, listed, page
from exprov.strength.judge import Strength
from exprov.strength.mutant import home

FORMATS = ("text", "json", "html")


def render(strength: Strength, format: str) -> str:
    """The report in one of FORMATS; raise UsageError for another."""
    if format not in FORMATS:
        raise UsageError(f"there is no report format {format!r}", f"choose one of {', '.join(FORMATS)}")
    return {"text": _text, "json": _json, "html": _html}[format](strength)


def figure(strength: Strength) -> str:
    """The result in one sentence."""
    killed, equivalent, survived = (strength.count(fate) for fate in ("killed", "equivalent", "survived"))
    rest = f"{equivalent} are equivalent" if not survived else f"{equivalent} are equivalent and {survived} survive"
    return f"{strength.cases:,} cases kill {killed:,} of {len(strength.verdicts):,} mutants; {rest}"


def _text(strength: Strength) -> str:
    lines = [
        f"survived: {verdict.mutant}; a case that detects it belongs in {home(verdict.mutant)}"
        for verdict in strength.verdicts
        if verdict.fate == "survived"
    ]
    lines += [f"wrong entry of the equivalent mutants: {mutant}: {reason}" for mutant, reason in strength.stale]
    areas: dict[str, Counter[str]] = {}
    for verdict in strength.verdicts:
        areas.setdefault(verdict.mutant.partition("/")[0], Counter())[verdict.fate] += 1
    width = max(map(len, areas), default=0)
    for area, fates in areas.items():
        killed, equivalent = fates["killed"], fates["equivalent"]
        lines.append(f"{area:{width}}  {fates.total():5} mutants  {killed:5} killed  {equivalent:3} equivalent")
    return "".join(f"{printable(line)}\n" for line in [*lines, figure(strength)])


def _json(strength: Strength) -> str:
    summary = {
        "cases": strength.cases,
        "mutants": len(strength.verdicts),
        **{fate: strength.count(fate) for fate in ("killed", "equivalent", "survived")},
        "complete": strength.is_complete,
    }
    lines = ",\n".join(
        json.dumps({name: text for name, text in asdict(verdict).items() if text}) for verdict in strength.verdicts
    )
    stale = json.dumps([{"mutant": mutant, "reason": reason} for mutant, reason in strength.stale])
    return f'{{"summary": {json.dumps(summary)}, "stale": {stale}, "mutants": [\n{lines}\n]}}\n'


def _html(strength: Strength) -> str:
    rows = "\n".join(
        f'<tr class="{verdict.fate}"><td>{escape(verdict.mutant)}</td><td>{verdict.fate}</td>'
        f"<td>{escape(verdict.case or verdict.reason)}</td></tr>"
        for verdict in strength.verdicts
    )
    wrong = listed(f"{escape(mutant)}: {escape(reason)}" for mutant, reason in strength.stale)
    stale = f"<p>Wrong entries of the equivalent mutants:</p>\n{wrong}\n" if strength.stale else ""
    main = fill("strength", "mutants.html", figure=escape(figure(strength)), stale=stale, rows=rows)
    return page("strength", "Strength of the golden fixtures", main)
