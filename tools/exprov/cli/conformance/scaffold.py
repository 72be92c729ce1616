"""Write a new adapter that already speaks the protocol and fails honestly; docs/implementers.md goes on from there."""

from __future__ import annotations

import argparse
from pathlib import Path

from exprov import exit_codes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from exprov.conformance.scaffold import languages

    parser.add_argument("language", metavar="LANGUAGE", help=f"one of {', '.join(languages())}")
    parser.add_argument("directory", type=Path, metavar="DIR", help="a folder that does not exist or is empty")


def execute(args: argparse.Namespace) -> int:
    """Write the files and say what comes next; raise UsageError or InputError as `exprov.conformance.scaffold` does."""
    from exprov.conformance import scaffold
    from exprov.printable import printable

    written = scaffold.write(args.language, args.directory)
    for name in written:
        print(printable(str(args.directory / name)))
    print(printable(f"{len(written)} files written; next: {args.directory / 'README.md'}"))
    return exit_codes.VALID
