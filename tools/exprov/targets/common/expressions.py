"""Print the typed trees of rules: one place for precedence and parentheses.

A language subclasses `Printer` and says what each node looks like. Infix operators have the forms and the precedence that
the languages of the C family share; a language that differs overrides them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from exprov.contract.rules import tree
from exprov.contract.rules.tree import Expression, Type

# How tightly a form binds: an operand that binds less tightly than its place asks for gets parentheses.
CONDITIONAL, OR, AND, COMPARE, SUM, UNARY, POSTFIX = range(7)
Form = tuple[str, int]


class Printer:
    """Prints an expression. Subclasses say how a language writes each node; `form` yields the text and how it binds."""

    operators: ClassVar[Mapping[str, str]] = {"&&": "&&", "||": "||", "==": "==", "!=": "!="}

    def print(self, node: Expression, least: int = CONDITIONAL) -> str:
        """`node` as an operand of what asks for operands that bind at least as tightly as `least`."""
        text, binds = self.form(node)
        return text if binds >= least else f"({text})"

    def form(self, node: Expression) -> Form:
        match node:
            case tree.Literal(value):
                return self.literal(value)
            case tree.Items(items):
                return self.items([self.print(item) for item in items], node.type)
            case tree.Name(name):
                return self.name(name), POSTFIX
            case tree.Member(of, name, kind):
                return self.member(self.print(of, POSTFIX), name, kind)
            case tree.Has(of, name):
                return self.has(self.print(of, POSTFIX), name)
            case tree.At(of, index, from_end):
                return self.at(self.print(of, POSTFIX), index, from_end)
            case tree.Size(of):
                return self.size(self.print(of, POSTFIX), of.type)
            case tree.Not(of):
                return self.negation(of)
            case tree.Logical(operator, left, right):
                binds = OR if operator == "||" else AND
                return f"{self.print(left, binds)} {self.operator(operator)} {self.print(right, binds + 1)}", binds
            case tree.Compare(operator, left, right):
                return self.compare(operator, left, right)
            case tree.Sum(operator, left, right):
                return f"{self.print(left, SUM)} {operator} {self.print(right, SUM + 1)}", SUM
            case tree.In(left, right):
                return self.is_in(left, right)
            case tree.If(test, then, otherwise):
                return self.conditional(self.print(test, OR), self.print(then), self.print(otherwise))
            case tree.Quantifier(operator, of, variable, body):
                return self.quantifier(operator, self.print(of, POSTFIX), variable, body)
            case tree.Comprehension(operator, of, variable, body):
                return self.comprehension(operator, self.print(of, POSTFIX), variable, body)
            case tree.Distinct(of, by):
                return self.distinct(self.print(of, POSTFIX), by)
            case tree.Disjoint(left, right, by):
                return self.disjoint(self.print(left, POSTFIX), self.print(right, POSTFIX), by)

    def operator(self, operator: str) -> str:
        return self.operators.get(operator, operator)

    def negation(self, of: Expression) -> Form:
        return f"!{self.print(of, UNARY)}", UNARY

    def compare(self, operator: str, left: Expression, right: Expression) -> Form:
        """As infix operators. Override what a language compares in another way: objects, numbers of two kinds, text."""
        left_text, right_text = self.print(left, COMPARE + 1), self.print(right, COMPARE + 1)
        return f"{left_text} {self.operator(operator)} {right_text}", COMPARE

    def conditional(self, test: str, then: str, otherwise: str) -> Form:
        return f"{test} ? {then} : {otherwise}", CONDITIONAL

    def literal(self, value: str | int | bool) -> Form:
        raise NotImplementedError

    def items(self, items: list[str], kind: Type) -> Form:
        raise NotImplementedError

    def name(self, name: str) -> str:
        """`this` or a variable; a variable may be any identifier, also one that the language reserves."""
        raise NotImplementedError

    def member(self, of: str, name: str, kind: Type) -> Form:
        raise NotImplementedError

    def has(self, of: str, name: str) -> Form:
        raise NotImplementedError

    def at(self, of: str, index: int, from_end: bool) -> Form:
        raise NotImplementedError

    def size(self, of: str, kind: Type) -> Form:
        """The length of a list, or of a string in code points."""
        raise NotImplementedError

    def is_in(self, left: Expression, right: Expression) -> Form:
        raise NotImplementedError

    def quantifier(self, operator: str, of: str, variable: str, body: Expression) -> Form:
        raise NotImplementedError

    def comprehension(self, operator: str, of: str, variable: str, body: Expression) -> Form:
        raise NotImplementedError

    def distinct(self, of: str, by: str) -> Form:
        raise NotImplementedError

    def disjoint(self, left: str, right: str, by: str) -> Form:
        raise NotImplementedError
