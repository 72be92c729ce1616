"""Sabotages of what an answer says: its form is that of the protocol throughout."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from functools import cache
from typing import Any

from exprov.conformance.sabotages.base import Message, Saboteur, Wire, output_text

INVENTED = {"rule": "rule/attempt-count", "path": "/attemptCount"}
"""A finding for a record without one."""


def flip_verdict(result: Message) -> Message:
    """A valid record is called invalid, and the other way round."""
    if result.get("verdict") == "valid":
        return result | {"verdict": "invalid", "findings": [INVENTED]}
    return result | {"verdict": "valid", "findings": []}


def call_valid(result: Message) -> Message:
    return result | {"verdict": "valid"}


def no_findings(result: Message) -> Message:
    return result | {"findings": []}


def rename_rules(result: Message) -> Message:
    return result | {"findings": [one | {"rule": f"{one['rule']}-renamed"} for one in _findings(result)]}


def move_paths(result: Message) -> Message:
    return result | {"findings": [one | {"path": f"{one['path']}/moved"} for one in _findings(result)]}


def lose_finding(result: Message) -> Message:
    return result | {"findings": _findings(result)[1:]}


def add_finding(result: Message) -> Message:
    return result | {"findings": [*_findings(result), {"rule": "leak/message", "path": "/invented"}]}


def _findings(result: Message) -> list[dict[str, Any]]:
    return list(result.get("findings", ()))


def change_digest(result: Message) -> Message:
    digest = str(result.get("digest", ""))
    return result | {"digest": digest[:-1] + ("1" if digest.endswith("0") else "0")}


def lose_digest(result: Message) -> Message:
    return {name: value for name, value in result.items() if name != "digest"}


def decline(result: Message) -> Message:
    return {"type": "result", "id": result["id"], "status": "unsupported", "unsupported": {"feature": "mood"}}


def fail(result: Message) -> Message:
    error = {"message": "the sabotaged engine gives up", "trace": "at line 7"}
    return {"type": "result", "id": result["id"], "status": "error", "error": error}


def add_unknown(result: Message) -> Message:
    return {"future": {"nested": [1, None]}, **result, "alsoFuture": "x"}


def without_verdict(result: Message) -> Message:
    return {name: value for name, value in result.items() if name not in ("verdict", "findings")}


def wrong_verdict(result: Message) -> Message:
    return result | {"verdict": "maybe"}


def wrong_finding(result: Message) -> Message:
    return result | {"findings": ["rule/attempt-count"]}


def wrong_status(result: Message) -> Message:
    return result | {"status": "fine"}


def wrong_id(result: Message) -> Message:
    return result | {"id": 7}


def without_output(result: Message) -> Message:
    return {name: value for name, value in result.items() if name != "output"}


def _edited(edit: Callable[[str], str]) -> Callable[[Message], Message | None]:
    """The rewriting of an answer's output text by `edit`."""

    def rewrite(result: Message) -> Message | None:
        text = output_text(result)
        return None if text is None else result | {"output": {"text": edit(text)}}

    return rewrite


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@cache
def known_names() -> frozenset[str]:
    """Every member name that the contract knows, wherever it stands."""
    # The proxy starts faster without it.
    from importlib import resources

    names: set[str] = set()

    def collect(node: Any) -> None:
        if isinstance(node, dict):
            if isinstance(node.get("properties"), dict):
                names.update(node["properties"])
            for value in node.values():
                collect(value)
        elif isinstance(node, list):
            for value in node:
                collect(value)

    for file in (resources.files("execution_provenance") / "schemas" / "1.0").iterdir():
        if file.name.endswith(".schema.json"):
            collect(json.loads(file.read_text("utf-8")))
    return frozenset(names)


def known_only(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: known_only(one) for name, one in value.items() if name in known_names()}
    return [known_only(one) for one in value] if isinstance(value, list) else value


def rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return int(value) if isinstance(value, float) and math.isfinite(value) else value


def numbers(value: Any) -> list[int | float]:
    """Every number in a value."""
    if isinstance(value, dict):
        return [number for one in value.values() for number in numbers(one)]
    if isinstance(value, list):
        return [number for one in value for number in numbers(one)]
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []


def fractional(value: Any) -> Any:
    """The same with every integer written as a fraction: 2 as 2.0."""
    if isinstance(value, dict):
        return {name: fractional(one) for name, one in value.items()}
    if isinstance(value, list):
        return [fractional(one) for one in value]
    return float(value) if type(value) is int else value


def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _reversed(value[name]) for name in reversed(value)}
    return [_reversed(one) for one in value] if isinstance(value, list) else value


def _twice(text: str) -> str:
    """The record with its version stated twice, the same both times."""
    return '{"schemaVersion":"1.0",' + text.lstrip().removeprefix("{")


def _with_secret(text: str) -> str:
    return '{"note":"CANARY-1",' + text.lstrip().removeprefix("{")


def _other_fact(text: str) -> str:
    record = json.loads(text)
    return _written(record | {"modelProfile": f"{record.get('modelProfile', '')}-sabotaged"})


drop_unknown = _edited(lambda text: _written(known_only(json.loads(text))))
round_numbers = _edited(lambda text: _written(rounded(json.loads(text))))
write_fractions = _edited(lambda text: _written(fractional(json.loads(text))))
respell = _edited(lambda text: json.dumps(_reversed(json.loads(text)), ensure_ascii=True, indent=1))
add_newline = _edited(lambda text: text + "\n")
double_member = _edited(_twice)
halve_output = _edited(lambda text: text[: len(text) // 2])
leak_canary = _edited(_with_secret)
change_fact = _edited(_other_fact)


class Forgetful(Saboteur):
    """Says the opposite when it is asked the same again."""

    def __init__(self) -> None:
        self._asked: set[str] = set()

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        question = json.dumps([case.get(name) for name in ("op", "level", "carrier", "input")], sort_keys=True)
        if question in self._asked:
            wire.say(flip_verdict(dict(result)))
        else:
            self._asked.add(question)
            wire.write(line)
