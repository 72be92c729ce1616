"""Lets the conformance driver ask the Python package and, with --engine, the reference engine beside this file.

    exprov conformance run -- python examples/engines/python/adapter.py --engine

One JSON object per line on standard input and output; docs/protocol.md describes every message.
"""

from __future__ import annotations

import base64
import json
import platform
import sys
import traceback
from collections.abc import Callable
from typing import Any

import execution_provenance as ep

Message = dict[str, Any]
Document = ep.ExecutionProvenance | ep.TaskResult | ep.StreamTerminalOutcome | ep.IndeRunError

STREAMS: dict[str, type[ep.StreamTerminalOutcome]] = {
    "completed": ep.StreamCompleted,
    "error": ep.StreamError,
    "cancelled": ep.StreamCancelled,
}


def validate(case: Message) -> Message:
    """The verdict at the level of the case, with every finding that counts there."""
    findings = ep.validate(bytes_of(case["input"]), level=case["level"], carrier=case.get("carrier"))
    return {
        "verdict": "invalid" if findings else "valid",
        "findings": [{"rule": finding.rule, "path": finding.path} for finding in findings],
    }


def roundtrip(case: Message) -> Message:
    """The input, read by the package and written again."""
    return {"output": output(read(case).to_json())}


def canonical(case: Message) -> Message:
    """The canonical bytes, and their digest; null if a number is beyond the range of binary64."""
    document = read(case)
    try:
        return {"output": output(document.canonical()), "digest": document.digest()}
    except ValueError:
        return {"output": None}


def emit(case: Message) -> Message:
    """The record of an execution by the reference engine, in a world made from the facts, or the payload that carries it."""
    import payload
    import reference_engine
    import world

    stage = world.World(case["input"]["facts"])
    engine = reference_engine.Engine(stage.providers, stage.check)
    result = engine.execute(stage.request, stage.deliver, stage.cancellation)
    emitted = payload.of(stage.request, result, "run-1") if "carrier" in case else result.provenance
    return {"output": output(emitted.to_json())}


def read(case: Message) -> Document:
    """The input as an object of the binding; raise InvalidRecord if it is none."""
    data = bytes_of(case["input"])
    carrier = case.get("carrier")
    if carrier is None:
        return ep.ExecutionProvenance.from_json(data)
    if carrier == "task-result":
        return ep.TaskResult.from_json(data)
    if carrier == "inderun-error":
        return ep.IndeRunError.from_json(data)
    return STREAMS[json.loads(data)["outcome"]].from_json(data)


def bytes_of(data: Message) -> bytes:
    """The exact bytes of an input; those that are not text come in base64."""
    return base64.b64decode(data["b64"]) if "b64" in data else str(data["text"]).encode()


def output(data: bytes) -> Message:
    return {"text": data.decode()}


OPS: dict[str, Callable[[Message], Message]] = {"validate": validate, "roundtrip": roundtrip, "canonical": canonical}


def hello(message: Message) -> Message:
    """What this engine is and does. Cases that need more are not sent."""
    if 1 not in message["protocol"]:
        sys.exit(f"this adapter speaks protocol 1, and the driver speaks {message['protocol']}")
    return {
        "type": "hello",
        "protocol": 1,
        "run": message["run"],
        "engine": {
            "name": "execution-provenance-python",
            "version": ep.__version__,
            "language": "python",
            "runtime": f"{platform.python_implementation()} {platform.python_version()}",
            "os": platform.system().lower(),
        },
        "contract": ["1.0"],
        "ops": list(OPS),
        "levels": ["reader", "writer"],
        "features": ["carriers", "exact-numbers", "limits"],
        "limits": {"integer": None, "depth": None},
        "findings": "all",
        "window": 16,
    }


def answer(case: Message) -> Message:
    """The result of one case. A failure is an answer, too, so that the driver goes on with the next case."""
    result: Message = {"type": "result", "id": case["id"]}
    if case["op"] not in OPS:
        return {**result, "status": "unsupported", "unsupported": {"feature": case["op"]}}
    try:
        return {**result, "status": "ok", **OPS[case["op"]](case)}
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
        return {**result, "status": "error", "error": {"message": message, "trace": traceback.format_exc()}}


def main() -> None:
    """Answer line by line until the driver says bye or closes the pipe."""
    if "--engine" in sys.argv[1:]:
        OPS["emit"] = emit
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


def send(message: Message) -> None:
    """Write one line at once, because the driver waits for it; in ASCII, so that the locale does not matter."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
