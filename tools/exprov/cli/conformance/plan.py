"""Write every case as lines, for engines that cannot be started from here: `exprov conformance plan > cases.jsonl`.

They are the driver's lines, hello and bye included. `exprov conformance judge` takes the engine's.
"""

from __future__ import annotations

import argparse
import sys

from exprov import exit_codes
from exprov.cli.conformance import options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_suite(parser)


def execute(args: argparse.Namespace) -> int:
    """Write the lines to standard output."""
    from exprov.conformance import batch

    plan = options.plan(args)
    sys.stdout.flush()
    for line in batch.lines(plan):
        # UTF-8, whatever the terminal's encoding.
        sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
    return exit_codes.VALID
