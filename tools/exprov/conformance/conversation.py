"""The conversation with one engine process, from hello to bye: what it may say when, and what follows if it does not."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from exprov.conformance import outcomes, protocol
from exprov.conformance.ledger import Ledger, Question
from exprov.conformance.process import Process, shebang_flaw
from exprov.conformance.protocol import Message

HELLO, READY, BYE, OVER = "hello", "ready", "bye", "over"

# How many seconds a process may take to end after it closed its output, and after its bye.
_DYING = 1.0
_LEAVING = 5.0
# How many bytes of an invalid line are shown.
_SHOWN = 120
# After this many repeated answers, the process is not asked any further.
_MOST_REPEATED = 1000


@dataclass(frozen=True)
class Options:
    """How to run an engine.

    jobs: the number of processes. window: how many cases each may have at once, if the engine takes as many. seed: shuffles the
    order. timeout_ms, start_timeout_ms, budget_ms: for one answer, for the hello, and for everything. max_restarts: after these,
    the rest is not run; by default half the number of cases, at least 50. repeat: how many cases are asked twice; by default one
    in a hundred, at least 10. progress: called with (done, total).
    """

    jobs: int = 1
    window: int = 1
    seed: int | None = None
    timeout_ms: int = 10_000
    start_timeout_ms: int = 30_000
    budget_ms: int | None = None
    max_restarts: int | None = None
    repeat: int | None = None
    progress: Callable[[int, int], None] | None = None


class _Incident(Exception):
    """The engine broke the protocol or ended: the outcome of the case that it had, and why."""

    def __init__(self, outcome: str, reason: str) -> None:
        super().__init__(outcome, reason)
        self.outcome = outcome
        self.reason = reason


class Conversation:
    """One engine process and the state of the conversation with it.

    state: HELLO until the engine's hello has come, then READY, BYE after the driver's bye, OVER when the process has been ended.
    problem: why the conversation did not begin, if it ended in HELLO. troubles: what the engine did wrong when it had no case.
    until: when the run ends, on the monotonic clock; no answer is evaluated after that.
    """

    def __init__(
        self,
        command: Sequence[str],
        ledger: Ledger,
        options: Options,
        nonce: str,
        on_hello: Callable[[Message], None],
        until: float,
    ) -> None:
        """Start the engine and greet it. Raises process.StartError."""
        self.process = Process(command)
        self._command = command
        self.state = HELLO
        self.problem = ""
        self.troubles: list[str] = []
        self._ledger = ledger
        self._nonce = nonce
        self._options = options
        self._window = 1
        self._on_hello = on_hello
        self.until = until
        self._outstanding: dict[str, Question] = {}
        self._own: deque[Question] = deque()
        self._answered: dict[str, int] = {}
        self._last: Question | None = None
        self._last_good: Question | None = None
        self._results = 0
        self._repeated = 0
        self._has_said_bye = False
        self._since = time.monotonic()
        self._ended = 0.0
        self.process.send(protocol.encode(protocol.greeting(nonce, ledger.plan.suite)))

    # --- what the loop of the driver calls ----------------------------------------------------------------------------

    @property
    def deadline(self) -> float:
        """When something must have come, on the monotonic clock; infinity if nothing is expected."""
        if self.state == HELLO:
            return self._since + self._options.start_timeout_ms / 1000
        if self.state == BYE:
            return self._since + _LEAVING
        if self.state != READY or not self._outstanding:
            return float("inf")
        oldest = next(iter(self._outstanding.values())).sent
        # An engine answers one case after another, so the time for a case begins with the answer before; but it also ends.
        seconds = self._options.timeout_ms / 1000
        return min(max(oldest, self._since) + seconds, oldest + seconds * self._window)

    def proceed(self) -> None:
        """Send what waits, and read and act on whatever has come."""
        self._guarded(self._proceed)

    def glance(self) -> None:
        """Check whether the process is still running. A child may hold its pipes open, so that they never end."""
        if self.state == OVER or not self.process.has_ended:
            return
        now = time.monotonic()
        self._ended = self._ended or now
        self._guarded(self._read)
        # What the process wrote before it ended is read; what its child writes is not waited for.
        if self.state != OVER and (self.process.is_drained or now >= self._ended + _DYING):
            self.process.at_end = True
            self._guarded(self._read)

    def expire(self) -> None:
        """End the process, because the deadline has passed; but not if something has come just now."""
        self._guarded(self._read)
        self.glance()
        if self.state != OVER and time.monotonic() >= self.deadline:
            self._guarded(self._too_late)

    def ask(self) -> None:
        """Send as many questions as the window takes, or bye if all are answered."""
        self._guarded(self._ask)

    def kill(self) -> None:
        """End the process at once, without a result for the cases that it had."""
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
        """Kill the process and its group, and blame a case."""
        before, self.state = self.state, OVER
        process = self.process
        # Only a process that closes its pipes may be about to end by itself.
        how = process.end(_DYING if process.at_end or process.stdin_closed else 0)
        reason = incident.reason
        if incident.outcome == outcomes.CRASH:
            reason = f"the engine {how}" if how else reason
            if process.unfinished:
                reason += f", after {process.unfinished} bytes of a line that it did not finish"
        questions = list(self._outstanding.values())
        self._outstanding = {}
        if before == HELLO:
            flaw = shebang_flaw(self._command)
            self.problem = f"{flaw[0]}; {flaw[1]}" if flaw else reason + _last_words(process.stderr_since(0))
        elif questions:
            stderr = process.stderr_since(min(question.mark for question in questions))
            milliseconds = (time.monotonic() - questions[0].sent) * 1000
            self._ledger.failed(questions, incident.outcome, reason, stderr, milliseconds)
        elif before == READY and self._last is not None:
            reason = f"{reason}, right after it had answered this case"
            stderr = process.stderr_since(self._last.mark)
            self._ledger.revoke(self._last.planned.id, incident.outcome, reason, stderr)
        else:
            self.troubles.append(f"{reason}, when it had no case" + _last_words(process.stderr_since(0)))

    def _proceed(self) -> None:
        self.process.flush()
        self._read()

    def _read(self) -> None:
        self.process.read_stderr()
        for line in self.process.lines():
            if time.monotonic() >= self.until:
                return
            self._line(line)
        if self.process.too_long:
            raise _Incident(
                outcomes.PROTOCOL, "the engine wrote a line that is too long to be an answer, or never ends"
            )
        if self.process.at_end:
            self._at_end()
        self._check_stdin()

    def _check_stdin(self) -> None:
        if self.process.stdin_closed and self.state in (HELLO, READY):
            # What the engine said before that is still read.
            for line in self.process.lines():
                self._line(line)
            raise _Incident(outcomes.CRASH, "the engine closed its standard input")

    def _at_end(self) -> None:
        if self.state != BYE:
            raise _Incident(outcomes.CRASH, "the engine closed its standard output")
        self.state = OVER
        how = self.process.end(_LEAVING)
        if not self._has_said_bye:
            self.troubles.append(f"the engine {how or 'closed its standard output'} without saying bye")
        elif not how:
            self.troubles.append("the engine said bye, closed its standard output and did not end")
        elif how != "ended with code 0":
            self.troubles.append(f"the engine said bye and {how}" + _last_words(self.process.stderr_since(0)))

    def _too_late(self) -> None:
        process = self.process
        part = f"; {process.unfinished} bytes of a line came without their line feed" if process.unfinished else ""
        if not part and not self._ledger.has_answers:
            part = "; it may be buffering: flush after each line"
        if self.state == HELLO:
            raise _Incident(
                outcomes.TIMEOUT, f"the engine said no hello within {self._options.start_timeout_ms} ms{part}"
            )
        if self.state == READY:
            raise _Incident(outcomes.TIMEOUT, f"no answer within {self._options.timeout_ms} ms{part}")
        self.state = OVER
        process.end(0)
        what = "said bye and" if self._has_said_bye else "got the driver's bye and"
        self.troubles.append(f"the engine {what} did not end within {_LEAVING:.0f} s, so it was killed")

    def _ask(self) -> None:
        while self.state == READY and len(self._outstanding) < self._window:
            if any(question.group is not None for question in self._outstanding.values()):
                return
            question = self._own.popleft() if self._own else self._ledger.take(not self._outstanding)
            if question is None:
                if not self._outstanding and self._ledger.is_done:
                    self._leave()
                return
            if question.planned.id in self._outstanding:
                # Two answers with one id could not be distinguished.
                self._own.appendleft(question)
                return
            self.process.read_stderr()
            question.sent, question.mark = time.monotonic(), self.process.stderr_bytes
            self._outstanding[question.planned.id] = question
            self.process.send(protocol.encode(question.planned.question(self._options.timeout_ms)))
            self._check_stdin()

    def _leave(self) -> None:
        self.state = BYE
        self._since = time.monotonic()
        self.process.send(protocol.encode(protocol.BYE))
        if not self.process.is_sending:
            self.process.close_stdin()

    def _line(self, line: bytes) -> None:
        try:
            message = protocol.decode_engine(line)
        except protocol.ProtocolError as error:
            shown = line[:_SHOWN].decode("utf-8", "backslashreplace") + ("..." if len(line) > _SHOWN else "")
            where = "" if line.startswith(b"{") else "; write everything else to standard error"
            reason = f"the engine wrote an invalid line: {error}: {shown!r}{where}"
            raise _Incident(outcomes.PROTOCOL, reason) from None
        kind = message["type"]
        if self.state == HELLO:
            self._greet(message)
        elif kind == "result":
            self._answer(message)
        elif kind == "hello":
            raise _Incident(outcomes.PROTOCOL, "the engine said hello a second time")
        elif self.state != BYE:
            raise _Incident(outcomes.PROTOCOL, "the engine said bye before the driver did")
        elif self._has_said_bye:
            raise _Incident(outcomes.PROTOCOL, "the engine said bye twice")
        else:
            self._has_said_bye = True
            if (count := message["answered"]) != self._results:
                self.troubles.append(f"the engine counts {count} answers in its bye, but {self._results} came")

    def _greet(self, message: Message) -> None:
        if message["type"] != "hello":
            raise _Incident(outcomes.PROTOCOL, "the engine said something else before its hello")
        if refusal := protocol.refusal(message, message["run"] == self._nonce):
            raise _Incident(outcomes.PROTOCOL, refusal)
        self.state = READY
        self._window = min(message["window"], self._options.window)
        self._on_hello(message)

    def _answer(self, answer: Message) -> None:
        now = time.monotonic()
        self._results += 1
        question = self._outstanding.pop(answer["id"], None)
        if question is None:
            self._unasked(answer["id"])
            return
        self._since = now
        self._answered[answer["id"]] = 1
        self._last = question
        stderr = self.process.stderr_since(question.mark)
        is_suspicious = self._ledger.answered(question, answer, stderr, (now - question.sent) * 1000)
        if is_suspicious and self._last_good is not None:
            why = " after the engine had failed at another case"
            self._own.append(Question(self._last_good.planned, again=True, why=why))
        elif answer["status"] == "ok" and not question.again:
            self._last_good = question

    def _unasked(self, id: str) -> None:
        """An answer to a case that is not outstanding."""
        if id not in self._answered:
            raise _Incident(outcomes.PROTOCOL, f"the engine answered {id!r:.{_SHOWN}}, which it was not asked")
        self._answered[id] += 1
        self._ledger.revoke(id, outcomes.PROTOCOL, f"the engine answered the case {self._answered[id]} times")
        self._repeated += 1
        if self._answered[id] > 3 or self._repeated > _MOST_REPEATED:
            raise _Incident(outcomes.PROTOCOL, f"the engine answers again and again: {id!r:.{_SHOWN}}")


def _last_words(stderr: str) -> str:
    """The last line of standard error, which often gives the cause, for a sentence."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    return f" (its standard error ends with: {lines[-1][:200]})" if lines else ""
