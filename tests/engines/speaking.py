"""What the miniature engines share: the protocol's side of an engine, in as few words as possible.

Each engine is started as `python ENGINE.py TABLE.json`. The table has `answers` (planned id -> the members of the right result)
and `at` (the planned ids where the engine misbehaves; empty means at every one).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TABLE: dict[str, Any] = json.loads(Path(sys.argv[1]).read_text("utf-8")) if len(sys.argv) > 1 else {}
ANSWERS: dict[str, dict[str, Any]] = TABLE.get("answers", {})
AT = frozenset(TABLE.get("at", ()))
DECLARED: dict[str, Any] = {
    "contract": ["1.0"],
    "ops": ["validate", "roundtrip", "canonical", "emit"],
    "levels": ["reader", "writer"],
    "features": ["carriers", "exact-numbers", "limits"],
    "limits": {"integer": None, "depth": None},
    "findings": "all",
    "window": TABLE.get("window", 1),
}
_answered = 0


def write(data: bytes) -> None:
    """Bytes to the driver, at once."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def say(message: dict[str, Any]) -> None:
    global _answered
    _answered += message["type"] == "result"
    write(json.dumps(message).encode() + b"\n")


def hear() -> dict[str, Any]:
    """The next line of the driver; the end of the input is a bye."""
    line = sys.stdin.buffer.readline()
    return dict(json.loads(line)) if line else {"type": "bye"}


def greet(**changes: Any) -> None:
    """Answer the driver's hello; None takes a member away."""
    name = Path(sys.argv[0]).stem
    engine = {
        "name": name,
        "version": "1",
        "language": "python",
        "runtime": "cpython",
        "os": sys.platform,
        "commit": "",
    }
    hello = {"type": "hello", "protocol": 1, "run": hear().get("run"), "engine": engine, **DECLARED, **changes}
    say({member: value for member, value in hello.items() if value is not None})


def cases() -> Iterator[dict[str, Any]]:
    """Every case until the driver says bye; the engine's own bye is said then."""
    while (message := hear())["type"] != "bye":
        yield message
    say({"type": "bye", "answered": _answered})


def is_bad(case: dict[str, Any]) -> bool:
    """Whether the engine is to misbehave here."""
    return not AT or case["id"] in AT


def result(case: dict[str, Any], **members: Any) -> dict[str, Any]:
    """The right answer, with some members changed; None takes a member away."""
    answer = {"type": "result", "id": case["id"], "status": "ok", **ANSWERS.get(case["id"], {}), **members}
    return {member: value for member, value in answer.items() if value is not None}


def answer(case: dict[str, Any], **members: Any) -> None:
    """Say the right answer, with some members changed."""
    say(result(case, **members))
