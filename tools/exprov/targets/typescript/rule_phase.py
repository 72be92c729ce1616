"""Render `rules.ts`: every rule as a function of a parsed, schema-valid value, their texts, and where they apply."""

from __future__ import annotations

import re

from exprov.contract.model import Contract, Rule
from exprov.contract.rules.walk import can_fail
from exprov.program.derived import plain_members, rule_places
from exprov.targets.typescript.expressions import Compiler
from exprov.targets.typescript.naming import constant, literal, literals, visible

LOGIC = "allDiffer at both compare contains either equal every exactlyOne get has holds isDisjoint size some".split()


def render(contract: Contract) -> str:
    compiler = Compiler(plain_members(contract))
    lines: list[str] = []
    for kind in contract.objects.values():
        if kind.rules:
            lines += ["", f"const {_table(kind.name)}: readonly Rule[] = ["]
            for rule in kind.rules:
                lines += _rule(rule, compiler)
            lines += ["];"]
    lines += ["", "/** Where in a document of each kind rules apply. */"]
    lines += ["export const PLACES: Readonly<Record<string, readonly Place[]>> = {"]
    for slug, name in contract.roots.items():
        if name not in contract.unions:
            lines += [f"  {literal(slug)}: [", *_places(contract, name, "    "), "  ],"]
    lines += ["};", "", "/** The same for a document that is one of several, by the value of its tag. */"]
    branches = "Readonly<Record<string, { readonly tag: string; readonly places: Readonly<Record<string, readonly Place[]>> }>>"
    lines += [f"export const BRANCHES: {branches} = {{"]
    for slug, name in contract.roots.items():
        if name in contract.unions:
            union = contract.unions[name]
            lines += [f"  {literal(slug)}: {{", f"    tag: {literal(union.tag)},", "    places: {"]
            for value, branch in union.branches:
                lines += [f"      {literal(value)}: [", *_places(contract, branch, "        "), "      ],"]
            lines += ["    },", "  },"]
    lines += ["};"]
    body = "\n".join(lines)
    used = used_in(body)
    imports = ['import { ExactNumber } from "./number.js";'] if "ExactNumber(" in body else []
    if used:
        imports += [f'import {{ {", ".join(used)}, type Node }} from "./logic.js";']
    else:
        imports += ['import type { Node } from "./logic.js";']
    return "\n".join([*_HEAD[:2], *imports, *_HEAD[2:], body]) + "\n"


_HEAD = [
    "/** The rule phase, compiled from the rules of the schemas: CEL over schema-valid values. */",
    "",
    "",
    "export interface Rule {",
    "  readonly id: string;",
    "  readonly path: string;",
    "  readonly message: string;",
    "  readonly holds: (self: Node) => boolean;",
    "}",
    "",
    "/** `steps` are the names of the members that lead to the object that `rules` are about. */",
    "export interface Place {",
    "  readonly steps: readonly string[];",
    "  readonly rules: readonly Rule[];",
    "}",
]


def used_in(body: str) -> list[str]:
    """The functions of the runtime's logic that generated code calls."""
    return [name for name in LOGIC if re.search(rf"(?<![.\w]){name}\(", body)]


def _table(name: str) -> str:
    return f"{constant(name)}_RULES"


def _rule(rule: Rule, compiler: Compiler) -> list[str]:
    code = compiler.code(rule.tree)
    message = f"{rule.message}; {rule.remedy[0].lower()}{rule.remedy[1:].removesuffix('.')}"
    return [
        f"  // {visible(rule.expression)}",
        "  {",
        f"    id: {literal(rule.id)},",
        f"    path: {literal(rule.path)},",
        f"    message: {literal(message)},",
        f"    holds: (self: Node) => {f'holds(() => {code})' if can_fail(rule.tree) else code},",
        "  },",
    ]


def _places(contract: Contract, name: str, indent: str) -> list[str]:
    return [
        f"{indent}{{ steps: {literals(steps)}, rules: {_table(kind.name)} }},"
        for steps, kind in rule_places(contract, name)
    ]
