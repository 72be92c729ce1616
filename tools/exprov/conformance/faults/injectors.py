"""What a fault does instead of passing a line on."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import threading

from exprov.conformance.faults.model import Hook
from exprov.conformance.faults.rewrites import Rewrite, flip_verdict
from exprov.conformance.faults.wire import Message, Wire

CODE = 7
"""The exit code of a crash."""
NO_CASE = "no.such-case:validate:reader"

_LATE_SECONDS = 0.5
_QUIET_SECONDS = 0.05
_ENDLESS_BYTES = 1 << 28
_FLOOD_BYTES = 1 << 25
_CHILD_SECONDS = 20
# Longer than any driver waits, but not forever.
_HANGING_SECONDS = 120


def says(rewrite: Rewrite) -> Hook:
    """Say a message with another content."""
    return lambda wire, line, message, case: wire.say(rewrite(message))


def writes(data: bytes = b"") -> Hook:
    """Write these bytes instead of the line, or the line."""
    return lambda wire, line, message, case: wire.write(data or line)


def half(wire: Wire, line: bytes, *messages: Message) -> None:
    wire.write(line[: len(line) // 2])


# --- the end of the program -------------------------------------------------------------------------------------------


def end(code: int = CODE) -> None:
    """End the proxy at once, from any thread."""
    sys.stderr.flush()
    os._exit(code)


def crash(first: Hook | None = None, code: int = CODE) -> Hook:
    """End after another fault, if there is one."""

    def hook(wire: Wire, line: bytes, message: Message, case: Message) -> None:
        if first is not None:
            first(wire, line, message, case)
        end(code)

    return hook


def die(wire: Wire, *line: object) -> None:
    """Die by a signal; without signals, end with a code."""
    if hasattr(signal, "SIGKILL"):
        os.kill(os.getpid(), signal.SIGKILL)
    end()


def complain(data: bytes) -> Hook:
    """Write to standard error, which an engine such as Node sets not to block."""

    def hook(*line: object) -> None:
        descriptor, left = sys.stderr.fileno(), data
        while left:
            try:
                left = left[os.write(descriptor, left) :]
            except BlockingIOError:
                select.select([], [descriptor], [])

    return hook


def flood(wire: Wire, line: bytes, message: Message, case: Message) -> None:
    """Write to standard error, which is allowed, and ask the engine."""
    complain(b"flood \n" * (_FLOOD_BYTES // 7))(wire, line, message, case)
    wire.ask(line)


def orphan(wire: Wire, *line: object) -> None:
    """Leave a child that keeps standard output and standard error open."""
    subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({_CHILD_SECONDS})"])


def hang(wire: Wire, *line: object) -> None:
    """Neither read nor answer, and do not end when asked to."""
    wire.is_silent = True
    threading.Event().wait(_HANGING_SECONDS)
    end()


def close_stdout(wire: Wire, *line: object) -> None:
    wire.is_silent = True
    os.close(sys.stdout.fileno())
    hang(wire)


# --- answers at the wrong time or to the wrong case -------------------------------------------------------------------


def swallow(wire: Wire, *line: object) -> None:
    """Pass nothing on."""


def endless(wire: Wire, *line: object) -> None:
    for _ in range(_ENDLESS_BYTES >> 20):
        wire.write(b"x" * (1 << 20))


def late(wire: Wire, line: bytes, result: Message, case: Message) -> None:
    """Answer after the time that the case has."""
    wire.later(case["timeoutMs"] / 1000 + _LATE_SECONDS, wire.write, line)


def unasked(wire: Wire, line: bytes, *messages: Message) -> None:
    wire.write(line)
    wire.say({"type": "result", "id": NO_CASE, "status": "ok", "verdict": "valid"})


def double(wire: Wire, line: bytes, *messages: Message) -> None:
    wire.memory.append(line)
    wire.write(line + line)


def counts_both(wire: Wire, line: bytes, bye: Message, case: Message) -> None:
    """Count both of two answers."""
    wire.say(bye | {"answered": bye["answered"] + len(wire.memory)})


def for_earlier_case(wire: Wire, line: bytes, result: Message, case: Message) -> None:
    """Answer the first case that is hit, and then answer it again instead of the next one."""
    wire.memory.append(result["id"])
    wire.say(result | {"id": wire.memory[0]})


def forget(wire: Wire, line: bytes, result: Message, case: Message) -> None:
    """Answer the opposite when asked the same again."""
    question = json.dumps([case.get(name) for name in ("op", "level", "carrier", "input")], sort_keys=True)
    wire.say(flip_verdict(result) if question in wire.memory else result)
    wire.memory.append(question)


def stale(wire: Wire, line: bytes, result: Message, case: Message) -> None:
    """Answer with the content of an earlier answer that has another verdict."""
    others = [one for verdict, one in wire.passed.items() if verdict != result.get("verdict")]
    wire.say((others[0] if others else result) | {"id": result["id"]})


def exchange(wire: Wire, line: bytes, result: Message, case: Message) -> None:
    """Exchange the contents of two answers that are outstanding at once."""
    if not wire.memory:
        wire.memory.append(result)
    else:
        other = wire.memory.pop()
        wire.say(other | {"id": result["id"]})
        wire.say(result | {"id": other["id"]})


def reverse(wire: Wire, line: bytes, *messages: Message) -> None:
    """Hold answers for a moment and send them in reverse, which the protocol allows within the window."""

    def release() -> None:
        with contextlib.suppress(IndexError):
            while True:
                wire.write(wire.memory.pop())

    wire.memory.append(line)
    wire.later(_QUIET_SECONDS, release)
