"""Render `_rules.py`: every rule as a function of a parsed, schema-valid value, and their texts."""

from __future__ import annotations

from dataclasses import replace

from exprov.contract.model import Contract, Rule
from exprov.contract.types import FreeObjectType, NumberType, RefType
from exprov.program.derived import plain_members, rule_places
from exprov.targets.python.expressions import MAPPING, Access, compile_rule
from exprov.targets.python.naming import constant, docstring, imports, literal, literals


def render(contract: Contract) -> str:
    rules = _rules(contract)
    code = "\n".join(rules)
    lines = [
        docstring("The rule phase, compiled from the rules of the schemas: CEL over schema-valid values."),
        "",
        "from __future__ import annotations",
        "",
        "from collections.abc import Callable",
        "from typing import Any",
        "",
        *imports("._logic", ("at", "both", "either", "every", "some"), code),
        *imports("._number", ("json_equal", "whole"), code),
        "",
        "# Its id, path and message, and whether it holds; what raises IndexError does not.",
        "Rule = tuple[str, str, str, Callable[[Any], bool]]",
    ]
    lines += [
        *rules,
        "",
        "# Where in a document of each kind rules apply: (steps, rules), the steps being member names.",
    ]
    lines += ["PLACES: dict[str, list[tuple[tuple[str, ...], list[Rule]]]] = {"]
    for slug, name in contract.roots.items():
        lines += [f"    {literal(slug)}: ["]
        if name not in contract.unions:
            lines += _places(contract, name, "        ")
        lines += ["    ],"]
    lines += ["}", "# The same for a document that is one of several, by the value of its tag."]
    lines += ["BRANCHES: dict[str, tuple[str, dict[str, list[tuple[tuple[str, ...], list[Rule]]]]]] = {"]
    for slug, name in contract.roots.items():
        if name in contract.unions:
            union = contract.unions[name]
            lines += [f"    {literal(slug)}: ({literal(union.tag)}, {{"]
            for value, branch in union.branches:
                lines += [f"        {literal(value)}: ["]
                lines += _places(contract, branch, "            ")
                lines += ["        ],"]
            lines += ["    }),"]
    lines += ["}"]
    return "\n".join(lines) + "\n"


def _rules(contract: Contract) -> list[str]:
    access = _access(contract)
    lines: list[str] = []
    for kind in contract.objects.values():
        if kind.rules:
            lines += ["", "", f"{constant(kind.name)}_RULES: list[Rule] = ["]
            for rule in kind.rules:
                lines += _rule(rule, access)
            lines += ["]"]
    return lines


def _rule(rule: Rule, access: Access) -> list[str]:
    body = f"lambda this: {compile_rule(rule.tree, access)}"
    message = f"{rule.message}; {rule.remedy[0].lower()}{rule.remedy[1:].removesuffix('.')}"
    return [
        f"    # {ascii(rule.expression)[1:-1]}",
        f"    ({literal(rule.id)}, {literal(rule.path)}, {literal(message)}, {body}),",
    ]


def _access(contract: Contract) -> Access:
    """Integers may stand in the record as `1.0`: read them by their exact value."""
    integers = {
        member.name
        for object_type in contract.objects.values()
        for member in object_type.members
        if isinstance(member.type, NumberType)
    }

    def select(operand: str, member: str) -> str:
        plain = MAPPING.select(operand, member)
        return f"whole({plain})" if member in integers else plain

    return replace(MAPPING, select=select, objects=objects(contract), plain=plain_members(contract))


def objects(contract: Contract) -> frozenset[str]:
    """The names of members that hold an object, in any type."""
    return frozenset(
        member.name
        for kind in contract.objects.values()
        for member in kind.members
        if isinstance(member.type, RefType | FreeObjectType)
    )


def _places(contract: Contract, name: str, indent: str) -> list[str]:
    return [f"{indent}({literals(steps)}, {constant(kind.name)}_RULES)," for steps, kind in rule_places(contract, name)]
