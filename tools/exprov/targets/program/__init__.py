"""The program itself as a target, so that a diff shows what an edit of a schema does to every validator."""

from __future__ import annotations

from exprov.program.model import Program
from exprov.program.text import program_json, schema_json

FOLDER = "program/1.0"


def render(program: Program) -> dict[str, str]:
    """The program and its JSON Schema, as `exprov program` prints them."""
    return {"program.json": program_json(program), "program.schema.json": schema_json()}
