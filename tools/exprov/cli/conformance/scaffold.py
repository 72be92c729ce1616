"""Write a new adapter that speaks the protocol and fails honestly; docs/implementers.md continues from there."""

from __future__ import annotations

import argparse

from exprov import atomic
from exprov.cli.arguments import new_folder
from exprov.exit_codes import UNWRITABLE, USAGE, VALID
from exprov.printable import printable

EXIT_CODES = (VALID, USAGE, UNWRITABLE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from exprov.conformance.scaffold import languages

    parser.add_argument("language", choices=languages(), metavar="LANGUAGE", help=f"one of {', '.join(languages())}")
    parser.add_argument("directory", type=new_folder, metavar="DIR", help="a directory that does not exist or is empty")


def execute(args: argparse.Namespace) -> int:
    """Write the files, and say what comes next. Raises OutputError, and then nothing is written."""
    from exprov.conformance import scaffold

    files = scaffold.files(args.language)
    atomic.write_folder(args.directory, files)
    for name in files:
        print(printable(str(args.directory / name)))
    print(printable(f"{len(files)} files written; next: {args.directory / 'README.md'}"))
    return VALID
