"""Generate everything under generated/ from the schemas, or check that it is current."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from exprov import contract, generate
from exprov.cli.arguments import add_schemas
from exprov.cli.progress import tell
from exprov.exit_codes import DRIFT, SCHEMA_ERROR, UNREADABLE, UNWRITABLE, USAGE, VALID
from exprov.strength import seeds

EXIT_CODES = (VALID, USAGE, UNREADABLE, DRIFT, SCHEMA_ERROR, UNWRITABLE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    check = "write nothing, and show every missing, stale or extra file"
    parser.add_argument("--check", action="store_true", help=check)
    parser.add_argument("--target", action="append", metavar="NAME", help="generate only this target (may be repeated)")
    where = "write to this directory (default: generated)"
    parser.add_argument("--output", type=Path, default=Path("generated"), metavar="DIR", help=where)
    add_schemas(parser)
    parser.add_argument("--list", action="store_true", help="list the targets and their files")


def execute(args: argparse.Namespace) -> int:
    """Do what the options say; raise the errors of `contract.load`, `generate` and `seeds.check`."""
    files = _render(args.schemas, args.target)
    if args.list:
        for name in args.target or generate.TARGETS:
            folder = generate.folder(name)
            print(f"{name}: {folder}/")
            for path in files:
                if path.startswith(f"{folder}/"):
                    print(f"  {path}")
        return VALID
    if args.check:
        return _check(files, args.output, args.target)
    differences = generate.write(files, args.output, args.target)
    for difference in differences:
        print(f"{'removed' if difference.kind == 'extra' else 'wrote'} {difference.path}")
    print(f"{len(files)} generated files, {len(differences)} changed")
    return VALID


def _render(schemas: Path, names: list[str] | None) -> dict[str, str]:
    for name in names or ():
        generate.target(name)
    say = tell if sys.stderr.isatty() else lambda _: None
    try:
        say("reading the schemas")
        loaded = contract.load(schemas)
        seeds.check(loaded, schemas)
        return generate.files(loaded, names, say)
    finally:
        say("")


def _check(files: dict[str, str], output: Path, names: list[str] | None) -> int:
    differences = list(generate.compare(files, output, names))
    for difference in differences:
        print(f"{difference.kind}: {difference.path}")
        sys.stdout.write(difference.diff)
    if not differences:
        print(f"{len(files)} generated files are current")
        return VALID
    foreign = sum(difference.foreign for difference in differences)
    if foreign:
        what = "1 extra file was" if foreign == 1 else f"{foreign} extra files were"
        print(f"{what} not generated; move or delete what does not belong in a generated directory")
    if foreign < len(differences):
        count = len(differences) - foreign
        print(f"{count} of {len(files)} generated files differ; run `exprov generate` and commit the result")
    return DRIFT
