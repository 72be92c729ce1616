"""Render `program.ts`, the program as constants with rules as functions, and `catalogue.ts`, what every rule means."""

from __future__ import annotations

from typing import Any

import msgspec

from exprov.program.model import Object, Program
from exprov.targets.typescript import expressions
from exprov.targets.typescript.text import Code, literal, union

_PROGRAM = """\
/** The program: what this package knows of the contract. */

import type {{ Limits, Program }} from "./tables.js";

/** The version of the contract. */
export const CONTRACT_VERSION = {version};

/** The payloads that carry a record. */
export type Carrier = {carriers};

/** How much a reader takes, by default. */
export const DEFAULT_LIMITS: Limits = {limits};

export const MESSAGES = {messages};

export const PROGRAM: Program = {program};
"""

_CATALOGUE = """\
/** What every rule means: the texts behind `exprov explain`. */

import type {{ RuleInfo }} from "./finding.js";

/** Every rule, by its id. */
export const RULES: ReadonlyMap<string, RuleInfo> = new Map<string, RuleInfo>({entries});
"""
# What only people read, or what is written elsewhere.
_LEFT_OUT = ("title", "description", "findings", "messages", "first", "rest")


def render_program(program: Program) -> str:
    tables = _without(msgspec.to_builtins(program))
    tables |= {
        "version": Code("CONTRACT_VERSION"),
        "limits": Code("DEFAULT_LIMITS"),
        "objects": [_object(kind) for kind in program.objects],
    }
    return _PROGRAM.format(
        version=literal(program.version),
        carriers=union(one.slug for one in program.carriers),
        limits=literal(msgspec.to_builtins(program.limits)),
        messages=literal(program.messages),
        program=literal(tables),
    )


def _object(kind: Object) -> dict[str, Any]:
    rules = [
        {
            "id": rule.id,
            "path": rule.path.split("/")[1:],
            "message": rule.message,
            "holds": Code(expressions.rule(rule.tree)),
        }
        for rule in kind.rules
    ]
    return {**_without(msgspec.to_builtins(kind)), "rules": rules}


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without(item) for name, item in value.items() if name not in _LEFT_OUT}
    return [_without(item) for item in value] if isinstance(value, list | tuple) else value


def render_catalogue(program: Program) -> str:
    findings = [msgspec.to_builtins(one) for one in program.findings]
    optional = ("expression", "carrier")
    entries = [
        [one["id"], {name: text for name, text in one.items() if text or name not in optional}] for one in findings
    ]
    return _CATALOGUE.format(entries=literal(entries))
