"""Make the contract wrong in one place at a time and see which golden fixture notices.

Exits with 0 only if every mutant is killed that is not listed as equivalent, and the list is right.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from exprov import exit_codes, model, source
from exprov.report import strength as report
from exprov.strength import equivalents, judge, suite


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=report.FORMATS, default="text", help="default: text")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the report there instead of showing it")
    parser.add_argument(
        "--fixtures",
        type=Path,
        default=Path("generated/fixtures/1.0"),
        metavar="DIR",
        help="default: generated/fixtures/1.0",
    )
    parser.add_argument("--schemas", type=Path, default=Path("schemas"), metavar="DIR", help="default: schemas")


def run(args: argparse.Namespace) -> int:
    """Judge every mutant, and report."""
    contract = model.build(source.load(args.schemas))
    found = judge.judge(contract, suite.load(args.fixtures), equivalents.load(args.schemas))
    text = report.render(found, args.format)
    if args.output is None:
        sys.stdout.write(text)
    else:
        _replace(args.output, text)
        print(report.figure(found))
    return exit_codes.VALID if found.is_complete else exit_codes.FINDINGS


def _replace(path: Path, text: str) -> None:
    """Write the file whole, or not at all."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
