"""Print the expressions of rules as Python over the structs of the quick verdict."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from exprov.contract.rules import tree
from exprov.contract.rules.tree import Expression, Type
from exprov.targets.common.expressions import COMPARE, CONDITIONAL, OR, POSTFIX, UNARY, Form, Printer
from exprov.targets.python.naming import attribute, literal


class StructPrinter(Printer):
    """Prints the rules of one object, which is `this` in them."""

    operators = {"&&": "and", "||": "or"}  # noqa: RUF012 - a constant

    def __init__(self, this: str, lists: Mapping[str, str], judged: Mapping[str, Collection[str]]) -> None:
        """`lists` names the variables for lists of objects in `this`, beside each of which is one for its size; `judged`
        holds the members that the struct of each type has."""
        self.this = this
        self.lists = lists
        self.judged = judged
        self.counters: dict[tuple[str, str, str], str] = {}
        """The values that rules count in a list, as `(list, attribute, token)`, and the variable that counts each."""

    def form(self, node: Expression) -> Form:
        match node:
            case tree.Has(of, name):
                return self.presence(of, name, "is not")
            case tree.Not(tree.Has(of, name)):
                return self.presence(of, name, "is")
        return super().form(node)

    def presence(self, of: Expression, name: str, how: str) -> Form:
        if of.type.name is not None and name not in self.judged.get(of.type.name, (name,)):
            # A record that has it is not decoded.
            return repr(how == "is"), POSTFIX
        return f"{self.print(of, POSTFIX)}.{attribute(name)} {how} UNSET", COMPARE

    def literal(self, value: str | int | bool) -> Form:
        return literal(value) if isinstance(value, str) else repr(value), POSTFIX

    def items(self, items: list[str], kind: Type) -> Form:
        return f"[{', '.join(items)}]", POSTFIX

    def name(self, name: str) -> str:
        # A variable of a rule may be any CEL identifier, a Python keyword included.
        return self.this if name == "this" else f"{name}_"

    def member(self, of: str, name: str, kind: Type) -> Form:
        return (self.lists[name] if of == self.this and name in self.lists else f"{of}.{attribute(name)}"), POSTFIX

    def negation(self, of: Expression) -> Form:
        # `not` binds less tightly than a comparison, which is written in parentheses here.
        return f"(not {self.print(of, UNARY)})", POSTFIX

    def at(self, of: str, index: int, from_end: bool) -> Form:
        return f"{of}[{-1 - index if from_end else index}]", POSTFIX

    def size(self, of: str, kind: Type) -> Form:
        return (f"{of}_size" if of in self.lists.values() else f"len({of})"), POSTFIX

    def compare(self, operator: str, left: Expression, right: Expression) -> Form:
        text, _ = super().compare(operator, left, right)
        # Python chains comparisons.
        return f"({text})", POSTFIX

    def conditional(self, test: str, then: str, otherwise: str) -> Form:
        return f"{then} if {test} else {otherwise}", CONDITIONAL

    def is_in(self, left: Expression, right: Expression) -> Form:
        return f"({self.print(left, COMPARE + 1)} in {self.print(right, COMPARE + 1)})", POSTFIX

    def quantifier(self, operator: str, of: str, variable: str, body: Expression) -> Form:
        counted = self.counted(operator, of, variable, body)
        if counted is not None:
            return counted, POSTFIX
        test, name = self.print(body), self.name(variable)
        if operator == "exists_one":
            return f"([{test} for {name} in {of}].count(True) == 1)", POSTFIX
        return f"{'all' if operator == 'all' else 'any'}([{test} for {name} in {of}])", POSTFIX

    def counted(self, operator: str, of: str, variable: str, body: Expression) -> str | None:
        """A quantifier over `x.m == "token"` or `!=` in a list of `this`, by the count of that token."""
        match body:
            case tree.Compare("==" | "!=" as how, tree.Member(tree.Name(name), member), tree.Literal(str(token))) if (
                name == variable and of in self.lists.values()
            ):
                key = (of, attribute(member), token)
            case _:
                return None
        count = self.counters.setdefault(key, f"count{len(self.counters)}")
        if how == "!=":
            count = f"{of}_size - {count}"
        if operator == "exists":
            return f"({count} > 0)"
        return f"({count} == {f'{of}_size' if operator == 'all' else 1})"

    def comprehension(self, operator: str, of: str, variable: str, body: Expression) -> Form:
        name = self.name(variable)
        if operator == "filter":
            return f"[{name} for {name} in {of} if {self.print(body, OR)}]", POSTFIX
        return f"[{self.print(body)} for {name} in {of}]", POSTFIX

    def distinct(self, of: str, by: str) -> Form:
        return f"(len({{one.{attribute(by)} for one in {of}}}) == len({of}))", POSTFIX

    def disjoint(self, left: str, right: str, by: str) -> Form:
        first, second = (f"one.{attribute(by)} for one in {of}" for of in (left, right))
        return f"{{{first}}}.isdisjoint([{second}])", POSTFIX
