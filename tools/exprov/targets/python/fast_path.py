"""Render `_fast.py`: the quick verdict on a record as it was written.

It answers "surely valid" or "not sure", never "invalid": whatever is out of the ordinary goes to the explaining path.
msgspec checks the grammar, the types and the closed sets, and rejects unknown members and tokens. It accepts a repeated
member, which brings a colon that the decoded record does not account for. If a string has a colon, or a zero may have been
`-0`, lengths are compared instead: msgspec writes the shortest text of a record without fractional numbers.
`{"a":1,"a":2}` decodes to a record that is written `{"a":2}`, and `-0` to one that is written `0`, so a text that is longer,
blanks aside, is not sure.

Free strings are vetted once and remembered. One loop over a list checks its elements, counts the values that rules ask
about, and collects the keys that must differ.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from exprov.contract.rules import tree
from exprov.contract.rules.tree import Expression
from exprov.program.model import Array, Check, Condition, Member, Number, Object, Program, Ref, SetRef, Text
from exprov.targets.common.expressions import UNARY
from exprov.targets.python import structs
from exprov.targets.python.expressions import StructPrinter
from exprov.targets.python.naming import attribute, literal, literals
from exprov.targets.python.structs import TEMPLATES, Unsupported, always


def render(program: Program) -> str:
    try:
        return TEMPLATES.get_template("fast.py.jinja2").render(
            verdict=_Verdict(program),
            structs=[kind.name for kind in structs.record_types(program)],
            record=program.record.type,
            depth=_depth(program, Ref(name=program.record.type)),
        )
    except Unsupported:
        return TEMPLATES.get_template("never_sure.py.jinja2").render()


def _depth(program: Program, check: Check) -> int:
    match check:
        case Array(items=items):
            return 1 + _depth(program, items)
        case Ref(name=name):
            return 1 + max((_depth(program, member.check) for member in program.object(name).members), default=0)
        case _:
            return 0


@dataclass(frozen=True)
class _Optional:
    """A member that may be absent: what is asked where it is present, and where it is not."""

    value: str
    present: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    counters: list[str] = field(default_factory=list)
    """The variables that count where it is present."""


@dataclass(frozen=True)
class _Object:
    """What is asked of one object, those that it holds by a member included."""

    always: int
    """How many members it surely has."""
    tests: list[str]
    optional: list[_Optional]


_Key = tuple[str, str]
"""The name of a list, and the member of its elements that is a key."""


@dataclass(frozen=True)
class _Keys:
    """Keys that must all differ, of the elements of one list or of several: `variable` is the set of them."""

    variable: str
    sources: list[_Key]


class _Verdict:
    """What the template writes."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.types = {kind.name: list(structs.judged(program, kind)) for kind in structs.record_types(program)}
        record = program.object(program.record.type)
        members = self.types[record.name]
        self.elements = {
            member.name: program.object(member.check.items.name)
            for member in members
            if isinstance(member.check, Array) and isinstance(member.check.items, Ref)
        }
        self.variables = {name: f"this_{attribute(name)}" for name in self.elements}
        self.keys, rules = _keys([rule.tree for rule in record.rules])
        printer = self.printer("this", self.variables)
        self.record = self.object(record, "this", printer, rules)
        self.record.tests[:0] = [test for keys in self.keys for test in self.of_keys(keys)]
        self.lists = [self.list(name, f"item{number}", printer) for number, name in enumerate(self.elements)]
        # Of zeros alone the text does not show whether they were `-0`.
        self.numbers = [f"this.{attribute(member.name)}" for member in members if isinstance(member.check, Number)]
        self.texts = list(self.free_texts(record, "this"))
        for name, kind in self.elements.items():
            self.texts += [f"*[{text} for item in {self.variables[name]}]" for text in self.free_texts(kind, "item")]

    def printer(self, this: str, lists: Mapping[str, str]) -> StructPrinter:
        return StructPrinter(this, lists, {name: {m.name for m in members} for name, members in self.types.items()})

    def list(self, name: str, item: str, printer: StructPrinter) -> dict[str, object]:
        """What is done with each element of a list, which is `item`."""
        variable = self.variables[name]
        keys = {by: keys.variable for keys in self.keys for of, by in keys.sources if of == name}
        element = self.object(self.elements[name], item, self.printer(item, {}), (), vetted=keys)
        counters = {
            counter: (f"({item}.{of} == {literal(token)})", f"({item}.{of} != {literal(token)})")
            for (owner, of, token), counter in printer.counters.items()
            if owner == variable
        }
        separate = {}
        for counter, (holds, fails) in counters.items():
            # Where a member is present exactly if the value is the one that is counted, one question answers both.
            tied = [one for one in element.optional if holds in one.present and fails in one.absent][:1]
            for one in tied:
                one.counters.append(counter)
            if not tied:
                separate[counter] = holds
        return {
            "variable": variable,
            "attribute": attribute(name),
            "item": item,
            "element": element,
            "collected": {attribute(by): variable for by, variable in keys.items()},
            "counters": [*counters],
            "separate": separate,
        }

    def object(
        self,
        kind: Object,
        item: str,
        printer: StructPrinter,
        rules: Sequence[Expression],
        vetted: Collection[str] = (),
    ) -> _Object:
        """What is asked of the object `item`, whose `vetted` members are vetted elsewhere."""
        members = {member.name: member for member in self.types[kind.name]}
        values = {name: f"{item}.{attribute(name)}" for name in members}
        optional = {name: _Optional(values[name]) for name, member in members.items() if not always(member)}
        asked = _Object(len(members) - len(optional), [], list(optional.values()))

        def where(name: str, *, present: bool) -> list[str]:
            """The tests that are made where a member is present, or where it is not."""
            if name in optional:
                return optional[name].present if present else optional[name].absent
            return asked.tests if present == (name in members) else []

        for name, member in members.items():
            where(name, present=True).extend(self.of_check(member.check, values[name], is_vetted=name in vetted))
        for one in kind.conditions:
            for name in one.required:
                where(name, present=False).append(self.fails(kind, one, values[one.member]))
            for name in one.forbidden:
                where(name, present=True).append(self.fails(kind, one, values[one.member]))
        for rule in rules:
            match rule:
                case tree.Logical("||", tree.Not(tree.Has(tree.Name("this"), name)), rest):
                    where(name, present=True).append(printer.print(rest, UNARY))
                case tree.Logical("||", tree.Has(tree.Name("this"), name), rest):
                    where(name, present=False).append(printer.print(rest, UNARY))
                case _:
                    asked.tests.append(printer.print(rule, UNARY))
        return self.with_held(asked, members.values(), values)

    def with_held(self, asked: _Object, members: Iterable[Member], values: Mapping[str, str]) -> _Object:
        """`asked`, and what is asked of the objects that `members` hold."""
        for member in members:
            if isinstance(member.check, Ref):
                kind, value = self.program.object(member.check.name), values[member.name]
                held = self.object(kind, value, self.printer(value, {}), [rule.tree for rule in kind.rules])
                asked = _Object(asked.always + held.always, asked.tests + held.tests, asked.optional + held.optional)
        return asked

    def of_check(self, check: Check, value: str, *, is_vetted: bool = False) -> Iterator[str]:
        """Tests of what a struct's types leave open."""
        match check:
            case Text(min_length=least):
                # Vetting asks for one code point at least.
                if least > 1:
                    yield f"(len({value}) >= {least})"
                if not is_vetted:
                    yield f"({value} in VETTED or vet(_texts(this)))"
            case Array(items=Ref(), unique=unique):
                if unique:
                    yield f"(len({value}) < 2 or len(set(map(_encoder().encode, {value}))) == len({value}))"
            case Array(items=items, unique=unique):
                if unique:
                    yield f"(len({value}) < 2 or len(set({value})) == len({value}))"
                if isinstance(items, Text):
                    yield f"(VETTED.issuperset({value}) or vet(_texts(this)))"
                    if items.min_length > 1:
                        yield f"(min(map(len, {value}), default={items.min_length}) >= {items.min_length})"

    def of_keys(self, keys: _Keys) -> Iterator[str]:
        yield f"(len({keys.variable}) == {' + '.join(f'{self.variables[of]}_size' for of, _ in keys.sources)})"
        if any(isinstance(self.elements[of].member(by).check, Text) for of, by in keys.sources):
            yield f"({keys.variable} <= VETTED or vet(_texts(this)))"

    def fails(self, kind: Object, condition: Condition, value: str) -> str:
        """The test that a condition does not hold."""
        member = kind.member(condition.member)
        known = (
            self.program.set(member.check.name).values if isinstance(member.check, SetRef) and always(member) else ()
        )
        others = [one for one in known if one not in condition.values]
        if len(others) == 1:
            return f"({value} == {literal(others[0])})"
        if len(condition.values) == 1:
            return f"({value} != {literal(condition.values[0])})"
        return f"({value} not in {literals(condition.values)})"

    def free_texts(self, kind: Object, item: str) -> Iterator[str]:
        """The free strings of an object; what is absent is among them."""
        for member in self.types[kind.name]:
            value = f"{item}.{attribute(member.name)}"
            match member.check:
                case Text():
                    yield value
                case Array(items=Text()):
                    yield f"*({value} or ())"
                case Ref(name=name):
                    yield from self.free_texts(self.program.object(name), value)


def _keys(rules: Sequence[Expression]) -> tuple[list[_Keys], list[Expression]]:
    """The keys that rules of the record ask to differ, and the other rules.

    Where those of one list differ, those of another do, and the two lists have none in common, all of them differ.
    """
    facts = [_differing(rule) for rule in rules]
    groups: list[list[_Key]] = []
    for key in dict.fromkeys(key for fact in facts if len(fact) == 1 for key in fact):
        home = next((group for group in groups if all({key, other} in facts for other in group)), None)
        if home is None:
            groups.append([key])
        else:
            home.append(key)
    others = [
        rule for rule, fact in zip(rules, facts, strict=True) if not any(fact and fact <= {*group} for group in groups)
    ]
    return [_Keys(f"keys{number}", group) for number, group in enumerate(groups)], others


def _differing(rule: Expression) -> set[_Key]:
    """The keys that differ, by a set operation on lists of the record: those of one list, or of two."""
    match rule:
        case tree.Distinct(tree.Member(tree.Name("this"), name), by):
            return {(name, by)}
        case tree.Disjoint(tree.Member(tree.Name("this"), left), tree.Member(tree.Name("this"), right), by):
            return {(left, by), (right, by)} if left != right else set()
    return set()
