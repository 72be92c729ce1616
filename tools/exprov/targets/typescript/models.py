"""Render `models.ts`: the types of the contract, the values of its sets, and what reads and writes each type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from exprov.program.model import (
    Array,
    Boolean,
    Check,
    Choice,
    Constant,
    Free,
    Number,
    Object,
    Program,
    Ref,
    Set,
    SetRef,
    Text,
    Token,
    Version,
)
from exprov.targets.common.naming import Names, constant
from exprov.targets.typescript.text import doc, literal, union

_SAFE = 2**53 - 1
_INDEX = Path(__file__).with_name("runtime") / "src" / "index.ts"
# Nothing here is called by a name that a type can have: types may be called as the language's own are.
_HEAD = """\
/** The contract's types, as they are on the wire. Members that a version does not know are kept, unnamed. */

import { Codec as codec } from "./codec.js";
import type { ExactNumber as exact } from "./number.js";
import type { JsonObject as free } from "./tree.js";
"""


def render(program: Program) -> str:
    return _Models(program).render()


class _Models:
    def __init__(self, program: Program) -> None:
        self.program = program
        exported = re.findall(
            r"[A-Z]\w+", "".join(re.findall(r"^export .*?\{(.*?)\}", _INDEX.read_text("utf-8"), re.M | re.S))
        )
        known = [f"Known{one.name}" for one in program.sets if isinstance(one.check, Token)]
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

    def set(self, one: Set) -> str:
        name, known = self.name(one.name), f"Known{one.name}"
        if isinstance(one.check, Choice):
            return f"{doc(one.description)}{_alias(name, one.values)}\n{_values(one, name, 'Every value')}"
        # The intersection keeps the known values for completion, and takes any other string.
        return (
            f"{doc(f'The known values of {name}.')}{_alias(known, one.values)}\n"
            f"{doc(one.description)}export type {name} = {known} | (string & {{}});\n\n"
            f"{_values(one, known, 'The known values')}"
        )

    def object(self, kind: Object) -> str:
        """An interface; where conditions say what goes with the value of a member, one for each such value."""
        body = "".join(
            doc(one.description, "  ") + f"  {self.member(one.name, one.check, one.required)};\n"
            for one in kind.members
        )
        name, cases = self.name(kind.name), list(self.cases(kind))
        if not cases:
            return f"{doc(kind.description)}export interface {name} {{\n{body}}}\n"
        also = "".join(" & (\n" + "".join(f"  | {{ {case} }}\n" for case in one) + ")" for one in cases)
        return f"{doc(kind.description)}export type {name} = {{\n{body}}}{also};\n"

    def member(self, name: str, check: Check, required: bool) -> str:
        kind = self.type(check)
        return f"readonly {name}: {kind}" if required else f"readonly {name}?: {kind} | undefined"

    def cases(self, kind: Object) -> Iterator[list[str]]:
        """For each member that conditions test: what holds in each case of its values."""
        for tested in kind.members:
            conditions = [one for one in kind.conditions if one.member == tested.name]
            cases: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {} if tested.required else {((), ()): []}
            for value in self.values(tested.check) if conditions else ():
                apply = [one for one in conditions if value in one.values]
                required = tuple(dict.fromkeys(name for one in apply for name in one.required))
                forbidden = tuple(dict.fromkeys(name for one in apply for name in one.forbidden))
                cases.setdefault((required, forbidden), []).append(value)
            if conditions:
                yield [
                    "; ".join(
                        [
                            f"readonly {tested.name}: {union(values)}"
                            if tested.required or required or forbidden
                            else f"readonly {tested.name}?: {' | '.join([*map(literal, values), 'undefined'])}",
                            *(self.member(name, kind.member(name).check, True) for name in required),
                            *(f"readonly {name}?: undefined" for name in forbidden),
                        ]
                    )
                    for (required, forbidden), values in cases.items()
                ]

    def values(self, check: Check) -> tuple[str, ...]:
        """The values of a closed set."""
        if isinstance(check, SetRef):
            return self.program.set(check.name).values
        assert isinstance(check, Choice), "conditions test closed sets alone"
        return check.values

    def codec(self, name: str) -> str:
        own = self.name(name)
        return f"{doc(f'Reads and writes {own}.')}export const {own}: codec<{own}> = new codec({literal(name)});\n"

    def type(self, check: Check) -> str:
        match check:
            case SetRef(name=name) | Ref(name=name):
                return self.name(name)
            case Constant(value=value) | Version(value=value):
                return literal(value)
            case Choice(values=values):
                return union(values)
            case Token(known=known):
                return f"{union(known)} | (string & {{}})"
            case Text():
                return "string"
            case Boolean():
                return "boolean"
            case Number(integer=True, minimum=int(low), maximum=int(high)) if -_SAFE <= low and high <= _SAFE:
                return "number"
            case Number():
                return "number | exact"
            case Array(items=items):
                item = self.type(items)
                return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
            case Free():
                return "free"


def _values(one: Set, kind: str, words: str) -> str:
    return f"{doc(f'{words} of {one.name}.')}export const {constant(one.name)}_VALUES: readonly {kind}[] = {literal(one.values)};\n"


def _alias(name: str, values: tuple[str, ...]) -> str:
    line = f"export type {name} = {union(values)};\n"
    lines = "".join(f"\n  | {literal(one)}" for one in values)
    return line if len(line) <= 120 else f"export type {name} ={lines};\n"
