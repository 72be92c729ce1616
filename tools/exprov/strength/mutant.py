"""One way in which a validator can be wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from exprov.program.model import Program
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


ShowsIn = Literal["value", "text", "form"]
Switch = Callable[[Subject], None]
"""Replaces a part of a subject by a wrong one."""


def part(name: str, way: Callable[[Any], Any]) -> Switch:
    """The switch that replaces the part of this name, such as `leaks.scan`, by what `way` makes of it."""

    def switch(subject: Subject) -> None:
        *owners, last = name.split(".")
        owner: Any = subject
        for one in owners:
            owner = getattr(owner, one)
        setattr(owner, last, way(getattr(owner, last)))

    return switch


@dataclass(frozen=True)
class Mutant:
    """A readable id, and what is wrong: the program, or a part of the validator that `switch` replaces.

    `shows_in`: where it can be detected. In the findings of a value that was read rightly, in those of a text that is
    read again, or in the canonical form and its digest.
    """

    id: str
    program: Program | None = None
    switch: Switch | None = None
    shows_in: ShowsIn = "value"
