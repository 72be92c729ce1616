"""What the TypeScript target renders: a package without dependencies, whose code no text of a schema becomes part of."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from contracts import HOSTILE, spoil_texts
from exprov import generate
from exprov.contract import load
from exprov.contract.rules import parse
from exprov.errors import SchemaError
from exprov.targets import typescript
from exprov.targets.typescript import naming
from exprov.targets.typescript.expressions import Compiler, Unsupported
from samples import SCHEMAS

RECORD = "execution-provenance.schema.json"


@cache
def rendered() -> dict[str, str]:
    return generate.render(SCHEMAS, ["typescript"])


def spoilt(tmp_path: Path) -> dict[str, str]:
    schemas = Path(shutil.copytree(SCHEMAS, tmp_path / "schemas"))
    spoil_texts(schemas)
    return generate.render(schemas, ["typescript"])


def edited(tmp_path: Path, edit: Any) -> Path:
    schemas = Path(shutil.copytree(SCHEMAS, tmp_path / "edited"))
    path = schemas / "1.0" / RECORD
    content = json.loads(path.read_text("utf-8"))
    edit(content)
    path.write_text(json.dumps(content), "utf-8")
    return schemas


def test_every_file_names_its_source_and_is_plain() -> None:
    for path, text in rendered().items():
        assert text.isascii() and "\r" not in text and text.endswith("\n"), path
        assert "\t" not in text and not re.search(r" +$", text, re.M), path
        if not path.endswith(".json"):
            found = re.match(
                r"(?://|<!--) Generated from (\S+) by `exprov generate`; edit that and run it again\.", text
            )
            assert found is not None, path
            assert (SCHEMAS.parent / found[1]).exists(), found[1]


def test_the_package_has_no_dependency_and_exact_tools() -> None:
    package = json.loads(rendered()["typescript/package.json"])
    assert "dependencies" not in package and "peerDependencies" not in package
    assert set(package["devDependencies"]) == {"typescript", "@types/node"}
    assert all(re.fullmatch(r"[0-9.]+", version) for version in package["devDependencies"].values())
    options = json.loads(rendered()["typescript/tsconfig.json"])["compilerOptions"]
    assert options["strict"] and options["noUncheckedIndexedAccess"] and options["exactOptionalPropertyTypes"]
    # Nothing of Node or of a page is needed but to test it.
    assert options["types"] == [] and options["lib"] == ["ES2022"]
    for path, text in rendered().items():
        if path.startswith("typescript/src/"):
            imports = re.findall(r"(?:from|import\() *\"([^\"]+)\"", text)
            assert all(name.startswith("./") and name.endswith(".js") for name in imports), path
    assert not [path for path in rendered() if "lock" in path]


def test_modules_are_small() -> None:
    for path in typescript.RUNTIME.rglob("*.ts"):
        assert path.read_text("utf-8").count("\n") < 350, path


def test_rendering_is_the_same_every_time() -> None:
    assert generate.render(SCHEMAS, ["typescript"]) == rendered()


def test_members_keep_wire_names_and_order() -> None:
    models = rendered()["typescript/src/models.ts"]
    contract = load(SCHEMAS, "1.0")
    for kind in contract.objects.values():
        body = models.partition(f"export interface {kind.name} {{\n")[2].partition("\n}\n")[0]
        found = re.findall(r"^  readonly (\w+)(\??):", body, re.M)
        assert found == [(member.name, "" if member.required else "?") for member in kind.members]
    assert 'export type Locality = "on_device" | "edge" | "cloud" | "unknown";' in models
    assert "export type ErrorClass = KnownErrorClass | (string & {});" in models
    assert "| null" not in models


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str) -> None:
    written = naming.literal(text)
    assert written.isascii() and "\n" not in written and json.loads(written) == text
    comment = naming.doc(text, "  ")
    inside = "\n".join(comment).strip().removeprefix("/**").removesuffix("*/")
    assert "*/" not in inside and "@" not in inside.replace("\\@", "") and "\n".join(comment).isascii()
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", "\n".join(comment))
    assert "\n" not in naming.visible(text)


def test_a_name_that_the_package_needs_is_refused(tmp_path: Path) -> None:
    def rename(content: Any) -> None:
        text = json.dumps(content).replace("RouteRejection", "Codec")
        content.clear()
        content.update(json.loads(text))

    with pytest.raises(SchemaError, match="is a name that the TypeScript package needs itself"):
        generate.render(edited(tmp_path, rename), ["typescript"])


def test_what_the_quick_route_cannot_keep_it_leaves_alone(tmp_path: Path) -> None:
    assert "return false;\n}\n" not in rendered()["typescript/src/fast.ts"].partition("isSurelyValid")[2]
    fast = spoilt(tmp_path)["typescript/src/fast.ts"]
    assert "export const DEPTH = Infinity;" in fast


PLAIN = frozenset({"providerId", "outcome", "flag"})


@pytest.mark.parametrize(
    ("expression", "parsed", "decoded"),
    [
        (
            'this.attempts.all(a, a.outcome == "failed")',
            'get(self, "attempts").every((a_: Node) => (get(a_, "outcome") === "failed"))',
            'self.attempts.every((a_: Node) => (a_.outcome === "failed"))',
        ),
        (
            "this.count == size(this.attempts)",
            'equal(get(self, "count"), size(get(self, "attempts")))',
            "(self.count === size(self.attempts))",
        ),
        ("this.count > 1", '(compare(get(self, "count"), 1) > 0)', "(self.count > 1)"),
        ("this.a == this.b", 'equal(get(self, "a"), get(self, "b"))', None),
        ("this.a != this.b", '!equal(get(self, "a"), get(self, "b"))', None),
        ("this.providerId in ['x']", '["x"].includes(get(self, "providerId"))', '["x"].includes(self.providerId)'),
        ("this.count in [1, 2]", 'contains([1, 2], get(self, "count"))', None),
        (
            "this.xs[0].flag || has(this.a)",
            'either(() => get(at(get(self, "xs"), 0), "flag"), () => has(self, "a"))',
            "either(() => at(self.xs, 0).flag, () => (self.a !== undefined))",
        ),
        (
            "this.xs.all(new, this.xs.exists_one(b, b.providerId == new.providerId))",
            'allDiffer(get(self, "xs"), (item: Node) => get(item, "providerId"))',
            "allDiffer(self.xs, (item: Node) => item.providerId)",
        ),
    ],
)
def test_rules_compile(expression: str, parsed: str, decoded: str | None) -> None:
    tree = parse(expression)
    assert Compiler(PLAIN).code(tree) == parsed
    if decoded is None:
        with pytest.raises(Unsupported):
            Compiler(PLAIN, decoded=True).code(tree)
    else:
        assert Compiler(PLAIN, decoded=True).code(tree) == decoded


def test_hostile_schemas_build(package: Path, tmp_path: Path) -> None:
    generate.write(spoilt(tmp_path), tmp_path / "out", ["typescript"])
    folder = tmp_path / "out" / "typescript"
    (folder / "node_modules").symlink_to(package / "node_modules")
    compiler = package / "node_modules" / "typescript" / "bin" / "tsc"
    done = subprocess.run(["node", compiler, "-p", folder], capture_output=True, text=True, cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    code = "import * as ep from './dist/index.js'; console.log(JSON.stringify([ep.LOCALITY_VALUES, ep.validate('{}').length]))"
    done = subprocess.run(
        ["node", "--input-type=module", "-e", code], capture_output=True, text=True, cwd=folder, env=os.environ
    )
    values, findings = json.loads(done.stdout)
    assert values[4:] == HOSTILE
    assert findings >= 7
    assert not list(tmp_path.rglob("pwned"))
