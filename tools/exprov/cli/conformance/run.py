"""Start an engine, ask it every case and report: `exprov conformance run [options] -- COMMAND...`"""

from __future__ import annotations

import argparse
import sys

from exprov.cli.conformance import options, reports
from exprov.exit_codes import DRIFT, FINDINGS, UNREADABLE, UNWRITABLE, USAGE, VALID

EXIT_CODES = (VALID, FINDINGS, USAGE, UNREADABLE, DRIFT, UNWRITABLE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_suite(parser)
    options.add_engine(parser)
    reports.add_arguments(parser)
    options.add_command(parser)


def execute(args: argparse.Namespace) -> int:
    """Run the engine; return the exit code. Raises UsageError and InputError for what could not work."""
    from exprov.conformance import driver

    reports.check(args)
    plan = options.plan(args)
    ran = driver.run(args.command, plan, options.engine(args))
    window = ran.declared.get("window", args.window)
    if window < args.window:
        note = f"the engine takes {window} at once, so --window {args.window} counts as {window}"
        print(f"exprov: {note}; its hello says so", file=sys.stderr)
    return reports.finish(ran if args.show_command else ran.without_arguments(), plan, args)
