"""Rules as TypeScript expressions over plain values that passed the schema phase."""

from __future__ import annotations

from typing import ClassVar

from exprov.contract.rules import tree
from exprov.contract.rules.tree import Expression, Type
from exprov.targets.common.expressions import COMPARE, POSTFIX, UNARY, Form, Printer
from exprov.targets.typescript.text import literal

# What every object has without being given it: an absent member of such a name would seem to be there.
_INHERITED = frozenset(
    "constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf".split()
)


def rule(tree: Expression) -> str:
    """A rule as a function of an object, and of the runtime's `logic` if it calls that."""
    printer = TypeScriptPrinter()
    body = printer.print(tree)
    return f"(self{', logic' if printer.calls_logic else ''}) => {body}"


class TypeScriptPrinter(Printer):
    operators: ClassVar = {"&&": "&&", "||": "||", "==": "===", "!=": "!=="}
    calls_logic = False

    def form(self, node: Expression) -> Form:
        text, binds = super().form(node)
        # The compiler knows the type of a literal's elements, and not that a test of the size came before.
        return (f"{text}!" if isinstance(node, tree.At) and _is_written(node.of) else text), binds

    def call(self, function: str, *arguments: str) -> Form:
        self.calls_logic = True
        return f"logic.{function}({', '.join(arguments)})", POSTFIX

    def function(self, variable: str, body: str) -> str:
        return f"({variable}: any) => {body}"

    def literal(self, value: str | int | bool) -> Form:
        return literal(value), UNARY if isinstance(value, int) and value < 0 else POSTFIX

    def items(self, items: list[str], kind: Type) -> Form:
        return f"[{', '.join(items)}]", POSTFIX

    def name(self, name: str) -> str:
        # A variable of a rule may be any CEL identifier, also a word of JavaScript.
        return "self" if name == "this" else f"{name}_"

    def member(self, of: str, name: str, kind: Type) -> Form:
        return f"{of}.{name}", POSTFIX

    def has(self, of: str, name: str) -> Form:
        if name in _INHERITED:
            return f"(Object.hasOwn({of}, {literal(name)}) && {of}.{name} !== undefined)", POSTFIX
        return f"{of}.{name} !== undefined", COMPARE

    def at(self, of: str, index: int, from_end: bool) -> Form:
        return f"{of}.at({-1 - index if from_end else index})", POSTFIX

    def size(self, of: str, kind: Type) -> Form:
        return self.call("codePoints", of) if kind.kind == "string" else (f"{of}.length", POSTFIX)

    def negation(self, of: Expression) -> Form:
        text, binds = self.form(of)
        if isinstance(of, tree.Has) and binds == COMPARE:
            return text.replace(" !== ", " === "), COMPARE
        return super().negation(of)

    def compare(self, operator: str, left: Expression, right: Expression) -> Form:
        if "number" in (left.type.kind, right.type.kind):
            text, _ = self.call("compare", self.print(left), self.print(right))
            return f"{text} {self.operator(operator)} 0", COMPARE
        if left.type.kind == "object":
            text, _ = self.call("equal", self.print(left), self.print(right))
            return f"{'' if operator == '==' else '!'}{text}", UNARY
        return super().compare(operator, left, right)

    def is_in(self, left: Expression, right: Expression) -> Form:
        kinds = {left.type.kind, right.type.items.kind if right.type.items else ""}
        if kinds & {"number", "object"}:
            text, _ = self.call("equal", "one", self.print(left))
            return f"{self.print(right, POSTFIX)}.some({self.function('one', text)})", POSTFIX
        return f"{self.print(right, POSTFIX)}.includes({self.print(left)})", POSTFIX

    def quantifier(self, operator: str, of: str, variable: str, body: Expression) -> Form:
        test = self.function(self.name(variable), self.print(body))
        if operator == "exists_one":
            return self.call("existsOne", of, test)
        return f"{of}.{'every' if operator == 'all' else 'some'}({test})", POSTFIX

    def comprehension(self, operator: str, of: str, variable: str, body: Expression) -> Form:
        return f"{of}.{operator}({self.function(self.name(variable), self.print(body))})", POSTFIX

    def distinct(self, of: str, by: str) -> Form:
        return self.call("distinct", of, self.function("one", f"one.{by}"))

    def disjoint(self, left: str, right: str, by: str) -> Form:
        return self.call("disjoint", left, right, self.function("one", f"one.{by}"))


def _is_written(array: Expression) -> bool:
    """Whether a list literal is what `array` is, or is made from."""
    while isinstance(array, tree.Comprehension):
        array = array.of
    return isinstance(array, tree.Items)
