"""What every sabotage is made of: the wire between driver and engine, and the hooks where one may meddle."""

from __future__ import annotations

import base64
import json
import os
import select
import sys
import threading
from collections.abc import Callable, Mapping
from typing import IO, Any

Message = dict[str, Any]


class Wire:
    """Both directions of the proxy. Lines are bytes with their LF; writing is safe from several threads."""

    def __init__(self, driver: IO[bytes], engine: IO[bytes]) -> None:
        self._driver = driver
        self._engine = engine
        self._locks = {driver: threading.Lock(), engine: threading.Lock()}
        self.is_silent = False

    def write(self, data: bytes) -> None:
        """To the driver, as it is."""
        self._send(self._driver, data)

    def say(self, message: Mapping[str, Any]) -> None:
        """To the driver, as a line."""
        self.write(line_of(message))

    def ask(self, data: bytes) -> None:
        """To the engine, as it is."""
        self._send(self._engine, data)

    def finish(self) -> None:
        """Tell the engine that nothing more comes."""
        with self._locks[self._engine]:
            try:
                self._engine.close()
            except OSError:
                pass

    def _send(self, stream: IO[bytes], data: bytes) -> None:
        if self.is_silent:
            return
        with self._locks[stream]:
            try:
                stream.write(data)
                stream.flush()
            except (OSError, ValueError):
                # The other side has gone; whoever reads from it will notice and end the proxy.
                pass


class Saboteur:
    """Passes everything on unchanged; a sabotage overrides the hook where it meddles.

    `case` and `result` are called only for the cases that are to be hit, `passed` for the answers to all others.
    window: how many cases the driver may have outstanding, whatever the engine says; None leaves that to the engine.
    """

    window: int | None = None

    def hello(self, wire: Wire, line: bytes, hello: Message) -> None:
        """The engine says hello."""
        wire.write(line)

    def case(self, wire: Wire, line: bytes, case: Message) -> None:
        """The driver asks."""
        wire.ask(line)

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        """The engine answers `case`."""
        wire.write(line)

    def passed(self, result: Message, case: Message) -> None:
        """An answer went by untouched."""

    def bye(self, wire: Wire, line: bytes, bye: Message) -> None:
        """The engine says good-bye."""
        wire.write(line)


class Rewritten(Saboteur):
    """A sabotage that only changes what an answer says; `rewrite` gets a copy of the answer to change."""

    def __init__(self, rewrite: Callable[[Message], Message | None]) -> None:
        self._rewrite = rewrite

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        changed = self._rewrite(dict(result))
        if changed is None:
            wire.write(line)
        else:
            wire.say(changed)


def line_of(message: Mapping[str, Any]) -> bytes:
    """The message as one line of the protocol."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def output_text(result: Mapping[str, Any]) -> str | None:
    """The text of an answer's output, or None if there is none."""
    output = result.get("output")
    if not isinstance(output, dict):
        return None
    if isinstance(output.get("text"), str):
        return str(output["text"])
    try:
        return base64.b64decode(output["b64"]).decode()
    except (KeyError, TypeError, ValueError):
        return None


def complain(data: bytes) -> None:
    """Write to standard error, all of it. An engine such as Node sets the pipe that it shares with the proxy to fail when it is full."""
    descriptor = sys.stderr.fileno()
    while data:
        try:
            data = data[os.write(descriptor, data) :]
        except BlockingIOError:
            select.select([], [descriptor], [])


def end(code: int) -> None:
    """End the proxy at once, from whatever thread."""
    sys.stderr.flush()
    os._exit(code)
