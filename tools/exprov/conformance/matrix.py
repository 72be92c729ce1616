"""Records relayed between engines: one writes, another reads that and writes it back, and nothing may be lost on the way.

An engine writes each golden case that a reader accepts (roundtrip) and the record of each execution (emit). What comes back from the
other engine is compared with the golden case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from exprov.conformance import driver, losses, outcomes
from exprov.conformance.judge import is_uncut
from exprov.conformance.ledger import NOTHING_ASKED
from exprov.conformance.plan import Plan, PlannedCase
from exprov.conformance.results import CaseResult, Cell, Matrix, Run
from exprov.errors import UsageError

_UNASKED = (outcomes.UNSUPPORTED, outcomes.NOT_RUN)
EXAMPLES = 200
"""How many losses of a pair are kept."""


def relay(
    engines: Mapping[str, Sequence[str]],
    plan: Plan,
    options: driver.Options | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Matrix:
    """Let every engine (name -> command) write, and every engine read what each has written.

    plan: the cases of roundtrip and emit are used. options: of each run of an engine; nothing is asked twice. progress: called with
    (runs done, total). If an engine does not start or breaks the protocol, `troubles` says so. Raises UsageError if there is
    nothing to write.
    """
    records = replace(plan, cases=tuple(case for case in plan.cases if case.op in ("roundtrip", "emit")))
    if not records.cases:
        raise UsageError("no selected case has a record to relay", "select cases that a reader accepts, or emit")
    relaying = _Relaying(records, replace(options or driver.Options(), repeat=0, progress=None))
    steps = [partial(relaying.write, name, command) for name, command in engines.items()]
    steps += [partial(relaying.read, writer, reader) for writer in engines for reader in engines]
    for done, step in enumerate(steps, 1):
        if not relaying.is_interrupted:
            step()
        if progress is not None:
            progress(done, len(steps))
    return relaying.matrix(tuple(engines))


@dataclass
class _Relaying:
    plan: Plan
    options: driver.Options
    # What each engine that said hello has written.
    written: dict[str, Run] = field(default_factory=dict)
    cells: dict[tuple[str, str], Cell] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)
    # (engine, "write" or "read back", why not) -> how many records
    left_out: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    adds_up: bool = True
    is_interrupted: bool = False

    def write(self, name: str, command: Sequence[str]) -> None:
        """Let an engine write all that it can."""
        run = self.drive(name, command, self.plan.cases)
        if run.declared:
            self.written[name] = run
            self.left_out.update((name, "write", one.reason) for one in run.results if one.outcome in _UNASKED)

    def read(self, writer: str, reader: str) -> None:
        """Let an engine read what another one, or itself, has written."""
        if writer not in self.written or reader not in self.written:
            return
        kept, lost, skipped = 0, [], 0
        sent: dict[str, tuple[PlannedCase, CaseResult]] = {}
        relayed = []
        for case, written in zip(self.plan.cases, self.written[writer].results, strict=True):
            output = _output(written)
            if written.outcome in _UNASKED:
                skipped += 1
            elif output is None:
                lost.append(losses.unwritten(case, writer, written))
            elif not is_uncut(case, output):
                lost.append(losses.unwritten(case, writer, written, "it is far longer than the input"))
            else:
                sent[case.id] = case, written
                # Of a payload, the engine's own texts must come back as well.
                expected = {"output": output} if case.op == "emit" and case.carrier else case.expected
                relayed.append(replace(case, op="roundtrip", level="reader", input=output, expected=expected))
        name = f"{reader}, reading what {writer} wrote"
        for back in self.drive(name, self.written[reader].command, relayed).results:
            if back.outcome == outcomes.PASS:
                kept += 1
            elif back.outcome in _UNASKED:
                skipped += 1
                self.left_out[reader, "read back", back.reason] += 1
            else:
                case, written = sent[back.id]
                lost.append(losses.describe(case, writer, written, reader, back))
        if not self.is_interrupted:
            self.cells[writer, reader] = Cell(kept, len(lost), tuple(lost[:EXAMPLES]), skipped)

    def drive(self, name: str, command: Sequence[str], cases: Sequence[PlannedCase]) -> Run:
        """Run an engine, and note its troubles."""
        run = driver.run(command, replace(self.plan, cases=tuple(cases)), self.options)
        # That an engine declares nothing of what is asked is not a trouble here: its cells say so.
        self.troubles += [f"{name}: {trouble}" for trouble in run.troubles if trouble != NOTHING_ASKED]
        self.adds_up = self.adds_up and run.adds_up
        self.is_interrupted = self.is_interrupted or driver.INTERRUPTED in run.troubles
        return run

    def matrix(self, engines: tuple[str, ...]) -> Matrix:
        notes = tuple(
            f"{name} did not {what} {count:,} {'record' if count == 1 else 'records'}: {reason}"
            for (name, what, reason), count in self.left_out.items()
        )
        if not self.troubles and not any(cell.kept or cell.lost for cell in self.cells.values()):
            self.troubles.append("no record was relayed; let the engines declare the operation roundtrip")
        return Matrix(engines, self.cells, notes, tuple(self.troubles), self.adds_up)


def _output(result: CaseResult) -> Mapping[str, str] | None:
    """What was written, right or wrong; None without an output."""
    if result.outcome not in (outcomes.PASS, outcomes.FAIL) or result.got is None:
        return None
    output: Mapping[str, str] = result.got["output"]
    return output
