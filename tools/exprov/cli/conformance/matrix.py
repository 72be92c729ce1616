"""Let engines read each other's records: `exprov conformance matrix --engine NAME=COMMAND --engine NAME=COMMAND ...`

Every engine writes what it makes of the golden cases, and what it emits; every engine, itself included, reads that and writes it
back. The table says of each pair how many records came back with the same values. Exit codes: 0 nothing is lost; 1 something
is; 2 wrong usage; 3 trouble with an engine; 4 the suite's own check failed.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from exprov import exit_codes
from exprov.cli.conformance import options
from exprov.errors import UsageError
from exprov.printable import printable

if TYPE_CHECKING:
    from exprov.conformance.results import Matrix


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--engine",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="an engine: a name for the table, and the command with its arguments, quoted as for a shell, which does not see it "
        "(repeat it for each engine)",
    )
    options.add_suite(parser)
    options.add_waiting(parser)
    parser.add_argument(
        "--report",
        action="append",
        default=[],
        metavar="FORMAT[=PATH]",
        help="text or html, to a file or else to standard output (may be repeated; default: text)",
    )


def execute(args: argparse.Namespace) -> int:
    """Relay, report, and return the exit code. Raises UsageError and InputError for what could not work."""
    from exprov.conformance import driver, exit_code, matrix

    engines = _engines(args.engine)
    reports = options.reports(args.report, _formats())
    options.probe(reports, {})
    how = driver.Options(
        jobs=args.jobs, window=args.window, timeout_ms=args.timeout, start_timeout_ms=args.start_timeout
    )
    progress = _progress if sys.stderr.isatty() else None
    relay = matrix.relay(engines, options.plan(args), how, progress)
    lost = options.deliver((path, _formats()[name](relay.matrix)) for name, path in reports)
    for trouble in relay.troubles:
        print(f"exprov: error: {printable(trouble)}", file=sys.stderr)
    if not relay.adds_up:
        print("exprov: error: the outcomes do not add up to the plan; please report this", file=sys.stderr)
    if lost:
        return exit_codes.UNWRITABLE
    if not relay.adds_up:
        return exit_code.SUITE
    if relay.troubles:
        return exit_code.ENGINE
    return exit_code.UNEXPECTED if relay.lost else exit_code.PASSED


def _formats() -> Mapping[str, Callable[[Matrix], str]]:
    from exprov.report.conformance import html, matrix

    return {"text": matrix.render, "html": html.render_matrix}


def _engines(words: list[str]) -> dict[str, list[str]]:
    """The commands by name, in the order in which they were given."""
    remedy = "write --engine NAME='COMMAND ARGUMENT...'"
    engines: dict[str, list[str]] = {}
    for word in words:
        name, _, line = word.partition("=")
        try:
            command = shlex.split(line)
        except ValueError as error:
            raise UsageError(f"the command of the engine {name!r} cannot be split: {error}", remedy) from None
        if not name or not command:
            raise UsageError(f"{word!r} is not the name and the command of an engine", remedy)
        if name in engines:
            raise UsageError(f"two engines are called {name!r}", "give each a name of its own")
        engines[name] = command
    if not engines:
        raise UsageError("there is no engine", f"{remedy}, once for each")
    return engines


def _progress(done: int, total: int) -> None:
    end = "\r" + " " * 40 + "\r" if done == total else ""
    print(f"\r{done} of {total} runs{end}", end="", file=sys.stderr, flush=True)
