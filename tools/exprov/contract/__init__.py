"""What the schemas say, as frozen data: loaded, checked and modelled. Everything that can be wrong with a schema is found here."""

from __future__ import annotations

from pathlib import Path

from exprov.contract import model, source
from exprov.contract.model import Contract

__all__ = ["Contract", "load"]


def load(schemas: Path, version: str = "1.0") -> Contract:
    """The contract in `schemas/<version>`; raise SchemaError with the file, the JSON Pointer and the remedy.

    Raises InputError if `schemas` is not a folder of schemas.
    """
    return model.build(source.load(schemas, version))
