"""Changes of what a message says, which stays a proper message of the protocol."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from exprov.conformance.faults.wire import Message, output_text

Rewrite = Callable[[Message], Message]


def puts(**members: Any) -> Rewrite:
    """The rewrite that sets these members."""
    return lambda message: message | members


def without(*names: str) -> Rewrite:
    """The rewrite that leaves these members out."""
    return lambda message: {name: value for name, value in message.items() if name not in names}


def instead(**members: Any) -> Rewrite:
    """The rewrite that keeps nothing but the id."""
    return lambda result: {"type": "result", "id": result["id"], **members}


def edits(name: str, edit: Callable[[Any], Any]) -> Rewrite:
    """The rewrite that edits one member."""
    return lambda message: message | {name: edit(message.get(name))}


def flip_verdict(result: Message) -> Message:
    """The opposite verdict, with findings that go with it."""
    if result.get("verdict") == "valid":
        return result | {"verdict": "invalid", "findings": [{"rule": "rule/attempt-count", "path": "/attemptCount"}]}
    return result | {"verdict": "valid", "findings": []}


def each_finding(member: str, suffix: str) -> Rewrite:
    """The rewrite that appends to a member of every finding."""
    return edits("findings", lambda found: [one | {member: one[member] + suffix} for one in found])


# --- outputs ----------------------------------------------------------------------------------------------------------


def text(edit: Callable[[str], str]) -> Rewrite:
    """The rewrite that edits the text of the output."""

    def rewrite(result: Message) -> Message:
        output = output_text(result)
        return result if output is None else result | {"output": {"text": edit(output)}}

    return rewrite


def value(edit: Callable[[Any], Any], **layout: Any) -> Rewrite:
    """The rewrite that edits the value of the output and writes it again."""
    layout = layout or {"ensure_ascii": False, "separators": (",", ":")}
    return text(lambda output: json.dumps(edit(json.loads(output)), **layout))


def member_first(member: str) -> Rewrite:
    """The rewrite that puts the text of a member in front of the others."""
    return text(lambda record: "{" + member + "," + record.lstrip().removeprefix("{"))


@cache
def known_names() -> frozenset[str]:
    """The name of every member that the contract knows, in any object."""
    # The proxy starts faster without it.
    from importlib import resources

    def names(node: Any) -> Iterator[str]:
        if isinstance(node, dict):
            yield from node["properties"] if isinstance(node.get("properties"), dict) else ()
        for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            yield from names(inner)

    folder = resources.files("execution_provenance") / "schemas" / "1.0"
    schemas = [file for file in folder.iterdir() if file.name.endswith(".schema.json")]
    return frozenset(name for file in schemas for name in names(json.loads(file.read_text("utf-8"))))


def _everywhere(
    members: Callable[[dict[str, Any]], dict[str, Any]] = dict, leaf: Callable[[Any], Any] = lambda one: one
) -> Callable[[Any], Any]:
    """The function that edits the members of every object, and every value that is neither object nor array."""

    def walk(record: Any) -> Any:
        if isinstance(record, dict):
            return {name: walk(one) for name, one in members(record).items()}
        return [walk(one) for one in record] if isinstance(record, list) else leaf(record)

    return walk


known_only = _everywhere(lambda record: {name: one for name, one in record.items() if name in known_names()})
"""The record without members that the contract does not know."""
backwards = _everywhere(lambda record: dict(reversed(record.items())))
"""The record with the members of every object in reverse order."""
rounded = _everywhere(leaf=lambda one: int(one) if isinstance(one, float) and math.isfinite(one) else one)
"""The record with the fraction of every number cut off."""
fractional = _everywhere(leaf=lambda one: float(one) if type(one) is int else one)
"""The record with every integer written as a fraction: 2 as 2.0."""
