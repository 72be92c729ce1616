"""Let engines read each other's records: `exprov conformance matrix --engine NAME=COMMAND ...`

Every engine writes the golden cases and what it emits. Every engine, itself
included, reads that and writes it back. The table shows for each pair how many
records came back with the same values.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from exprov import exit_codes
from exprov.cli.conformance import options, reports
from exprov.cli.conformance.run import EXIT_CODES as EXIT_CODES
from exprov.cli.progress import progress
from exprov.errors import UsageError

if TYPE_CHECKING:
    from exprov.conformance.results import Matrix


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    engine = "an engine's name and command, quoted as for a shell (repeat for each)"
    add("--engine", action="append", default=[], metavar="NAME=COMMAND", help=engine)
    options.add_suite(parser)
    options.add_waiting(parser)
    reports.add_report(parser, "write text or html (may be repeated; default: text)")


def execute(args: argparse.Namespace) -> int:
    """Relay, report, and return the exit code. Raises UsageError and InputError for what could not work."""
    from exprov.conformance import matrix

    engines = _engines(args.engine)
    asked = reports.asked(args.report, _formats())
    reports.probe(asked, {})
    relayed = matrix.relay(engines, options.plan(args), options.engine(args), progress("runs"))
    lost = reports.deliver((path, _formats()[name](relayed)) for name, path in asked)
    reports.complain(relayed.troubles, relayed.adds_up)
    return exit_codes.UNWRITABLE if lost else relayed.exit_code


def _formats() -> Mapping[str, Callable[[Matrix], str]]:
    from exprov.report.conformance import html, matrix

    return {"text": matrix.render, "html": html.render_matrix}


def _engines(words: list[str]) -> dict[str, list[str]]:
    """The commands by name, in the given order."""
    remedy = "write --engine NAME='COMMAND ARGUMENT...'"
    engines: dict[str, list[str]] = {}
    for word in words:
        name, _, line = word.partition("=")
        try:
            command = shlex.split(line)
        except ValueError as error:
            raise UsageError(f"the command of the engine {name!r} cannot be split: {error}", remedy) from None
        if not name or not command:
            raise UsageError(f"{word!r} is not a name and a command", remedy)
        if name in engines:
            raise UsageError(f"two engines are called {name!r}", "give each its own name")
        engines[name] = command
    if not engines:
        raise UsageError("there is no engine", f"{remedy}, once for each")
    return engines
