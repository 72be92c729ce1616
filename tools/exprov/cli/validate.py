"""Check records, and report what is wrong with them.

Inputs are files, directories (searched by suffix), globs, and - for standard input,
which is read as JSON Lines. A .json file holds one record, a .jsonl or .ndjson
file one per line; each may be compressed as .gz or .zst. If an input cannot be
read, the others are still checked.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from typing import get_args

from execution_provenance import Carrier, Limits
from execution_provenance._finding import MOST_FINDINGS
from execution_provenance._text import DEFAULT_LIMITS

from exprov.checking.check import CheckOptions, Result, check_records
from exprov.cli import silence
from exprov.cli.arguments import number
from exprov.cli.progress import tell
from exprov.errors import UsageError
from exprov.exit_codes import FINDINGS, UNREADABLE, UNWRITABLE, USAGE, VALID
from exprov.inputs.records import ARRAY, AUTO, FORMATS, InputOptions, read_records
from exprov.printable import printable
from exprov.report import validate as report
from exprov.report.validate.hints import Hints
from exprov.suggestions import did_you_mean

EXIT_CODES = (VALID, FINDINGS, USAGE, UNREADABLE, UNWRITABLE)
_TEXT_LIMIT = 1000
_PROGRESS_SECONDS = 0.5
_LEVELS = ("reader", "writer")
_CARRIERS = ("none", *get_args(Carrier))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    findings = f"show at most N findings (default: {_TEXT_LIMIT} as text, all as JSON)"
    add("paths", nargs="+", metavar="PATH", help="a file, a directory, a glob, or - for standard input")
    add(
        "--level",
        choices=_LEVELS,
        default="writer",
        help="check at this level (default: writer, which includes reader)",
    )
    add("--carrier", choices=_CARRIERS, default="none", help="check records inside this payload; auto detects the type")
    add("--at", metavar="POINTER", default="", help="check what is at this JSON Pointer in each document")
    add(
        "--input-format",
        choices=FORMATS,
        default=AUTO,
        help="read .json files, standard input and other files in this format",
    )
    add("--array", action="store_const", const=ARRAY, dest="input_format", help="short for --input-format array")
    add(
        "--allow",
        metavar="RULE",
        action="append",
        default=[],
        help="accept findings of this writer rule (may be repeated)",
    )
    add("--allow-empty", action="store_true", help="accept inputs without a record")
    add("--max-findings", metavar="N", type=number(0), help=findings)
    add(
        "--max-record-bytes",
        metavar="N",
        type=number(1),
        default=DEFAULT_LIMITS.max_bytes,
        help=f"limit the size of a record (default: {DEFAULT_LIMITS.max_bytes})",
    )
    depth = DEFAULT_LIMITS.max_depth
    add(
        "--max-depth",
        metavar="N",
        type=number(1),
        default=depth,
        help=f"limit the nesting of a record (default: {depth})",
    )
    add("--format", choices=report.FORMATS, default="text", help="write the report in this form (default: text)")
    add("--quiet", action="store_true", help="print only errors")


def execute(args: argparse.Namespace) -> int:
    """Check and report; return the exit code. Raises UsageError for an unknown rule and for an invalid JSON Pointer."""
    if args.allow:
        _check_allowed(args.allow)
    carrier = None if args.carrier == "none" else args.carrier
    limits = Limits(args.max_record_bytes, args.max_depth)
    # Of one record, no more are kept than can be shown.
    most = max(1, args.max_findings or MOST_FINDINGS)
    options = CheckOptions(args.level, carrier, args.at, args.allow, limits, most)
    reading = InputOptions(args.input_format, args.max_record_bytes, args.allow_empty)
    limit = _TEXT_LIMIT if args.max_findings is None and args.format == "text" else args.max_findings
    output = report.create(args.format, args.level, limit)
    summary = report.Summary()
    results = check_records(read_records(args.paths, reading), options)
    if sys.stderr.isatty() and not args.quiet:
        results = _with_progress(results)
    if args.quiet:
        for result in results:
            summary.add(result)
            if result.error is not None:
                print(printable(f"exprov: error: {result.error}"), file=sys.stderr)
        return _exit_code(summary)
    hints = Hints(options) if args.format == "text" else None
    write = sys.stdout.write
    try:
        write(output.begin())
        for result in results:
            summary.add(result)
            is_valid = result.valid
            if hints is not None and (hints.is_following or not is_valid):
                hints.add(result)
            if not is_valid and (text := output.add(result)):
                write(text)
        write(output.end(summary))
        sys.stdout.flush()
    except BrokenPipeError:
        # The report is not read any further, but the exit code is about all inputs.
        silence(sys.stdout.fileno())
        for result in results:
            summary.add(result)
    if hints is not None:
        for hint in hints.end():
            print(hint, file=sys.stderr)
    elif output.omitted:
        print(f"exprov: {output.omitted} more findings not shown; see them with --max-findings", file=sys.stderr)
    return _exit_code(summary)


def _exit_code(summary: report.Summary) -> int:
    if summary.unreadable:
        return UNREADABLE
    return FINDINGS if summary.invalid or summary.beside else VALID


def _check_allowed(rules: list[str]) -> None:
    # Most runs do without the catalogue and start faster.
    from execution_provenance import RULES

    writer = [rule for rule, info in RULES.items() if info.level == "writer"]
    for rule in rules:
        if rule in RULES and rule not in writer:
            reason = f"--allow {rule}: every reader must reject what this rule finds"
            raise UsageError(reason, f"these rules can be allowed: {', '.join(writer)}")
        if rule not in RULES:
            known = f"these rules can be allowed: {', '.join(writer)}"
            raise UsageError(f"--allow {rule}: there is no such rule", did_you_mean(rule, writer, known))


def _with_progress(results: Iterator[Result]) -> Iterator[Result]:
    """The same results, counted on standard error while they come."""
    shown = False
    due = time.monotonic() + _PROGRESS_SECONDS
    for count, result in enumerate(results, 1):
        # Reading the clock for each record would cost more than checking some records.
        if not count % 256 and time.monotonic() >= due:
            tell(f"{count} records")
            shown = True
            due = time.monotonic() + _PROGRESS_SECONDS
        yield result
    if shown:
        tell("")
