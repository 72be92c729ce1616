"""Print the program: what every validator of a contract version does, as JSON.

The program is lowered from the schemas. Targets turn it into code; nothing else decides what is valid.
"""

from __future__ import annotations

import argparse
import sys

from exprov import contract
from exprov.cli.arguments import add_schemas
from exprov.exit_codes import SCHEMA_ERROR, UNREADABLE, USAGE, VALID
from exprov.program.lower import lower
from exprov.program.text import program_json, schema_json

EXIT_CODES = (VALID, USAGE, UNREADABLE, SCHEMA_ERROR)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_schemas(parser)
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of programs instead")


def execute(args: argparse.Namespace) -> int:
    """Print the program or its schema; raise the errors of `contract.load`."""
    sys.stdout.write(schema_json() if args.schema else program_json(lower(contract.load(args.schemas))))
    return VALID
