"""What the schemas say, as frozen data: loaded, checked and modelled. Everything that can be wrong with a schema is found here."""

from __future__ import annotations

from pathlib import Path

from exprov.contract.build import build
from exprov.contract.lint import lint
from exprov.contract.model import Contract
from exprov.contract.source import SEEDS, read

__all__ = ["SEEDS", "Contract", "load"]


def load(schemas: Path, version: str = "1.0") -> Contract:
    """The contract in `schemas/<version>`; raise SchemaError with the file, the JSON Pointer and the remedy.

    Raises InputError if `schemas` is not a directory of schemas.
    """
    source = read(schemas, version)
    contract, places = build(source)
    lint(contract, source, places)
    return contract
