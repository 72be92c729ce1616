"""One engine process: its pipes, which never block, and its end, which also ends the children in its process group."""

from __future__ import annotations

import atexit
import contextlib
import os
import platform
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from functools import cache

from exprov.errors import UsageError

KEPT = 8 * 1024
"""How many bytes of the end of standard error are kept."""

MAX_LINE = 64 * 1024 * 1024
"""How long a line of an engine may be, in bytes, without its line feed."""

_CHUNK = 1 << 16
# What is read of one pipe before the others have their turn again.
_TURN = 1 << 20


class StartError(UsageError):
    """The command could not be started."""


class Process:
    """A running engine, in its own process group.

    at_end: whether it closed its standard output. stdin_closed: whether it closed its standard input. too_long: whether a line is
    longer than MAX_LINE; nothing more is read then. unfinished: how many bytes of a line have come without its line feed.
    is_drained: whether `lines` has just read everything that had come.
    """

    def __init__(self, command: Sequence[str]) -> None:
        """Start the command, an argument list, without a shell. Raises StartError."""
        try:
            self._popen = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise _start_error(command, error) from None
        _watch(self.pid)
        assert self._popen.stdin and self._popen.stdout and self._popen.stderr
        self.stdin, self.stdout, self.stderr = (
            stream.fileno() for stream in (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        )
        for descriptor in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(descriptor, False)
        self.at_end = self.stdin_closed = self.too_long = self.stderr_at_end = False
        self.is_drained = False
        self._unsent = bytearray()
        self._line = bytearray()
        self._tail = b""
        self.stderr_bytes = 0

    @property
    def pid(self) -> int:
        """The process, and its group."""
        return self._popen.pid

    @property
    def unfinished(self) -> int:
        return len(self._line)

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended, even if a child still holds its pipes."""
        return self._popen.poll() is not None

    @property
    def is_sending(self) -> bool:
        """Whether data is waiting until the engine reads."""
        return bool(self._unsent) and not self.stdin_closed

    @property
    def awaited(self) -> dict[int, int]:
        """The descriptors to wait for, with the event of `select.poll` for each."""
        wanted = {
            self.stdout: 0 if self.at_end else select.POLLIN,
            self.stderr: 0 if self.stderr_at_end else select.POLLIN,
            self.stdin: select.POLLOUT if self.is_sending else 0,
        }
        return {descriptor: event for descriptor, event in wanted.items() if event}

    def send(self, data: bytes) -> None:
        """Write as much as the pipe takes and keep the rest for `flush`."""
        self._unsent += data
        self.flush()

    def flush(self) -> None:
        """Write as much as the pipe takes of what was kept."""
        while self._unsent and not self.stdin_closed:
            try:
                written = os.write(self.stdin, self._unsent[:_CHUNK])
            except BlockingIOError:
                return
            except OSError:
                self.stdin_closed = True
                return
            del self._unsent[:written]

    def close_stdin(self) -> None:
        """Tell the engine that nothing follows."""
        assert self._popen.stdin
        self.stdin_closed = True
        with contextlib.suppress(OSError):
            self._popen.stdin.close()

    def lines(self) -> list[bytes]:
        """The complete lines that have come, without their line feeds."""
        found: list[bytes] = []
        taken = 0
        for chunk in _chunks(self.stdout) if not self.at_end and not self.too_long else ():
            self.at_end = not chunk
            taken += len(chunk)
            self._line += chunk
            if b"\n" in chunk:
                *complete, self._line = self._line.split(b"\n")
                found += map(bytes, complete)
            # A long line is rejected while it grows, so that it takes no more memory than that.
            if any(len(line) > MAX_LINE for line in (self._line, *found)):
                self.too_long = True
                break
        self.is_drained = taken < _TURN
        return found

    def read_stderr(self) -> None:
        """Read what has come on standard error, and keep the end of it."""
        for chunk in _chunks(self.stderr) if not self.stderr_at_end else ():
            self.stderr_at_end = not chunk
            self.stderr_bytes += len(chunk)
            self._tail = (self._tail + chunk)[-KEPT:]

    def stderr_since(self, mark: int) -> str:
        """The end of what came on standard error after its first `mark` bytes, at most KEPT bytes, in UTF-8 or escaped."""
        count = min(self.stderr_bytes - mark, len(self._tail))
        return self._tail[len(self._tail) - count :].decode("utf-8", "backslashreplace") if count > 0 else ""

    def end(self, grace: float) -> str:
        """Wait up to `grace` seconds for the process to end by itself, then kill its group and close the pipes.

        A child that left the group, as by setsid, is not found. Returns how the process ended by itself, such as "ended with code 3",
        or "".
        """
        until = time.monotonic() + grace
        while (code := self._popen.poll()) is None and time.monotonic() < until:
            self.read_stderr()
            time.sleep(0.002)
        with contextlib.suppress(OSError):
            os.killpg(self.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(5)
        _watch(-self.pid)
        # A process that left the group may hold the pipe open; what it writes is not waited for.
        until = time.monotonic() + 0.2
        while not self.stderr_at_end and time.monotonic() < until:
            before = self.stderr_bytes
            self.read_stderr()
            if self.stderr_bytes == before and not self.stderr_at_end:
                time.sleep(0.002)
        for stream in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        if code is None:
            return ""
        return f"ended with code {code}" if code >= 0 else f"was killed by {_signal(-code)}"


# Kills the groups that are left when the driver ends, however it ends: by then its end of the pipe is closed.
_WATCHER = """
import os, signal, sys
groups = set()
for line in sys.stdin:
    group = int(line)
    groups.add(group) if group > 0 else groups.discard(-group)
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""


@cache
def _watcher() -> subprocess.Popen[bytes]:
    """The one watcher of this program. A signal to the driver's group, as from a terminal, does not reach it."""
    command = [sys.executable, "-I", "-S", "-c", _WATCHER]
    watcher = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, bufsize=0, start_new_session=True
    )
    assert watcher.stdin
    atexit.register(watcher.wait)
    atexit.register(watcher.stdin.close)
    return watcher


def _watch(group: int) -> None:
    """Have a group killed if the driver is; a negative number takes that back."""
    with contextlib.suppress(OSError, ValueError):
        stdin = _watcher().stdin
        assert stdin
        stdin.write(b"%d\n" % group)


def _chunks(descriptor: int) -> Iterator[bytes]:
    """What has come through a pipe, up to _TURN bytes; the end of the pipe is an empty chunk."""
    taken = 0
    while taken < _TURN:
        try:
            chunk = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        yield chunk
        taken += len(chunk)
        if len(chunk) < _CHUNK:
            return


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _start_error(command: Sequence[str], error: OSError | ValueError) -> StartError:
    program = command[0] if command else ""
    shown = f"the command {program!r} cannot be started"
    if flaw := shebang_flaw(command):
        return StartError(f"{shown}: {flaw[0]}", flaw[1])
    if isinstance(error, FileNotFoundError):
        return StartError(
            f"{shown}: there is no such program", "check its name and its path, which is looked up in PATH"
        )
    if os.path.isdir(program):
        return StartError(f"{shown}: it is a directory", "name the program inside it")
    if isinstance(error, PermissionError):
        return StartError(f"{shown}: it is not executable", "use chmod +x, or put its interpreter in front")
    if machine := _machine(_beginning(program)):
        here = f"{platform.system()} on {platform.machine()}"
        return StartError(f"{shown}: it is a program for {machine}, and this is {here}", "build it for this machine")
    reason = getattr(error, "strerror", None) or str(error)
    return StartError(f"{shown}: {reason}", "put its interpreter in front, or give it a #! line")


def shebang_flaw(command: Sequence[str]) -> tuple[str, str] | None:
    """What is wrong with the first line of a script that is the command, and the remedy; None if nothing is known to be."""
    line = _beginning(command[0] if command else "").split(b"\n")[0]
    if not line.startswith(b"#!"):
        return None
    if line.endswith(b"\r"):
        return "its first line ends in a carriage return", "save it with Unix line ends"
    interpreter = line[2:].decode("utf-8", "backslashreplace").split()[:1]
    if interpreter and not os.path.exists(interpreter[0]):
        return (
            f"its interpreter {interpreter[0]!r} does not exist",
            "install it, or correct the first line of the script",
        )
    return None


def _beginning(program: str) -> bytes:
    try:
        path = shutil.which(program) or program
        # Opening a pipe would wait for its other end.
        if not os.path.isfile(path):
            return b""
        with open(path, "rb") as file:
            return file.read(256)
    except (OSError, ValueError):
        return b""


_ELF_MACHINES = {3: "x86", 40: "ARM", 62: "x86_64", 183: "aarch64", 243: "RISC-V"}
_MAGIC = {b"MZ": "Windows", b"\xcf\xfa\xed\xfe": "macOS", b"\xca\xfe\xba\xbe": "macOS"}


def _machine(data: bytes) -> str:
    """For which machine a binary was built, "" if it is not a binary."""
    if data.startswith(b"\x7fELF") and len(data) >= 20:
        number = int.from_bytes(data[18:20], "big" if data[5] == 2 else "little")
        return f"Linux or a similar system on {_ELF_MACHINES.get(number, f'machine {number}')}"
    return next((system for magic, system in _MAGIC.items() if data.startswith(magic)), "")
