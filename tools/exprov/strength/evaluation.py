"""Evaluate a rule's tree on a parsed value, with the meaning that CEL gives to errors.

A mutated rule may do what no rule that loads can do: select a member that is absent, compare values of two types, run
out of a list. Compiled rules need not cater for that, so mutants are interpreted instead. An error does not hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
from exprov.strength.subject import Subject


class _Failure(Exception):
    """An error of CEL."""


def holds(tree: Node, subject: Subject) -> Callable[[Any], bool]:
    """The rule of `tree` as a function of a parsed value."""
    evaluator = _Evaluator(subject)

    def judge(this: Any) -> bool:
        try:
            return evaluator.value(tree, {"this": this}) is True
        except _Failure:
            return False

    return judge


class _Evaluator:
    def __init__(self, subject: Subject) -> None:
        self.equal = subject.number.json_equal
        self.whole = subject.number.whole
        self.number = subject.number.Number

    def value(self, node: Node, names: dict[str, Any]) -> Any:
        match node:
            case Literal(value):
                return value
            case ListLiteral(items):
                return [self.value(item, names) for item in items]
            case Name(name):
                return names[name]
            case Select(operand, member):
                owner = self.value(operand, names)
                if not isinstance(owner, dict) or member not in owner:
                    raise _Failure
                return self.whole(owner[member])
            case Has(operand, member):
                owner = self.value(operand, names)
                if not isinstance(owner, dict):
                    raise _Failure
                return member in owner
            case Size(operand):
                sized = self.value(operand, names)
                if not isinstance(sized, list | str):
                    raise _Failure
                return len(sized)
            case Index(operand, index):
                items, place = self.value(operand, names), self.value(index, names)
                if not isinstance(items, list) or not isinstance(place, int) or not 0 <= place < len(items):
                    raise _Failure
                return items[place]
            case Not(operand):
                return not self.truth(operand, names)
            case Conditional(test, then, otherwise):
                return self.value(then if self.truth(test, names) else otherwise, names)
            case Macro():
                return self.macro(node, names)
            case Binary("&&" | "||" as operator, left, right):
                return self.logical([(left, names), (right, names)], decisive=operator == "||")
            case Binary():
                return self.binary(node.operator, self.value(node.left, names), self.value(node.right, names))

    def truth(self, node: Node, names: dict[str, Any]) -> bool:
        value = self.value(node, names)
        if not isinstance(value, bool):
            raise _Failure
        return value

    def logical(self, parts: list[tuple[Node, dict[str, Any]]], *, decisive: bool) -> bool:
        """`||` of the parts where true decides, `&&` where false does: a part that decides absorbs errors of others."""
        failed = False
        for node, names in parts:
            try:
                if self.truth(node, names) is decisive:
                    return decisive
            except _Failure:
                failed = True
        if failed:
            raise _Failure
        return not decisive

    def macro(self, node: Macro, names: dict[str, Any]) -> Any:
        items = self.value(node.operand, names)
        if not isinstance(items, list):
            raise _Failure
        parts = [(node.body, {**names, node.variable: item}) for item in items]
        match node.macro:
            case "all":
                return self.logical(parts, decisive=False)
            case "exists":
                return self.logical(parts, decisive=True)
            case "exists_one":
                return [self.truth(*part) for part in parts].count(True) == 1
            case "filter":
                return [item for item, part in zip(items, parts, strict=True) if self.truth(*part)]
            case _:
                return [self.value(*part) for part in parts]

    def binary(self, operator: str, left: Any, right: Any) -> Any:
        match operator:
            case "==":
                return self.equal(left, right)
            case "!=":
                return not self.equal(left, right)
            case "in":
                return any(self.equal(left, item) for item in right)
        if not (self.is_number(left) and self.is_number(right)):
            raise _Failure
        match operator:
            case "+":
                return left + right
            case "-":
                return left - right
        return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[operator]

    def is_number(self, value: Any) -> bool:
        return isinstance(value, int | self.number) and not isinstance(value, bool)
