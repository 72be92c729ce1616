"""Sabotages of the engine as a program: it ends, it hangs, it floods, it leaves a child behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

from exprov.conformance.sabotages.base import Message, Saboteur, Wire, complain, end

CODE = 7
"""The exit code of a crash."""

_FLOOD_BYTES = 1 << 25
_CHILD_SECONDS = 20
# Longer than any driver waits, and not for ever if it has gone.
_HANGING_SECONDS = 120


class Crash(Saboteur):
    """Ends when it is asked."""

    def __init__(self, code: int = CODE) -> None:
        self._code = code

    def case(self, wire: Wire, line: bytes, case: Message) -> None:
        end(self._code)


class CrashAfterWords(Saboteur):
    """Says on standard error why it ends."""

    def case(self, wire: Wire, line: bytes, case: Message) -> None:
        complain(b"x" * 100_000 + b"\nsabotage: last words\n")
        end(CODE)


class CrashInAnswer(Saboteur):
    """Ends in the middle of its answer."""

    def result(self, wire: Wire, line: bytes, result: Message, case: Message) -> None:
        wire.write(line[: len(line) // 2])
        end(CODE)


class Signal(Saboteur):
    """Dies by a signal when it is asked. Where there are no signals, it ends with a code."""

    def case(self, wire: Wire, line: bytes, case: Message) -> None:
        if hasattr(signal, "SIGKILL"):
            os.kill(os.getpid(), signal.SIGKILL)
        end(CODE)


class OrphanedPipe(Saboteur):
    """Ends when it is asked, and leaves a child that keeps standard output and standard error open."""

    def case(self, wire: Wire, line: bytes, case: Message) -> None:
        subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({_CHILD_SECONDS})"])
        end(CODE)


class Hang(Saboteur):
    """From the case on, neither reads nor answers, and does not end when it is asked to."""

    def case(self, wire: Wire, line: bytes, case: Message) -> None:
        wire.is_silent = True
        threading.Event().wait(_HANGING_SECONDS)
        end(CODE)


class ClosedStdout(Saboteur):
    """Closes standard output and lives on."""

    def case(self, wire: Wire, line: bytes, case: Message) -> None:
        wire.is_silent = True
        os.close(sys.stdout.fileno())
        threading.Event().wait(_HANGING_SECONDS)
        end(CODE)


class EndAtOnce(Saboteur):
    """Ends before it says hello."""

    def hello(self, wire: Wire, line: bytes, hello: Message) -> None:
        end(CODE)


class BadEnd(Saboteur):
    """Says bye and ends with a code that says that something went wrong."""

    def bye(self, wire: Wire, line: bytes, bye: Message) -> None:
        wire.write(line)
        end(CODE)


class Flood(Saboteur):
    """Writes 32 MiB to standard error before it asks the engine. That is allowed."""

    def case(self, wire: Wire, line: bytes, case: Message) -> None:
        block = b"flood " * 10_000 + b"\n"
        for _ in range(_FLOOD_BYTES // len(block)):
            complain(block)
        wire.ask(line)
