"""The mutants that no case can kill, each with a reason that a reader can check: data beside the schemas."""

from __future__ import annotations

import json
from pathlib import Path

from exprov.errors import InputError

FILE = "seeds/equivalent-mutants.json"


def load(schemas: Path, version: str = "1.0") -> dict[str, str]:
    """Mutant id -> reason; nothing where the version has no such file. InputError for one that is not in order."""
    path = schemas / version / FILE
    try:
        found = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise InputError(str(path), f"cannot be read: {error}", "correct the file") from None
    if not isinstance(found, dict) or not all(isinstance(reason, str) and reason.strip() for reason in found.values()):
        raise InputError(str(path), "not an object of mutant ids and reasons", "give every mutant a reason")
    return found
