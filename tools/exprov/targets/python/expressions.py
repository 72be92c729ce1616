"""Compile rule trees to Python expressions.

Trees were type-checked, and rules run on records that passed the schema phase, so that the only error an expression can
meet is an index outside its list. CEL lets `||` and `&&` absorb an error on either side and Python does not: where the
left side can fail, the generated code calls `either`/`both` of the runtime with thunks. Everywhere else it is plain Python.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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
from exprov.contract.rules.walk import can_fail as can_fail
from exprov.contract.rules.walk import children as children
from exprov.contract.rules.walk import disjoint_member, unique_member
from exprov.targets.python.naming import attribute

_OPERATORS = {
    "&&": "and",
    "||": "or",
    "==": "==",
    "!=": "!=",
    "<": "<",
    "<=": "<=",
    ">": ">",
    ">=": ">=",
    "+": "+",
    "-": "-",
}


@dataclass(frozen=True)
class Access:
    """How generated code reads a member: from a parsed mapping or from a decoded struct.

    `select` and `has` take the operand's code and the member's wire name and yield an expression.
    `lacks`, where given, is the negation of `has` in better words.
    `equal` yields the comparison of two operands that may be objects; None where plain `==` will do.
    `objects` are the names of members that hold objects, which no set can take.
    `plain` are the names of members that hold strings or booleans, wherever they stand: `==` compares them as JSON does.
    """

    select: Callable[[str, str], str]
    has: Callable[[str, str], str]
    lacks: Callable[[str, str], str] | None = None
    equal: Callable[[str, str], str] | None = None
    objects: frozenset[str] = frozenset()
    plain: frozenset[str] = frozenset()


MAPPING = Access(
    select=lambda operand, member: f"{operand}[{member!r}]",
    has=lambda operand, member: f"{member!r} in {operand}",
    lacks=lambda operand, member: f"{member!r} not in {operand}",
    equal=lambda left, right: f"json_equal({left}, {right})",
)
STRUCT = Access(
    select=lambda operand, member: f"{operand}.{attribute(member)}",
    has=lambda operand, member: f"{operand}.{attribute(member)} is not UNSET",
    lacks=lambda operand, member: f"{operand}.{attribute(member)} is UNSET",
)


def compile_rule(tree: Node, access: Access) -> str:
    """The Python expression for `tree`, over a variable `this`."""
    return _Compiler(access).code(tree)


class _Compiler:
    def __init__(self, access: Access) -> None:
        self.access = access

    def code(self, node: Node) -> str:
        match node:
            case Literal(value):
                return repr(value)
            case ListLiteral(items):
                return "(" + "".join(f"{self.code(item)}, " for item in items) + ")"
            case Name(name):
                # A variable of a rule may be any CEL identifier, a Python keyword included.
                return "this" if name == "this" else f"{name}_"
            case Select(operand, member):
                return self.access.select(self.code(operand), member)
            case Has(operand, member):
                return f"({self.access.has(self.code(operand), member)})"
            case Size(operand):
                return f"len({self.code(operand)})"
            case Not(Has(operand, member)) if self.access.lacks is not None:
                return f"({self.access.lacks(self.code(operand), member)})"
            case Not(operand):
                return f"(not {self.code(operand)})"
            case Index(operand, Binary("-", Size(sized), Literal(1))) if sized == operand:
                return f"{self.code(operand)}[-1]"
            case Index(operand, index):
                return f"at({self.code(operand)}, {self.code(index)})"
            case Conditional(test, then, otherwise):
                return f"({self.code(then)} if {self.code(test)} else {self.code(otherwise)})"
            case Binary("in", left, right):
                return f"({self.code(left)} in {self.code(right)})"
            case Binary():
                return self._binary(node)
            case Macro():
                return self._macro(node)

    def _binary(self, node: Binary) -> str:
        left, right = self.code(node.left), self.code(node.right)
        if node.operator in ("&&", "||") and can_fail(node.left):
            return f"{'both' if node.operator == '&&' else 'either'}(lambda: {left}, lambda: {right})"
        if node.operator in ("==", "!=") and self.access.equal is not None and self._may_be_object(node):
            equal = self.access.equal(left, right)
            return equal if node.operator == "==" else f"(not {equal})"
        return f"({left} {_OPERATORS[node.operator]} {right})"

    def _may_be_object(self, node: Binary) -> bool:
        """Whether the sides, which are of one type, may be objects, lists or numbers of the record."""
        return not any(
            isinstance(side, Literal | Size) or (isinstance(side, Select) and side.member in self.access.plain)
            for side in (node.left, node.right)
        )

    def _macro(self, node: Macro) -> str:
        fused = self._unique(node) or self._disjoint(node)
        if fused:
            return fused
        source, variable = self.code(node.operand), f"{node.variable}_"
        body = self.code(node.body)
        if node.macro in ("all", "exists") and can_fail(node.body):
            return f"{'every' if node.macro == 'all' else 'some'}({source}, lambda {variable}: {body})"
        match node.macro:
            case "all":
                return f"all([{body} for {variable} in {source}])"
            case "exists":
                return f"any([{body} for {variable} in {source}])"
            case "exists_one":
                return f"([{body} for {variable} in {source}].count(True) == 1)"
            case "filter":
                return f"[{variable} for {variable} in {source} if {body}]"
            case _:
                return f"[{body} for {variable} in {source}]"

    def _unique(self, node: Macro) -> str | None:
        """No two elements have one `m`: by a set, not by pairs."""
        member = unique_member(node)
        if member is None or member in self.access.objects:
            return None
        source = self.code(node.operand)
        key = self.access.select("x_", member)
        return f"(len({{{key} for x_ in {source}}}) == len({source}))"

    def _disjoint(self, node: Macro) -> str | None:
        """No element of one list shares its `m` with one of the other: by a set, too."""
        found = disjoint_member(node)
        if found is None or found[1] in self.access.objects:
            return None
        key = self.access.select("x_", found[1])
        left, right = self.code(node.operand), self.code(found[0])
        return f"{{{key} for x_ in {left}}}.isdisjoint([{key} for x_ in {right}])"
