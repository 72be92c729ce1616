"""Render `_leak_data.py`: the tables of the leak phase, as plain Python data."""

from __future__ import annotations

from exprov.contract.model import Contract
from exprov.targets.python.naming import docstring, literal, literals

_NAMES = {
    "contentMembers": "CONTENT_MEMBERS",
    "messageMembers": "MESSAGE_MEMBERS",
    "credentialMembers": "CREDENTIAL_MEMBERS",
}


def render(contract: Contract) -> str:
    leaks = contract.leaks
    lines = [docstring("The names and patterns of the leak phase."), "", "from __future__ import annotations", ""]
    for member, name in _NAMES.items():
        lines += [f"{name}: frozenset[str] = frozenset({literals(leaks[member])})"]
    lines += [f"CREDENTIAL_SUFFIXES: tuple[str, ...] = {literals(leaks['credentialSuffixes'])}"]
    lines += ["# (id, pattern, keywords of which one stands in every lower-cased match)"]
    lines += ["CREDENTIAL_VALUES: tuple[tuple[str, str, tuple[str, ...]], ...] = ("]
    lines += [
        f"    ({literal(value['id'])}, {literal(value['pattern'])}, {literals(value['keywords'])}),"
        for value in leaks["credentialValues"]
    ]
    lines += [")"]
    return "\n".join(lines) + "\n"
