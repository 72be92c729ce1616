"""What every finding means: the texts of the rules from the schemas, all others from `seeds/findings.json`.

A rule without a failing and a passing input, and an input for no rule, are errors: the source of truth is linted.
"""

from __future__ import annotations

from exprov.errors import SchemaError
from exprov.model import Contract, Rule

FINDINGS = "seeds/findings.json"


def entries(contract: Contract) -> list[dict[str, str]]:
    """One entry per rule id, in a fixed order: id, level, title, why, remedy, failing, passing, expression, carrier."""
    seeds = dict(contract.seeds)
    rules: dict[str, Rule] = {}
    for kind in contract.objects.values():
        for rule in kind.rules:
            rules.setdefault(rule.id, rule)
    for id in rules:
        if id not in seeds:
            raise SchemaError(FINDINGS, "", f"{id} has no failing and passing input", "add them")
    result = []
    for id, seed in seeds.items():
        entry = {"id": id, "level": "reader", "expression": "", "carrier": "", **seed}
        if id in rules:
            rule = rules[id]
            entry |= {"title": rule.message, "why": rule.why, "remedy": rule.remedy, "expression": rule.expression}
        elif id.startswith(("rule/", "carrier/")):
            raise SchemaError(FINDINGS, f"/{id.replace('/', '~1')}", "no schema states this rule", "remove it")
        result.append(entry)
    return result
