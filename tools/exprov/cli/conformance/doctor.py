"""Sabotage an engine's answers and see that it is noticed: `exprov conformance doctor [options] -- COMMAND...`

A proxy stands between driver and engine and does one thing wrong at a time; the run must show that, for that reason,
and nothing else. The engine is started unchanged. Exit codes: 0 all is seen; 1 something is not; 2 wrong usage; 3
trouble with the engine.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from exprov import atomic
from exprov.cli.conformance import options
from exprov.printable import printable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--list", action="store_true", help="show the sabotages, and do nothing")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="only this one (may be repeated)")
    parser.add_argument("--jobs", type=int, default=4, metavar="N", help="try N sabotages at once (default: 4)")
    parser.add_argument(
        "--start-timeout",
        type=float,
        default=30,
        metavar="S",
        help="seconds for the engine's first hello (default: 30)",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the report there instead of showing it")
    parser.add_argument(
        "--fixtures", type=Path, metavar="DIR", help="another folder of fixtures than the one that is installed"
    )
    # A command is needed unless the sabotages are only listed.
    parser.add_argument(
        "command", nargs="*", metavar="COMMAND", help="the engine and its arguments, after --; no shell sees them"
    )


def execute(args: argparse.Namespace) -> int:
    """Examine the engine; return the exit code. Raises UsageError and InputError for what could not work."""
    from exprov.conformance import doctor, driver, exit_code, plan
    from exprov.conformance.sabotages.table import TABLE
    from exprov.report.conformance import doctor as report

    if args.list:
        width = max(len(one.name) for one in TABLE)
        print("\n".join(f"{one.name:{width}}  {one.does}" for one in TABLE))
        return exit_code.PASSED
    _check(args, [one.name for one in TABLE])
    if args.output is not None:
        atomic.check(args.output, make_folders=True)
    first = driver.Options(start_timeout_ms=round(args.start_timeout * 1000))
    progress = _progress if sys.stderr.isatty() else None
    found = doctor.examine(
        args.command, plan.load(args.fixtures), first, jobs=args.jobs, only=args.only, progress=progress
    )
    text = report.render(found, args.format)
    if args.output is None:
        sys.stdout.write(text)
    else:
        options.write(args.output, text)
        print(printable(report.headline(found)))
    if found.troubles:
        return exit_code.ENGINE
    return exit_code.UNEXPECTED if found.count(doctor.NOT_SEEN) else exit_code.PASSED


def _check(args: argparse.Namespace, names: list[str]) -> None:
    from exprov.errors import UsageError

    if not args.command:
        raise UsageError("there is no engine", "put the command that starts it after --")
    for name in args.only:
        if name not in names:
            raise UsageError(f"there is no sabotage {name!r}", "see `exprov conformance doctor --list`")
    if not 1 <= args.jobs <= 64:
        raise UsageError(f"{args.jobs} sabotages at once are not possible", "choose from 1 to 64")
    if not 0.001 <= args.start_timeout <= 10**6:
        raise UsageError(f"{args.start_timeout:g} is not a time to wait", "give seconds above 0")


def _progress(done: int, total: int) -> None:
    print(f"\r{done} of {total} sabotages", end="\n" if done == total else "", file=sys.stderr, flush=True)
