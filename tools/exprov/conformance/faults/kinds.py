"""Kinds of planned cases: what the sample has some of each, and what the faults are tried on."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from exprov.conformance.faults.rewrites import known_only, rounded

if TYPE_CHECKING:
    from exprov.conformance.plan import PlannedCase

Kind = Callable[["PlannedCase"], bool]


def operation(op: str) -> Kind:
    return lambda case: case.op == op


def _verdict(verdict: str) -> Kind:
    return lambda case: case.expected.get("verdict") == verdict


def _changed_by(edit: Callable[[Any], Any]) -> Kind:
    """Whether the record to write back would be another one after this edit."""

    def kind(case: PlannedCase) -> bool:
        if case.op != "roundtrip" or case.exact:
            return False
        record = json.loads(case.expected["output"]["text"])
        return bool(edit(record) != record)

    return kind


def counted(case: PlannedCase) -> bool:
    """Whether the answer is a bare record of this version that counts attempts, and has only integers that a float holds."""
    if case.op not in ("roundtrip", "emit") or case.carrier or case.exact:
        return False
    others: list[str] = []
    record = json.loads(
        case.expected["output"]["text"],
        parse_float=others.append,
        parse_int=lambda digits: int(digits) if len(digits) < 16 else others.append(digits),
    )
    if others or not isinstance(record, dict):
        return False
    return record.get("schemaVersion") == "1.0" and record.get("attemptCount", 0) > 0


accepted = _verdict("valid")
rejected = _verdict("invalid")
unknown = _changed_by(known_only)
fractions = _changed_by(rounded)


def several(case: PlannedCase) -> bool:
    return len(case.expected.get("findings", ())) > 1
