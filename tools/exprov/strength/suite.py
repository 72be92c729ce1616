"""The golden fixtures as they are read back: of each case its id, its exact bytes and what it expects."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from pathlib import Path

from exprov.errors import InputError, UsageError

# Files of the fixtures' folder that hold no cases.
_OTHERS = frozenset({"manifest.json", "package.json"})

Triple = tuple[str, str, str]
"""A finding as cases state it: rule, path, level."""


@dataclass(frozen=True)
class Case:
    """One case: `topic` is the name of its file, `expected` its exact set of findings."""

    id: str
    topic: str
    data: bytes
    carrier: str | None
    expected: frozenset[Triple]


def load(folder: Path) -> list[Case]:
    """Every case of the topic files in `folder`, in order. UsageError without the folder, InputError for a broken file."""
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}", "run `exprov generate`, or name the fixtures with --fixtures")
    cases: list[Case] = []
    for path in sorted(folder.glob("*.json")):
        if path.name in _OTHERS:
            continue
        try:
            document = json.loads(path.read_bytes())
            if isinstance(document, dict) and "cases" in document:
                cases += [_case(document["topic"], case) for case in document["cases"]]
        except OSError as error:
            raise InputError(
                str(path), f"cannot be read: {error.strerror}", "check the path and its permissions"
            ) from None
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(str(path), f"not a topic of the fixtures: {error!r}", "run `exprov generate`") from None
    return cases


def _case(topic: str, case: dict[str, object]) -> Case:
    given = case["input"]
    if not isinstance(given, dict):
        raise TypeError("input")
    data = given["text"].encode() if "text" in given else base64.b64decode(given["b64"], validate=True)
    findings = case["findings"]
    carrier = case.get("carrier")
    if not isinstance(findings, list) or not (carrier is None or isinstance(carrier, str)):
        raise TypeError("findings or carrier")
    expected = frozenset((one["rule"], one["path"], one["level"]) for one in findings)
    return Case(str(case["id"]), topic, data, carrier, expected)
