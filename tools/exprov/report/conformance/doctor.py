"""What became of every sabotage, as a table for people and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from exprov.conformance import protocol
from exprov.conformance.doctor import NOT_APPLICABLE, NOT_SEEN, SEEN, Examination
from exprov.errors import UsageError
from exprov.printable import printable, unlike_commands
from exprov.report.conformance import words

FORMATS = ("text", "json")
_MOST = 160
_HEADER = ("sabotage", "what the engine seems to do", "to be seen", "verdict", "seen")


def render(examination: Examination, format: str) -> str:
    """The report in one of FORMATS; raise UsageError for another."""
    if format not in FORMATS:
        raise UsageError(f"there is no report format {format!r}", f"choose one of {', '.join(FORMATS)}")
    return _text(examination) if format == "text" else _json(examination)


def headline(examination: Examination) -> str:
    """The result in one sentence."""
    if examination.troubles:
        return f"NOT EXAMINED: {'; '.join(examination.troubles)}"
    seen, unseen, skipped = (examination.count(state) for state in (SEEN, NOT_SEEN, NOT_APPLICABLE))
    parts = [f"{seen} of {len(examination.checks)} sabotages seen"]
    parts += [f"{unseen} NOT SEEN"] if unseen else []
    parts += [f"{skipped} NOT APPLICABLE to what the engine declares and answers"] if skipped else []
    missing = _undeclared(examination)
    parts += [f"NOT DECLARED, so that this says nothing about it: {missing}"] if missing else []
    return f"{'FAILED' if unseen else 'PASSED'}: {'; '.join(parts)}"


def _undeclared(examination: Examination) -> str:
    """What an engine can declare and this one does not, in words."""
    declared = examination.plain.declared
    told = [
        f"{name if len(missing) == 1 else f'{name}s'} {', '.join(missing)}"
        for name, key, known in (
            ("operation", "ops", protocol.OPS),
            ("level", "levels", protocol.LEVELS),
            ("feature", "features", protocol.FEATURES),
        )
        if (missing := [word for word in known if word not in declared.get(key, ())])
    ]
    told += ["all findings of an input"] if declared.get("findings") != "all" else []
    return "; ".join(told)


def _text(examination: Examination) -> str:
    plain = examination.plain
    lines = [f"Engine: {words.engine(plain)}"]
    if examination.checks:
        counts = ", ".join(f"{count} {outcome}" for outcome, count in plain.counts().items() if count)
        lines += [f"Sample: {plain.planned} cases, without a sabotage {counts}", "", *_rows(examination), ""]
    lines += [f"not used, as it is not right without a sabotage either: {id}" for id in examination.unused]
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
        "counts": {state: examination.count(state) for state in (SEEN, NOT_SEEN, NOT_APPLICABLE)},
        "troubles": examination.troubles,
        "checks": [
            {"name": one.name, "does": one.does, "expected": one.expected, "seen": one.seen, "state": one.state}
            for one in examination.checks
        ],
    }
    return unlike_commands(json.dumps(data, indent=1)) + "\n"
