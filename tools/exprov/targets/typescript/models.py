"""Render `models.ts`: the types of the contract, the values of its sets, and what reads and writes each type."""

from __future__ import annotations

import re
from pathlib import Path

from exprov.program import model
from exprov.targets.common.naming import Names, constant
from exprov.targets.typescript.text import doc, literal, union

_SAFE = 2**53 - 1
# The members that a value requires, and those that it forbids.
_Effect = tuple[tuple[str, ...], tuple[str, ...]]
_INDEX = Path(__file__).with_name("runtime") / "src" / "index.ts"
# Nothing here is called by a name that a type can have: types may be called as the language's own are.
_HEAD = """\
/** The contract's types, as they are on the wire. Members that a version does not know are kept, unnamed. */

import { Codec as codec } from "./codec.js";
import type { ExactNumber as exact } from "./number.js";
import type { JsonObject as free } from "./tree.js";
"""


def render(program: model.Program) -> str:
    return _Models(program).render()


class _Models:
    def __init__(self, program: model.Program) -> None:
        self.program = program
        exported = re.findall(r"[{,] (?:type )?(\w+)", _INDEX.read_text("utf-8"))
        known = [f"Known{one.name}" for one in program.sets if isinstance(one.check, model.Token)]
        self.name = Names(str, {*exported, *known})

    def render(self) -> str:
        codecs = [one.name for one in self.program.objects] + [one.name for one in self.program.unions]
        return "\n".join(
            [
                _HEAD,
                *(self.set(one) for one in self.program.sets),
                *(self.object(kind) for kind in self.program.objects),
                *(
                    f"{doc(one.description)}export type {self.name(one.name)} = "
                    f"{' | '.join(self.name(branch.type) for branch in one.branches)};\n"
                    for one in self.program.unions
                ),
                *(self.codec(name) for name in codecs),
            ]
        )

    def set(self, one: model.Set) -> str:
        name, known = self.name(one.name), f"Known{one.name}"
        if isinstance(one.check, model.Choice):
            return f"{doc(one.description)}{_alias(name, one.values)}\n{_values(one, name, 'Every value')}"
        # The intersection keeps the known values for completion, and takes any other string.
        return (
            f"{doc(f'The known values of {name}.')}{_alias(known, one.values)}\n"
            f"{doc(one.description)}export type {name} = {known} | (string & {{}});\n\n"
            f"{_values(one, known, 'The known values')}"
        )

    def object(self, kind: model.Object) -> str:
        """An interface; where conditions say what goes with the values of a member, one for each case of these."""
        members = "".join(
            doc(one.description, "  ") + f"  {self.member(one.name, one.check, one.required)};\n"
            for one in kind.members
        )
        name, tested = self.name(kind.name), {one.member for one in kind.conditions}
        if not tested:
            return f"{doc(kind.description)}export interface {name} {{\n{members}}}\n"
        cases = [self.cases(kind, member) for member in kind.members if member.name in tested]
        also = "".join(f" & (\n{''.join(f'  | {case}{chr(10)}' for case in one)})" for one in cases)
        return f"{doc(kind.description)}export type {name} = {{\n{members}}}{also};\n"

    def member(self, name: str, check: model.Check, required: bool) -> str:
        kind = self.type(check)
        return f"readonly {name}: {kind}" if required else f"readonly {name}?: {kind} | undefined"

    def cases(self, kind: model.Object, tested: model.Member) -> list[str]:
        """What goes with the values of a member that conditions test; values with the same effect are one case."""
        found: dict[_Effect, list[str]] = {} if tested.required else {((), ()): []}
        for value in self.values(tested.check):
            apply = [one for one in kind.conditions if one.member == tested.name and value in one.values]
            required = tuple(dict.fromkeys(name for one in apply for name in one.required))
            forbidden = tuple(dict.fromkeys(name for one in apply for name in one.forbidden))
            found.setdefault((required, forbidden), []).append(value)
        return [self.case(kind, tested, values, effect) for effect, values in found.items()]

    def case(self, kind: model.Object, tested: model.Member, values: list[str], effect: _Effect) -> str:
        required, forbidden = effect
        # Where nothing follows, the member may also be absent, if it is optional.
        is_there = tested.required or any(effect)
        value = union(values) if is_there else " | ".join([*map(literal, values), "undefined"])
        members = [
            f"readonly {tested.name}{'' if is_there else '?'}: {value}",
            *(self.member(name, kind.member(name).check, required=True) for name in required),
            *(f"readonly {name}?: undefined" for name in forbidden),
        ]
        return f"{{ {'; '.join(members)} }}"

    def values(self, check: model.Check) -> tuple[str, ...]:
        """The values of a closed set."""
        if isinstance(check, model.SetRef):
            return self.program.set(check.name).values
        assert isinstance(check, model.Choice), "conditions test closed sets alone"
        return check.values

    def codec(self, name: str) -> str:
        own = self.name(name)
        return f"{doc(f'Reads and writes {own}.')}export const {own}: codec<{own}> = new codec({literal(name)});\n"

    def type(self, check: model.Check) -> str:
        match check:
            case model.SetRef(name=name) | model.Ref(name=name):
                return self.name(name)
            case model.Constant(value=value) | model.Version(value=value):
                return literal(value)
            case model.Choice(values=values):
                return union(values)
            case model.Token(known=known):
                return f"{union(known)} | (string & {{}})"
            case model.Text():
                return "string"
            case model.Boolean():
                return "boolean"
            case model.Number(integer=True, minimum=int(low), maximum=int(high)) if -_SAFE <= low and high <= _SAFE:
                return "number"
            case model.Number():
                return "number | exact"
            case model.Array(items=items):
                item = self.type(items)
                return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
            case model.Free():
                return "free"


def _values(one: model.Set, kind: str, words: str) -> str:
    table = f"{constant(one.name)}_VALUES: readonly {kind}[]"
    return f"{doc(f'{words} of {one.name}.')}export const {table} = {literal(one.values)};\n"


def _alias(name: str, values: tuple[str, ...]) -> str:
    line = f"export type {name} = {union(values)};\n"
    lines = "".join(f"\n  | {literal(one)}" for one in values)
    return line if len(line) <= 120 else f"export type {name} ={lines};\n"
