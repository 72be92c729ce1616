"""A validator that can be made wrong in one place: the Python runtime, with a program that may be wrong.

Each mutant has its own subject, with a wrong program or with one wrong part. The runtime itself is not changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from exprov.program.model import Program
from exprov.targets.python.runtime._canonical import canonical_number, sorted_members, write
from exprov.targets.python.runtime._phases import Validator
from exprov.targets.python.runtime._place import Check, Out
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

    def __init__(self, program: Program) -> None:
        self.ways: list[Callable[..., Any]] = []
        super().__init__(msgspec.to_builtins(program, enc_hook=self._noted))

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


_NOT_MADE_FOR = (TypeError, KeyError, IndexError, AttributeError)


class _Rules(RulePhase):
    """Rules of a mutant need not be total, and may meet what they are not made for: what fails does not hold."""

    def __init__(self, program: Spec) -> None:
        super().__init__(program)
        for rules in self.rules.values():
            rules[:] = [(id, path, message, _forgiving(holds)) for id, path, message, holds in rules]

    def judge(self, value: Any, type: str, out: Out) -> None:
        with suppress(*_NOT_MADE_FOR):
            super().judge(value, type, out)


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
