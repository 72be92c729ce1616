"""What a fault does to the lines that pass: hooks for the engine's hello, a case, its result, and the engine's bye."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

from exprov.conformance.faults.rewrites import flip_verdict
from exprov.conformance.faults.wire import Message, Wire, complain, end

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


class Injector:
    """Passes everything on unchanged; a fault replaces some of the hooks.

    `case` and `result` are called only for the cases that are hit, `passed` for the answers to all others.
    window: how many cases the driver may have outstanding, whatever the engine says; None leaves that to the engine.
    """

    window: int | None = None

    def __init__(self, **hooks: Callable[..., None]) -> None:
        """hooks: functions to call instead of the methods of these names."""
        for name, hook in hooks.items():
            setattr(self, name, hook)

    def hello(self, wire: Wire, line: bytes, hello: Message) -> None:
        wire.write(line)

    def case(self, wire: Wire, line: bytes, case: Message) -> None:
        wire.ask(line)

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        wire.write(line)

    def passed(self, result: Message, case: Message) -> None:
        pass

    def bye(self, wire: Wire, line: bytes, bye: Message) -> None:
        wire.write(line)


# --- faults without a state


def swallow(wire: Wire, line: bytes, *messages: Message) -> None:
    """Pass nothing on."""


def double(wire: Wire, line: bytes, *messages: Message) -> None:
    wire.write(line + line)


def late(wire: Wire, line: bytes, result: Message, case: Message) -> None:
    """Answer after the time that the case has."""
    timer = threading.Timer(case["timeoutMs"] / 1000 + _LATE_SECONDS, wire.write, (line,))
    timer.daemon = True
    timer.start()


def endless(wire: Wire, line: bytes, *messages: Message) -> None:
    block = b"x" * (1 << 20)
    for _ in range(_ENDLESS_BYTES // len(block)):
        wire.write(block)


def flood(wire: Wire, line: bytes, case: Message) -> None:
    """Write to standard error, which is allowed, and ask the engine."""
    block = b"flood " * 10_000 + b"\n"
    for _ in range(_FLOOD_BYTES // len(block)):
        complain(block)
    wire.ask(line)


def unasked(wire: Wire, line: bytes, hello: Message) -> None:
    wire.write(line)
    wire.say({"type": "result", "id": NO_CASE, "status": "ok", "verdict": "valid"})


def crash(wire: Wire, line: bytes, *messages: Message) -> None:
    end(CODE)


def crash_with_words(wire: Wire, line: bytes, case: Message) -> None:
    complain(b"x" * 100_000 + b"\nproxy: last words\n")
    end(CODE)


def crash_in_line(wire: Wire, line: bytes, *messages: Message) -> None:
    wire.write(line[: len(line) // 2])
    end(CODE)


def crash_after(wire: Wire, line: bytes, *messages: Message) -> None:
    wire.write(line)
    end(CODE)


def die(wire: Wire, line: bytes, case: Message) -> None:
    """Die by a signal; without signals, end with a code."""
    if hasattr(signal, "SIGKILL"):
        os.kill(os.getpid(), signal.SIGKILL)
    end(CODE)


def orphan(wire: Wire, line: bytes, case: Message) -> None:
    """End, and leave a child that keeps standard output and standard error open."""
    subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({_CHILD_SECONDS})"])
    end(CODE)


def hang(wire: Wire, line: bytes, case: Message) -> None:
    """Neither read nor answer, and do not end when asked to."""
    wire.is_silent = True
    threading.Event().wait(_HANGING_SECONDS)
    end(CODE)


def close_stdout(wire: Wire, line: bytes, case: Message) -> None:
    wire.is_silent = True
    os.close(sys.stdout.fileno())
    hang(wire, line, case)


# --- faults with a state


class Rewriting(Injector):
    """Changes what an answer says; `rewrite` gets a copy of the answer, and None leaves it as it is."""

    def __init__(self, rewrite: Callable[[Message], Message | None]) -> None:
        super().__init__()
        self._rewrite = rewrite

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        changed = self._rewrite(dict(result))
        if changed is None:
            wire.write(line)
        else:
            wire.say(changed)


class Forgetful(Injector):
    """Answers the opposite when it is asked the same again."""

    def __init__(self) -> None:
        super().__init__()
        self._asked: set[str] = set()

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        question = json.dumps([case.get(name) for name in ("op", "level", "carrier", "input")], sort_keys=True)
        if question in self._asked:
            wire.say(flip_verdict(dict(result)))
        else:
            self._asked.add(question)
            wire.write(line)


class Doubled(Injector):
    """Answers twice, the same both times, and counts both."""

    def __init__(self) -> None:
        super().__init__()
        self._more = 0

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        self._more += 1
        double(wire, line)

    def bye(self, wire: Wire, line: bytes, bye: Message) -> None:
        wire.say(bye | {"answered": bye["answered"] + self._more})


class ForEarlierCase(Injector):
    """Answers the first case that is hit, and then answers it again instead of the next one."""

    def __init__(self) -> None:
        super().__init__()
        self._earlier = ""

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        self._earlier = self._earlier or str(result["id"])
        wire.say(result | {"id": self._earlier})


class Stale(Injector):
    """Answers with the content of an earlier answer that has another verdict."""

    def __init__(self) -> None:
        super().__init__()
        self._earlier: dict[Any, Message] = {}

    def passed(self, result: Message, case: Message) -> None:
        self._earlier.setdefault(result.get("verdict"), result)

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        others = [one for verdict, one in self._earlier.items() if verdict != result.get("verdict")]
        wire.say((others[0] if others else result) | {"id": result["id"]})


class Wide(Injector):
    """Lets several cases be outstanding; the proxy still gives the engine no more at a time than it takes."""

    window = 4

    def hello(self, wire: Wire, line: bytes, hello: Message) -> None:
        wire.say(hello | {"window": self.window})


class Exchanged(Wide):
    """Exchanges the contents of two answers that are outstanding at once."""

    def __init__(self) -> None:
        super().__init__()
        self._held: Message | None = None

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        if self._held is None:
            self._held = result
        else:
            wire.say(self._held | {"id": result["id"]})
            wire.say(result | {"id": self._held["id"]})
            self._held = None


class OutOfOrder(Wide):
    """Holds the answers until there is a pause, and sends them in reverse, which the protocol allows within the window."""

    def __init__(self) -> None:
        super().__init__()
        self._held: list[bytes] = []
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        with self._lock:
            self._held.append(line)
            if self._timer is not None:
                self._timer.cancel()
            self._timer = threading.Timer(_QUIET_SECONDS, self._release, (wire,))
            self._timer.daemon = True
            self._timer.start()

    def bye(self, wire: Wire, line: bytes, bye: Message) -> None:
        self._release(wire)
        wire.write(line)

    def _release(self, wire: Wire) -> None:
        with self._lock:
            held, self._held = self._held, []
        wire.write(b"".join(reversed(held)))
