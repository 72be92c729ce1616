"""Records relayed between engines: one writes, another reads that and writes it back, and nothing may be lost on the way.

An engine writes what it makes of each golden case that a reader accepts (roundtrip), and the record of each execution (emit). What
comes back from the other engine is held against the golden case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from exprov.conformance import driver, judge, losses, protocol, results
from exprov.conformance.ledger import NOTHING_ASKED
from exprov.conformance.plan import Plan, PlannedCase, uncovered
from exprov.conformance.results import CaseResult, Cell, Matrix, Run
from exprov.errors import UsageError

EXAMPLES = 200
"""How many losses of a pair are told."""

_WRITING = ("roundtrip", "emit")


@dataclass(frozen=True, slots=True)
class Relay:
    """The matrix, and what went wrong beside the cases: `troubles`, each one sentence that names the engine.

    adds_up: whether each run of an engine accounts for all that it was asked.
    """

    matrix: Matrix
    troubles: tuple[str, ...]
    adds_up: bool

    @property
    def lost(self) -> int:
        """How many records were lost, of all pairs."""
        return sum(cell.lost for cell in self.matrix.cells.values())


def relay(
    engines: Mapping[str, Sequence[str]],
    plan: Plan,
    options: driver.Options | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Relay:
    """Let every engine (name -> command) write, and every engine read what each has written.

    plan: the cases that may be written; others than those of roundtrip and emit are of no matter. options: of each run of an engine;
    nothing is asked twice. progress: called with how many runs are done, of how many.
    An engine that does not start or breaks the protocol is one of the troubles. Raises UsageError if there is nothing to write.
    """
    records = replace(plan, cases=tuple(case for case in plan.cases if case.op in _WRITING))
    if not records.cases:
        raise UsageError("no selected case has a record to relay", "select some that a reader accepts, or emit")
    relaying = _Relaying(records, replace(options or driver.Options(), repeat=0, progress=None))
    total = len(engines) * (len(engines) + 1)
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    for name, command in engines.items():
        relaying.write(name, command)
        step()
    for writer in engines:
        for reader in engines:
            relaying.read(writer, reader)
            step()
    return relaying.result()


@dataclass(frozen=True)
class _Engine:
    """An engine that said hello: what it declares, and what became of each record that it was to write."""

    command: Sequence[str]
    hello: protocol.EngineHello
    written: Sequence[CaseResult]


@dataclass
class _Relaying:
    plan: Plan
    options: driver.Options
    names: list[str] = field(default_factory=list)
    engines: dict[str, _Engine] = field(default_factory=dict)
    cells: dict[tuple[str, str], Cell] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)
    # (engine, "write" or "read back", why not) -> how many records
    left_out: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    adds_up: bool = True
    interrupted: bool = False

    def write(self, name: str, command: Sequence[str]) -> None:
        """Let an engine write all that it can."""
        self.names.append(name)
        if self.interrupted:
            return
        run = self.drive(name, command, self.plan)
        if not run.declared:
            return
        self.engines[name] = _Engine(command, _hello(run), run.results)
        for one in run.results:
            if one.outcome in (results.UNSUPPORTED, results.NOT_RUN):
                self.left_out[name, "write", one.reason] += 1

    def read(self, writer: str, reader: str) -> None:
        """Let an engine read what another one, or itself, has written, if both are there."""
        if self.interrupted or writer not in self.engines or reader not in self.engines:
            return
        kept, lost, skipped = 0, [], 0
        sent: dict[str, tuple[PlannedCase, CaseResult]] = {}
        for case, written in zip(self.plan.cases, self.engines[writer].written, strict=True):
            output = _output(written)
            if written.outcome in (results.UNSUPPORTED, results.NOT_RUN):
                skipped += 1
            elif output is None:
                lost.append(losses.unwritten(case, writer, written))
            elif not judge.is_whole(case, output):
                lost.append(losses.unwritten(case, writer, written, "it is far longer than what was read"))
            else:
                relayed = replace(case, op="roundtrip", level="reader", input=output)
                reason = uncovered(relayed, self.engines[reader].hello)
                if reason:
                    skipped += 1
                    self.left_out[reader, "read back", reason] += 1
                else:
                    sent[case.id] = (relayed, written)
        by_id = {case.id: case for case in self.plan.cases}
        for id, back in self.send(writer, reader, [case for case, _ in sent.values()]).items():
            if back.outcome == results.PASS:
                kept += 1
            elif back.outcome == results.NOT_RUN:
                skipped += 1
                self.left_out[reader, "read back", back.reason] += 1
            else:
                lost.append(losses.describe(by_id[id], writer, sent[id][1], reader, back))
        if not self.interrupted:
            self.cells[writer, reader] = Cell(kept, len(lost), tuple(lost[:EXAMPLES]), skipped)

    def send(self, writer: str, reader: str, cases: Sequence[PlannedCase]) -> dict[str, CaseResult]:
        """What became of records that were sent to an engine."""
        if not cases:
            return {}
        name = f"{reader}, reading what {writer} wrote"
        run = self.drive(name, self.engines[reader].command, replace(self.plan, cases=tuple(cases)))
        return {one.id: one for one in run.results}

    def drive(self, name: str, command: Sequence[str], plan: Plan) -> Run:
        """Run an engine, and note what goes wrong."""
        run = driver.run(command, plan, self.options)
        # An engine that declares nothing of what is asked is no trouble here: its cells say so.
        self.troubles += [f"{name}: {trouble}" for trouble in run.troubles if trouble != NOTHING_ASKED]
        self.adds_up = self.adds_up and run.adds_up
        self.interrupted = self.interrupted or driver.INTERRUPTED in run.troubles
        return run

    def result(self) -> Relay:
        notes = tuple(
            f"{name} did not {what} {count:,} {'record' if count == 1 else 'records'}: {reason}"
            for (name, what, reason), count in self.left_out.items()
        )
        if not self.troubles and not any(cell.kept or cell.lost for cell in self.cells.values()):
            self.troubles.append("no record was relayed; let the engines declare the operation roundtrip")
        matrix = Matrix(tuple(self.names), self.cells, notes, tuple(self.troubles))
        return Relay(matrix, tuple(self.troubles), self.adds_up)


def _hello(run: Run) -> protocol.EngineHello:
    """The hello of a run, from what the run keeps of it."""
    declared = {**run.declared, "type": "hello", "run": run.nonce, "engine": run.engine}
    return msgspec.convert(declared, protocol.EngineHello)


def _output(result: CaseResult) -> Mapping[str, str] | None:
    """What was written, be it right or wrong; None if the case was not answered with an output."""
    if result.outcome not in (results.PASS, results.FAIL) or result.got is None:
        return None
    output: Mapping[str, str] = result.got["output"]
    return output
