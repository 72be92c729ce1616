"""The TypeScript target: the npm package `execution-provenance`.

Half of it is rendered from the contract (types, schema phase, rules, quick route, leak tables, rule texts), half is a fixed
runtime that is copied as it stands, tests included. Every file but JSON carries a banner that names its source.
"""

from __future__ import annotations

from pathlib import Path

from exprov.contract.model import Contract
from exprov.targets.typescript import fast_path, leak_tables, models, package, public, rule_phase, schema_phase

FOLDER = "typescript"
TAKES_CONTRACT = True  # until all of it renders the program
RUNTIME = Path(__file__).with_name("runtime")


def render(contract: Contract) -> dict[str, str]:
    """Every file of the package: path below FOLDER -> text."""
    rendered = {
        "index": public.render_index(contract),
        "models": models.render(contract),
        "schema": schema_phase.render(contract),
        "rules": rule_phase.render(contract),
        "fast": fast_path.render(contract),
        "leak-data": leak_tables.render(contract),
        "catalogue": public.render_catalogue(contract),
    }
    files = {
        f"src/{name}.ts": f"// {_banner(f'schemas/{contract.version}')}\n{text}" for name, text in rendered.items()
    }
    for path in sorted(RUNTIME.rglob("*.ts")):
        name = path.relative_to(RUNTIME).as_posix()
        banner = _banner(f"tools/exprov/targets/typescript/runtime/{name}")
        files[name] = f"// {banner}\n{path.read_text('utf-8')}"
    banner = _banner("tools/exprov/targets/typescript/runtime/README.md")
    files["README.md"] = f"<!-- {banner} -->\n{(RUNTIME / 'README.md').read_text('utf-8')}"
    files |= package.render(contract)
    return files


def _banner(source: str) -> str:
    return f"Generated from {source} by `exprov generate`; edit that and run it again."
