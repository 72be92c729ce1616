"""The options that several actions of `exprov conformance` share, and what they stand for."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from exprov.cli.arguments import number, seconds, shard
from exprov.cli.progress import progress

if TYPE_CHECKING:
    from exprov.conformance.driver import Options
    from exprov.conformance.plan import Plan


def add_fixtures(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--fixtures", type=Path, metavar="DIR", help="use this directory instead of the installed fixtures"
    )


def add_suite(parser: argparse.ArgumentParser) -> None:
    """Which cases."""
    select = "ask only this tag, topic, operation or glob of ids (may be repeated)"
    add_fixtures(parser)
    parser.add_argument("--select", action="append", default=[], metavar="TAG", help=select)
    parser.add_argument("--shard", type=shard, metavar="I/N", help="ask only the I-th of N parts")


def add_start_timeout(parser: argparse.ArgumentParser) -> None:
    wait = "wait S seconds for the engine's hello (default: 30)"
    parser.add_argument("--start-timeout", type=seconds, default=30_000, metavar="S", help=wait)


def add_waiting(parser: argparse.ArgumentParser) -> None:
    """How many cases at once, and how long to wait."""
    add = parser.add_argument
    add("--jobs", type=number(1), default=1, metavar="N", help="run N engine processes (default: 1)")
    add(
        "--window",
        type=number(1),
        default=1,
        metavar="N",
        help="ask up to N cases at once, if the engine takes as many",
    )
    add("--timeout", type=seconds, default=10_000, metavar="S", help="wait S seconds for an answer (default: 10)")
    add_start_timeout(parser)


def add_engine(parser: argparse.ArgumentParser) -> None:
    """How to run the engine."""
    add_waiting(parser)
    add, restarts = parser.add_argument, "restart at most N times (default: half the cases, at least 50)"
    add("--seed", type=int, metavar="N", help="shuffle the cases, the same way for the same N")
    add("--repeat", type=number(0), metavar="N", help="ask N cases twice (default: one in a hundred, at least 10)")
    add("--budget", type=seconds, metavar="S", help="stop after S seconds, and report the rest as not run")
    add("--max-restarts", type=number(0), metavar="N", help=restarts)


def add_command(parser: argparse.ArgumentParser, nargs: str = "+") -> None:
    """The engine."""
    command = "the engine and its arguments, after --, without a shell"
    parser.add_argument("command", nargs=nargs, metavar="COMMAND", help=command)


def plan(args: argparse.Namespace) -> Plan:
    """The plan that the options ask for."""
    from exprov.conformance import plan as planning

    return planning.load(args.fixtures, select=args.select, shard=args.shard)


def engine(args: argparse.Namespace) -> Options:
    """How to run the engine."""
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
        progress=progress("cases"),
    )
