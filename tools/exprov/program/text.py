"""The program as JSON text that people can read and compare."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from exprov.program.model import Program

_COLUMNS = 120


def program_json(program: Program) -> str:
    """What `exprov program` prints."""
    return f"{laid_out(msgspec.to_builtins(program))}\n"


def schema_json() -> str:
    """What `exprov program --schema` prints: the JSON Schema of programs."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(Program)}
    return f"{laid_out(schema)}\n"


def laid_out(value: Any, indent: str = "", before: int = 0) -> str:
    """`value` as ASCII JSON. What fits on a line is on one; `before` columns of the line are taken already."""
    line = json.dumps(value)
    if not isinstance(value, dict | list | tuple) or not value or len(indent) + before + len(line) <= _COLUMNS:
        return line
    inner = f"{indent}  "
    if isinstance(value, dict):
        names = [(f"{json.dumps(name)}: ", item) for name, item in value.items()]
        rows = [name + laid_out(item, inner, len(name) + 1) for name, item in names]
    else:
        rows = [laid_out(item, inner, 1) for item in value]
    start, end = "{}" if isinstance(value, dict) else "[]"
    return start + ",".join(f"\n{inner}{row}" for row in rows) + f"\n{indent}{end}"
