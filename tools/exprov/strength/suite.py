"""The golden fixtures as the judge takes them: of each case its id, its exact bytes and what it expects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exprov import fixtures

Triple = tuple[str, str, str]
"""A finding as cases state it: rule, path, level."""


@dataclass(frozen=True)
class Case:
    """One case: `topic` is the first word of its id, `expected` its exact set of findings.

    `form` is the canonical form with its digest, None where it has none.
    """

    id: str
    topic: str
    data: bytes
    carrier: str | None
    expected: frozenset[Triple]
    form: tuple[bytes, str] | None = None


def load(folder: Path) -> list[Case]:
    """Every case of the fixtures in `folder`, in order; raise InputError if they cannot be read or a case is none."""
    return [_case(id, case) for id, case in fixtures.load(folder).cases.items()]


def _case(id: str, case: Mapping[str, Any]) -> Case:
    expected = frozenset((one["rule"], one["path"], one["level"]) for one in case["findings"])
    form = (case["canonical"].encode(), case["digest"]) if "canonical" in case else None
    return Case(id, id.partition(".")[0], fixtures.data(case), case.get("carrier"), expected, form)
