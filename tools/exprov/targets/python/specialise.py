"""Unroll a rule for lists of a known length, and fold what then is constant.

Most records have one attempt and no rejection. For such a shape a quantifier over one element is just its body, and
half of the rules become trivially true: the fast verdict tests what is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace

from exprov.contract.rules.syntax import (
    Binary,
    Conditional,
    Has,
    Index,
    ListLiteral,
    Literal,
    Macro,
    Name,
    Node,
    Not,
    Select,
    Size,
)
from exprov.targets.python.expressions import can_fail

TRUE, FALSE = Literal(True), Literal(False)


def specialise(node: Node, lists: Mapping[Node, tuple[Node, ...]]) -> Node:
    """`node` where each list expression of `lists` has exactly the given elements."""
    return _fold(node, lists, {})


def substitute(node: Node, values: Mapping[Node, Node]) -> Node:
    """`node` with every subtree that is a key of `values` replaced by its value."""
    if node in values:
        return values[node]
    if isinstance(node, ListLiteral):
        return ListLiteral(tuple(substitute(item, values) for item in node.items))
    parts = {field.name: getattr(node, field.name) for field in fields(node)}
    changed = {name: substitute(part, values) for name, part in parts.items() if isinstance(part, Node)}
    return replace(node, **changed) if changed else node  # type: ignore[arg-type]


def _fold(node: Node, lists: Mapping[Node, tuple[Node, ...]], names: Mapping[str, Node]) -> Node:
    def fold(inner: Node) -> Node:
        return _fold(inner, lists, names)

    match node:
        case Name(name):
            return names.get(name, node)
        case Select(operand, member):
            node = Select(fold(operand), member)
            return ListLiteral(lists[node]) if node in lists else node
        case Has(operand, member):
            return Has(fold(operand), member)
        case Size(operand):
            inner = fold(operand)
            return Literal(len(inner.items)) if isinstance(inner, ListLiteral) else Size(inner)
        case Index(operand, index):
            array, place = fold(operand), fold(index)
            if (
                isinstance(array, ListLiteral)
                and isinstance(place, Literal)
                and 0 <= int(place.value) < len(array.items)
            ):
                return array.items[int(place.value)]
            return Index(array, place)
        case Not(operand):
            return _not(fold(operand))
        case Binary(operator, left, right):
            return _binary(operator, fold(left), fold(right))
        case Conditional(test, then, otherwise):
            return replace(node, test=fold(test), then=fold(then), otherwise=fold(otherwise))
        case Macro():
            return _macro(node, fold(node.operand), lists, names)
        case _:
            return node


def _not(operand: Node) -> Node:
    match operand:
        case Literal(value):
            return Literal(not value)
        case Binary("==", left, right):
            return Binary("!=", left, right)
        case Binary("!=", left, right):
            return Binary("==", left, right)
        case _:
            return Not(operand)


def _binary(operator: str, left: Node, right: Node) -> Node:
    if operator in ("&&", "||"):
        neutral, absorbing = (TRUE, FALSE) if operator == "&&" else (FALSE, TRUE)
        if absorbing in (left, right) or (_not(left) == right and not can_fail(left)):
            return absorbing
        if left == neutral or left == right:
            return right
        return left if right == neutral else Binary(operator, left, right)
    if operator in ("+", "-") and isinstance(left, Literal) and isinstance(right, Literal):
        return Literal(int(left.value) + (int(right.value) if operator == "+" else -int(right.value)))
    if operator in (">", "==") and isinstance(left, Literal) and isinstance(right, Literal):
        return Literal(left.value > right.value if operator == ">" else left.value == right.value)  # type: ignore[operator]
    # What fails is not even equal to itself.
    if operator in ("==", "!=") and left == right and not can_fail(left):
        return Literal(operator == "==")
    return Binary(operator, left, right)


def _macro(node: Macro, source: Node, lists: Mapping[Node, tuple[Node, ...]], names: Mapping[str, Node]) -> Node:
    inner = {name: value for name, value in names.items() if name != node.variable}
    kept = replace(node, operand=source, body=_fold(node.body, lists, inner))
    if not isinstance(source, ListLiteral):
        return kept
    bodies = [_fold(node.body, lists, {**names, node.variable: item}) for item in source.items]
    match node.macro:
        case "all":
            result: Node = TRUE
            for body in bodies:
                result = _binary("&&", result, body)
            return result
        case "exists":
            result = FALSE
            for body in bodies:
                result = _binary("||", result, body)
            return result
        case "exists_one" if not any(can_fail(body) for body in bodies):
            return _exactly_one(bodies)
        case _:
            return kept


def _exactly_one(bodies: list[Node]) -> Node:
    result: Node = FALSE
    for index, body in enumerate(bodies):
        alone = body
        for other in (*bodies[:index], *bodies[index + 1 :]):
            alone = _binary("&&", alone, _not(other))
        result = _binary("||", result, alone)
    return result
