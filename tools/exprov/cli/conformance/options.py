"""The options that several actions of `exprov conformance` share, and what they stand for."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

from exprov.cli.arguments import number, seconds, shard
from exprov.cli.progress import progress

if TYPE_CHECKING:
    from exprov.conformance.driver import Options
    from exprov.conformance.plan import Plan


def add_fixtures(parser: argparse.ArgumentParser) -> None:
    use = "use this directory instead of the installed fixtures"
    parser.add_argument("--fixtures", type=Path, metavar="DIR", help=use)


def add_suite(parser: argparse.ArgumentParser) -> None:
    """Which cases."""
    select = "ask only this tag, topic, operation or glob of ids (may be repeated)"
    add_fixtures(parser)
    parser.add_argument("--select", action="append", default=[], metavar="TAG", help=select)
    parser.add_argument("--shard", type=shard, metavar="I/N", help="ask only the I-th of N parts")


# The names of the values are those of the driver's options.


def add_start_timeout(parser: argparse.ArgumentParser) -> None:
    wait, name = "wait S seconds for the engine's hello (default: 30)", "start_timeout_ms"
    parser.add_argument("--start-timeout", type=seconds, default=30_000, metavar="S", dest=name, help=wait)


def add_waiting(parser: argparse.ArgumentParser) -> None:
    """How many cases at once, and how long to wait."""
    add, wait = parser.add_argument, "wait S seconds for an answer (default: 10)"
    window = "ask up to N cases at once, if the engine takes as many"
    add("--jobs", type=number(1), default=1, metavar="N", help="run N engine processes (default: 1)")
    add("--window", type=number(1), default=1, metavar="N", help=window)
    add("--timeout", type=seconds, default=10_000, metavar="S", dest="timeout_ms", help=wait)
    add_start_timeout(parser)


def add_engine(parser: argparse.ArgumentParser) -> None:
    """How to run the engine."""
    add_waiting(parser)
    add, restarts = parser.add_argument, "restart at most N times (default: half the cases, at least 50)"
    budget = "stop after S seconds, and report the rest as not run"
    add("--seed", type=int, metavar="N", help="shuffle the cases, the same way for the same N")
    add("--repeat", type=number(0), metavar="N", help="ask N cases twice (default: one in a hundred, at least 10)")
    add("--budget", type=seconds, metavar="S", dest="budget_ms", help=budget)
    add("--max-restarts", type=number(0), metavar="N", help=restarts)


def add_command(parser: argparse.ArgumentParser, nargs: str = "+") -> None:
    """The engine."""
    command = "the engine and its arguments, after --, without a shell"
    show = "show the engine's arguments in the reports, not only their number"
    parser.add_argument("--show-command", action="store_true", help=show)
    parser.add_argument("command", nargs=nargs, metavar="COMMAND", help=command)


def plan(args: argparse.Namespace) -> Plan:
    """The plan that the options ask for."""
    from exprov.conformance import plan as planning

    return planning.load(args.fixtures, select=args.select, shard=args.shard)


def engine(args: argparse.Namespace) -> Options:
    """How to run the engine."""
    from exprov.conformance.driver import Options

    given = {one.name: getattr(args, one.name) for one in dataclasses.fields(Options) if hasattr(args, one.name)}
    return Options(**given, progress=progress("cases"))
