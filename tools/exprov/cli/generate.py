"""`exprov generate`: make what is generated from the schemas, or check that it is current."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from exprov import exit_codes, generate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--check", action="store_true", help="write nothing; show every missing, stale or extra file")
    parser.add_argument("--target", action="append", metavar="NAME", help="only this target (may be repeated)")
    parser.add_argument("--output", type=Path, default=Path("generated"), metavar="DIR", help="default: generated")
    parser.add_argument("--schemas", type=Path, default=Path("schemas"), metavar="DIR", help="default: schemas")
    parser.add_argument("--list", action="store_true", help="list the targets and the files that each makes")


def run(args: argparse.Namespace) -> int:
    if args.list:
        for name, (folder, _) in generate.TARGETS.items():
            print(f"{name}: {folder}/")
            for path in generate.render(args.schemas, [name]):
                print(f"  {path}")
        return exit_codes.VALID
    files = generate.render(args.schemas, args.target)
    if args.check:
        differences = list(generate.compare(files, args.output, args.target))
        for difference in differences:
            print(f"{difference.kind}: {difference.path}")
            sys.stdout.write(difference.diff)
        if differences:
            print(
                f"{len(differences)} of {len(files)} generated files differ; run `exprov generate` and commit the result"
            )
            return exit_codes.DRIFT
        print(f"{len(files)} generated files are current")
        return exit_codes.VALID
    differences = generate.write(files, args.output, args.target)
    for difference in differences:
        print(f"{'removed' if difference.kind == 'extra' else 'wrote'} {difference.path}")
    print(f"{len(files)} generated files, {len(differences)} changed")
    return exit_codes.VALID
