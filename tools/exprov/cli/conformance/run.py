"""Start an engine, ask it every case and report: `exprov conformance run [options] -- COMMAND...`"""

from __future__ import annotations

import argparse
import sys

from exprov.cli.conformance import options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_suite(parser)
    options.add_engine(parser)
    options.add_report(parser)
    options.add_command(parser)


def execute(args: argparse.Namespace) -> int:
    """Run the engine; return the exit code. Raises UsageError and InputError for what could not work."""
    from exprov.conformance import driver

    options.check(args)
    plan = options.plan(args)
    ran = driver.run(args.command, plan, options.engine(args))
    window = ran.declared.get("window", args.window)
    if window < args.window:
        note = f"the engine takes {window} at once, so that --window {args.window} counts as {window}"
        print(f"exprov: {note}; it says so in its hello", file=sys.stderr)
    return options.finish(ran, plan, args)
