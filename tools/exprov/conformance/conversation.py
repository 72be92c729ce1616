"""The talk with one engine process, from hello to bye: what it may say when, and what follows if it says something else."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from exprov.conformance import protocol, results
from exprov.conformance.ledger import Ask, Ledger
from exprov.conformance.process import MAX_LINE, Process

HELLO, READY, BYE, OVER = "hello", "ready", "bye", "over"

# How long a process may take to end by itself after it closed its output, in seconds, and after its bye.
_DYING = 1.0
_LEAVING = 5.0
# How much of a line that is no message is shown, in bytes.
_SHOWN = 120
# After so many answers too many, this process is not asked any further.
_MOST_DOUBLES = 1000


class _Incident(Exception):
    """The engine did what it may not: the outcome of the case that it had, and why."""

    def __init__(self, outcome: str, reason: str) -> None:
        super().__init__(outcome, reason)
        self.outcome = outcome
        self.reason = reason


class Conversation:
    """One engine process and where the talk stands.

    state: HELLO until its hello came, READY, BYE after the driver's, OVER when the process has been ended. hello: what it said.
    refused: why it could not be talked to, if it got no further than HELLO. troubles: what it did wrong when it had no case.
    """

    def __init__(
        self,
        command: Sequence[str],
        ledger: Ledger,
        *,
        nonce: str,
        window: int,
        timeout_ms: int,
        start_timeout_ms: int,
        max_line: int = MAX_LINE,
        on_hello: Callable[[protocol.EngineHello], None],
    ) -> None:
        """Start the engine and greet it. Raises process.StartError."""
        self.process = Process(command, max_line)
        self.state = HELLO
        self.hello: protocol.EngineHello | None = None
        self.refused = ""
        self.troubles: list[str] = []
        self._ledger = ledger
        self._nonce = nonce
        self._most = window
        self._window = 1
        self._timeout_ms = timeout_ms
        self._timeout = timeout_ms / 1000
        self._start_timeout_ms = start_timeout_ms
        self._on_hello = on_hello
        self._outstanding: dict[str, Ask] = {}
        self._own: deque[Ask] = deque()
        self._answered: dict[str, int] = {}
        self._last: Ask | None = None
        self._last_good: Ask | None = None
        self._results = 0
        self._doubles = 0
        self._said_bye = False
        self._since = time.monotonic()
        self._ended = 0.0
        suite = protocol.Suite(ledger.plan.version, ledger.plan.sha256)
        self.process.send(
            protocol.encode(protocol.DriverHello((protocol.VERSION,), nonce, suite, (protocol.CONTRACT,)))
        )

    # --- what the loop of the driver calls ----------------------------------------------------------------------------

    @property
    def deadline(self) -> float:
        """When something must have come, on the monotonic clock; infinity if nothing is awaited."""
        if self.state == HELLO:
            return self._since + self._start_timeout_ms / 1000
        if self.state == BYE:
            return self._since + _LEAVING
        if self.state != READY or not self._outstanding:
            return float("inf")
        oldest = next(iter(self._outstanding.values())).sent
        # An engine answers one case after the other, so its time begins with the answer before; but none may be forgotten.
        return min(max(oldest, self._since) + self._timeout, oldest + self._timeout * max(1, self._window))

    def readable(self) -> None:
        """Take and act on whatever has come."""
        self._guarded(self._read)

    def writable(self) -> None:
        """Send what waits."""
        self.process.flush()
        self._guarded(self._check_hearing)

    def glance(self) -> None:
        """See whether the process is still there. A child of it may hold its pipes open, so that their end never comes."""
        if self.state == OVER or not self.process.has_ended:
            return
        now = time.monotonic()
        self._ended = self._ended or now
        self._guarded(self._read)
        # What it wrote before it ended is heard; what its child writes is not waited for.
        if self.state != OVER and (self.process.is_drained or now >= self._ended + _DYING):
            self.process.at_end = True
            self._guarded(self._read)

    def expire(self) -> None:
        """The deadline has passed: unless something has come just now, that is the end of this process."""
        self._guarded(self._read)
        self.glance()
        if self.state != OVER and time.monotonic() >= self.deadline:
            self._guarded(self._too_late)

    def ask(self) -> None:
        """Send as many questions as the window takes, or bye if none are left and none are out."""
        self._guarded(self._ask)

    def kill(self) -> None:
        """End the process at once; what it had is not judged."""
        if self.state != OVER:
            self.state = OVER
            self.process.end(0)

    # --- inside -------------------------------------------------------------------------------------------------------

    def _guarded(self, act: Callable[[], None]) -> None:
        if self.state == OVER:
            return
        try:
            act()
        except _Incident as incident:
            self._end(incident)

    def _end(self, incident: _Incident) -> None:
        """Kill the process and its group, and set down who is to blame."""
        before, self.state = self.state, OVER
        process = self.process
        # Only a process that closes its pipes may be about to end by itself.
        how = process.end(_DYING if process.at_end or process.stdin_closed else 0)
        reason = incident.reason
        if incident.outcome == results.CRASH:
            reason = f"the engine {how}" if how else reason
            if process.unfinished:
                reason += f", after {process.unfinished} bytes of a line that it did not finish"
        asks = list(self._outstanding.values())
        self._outstanding = {}
        if before == HELLO:
            self.refused = reason + _told(process.stderr_since(0))
        elif asks:
            stderr = process.stderr_since(min(ask.mark for ask in asks))
            self._ledger.failed(asks, incident.outcome, reason, stderr, (time.monotonic() - asks[0].sent) * 1000)
        elif before == READY and self._last is not None:
            told = f"{reason}, right after it had answered this case"
            self._ledger.spoiled(self._last.planned.id, incident.outcome, told, process.stderr_since(self._last.mark))
        else:
            self.troubles.append(f"{reason}, when it had no case" + _told(process.stderr_since(0)))

    def _read(self) -> None:
        self.process.read_stderr()
        for line in self.process.lines():
            self._line(line)
        if self.process.too_long:
            raise _Incident(results.PROTOCOL, "the engine wrote a line that is too long to be an answer, or never ends")
        if self.process.at_end:
            self._at_end()
        self._check_hearing()

    def _check_hearing(self) -> None:
        if self.process.stdin_closed and self.state in (HELLO, READY):
            # What it said before that is still heard.
            for line in self.process.lines():
                self._line(line)
            raise _Incident(results.CRASH, "the engine closed its standard input")

    def _at_end(self) -> None:
        if self.state != BYE:
            raise _Incident(results.CRASH, "the engine closed its standard output")
        self.state = OVER
        how = self.process.end(_LEAVING)
        if not self._said_bye:
            self.troubles.append(f"the engine {how or 'closed its standard output'} without saying bye")
        elif not how:
            self.troubles.append("the engine said bye, closed its standard output and did not end")
        elif how != "ended with code 0":
            self.troubles.append(f"the engine said bye and {how}" + _told(self.process.stderr_since(0)))

    def _too_late(self) -> None:
        process = self.process
        part = f"; {process.unfinished} bytes of a line came without their line feed" if process.unfinished else ""
        if self.state == HELLO:
            raise _Incident(results.TIMEOUT, f"the engine said no hello within {self._start_timeout_ms} ms{part}")
        if self.state == READY:
            raise _Incident(results.TIMEOUT, f"no answer within {self._timeout_ms} ms{part}")
        self.state = OVER
        process.end(0)
        what = "said bye and" if self._said_bye else "was told bye and"
        self.troubles.append(f"the engine {what} did not end within {_LEAVING:.0f} s, so that it was killed")

    def _ask(self) -> None:
        while self.state == READY and len(self._outstanding) < self._window:
            if any(ask.group is not None for ask in self._outstanding.values()):
                return
            ask = self._own.popleft() if self._own else self._ledger.take(not self._outstanding)
            if ask is None:
                if not self._outstanding and self._ledger.is_done:
                    self._leave()
                return
            if ask.planned.id in self._outstanding:
                # Two answers to one id could not be told apart.
                self._own.appendleft(ask)
                return
            self.process.read_stderr()
            ask.sent, ask.mark = time.monotonic(), self.process.stderr_bytes
            self._outstanding[ask.planned.id] = ask
            self.process.send(protocol.encode(ask.planned.question(self._timeout_ms)))
            self._check_hearing()

    def _leave(self) -> None:
        self.state = BYE
        self._since = time.monotonic()
        self.process.send(protocol.encode(protocol.DriverBye()))
        if not self.process.is_sending:
            self.process.close_stdin()

    def _line(self, line: bytes) -> None:
        try:
            message = protocol.decode_engine(line)
        except protocol.ProtocolError as error:
            shown = line[:_SHOWN].decode("utf-8", "backslashreplace") + ("..." if len(line) > _SHOWN else "")
            told = f"the engine wrote a line that is no message: {error.reason}: {shown!r}"
            remedy = "" if line.startswith(b"{") else " (what is not for the driver belongs on standard error)"
            raise _Incident(results.PROTOCOL, f"{told}{remedy}") from None
        if self.state == HELLO:
            self._greet(message)
        elif isinstance(message, protocol.Result):
            self._answer(message)
        elif isinstance(message, protocol.EngineHello):
            raise _Incident(results.PROTOCOL, "the engine said hello a second time")
        elif self.state != BYE:
            raise _Incident(results.PROTOCOL, "the engine said bye before it was told to")
        elif self._said_bye:
            raise _Incident(results.PROTOCOL, "the engine said bye twice")
        else:
            self._said_bye = True
            if message.answered != self._results:
                self.troubles.append(
                    f"the engine says that it answered {message.answered} cases, and {self._results} answers came"
                )

    def _greet(self, message: Any) -> None:
        if not isinstance(message, protocol.EngineHello):
            raise _Incident(results.PROTOCOL, "the engine said something else before its hello")
        if message.protocol != protocol.VERSION:
            raise _Incident(
                results.PROTOCOL, f"the engine chose version {message.protocol} of the protocol, not {protocol.VERSION}"
            )
        if message.run != self._nonce:
            raise _Incident(
                results.PROTOCOL, "the engine's hello is for another run: its member run is not the driver's"
            )
        if absurd := protocol.absurd(message.limits):
            raise _Incident(results.PROTOCOL, absurd)
        self.hello = message
        self.state = READY
        self._window = max(1, min(message.window, self._most))
        self._on_hello(message)

    def _answer(self, answer: protocol.Result) -> None:
        now = time.monotonic()
        self._results += 1
        ask = self._outstanding.pop(answer.id, None)
        if ask is None:
            self._unasked(answer.id)
            return
        assert self.hello is not None
        self._since = now
        self._answered[answer.id] = 1
        self._last = ask
        stderr = self.process.stderr_since(ask.mark)
        is_suspicious = self._ledger.answered(ask, answer, self.hello, stderr, (now - ask.sent) * 1000)
        if is_suspicious and self._last_good is not None:
            self._own.append(
                Ask(self._last_good.planned, again=True, why=" after the engine had failed at another case")
            )
        elif answer.status == "ok" and not ask.again:
            self._last_good = ask

    def _unasked(self, id: str) -> None:
        """An answer to a case that is not outstanding."""
        if id not in self._answered:
            raise _Incident(results.PROTOCOL, f"the engine answered {id!r:.{_SHOWN}}, which it was not asked")
        self._answered[id] += 1
        self._ledger.spoiled(id, results.PROTOCOL, f"the engine answered the case {self._answered[id]} times", "")
        self._doubles += 1
        if self._answered[id] > 3 or self._doubles > _MOST_DOUBLES:
            raise _Incident(results.PROTOCOL, f"the engine answers again and again: {id!r:.{_SHOWN}}")


def _told(stderr: str) -> str:
    """The last line of standard error, which often says why, for a sentence."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    return f" (its standard error ends with: {lines[-1][:200]})" if lines else ""
