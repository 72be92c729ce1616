"""A proxy that makes one deliberate fault between driver and engine: `python -m exprov.conformance.proxy NAME -- ...`.

It starts the engine, passes every line on in both directions, and lets one fault change what passes. `--at ID`, which may be
repeated, names the cases to hit; without it, all are hit. What the engine does itself is preserved: invalid lines, its standard
error, its exit code, its death by a signal.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import IO

from exprov.conformance.faults.model import Fault
from exprov.conformance.faults.table import BY_NAME
from exprov.conformance.faults.wire import Message, Wire

# A line is read in parts of this many bytes, so that an endless line takes no more memory.
_PART = 1 << 24
_MOST_OUTSTANDING = 1024


class Proxy:
    """One run of the engine with a fault; `hits` are the ids of cases, all if empty."""

    def __init__(self, fault: Fault, hits: frozenset[str], command: list[str]) -> None:
        self._fault = fault
        self._hits = hits
        self._engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._engine.stdin is not None
        self._wire = Wire(sys.stdout.buffer, self._engine.stdin)
        self._asked: dict[str, Message] = {}
        # If the driver was promised a wider window than the engine has, cases wait here.
        self._room = threading.Semaphore(1)

    def run(self) -> int:
        """Pass lines on until the engine ends; return its exit code, negative for a signal."""
        threading.Thread(target=self._to_engine, daemon=True).start()
        assert self._engine.stdout is not None
        for line in _lines(self._engine.stdout):
            self._from_engine(line)
        return self._engine.wait()

    def _to_engine(self) -> None:
        for line in _lines(sys.stdin.buffer):
            message = _message(line)
            if message.get("type") != "case":
                self._wire.ask(line)
                continue
            if self._fault.window > 1:
                self._room.acquire()
            id = str(message.get("id"))
            self._asked[id] = message
            if self._fault.case and self._is_hit(id):
                self._fault.case(self._wire, line, message, message)
            else:
                self._wire.ask(line)
        self._wire.finish()

    def _from_engine(self, line: bytes) -> None:
        message = _message(line)
        kind, id, window = message.get("type"), str(message.get("id")), message.get("window")
        hook, case = None, {}
        if kind == "hello":
            hook = self._fault.hello
            if self._fault.window > 1 and isinstance(window, int):
                line = json.dumps(message | {"window": self._fault.window}).encode() + b"\n"
                # Releasing none is an error.
                if window > 1:
                    self._room.release(min(window, _MOST_OUTSTANDING) - 1)
        elif kind == "result" and id in self._asked:
            self._room.release()
            case = self._asked.pop(id)
            if self._is_hit(id):
                hook = self._fault.result
            else:
                self._wire.passed.setdefault(message.get("verdict"), message)
        elif kind == "bye":
            hook = self._fault.bye
        if hook:
            hook(self._wire, line, message, case)
        else:
            self._wire.write(line)

    def _is_hit(self, id: str) -> bool:
        return not self._hits or id in self._hits


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    while line := stream.readline(_PART):
        yield line


def _message(line: bytes) -> Message:
    """The object in a line, an empty one if there is none."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def main(arguments: list[str]) -> int:
    """Run the proxy; return the engine's exit code, or die by the signal that the engine died by."""
    if "--" not in arguments or arguments[0] not in BY_NAME or arguments[-1] == "--":
        print(f"usage: proxy NAME [--at ID]... -- COMMAND...; the names are {', '.join(BY_NAME)}", file=sys.stderr)
        return 2
    cut = arguments.index("--")
    hits = frozenset(arguments[2:cut:2])
    command = arguments[cut + 1 :]
    try:
        proxy = Proxy(BY_NAME[arguments[0]], hits, command)
    except OSError as error:
        print(f"proxy: cannot start {command[0]!r}: {error.strerror}", file=sys.stderr)
        return 127
    code = proxy.run()
    sys.stdout.flush()
    if code < 0 and os.name == "posix":
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    # Threads may still wait for the driver; they have nothing left to do.
    os._exit(code & 0xFF if code >= 0 else 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
