"""Print the expressions of rules as Rust over the values of a checked document.

Every list is an iterator, and every element of one can be copied: a value, a text, an `i64`, a `bool`, or, for numbers
beyond those, the text of a number. What is absent is the absent value, so that nothing can fail.
"""

from __future__ import annotations

from exprov.contract.rules import tree
from exprov.contract.rules.tree import Expression, Type
from exprov.targets.common.expressions import COMPARE, CONDITIONAL, POSTFIX, UNARY, Form, Printer
from exprov.targets.common.naming import constant
from exprov.targets.rust.naming import literal, module, variable

# How a value of each type is taken from its node.
_TAKEN = {"boolean": "is_true", "integer": "integer", "number": "raw_number", "string": "text"}
_ORDERINGS = {"==": "is_eq", "!=": "is_ne", "<": "is_lt", "<=": "is_le", ">": "is_gt", ">=": "is_ge"}


class RustPrinter(Printer):
    """Prints a rule; `this` is a `Value`."""

    def form(self, node: Expression) -> Form:
        match node:
            case tree.Member(of, name, kind):
                return f"{self.slot(of, name)}{_taken(kind)}", POSTFIX
            case tree.Has(of, name):
                return f"{self.slot(of, name)}.is_present()", POSTFIX
            case tree.Distinct(of, by):
                return f"distinct(|| {self.keys(of, by)})", POSTFIX
            case tree.Disjoint(left, right, by):
                return f"disjoint(|| {self.keys(left, by)}, || {self.keys(right, by)})", POSTFIX
            case tree.At(of, index, from_end, kind):
                other = "unwrap_or_default()" if kind.kind not in ("object", "free") else "unwrap_or(this.absent())"
                return f"element({self.print(of, POSTFIX)}, {index}, {str(from_end).lower()}).{other}", POSTFIX
        return super().form(node)

    def slot(self, of: Expression, name: str) -> str:
        assert of.type.name is not None
        return f"{self.print(of, POSTFIX)}.get({module(of.type.name)}::{constant(name)})"

    def keys(self, of: Expression, by: str) -> str:
        assert of.type.items is not None and of.type.items.name is not None
        return f"{self.print(of, POSTFIX)}.map(|item| item.get({module(of.type.items.name)}::{constant(by)}).text())"

    def compare(self, operator: str, left: Expression, right: Expression) -> Form:
        kinds = {left.type.kind, right.type.kind}
        if kinds & {"object", "free"}:
            return f"{'!' * (operator == '!=')}same({self.print(left)}, {self.print(right)})", UNARY
        if "number" in kinds:
            return f"compare({_as_number(self, left)}, {_as_number(self, right)}).{_ORDERINGS[operator]}()", POSTFIX
        return f"{self.print(left, COMPARE + 1)} {operator} {self.print(right, COMPARE + 1)}", COMPARE

    def conditional(self, test: str, then: str, otherwise: str) -> Form:
        return f"if {test} {{ {then} }} else {{ {otherwise} }}", CONDITIONAL

    def literal(self, value: str | int | bool) -> Form:
        if isinstance(value, str):
            return literal(value), POSTFIX
        if isinstance(value, bool):
            return str(value).lower(), POSTFIX
        return f"{value}_i64", POSTFIX if value >= 0 else UNARY

    def items(self, items: list[str], kind: Type) -> Form:
        return f"[{', '.join(items)}].into_iter()", POSTFIX

    def name(self, name: str) -> str:
        return name if name == "this" else variable(name)

    def size(self, of: str, kind: Type) -> Form:
        return (f"characters({of})" if kind.kind == "string" else f"size({of})"), POSTFIX

    def is_in(self, left: Expression, right: Expression) -> Form:
        item = f"item == {self.print(left, COMPARE + 1)}"
        assert right.type.items is not None
        kind = right.type.items.kind
        if "number" in (left.type.kind, kind):
            number = "item" if kind == "number" else "&item.to_string()"
            item = f"compare({number}, {_as_number(self, left)}).is_eq()"
        elif left.type.kind in ("object", "free"):
            item = f"same(item, {self.print(left)})"
        return f"{self.print(right, POSTFIX)}.any(|item| {item})", POSTFIX

    def quantifier(self, operator: str, of: str, variable: str, body: Expression) -> Form:
        name = self.name(variable)
        if operator == "exists_one":
            return f"{of}.filter(|&{name}| {self.print(body)}).count() == 1", COMPARE
        return f"{of}.{'any' if operator == 'exists' else 'all'}(|{name}| {self.print(body)})", POSTFIX

    def comprehension(self, operator: str, of: str, variable: str, body: Expression) -> Form:
        name = self.name(variable)
        return f"{of}.{operator}(|{'&' * (operator == 'filter')}{name}| {self.print(body)})", POSTFIX


def _taken(kind: Type) -> str:
    if kind.kind == "array":
        assert kind.items is not None
        taken = _TAKEN.get(kind.items.kind)
        return f".children().map(Value::{taken})" if taken else ".children()"
    return f".{_TAKEN[kind.kind]}()" if kind.kind in _TAKEN else ""


def _as_number(printer: RustPrinter, node: Expression) -> str:
    if isinstance(node, tree.Literal):
        return literal(str(node.value))
    text = printer.print(node, POSTFIX)
    return text if node.type.kind == "number" else f"&{text}.to_string()"
