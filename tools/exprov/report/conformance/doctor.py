"""What a run showed of every fault, as a table for people and as JSON."""

from __future__ import annotations

import dataclasses
import json

from exprov.conformance import protocol
from exprov.conformance.doctor import DETECTED, MISSED, NOT_APPLICABLE, Examination
from exprov.printable import printable, unlike_commands
from exprov.report.conformance import words
from exprov.report.conformance.values import aligned

_MOST = 160
_LISTED = 10
_HEADER = ("fault", "what the engine seems to do", "expected", "verdict", "seen")


def render(examination: Examination, format: str) -> str:
    """The report, as "text" or "json"."""
    return _text(examination) if format == "text" else _json(examination)


def headline(examination: Examination) -> str:
    """The result in one sentence."""
    if examination.troubles:
        return f"NOT EXAMINED: {'; '.join(examination.troubles)}"
    detected, missed, skipped = (examination.count(state) for state in (DETECTED, MISSED, NOT_APPLICABLE))
    parts = [f"{detected} of {detected + missed} faults detected"]
    parts += [f"{missed} NOT DETECTED"] if missed else []
    parts += [f"{skipped} NOT APPLICABLE to what the engine declares and answers"] if skipped else []
    missing = _undeclared(examination)
    parts += [f"NOT DECLARED, so this says nothing about it: {missing}"] if missing else []
    return f"{'FAILED' if missed else 'PASSED'}: {'; '.join(parts)}"


def _undeclared(examination: Examination) -> str:
    """What this engine does not declare, in words."""
    declared = examination.plain.declared
    known = {"operation": protocol.OPS, "level": protocol.LEVELS, "feature": protocol.FEATURES}
    keys = {"operation": "ops", "level": "levels", "feature": "features"}
    parts = []
    for name, all_words in known.items():
        if missing := [word for word in all_words if word not in declared.get(keys[name], ())]:
            parts.append(f"{name if len(missing) == 1 else f'{name}s'} {', '.join(missing)}")
    parts += ["all findings of an input"] if declared.get("findings") != "all" else []
    return "; ".join(parts)


def _text(examination: Examination) -> str:
    plain = examination.plain
    lines = [f"Engine: {words.engine(plain)}"]
    if examination.checks:
        counts = ", ".join(f"{count} {outcome}" for outcome, count in plain.counts().items() if count)
        rows = [(one.name, one.does, one.expected, one.state, _cut(one.seen)) for one in examination.checks]
        lines += [f"Sample: {plain.planned} cases, without a fault {counts}", "", *aligned([_HEADER, *rows]), ""]
    unused = examination.unused
    lines += [f"not used, because it is wrong without a fault: {id}" for id in unused[:_LISTED]]
    lines += [f"and {len(unused) - _LISTED:,} more"] if len(unused) > _LISTED else []
    return "".join(f"{printable(line)}\n" for line in [*lines, headline(examination)])


def _cut(text: str) -> str:
    return text if len(text) <= _MOST else f"{text[:_MOST]}..."


def _json(examination: Examination) -> str:
    plain = examination.plain
    data = {
        "engine": plain.engine,
        "command": plain.command,
        "arguments": len(plain.command[1:]) + plain.left_out,
        "suite": plain.suite,
        "sample": {result.id: result.outcome for result in plain.results},
        "counts": {state: examination.count(state) for state in (DETECTED, MISSED, NOT_APPLICABLE)},
        "troubles": examination.troubles,
        "checks": [dataclasses.asdict(one) for one in examination.checks],
    }
    return unlike_commands(json.dumps(data, indent=1)) + "\n"
