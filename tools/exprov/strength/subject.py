"""A validator that can be made wrong in one place: the Python runtime, with a program that may be wrong.

Each mutant has its own subject, with a wrong program or with one wrong part. The runtime itself is not changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from exprov.program.model import Program, Ref
from exprov.targets.python.runtime._canonical import canonical_number, sorted_members, write
from exprov.targets.python.runtime._phases import Validator
from exprov.targets.python.runtime._place import Check, Out, Place
from exprov.targets.python.runtime._rules import RulePhase, Value
from exprov.targets.python.runtime._schema import Condition, SchemaPhase, Spec

Right = TypeVar("Right")
Form = tuple[bytes, str]
"""A canonical form, and its digest."""


class Subject(Validator):
    """The validator and the writer of a program."""

    # The writer's parts: the members of an object in their order, and the text of a number.
    members: Callable[[Any], Any] = staticmethod(sorted_members)
    number: Callable[[Any], str] = staticmethod(canonical_number)

    def __init__(self, program: Program, right: Subject | None = None) -> None:
        """`right` is the subject of the right program. Its findings are used again where the two programs do not differ.

        For that, the values that both validate must be kept.
        """
        self.ways: list[Callable[..., Any]] = []
        super().__init__(msgspec.to_builtins(program, enc_hook=self._noted))
        self.mutated = program
        self.recalled: dict[str, _Recalled] = {}
        if right is not None:
            for name, made_of in _MADE_OF.items():
                if made_of(program) == made_of(right.mutated):
                    vars(self)[name] = right.recalled.setdefault(name, _Recalled(getattr(right, name)))

    def _noted(self, way: Callable[..., Any]) -> int:
        self.ways.append(way)
        return len(self.ways) - 1

    @cached_property
    def schema(self) -> SchemaPhase:
        return _Schema(self.ways, self.program, self.say, self.identifiers, self.leaks.credential_in)

    @cached_property
    def rules(self) -> RulePhase:
        return _Rules(self.program)

    def canonical(self, value: Any) -> bytes:
        return write(value, self.number, self.members, self.leaks.is_nameable)

    def digest(self, data: bytes, form: bytes) -> str:
        """The digest of the input `data`, whose canonical form is `form`."""
        return hashlib.sha256(form).hexdigest()

    def form(self, data: bytes, value: Any) -> Form | None:
        """The canonical form of `value`, which `data` reads as, with the digest; None if a number has none."""
        try:
            form = self.canonical(value)
        except ValueError:
            return None
        return form, self.digest(data, form)


# What each phase is made of: it finds the same where these are the same.
_MADE_OF: dict[str, Callable[[Program], Any]] = {
    "leaks": lambda program: program.leaks,
    "rules": lambda program: (
        program.unions,
        [
            (one.rules, [(m.name, m.check.name) for m in one.members if isinstance(m.check, Ref)])
            for one in program.objects
        ],
    ),
    "schema": lambda program: (
        (program.unions, program.sets, program.identifiers, program.leaks.values),
        [(type(one), one.members, one.conditions, getattr(one, "how", None)) for one in program.objects],
    ),
}


class _Recalled:
    """The phase of another subject. What it finds in a value is kept."""

    def __init__(self, phase: Any) -> None:
        self.phase = phase
        self.found: dict[tuple[Any, ...], Out] = {}
        self.credential_in = getattr(phase, "credential_in", None)

    def judge(self, value: Any, type: str) -> Out:
        return self._find(self.phase.judge, value, type)

    def scan(self, value: Any, place: Place | None = None) -> Out:
        return self._find(self.phase.scan, value, place)

    def _find(self, find: Callable[..., Out], value: Any, how: Any) -> Out:
        key = (id(value), how)
        if key not in self.found:
            self.found[key] = find(value, how)
        return [*self.found[key]]


_NOT_MADE_FOR = (TypeError, KeyError, IndexError, AttributeError)


class _Rules(RulePhase):
    """Rules of a mutant need not be total, and may meet what they are not made for: what fails does not hold."""

    def __init__(self, program: Spec) -> None:
        super().__init__(program)
        for rules in self.rules.values():
            rules[:] = [(id, path, message, _forgiving(holds)) for id, path, message, holds in rules]

    def judge(self, value: Any, type: str) -> Out:
        try:
            return super().judge(value, type)
        except _NOT_MADE_FOR:
            return []


def _forgiving(holds: Value) -> Value:
    def judge(names: Any) -> bool:
        try:
            return holds(names) is True
        except _NOT_MADE_FOR:
            return False

    return judge


class _Schema(SchemaPhase):
    """The schema phase, where parts of the program may say that they are checked wrongly."""

    def __init__(self, ways: Sequence[Callable[..., Any]], *parts: Any) -> None:
        self.ways = ways
        super().__init__(*parts)

    def check(self, spec: Spec) -> Check:
        return self._wrong(super().check(spec), spec)

    def object_check(self, spec: Spec) -> Check:
        return self._wrong(super().object_check(spec), spec)

    def union_check(self, spec: Spec) -> Check:
        return self._wrong(super().union_check(spec), spec)

    def condition(self, spec: Spec) -> Condition:
        made = super().condition(spec)
        made.holds = self._wrong(made.holds, spec)  # type: ignore[method-assign]
        return made

    def _wrong(self, right: Right, spec: Spec) -> Right:
        made: Right = self.ways[spec["how"]](right) if "how" in spec else right
        return made
