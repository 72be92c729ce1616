"""Type a rule against the types of a contract: the result can neither fail nor meet a missing or wrong member.

CEL evaluates `&&`, `||` and `? :` from the left, so a test to the left can show that an optional member is there or that a
list is long enough. What has been shown is a set of facts: `Has(operand, member)`, or `(list, n)` for at least n elements.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from exprov.contract.rules import syntax, tree
from exprov.contract.rules.tree import BOOLEAN, COUNT, STRING, Type
from exprov.contract.types import ArrayType, BooleanType, FreeObjectType, NumberType, RefType, StringType, ValueType

Members = Mapping[str, Mapping[str, tuple[ValueType, bool]]]
"""Type name -> member name -> (its type, whether it is required)."""
_Names = Mapping[str, Type]
_Fact = syntax.Has | tuple[syntax.Node, int]
_Facts = frozenset[_Fact]
_SAFE = 2**53 - 1
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


class RuleTypeError(ValueError):
    """A rule names an unknown member, applies an operator to operands that it does not take, or could fail."""


def check(rule: syntax.Node, this: str, members: Members) -> tree.Expression:
    """The typed tree of `rule` over an object of type `this`. Raises RuleTypeError where it is not a total boolean."""
    typed = _Checker(members).infer(rule, {"this": Type("object", this)}, frozenset())
    if typed.type != BOOLEAN:
        raise RuleTypeError(f"a rule must yield a boolean, this one yields {_described(typed.type)}")
    return typed


def type_of(kind: ValueType) -> Type:
    """How rules see a value of this type."""
    match kind:
        case StringType(name=name):
            return Type("string", name)
        case NumberType(integer=True, minimum=int(low), maximum=int(high)) if -_SAFE <= low and high <= _SAFE:
            return Type("integer")
        case NumberType():
            return Type("number")
        case BooleanType():
            return BOOLEAN
        case ArrayType(items=items):
            return Type("array", items=type_of(items))
        case RefType(name):
            return Type("object", name)
        case FreeObjectType():
            return Type("free")


@dataclass(frozen=True)
class _Checker:
    members: Members

    def infer(self, node: syntax.Node, names: _Names, facts: _Facts) -> tree.Expression:
        """The typed form of `node`; `facts` are what the tests to its left have shown."""
        match node:
            case syntax.Literal(value):
                kind = BOOLEAN if isinstance(value, bool) else COUNT if isinstance(value, int) else STRING
                return tree.Literal(value, kind)
            case syntax.ListLiteral(items):
                typed = tuple(self.infer(item, names, facts) for item in items)
                return tree.Items(typed, Type("array", items=_common(typed, "the elements of a list literal")))
            case syntax.Name(name):
                if name not in names:
                    raise RuleTypeError(f"the name {name!r} is not defined here")
                return tree.Name(name, names[name])
            case syntax.Select() | syntax.Has():
                return self._member(node, names, facts)
            case syntax.Index():
                return self._index(node, names, facts)
            case syntax.Size(operand):
                sized = self.infer(operand, names, facts)
                if sized.type.kind not in ("array", "string"):
                    raise RuleTypeError(f"size() takes an array or a string, not {_described(sized.type)}")
                return tree.Size(sized)
            case syntax.Not(operand):
                return tree.Not(self._boolean(operand, names, facts))
            case syntax.Conditional(test, then, otherwise):
                left = self.infer(then, names, facts | _shown(test, truth=True))
                right = self.infer(otherwise, names, facts | _shown(test, truth=False))
                kind = _common((left, right), "both branches of ? :")
                return tree.If(self._boolean(test, names, facts), left, right, kind)
            case syntax.Macro():
                return self._macro(node, names, facts)
            case syntax.Binary():
                return self._binary(node, names, facts)

    def _member(self, node: syntax.Select | syntax.Has, names: _Names, facts: _Facts) -> tree.Member | tree.Has:
        owner = self.infer(node.operand, names, facts)
        if owner.type.kind != "object" or owner.type.name is None:
            raise RuleTypeError(f"{node.member!r} is selected from {_described(owner.type)}, which has no members")
        known = self.members.get(owner.type.name, {})
        if node.member not in known:
            raise RuleTypeError(f"{owner.type.name} has no member {node.member!r}; it has {', '.join(known)}")
        if isinstance(node, syntax.Has):
            return tree.Has(owner, node.member)
        kind, required = known[node.member]
        if not required and syntax.Has(node.operand, node.member) not in facts:
            raise RuleTypeError(f"{node.member!r} is optional: test it with has() before, to the left of its use")
        return tree.Member(owner, node.member, type_of(kind))

    def _index(self, node: syntax.Index, names: _Names, facts: _Facts) -> tree.At:
        array = self._array(node.operand, names, facts)
        text = syntax.text(node.operand)
        match node.index:
            case syntax.Literal(int(index)) if index >= 0 and not isinstance(index, bool):
                least, at, from_end = index + 1, index, False
            case syntax.Binary("-", syntax.Size(sized), syntax.Literal(int(back))) if (
                sized == node.operand and back > 0
            ):
                least, at, from_end = back, back - 1, True
            case _:
                raise RuleTypeError(f"an index is a literal, or size({text}) minus one: {text}[size({text}) - 1]")
        if self._least(node.operand, names, facts) < least:
            test = f"size({text}) > {least - 1}"
            what = "be empty" if least == 1 else f"have fewer than {least} elements"
            raise RuleTypeError(f"{text} may {what}: test {test} before, to the left of its use")
        return tree.At(array, at, from_end, _items(array))

    def _least(self, operand: syntax.Node, names: _Names, facts: _Facts) -> int:
        """How many elements the list `operand` has at least: what was shown, or what its schema asks for."""
        shown = [fact[1] for fact in facts if isinstance(fact, tuple) and fact[0] == operand]
        if isinstance(operand, syntax.Select):
            owner = self.infer(operand.operand, names, facts).type.name or ""
            kind = self.members[owner][operand.member][0]
            shown += [kind.min_items] if isinstance(kind, ArrayType) else []
        return max(shown, default=0)

    def _array(self, operand: syntax.Node, names: _Names, facts: _Facts) -> tree.Expression:
        array = self.infer(operand, names, facts)
        if array.type.kind != "array":
            raise RuleTypeError(f"an array is needed here, not {_described(array.type)}")
        return array

    def _boolean(self, operand: syntax.Node, names: _Names, facts: _Facts) -> tree.Expression:
        typed = self.infer(operand, names, facts)
        if typed.type != BOOLEAN:
            raise RuleTypeError(f"a boolean is needed here, not {_described(typed.type)}")
        return typed

    def _macro(self, node: syntax.Macro, names: _Names, facts: _Facts) -> tree.Expression:
        array = self._array(node.operand, names, facts)
        if node.variable in names:
            raise RuleTypeError(f"the variable {node.variable!r} hides another of that name")
        inner = {**names, node.variable: _items(array)}
        if node.macro == "map":
            made = self.infer(node.body, inner, facts)
            return tree.Comprehension("map", array, node.variable, made, Type("array", items=made.type))
        body = self._boolean(node.body, inner, facts)
        if node.macro == "filter":
            return tree.Comprehension("filter", array, node.variable, body, array.type)
        return fused(tree.Quantifier(node.macro, array, node.variable, body))

    def _binary(self, node: syntax.Binary, names: _Names, facts: _Facts) -> tree.Expression:
        operator = node.operator
        if operator == "&&" or operator == "||":
            left = self._boolean(node.left, names, facts)
            right = self._boolean(node.right, names, facts | _shown(node.left, truth=operator == "&&"))
            return tree.Logical(operator, left, right)
        left, right = self.infer(node.left, names, facts), self.infer(node.right, names, facts)
        if operator == "in":
            if right.type.items is None or not _comparable(left.type, right.type.items):
                raise RuleTypeError(f"'in' cannot look for {_described(left.type)} in {_described(right.type)}")
            return tree.In(left, right)
        if operator == "+" or operator == "-":
            if left.type != COUNT or right.type != COUNT:
                # Numbers of a record may be doubles in some language; sizes and literals are exact in all.
                raise RuleTypeError(f"{operator!r} takes sizes and integer literals only")
            return tree.Sum(operator, left, right)
        if not _comparable(left.type, right.type):
            raise RuleTypeError(f"{operator!r} cannot compare {_described(left.type)} with {_described(right.type)}")
        if operator not in ("==", "!=") and left.type.kind not in _NUMBERS:
            raise RuleTypeError(f"{operator!r} orders numbers only, not {_described(left.type)}")
        self._check_set_values(node, left, right)
        return tree.Compare(operator, left, right)

    def _check_set_values(self, node: syntax.Binary, left: tree.Expression, right: tree.Expression) -> None:
        """A literal compared with a closed set must be one of its values: a misspelt one could never hold."""
        for side, literal in ((left, right), (right, left)):
            if isinstance(side, tree.Member) and isinstance(literal, tree.Literal):
                kind = self.members[side.of.type.name or ""][side.name][0]
                if isinstance(kind, StringType) and kind.values and literal.value not in kind.values:
                    raise RuleTypeError(f"{literal.value!r} is not a value of the set {', '.join(kind.values)}")


_NUMBERS = ("count", "integer", "number")


def _common(items: tuple[tree.Expression, ...], what: str) -> Type:
    """The one type of `items`; strings of several sets are strings."""
    kinds = {item.type for item in items}
    if len(kinds) == 1:
        return kinds.pop()
    if not kinds or any(kind.kind != "string" for kind in kinds):
        raise RuleTypeError(f"{what} must have one type")
    return STRING


def _items(array: tree.Expression) -> Type:
    assert array.type.items is not None
    return array.type.items


def _shown(node: syntax.Node, *, truth: bool) -> _Facts:
    """What must hold when `node` came out as `truth`."""
    match node:
        case syntax.Has() if truth:
            return frozenset([node])
        case syntax.Not(operand):
            return _shown(operand, truth=not truth)
        case syntax.Binary("&&", left, right) if truth:
            return _shown(left, truth=True) | _shown(right, truth=True)
        case syntax.Binary("||", left, right) if not truth:
            return _shown(left, truth=False) | _shown(right, truth=False)
        case syntax.Binary(operator, syntax.Size(sized), syntax.Literal(int(bound))) if operator in _NEGATED:
            return _size_fact(sized, operator if truth else _NEGATED[operator], bound)
        case syntax.Binary(operator, syntax.Literal(int(bound)), syntax.Size(sized)) if operator in _NEGATED:
            mirrored = _MIRRORED[operator]
            return _size_fact(sized, mirrored if truth else _NEGATED[mirrored], bound)
        case syntax.Macro("exists" | "exists_one", operand) if truth:
            return frozenset([(operand, 1)])
        case syntax.Macro("all", operand) if not truth:
            return frozenset([(operand, 1)])
        case _:
            return frozenset()


def _size_fact(sized: syntax.Node, operator: str, bound: int) -> _Facts:
    """What `size(sized) operator bound` shows of the least size."""
    if operator == "!=":
        return frozenset([(sized, 1)]) if bound == 0 else frozenset()
    least = {">": bound + 1, ">=": bound, "==": bound}.get(operator, 0)
    return frozenset([(sized, least)])


def fused(node: tree.Quantifier) -> tree.Expression:
    """`node`, as a set operation if it compares all pairs of elements by one string member."""
    match node:
        case tree.Quantifier("all", xs, a, tree.Quantifier("exists_one", ys, b, body)) if xs == ys:
            by = _joined(body, a, b)
            return tree.Distinct(xs, by) if by else node
        case tree.Quantifier("all", xs, a, tree.Not(tree.Quantifier("exists", ys, b, body))) if a not in tree.names(ys):
            by = _joined(body, a, b)
            return tree.Disjoint(xs, ys, by) if by else node
    return node


def _joined(body: tree.Expression, outer: str, inner: str) -> str | None:
    """The string member `m` of a body `inner.m == outer.m`, in either order; None for another body."""
    match body:
        case tree.Compare(
            "==",
            tree.Member(tree.Name(left), member, Type("string")),
            tree.Member(tree.Name(right), other, Type("string")),
        ) if member == other and {left, right} == {outer, inner}:
            return member
    return None


def _comparable(left: Type, right: Type) -> bool:
    if left.kind in _NUMBERS:
        return right.kind in _NUMBERS
    if left.kind == "object":
        return right == left
    return left.kind in ("string", "boolean") and right.kind == left.kind


def _described(kind: Type) -> str:
    words = {"count": "an integer", "integer": "an integer", "array": "an array", "free": "a free object"}
    return f"a {kind.name}" if kind.kind == "object" else words.get(kind.kind, f"a {kind.kind}")
