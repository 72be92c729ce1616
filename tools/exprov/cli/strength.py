"""Measure how well the golden fixtures detect deliberate faults of the contract.

Exits with 0 if every mutant is killed or listed as equivalent, and the list is right.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from exprov import atomic
from exprov.cli.arguments import add_schemas
from exprov.cli.progress import progress
from exprov.contract import load
from exprov.exit_codes import DRIFT, FINDINGS, SCHEMA_ERROR, UNREADABLE, UNWRITABLE, USAGE, VALID
from exprov.report.strength import html as report
from exprov.strength import equivalents, judge, suite

EXIT_CODES = (VALID, FINDINGS, USAGE, UNREADABLE, DRIFT, SCHEMA_ERROR, UNWRITABLE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format", choices=report.FORMATS, default="text", help="write the report in this form (default: text)"
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the report to this file")
    parser.add_argument(
        "--fixtures",
        type=Path,
        default=Path("generated/fixtures/1.0"),
        metavar="DIR",
        help="use the fixtures in this directory (default: generated/fixtures/1.0)",
    )
    add_schemas(parser)


def execute(args: argparse.Namespace) -> int:
    """Evaluate every mutant, and report."""
    if args.output is not None:
        atomic.check(args.output)
    contract = load(args.schemas)
    cases, listed = suite.load(args.fixtures), equivalents.load(args.schemas)
    found = judge.judge(contract, cases, listed, progress("mutants"))
    text = report.render(found, args.format)
    if args.output is None:
        sys.stdout.write(text)
    else:
        atomic.write(args.output, text.encode(), make_folders=False)
        print(report.figure(found))
    return VALID if found.is_complete else FINDINGS
