"""The rule language: what it rejects, and that compiled rules say what a CEL evaluator says."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from execution_provenance import _rules
from exprov.contract import rules
from exprov.contract.model import Array, Boolean, Choice, Constant, Free, Number, Ref, Set, SetRef, Text
from oracles import evaluate

TEXT, FLAG, COUNT, ITEMS = Text(), Boolean(), Number(integer=True), Array(items=Ref(name="Item"))
COLOUR = Choice(values=("red", "green"))
MEMBERS: rules.Members = {
    "Top": {
        "items": (ITEMS, True),
        "others": (ITEMS, True),
        "count": (COUNT, True),
        "ratio": (Number(integer=False), True),
        "flag": (FLAG, True),
        "name": (TEXT, True),
        "nick": (TEXT, False),
        "colour": (COLOUR, True),
        "item": (Ref(name="Item"), False),
        "top": (Ref(name="Top"), False),
        "free": (Free(), True),
        "tags": (Array(items=TEXT), True),
        "colours": (Array(items=COLOUR), True),
        "version": (Constant(value="1.0"), True),
        "place": (SetRef(name="Place"), True),
        "rows": (Array(items=Array(items=TEXT)), True),
    },
    "Item": {
        "id": (TEXT, True),
        "state": (COLOUR, True),
        "rank": (COUNT, True),
        "note": (TEXT, False),
        "of": (Ref(name="Item"), False),
    },
}


SETS = {"Place": Set(name="Place", description="Where.", check=Choice(values=("here", "there")))}


# Not CEL, or CEL outside the subset: reason -> expressions.
OUTSIDE = {
    "not a CEL expression": (
        "", "this.", "this.flag &&", "(this.flag", "this.flag == ", "this..flag", "1 +", "[1,", "this.flag; this.flag",
        "\x00", "has('x') has('x')",
    ),
    "the operator 'multiplication_": ("this.count * 2 == 4", "this.count / 2 == 1", "this.count % 2 == 0"),
    "negation of a number": ("-this.count == 1", "- 1 == 1"),
    # Numbers are exact in every language, and strings need no escapes.
    "the literal": (
        "1.5 == 1.5", "1u == 1u", "b'x' == b'x'", "null == null", "'a\\n' == 'a'", '"a\\"b" == this.name',
        "r'x' == this.name", "'''x''' == this.name", "0x1F == 31", "1e3 == 1000", "this.count == 9007199254740992",
        "this.count == 99999999999999999999",
    ),
    "the method": (
        "this.name.startsWith('x')", "this.name.matches('x')", "this.name.size() == 1", "this.items.size() == 1",
        "this.items.all(i)", "this.items.map(i, i.id, i.rank).exists(x, true)", "this.items.exists()",
        "this.items.fold(i, true)",
    ),
    "the function": (
        "matches(this.name, 'x')", "int(this.name) == 1", "type(this.name) == string", "dyn(this.flag)", "size()",
        "size(this.items, 1)", "has(this.nick, this.name)",
    ),
    "has() takes a member selection": ("has(this)", "has(this.items[0])", "has('x')"),
    # Variables are written as members are.
    "must be the name of a variable, in camelCase": (
        "this.items.all(this, this.flag)", "this.items.all(i.id, true)", "this.items.all('i', true)",
        "this.items.all(_, true)", "this.items.all(Item, true)", "this.items.all(x_y, true)",
        "this.items.all(for, true)",
    ),
    "the construct": ("{'a': 1} == {'a': 1}", "{'a': 1}.a == 1", "Msg{a: 1} == Msg{a: 1}", ".this.flag"),
    "nested too deeply": ("!" * 3000 + "true",),
}  # fmt: skip


@pytest.mark.parametrize(
    ("expression", "reason"),
    [pytest.param(one, reason, id=f"{reason}: {one[:40]}") for reason in OUTSIDE for one in OUTSIDE[reason]],
)
def test_what_is_outside_the_language_is_rejected(expression: str, reason: str) -> None:
    with pytest.raises(rules.RuleError) as raised:
        rules.check(expression, "Top", MEMBERS)
    assert reason in str(raised.value)


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("this.wrong", "no member 'wrong'"),
        ("this.items.all(i, i.wrong == 'x')", "Item has no member 'wrong'"),
        ("has(this.wrong)", "no member 'wrong'"),
        ("this.name.id == 'x'", "which has no members"),
        ("this.free.id == 'x'", "which has no members"),
        ("other.flag", "'other' is not defined"),
        ("this.items.all(i, i.rank > 0) && i.id == 'x'", "'i' is not defined"),
        ("this.name", "must yield a boolean"),
        ("this.count", "must yield a boolean"),
        ("size(this.items)", "must yield a boolean"),
        ("this.flag && this.name", "a boolean is needed"),
        ("this.count || this.flag", "a boolean is needed"),
        ("!this.name", "a boolean is needed"),
        ("this.name ? true : false", "a boolean is needed"),
        ("this.flag ? true : 1", "one type"),
        ("this.items.all(i, i.id)", "a boolean is needed"),
        ("this.name.all(i, true)", "an array is needed"),
        ("this.items.all(i, this.others.all(i, i.rank > 0))", "hides another"),
        ("this.name == 1", "cannot compare"),
        ("this.flag == 'true'", "cannot compare"),
        ("this.items == this.others", "cannot compare"),
        ("this.free == this.free", "cannot compare"),
        ("this.name < 'x'", "orders numbers only"),
        ("this.flag < true", "orders numbers only"),
        ("1 in this.tags", "cannot look for"),
        ("'x' in this.name", "cannot look for"),
        ("this.items['0'].id == 'x'", "an index is a literal, or size(this.items) minus one"),
        ("this.items[this.count].id == 'x'", "an index is a literal, or size(this.items) minus one"),
        ("this.items[size(this.others) - 1].id == 'x'", "an index is a literal, or size(this.items) minus one"),
        # An element that may not be there is tested for before, to the left.
        ("this.items[0].id == 'x'", "test size(this.items) > 0 before, to the left of its use"),
        ("this.items[0].id == 'x' && size(this.items) > 0", "test size(this.items) > 0 before"),
        ("size(this.items) > 0 || this.items[0].id == 'x'", "test size(this.items) > 0 before"),
        ("size(this.items) > 0 && this.items[1].id == 'x'", "test size(this.items) > 1 before"),
        ("size(this.items) != 1 && this.items[0].id == 'x'", "test size(this.items) > 0 before"),
        ("size(this.items) < 3 && this.items[size(this.items) - 2].id == 'x'", "test size(this.items) > 1 before"),
        ("this.items.all(i, i.rank > 0) && this.items[0].id == 'x'", "test size(this.items) > 0 before"),
        ("this.name[0] == 'x'", "an array is needed"),
        ("size(this.count) == 1", "takes an array or a string"),
        ("this.count + 1 == 2", "sizes and integer literals only"),
        ("size(this.items) - this.count == 0", "sizes and integer literals only"),
        ("'a' + 'b' == this.name", "sizes and integer literals only"),
        ("this.name in []", "one type"),
        ("(this.flag ? this.items[0] : this.top) == this.top", "size(this.items) > 0"),
        ("has(this.item) && has(this.top) && (this.flag ? this.item : this.top) == this.top", "one type"),
        ("this.items.all(i, [i, this] == [i])", "one type"),
        ("this.name in ['a', 1]", "one type"),
        ("this.colour == 'blue'", "'blue' is not a value"),
        ("'Red' != this.colour", "'Red' is not a value"),
        ("this.items.exists(i, i.state == 'gren')", "'gren' is not a value"),
        # What may be absent is tested before, to the left.
        ("this.nick == 'x'", "'nick' is optional"),
        ("this.nick == 'x' && has(this.nick)", "'nick' is optional"),
        ("has(this.nick) || this.nick == 'x'", "'nick' is optional"),
        ("!has(this.nick) && this.nick == 'x'", "'nick' is optional"),
        ("has(this.item) || this.item.id == 'x'", "'item' is optional"),
        ("has(this.item.note)", "'item' is optional"),
        ("has(this.item) && this.item.note == 'x'", "'note' is optional"),
        ("has(this.top) && this.nick == 'x'", "'nick' is optional"),
        ("has(this.top) && has(this.nick) && this.top.nick == 'x'", "'nick' is optional"),
        ("(has(this.nick) || this.flag) && this.nick == 'x'", "'nick' is optional"),
        ("has(this.nick) ? true : this.nick == 'x'", "'nick' is optional"),
        ("this.items.all(i, has(i.note)) && this.items.all(i, i.note == 'x')", "'note' is optional"),
    ],
)
def test_ill_typed_rules_are_rejected(expression: str, reason: str) -> None:
    with pytest.raises(rules.RuleError) as raised:
        rules.check(expression, "Top", MEMBERS)
    assert reason in str(raised.value)


NESTED = "a list of lists is outside the rule language: use a macro inside another, such as all in all"
CONTROL = "a string literal has a control character or half a surrogate pair: remove it"
TWO_LITERALS = "compares two literals: compare a member or a size, or write true or false"
NO_THIS = "the rule does not mention 'this': compare a member of it, such as this.providerId"
UNUSED = "does not use its variable 'i': use it, or test the size of the list"
SUMMANDS = "'+' takes sizes and integer literals only"


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        # What some language cannot compile.
        ("size([this.items]) > 0 && [this.items][0].all(i, i.rank > 0)", NESTED),
        ("[['a'], ['b', 'c']].all(x, this.name in x)", NESTED),
        ("this.items.map(i, [i]).all(x, size(x) > 0)", NESTED),
        ("this.items.map(i, this.tags.filter(t, t == i.id)).exists(t, 'x' in t)", NESTED),
        ("this.rows.exists(row, 'x' in row)", NESTED),
        ("size(this.rows) > 0 && 'x' in this.rows[0]", NESTED),
        ("'x' in (this.flag ? this.tags : ['x'])", "? : cannot choose between lists: choose between two tests of them"),
        ("this.items.exists(i, true)", f"exists {UNUSED}"),
        ("this.items.all(j, this.others.all(i, j.rank > 0))", f"all {UNUSED}"),
        ("size(this.items.map(i, 1)) == 1", f"map {UNUSED}"),
        ("true", NO_THIS),
        ("size([1, 2]) == 2", NO_THIS),
        ("[1, 2].exists(x, x > 1)", NO_THIS),
        ("this.flag || 1 == 2", f"'==' {TWO_LITERALS}"),
        ("(this.flag ? 'a' : 'b') != 'c'", f"'!=' {TWO_LITERALS}"),
        ("(this.flag && false) == !true", f"'==' {TWO_LITERALS}"),
        # Sums are exact in every language.
        ("2147483649 + size(this.items) > 1", "2147483649 is too large for '+', which takes literals within 2147483648"),
        ("size(this.items) - -2147483649 > 1", "-2147483649 is too large for '-', which takes literals within 2147483648"),
        ("[9007199254740991].all(x, x + size(this.items) > 1)", SUMMANDS),
        ("(this.flag ? 9007199254740991 : 1) + 1 > size(this.items)", SUMMANDS),
        # Strings print as they are.
        ("this.name == 'a\rb'", CONTROL),
        ("this.name == 'a\x00b'", CONTROL),
        ('this.name == "a\tb"', CONTROL),
        ("this.name == 'a\x85b'", CONTROL),
        ("this.name == '\ud800'", CONTROL),
        # Every way to write a value of a closed set.
        ("this.colour in ['rde']", "'rde' is not a value of the set green, red"),
        ("this.items.all(i, i.state in ['red', 'gren'])", "'gren' is not a value of the set green, red"),
        ("[this.colour].all(x, x == 'rde')", "'rde' is not a value of the set green, red"),
        ("['rde'].all(x, x == this.colour)", "'rde' is not a value of the set green, red"),
        ("this.items.map(i, i.state).filter(s, s != 'red').exists(s, s == 'gren')", "'gren' is not a value of the set green, red"),
        ("(true ? this.colour : this.colour) == 'rde'", "'rde' is not a value of the set green, red"),
        ("this.colour == (this.flag ? 'red' : 'rde')", "'rde' is not a value of the set green, red"),
        ("'rde' in this.colours", "'rde' is not a value of the set green, red"),
        ("size(this.colours) > 0 && this.colours[0] == 'rde'", "'rde' is not a value of the set green, red"),
        ("this.version == '2.0'", "'2.0' is not a value of the set 1.0"),
        ("this.place in ['her']", "'her' is not a value of the set here, there"),
    ],
)  # fmt: skip
def test_what_targets_cannot_print_or_would_never_hold_is_rejected(expression: str, message: str) -> None:
    with pytest.raises(rules.RuleError) as raised:
        rules.check(expression, "Top", MEMBERS, SETS)
    assert str(raised.value) == message


# Well-typed expressions, each evaluated over every value of UNIVERSE.
EXPRESSIONS = [
    "this.flag && true",
    "this.flag || false",
    "!this.flag",
    "this.flag == (this.count > 1)",
    "this.flag != true",
    "this.count == 1",
    "1 < this.count",
    "this.count >= 2",
    "this.count <= 0",
    "this.count != 0",
    "this.ratio > 1",
    "this.name == 'x'",
    '"" != this.name',
    "has(this.nick)",
    "!has(this.nick)",
    "has(this.nick) && this.nick == this.name",
    "!has(this.nick) || this.nick == 'x'",
    "has(this.nick) ? this.nick == 'x' : this.flag",
    "!has(this.item) || !has(this.item.note) || this.item.note == 'x'",
    "this.name in ['x', 'y']",
    "this.count in [0, 2]",
    "this.name in this.tags",
    "!('x' in this.tags)",
    "this.colour in ['red']",
    "size(this.items) > 0",
    "size(this.items) - 1 == 0",
    "size(this.items) + 1 > 2 - 1",
    "size(this.name) == 1",
    "size([1, 2]) == size(this.items)",
    "size(this.items) + 2147483648 > 2147483648",
    "0 - -2147483648 - size(this.items) == 2147483648",
    "[this.count].exists(c, c == 9007199254740991)",
    "this.items.map(i, i.state).all(s, s in ['red', this.colour])",
    "this.version == '1.0' || [this.place].all(p, p == 'here')",
    "this.items.all(i, i.state == 'red')",
    "this.items.exists(i, i.state == 'red')",
    "this.items.exists_one(i, i.state == 'red')",
    "size(this.items.filter(i, i.state == 'red')) == 1",
    "this.items.filter(i, i.rank > 0).all(i, i.state == 'green')",
    "'a' in this.items.map(i, i.id)",
    "this.items.map(i, i.rank).exists(r, r == 1)",
    "this.items.map(i, i.state == 'red').all(b, b)",
    "this.items.all(i, this.items.exists_one(j, j.id == i.id))",
    "this.items.all(i, this.items.exists_one(j, i.rank == j.rank))",
    "this.items.all(i, !this.others.exists(j, j.id == i.id))",
    "this.items.all(i, this.others.exists(j, j.id == i.id))",
    "this.items.all(i, this.items.exists_one(j, j.id != i.id))",
    "this.items.all(i, i.rank > 0 || this.items.exists_one(j, j.id == j.id))",
    "this.items.all(i, this.others.exists_one(j, j.id == i.id))",
    "this.items.exists(i, this.items.exists_one(j, j.id == i.id))",
    "this.items.exists(i, !this.others.exists(j, j.id == i.id))",
    "!this.items.all(i, this.items.exists_one(j, j.id == i.id))",
    "this.items.all(i, size(this.items.filter(j, j.id == i.id)) == 1)",
    "this.items.all(i, this.others.map(j, j.id == i.id).exists(b, b))",
    "this.flag == this.flag",
    "!has(this.item) || this.item == this.item",
    "this.items.exists(i, has(this.item) && i == this.item)",
    "this.items.all(i, has(i.of) && this.items.exists_one(j, has(j.of) && j.of == i.of))",
    "size(this.items) > 0 && this.items[0].state == 'red'",
    "size(this.items) == 0 || this.items[size(this.items) - 1].state == 'red'",
    "size(this.items) >= 2 ? this.items[1].id == this.items[size(this.items) - 2].id : this.flag",
    "!(size(this.items) <= 1) && this.items[1].id == 'a'",
    "0 != size(this.tags) && this.tags[0] == 'x'",
    "1 < size(this.tags) && this.tags[1] == this.tags[0]",
    "this.items.exists_one(i, i.state == 'red') && this.items[0].id == 'a'",
    "this.items.all(i, i.id == 'a') || this.items[0].rank == 1",
    "this.items.all(i, size(this.others) == 0 || this.others[0].id == i.id)",
    "size(this.items.filter(i, i.rank > 0)) == 2 && this.flag",
    "size(this.items) > 0 && this.items[0].id in this.others.map(o, o.id)",
    "has(this.item) && size(this.items) > 0 && this.items[0] == this.item",
    "this.items.all(i, size(this.others.filter(o, o.id == i.id)) == 1)",
]


def universe() -> list[dict[str, Any]]:
    red, green = {"id": "a", "state": "red", "rank": 0}, {"id": "b", "state": "green", "rank": 1}
    nested = {"id": "a", "state": "red", "rank": 1, "of": {"id": "x", "state": "red", "rank": 0}}
    lists: list[list[dict[str, Any]]] = [
        [], [red], [green], [red, green], [green, red], [red, red], [red, green, nested], [nested, nested],
    ]  # fmt: skip
    result = []
    scalars = [(False, 0, "x"), (True, 1, ""), (True, 2, "\U0001f600")]
    for (flag, count, name), items, others in itertools.product(scalars, lists, lists[:6]):
        top = {
            **{"items": items, "others": others, "count": count, "ratio": count, "flag": flag, "name": name},
            **{"colour": "red" if flag else "green", "free": {}, "tags": [name, "x"][: len(others)]},
            **{"colours": [], "version": "1.0", "place": "here" if flag else "there", "rows": []},
        }
        result += [top, top | {"nick": "x", "item": red}, top | {"item": red | {"note": name}, "top": top}]
    return result


UNIVERSE = universe()


def compiled(expression: str) -> Callable[[Any], bool]:
    """The rule as the package compiles it, from the typed tree as it travels in the program."""
    typed = rules.check(expression, "Top", MEMBERS, SETS)
    rule = _rules.compiled(msgspec.to_builtins(typed))
    return lambda this: bool(rule({"this": this}))


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_the_compiled_form_is_what_the_evaluator_says(expression: str) -> None:
    rule = compiled(expression)
    for this in UNIVERSE:
        # The evaluator returns errors as values, and a total rule has none.
        expected = evaluate(expression, this)
        assert isinstance(expected, bool)
        assert rule(this) == expected, this


@pytest.mark.parametrize(
    ("expression", "grouped"),
    [
        ("this.count == 1 || true && false", "(this.count == 1) || (true && false)"),
        ("!this.flag && this.flag", "(!this.flag) && this.flag"),
        ("size(this.items) - 1 - 1 == 0", "((size(this.items) - 1) - 1) == 0"),
        ("this.name == 'it is \"so\"'", "(this.name) == 'it is \"so\"' "),
        ('this.name == "\u00e9"', "this.name == '\u00e9'"),
    ],
)
def test_literals_and_precedence(expression: str, grouped: str) -> None:
    assert rules.check(expression, "Top", MEMBERS) == rules.check(grouped, "Top", MEMBERS)


@pytest.mark.parametrize("variable", ["class", "lambda", "none", "match", "self", "at"])
def test_a_variable_may_have_a_name_that_is_taken_in_python(variable: str) -> None:
    rule = compiled(f"this.items.all({variable}, {variable}.id == 'a')")
    assert rule({"items": [{"id": "a"}]})
    assert not rule({"items": [{"id": "b"}]})
