"""Questions about rule trees that every target asks."""

from __future__ import annotations

from exprov.contract.rules.syntax import (
    Binary,
    Conditional,
    Has,
    Index,
    ListLiteral,
    Macro,
    Name,
    Node,
    Not,
    Select,
    Size,
)


def can_fail(node: Node) -> bool:
    """Whether evaluating `node` can meet an index outside its list."""
    return isinstance(node, Index) or any(can_fail(child) for child in children(node))


def children(node: Node) -> tuple[Node, ...]:
    """The direct subtrees of `node`."""
    match node:
        case Select(operand) | Has(operand) | Size(operand) | Not(operand):
            return (operand,)
        case Index(operand, index):
            return (operand, index)
        case Binary(_, left, right):
            return (left, right)
        case Conditional(test, then, otherwise):
            return (test, then, otherwise)
        case Macro(_, operand, _, body):
            return (operand, body)
        case ListLiteral(items):
            return items
        case _:
            return ()


def names(node: Node) -> set[str]:
    """The names that `node` mentions: `this`, and the variables of macros."""
    own = {node.name} if isinstance(node, Name) else set()
    return own.union(*(names(child) for child in children(node)))


def unique_member(node: Macro) -> str | None:
    """`m` where `node` is `xs.all(a, xs.exists_one(b, b.m == a.m))`: no two elements have one `m`."""
    inner = node.body
    if (
        node.macro != "all"
        or not isinstance(inner, Macro)
        or inner.macro != "exists_one"
        or inner.operand != node.operand
    ):
        return None
    return _joined_member(inner.body, node.variable, inner.variable)


def disjoint_member(node: Macro) -> tuple[Node, str] | None:
    """`(ys, m)` where `node` is `xs.all(a, !ys.exists(b, b.m == a.m))`: no element of one list shares its `m` with the other's."""
    if node.macro != "all" or not isinstance(node.body, Not) or not isinstance(node.body.operand, Macro):
        return None
    inner = node.body.operand
    if inner.macro != "exists" or node.variable in names(inner.operand):
        return None
    member = _joined_member(inner.body, node.variable, inner.variable)
    return None if member is None else (inner.operand, member)


def _joined_member(body: Node, outer: str, inner: str) -> str | None:
    """The member `m` of a body `inner.m == outer.m`, in either order; None for another body."""
    match body:
        case Binary("==", Select(Name(left), member), Select(Name(right), other)) if member == other:
            return member if {left, right} == {outer, inner} else None
        case _:
            return None
