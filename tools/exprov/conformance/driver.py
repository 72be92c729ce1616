"""Run an engine over a plan: start it, ask, restart it when it fails, and account for every planned case."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

from exprov.conformance.conversation import OVER, Conversation
from exprov.conformance.conversation import Options as Options
from exprov.conformance.ledger import NOTHING_ASKED, Ledger
from exprov.conformance.plan import Plan, nonce
from exprov.conformance.process import StartError
from exprov.conformance.protocol import Message, declared
from exprov.conformance.results import Run
from exprov.errors import UsageError

# An engine is given up after so many restarts in a row without a hello, and after so many failures without any answer.
_FAILED_STARTS = 3
_MUTE_STARTS = 20
INTERRUPTED = "the run was interrupted"
"""The trouble of a run that a person or a CI system ended."""
# How often to check whether the engines are still running, in seconds.
_GLANCE = 0.2


def run(command: Sequence[str], plan: Plan, options: Options | None = None) -> Run:
    """Ask the engine that `command` starts, an argument list, every case of the plan.

    Whatever the engine does, the run has one result for each case, and no process of its group is left; a child that left the group
    is not found. If the engine cannot be started or does not speak the protocol, `troubles` says so. Raises UsageError on systems
    that are not POSIX.
    """
    if os.name != "posix":
        raise UsageError(
            "engines run only on POSIX systems", "use `exprov conformance plan` and `judge`, or a POSIX layer"
        )
    driver = _Driver(tuple(command), plan, options or Options())
    with _interruptible(driver):
        try:
            driver.loop()
        except KeyboardInterrupt:
            driver.interrupted = True
        finally:
            driver.kill()
            driver.report(len(plan.cases))
    return driver.result()


@contextlib.contextmanager
def _interruptible(driver: _Driver) -> Iterator[None]:
    """Let an interruption by a terminal or a CI system end the run in order: no engine is left, and what ran is reported."""

    def interrupt(number: int, frame: Any) -> None:
        if driver.interrupted:
            raise KeyboardInterrupt
        driver.interrupted = True

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {}
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # A signal that the caller ignores, as nohup does, stays ignored; None is a handler that Python cannot restore.
        if signal.getsignal(number) not in (signal.SIG_IGN, None):
            before[number] = signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Driver:
    def __init__(self, command: tuple[str, ...], plan: Plan, options: Options) -> None:
        self.command = command
        self.plan = plan
        self.options = options
        self.nonce = nonce(plan)
        cases = len(plan.cases)
        repeats = max(10, cases // 100) if options.repeat is None else options.repeat
        self.ledger = Ledger(plan, options.seed, repeats)
        self.max_restarts = max(50, cases // 2) if options.max_restarts is None else options.max_restarts
        self.talks: list[Conversation] = []
        self.restarts = 0
        self.failed_starts = 0
        self.more = 0
        self.troubles: list[str] = []
        self.stopped = ""
        self.interrupted = False
        self.began = time.monotonic()
        self.until = self.began + options.budget_ms / 1000 if options.budget_ms is not None else float("inf")
        self.reported = -1

    def loop(self) -> None:
        """Talk with the engines until every case has its result or the run is stopped."""
        if not self.plan.cases:
            return
        self.start()
        while self.talks and not self.stopped:
            for talk in self.talks:
                talk.ask()
            now = time.monotonic()
            until = min(self.until, *(talk.deadline for talk in self.talks))
            # An engine that ended while it was asked is replaced at once.
            if all(talk.state != OVER for talk in self.talks):
                self.wait(max(0.0, until - now))
            if self.interrupted:
                break
            now = time.monotonic()
            for talk in self.talks:
                if now >= talk.deadline:
                    talk.expire()
            self.clear()
            if time.monotonic() >= self.until and not self.stopped and self.talks:
                self.stop(f"the budget of {(self.options.budget_ms or 0) / 1000:g} s ran out")
            self.report(len(self.ledger.found))

    def wait(self, seconds: float) -> None:
        """Read from engines that have written, and write to those that can read."""
        poll = select.poll()
        talks: dict[int, Conversation] = {}
        for talk in self.talks:
            for descriptor, event in talk.process.awaited.items():
                poll.register(descriptor, event)
                talks[descriptor] = talk
        # The clock of poll has a resolution of a millisecond.
        for talk in {talks[found] for found, _ in poll.poll(min(seconds, _GLANCE) * 1000 + 1)}:
            talk.proceed()
        # An engine that has ended may have left a child that writes without a pause.
        for talk in self.talks:
            talk.glance()

    def start(self) -> None:
        """Start one more engine."""
        try:
            talk = Conversation(self.command, self.ledger, self.options, self.nonce, self.greeted, self.until)
            self.talks.append(talk)
        except StartError as error:
            self.stop(str(error), trouble=True)

    def greeted(self, hello: Message) -> None:
        """After the first hello, queue what it declares and start the other processes."""
        self.failed_starts = 0
        if self.ledger.hello is None:
            self.ledger.declare(hello)
            if self.ledger.is_done:
                self.trouble(NOTHING_ASKED)
            self.more = min(self.options.jobs, self.ledger.left) - 1
        elif declared(hello) != declared(self.ledger.hello):
            self.trouble("the engine declared something else when it was started again")

    def clear(self) -> None:
        """Remove the conversations that are over, and start others while there is something left to ask."""
        over = [talk for talk in self.talks if talk.state == OVER]
        self.talks = [talk for talk in self.talks if talk.state != OVER]
        for talk in over:
            for trouble in talk.troubles:
                self.trouble(trouble)
            if self.stopped:
                continue
            if talk.problem:
                self.failed_starts += 1
                if self.ledger.hello is None or self.failed_starts >= _FAILED_STARTS:
                    remedy = (
                        "start it by hand, send it the first line of `exprov conformance plan`, and see what it answers"
                    )
                    self.stop(f"the conversation failed: {talk.problem}; {remedy}", trouble=True)
                    continue
            if not self.ledger.is_done:
                self.restart()
        while self.more > 0 and not self.stopped:
            self.more -= 1
            self.start()

    def restart(self) -> None:
        """Replace an engine that failed, within the limits."""
        if self.restarts >= _MUTE_STARTS and not self.ledger.has_answers:
            count = self.restarts + 1
            self.stop(
                f"the engine failed {count} times and never answered; fix its answer to the first case", trouble=True
            )
            return
        if self.restarts >= self.max_restarts:
            if not self.talks:
                remedy = "fix the first failure, or raise --max-restarts"
                self.stop(f"the engine was restarted {self.restarts} times; {remedy}", trouble=True)
            return
        self.restarts += 1
        self.start()

    def stop(self, reason: str, *, trouble: bool = False) -> None:
        """End the run before its time."""
        self.stopped = self.stopped or reason
        if trouble:
            self.trouble(reason)

    def trouble(self, sentence: str) -> None:
        """Note what went wrong beside the cases, once."""
        if sentence not in self.troubles:
            self.troubles.append(sentence)

    def kill(self) -> None:
        """End every process that is still running."""
        for talk in self.talks:
            talk.kill()

    def report(self, done: int) -> None:
        """Report progress; at the end everything is done, even what was not run."""
        if self.options.progress is not None and done != self.reported:
            self.reported = done
            self.options.progress(done, len(self.plan.cases))

    def result(self) -> Run:
        """The run, with a result for every planned case."""
        if self.interrupted:
            self.stop(INTERRUPTED, trouble=True)
        return self.ledger.run(
            self.stopped or "the run ended before it",
            command=self.command,
            nonce=self.nonce,
            troubles=tuple(self.troubles),
            seed=self.options.seed,
            milliseconds=(time.monotonic() - self.began) * 1000,
        )
