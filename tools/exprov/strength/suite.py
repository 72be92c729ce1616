"""The golden fixtures as mutants need them: of each case its id, its exact bytes and what it expects."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from exprov import fixtures

Triple = tuple[str, str, str]
"""A finding as cases state it: rule, path, level."""


@dataclass(frozen=True)
class Case:
    """One case: `expected` is its exact set of findings, `form` its canonical form with the digest, if it has one."""

    id: str
    data: bytes
    carrier: str | None
    expected: frozenset[Triple]
    form: tuple[bytes, str] | None = None


def load(folder: Path) -> list[Case]:
    """Every case of the fixtures in `folder`, in order; raise InputError if they cannot be read or one is invalid."""
    return [
        Case(
            id,
            fixtures.data(case),
            case.get("carrier"),
            frozenset((one["rule"], one["path"], one["level"]) for one in case["findings"]),
            (case["canonical"].encode(), case["digest"]) if case.get("canonical") is not None else None,
        )
        for id, case in fixtures.load(folder).cases.items()
    ]
