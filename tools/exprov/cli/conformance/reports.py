"""What becomes of a run: the baseline, the reports and the exit code."""

from __future__ import annotations

import argparse
import datetime
import os
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from exprov import atomic, exit_codes
from exprov.cli import silence
from exprov.errors import OutputError, UsageError
from exprov.printable import printable

if TYPE_CHECKING:
    from exprov.conformance.baseline import Baseline
    from exprov.conformance.plan import Plan
    from exprov.conformance.results import Run

Asked = Sequence[tuple[str, Path | None]]
"""Reports: the name of the format, and the file; None for standard output."""


def add_report(parser: argparse.ArgumentParser, help: str) -> None:
    parser.add_argument("--report", action="append", default=[], metavar="FORMAT[=PATH]", help=help)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_report(parser, "write text, json, junit, tap, github, summary or html (repeatable)")
    add, require = parser.add_argument, "fail if the engine does not declare this word (may be repeated)"
    add("--baseline", type=Path, metavar="FILE", help="excuse the known failures in this file while they stay the same")
    add("--update", action="store_true", help="rewrite the baseline to match this run")
    add("--require", action="append", default=[], metavar="WORD", help=require)


def check(args: argparse.Namespace, inputs: Mapping[str, Path | None] | None = None) -> None:
    """Reject reports and baselines that could not be written, before anything runs. Raises UsageError and InputError.

    inputs: name -> file, which no report may replace.
    """
    from exprov.conformance import baseline, protocol
    from exprov.report.conformance import FORMATS

    wanted = asked(args.report, FORMATS)
    known = (*protocol.OPS, *protocol.LEVELS, *protocol.FEATURES)
    for word in args.require:
        if word not in known:
            raise UsageError(f"{word!r} cannot be required", f"choose from {', '.join(known)}")
    if args.update and args.baseline is None:
        raise UsageError("there is no baseline to update", "name its file with --baseline")
    if args.baseline is not None:
        baseline.load(args.baseline, may_be_missing=args.update)
    probe(wanted, {"the baseline": args.baseline, **(inputs or {})})
    if args.update:
        atomic.check(args.baseline, make_folders=True)


def probe(wanted: Asked, inputs: Mapping[str, Path | None]) -> None:
    """Raise UsageError for a report that would replace an input or another report, OutputError if it could not be written."""
    taken = {os.path.realpath(path): what for what, path in inputs.items() if path is not None}
    for name, path in wanted:
        if path is None:
            continue
        atomic.check(path, make_folders=True)
        # A device or a pipe takes several reports.
        if path.exists() and not path.is_file():
            continue
        real = os.path.realpath(path)
        if what := taken.get(real):
            raise UsageError(f"the report {name} would replace {what}, {path}", "give it another file")
        taken[real] = f"the report {name}"


def finish(run: Run, plan: Plan, args: argparse.Namespace) -> int:
    """Compare the run with the baseline, write the reports, and return the exit code.

    If a file cannot be written, the others still are; then that is the exit code.
    """
    from exprov.conformance import baseline
    from exprov.report.conformance import FORMATS

    lost: list[OutputError] = []
    if args.baseline is not None:
        known = baseline.load(args.baseline, may_be_missing=args.update)
        if args.update and run.adds_up and not run.troubles:
            before, known = known, baseline.update(run, known, known=plan.every)
            lost += _update(args.baseline, before, known)
        elif args.update:
            print("exprov: the baseline is not updated, because the run went wrong", file=sys.stderr)
        for words in baseline.more(known, run):
            note = f"the engine declares {words}, which the baseline does not have; --update adds it"
            print(f"exprov: {printable(note)}", file=sys.stderr)
        run = baseline.apply(run, known, known=plan.every, today=datetime.date.today())
    run = baseline.require(run, args.require)
    lost += deliver((path, FORMATS[name](run)) for name, path in asked(args.report, FORMATS))
    complain(run.troubles, run.adds_up)
    return exit_codes.UNWRITABLE if lost else run.exit_code


def _update(path: Path, before: Baseline, after: Baseline) -> list[OutputError]:
    from exprov.conformance import baseline

    lost = deliver([(path, baseline.render(after))])
    if not lost:
        first, *others = baseline.changes(before, after)
        print("\n".join(map(printable, [f"baseline {path}: {first}", *others])), file=sys.stderr)
    return lost


def complain(troubles: Iterable[str], adds_up: bool) -> None:
    """Print what went wrong beside the cases."""
    if not adds_up:
        print("exprov: error: the outcomes do not add up to the plan; report this bug", file=sys.stderr)
    for trouble in troubles:
        print(f"exprov: error: {printable(trouble)}", file=sys.stderr)


def deliver(texts: Iterable[tuple[Path | None, str]]) -> list[OutputError]:
    """Write each text to its file, or to standard output; print and return the errors of those that cannot be written."""
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
        # Closing the pipe is the reader's choice.
        if not isinstance(error, BrokenPipeError):
            raise OutputError("standard output", error) from error


def write(path: Path, text: str) -> None:
    """Write a file, whole or not at all. Raises OutputError."""
    atomic.write(path, text.encode("utf-8", "backslashreplace"))


def asked(words: Sequence[str], formats: Collection[str]) -> Asked:
    """The reports of options FORMAT[=PATH]; text on standard output unless another one goes there."""
    found: list[tuple[str, Path | None]] = []
    for word in words:
        name, has_path, path = word.partition("=")
        if name not in formats:
            raise UsageError(f"there is no report format {name!r}", f"choose from {', '.join(formats)}")
        if has_path and not path:
            remedy = "write FORMAT=PATH, or FORMAT alone for standard output"
            raise UsageError(f"the report {name} names no file", remedy)
        found.append((name, Path(path) if path and path != "/dev/stdout" else None))
    shown = [name for name, path in found if path is None]
    if len(shown) > 1:
        remedy = f"give all but one a file, as in {shown[1]}=PATH"
        raise UsageError(f"{' and '.join(shown)} both go to standard output", remedy)
    return found if shown else [("text", None), *found]
