"""Say whether records are valid, and what is wrong with those that are not.

Inputs are files, folders (searched by suffix), globs, and - for standard input, which is read as JSON Lines. A .json
file holds one record, a .jsonl or .ndjson file one per line; each may be compressed as .gz or .zst.

Exit codes: 0 all valid, 1 findings, 2 wrong usage, 3 an input could not be read (the others are judged all the same),
6 the report could not be written.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

from exprov import exit_codes
from exprov.checking.check import CheckOptions, Result, check_records
from exprov.cli import silence
from exprov.errors import UsageError
from exprov.inputs.records import ARRAY, AUTO, FORMATS, InputOptions, read_records
from exprov.printable import printable
from exprov.report import validate as report
from exprov.report.validate.hints import Hints

_CARRIERS = ("none", "auto", "task-result", "stream-terminal-outcome", "inderun-error")
_TEXT_LIMIT = 1000
_PROGRESS_SECONDS = 0.5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("paths", nargs="+", metavar="PATH", help="a file, a folder, a glob, or - for standard input")
    add(
        "--level",
        choices=("reader", "writer"),
        default="writer",
        help="what must hold: all (writer, the default) or what readers refuse",
    )
    add(
        "--carrier",
        choices=_CARRIERS,
        default="none",
        help="what the record travels on; auto tells by its members (default: none)",
    )
    add("--at", metavar="POINTER", default="", help="the JSON Pointer of the record inside each document")
    add(
        "--input-format",
        choices=FORMATS,
        default=AUTO,
        help="what .json files, standard input and files of other names hold",
    )
    add("--array", action="store_const", const=ARRAY, dest="input_format", help="short for --input-format array")
    add(
        "--allow",
        metavar="RULE",
        action="append",
        default=[],
        help="accept the findings of this writer-level rule; may be repeated",
    )
    add("--allow-empty", action="store_true", help="accept inputs without a record")
    add(
        "--max-findings",
        metavar="N",
        type=_count,
        help=f"show at most N findings (default: {_TEXT_LIMIT} as text, all as JSON)",
    )
    add(
        "--max-record-bytes",
        metavar="N",
        type=_positive,
        default=1 << 20,
        help="the size of a record (default: 1048576)",
    )
    add("--max-depth", metavar="N", type=_positive, default=512, help="how deep a record may nest (default: 512)")
    add("--format", choices=report.FORMATS, default="text", help="the form of the report (default: text)")
    add("--quiet", action="store_true", help="print nothing but errors")


def execute(args: argparse.Namespace) -> int:
    """Check and report; return the exit code. Raises UsageError for a rule that does not exist and for what is no JSON Pointer."""
    if args.allow:
        _check_allowed(args.allow)
    carrier = None if args.carrier == "none" else args.carrier
    options = CheckOptions(args.level, carrier, args.at, args.allow, args.max_record_bytes, args.max_depth)
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
        # Who reads the report has seen enough; the verdict on the rest is still owed.
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
        return exit_codes.UNREADABLE
    return exit_codes.FINDINGS if summary.invalid else exit_codes.VALID


def _check_allowed(rules: list[str]) -> None:
    from execution_provenance import RULES

    writer = [rule for rule, info in RULES.items() if info.level == "writer"]
    for rule in rules:
        if rule in RULES and rule not in writer:
            reason = f"--allow {rule}: every reader must refuse what it finds, so it cannot be accepted"
            raise UsageError(reason, f"these can be: {', '.join(writer)}")
        if rule not in RULES:
            from difflib import get_close_matches

            near = get_close_matches(rule, writer, n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise UsageError(
                f"--allow {rule}: there is no such rule", f"{hint}these can be accepted: {', '.join(writer)}"
            )


def _with_progress(results: Iterator[Result]) -> Iterator[Result]:
    """The same results, counted on standard error while they come."""
    shown = False
    due = time.monotonic() + _PROGRESS_SECONDS
    for count, result in enumerate(results, 1):
        # Reading the clock for each record would cost more than some records do.
        if not count % 256 and time.monotonic() >= due:
            sys.stderr.write(f"\r{count} records")
            sys.stderr.flush()
            shown = True
            due = time.monotonic() + _PROGRESS_SECONDS
        yield result
    if shown:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"expected a number from 0 on, found {text!r}")
    return int(text)


def _positive(text: str) -> int:
    number = _count(text)
    if not number:
        raise argparse.ArgumentTypeError("expected a number from 1 on, found 0")
    return number
