"""Validate the inputs of `seeds/findings.json`: each failing one has only the finding that it explains."""

from __future__ import annotations

from pathlib import Path

from exprov.contract import SEEDS
from exprov.contract.model import Contract
from exprov.errors import SchemaError
from exprov.program.lower import lower
from exprov.strength.subject import Subject
from exprov.targets.python.runtime._place import Wanted
from exprov.targets.python.runtime._text import DEFAULT_LIMITS

# Text in JSON cannot hold such a byte, so the seed says it in words.
BAD_BYTE = "<a byte that is not UTF-8>"


def check(contract: Contract, schemas: Path) -> None:
    """Raise SchemaError for the first input that is not what it claims. Inputs of whole files (`jsonl/`) are left out.

    The validator is the Python runtime with the program of `contract`.
    """
    path = schemas / contract.version / SEEDS
    levels = {rule.id: "reader" for kind in contract.objects.values() for rule in kind.rules}
    validator = Subject(lower(contract))
    for id, seed in contract.seeds.items():
        if id.startswith("jsonl/"):
            continue
        expected = {(id, seed.get("level") or levels[id])}
        # A member whose name leaks is an unknown one, too.
        beside = {("schema/unknown-member", "writer")} if id.startswith("leak/") else set()
        for input, wanted in (("failing", expected), ("passing", set())):
            data = seed[input].encode().replace(BAD_BYTE.encode(), b"\xff")
            found = validator.findings(data, Wanted(), seed.get("carrier"), DEFAULT_LIMITS)
            if {(one.rule, one.level) for one in found} - (beside if wanted else set()) != wanted:
                said = ", ".join(f"{one.rule} at {one.path or 'the root'}" for one in found) or "no finding"
                raise SchemaError(
                    path,
                    f"/{id.replace('/', '~1')}/{input}",
                    f"must have {f'the finding {id} alone' if wanted else 'no finding'}, and has {said}",
                    "correct the input, or the rule that it is for",
                )
