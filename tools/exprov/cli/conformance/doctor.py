"""Make deliberate faults in an engine's answers: `exprov conformance doctor [options] -- COMMAND...`

A proxy between driver and engine does one thing wrong at a time. The run must show
that fault, for that reason, and nothing else. The engine itself is not changed.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from exprov import atomic
from exprov.cli.arguments import number
from exprov.cli.conformance import options, reports
from exprov.cli.progress import progress
from exprov.errors import UsageError
from exprov.exit_codes import DRIFT, FINDINGS, UNREADABLE, UNWRITABLE, USAGE, VALID
from exprov.printable import printable
from exprov.suggestions import did_you_mean

EXIT_CODES = (VALID, FINDINGS, USAGE, UNREADABLE, DRIFT, UNWRITABLE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--list", action="store_true", help="list the faults and exit")
    add("--only", action="append", default=[], metavar="NAME", help="try only this fault (may be repeated)")
    add("--jobs", type=number(1), default=4, metavar="N", help="try N faults at once (default: 4)")
    options.add_start_timeout(parser)
    add("--format", choices=("text", "json"), default="text", help="write the report in this form (default: text)")
    add("--output", type=Path, metavar="FILE", help="write the report to this file")
    options.add_fixtures(parser)
    # Listing the faults needs no command.
    options.add_command(parser, nargs="*")


def execute(args: argparse.Namespace) -> int:
    """Examine the engine; return the exit code. Raises UsageError and InputError for what could not work."""
    from exprov.conformance import doctor, driver, plan
    from exprov.conformance.faults.table import BY_NAME
    from exprov.report.conformance import doctor as report

    if args.list:
        width = max(map(len, BY_NAME))
        print("\n".join(f"{name:{width}}  {one.does}" for name, one in BY_NAME.items()))
        return VALID
    if not args.command:
        raise UsageError("there is no engine", "put the command that starts it after --")
    for name in args.only:
        if name not in BY_NAME:
            hint = did_you_mean(name, BY_NAME, "see `exprov conformance doctor --list`")
            raise UsageError(f"there is no fault {name!r}", hint)
    if args.output is not None:
        atomic.check(args.output, make_folders=True)
    found = doctor.examine(
        args.command,
        plan.load(args.fixtures),
        driver.Options(start_timeout_ms=args.start_timeout_ms),
        jobs=args.jobs,
        only=args.only,
        progress=progress("faults"),
    )
    if not args.show_command:
        found = replace(found, plain=found.plain.without_arguments())
    text = report.render(found, args.format)
    if args.output is None:
        sys.stdout.write(text)
    else:
        reports.write(args.output, text)
        print(printable(report.headline(found)))
    return found.exit_code
