"""Every rule, made wrong: deleted, a clause negated or dropped, an operator or quantifier swapped, a literal off by one.

Ids read `rule/attempt-count:swap == for !=@0`; the number counts the nodes of the rule's tree from its root.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from exprov.contract.model import Contract, ObjectType
from exprov.contract.rules.syntax import Binary, Conditional, Has, ListLiteral, Literal, Macro, Node, Not, Select, Size
from exprov.contract.types import StringType
from exprov.strength.evaluation import holds
from exprov.strength.mutant import Apply, Mutant
from exprov.strength.subject import Subject
from exprov.targets.python.expressions import children
from exprov.targets.python.naming import constant

_SWAPS = {
    "&&": ("||",),
    "||": ("&&",),
    "==": ("!=",),
    "!=": ("==",),
    "<": ("<=", ">", ">="),
    "<=": ("<", ">", ">="),
    ">": (">=", "<", "<="),
    ">=": (">", "<", "<="),
    "+": ("-",),
    "-": ("+",),
}
Judge = Callable[[Any], bool]
_QUANTIFIERS = ("all", "exists", "exists_one")


def mutants(contract: Contract) -> Iterator[Mutant]:
    """The mutants of every rule, in the order of the schemas. A rule of several types is mutated on each of them."""
    homes: dict[str, int] = {}
    for kind in contract.objects.values():
        for rule in kind.rules:
            homes[rule.id] = homes.get(rule.id, 0) + 1
    for kind in contract.objects.values():
        for index, rule in enumerate(kind.rules):
            prefix = f"rule/{rule.id.removeprefix('rule/')}" + (f" of {kind.name}" if homes[rule.id] > 1 else "")
            yield Mutant(f"{prefix}:delete", _delete(kind, index))
            for text, tree in _mutations(rule.tree, contract):
                yield Mutant(f"{prefix}:{text}", _replace(kind, index, tree))


def _delete(kind: ObjectType, index: int) -> Apply:
    return _replace(kind, index, Literal(True))


def _replace(kind: ObjectType, index: int, tree: Node) -> Apply:
    def apply(subject: Subject) -> None:
        rules = getattr(subject.rules, f"{constant(kind.name)}_RULES")
        id, path, message, _ = rules[index]
        subject.set(rules, index, (id, path, message, holds(tree, subject)))

    return apply


def _mutations(tree: Node, contract: Contract) -> Iterator[tuple[str, Node]]:
    """What can be wrong in `tree`: a text that says what and where, and the wrong tree."""
    for number, (node, path) in enumerate(_nodes(tree, ())):
        for text, wrong in _of_node(node, contract):
            yield f"{text}@{number}", _put(tree, path, wrong)


def _nodes(node: Node, path: tuple[int, ...]) -> Iterator[tuple[Node, tuple[int, ...]]]:
    yield node, path
    for index, child in enumerate(children(node)):
        yield from _nodes(child, (*path, index))


def _put(tree: Node, path: tuple[int, ...], node: Node) -> Node:
    """`tree` with `node` at `path`, whose steps are indexes among the children."""
    if not path:
        return node
    changed = [_put(child, path[1:], node) if index == path[0] else child for index, child in enumerate(children(tree))]
    if isinstance(tree, ListLiteral):
        return ListLiteral(tuple(changed))
    names = [field.name for field in fields(tree) if not isinstance(getattr(tree, field.name), str | int | bool)]
    parts: dict[str, Any] = dict(zip(names, changed, strict=True))
    return replace(tree, **parts)


def _of_node(node: Node, contract: Contract) -> Iterator[tuple[str, Node]]:
    match node:
        case Not(operand):
            yield "drop !", operand
        case Has(_, member):
            yield f"negate has({member})", Not(node)
        case Macro(macro, _, _, _):
            yield f"negate {macro}", Not(node)
            if macro in _QUANTIFIERS:
                for other in _QUANTIFIERS:
                    if other != macro:
                        yield f"swap {macro} for {other}", replace(node, macro=other)
        case Conditional(test, then, otherwise):
            yield "negate ?", Conditional(Not(test), then, otherwise)
            yield "keep then", then
            yield "keep otherwise", otherwise
        case Binary(operator, left, right):
            if operator in ("&&", "||"):
                yield f"negate {operator}", Not(node)
                yield f"keep left of {operator}", left
                yield f"keep right of {operator}", right
            elif operator == "in":
                yield "negate in", Not(node)
            for other in _SWAPS.get(operator, ()):
                yield f"swap {operator} for {other}", Binary(other, left, right)
            for literal in _other_values(left, right, contract):
                yield f"compare with {literal.value}", Binary(operator, left, literal)
        case Size():
            yield "size one more", Binary("+", node, Literal(1))
            yield "size one less", Binary("-", node, Literal(1))
        case Literal(bool() as value):
            yield "flip", Literal(not value)
        case Literal(int() as value):
            yield "one more", Literal(value + 1)
            yield "one less", Literal(value - 1)


def _other_values(left: Node, right: Node, contract: Contract) -> Iterator[Literal]:
    """For a member compared with a value of its closed set: the other values of the set."""
    if not isinstance(left, Select) or not isinstance(right, Literal) or not isinstance(right.value, str):
        return
    for kind in contract.objects.values():
        for member in kind.members:
            if member.name == left.member and isinstance(member.type, StringType) and right.value in member.type.values:
                yield from (Literal(value) for value in member.type.values if value != right.value)
                return


def interpret(subject: Subject, *, compiled_first: bool = False) -> None:
    """Replace every compiled rule by the interpreted one, or by one that is interpreted only where the compiled one fails.

    A mutant may let through a document that no compiled rule is made for; compiled ones are much faster.
    """
    for kind in subject.contract.objects.values():
        for index, rule in enumerate(kind.rules):
            rules = getattr(subject.rules, f"{constant(kind.name)}_RULES")
            id, path, message, compiled = rules[index]
            judge = holds(rule.tree, subject)
            if compiled_first:
                judge = _either(compiled, judge)
            subject.set(rules, index, (id, path, message, judge))


def _either(first: Judge, second: Judge) -> Judge:
    def judge(this: Any) -> bool:
        try:
            return first(this)
        except (TypeError, KeyError, IndexError, AttributeError):
            return second(this)

    return judge
