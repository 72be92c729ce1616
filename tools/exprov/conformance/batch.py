"""The twin of the driver for places without processes: the same lines, written to a file and judged from one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from exprov.conformance import judge as judging
from exprov.conformance import protocol, results
from exprov.conformance.ledger import NOTHING_ASKED
from exprov.conformance.plan import EXACT, Plan, is_nonce, nonce, only, uncovered
from exprov.conformance.process import MAX_LINE
from exprov.conformance.results import CaseResult, Run
from exprov.errors import InputError

TIMEOUT_MS = 10_000
"""What the lines tell an engine; nobody measures it here."""

_REMEDY = "name a file that `exprov conformance plan` wrote"
_MOST_TROUBLES = 100


@dataclass(frozen=True)
class Asked:
    """What was asked: the plan and the nonce that the answers are bound by."""

    plan: Plan
    nonce: str


def lines(plan: Plan, timeout_ms: int = TIMEOUT_MS) -> Iterator[bytes]:
    """What the driver would say to an engine that answers everything: hello, every case, bye."""
    suite = protocol.Suite(plan.version, plan.sha256)
    yield protocol.encode(protocol.DriverHello((protocol.VERSION,), nonce(plan), suite, (protocol.CONTRACT,)))
    for case in plan.cases:
        yield protocol.encode(case.question(timeout_ms))
    yield protocol.encode(protocol.DriverBye())


def read_plan(path: Path, whole: Plan) -> Asked:
    """What a file of `lines` asked, as a part of `whole`. Raises InputError if it is none, or of another suite."""
    hello: protocol.DriverHello | None = None
    ids: set[str] = set()
    for number, line in enumerate(_lines(path), 1):
        try:
            message = protocol.decode_driver(line)
        except protocol.ProtocolError as error:
            raise InputError(str(path), f"line {number} is not a line of a plan: {error.reason}", _REMEDY) from None
        if isinstance(message, protocol.DriverHello):
            hello = hello or message
        elif isinstance(message, protocol.Case):
            ids.add(message.id)
    if hello is None:
        raise InputError(str(path), "it has no hello", _REMEDY)
    if hello.suite.sha256 != whole.sha256:
        what = f"it was made from another suite ({hello.suite.version}, and this is {whole.version})"
        raise InputError(str(path), what, "write the plan again, or name its suite with --fixtures")
    plan = only(whole, ids)
    if len(plan.cases) != len(ids) or not is_nonce(hello.run, plan):
        raise InputError(
            str(path), "its cases are not those that its hello was made for", "use the file as it was written"
        )
    return Asked(plan, hello.run)


def judge(path: Path, plan: Plan, expected: str | None = None) -> Run:
    """Judge an engine's lines: its hello, its results in any order, its bye.

    expected: the nonce; without it, it must be one that `plan` made for these cases. Raises InputError if the file cannot be read.
    """
    book = _Book(plan, expected)
    for number, line in enumerate(_lines(path), 1):
        book.line(number, line)
    return book.run()


class _Book:
    def __init__(self, plan: Plan, expected: str | None) -> None:
        self.plan = plan
        self.expected = expected
        self.cases = {case.id: case for case in plan.cases}
        self.found: dict[str, CaseResult] = {}
        self.hello: protocol.EngineHello | None = None
        self.refused = ""
        self.bye: int | None = None
        self.answers = 0
        self.troubles: list[str] = []

    def line(self, number: int, line: bytes) -> None:
        try:
            message = protocol.decode_engine(line)
        except protocol.ProtocolError as error:
            self.trouble(f"line {number} is not a message: {error.reason}")
            return
        if isinstance(message, protocol.EngineHello):
            self.greet(number, message)
        elif isinstance(message, protocol.EngineBye):
            if self.bye is not None:
                self.trouble(f"line {number} is a second bye")
            elif self.hello is None and not self.refused:
                self.refused = "the file does not begin with the engine's hello"
                self.trouble(self.refused)
            self.bye = message.answered
        elif self.hello is not None:
            if self.bye is not None:
                self.trouble(f"line {number} answers after the bye, which is the last line")
            self.answers += 1
            self.answer(number, message)
        elif not self.refused:
            self.refused = "the file does not begin with the engine's hello"
            self.trouble(self.refused)

    def greet(self, number: int, hello: protocol.EngineHello) -> None:
        if self.hello is not None or self.refused:
            self.trouble(f"line {number} is a second hello" if self.hello else f"line {number} is a late hello")
            return
        bound = is_nonce(hello.run, self.plan) if self.expected is None else hello.run == self.expected
        if hello.protocol != protocol.VERSION:
            self.refused = f"the engine chose version {hello.protocol} of the protocol, not {protocol.VERSION}"
        elif not bound:
            self.refused = (
                "the answers are for other cases: the hello's member run is not that of the plan; "
                "name the plan's file with --plan, or choose the same cases"
            )
        else:
            self.refused = protocol.absurd(hello.limits)
        if self.refused:
            self.trouble(self.refused)
            return
        self.hello = hello
        for case in self.plan.cases:
            reason = uncovered(case, hello)
            if reason:
                self.found[case.id] = judging.unanswered(case, results.UNSUPPORTED, reason)
        if self.cases and len(self.found) == len(self.cases):
            self.trouble(NOTHING_ASKED)

    def answer(self, number: int, answer: protocol.Result) -> None:
        assert self.hello is not None
        case = self.cases.get(answer.id)
        before = self.found.get(answer.id)
        if case is None:
            self.trouble(f"line {number} answers a case that was not asked: {answer.id[:100]!r}")
        elif before is None:
            self.found[answer.id] = judging.judge(
                case, answer, findings=self.hello.findings, exact=EXACT in self.hello.features
            )
        elif before.outcome != results.UNSUPPORTED:
            reason = f"it is answered more than once, the last time in line {number}"
            self.found[answer.id] = replace(before, outcome=results.PROTOCOL, reason=reason, differences=())

    def trouble(self, sentence: str) -> None:
        if len(self.troubles) < _MOST_TROUBLES:
            self.troubles.append(sentence)

    def run(self) -> Run:
        if self.hello is None and not self.refused:
            self.refused = "the file has no hello of an engine"
            self.trouble(self.refused)
        elif self.hello is not None and self.bye is None:
            self.trouble("there is no bye: the file may have been cut off")
        elif self.hello is not None and self.bye != self.answers:
            self.trouble(f"the engine says that it answered {self.bye} cases, and {self.answers} answers are here")
        reason = self.refused or "there is no answer to it"
        hello = judging.bounded(protocol.members(self.hello)) if self.hello is not None else {}
        engine = hello.pop("engine", {})
        return Run(
            engine=engine,
            command=(),
            suite=self.plan.suite,
            nonce=hello.pop("run", self.expected or ""),
            planned=len(self.plan.cases),
            results=tuple(
                self.found.get(case.id) or judging.unanswered(case, results.NOT_RUN, reason) for case in self.plan.cases
            ),
            declared=hello,
            troubles=tuple(self.troubles),
        )


def _lines(path: Path) -> Iterator[bytes]:
    """The lines of a file without their line feeds, one at a time."""
    try:
        with path.open("rb") as file:
            # A line that is too long is refused before it fills the memory.
            number = 0
            while line := file.readline(MAX_LINE + 2):
                number += 1
                line = line.rstrip(b"\r\n")
                if len(line) > MAX_LINE:
                    what = f"line {number} is longer than {MAX_LINE >> 20} MiB"
                    raise InputError(str(path), what, "let every message have a line of its own")
                yield line
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}", "check the path and its permissions") from None
