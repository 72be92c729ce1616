"""The options that actions of `exprov conformance` share, and what they come to."""

from __future__ import annotations

import argparse
import datetime
import os
import sys
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from exprov import atomic
from exprov.cli import silence
from exprov.errors import OutputError, UsageError
from exprov.printable import printable

if TYPE_CHECKING:
    from exprov.conformance.driver import Options
    from exprov.conformance.plan import Plan
    from exprov.conformance.results import Run


def add_suite(parser: argparse.ArgumentParser) -> None:
    """Which cases."""
    parser.add_argument(
        "--fixtures", type=Path, metavar="DIR", help="another folder of fixtures than the one that is installed"
    )
    parser.add_argument(
        "--select",
        action="append",
        default=[],
        metavar="TAG",
        help="only cases with this tag, topic or operation, or whose id fits this glob (may be repeated: any of them)",
    )
    parser.add_argument("--shard", type=_shard, metavar="I/N", help="only the I-th of N parts")


def add_waiting(parser: argparse.ArgumentParser) -> None:
    """How many cases at once, and how long they may take."""
    parser.add_argument("--jobs", type=_count, default=1, metavar="N", help="run N engine processes (default: 1)")
    parser.add_argument(
        "--window",
        type=_count,
        default=1,
        metavar="N",
        help="ask up to N cases at once, if the engine takes as many (default: 1)",
    )
    parser.add_argument(
        "--timeout", type=_seconds, default=10_000, metavar="S", help="seconds for an answer (default: 10)"
    )
    parser.add_argument(
        "--start-timeout",
        type=_seconds,
        default=30_000,
        metavar="S",
        help="seconds for the engine's hello (default: 30)",
    )


def add_engine(parser: argparse.ArgumentParser) -> None:
    """How the engine is run."""
    add_waiting(parser)
    parser.add_argument("--seed", type=int, metavar="N", help="shuffle the order, the same way for the same N")
    parser.add_argument(
        "--repeat",
        type=_natural,
        metavar="N",
        help="ask N cases a second time (default: one of a hundred, at least 10)",
    )
    parser.add_argument("--budget", type=_seconds, metavar="S", help="seconds for everything; the rest is not run")
    parser.add_argument(
        "--max-restarts",
        type=_natural,
        metavar="N",
        help="restart the engine up to N times (default: half as often as there are cases, at least 50)",
    )


def add_command(parser: argparse.ArgumentParser) -> None:
    """The engine."""
    parser.add_argument(
        "command", nargs="+", metavar="COMMAND", help="the engine and its arguments, after --; no shell sees them"
    )


def add_report(parser: argparse.ArgumentParser) -> None:
    """What becomes of the run."""
    parser.add_argument(
        "--report",
        action="append",
        default=[],
        metavar="FORMAT[=PATH]",
        help="text, json, junit, tap, github, summary or html, to a file or else to standard output (may be repeated; default: text)",
    )
    parser.add_argument(
        "--baseline", type=Path, metavar="FILE", help="known failures, which are excused while they stay the same"
    )
    parser.add_argument("--update", action="store_true", help="write the baseline anew, so that it fits this run")
    parser.add_argument(
        "--require",
        action="append",
        default=[],
        metavar="WORD",
        help="fail if the engine does not declare this operation, level or feature (may be repeated)",
    )


def plan(args: argparse.Namespace) -> Plan:
    """The plan that the options ask for."""
    from exprov.conformance import plan as planning

    return planning.load(args.fixtures, select=args.select, shard=args.shard)


def engine(args: argparse.Namespace) -> Options:
    """How to run the engine; progress is shown on a terminal only."""
    from exprov.conformance.driver import Options

    return Options(
        jobs=args.jobs,
        window=args.window,
        seed=args.seed,
        timeout_ms=args.timeout,
        start_timeout_ms=args.start_timeout,
        budget_ms=args.budget,
        max_restarts=args.max_restarts,
        repeat=args.repeat,
        progress=_Progress() if sys.stderr.isatty() else None,
    )


def check(args: argparse.Namespace) -> None:
    """Refuse reports and baselines that could not be written, before anything runs. Raises UsageError and InputError."""
    from exprov.conformance import baseline, protocol
    from exprov.report.conformance import FORMATS

    asked = reports(args.report, FORMATS)
    known = (*protocol.OPS, *protocol.LEVELS, *protocol.FEATURES)
    for word in args.require:
        if word not in known:
            raise UsageError(f"nothing that is called {word!r} can be required", f"choose from {', '.join(known)}")
    if args.update and args.baseline is None:
        raise UsageError("there is no baseline to update", "name its file with --baseline")
    if args.baseline is not None:
        baseline.load(args.baseline, may_be_missing=args.update)
    taken = {"the baseline": args.baseline, "what is to be judged": getattr(args, "results", None)}
    probe(asked, {**taken, "the plan": args.plan if "results" in args else None})
    if args.update:
        atomic.check(args.baseline, make_folders=True)


def probe(asked: Sequence[tuple[str, Path | None]], taken: Mapping[str, Path | None]) -> None:
    """Raise UsageError for a report over another one or over a file of `taken`, and OutputError for one that could not be written."""
    there = {os.path.realpath(path): what for what, path in taken.items() if path is not None}
    for name, path in asked:
        if path is None:
            continue
        atomic.check(path, make_folders=True)
        # Into a device or a pipe, several may go.
        if path.exists() and not path.is_file():
            continue
        real = os.path.realpath(path)
        what = there.get(real)
        there[real] = f"the report {name}"
        if what is not None:
            raise UsageError(f"the report {name} would be written over {what}, {path}", "give it a file of its own")


def finish(run: Run, plan: Plan, args: argparse.Namespace) -> int:
    """Compare the run with the baseline, write the reports, and return the exit code.

    What cannot be written is told, and all else is written before that is the exit code.
    """
    from exprov import exit_codes
    from exprov.conformance import baseline, exit_code
    from exprov.report.conformance import FORMATS

    lost: list[OutputError] = []
    if args.baseline is not None:
        known = baseline.load(args.baseline, may_be_missing=args.update)
        if args.update and run.adds_up and not run.troubles:
            before, known = known, baseline.update(run, known, known=plan.every)
            told = baseline.changes(before, known)
            told[0] = f"baseline {args.baseline}: {told[0]}"
            try:
                write(args.baseline, baseline.render(known))
                print("\n".join(printable(line) for line in told), file=sys.stderr)
            except OutputError as error:
                print(f"exprov: error: {printable(str(error))}", file=sys.stderr)
                lost.append(error)
        elif args.update:
            print("exprov: the baseline is not updated: the run went wrong", file=sys.stderr)
        for told_more in baseline.more(known, run):
            note = f"the engine declares {told_more}, which the baseline does not know; --update writes it down"
            print(f"exprov: {printable(note)}", file=sys.stderr)
        run = baseline.apply(run, known, known=plan.every, today=datetime.date.today())
    run = baseline.require(run, args.require)
    lost += deliver((path, FORMATS[name](run)) for name, path in reports(args.report, FORMATS))
    code = exit_code.of(run)
    if code == exit_code.SUITE:
        print("exprov: error: the outcomes do not add up to the plan; please report this", file=sys.stderr)
    for trouble in run.troubles:
        print(f"exprov: error: {printable(trouble)}", file=sys.stderr)
    return exit_codes.UNWRITABLE if lost else code


def deliver(texts: Iterable[tuple[Path | None, str]]) -> list[OutputError]:
    """Write each text to its file, or to standard output; what cannot be written is told, returned, and keeps back no other."""
    lost = []
    for path, text in texts:
        try:
            if path is None:
                _show(text)
            else:
                write(path, text)
        except OutputError as error:
            print(f"exprov: error: {printable(str(error))}", file=sys.stderr)
            lost.append(error)
    return lost


def _show(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        silence(sys.stdout.fileno())
        # Who has closed the pipe has seen enough.
        if not isinstance(error, BrokenPipeError):
            raise OutputError("standard output", error) from error


def reports(words: Sequence[str], formats: Collection[str]) -> list[tuple[str, Path | None]]:
    """The reports that are asked for, as FORMAT[=PATH]; text on standard output unless another one goes there."""
    asked: list[tuple[str, Path | None]] = []
    for word in words:
        name, has_path, path = word.partition("=")
        if name not in formats:
            raise UsageError(f"there is no report format {name!r}", f"choose from {', '.join(formats)}")
        if has_path and not path:
            raise UsageError(
                f"the report {name} names no file", "write FORMAT=PATH, or FORMAT alone for standard output"
            )
        asked.append((name, Path(path) if path and path != "/dev/stdout" else None))
    shown = [name for name, path in asked if path is None]
    if len(shown) > 1:
        raise UsageError(
            f"{' and '.join(shown)} both go to standard output", f"give all but one a file, as in {shown[1]}=PATH"
        )
    return asked if shown else [("text", None), *asked]


def write(path: Path, text: str) -> None:
    """Write the file whole, or not at all. Raises OutputError."""
    atomic.write(path, text.encode("utf-8", "backslashreplace"))


class _Progress:
    """Tells a terminal how far a run is, ten times a second at most, on one line that goes away at the end."""

    def __init__(self) -> None:
        self.told = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if done == total:
            print("\r" + " " * 40, end="\r", file=sys.stderr, flush=True)
        elif now - self.told > 0.1:
            self.told = now
            print(f"\r{done} of {total} cases", end="", file=sys.stderr, flush=True)


def _is_number(word: str) -> bool:
    """Whether it is of the digits 0 to 9, and no more than anybody means."""
    return word.isascii() and word.isdigit() and len(word) <= 18


def _count(word: str) -> int:
    if not _is_number(word) or int(word) < 1:
        raise argparse.ArgumentTypeError(f"{word!r} is not a whole number from 1 on")
    return int(word)


def _natural(word: str) -> int:
    if not _is_number(word):
        raise argparse.ArgumentTypeError(f"{word!r} is not a whole number from 0 on")
    return int(word)


def _seconds(word: str) -> int:
    """Seconds as whole milliseconds."""
    try:
        milliseconds = round(float(word) * 1000)
    except (ValueError, OverflowError):
        milliseconds = 0
    if not 1 <= milliseconds <= 10**9:
        raise argparse.ArgumentTypeError(f"{word!r} is not a number of seconds above 0")
    return milliseconds


def _shard(word: str) -> tuple[int, int]:
    number, _, count = word.partition("/")
    if _is_number(number) and _is_number(count) and not 1 <= int(number) <= int(count):
        raise argparse.ArgumentTypeError(f"there is no part {number} of {count}; number them from 1, as in 1/4")
    if not (_is_number(number) and _is_number(count)):
        raise argparse.ArgumentTypeError(f"{word!r} is not a shard; write I/N, as in 1/4")
    return int(number), int(count)
