"""The Python target: the package `execution_provenance`.

Half of it is rendered from the contract (types, schema phase, rules, fast path, leak tables, rule texts), half is a fixed
runtime that is copied as it stands. Both carry a banner that names their source.
"""

from __future__ import annotations

import json
from pathlib import Path

import black
import msgspec
from black.mode import TargetVersion

from exprov.contract.model import Contract
from exprov.program.lower import lower
from exprov.targets.python import dataclasses, fast_path, public

FOLDER = "python/execution_provenance"
SCHEMAS = "schemas/1.0"
TAKES_CONTRACT = True  # until all of it renders the program
RUNTIME = Path(__file__).with_name("runtime")
_MODE = black.Mode(target_versions={TargetVersion.PY311}, line_length=120)


def render(contract: Contract) -> dict[str, str]:
    """Every file of the package: path below FOLDER -> text."""
    schemas = f"schemas/{contract.version}"
    program = lower(contract)
    rendered = {
        "__init__.py": public.render_init(program),
        "models.py": dataclasses.render(program),
        "_structs.py": fast_path.render_structs(program),
        "_fast.py": fast_path.render_fast(program),
    }
    files = {name: _python(text, schemas) for name, text in rendered.items()}
    for path in sorted(RUNTIME.glob("*.py")):
        files[path.name] = _python(path.read_text("utf-8"), f"tools/exprov/targets/python/runtime/{path.name}")
    files["py.typed"] = ""
    files["program.json"] = json.dumps(msgspec.to_builtins(program), indent=1) + "\n"
    return files


def _python(text: str, source: str) -> str:
    banner = f"# Generated from {source} by `exprov generate`; edit that and run it again.\n"
    return black.format_str(banner + text, mode=_MODE)
