"""What every finding means: the texts of the rules from the schemas, all others from `seeds/findings.json`."""

from __future__ import annotations

from exprov.contract.model import Contract, Rule


def entries(contract: Contract) -> list[dict[str, str]]:
    """One entry per rule id, in a fixed order: id, level, title, why, remedy, failing, passing, expression, carrier."""
    rules: dict[str, Rule] = {}
    for kind in contract.objects.values():
        for rule in kind.rules:
            rules.setdefault(rule.id, rule)
    result = []
    for id, seed in contract.seeds.items():
        entry = {"id": id, "level": "reader", "expression": "", "carrier": "", **seed}
        if id in rules:
            rule = rules[id]
            entry |= {"title": rule.message, "why": rule.why, "remedy": rule.remedy, "expression": rule.expression}
        result.append(entry)
    return result
