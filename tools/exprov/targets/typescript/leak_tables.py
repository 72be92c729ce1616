"""Render `leak-data.ts`: the tables of the leak phase, as plain data."""

from __future__ import annotations

from exprov.contract.model import Contract
from exprov.targets.typescript.naming import literal, literals

_NAMES = {
    "contentMembers": "CONTENT_MEMBERS",
    "messageMembers": "MESSAGE_MEMBERS",
    "credentialMembers": "CREDENTIAL_MEMBERS",
}


def render(contract: Contract) -> str:
    leaks = contract.leaks
    lines = ["/** The names and patterns of the leak phase. */"]
    for member, name in _NAMES.items():
        lines += ["", f"export const {name}: ReadonlySet<string> = new Set(["]
        lines += [*(f"  {literal(item)}," for item in leaks[member]), "]);"]
    suffixes = literals(leaks["credentialSuffixes"])
    lines += ["", f"export const CREDENTIAL_SUFFIXES: readonly string[] = {suffixes};", ""]
    lines += [
        "/** The shapes of credentials; one of `keywords` stands in every match, lower-cased. */",
        "export interface CredentialShape {",
        "  readonly id: string;",
        "  readonly pattern: string;",
        "  readonly keywords: readonly string[];",
        "}",
        "",
        "export const CREDENTIAL_VALUES: readonly CredentialShape[] = [",
    ]
    for value in leaks["credentialValues"]:
        lines += [
            "  {",
            f"    id: {literal(value['id'])},",
            f"    pattern: {literal(value['pattern'])},",
            f"    keywords: {literals(value['keywords'])},",
            "  },",
        ]
    lines += ["];"]
    return "\n".join(lines) + "\n"
