"""Type-check a rule against the types of a contract, so that a rule that loads cannot meet a missing or wrong member."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from exprov.contract.rules import syntax
from exprov.contract.types import ArrayType, BooleanType, FreeObjectType, NumberType, RefType, StringType, ValueType

Members = Mapping[str, Mapping[str, tuple[ValueType, bool]]]
"""Type name -> member name -> (its type, whether it is required)."""

_BOOLEAN = BooleanType()
_INTEGER = NumberType(integer=True)


class RuleTypeError(ValueError):
    """A rule names an unknown member, or applies an operator to operands that it does not take."""


def check(tree: syntax.Node, this: str, members: Members) -> None:
    """Check that `tree`, evaluated over an object of type `this`, is well-typed and yields a boolean; else RuleTypeError."""
    result = _Checker(members).infer(tree, {"this": RefType(this)}, frozenset())
    if not isinstance(result, BooleanType):
        raise RuleTypeError(f"a rule must yield a boolean, this one yields {_name(result)}")


@dataclass(frozen=True)
class _Checker:
    members: Members

    def infer(self, node: syntax.Node, names: dict[str, ValueType], present: frozenset[syntax.Node]) -> ValueType:
        """The type of `node`; `present` holds the optional selections that a guard to the left has shown to be there."""
        match node:
            case syntax.Literal(value):
                return _BOOLEAN if isinstance(value, bool) else _INTEGER if isinstance(value, int) else StringType()
            case syntax.ListLiteral(items):
                kinds = [self.infer(item, names, present) for item in items]
                if not kinds or any(type(kind) is not type(kinds[0]) for kind in kinds):
                    raise RuleTypeError("a list literal needs elements of one type")
                return ArrayType(kinds[0])
            case syntax.Name(name):
                if name not in names:
                    raise RuleTypeError(f"the name {name!r} is not defined here")
                return names[name]
            case syntax.Select(operand, member):
                kind, required = self._member(operand, member, names, present)
                if not required and node not in present:
                    raise RuleTypeError(f"{member!r} is optional: test it with has() before, to the left of its use")
                return kind
            case syntax.Has(operand, member):
                self._member(operand, member, names, present)
                return _BOOLEAN
            case syntax.Index(operand, index):
                array = self._array(operand, names, present)
                if not _is_integer(self.infer(index, names, present)):
                    raise RuleTypeError("an index must be an integer")
                return array.items
            case syntax.Size(operand):
                kind = self.infer(operand, names, present)
                if not isinstance(kind, ArrayType | StringType):
                    raise RuleTypeError(f"size() takes an array or a string, not {_name(kind)}")
                return _INTEGER
            case syntax.Not(operand):
                self._boolean(operand, names, present)
                return _BOOLEAN
            case syntax.Conditional(test, then, otherwise):
                self._boolean(test, names, present)
                left = self.infer(then, names, present | _shown(test, truth=True))
                right = self.infer(otherwise, names, present | _shown(test, truth=False))
                if type(left) is not type(right):
                    raise RuleTypeError("both branches of ? : must have one type")
                return left
            case syntax.Macro():
                return self._macro(node, names, present)
            case syntax.Binary():
                return self._binary(node, names, present)

    def _member(
        self, operand: syntax.Node, member: str, names: dict[str, ValueType], present: frozenset[syntax.Node]
    ) -> tuple[ValueType, bool]:
        kind = self.infer(operand, names, present)
        if not isinstance(kind, RefType):
            raise RuleTypeError(f"{member!r} is selected from {_name(kind)}, which has no members")
        known = self.members.get(kind.name, {})
        if member not in known:
            raise RuleTypeError(f"{kind.name} has no member {member!r}; it has {', '.join(known)}")
        return known[member]

    def _array(self, operand: syntax.Node, names: dict[str, ValueType], present: frozenset[syntax.Node]) -> ArrayType:
        kind = self.infer(operand, names, present)
        if not isinstance(kind, ArrayType):
            raise RuleTypeError(f"an array is needed here, not {_name(kind)}")
        return kind

    def _boolean(self, operand: syntax.Node, names: dict[str, ValueType], present: frozenset[syntax.Node]) -> None:
        kind = self.infer(operand, names, present)
        if not isinstance(kind, BooleanType):
            raise RuleTypeError(f"a boolean is needed here, not {_name(kind)}")

    def _macro(self, node: syntax.Macro, names: dict[str, ValueType], present: frozenset[syntax.Node]) -> ValueType:
        array = self._array(node.operand, names, present)
        if node.variable in names:
            raise RuleTypeError(f"the variable {node.variable!r} hides another of that name")
        inner = {**names, node.variable: array.items}
        if node.macro == "map":
            return ArrayType(self.infer(node.body, inner, present))
        self._boolean(node.body, inner, present)
        return array if node.macro == "filter" else _BOOLEAN

    def _binary(self, node: syntax.Binary, names: dict[str, ValueType], present: frozenset[syntax.Node]) -> ValueType:
        if node.operator in ("&&", "||"):
            self._boolean(node.left, names, present)
            self._boolean(node.right, names, present | _shown(node.left, truth=node.operator == "&&"))
            return _BOOLEAN
        left, right = self.infer(node.left, names, present), self.infer(node.right, names, present)
        if node.operator == "in":
            if not isinstance(right, ArrayType) or not _comparable(left, right.items):
                raise RuleTypeError(f"'in' cannot look for {_name(left)} in {_name(right)}")
            return _BOOLEAN
        if node.operator in ("+", "-"):
            if not (_is_integer(left) and _is_integer(right)) or not (
                _is_bounded(node.left) and _is_bounded(node.right)
            ):
                # Numbers of a record are doubles in some targets; sizes and literals are exact in all.
                raise RuleTypeError(f"{node.operator!r} takes sizes and integer literals only")
            return _INTEGER
        if not _comparable(left, right):
            raise RuleTypeError(f"{node.operator!r} cannot compare {_name(left)} with {_name(right)}")
        if node.operator not in ("==", "!=") and not isinstance(left, NumberType):
            raise RuleTypeError(f"{node.operator!r} orders numbers only, not {_name(left)}")
        _check_set_values(node, left, right)
        return _BOOLEAN


def _shown(node: syntax.Node, *, truth: bool) -> frozenset[syntax.Node]:
    """The optional selections that must be there when `node` came out as `truth`."""
    match node:
        case syntax.Has(operand, member) if truth:
            return frozenset([syntax.Select(operand, member)])
        case syntax.Not(operand):
            return _shown(operand, truth=not truth)
        case syntax.Binary("&&", left, right) if truth:
            return _shown(left, truth=True) | _shown(right, truth=True)
        case syntax.Binary("||", left, right) if not truth:
            return _shown(left, truth=False) | _shown(right, truth=False)
        case _:
            return frozenset()


def _check_set_values(node: syntax.Binary, left: ValueType, right: ValueType) -> None:
    """A literal compared with a closed set must be one of its values: a misspelt one could never hold."""
    for kind, literal in ((left, node.right), (right, node.left)):
        if isinstance(kind, StringType) and kind.values and isinstance(literal, syntax.Literal):
            if literal.value not in kind.values:
                raise RuleTypeError(f"{literal.value!r} is not a value of the set {', '.join(kind.values)}")


def _comparable(left: ValueType, right: ValueType) -> bool:
    if isinstance(left, RefType) and isinstance(right, RefType):
        return left.name == right.name
    if isinstance(left, NumberType | StringType | BooleanType):
        return type(left) is type(right)
    return False


def _is_integer(kind: ValueType) -> bool:
    return isinstance(kind, NumberType) and kind.integer


def _is_bounded(node: syntax.Node) -> bool:
    return isinstance(node, syntax.Size | syntax.Literal) or (
        isinstance(node, syntax.Binary) and _is_bounded(node.left) and _is_bounded(node.right)
    )


def _name(kind: ValueType) -> str:
    match kind:
        case StringType():
            return "a string"
        case NumberType(integer=True):
            return "an integer"
        case NumberType():
            return "a number"
        case BooleanType():
            return "a boolean"
        case ArrayType():
            return "an array"
        case RefType(name):
            return f"a {name}"
        case FreeObjectType():
            return "a free object"
