"""The typed tree of a rule: every node knows its type, and no node can fail on a schema-valid record.

`typing` makes it from the syntax tree. An optional member is read after its `has`, an element after a test of the size. The
two quadratic idioms are set operations: `Distinct` (no two elements share a member) and `Disjoint` (no element of one list
shares a member with one of the other). Targets print these nodes; they decide nothing.
"""

from __future__ import annotations

from typing import Literal as L

import msgspec


class Type(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an expression yields.

    `count`: a size or a literal. `integer`: an integer of the record with bounds within 2^53. `number`: any other number of
    the record, compared by its exact value. `string`: with the name of its set, if it has one. `object`: with the name of
    its type. `free`: an object that is not described. `array`: with the type of its elements.
    """

    kind: L["boolean", "count", "integer", "number", "string", "object", "free", "array"]
    name: str | None = None
    items: Type | None = None


BOOLEAN, COUNT, STRING = Type("boolean"), Type("count"), Type("string")


class _Node(msgspec.Struct, frozen=True, tag_field="op", rename="camel"):
    pass


class Literal(_Node, frozen=True, tag="literal"):
    value: str | int | bool
    type: Type


class Items(_Node, frozen=True, tag="items"):
    """A list of literals or of other expressions of one type."""

    items: tuple[Expression, ...]
    type: Type


class Name(_Node, frozen=True, tag="name"):
    """`this`, or the variable of a quantifier around the node."""

    name: str
    type: Type


class Member(_Node, frozen=True, tag="member"):
    """`of.name`. The member is there: it is required, or a `has` to the left says so."""

    of: Expression
    name: str
    type: Type


class Has(_Node, frozen=True, tag="has"):
    of: Expression
    name: str
    type: Type = BOOLEAN


class At(_Node, frozen=True, tag="at"):
    """The element `index` of a list, from its end if `from_end`. The list is long enough: a guard to the left says so."""

    of: Expression
    index: int
    from_end: bool
    type: Type


class Size(_Node, frozen=True, tag="size"):
    """The length of a list, or of a string in code points."""

    of: Expression
    type: Type = COUNT


class Not(_Node, frozen=True, tag="not"):
    of: Expression
    type: Type = BOOLEAN


class Logical(_Node, frozen=True, tag="logical"):
    """`&&` or `||`."""

    operator: str
    left: Expression
    right: Expression
    type: Type = BOOLEAN


class Compare(_Node, frozen=True, tag="compare"):
    """Both sides are numbers, strings, booleans or objects of one type; only numbers are ordered."""

    operator: str
    left: Expression
    right: Expression
    type: Type = BOOLEAN


class In(_Node, frozen=True, tag="in"):
    left: Expression
    right: Expression
    type: Type = BOOLEAN


class Sum(_Node, frozen=True, tag="sum"):
    """`+` or `-`."""

    operator: str
    left: Expression
    right: Expression
    type: Type = COUNT


class If(_Node, frozen=True, tag="if"):
    test: Expression
    then: Expression
    otherwise: Expression
    type: Type


class Quantifier(_Node, frozen=True, tag="quantifier"):
    """`all`, `exists` or `exists_one` element of a list passes `body`."""

    operator: str
    of: Expression
    variable: str
    body: Expression
    type: Type = BOOLEAN


class Comprehension(_Node, frozen=True, tag="comprehension"):
    """The elements of a list that pass `body` (`filter`), or what `body` makes of each (`map`)."""

    operator: str
    of: Expression
    variable: str
    body: Expression
    type: Type


class Distinct(_Node, frozen=True, tag="distinct"):
    """No two elements of a list have one value of the member `by`, a string."""

    of: Expression
    by: str
    type: Type = BOOLEAN


class Disjoint(_Node, frozen=True, tag="disjoint"):
    """No element of `left` has the value of the member `by`, a string, that one of `right` has."""

    left: Expression
    right: Expression
    by: str
    type: Type = BOOLEAN


Expression = (
    Literal
    | Items
    | Name
    | Member
    | Has
    | At
    | Size
    | Not
    | Logical
    | Compare
    | In
    | Sum
    | If
    | Quantifier
    | Comprehension
    | Distinct
    | Disjoint
)


def children(node: Expression) -> tuple[Expression, ...]:
    """The direct subtrees of `node`, from left to right."""
    found: list[Expression] = []
    for field in msgspec.structs.fields(node):
        value = getattr(node, field.name)
        found += value if isinstance(value, tuple) else [value] if isinstance(value, Expression) else []
    return tuple(found)


def names(node: Expression) -> set[str]:
    """The names that `node` mentions: `this`, and the variables of quantifiers."""
    own = {node.name} if isinstance(node, Name) else set()
    return own.union(*(names(child) for child in children(node)))
