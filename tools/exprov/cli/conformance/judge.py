"""Report on the answers to the lines of `plan`: `exprov conformance judge [--plan cases.jsonl] results.jsonl`.

The nonce in the engine's hello and the hash of the suite bind the answers to the
plan. Without --plan, the plan has all cases, or those that the same --select and
--shard choose.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from exprov.cli.conformance import options, reports
from exprov.cli.conformance.run import EXIT_CODES as EXIT_CODES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_suite(parser)
    reports.add_arguments(parser)
    parser.add_argument("--plan", type=Path, metavar="FILE", help="read the lines that were asked from this file")
    parser.add_argument("results", type=Path, metavar="RESULTS", help="the engine's lines")


def execute(args: argparse.Namespace) -> int:
    """Evaluate the file; return the exit code. Raises UsageError and InputError for what could not work."""
    from exprov.conformance import batch

    reports.check(args, {"the plan": args.plan, "the answers": args.results})
    plan = options.plan(args)
    nonce = None
    if args.plan is not None:
        plan, nonce = batch.read_plan(args.plan, plan)
    return reports.finish(batch.judge(args.results, plan, nonce), plan, args)
