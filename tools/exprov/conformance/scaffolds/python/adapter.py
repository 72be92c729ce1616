"""The adapter between the conformance driver and your engine: it speaks the protocol already, and you write the four ops.

One JSON object per line on standard input and output. Print nothing else there; standard error is yours.
"""

from __future__ import annotations

import base64
import json
import platform
import sys
import traceback
from typing import Any

Message = dict[str, Any]

# What your engine does. What you take away here is not asked and is counted as unsupported; what you leave must work.
DECLARED: Message = {
    "contract": ["1.0"],
    "ops": ["validate", "roundtrip", "canonical", "emit"],
    "levels": ["reader", "writer"],
    "features": [],  # of "carriers", "exact-numbers", "limits"
    "limits": {
        "integer": None,
        "depth": None,
    },  # the biggest integer that stays exact, the deepest nesting; None: no end
    "findings": "all",  # or "first", if your engine stops at the first finding
    "window": 1,  # how many cases may wait here at once
}


class NotWritten(Exception):
    """This op has no code yet."""


def validate(data: bytes, carrier: str | None, level: str) -> list[tuple[str, str]]:
    """Every finding that counts at `level`, as (rule, path). `carrier` is None where `data` is the record itself."""
    raise NotWritten("not written yet: validate")


def roundtrip(data: bytes, carrier: str | None) -> bytes:
    """`data`, read by your engine and written again."""
    raise NotWritten("not written yet: roundtrip")


def canonical(data: bytes, carrier: str | None) -> tuple[bytes, str] | None:
    """The canonical form (RFC 8785) of `data`, and its SHA-256 in lower-case hexadecimal; None if there is none."""
    raise NotWritten("not written yet: canonical")


def emit(facts: Message, carrier: str | None) -> bytes:
    """The record that your engine emits when it goes through `facts`, see world.py; or the payload of kind `carrier`."""
    raise NotWritten("not written yet: emit")


# --- From here on it is done.


def perform(case: Message) -> Message:
    """The members of the result that the op gives."""
    op, carrier = case["op"], case.get("carrier")
    if op == "emit":
        return {"output": output(emit(case["input"]["facts"], carrier))}
    data = input_bytes(case["input"])
    if op == "validate":
        found = validate(data, carrier, case["level"])
        findings = [{"rule": rule, "path": path} for rule, path in found]
        return {"verdict": "invalid" if found else "valid", "findings": findings}
    if op == "roundtrip":
        return {"output": output(roundtrip(data, carrier))}
    form = canonical(data, carrier)
    return {"output": None} if form is None else {"output": output(form[0]), "digest": form[1]}


def input_bytes(given: Message) -> bytes:
    return base64.b64decode(given["b64"]) if "b64" in given else str(given["text"]).encode()


def output(data: bytes) -> Message:
    try:
        return {"text": data.decode()}
    except UnicodeDecodeError:
        return {"b64": base64.b64encode(data).decode()}


def answer(case: Message) -> Message:
    result: Message = {"type": "result", "id": case["id"]}
    if case["op"] not in DECLARED["ops"]:
        return {**result, "status": "unsupported", "unsupported": {"feature": case["op"]}}
    try:
        return {**result, "status": "ok", **perform(case)}
    except NotWritten as error:
        return {**result, "status": "error", "error": {"message": str(error)}}
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
        return {**result, "status": "error", "error": {"message": message, "trace": traceback.format_exc()}}


def hello(message: Message) -> Message:
    if 1 not in message["protocol"]:
        sys.exit(f"this adapter speaks protocol 1, and the driver speaks {message['protocol']}")
    engine = {
        "name": "my-engine",
        "version": "0.0.0",
        "language": "python",
        "runtime": f"{platform.python_implementation()} {platform.python_version()}",
        "os": platform.system().lower(),
    }
    return {"type": "hello", "protocol": 1, "run": message["run"], "engine": engine, **DECLARED}


def send(message: Message) -> None:
    """One line, and out at once: the driver waits for it."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def main() -> None:
    answered = 0
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message["type"] == "hello":
            send(hello(message))
        elif message["type"] == "case":
            send(answer(message))
            answered += 1
        elif message["type"] == "bye":
            send({"type": "bye", "answered": answered})
            return


if __name__ == "__main__":
    main()
