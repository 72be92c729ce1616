"""The wire between driver and engine, as the proxy holds it."""

from __future__ import annotations

import base64
import contextlib
import json
import threading
from collections.abc import Callable, Mapping
from typing import IO, Any

Message = dict[str, Any]


class Wire:
    """Both directions. Lines are bytes with their line feed; writing is safe from several threads.

    memory: what a fault has to remember. passed: the first answer with each verdict that was passed on.
    """

    def __init__(self, driver: IO[bytes], engine: IO[bytes]) -> None:
        self._driver = driver
        self._engine = engine
        self._locks = {driver: threading.Lock(), engine: threading.Lock()}
        self.is_silent = False
        self.memory: list[Any] = []
        self.passed: dict[Any, Message] = {}

    def write(self, data: bytes) -> None:
        """Send bytes to the driver."""
        self._send(self._driver, data)

    def say(self, message: Mapping[str, Any]) -> None:
        """Send a message to the driver."""
        self.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    def ask(self, data: bytes) -> None:
        """Send bytes to the engine."""
        self._send(self._engine, data)

    def later(self, seconds: float, act: Callable[..., None], *arguments: Any) -> None:
        """Act after some time, unless the proxy has ended by then."""
        timer = threading.Timer(seconds, act, arguments)
        timer.daemon = True
        timer.start()

    def finish(self) -> None:
        """Tell the engine that nothing follows."""
        with self._locks[self._engine], contextlib.suppress(OSError):
            self._engine.close()

    def _send(self, stream: IO[bytes], data: bytes) -> None:
        if self.is_silent:
            return
        # If the other side has gone, whoever reads from it ends the proxy.
        with self._locks[stream], contextlib.suppress(OSError, ValueError):
            stream.write(data)
            stream.flush()


def output_text(result: Mapping[str, Any]) -> str | None:
    """The text of an answer's output, None without one."""
    output = result.get("output")
    if not isinstance(output, dict):
        return None
    if isinstance(output.get("text"), str):
        return str(output["text"])
    try:
        return base64.b64decode(output["b64"]).decode()
    except (KeyError, TypeError, ValueError):
        return None
