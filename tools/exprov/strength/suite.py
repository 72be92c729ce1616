"""The golden fixtures as the judge takes them: of each case its id, its exact bytes and what it expects."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exprov import fixtures
from exprov.errors import InputError

Triple = tuple[str, str, str]
"""A finding as cases state it: rule, path, level."""


@dataclass(frozen=True)
class Case:
    """One case: `topic` is the first word of its id, `expected` its exact set of findings."""

    id: str
    topic: str
    data: bytes
    carrier: str | None
    expected: frozenset[Triple]


def load(folder: Path) -> list[Case]:
    """Every case of the fixtures in `folder`, in order; raise InputError if they cannot be read or a case is none."""
    try:
        return [_case(id, case) for id, case in fixtures.load(folder).cases.items()]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(str(folder), f"a case is none of the fixtures: {error!r}", "run `exprov generate`") from None


def _case(id: str, case: Mapping[str, Any]) -> Case:
    given = case["input"]
    data = given["text"].encode() if "text" in given else base64.b64decode(given["b64"], validate=True)
    expected = frozenset((one["rule"], one["path"], one["level"]) for one in case["findings"])
    return Case(id, id.partition(".")[0], data, case.get("carrier"), expected)
