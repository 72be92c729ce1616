"""Print the program: what every validator of a contract version does, as JSON.

The program is lowered from the schemas. Targets turn it into code; nothing else decides what is valid.

Exit codes: 0 printed, 2 wrong usage, 3 no schemas there, 5 the schemas were refused.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import msgspec

from exprov import exit_codes
from exprov.contract import model, source
from exprov.program.lower import lower
from exprov.program.model import Program


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--schemas", type=Path, default=Path("schemas"), metavar="DIR", help="default: schemas")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of programs instead")


def execute(args: argparse.Namespace) -> int:
    """Print the program or its schema; raise the errors of `source.load` and `model.build`."""
    if args.schema:
        shown = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(Program)}
        print(json.dumps(shown, indent=2))
    else:
        program = lower(model.build(source.load(args.schemas)))
        print(json.dumps(msgspec.to_builtins(program), indent=2))
    return exit_codes.VALID
