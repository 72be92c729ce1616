"""What a run showed of every fault, as a table for people and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from exprov.conformance import protocol
from exprov.conformance.doctor import DETECTED, MISSED, NOT_APPLICABLE, Examination
from exprov.printable import printable, unlike_commands
from exprov.report.conformance import words

_MOST = 160
_HEADER = ("fault", "what the engine seems to do", "expected", "verdict", "seen")


def render(examination: Examination, format: str) -> str:
    """The report, as "text" or "json"."""
    return _text(examination) if format == "text" else _json(examination)


def headline(examination: Examination) -> str:
    """The result in one sentence."""
    if examination.troubles:
        return f"NOT EXAMINED: {'; '.join(examination.troubles)}"
    detected, missed, skipped = (examination.count(state) for state in (DETECTED, MISSED, NOT_APPLICABLE))
    parts = [f"{detected} of {len(examination.checks)} faults detected"]
    parts += [f"{missed} NOT DETECTED"] if missed else []
    parts += [f"{skipped} NOT APPLICABLE to what the engine declares and answers"] if skipped else []
    missing = _undeclared(examination)
    parts += [f"NOT DECLARED, so this says nothing about it: {missing}"] if missing else []
    return f"{'FAILED' if missed else 'PASSED'}: {'; '.join(parts)}"


def _undeclared(examination: Examination) -> str:
    """What this engine does not declare, in words."""
    declared = examination.plain.declared
    parts = [
        f"{name if len(missing) == 1 else f'{name}s'} {', '.join(missing)}"
        for name, key, known in (
            ("operation", "ops", protocol.OPS),
            ("level", "levels", protocol.LEVELS),
            ("feature", "features", protocol.FEATURES),
        )
        if (missing := [word for word in known if word not in declared.get(key, ())])
    ]
    parts += ["all findings of an input"] if declared.get("findings") != "all" else []
    return "; ".join(parts)


def _text(examination: Examination) -> str:
    plain = examination.plain
    lines = [f"Engine: {words.engine(plain)}"]
    if examination.checks:
        counts = ", ".join(f"{count} {outcome}" for outcome, count in plain.counts().items() if count)
        lines += [f"Sample: {plain.planned} cases, without a fault {counts}", "", *_rows(examination), ""]
    lines += [f"not used, because it is wrong without a fault: {id}" for id in examination.unused]
    lines.append(headline(examination))
    return "".join(printable(line).rstrip() + "\n" for line in lines)


def _rows(examination: Examination) -> Iterator[str]:
    rows = [_HEADER, *((one.name, one.does, one.expected, one.state, one.seen) for one in examination.checks)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADER) - 1)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        yield "  ".join([*cells, row[-1] if len(row[-1]) <= _MOST else f"{row[-1][:_MOST]}..."])


def _json(examination: Examination) -> str:
    plain = examination.plain
    data = {
        "engine": plain.engine,
        "command": plain.command,
        "suite": plain.suite,
        "sample": {result.id: result.outcome for result in plain.results},
        "counts": {state: examination.count(state) for state in (DETECTED, MISSED, NOT_APPLICABLE)},
        "troubles": examination.troubles,
        "checks": [
            {"name": one.name, "does": one.does, "expected": one.expected, "seen": one.seen, "state": one.state}
            for one in examination.checks
        ],
    }
    return unlike_commands(json.dumps(data, indent=1)) + "\n"
