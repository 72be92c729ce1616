"""Ask an engine, in any language, every golden case, over a protocol of lines on its standard input and output.

Exit codes: 0 every outcome is right or excused; 1 an outcome is unexpected or the baseline is stale; 2 wrong usage; 3 trouble
with the engine or the protocol; 4 the suite's own check failed.
"""

from __future__ import annotations

import argparse
import importlib

ACTIONS = {
    "run": "start an engine, ask it every case and report",
    "plan": "write every case as lines, for engines that cannot be started from here",
    "judge": "report on the answers to those lines",
    "doctor": "sabotage an engine's answers in every way, and see that each is noticed",
    "matrix": "let several engines read what each of them writes",
    "scaffold": "write a new adapter that speaks the protocol and fails honestly",
}
"""What the verb does; each action is a module of this package with `add_arguments(parser)` and `execute(args) -> int`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, text in ACTIONS.items():
        module = importlib.import_module(f"{__name__}.{name}")
        action = actions.add_parser(
            name,
            help=text,
            description=module.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        module.add_arguments(action)


def execute(args: argparse.Namespace) -> int:
    """Do what the action says."""
    return int(importlib.import_module(f"{__name__}.{args.action}").execute(args))
