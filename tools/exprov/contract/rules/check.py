"""Check a rule, which is CEL, against the types of a contract: the tree cannot fail, nor meet a missing or wrong member.

The grammar is that of `cel-python`'s parser. CEL evaluates `&&`, `||` and `? :` from the left, so a test to the left can
show that an optional member is there or that a list is long enough. What has been shown is a set of facts: `tree.Has`,
or `(list, n)` for at least n elements.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from celpy.celparser import CELParseError, CELParser
from lark import Tree

from exprov.contract.model import Array, Boolean, Check, Choice, Constant, Free, Number, Ref, Set, SetRef, resolved
from exprov.contract.rules import tree
from exprov.contract.rules.tree import BOOLEAN, COUNT, STRING, Expression, Type

Members = Mapping[str, Mapping[str, tuple[Check, bool]]]
"""Type name -> member name -> (its check, whether it is required)."""
_Facts = frozenset[tree.Has | tuple[Expression, int]]
_SAFE = 2**53 - 1
# Doubles are exact for any sum of such literals and of sizes that a rule can have.
_SUMMAND = 2**31
_OPERATORS = {
    "relation_eq": "==", "relation_ne": "!=", "relation_lt": "<", "relation_le": "<=", "relation_gt": ">",
    "relation_ge": ">=", "relation_in": "in", "addition_add": "+", "addition_sub": "-",
}  # fmt: skip
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_NUMBERS = ("count", "integer", "number")
_MACROS = ("all", "exists", "exists_one", "filter", "map")
# Variables are written as members are, so that each gets a distinct name in every language. CEL reserves some words.
_VARIABLE = re.compile(
    "(?!(?:this|as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return|var|void|while)$)"
    "[a-z][A-Za-z0-9]*"
)


class RuleError(ValueError):
    """The expression is not CEL, is outside the subset, is ill-typed, or could fail."""


@dataclass(frozen=True)
class _Strings:
    """The strings that an expression, or an element of a list, can be."""

    possible: frozenset[str] | None = None
    """All of them; None if they are not a closed set."""
    written: frozenset[str] = frozenset()
    """Those that the rule writes as literals."""


@dataclass(frozen=True)
class _Variable:
    type: Type
    strings: _Strings = _Strings()


_Names = Mapping[str, _Variable]


def check(expression: str, this: str, members: Members, sets: Mapping[str, Set] | None = None) -> Expression:
    """The typed tree of a rule over an object of type `this`. Raises RuleError if it is not a total boolean."""
    try:
        parsed = _parser().parse(expression)
        names = {"this": _Variable(Type("object", this))}
        typed = _Checker(expression, members, sets or {}).typed(parsed, names, frozenset())
        mentioned = tree.names(typed)
    except CELParseError as error:
        raise RuleError(f"not a CEL expression: {str(error.args[0]).splitlines()[0]}") from None
    except RecursionError:
        raise RuleError("nested too deeply") from None
    if typed.type != BOOLEAN:
        raise RuleError(f"a rule must yield a boolean, this one yields {_described(typed.type)}")
    if "this" not in mentioned:
        raise RuleError("the rule does not mention 'this': compare a member of it, such as this.providerId")
    return typed


@functools.cache
def _parser() -> CELParser:
    return CELParser()


def type_of(check: Check) -> Type:
    """How rules see a value that passes `check`."""
    match check:
        case Number(integer=True, minimum=int(low), maximum=int(high)) if -_SAFE <= low and high <= _SAFE:
            return Type("integer")
        case Number():
            return Type("number")
        case Boolean():
            return BOOLEAN
        case Array(items=items):
            return Type("array", items=type_of(items))
        case Ref(name=name):
            return Type("object", name)
        case Free():
            return Type("free")
        case SetRef(name=name):
            return Type("string", name)
        case _:
            return STRING


@dataclass(frozen=True)
class _Checker:
    expression: str
    members: Members
    sets: Mapping[str, Set]

    def typed(self, node: Any, names: _Names, facts: _Facts) -> Expression:
        """The typed form of a node of the parser; `facts` are what the tests to its left have shown."""
        match _construct(node):
            case Tree("literal", [text]):
                return _literal(str(text))
            case Tree("list_lit", parts):
                items = tuple(self.typed(item, names, facts) for part in parts for item in part.children)
                kind = _element(_common(items, "the elements of a list literal"))
                return tree.Items(items, Type("array", items=kind))
            case Tree("ident", [str(name)]):
                if name not in names:
                    raise RuleError(f"the name {str(name)!r} is not defined here")
                return tree.Name(str(name), names[name].type)
            case Tree("member_dot", [operand, member]):
                selected, optional = self._selected(operand, str(member), names, facts)
                if optional and tree.Has(selected.of, selected.name) not in facts:
                    raise RuleError(f"{selected.name!r} is optional: test it with has() before, to the left of its use")
                return selected
            case Tree("member_index", [operand, index]):
                return self._index(operand, index, names, facts)
            case Tree("member_dot_arg", [operand, macro, *arguments]):
                return self._macro(operand, str(macro), _arguments(arguments), names, facts)
            case Tree("ident_arg", [function, *arguments]):
                return self._function(str(function), _arguments(arguments), names, facts)
            case Tree("expr", [condition, then, otherwise]):
                test = self._boolean(condition, names, facts)
                left = self.typed(then, names, facts | _shown(test, truth=True))
                right = self.typed(otherwise, names, facts | _shown(test, truth=False))
                kind = _common((left, right), "both branches of ? :")
                if kind.kind == "array":
                    raise RuleError("? : cannot choose between lists: choose between two tests of them")
                return tree.If(test, left, right, kind)
            case Tree("conditionaland" | "conditionalor" as kind, [first, second]):
                left, is_and = self._boolean(first, names, facts), kind == "conditionaland"
                right = self._boolean(second, names, facts | _shown(left, truth=is_and))
                return tree.Logical("&&" if is_and else "||", left, right)
            case Tree("unary", [Tree("unary_not"), operand]):
                return tree.Not(self._boolean(operand, names, facts))
            case Tree("unary", _):
                raise RuleError("negation of a number is outside the rule language")
            # The grammar writes `a < b` as relation(relation_lt(a), b).
            case Tree("relation" | "addition" | "multiplication", [Tree(operator, [first]), second]):
                if operator not in _OPERATORS:
                    raise RuleError(f"the operator {str(operator)!r} is outside the rule language")
                left, right = self.typed(first, names, facts), self.typed(second, names, facts)
                return self._infix(_OPERATORS[operator], left, right, names)
            case other:
                raise RuleError(f"the construct {str(other.data)!r} is outside the rule language")

    def _selected(self, operand: Any, member: str, names: _Names, facts: _Facts) -> tuple[tree.Member, bool]:
        """The member that is selected, and whether it is optional."""
        owner = self.typed(operand, names, facts)
        if owner.type.kind != "object" or owner.type.name is None:
            raise RuleError(f"{member!r} is selected from {_described(owner.type)}, which has no members")
        known = self.members.get(owner.type.name, {})
        if member not in known:
            raise RuleError(f"{owner.type.name} has no member {member!r}; it has {', '.join(known)}")
        check, required = known[member]
        return tree.Member(owner, member, type_of(check)), not required

    def _function(self, function: str, arguments: list[Any], names: _Names, facts: _Facts) -> Expression:
        match function, arguments:
            case "has", [argument]:
                match _construct(argument):
                    case Tree("member_dot", [operand, member]):
                        selected, _ = self._selected(operand, str(member), names, facts)
                        return tree.Has(selected.of, selected.name)
                raise RuleError("has() takes a member selection, such as has(this.providerId)")
            case "size", [argument]:
                sized = self.typed(argument, names, facts)
                if sized.type.kind not in ("array", "string"):
                    raise RuleError(f"size() takes an array or a string, not {_described(sized.type)}")
                return tree.Size(sized)
        raise RuleError(f"the function {function!r} with {len(arguments)} arguments is outside the rule language")

    def _index(self, operand: Any, place: Any, names: _Names, facts: _Facts) -> tree.At:
        array = self._array(operand, names, facts)
        text = self.expression[operand.meta.start_pos : operand.meta.end_pos]
        match self.typed(place, names, facts):
            case tree.Literal(int(index), Type("count")) if index >= 0:
                least, at, from_end = index + 1, index, False
            case tree.Sum("-", tree.Size(of), tree.Literal(int(back))) if of == array and back > 0:
                least, at, from_end = back, back - 1, True
            case _:
                raise RuleError(f"an index is a literal, or size({text}) minus one: {text}[size({text}) - 1]")
        if self._least(array, facts) < least:
            test = f"size({text}) > {least - 1}"
            what = "be empty" if least == 1 else f"have fewer than {least} elements"
            raise RuleError(f"{text} may {what}: test {test} before, to the left of its use")
        return tree.At(array, at, from_end, _items(array))

    def _least(self, array: Expression, facts: _Facts) -> int:
        """How many elements a list has at least: what was shown, or what its schema asks for."""
        shown = [fact[1] for fact in facts if isinstance(fact, tuple) and fact[0] == array]
        check = self._check_of(array)
        return max([*shown, check.min_items] if isinstance(check, Array) else shown, default=0)

    def _check_of(self, node: Expression) -> Check | None:
        """What a member of an object must be; None for any other expression."""
        if not isinstance(node, tree.Member):
            return None
        return resolved(self.members[node.of.type.name or ""][node.name][0], self.sets)

    def _array(self, operand: Any, names: _Names, facts: _Facts) -> Expression:
        array = self.typed(operand, names, facts)
        if array.type.kind != "array":
            raise RuleError(f"an array is needed here, not {_described(array.type)}")
        _element(_items(array))
        return array

    def _boolean(self, operand: Any, names: _Names, facts: _Facts) -> Expression:
        typed = self.typed(operand, names, facts)
        if typed.type != BOOLEAN:
            raise RuleError(f"a boolean is needed here, not {_described(typed.type)}")
        return typed

    def _macro(self, operand: Any, macro: str, arguments: list[Any], names: _Names, facts: _Facts) -> Expression:
        if macro not in _MACROS or len(arguments) != 2:
            raise RuleError(f"the method {macro!r} with {len(arguments)} arguments is outside the rule language")
        match _construct(arguments[0]):
            case Tree("ident", [str(name)]) if _VARIABLE.fullmatch(name):
                variable = str(name)
            case _:
                raise RuleError(f"the first argument of {macro} must be the name of a variable, in camelCase")
        array = self._array(operand, names, facts)
        if variable in names:
            raise RuleError(f"the variable {variable!r} hides another of that name")
        inner = {**names, variable: _Variable(_items(array), self._strings(array, names))}
        body = (self.typed if macro == "map" else self._boolean)(arguments[1], inner, facts)
        if variable not in tree.names(body):
            raise RuleError(f"{macro} does not use its variable {variable!r}: use it, or test the size of the list")
        if macro == "map":
            return tree.Comprehension("map", array, variable, body, Type("array", items=_element(body.type)))
        if macro == "filter":
            return tree.Comprehension("filter", array, variable, body, array.type)
        return fused(tree.Quantifier(macro, array, variable, body))

    def _infix(self, operator: str, left: Expression, right: Expression, names: _Names) -> Expression:
        if operator == "in":
            if right.type.items is None or not _comparable(left.type, right.type.items):
                raise RuleError(f"'in' cannot look for {_described(left.type)} in {_described(right.type)}")
            self._check_spelling(left, right, names)
            return tree.In(left, right)
        if operator == "+" or operator == "-":
            for summand in (left, right):
                _check_summand(operator, summand)
            return tree.Sum(operator, left, right)
        if not _comparable(left.type, right.type):
            raise RuleError(f"{operator!r} cannot compare {_described(left.type)} with {_described(right.type)}")
        if operator not in ("==", "!=") and left.type.kind not in _NUMBERS:
            raise RuleError(f"{operator!r} orders numbers only, not {_described(left.type)}")
        if _is_fixed(left) and _is_fixed(right):
            # Compilers reject it as a comparison that is always true or always false.
            raise RuleError(f"{operator!r} compares two literals: compare a member or a size, or write true or false")
        self._check_spelling(left, right, names)
        return tree.Compare(operator, left, right)

    def _check_spelling(self, left: Expression, right: Expression, names: _Names) -> None:
        """A comparison with a misspelt value of a closed set could never hold."""
        one, other = self._strings(left, names), self._strings(right, names)
        for possible, written in ((one.possible, other.written), (other.possible, one.written)):
            for wrong in sorted(written - (written if possible is None else possible)):
                raise RuleError(f"{wrong!r} is not a value of the set {', '.join(sorted(possible or ()))}")

    def _strings(self, node: Expression, names: _Names) -> _Strings:
        match node:
            case tree.Literal(str(value)):
                return _Strings(frozenset([value]), frozenset([value]))
            case tree.Name(name):
                return names[name].strings
            case tree.Member():
                return _Strings(_closed(self._check_of(node), self.sets))
            case tree.At(of) | tree.Comprehension("filter", of):
                return self._strings(of, names)
            case tree.Comprehension(_, of, variable, body):
                made = _Variable(_items(of), self._strings(of, names))
                return self._strings(body, {**names, variable: made})
            case tree.Items(items):
                return _any_of([self._strings(item, names) for item in items])
            case tree.If(_, then, otherwise):
                return _any_of([self._strings(then, names), self._strings(otherwise, names)])
        return _Strings()


def _construct(node: Any) -> Tree[Any]:
    """The construct that a node of the parser is: the grammar wraps it in a node for each level of precedence."""
    while node.data != "list_lit" and len(node.children) == 1 and isinstance(node.children[0], Tree):
        (node,) = node.children
    found: Tree[Any] = node
    return found


def _arguments(parts: list[Any]) -> list[Any]:
    return [argument for part in parts for argument in part.children]


def _literal(text: str) -> tree.Literal:
    if text in ("true", "false"):
        return tree.Literal(text == "true", BOOLEAN)
    if re.fullmatch(r"-?[0-9]{1,16}", text) and abs(int(text)) <= _SAFE:
        return tree.Literal(int(text), COUNT)
    if re.search(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]", text):
        raise RuleError("a string literal has a control character or half a surrogate pair: remove it")
    if re.fullmatch(r"""(?:"[^"\\]*"|'[^'\\]*')""", text):
        return tree.Literal(text[1:-1], STRING)
    what = "integers within 2^53, booleans, strings without escapes"
    raise RuleError(f"the literal {text} is outside the rule language ({what})")


def _common(items: tuple[Expression, ...], what: str) -> Type:
    """The one type of `items`; strings of several sets are strings."""
    kinds = {item.type for item in items}
    if len(kinds) == 1:
        return kinds.pop()
    if not kinds or any(kind.kind != "string" for kind in kinds):
        raise RuleError(f"{what} must have one type")
    return STRING


def _element(kind: Type) -> Type:
    """`kind`, which a list may have as the type of its elements."""
    if kind.kind == "array":
        raise RuleError("a list of lists is outside the rule language: use a macro inside another, such as all in all")
    return kind


def _check_summand(operator: str, node: Expression) -> None:
    # Numbers of a record may be doubles in some language; sizes and literals are exact in all.
    if node.type != COUNT or not isinstance(node, tree.Size | tree.Literal | tree.Sum):
        raise RuleError(f"{operator!r} takes sizes and integer literals only")
    if isinstance(node, tree.Literal) and abs(int(node.value)) > _SUMMAND:
        raise RuleError(f"{node.value} is too large for {operator!r}, which takes literals within {_SUMMAND}")


def _is_fixed(node: Expression) -> bool:
    """Whether a compiler may see that `node` yields one of a few literals."""
    match node:
        case tree.Literal():
            return True
        case tree.Not(of):
            return _is_fixed(of)
        case tree.Logical(_, left, right):
            return _is_fixed(left) or _is_fixed(right)
        case tree.If(_, then, otherwise):
            return _is_fixed(then) and _is_fixed(otherwise)
    return False


def _closed(check: Check | None, sets: Mapping[str, Set]) -> frozenset[str] | None:
    """The strings that pass `check`, or that elements of its array do; None if they are not a closed set."""
    match resolved(check.items, sets) if isinstance(check, Array) else check:
        case Choice(values=values):
            return frozenset(values)
        case Constant(value=str(value)):
            return frozenset([value])
    return None


def _any_of(parts: list[_Strings]) -> _Strings:
    possible: frozenset[str] | None = frozenset()
    for part in parts:
        possible = None if possible is None or part.possible is None else possible | part.possible
    return _Strings(possible, frozenset().union(*(part.written for part in parts)))


def _items(array: Expression) -> Type:
    assert array.type.items is not None
    return array.type.items


def _shown(node: Expression, *, truth: bool) -> _Facts:
    """What must hold if `node` came out as `truth`."""
    match node:
        case tree.Has() if truth:
            return frozenset([node])
        case tree.Not(operand):
            return _shown(operand, truth=not truth)
        case tree.Logical(operator, left, right) if truth is (operator == "&&"):
            return _shown(left, truth=truth) | _shown(right, truth=truth)
        case tree.Compare(operator, tree.Size(sized), tree.Literal(int(bound))):
            return _size_fact(sized, operator if truth else _NEGATED[operator], bound)
        case tree.Compare(operator, tree.Literal(int(bound)), tree.Size(sized)):
            mirrored = _MIRRORED[operator]
            return _size_fact(sized, mirrored if truth else _NEGATED[mirrored], bound)
        case tree.Quantifier(operator, operand) if truth is (operator != "all"):
            return frozenset([(operand, 1)])
        case tree.Distinct(operand) | tree.Disjoint(operand) if not truth:
            return frozenset([(operand, 1)])
        case _:
            return frozenset()


def _size_fact(sized: Expression, operator: str, bound: int) -> _Facts:
    """What `size(sized) operator bound` shows of the least size."""
    if operator == "!=":
        return frozenset([(sized, 1)]) if bound == 0 else frozenset()
    least = {">": bound + 1, ">=": bound, "==": bound}.get(operator, 0)
    return frozenset([(sized, least)])


def fused(node: tree.Quantifier) -> Expression:
    """`node`, as a set operation if it compares all pairs of elements by one string member."""
    match node:
        case tree.Quantifier("all", xs, a, tree.Quantifier("exists_one", ys, b, body)) if xs == ys:
            by = _joined(body, a, b)
            return tree.Distinct(xs, by) if by else node
        case tree.Quantifier("all", xs, a, tree.Not(tree.Quantifier("exists", ys, b, body))) if a not in tree.names(ys):
            by = _joined(body, a, b)
            return tree.Disjoint(xs, ys, by) if by else node
    return node


def _joined(body: Expression, outer: str, inner: str) -> str | None:
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
