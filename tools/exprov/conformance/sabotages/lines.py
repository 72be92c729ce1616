"""Sabotages of the lines between the answers: lost, doubled, late, out of order, cut, or no lines of the protocol."""

from __future__ import annotations

import threading
from typing import Any

from exprov.conformance.sabotages.base import Message, Saboteur, Wire

_LATE_SECONDS = 0.5
_QUIET_SECONDS = 0.05
_ENDLESS_BYTES = 1 << 28


class Lost(Saboteur):
    """Swallows the answer."""

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        pass


class Doubled(Saboteur):
    """Answers twice, the same both times, and counts both."""

    def __init__(self) -> None:
        self._more = 0

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        self._more += 1
        wire.write(line + line)

    def bye(self, wire: Wire, line: bytes, bye: Message) -> None:
        wire.say(bye | {"answered": bye["answered"] + self._more})


class Late(Saboteur):
    """Answers after the time that the case has."""

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        seconds = float(case.get("timeoutMs", 10_000)) / 1000 + _LATE_SECONDS
        timer = threading.Timer(seconds, wire.write, (line,))
        timer.daemon = True
        timer.start()


class Wide(Saboteur):
    """Lets several cases be outstanding, whatever the engine says; the proxy gives it no more at a time than it wants."""

    window = 4

    def hello(self, wire: Wire, line: bytes, hello: Message) -> None:
        wire.say(hello | {"window": self.window})


class Exchanged(Wide):
    """Exchanges the contents of two answers that are outstanding at once."""

    def __init__(self) -> None:
        self._held: Message | None = None

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        if self._held is None:
            self._held = result
        else:
            wire.say(self._held | {"id": result["id"]})
            wire.say(result | {"id": self._held["id"]})
            self._held = None


class OutOfOrder(Wide):
    """Holds the answers until it is quiet, and sends them in reverse: what the protocol allows within the window."""

    def __init__(self) -> None:
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


class ForUnknownCase(Saboteur):
    """Answers for a case that nobody asked for."""

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        wire.say(result | {"id": "no.such-case:validate:reader"})


class ForEarlierCase(Saboteur):
    """Answers the first case that is hit, and then for it once more instead of for the next one."""

    def __init__(self) -> None:
        self._earlier = ""

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        wire.say(result | {"id": self._earlier or result["id"]})
        self._earlier = self._earlier or str(result["id"])


class Stale(Saboteur):
    """Each answer that is hit has the contents of an earlier one, with another verdict."""

    def __init__(self) -> None:
        self._earlier: dict[Any, Message] = {}

    def passed(self, result: Message, case: Message) -> None:
        self._earlier.setdefault(result.get("verdict"), result)

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        for verdict, earlier in self._earlier.items():
            if verdict != result.get("verdict"):
                wire.say(earlier | {"id": result["id"]})
                return
        wire.write(line)


class Instead(Saboteur):
    """Sends some bytes where the answer belongs."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        wire.write(self._data)


class Truncated(Saboteur):
    """Ends the line in the middle of the answer."""

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        wire.write(line[: len(line) // 2] + b"\n")


class Endless(Saboteur):
    """A line that does not end: 256 MiB without an LF."""

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        block = b"x" * (1 << 20)
        for _ in range(_ENDLESS_BYTES // len(block)):
            wire.write(block)
