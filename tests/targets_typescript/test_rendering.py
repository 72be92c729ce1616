"""What the TypeScript target renders: plain files, in which no name and no text of a schema breaks or becomes code."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from contracts import HOSTILE, spoil_texts
from exprov import generate
from exprov.contract import load, rules
from exprov.program.lower import lower
from exprov.targets import typescript
from exprov.targets.typescript import text
from exprov.targets.typescript.expressions import rule
from samples import SCHEMAS
from test_rule_language import EXPRESSIONS, MEMBERS, SETS, UNIVERSE, compiled
from typescript_package import ask, build


@cache
def rendered() -> dict[str, str]:
    return generate.render(SCHEMAS, ["typescript"])


def test_every_file_names_its_source_and_is_plain() -> None:
    for path, content in rendered().items():
        assert content.isascii() and "\r" not in content and content.endswith("\n"), path
        assert "\t" not in content and not re.search(r" +$", content, re.M), path
        if not path.endswith(".json"):
            banner = r"(?://|<!--) Generated from (\S+) by `exprov generate`; edit that and run it again\."
            found = re.match(banner, content)
            assert found is not None, path
            assert (SCHEMAS.parent / found[1]).exists(), found[1]


def test_the_package_has_no_dependency_and_exact_tools() -> None:
    package = json.loads(rendered()["typescript/package.json"])
    assert "dependencies" not in package and "peerDependencies" not in package
    assert set(package["devDependencies"]) == {"typescript", "@types/node"}
    assert all(re.fullmatch(r"[0-9.]+", version) for version in package["devDependencies"].values())
    # Nothing of Node or of a page is needed but to test it.
    options = json.loads(rendered()["typescript/tsconfig.json"])["compilerOptions"]
    assert options["types"] == [] and options["lib"] == ["ES2022"]
    for path, content in rendered().items():
        if path.startswith("typescript/src/"):
            imports = re.findall(r"(?:from|import\() *\"([^\"]+)\"", content)
            assert all(name.startswith("./") and name.endswith(".js") for name in imports), path


def test_the_runtime_uses_every_message_and_knows_nothing_of_the_contract() -> None:
    program = lower(load(SCHEMAS, "1.0"))
    runtime = "\n".join(path.read_text("utf-8") for path in (typescript.RUNTIME / "src").glob("*.ts"))
    words = set(re.findall(r"[\w/:-]+", runtime))
    # A variant may be written without its rule.
    keys = [key for key in program.messages if not key.startswith("jsonl/")]
    unused = [key for key in keys if key not in words and key.partition(":")[2] not in words]
    # These follow from the kind of a value.
    assert set(unused) <= {f"word/{kind}" for kind in ("null", "boolean", "number", "string", "array", "object")}
    members = {member.name for kind in program.objects for member in kind.members if re.search("[A-Z]", member.name)}
    names = {kind.name for kind in (*program.objects, *program.unions, *program.sets)}
    slugs = {document.slug for document in program.documents} - {"execution-provenance"}
    assert (members | names | slugs | {"textlessMembers"}) & words == {"textlessMembers"}


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_stays_text(hostile: str) -> None:
    written = text.literal(hostile)
    assert written.isascii() and "\n" not in written and json.loads(written) == hostile
    comment = text.doc(hostile, "  ")
    inside = comment.strip().removeprefix("/**").removesuffix("*/")
    assert "*/" not in inside and "@" not in inside.replace("\\@", "") and comment.isascii()
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", comment)


def test_hostile_schemas_build(package: Path, tmp_path: Path) -> None:
    schemas = Path(shutil.copytree(SCHEMAS, tmp_path / "schemas"))
    spoil_texts(schemas)
    built = build(generate.render(schemas, ["typescript"]), package, tmp_path / "out")
    values, findings = ask(built, "[ep.LOCALITY_VALUES, ep.validate('{}').length]")
    assert values[4:] == HOSTILE
    assert findings >= 7
    assert not list(tmp_path.rglob("pwned"))


def test_rules_say_what_the_evaluator_says(package: Path) -> None:
    printed = [rule(rules.check(one, "Top", MEMBERS, SETS)) for one in EXPRESSIONS]
    functions = ", ".join(one.replace(": any)", ")") for one in printed)
    code = f'import {{ LOGIC }} from "{(package / "dist" / "logic.js").as_uri()}"; '
    code += 'import { readFileSync } from "node:fs"; const universe = JSON.parse(readFileSync(0, "utf-8")); '
    code += f"console.log(JSON.stringify([{functions}].map((holds) => universe.map((self) => holds(self, LOGIC)))))"
    done = subprocess.run(
        ["node", "--input-type=module", "-e", code], input=json.dumps(UNIVERSE), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    for expression, answers in zip(EXPRESSIONS, json.loads(done.stdout), strict=True):
        assert answers == [compiled(expression)(this) for this in UNIVERSE], expression


@pytest.mark.parametrize(
    ("expression", "printed"),
    [
        ("this.ratio > 1", "(self, logic) => logic.compare(self.ratio, 1) > 0"),
        ("this.ratio in [1, 2]", "(self, logic) => [1, 2].some((one: any) => logic.equal(one, self.ratio))"),
        ("this.items.all(new, new.id == 'x')", '(self) => self.items.every((new_: any) => new_.id === "x")'),
        ("!has(this.nick)", "(self) => self.nick === undefined"),
        ("!has(this.valueOf)", '(self) => !(Object.hasOwn(self, "valueOf") && self.valueOf !== undefined)'),
        ("size([1]) > 0 && [1][0] > size(this.tags)", "(self) => [1].length > 0 && [1].at(0)! > self.tags.length"),
        ("size(this.name) > 1", "(self, logic) => logic.codePoints(self.name) > 1"),
    ],
)
def test_what_the_evaluator_cannot_tell(expression: str, printed: str) -> None:
    members = MEMBERS | {"Top": {**MEMBERS["Top"], "valueOf": MEMBERS["Top"]["nick"]}}
    assert rule(rules.check(expression, "Top", members)) == printed
