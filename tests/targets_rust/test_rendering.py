"""What the Rust target renders: every construct under every awkward name, and no text of a schema becomes code."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from contracts import HOSTILE, spoil_texts
from exprov import generate
from exprov.contract import load
from exprov.program.lower import lower
from exprov.targets import rust
from exprov.targets.rust import naming
from matrix.documents import Document, disagreements
from samples import SCHEMAS

STRICT = {"RUSTDOCFLAGS": "-D warnings"}


def cargo(folder: Path, programs: Path, *arguments: str) -> None:
    """Run cargo beside what it has built already; it must not warn."""
    environment = os.environ | STRICT | {"CARGO_TARGET_DIR": str(programs.parent)}
    done = subprocess.run(["cargo", *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def rendered(schemas: Path, folder: Path) -> Path:
    """The crate of a contract, below `folder`."""
    generate.write(generate.files(load(schemas), ["rust"]), folder / "generated", ["rust"])
    return folder / "generated" / "rust"


def test_every_construct_under_every_awkward_name(
    programs: Path, synthetic: Path, synthetic_documents: list[Document], tmp_path: Path
) -> None:
    crate = rendered(synthetic, tmp_path)
    cargo(crate, programs, "clippy", "--", "-D", "warnings")
    program = Path(shutil.copytree(Path(__file__).with_name("matrix"), tmp_path / "tests" / "targets_rust" / "matrix"))
    cargo(program, programs, "build")
    assert disagreements([programs.with_name("debug") / "matrix"], synthetic_documents) == []


def test_hostile_schemas_build(programs: Path, tmp_path: Path) -> None:
    schemas = Path(shutil.copytree(SCHEMAS, tmp_path / "schemas"))
    spoil_texts(schemas)
    crate = rendered(schemas, tmp_path)
    cargo(crate, programs, "clippy", "--", "-D", "warnings")
    cargo(crate, programs, "doc", "--no-deps")
    assert not list(tmp_path.rglob("pwned"))


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_stays_text(hostile: str) -> None:
    assert re.fullmatch(r'"(?:[ !#-\[\]-~]|\\(?:["\\nrt0]|u\{[0-9a-f]{1,6}\}))*"', naming.literal(hostile))
    assert all(line.startswith("  /// ") and "\r" not in line for line in naming.doc(hostile, "  ").splitlines())


def test_the_runtime_uses_every_message_and_knows_nothing_of_the_contract() -> None:
    program = lower(load(SCHEMAS))
    runtime = "\n".join(path.read_text("utf-8") for path in (rust.RUNTIME / "src").glob("*.rs"))
    words = set(re.findall(r"\w+", runtime))
    # This crate takes texts alone, no parsed values.
    unused = {"json/lone-surrogate", "json/encoding:surrogate-code-point", "json/limit:parsed"}
    # Messages about whole files are those of `exprov validate`.
    messages = [id for id in program.messages if not id.startswith("jsonl/")]
    assert {id for id in messages if naming.static(id) not in words} == unused
    members = {member.name for kind in program.objects for member in kind.members if re.search("[A-Z]", member.name)}
    names = {kind.name for kind in (*program.objects, *program.unions, *program.sets)}
    fields = {naming.field(name) for name in members}
    assert (members | names | fields) & words == set()
