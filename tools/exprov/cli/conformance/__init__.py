"""Ask an engine in any language every golden case.

Driver and engine exchange lines of JSON on the engine's standard input and output.
"""

from __future__ import annotations

import argparse
import importlib

from exprov.cli.arguments import help_of

ACTIONS = {
    "run": "start an engine, ask it every case and report",
    "plan": "write every case as lines, for engines that run elsewhere",
    "judge": "report on the answers to those lines",
    "doctor": "make deliberate faults in an engine's answers, to see them detected",
    "matrix": "let several engines read what each of them writes",
    "scaffold": "write a new adapter that speaks the protocol and fails honestly",
}
"""Each action is a module of this package with `add_arguments(parser)`, `execute(args) -> int` and EXIT_CODES."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, text in ACTIONS.items():
        module = importlib.import_module(f"{__name__}.{name}")
        module.add_arguments(actions.add_parser(name, help=text, **help_of(module)))


def execute(args: argparse.Namespace) -> int:
    """Do what the action says."""
    return int(importlib.import_module(f"{__name__}.{args.action}").execute(args))
