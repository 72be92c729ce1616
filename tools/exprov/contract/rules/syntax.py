"""Parse a CEL expression into a small syntax tree, which `typing` turns into the tree that targets print.

The grammar is that of `cel-python`'s parser; an expression outside the subset raises RuleSyntaxError, which names the construct.
"""

from __future__ import annotations

import ast
import functools
import re
from dataclasses import dataclass
from typing import Any

from celpy.celparser import CELParseError, CELParser
from lark import Token, Tree

COMPARISONS = {
    "relation_eq": "==",
    "relation_ne": "!=",
    "relation_lt": "<",
    "relation_le": "<=",
    "relation_gt": ">",
    "relation_ge": ">=",
    "relation_in": "in",
}
# Variables are written as members are, so that each gets a distinct name in every language. CEL reserves some words.
_VARIABLE = re.compile(
    "(?!(?:as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return|var|void|while)$)"
    "[a-z][A-Za-z0-9]*"
)
MACROS = ("all", "exists", "exists_one", "filter", "map")


class RuleSyntaxError(ValueError):
    """The expression is not CEL, or uses CEL that rules may not use."""


@dataclass(frozen=True)
class Literal:
    value: str | int | bool


@dataclass(frozen=True)
class ListLiteral:
    items: tuple[Node, ...]


@dataclass(frozen=True)
class Name:
    """`this`, or the variable of a macro."""

    name: str


@dataclass(frozen=True)
class Select:
    """`operand.member`."""

    operand: Node
    member: str


@dataclass(frozen=True)
class Index:
    """`operand[index]`, on a list."""

    operand: Node
    index: Node


@dataclass(frozen=True)
class Has:
    """`has(operand.member)`."""

    operand: Node
    member: str


@dataclass(frozen=True)
class Size:
    """`size(operand)`: the length of a list, or of a string in code points."""

    operand: Node


@dataclass(frozen=True)
class Not:
    operand: Node


@dataclass(frozen=True)
class Binary:
    """`left operator right`, with an operator of `&& || == != < <= > >= in + -`."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Conditional:
    test: Node
    then: Node
    otherwise: Node


@dataclass(frozen=True)
class Macro:
    """`operand.macro(variable, body)`, with a macro of MACROS."""

    macro: str
    operand: Node
    variable: str
    body: Node


Node = Literal | ListLiteral | Name | Select | Index | Has | Size | Not | Binary | Conditional | Macro


def text(node: Node) -> str:
    """`node` as it is written in a rule, for messages."""
    match node:
        case Literal(value):
            return (
                str(value).lower()
                if isinstance(value, bool)
                else f'"{value}"'
                if isinstance(value, str)
                else str(value)
            )
        case ListLiteral(items):
            return f"[{', '.join(map(text, items))}]"
        case Name(name):
            return name
        case Select(operand, member):
            return f"{text(operand)}.{member}"
        case Index(operand, index):
            return f"{text(operand)}[{text(index)}]"
        case Has(operand, member):
            return f"has({text(operand)}.{member})"
        case Size(operand):
            return f"size({text(operand)})"
        case Not(operand):
            return f"!({text(operand)})"
        case Binary(operator, left, right):
            return f"({text(left)} {operator} {text(right)})"
        case Conditional(test, then, otherwise):
            return f"({text(test)} ? {text(then)} : {text(otherwise)})"
        case Macro(macro, operand, variable, body):
            return f"{text(operand)}.{macro}({variable}, {text(body)})"


@functools.cache
def _parser() -> CELParser:
    return CELParser()


def parse(expression: str) -> Node:
    """Parse `expression`; raise RuleSyntaxError if it is not CEL or is outside the subset."""
    try:
        return _convert(_parser().parse(expression))
    except CELParseError as error:
        raise RuleSyntaxError(f"not a CEL expression: {str(error.args[0]).splitlines()[0]}") from None
    except RecursionError:
        raise RuleSyntaxError("nested too deeply") from None


def _convert(tree: Any) -> Node:
    if isinstance(tree, Token):
        raise RuleSyntaxError(f"{str(tree)!r} is outside the rule language")
    kind, parts = tree.data, tree.children
    handler = _HANDLERS.get(kind)
    if handler is not None:
        node: Node = handler(parts)
        return node
    if len(parts) == 1 and isinstance(parts[0], Tree):
        return _convert(parts[0])
    raise RuleSyntaxError(f"the construct {kind!r} is outside the rule language")


def _expr(parts: list[Any]) -> Node:
    if len(parts) == 1:
        return _convert(parts[0])
    return Conditional(_convert(parts[0]), _convert(parts[1]), _convert(parts[2]))


def _logical(operator: str) -> Any:
    def convert(parts: list[Any]) -> Node:
        if len(parts) == 1:
            return _convert(parts[0])
        return Binary(operator, _convert(parts[0]), _convert(parts[1]))

    return convert


def _infix(operators: dict[str, str]) -> Any:
    """The grammar writes `a < b` as relation(relation_lt(a), b)."""

    def convert(parts: list[Any]) -> Node:
        if len(parts) == 1:
            return _convert(parts[0])
        head = parts[0]
        if head.data not in operators:
            raise RuleSyntaxError(f"the operator {head.data!r} is outside the rule language")
        return Binary(operators[head.data], _convert(head.children[0]), _convert(parts[1]))

    return convert


def _unary(parts: list[Any]) -> Node:
    if len(parts) == 1:
        return _convert(parts[0])
    if parts[0].data != "unary_not":
        raise RuleSyntaxError("negation of a number is outside the rule language")
    return Not(_convert(parts[1]))


def _member_dot(parts: list[Any]) -> Node:
    return Select(_convert(parts[0]), str(parts[1]))


def _member_index(parts: list[Any]) -> Node:
    return Index(_convert(parts[0]), _convert(parts[1]))


def _member_dot_arg(parts: list[Any]) -> Node:
    macro = str(parts[1])
    arguments = parts[2].children if len(parts) > 2 else []
    if macro not in MACROS or len(arguments) != 2:
        raise RuleSyntaxError(f"the method {macro!r} with {len(arguments)} arguments is outside the rule language")
    variable = _convert(arguments[0])
    if not isinstance(variable, Name) or variable.name == "this" or not _VARIABLE.fullmatch(variable.name):
        raise RuleSyntaxError(f"the first argument of {macro} must be the name of a variable, in camelCase")
    return Macro(macro, _convert(parts[0]), variable.name, _convert(arguments[1]))


def _ident_arg(parts: list[Any]) -> Node:
    function = str(parts[0])
    arguments = parts[1].children if len(parts) > 1 else []
    if function not in ("has", "size") or len(arguments) != 1:
        raise RuleSyntaxError(f"the function {function!r} with {len(arguments)} arguments is outside the rule language")
    argument = _convert(arguments[0])
    if function == "size":
        return Size(argument)
    if not isinstance(argument, Select):
        raise RuleSyntaxError("has() takes a member selection, such as has(this.providerId)")
    return Has(argument.operand, argument.member)


def _literal(parts: list[Any]) -> Node:
    text = str(parts[0])
    if text in ("true", "false"):
        return Literal(text == "true")
    if re.fullmatch(r"-?[0-9]{1,16}", text) and abs(int(text)) < 2**53:
        return Literal(int(text))
    if re.fullmatch(r"""(?:"[^"\\\n]*"|'[^'\\\n]*')""", text):
        return Literal(ast.literal_eval(text))
    raise RuleSyntaxError(
        f"the literal {text} is outside the rule language (integers within 2^53, booleans, strings without escapes)"
    )


def _list(parts: list[Any]) -> Node:
    items = parts[0].children if parts else []
    return ListLiteral(tuple(_convert(item) for item in items))


_ADDITIONS = {"addition_add": "+", "addition_sub": "-"}
_HANDLERS = {
    "expr": _expr,
    "conditionalor": _logical("||"),
    "conditionaland": _logical("&&"),
    "relation": _infix(COMPARISONS),
    "addition": _infix(_ADDITIONS),
    "multiplication": _infix({}),
    "unary": _unary,
    "member_dot": _member_dot,
    "member_index": _member_index,
    "member_dot_arg": _member_dot_arg,
    "ident": lambda parts: Name(str(parts[0])),
    "ident_arg": _ident_arg,
    "literal": _literal,
    "list_lit": _list,
}
