"""Every rule, made wrong: deleted, a clause negated or dropped, an operator or quantifier swapped, a literal off by one.

Ids read `rule/attempt-count:swap == for !=@0`; the number counts the nodes of the rule as its schema writes it, so that
a set operation counts as the quantifiers that it stands for, and an index as the expression that it stands for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count

from msgspec.structs import replace

from exprov.contract.rules import tree
from exprov.contract.rules.tree import Expression
from exprov.program.model import Choice, Object, Program, Rule
from exprov.strength.mutant import Mutant
from exprov.strength.ways import swapped

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
_QUANTIFIERS = ("all", "exists", "exists_one")
_ONE = tree.Literal(1, tree.COUNT)
# An index that no list has.
_NOWHERE = 2**31
Wrong = Iterator[tuple[str, Expression]]
Put = Callable[[Expression], Expression]
"""The rule with another tree in one place."""


def mutants(program: Program) -> Iterator[Mutant]:
    """The mutants of every rule. A rule of several objects is mutated on each of them."""
    homes = Counter(rule.id for kind in program.objects for rule in kind.rules)
    for kind in program.objects:
        for rule in kind.rules:
            prefix = f"rule/{rule.id.removeprefix('rule/')}" + (f" of {kind.name}" if homes[rule.id] > 1 else "")
            yield Mutant(f"{prefix}:delete", _with(program, kind, rule))
            for text, wrong in _mutations(expanded(rule.tree), program):
                yield Mutant(f"{prefix}:{text}", _with(program, kind, rule, replace(rule, tree=wrong)))


def _with(program: Program, kind: Object, old: Rule, *new: Rule) -> Program:
    changed = replace(kind, rules=swapped(kind.rules, old, *new))
    return replace(program, objects=swapped(program.objects, kind, changed))


def expanded_program(program: Program) -> Program:
    """`program` with the rules that are mutated: they mean the same."""
    return replace(
        program,
        objects=tuple(
            replace(kind, rules=tuple(replace(rule, tree=expanded(rule.tree)) for rule in kind.rules))
            for kind in program.objects
        ),
    )


def expanded(node: Expression) -> Expression:
    """`node` with every set operation as the quantifiers that it stands for."""
    match node:
        case tree.Distinct(of, by):
            return tree.Quantifier("all", of, "a", tree.Quantifier("exists_one", of, "b", _same(of, of, by)))
        case tree.Disjoint(left, right, by):
            return tree.Quantifier(
                "all", left, "a", tree.Not(tree.Quantifier("exists", right, "b", _same(right, left, by)))
            )
    return _mapped(node, expanded)


def _same(left: Expression, right: Expression, by: str) -> Expression:
    """`b.by == a.by`, for elements of the two lists."""
    assert left.type.items is not None and right.type.items is not None
    sides = tree.Name("b", left.type.items), tree.Name("a", right.type.items)
    one, other = (tree.Member(side, by, tree.STRING) for side in sides)
    return tree.Compare("==", one, other)


def _mapped(node: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """`node` with what `change` makes of each of its children, from left to right."""
    fields: dict[str, object] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if isinstance(value, tuple):
            fields[name] = tuple(change(child) for child in value)
        elif isinstance(value, Expression):
            fields[name] = change(value)
    return replace(node, **fields)


def _mutations(rule: Expression, program: Program) -> Wrong:
    """What can be wrong in a rule: a text that says what and where, and the wrong tree."""
    numbers = count()

    def walk(node: Expression, put: Put) -> Wrong:
        def inside(child: Expression) -> Put:
            return lambda new: put(_mapped(node, lambda one: new if one is child else one))

        number = next(numbers)
        for text, wrong in _of_node(node, program):
            yield f"{text}@{number}", put(wrong)
        for child in tree.children(node):
            yield from walk(child, inside(child))
        if isinstance(node, tree.At):
            for text, wrong in _of_index(node, numbers):
                yield text, put(wrong)

    return walk(rule, lambda new: new)


def _of_node(node: Expression, program: Program) -> Wrong:
    match node:
        case tree.Not(operand):
            yield "drop !", operand
        case tree.Has(_, member):
            yield f"negate has({member})", tree.Not(node)
        case tree.Comprehension(operator):
            yield f"negate {operator}", tree.Not(node)
        case tree.Quantifier(operator):
            yield f"negate {operator}", tree.Not(node)
            for other in _QUANTIFIERS:
                if other != operator:
                    yield f"swap {operator} for {other}", replace(node, operator=other)
        case tree.If(test, then, otherwise):
            yield "negate ?", replace(node, test=tree.Not(test))
            yield "keep then", then
            yield "keep otherwise", otherwise
        case tree.Logical(operator, left, right):
            yield f"negate {operator}", tree.Not(node)
            yield f"keep left of {operator}", left
            yield f"keep right of {operator}", right
        case tree.In():
            yield "negate in", tree.Not(node)
        case tree.Compare(operator, left, right):
            for literal in _other_values(left, right, program):
                yield f"compare with {literal.value}", tree.Compare(operator, left, literal)
        case tree.Size():
            yield "size one more", tree.Sum("+", node, _ONE)
            yield "size one less", tree.Sum("-", node, _ONE)
        case tree.Literal(bool() as value):
            yield "flip", replace(node, value=not value)
        case tree.Literal(int() as value):
            yield "one more", replace(node, value=value + 1)
            yield "one less", replace(node, value=value - 1)
    if isinstance(node, tree.Logical | tree.Compare | tree.Sum):
        for other in _SWAPS[node.operator]:
            yield f"swap {node.operator} for {other}", replace(node, operator=other)


def _of_index(node: tree.At, numbers: Iterator[int]) -> Wrong:
    """What can be wrong in an index, which a schema writes as a literal or as `size(of) - literal`."""
    nowhere = replace(node, index=_NOWHERE, from_end=False)
    more = replace(node, index=node.index + 1)
    less = replace(node, index=node.index - 1) if node.index else nowhere
    if node.from_end:
        yield f"swap - for +@{next(numbers)}", nowhere
        size = next(numbers)
        yield f"size one more@{size}", less
        yield f"size one less@{size}", more
        for _ in _nodes(node.of):
            next(numbers)
    literal = next(numbers)
    yield f"one more@{literal}", more
    yield f"one less@{literal}", less


def _nodes(node: Expression) -> Iterator[Expression]:
    yield node
    for child in tree.children(node):
        yield from _nodes(child)


def _other_values(left: Expression, right: Expression, program: Program) -> Iterator[tree.Literal]:
    """For a member compared with a value of its closed set: the other values of the set."""
    if (
        isinstance(left, tree.Member)
        and isinstance(right, tree.Literal)
        and left.type.name
        and left.type.kind == "string"
    ):
        check = program.set(left.type.name).check
        for value in check.values if isinstance(check, Choice) else ():
            if value != right.value:
                yield tree.Literal(value, tree.STRING)
