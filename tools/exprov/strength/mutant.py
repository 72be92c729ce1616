"""One way in which a validator can be wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from exprov.strength.subject import Subject

Apply = Callable[[Subject], None]


@dataclass(frozen=True)
class Mutant:
    """A readable id, and what makes a subject wrong in that way. `parses`: whether text may be read differently."""

    id: str
    apply: Apply
    parses: bool = False

    @property
    def area(self) -> str:
        """`schema`, `rule`, `parse` or `leak`."""
        return self.id.partition("/")[0]
