"""The Rust target: the crate `execution-provenance`.

The program is rendered as constant tables (`contract.rs`, with the rules as native functions), words (`messages.rs`,
`catalogue.rs`) and types (`types.rs`); everything else is a fixed runtime that knows nothing of the contract.
"""

from __future__ import annotations

from pathlib import Path

from exprov.program.model import Program
from exprov.targets.common.banner import runtime, with_banner
from exprov.targets.rust import tables, types, words

FOLDER = "rust"
RUNTIME = Path(__file__).with_name("runtime")


def render(program: Program) -> dict[str, str]:
    """Every file of the crate: path below `generated/rust/` -> text."""
    rendered = {
        "src/contract.rs": tables.render(program),
        "src/types.rs": types.render(program),
        "src/messages.rs": words.messages(program),
        "src/catalogue.rs": words.catalogue(program),
    }
    files = {name: with_banner(name, text, f"schemas/{program.version}") for name, text in rendered.items()}
    files |= runtime(RUNTIME)
    return files | {"Cargo.toml": files["Cargo.toml"].replace("{version}", program.version)}
