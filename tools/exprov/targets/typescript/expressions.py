"""Compile rule trees to TypeScript expressions.

Trees were type-checked, and rules run on records that passed the schema phase, so that the only error an expression can
meet is an index outside its list. CEL lets `||` and `&&` absorb an error on either side and JavaScript does not: where the
left side can fail, the generated code calls `either`/`both` of the runtime with functions.
"""

from __future__ import annotations

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
from exprov.contract.rules.walk import can_fail, disjoint_member, unique_member
from exprov.targets.typescript.naming import literal

_SAFE = 2**53 - 1


class Unsupported(Exception):
    """The expression needs exact numbers or the comparison of objects, which plain values do not give."""


@dataclass(frozen=True)
class Compiler:
    """Compiles over a variable, called `this`.

    `plain` are the names of members that hold strings or booleans, wherever they stand: `===` compares them as JSON does.
    With `decoded`, values are plain objects whose numbers are safe integers; else they are parsed trees.
    """

    plain: frozenset[str]
    decoded: bool = False
    this: str = "self"

    def code(self, node: Node) -> str:
        """The expression for `node`. Raises Unsupported, with `decoded` only."""
        match node:
            case Literal(bool() as value):
                return "true" if value else "false"
            case Literal(int() as value):
                if abs(value) <= _SAFE:
                    return str(value) if value >= 0 else f"({value})"
                return self._parsed_only(f'new ExactNumber("{value}")')
            case Literal(value):
                return literal(str(value))
            case ListLiteral(items):
                return f"[{', '.join(self.code(item) for item in items)}]"
            case Name(name):
                # A variable of a rule may be any CEL identifier, a word of JavaScript included.
                return self.this if name == "this" else f"{name}_"
            case Select(operand, member):
                return self._select(self.code(operand), member)
            case Has(operand, member):
                inner = self.code(operand)
                return f"({inner}.{member} !== undefined)" if self.decoded else f"has({inner}, {literal(member)})"
            case Size(operand):
                return f"size({self.code(operand)})"
            case Not(operand):
                return f"!{self.code(operand)}"
            case Index(operand, index):
                return f"at({self.code(operand)}, {self.code(index)})"
            case Conditional(test, then, otherwise):
                return f"({self.code(test)} ? {self.code(then)} : {self.code(otherwise)})"
            case Binary():
                return self._binary(node)
            case Macro():
                return self._macro(node)

    def _select(self, operand: str, member: str) -> str:
        return f"{operand}.{member}" if self.decoded else f"get({operand}, {literal(member)})"

    def _parsed_only(self, code: str) -> str:
        if self.decoded:
            raise Unsupported
        return code

    def _binary(self, node: Binary) -> str:
        left, right = self.code(node.left), self.code(node.right)
        operator = node.operator
        if operator in ("&&", "||"):
            if can_fail(node.left):
                return f"{'both' if operator == '&&' else 'either'}(() => {left}, () => {right})"
            return f"({left} {operator} {right})"
        if operator in ("==", "!="):
            if self._is_plain(node.left) or self._is_plain(node.right):
                return f"({left} {operator}= {right})"
            if self.decoded and (self._is_number(node.left) or self._is_number(node.right)):
                return f"({left} {operator}= {right})"
            return f"{'' if operator == '==' else '!'}{self._parsed_only(f'equal({left}, {right})')}"
        if operator == "in":
            if self._is_plain(node.left):
                return f"{right}.includes({left})"
            return self._parsed_only(f"contains({right}, {left})")
        if operator in ("+", "-") or self.decoded:
            return f"({left} {operator} {right})"
        return f"(compare({left}, {right}) {operator} 0)"

    def _is_plain(self, node: Node) -> bool:
        """Whether `node` yields a string or a boolean for certain."""
        match node:
            case Literal(value):
                return isinstance(value, str | bool)
            case Select(_, member):
                return member in self.plain
            case Has() | Not():
                return True
            case Binary(operator):
                return operator not in ("+", "-")
            case Macro(macro):
                return macro in ("all", "exists", "exists_one")
            case _:
                return False

    @staticmethod
    def _is_number(node: Node) -> bool:
        return isinstance(node, Literal | Size) or (isinstance(node, Binary) and node.operator in ("+", "-"))

    def _macro(self, node: Macro) -> str:
        source, variable = self.code(node.operand), f"{node.variable}_"
        member = unique_member(node)
        if member in self.plain:
            return f"allDiffer({source}, (item: Node) => {self._select('item', str(member))})"
        disjoint = disjoint_member(node)
        if disjoint is not None and disjoint[1] in self.plain:
            key = f"(item: Node) => {self._select('item', disjoint[1])}"
            return f"isDisjoint({source}, {self.code(disjoint[0])}, {key})"
        body = f"({variable}: Node) => {self.code(node.body)}"
        match node.macro:
            case "all" | "exists":
                function = "every" if node.macro == "all" else "some"
                return f"{function}({source}, {body})" if can_fail(node.body) else f"{source}.{function}({body})"
            case "exists_one":
                return f"exactlyOne({source}, {body})"
            case _:
                return f"{source}.{node.macro}({body})"
