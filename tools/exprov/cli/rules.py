"""List every rule with its id, its level and a title. `exprov explain RULE` says more about one."""

from __future__ import annotations

import argparse

from execution_provenance import RULES

from exprov.exit_codes import USAGE, VALID
from exprov.printable import printable

EXIT_CODES = (VALID, USAGE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--level", choices=("reader", "writer"), help="list only the rules of this level")


def execute(args: argparse.Namespace) -> int:
    """Print one line per rule."""
    shown = [info for info in RULES.values() if args.level is None or info.level == args.level]
    width = max((len(info.id) for info in shown), default=0)
    for info in shown:
        print(printable(f"{info.id:{width}}  {info.level}  {info.title}"))
    return VALID
