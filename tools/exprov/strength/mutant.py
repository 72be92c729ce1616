"""One way in which a validator can be wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from exprov.strength.subject import Subject

_TOPICS = "tools/exprov/suite/topics"
# What is special about a mutant's id, and the topic that holds its cases; the first that fits.
_HOMES = (
    ("schema/execution-provenance#", "schema"),
    ("schema/integer-form", "numbers"),
    ("schema/identifier-text", "levels"),
    ("schema/unknown-version", "forward"),
    ("schema/phases", "levels"),
    ("schema/type", "numbers"),
    ("schema/maximum", "numbers"),
    ("schema/", "carriers"),
    ("rule/carrier/", "carriers"),
    ("rule/", "rules"),
    ("parse/limit", "limits"),
    ("parse/", "parse"),
    ("leak/", "leaks"),
    ("canonical/number", "numbers"),
    ("canonical/", "unicode"),
)


def home(id: str) -> str:
    """The file where a case that kills the mutant with this id belongs."""
    return next(f"{_TOPICS}/{topic}.py" for start, topic in _HOMES if id.startswith(start))


Apply = Callable[[Subject], None]


@dataclass(frozen=True)
class Mutant:
    """A readable id, and what makes a subject wrong in that way.

    `parses`: whether text may be read differently. `forms`: whether it is the canonical form that is wrong, not findings.
    """

    id: str
    apply: Apply
    parses: bool = False
    forms: bool = False

    @property
    def area(self) -> str:
        """`schema`, `rule`, `parse`, `leak` or `canonical`."""
        return self.id.partition("/")[0]
