"""A run without processes: the driver's lines are written to a file, and the engine's lines are read from one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from exprov.conformance import outcomes, protocol
from exprov.conformance.ledger import NOTHING_ASKED, Ledger, Question
from exprov.conformance.plan import Plan, is_nonce, nonce, only
from exprov.conformance.process import MAX_LINE
from exprov.conformance.protocol import Message
from exprov.conformance.results import Run
from exprov.errors import InputError

TIMEOUT_MS = 10_000
"""The time limit in the lines; nothing enforces it."""

_REMEDY = "name a file that `exprov conformance plan` wrote"
_MOST_TROUBLES = 100


def lines(plan: Plan, timeout_ms: int = TIMEOUT_MS) -> Iterator[bytes]:
    """What the driver would say to an engine that answers everything: hello, every case, bye."""
    yield protocol.encode(protocol.greeting(nonce(plan), plan.suite))
    for case in plan.cases:
        yield protocol.encode(case.question(timeout_ms))
    yield protocol.encode(protocol.BYE)


def read_plan(path: Path, full: Plan) -> tuple[Plan, str]:
    """The part of the `full` plan that a file of `lines` asked, and the nonce that binds the answers to it. Raises InputError if it is not such a file of this suite."""
    hello: Message | None = None
    ids: set[str] = set()
    for number, line in enumerate(_lines(path), 1):
        try:
            message = protocol.decode_driver(line)
        except protocol.ProtocolError as error:
            raise InputError(str(path), f"line {number} is not a line of a plan: {error}", _REMEDY) from None
        if message["type"] == "hello":
            hello = hello or message
        elif message["type"] == "case":
            ids.add(message["id"])
    if hello is None:
        raise InputError(str(path), "it has no hello", _REMEDY)
    if hello["suite"]["sha256"] != full.sha256:
        what = f"it was made from another suite ({hello['suite']['version']}, not {full.version})"
        raise InputError(str(path), what, "write the plan again, or name its suite with --fixtures")
    plan = only(full, ids)
    if len(plan.cases) != len(ids) or not is_nonce(hello["run"], plan):
        raise InputError(str(path), "its cases are not those of its hello", "use the file as it was written")
    return plan, hello["run"]


def judge(path: Path, plan: Plan, expected: str | None = None) -> Run:
    """Evaluate an engine's lines: its hello, its results in any order, its bye.

    expected: the nonce; without it, it must be one that `plan` made for these cases. Raises InputError if the file cannot be read.
    """
    reading = _Reading(plan, expected)
    for number, line in enumerate(_lines(path), 1):
        reading.line(number, line)
    return reading.run()


class _Reading:
    def __init__(self, plan: Plan, expected: str | None) -> None:
        self.plan = plan
        self.expected = expected
        self.cases = {case.id: case for case in plan.cases}
        self.ledger = Ledger(plan)
        self.refusal = ""
        self.bye: int | None = None
        self.answers = 0
        self.troubles: list[str] = []

    def line(self, number: int, line: bytes) -> None:
        try:
            message = protocol.decode_engine(line)
        except protocol.ProtocolError as error:
            self.trouble(f"line {number} is not a message: {error}")
            return
        if message["type"] == "hello":
            self.greet(number, message)
        elif self.ledger.hello is None:
            self.refuse("the file does not begin with the engine's hello")
        elif message["type"] == "bye":
            if self.bye is not None:
                self.trouble(f"line {number} is a second bye")
            self.bye = message["answered"]
        else:
            if self.bye is not None:
                self.trouble(f"line {number} answers after the bye, which must be the last line")
            self.answers += 1
            self.answer(number, message)

    def greet(self, number: int, hello: Message) -> None:
        if self.ledger.hello is not None or self.refusal:
            self.trouble(f"line {number} is a second hello" if self.ledger.hello else f"line {number} is a late hello")
            return
        is_bound = is_nonce(hello["run"], self.plan) if self.expected is None else hello["run"] == self.expected
        if refusal := protocol.refusal(hello, is_bound):
            remedy = "" if is_bound else "; name the plan's file with --plan, or choose the same cases"
            self.refuse(f"{refusal}{remedy}")
            return
        self.ledger.declare(hello)
        if self.cases and self.ledger.is_done:
            self.trouble(NOTHING_ASKED)

    def answer(self, number: int, answer: Message) -> None:
        case = self.cases.get(answer["id"])
        before = self.ledger.found.get(answer["id"])
        if case is None:
            self.trouble(f"line {number} answers a case that was not asked: {answer['id'][:100]!r}")
        elif before is None:
            self.ledger.answered(Question(case), answer)
        elif before.outcome != outcomes.UNSUPPORTED:
            reason = f"it is answered more than once, the last time in line {number}"
            self.ledger.revoke(case.id, outcomes.PROTOCOL, reason)

    def refuse(self, reason: str) -> None:
        """Evaluate nothing, for the first of such reasons."""
        if not self.refusal:
            self.refusal = reason
            self.trouble(reason)

    def trouble(self, sentence: str) -> None:
        if len(self.troubles) < _MOST_TROUBLES:
            self.troubles.append(sentence)

    def run(self) -> Run:
        hello = self.ledger.hello
        if hello is None:
            self.refuse("the file has no hello of an engine")
        elif self.bye is None:
            self.trouble("there is no bye: the file may have been cut off")
        elif self.bye != self.answers:
            self.trouble(f"the engine counts {self.bye} answers in its bye, but the file has {self.answers}")
        nonce = hello["run"] if hello else self.expected or ""
        return self.ledger.run(
            self.refusal or "it has no answer", command=(), nonce=nonce, troubles=tuple(self.troubles)
        )


def _lines(path: Path) -> Iterator[bytes]:
    """The lines of a file without their line feeds, one at a time."""
    try:
        with path.open("rb") as file:
            # A line that is too long is rejected before it fills the memory.
            number = 0
            while line := file.readline(MAX_LINE + 2):
                number += 1
                line = line.rstrip(b"\r\n")
                if len(line) > MAX_LINE:
                    what = f"line {number} is longer than {MAX_LINE >> 20} MiB"
                    raise InputError(str(path), what, "write each message on its own line")
                yield line
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}", "check the path and its permissions") from None
