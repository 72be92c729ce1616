"""Start an engine, ask it every case and report: `exprov conformance run [options] -- COMMAND...`"""

from __future__ import annotations

import argparse

from exprov.cli.conformance import options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_suite(parser)
    options.add_engine(parser)
    options.add_report(parser)
    options.add_command(parser)


def run(args: argparse.Namespace) -> int:
    """Run the engine; return the exit code. Raises UsageError and InputError for what could not work."""
    from exprov.conformance import driver

    options.check(args)
    plan = options.plan(args)
    return options.finish(driver.run(args.command, plan, options.engine(args)), plan, args)
