"""The TypeScript target: the npm package `execution-provenance`.

Rendered from the program: its tables with the rules as functions, the types, and the texts behind `exprov explain`.
Everything else is a fixed runtime that is copied as it is, tests included.
"""

from __future__ import annotations

from pathlib import Path

from exprov.program.model import Program
from exprov.targets.common import banner
from exprov.targets.typescript import models, package, tables

FOLDER = "typescript"
RUNTIME = Path(__file__).with_name("runtime")


def render(program: Program) -> dict[str, str]:
    """Every file of the package: path below FOLDER -> text."""
    rendered = {
        "src/program.ts": tables.render_program(program),
        "src/catalogue.ts": tables.render_catalogue(program),
        "src/models.ts": models.render(program),
        **package.render(program),
    }
    files = {name: banner.with_banner(name, text, f"schemas/{program.version}") for name, text in rendered.items()}
    return files | dict(banner.runtime(RUNTIME))
