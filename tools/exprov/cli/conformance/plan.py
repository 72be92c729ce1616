"""Write every case as lines, for engines that run elsewhere: `exprov conformance plan > cases.jsonl`.

These are the driver's lines, hello and bye included. `exprov conformance judge` reads the engine's.
"""

from __future__ import annotations

import argparse
import sys

from exprov.cli.conformance import options
from exprov.exit_codes import DRIFT, UNREADABLE, USAGE, VALID

EXIT_CODES = (VALID, USAGE, UNREADABLE, DRIFT)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_suite(parser)


def execute(args: argparse.Namespace) -> int:
    """Write the lines to standard output."""
    from exprov.conformance import batch

    plan = options.plan(args)
    sys.stdout.flush()
    for line in batch.lines(plan):
        # In UTF-8, whatever the encoding of the terminal.
        sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
    return VALID
