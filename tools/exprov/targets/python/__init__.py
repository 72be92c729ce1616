"""The Python target: the package `execution_provenance`.

Rendered from the program: the types, and the quick verdict as Python code. All else is a fixed runtime that is copied as it is
and reads the program, which the package ships, when it is first needed.
"""

from __future__ import annotations

from pathlib import Path

import black
from black.mode import TargetVersion

from exprov.program.model import Program
from exprov.program.text import program_json
from exprov.targets.common import banner
from exprov.targets.python import dataclasses, fast_path, public, structs

FOLDER = "python/execution_provenance"
SCHEMAS = "schemas/1.0"
RUNTIME = Path(__file__).with_name("runtime")
_MODE = black.Mode(target_versions={TargetVersion.PY311}, line_length=120)


def render(program: Program) -> dict[str, str]:
    """Every file of the package, by its path in the package."""
    rendered = {
        "__init__.py": public.render_init(program),
        "_carrier.py": public.render_carrier(program),
        "models.py": dataclasses.render(program),
        "_structs.py": structs.render(program),
        "_fast.py": fast_path.render(program),
    }
    files = {name: banner.with_banner(name, text, f"schemas/{program.version}") for name, text in rendered.items()}
    files |= banner.runtime(RUNTIME)
    formatted = {name: black.format_str(text, mode=_MODE) for name, text in files.items()}
    return formatted | {"py.typed": "", "program.json": program_json(program)}
