"""Report on the answers to the lines of `plan`: `exprov conformance judge [--plan cases.jsonl] results.jsonl`.

The answers are bound to the plan by its nonce, which the engine's hello repeats, and by the hash of the suite. Without --plan, the
plan is that of all cases, or of those that the same --select and --shard choose.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from exprov.cli.conformance import options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_suite(parser)
    options.add_report(parser)
    parser.add_argument("--plan", type=Path, metavar="FILE", help="the lines that were asked")
    parser.add_argument("results", type=Path, metavar="RESULTS", help="the engine's lines")


def execute(args: argparse.Namespace) -> int:
    """Judge the file; return the exit code. Raises UsageError and InputError for what could not work."""
    from exprov.conformance import batch

    options.check(args)
    plan = options.plan(args)
    asked = None if args.plan is None else batch.read_plan(args.plan, plan)
    plan = asked.plan if asked is not None else plan
    return options.finish(batch.judge(args.results, plan, asked.nonce if asked is not None else None), plan, args)
