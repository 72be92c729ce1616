"""The npm package as programs find it: as ES modules and CommonJS, by newer ways of finding types and the older one."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from samples import record
from typescript_package import compile

PROGRAM = """
import { ExactNumber, ExecutionProvenance, InvalidRecord, isValid, validate } from "execution-provenance";
import type { Attempt, Finding } from "execution-provenance";

declare const console: { log(text: string): void };
const attempts: Attempt[] = [{ providerId: "a", outcome: "succeeded", errorClass: undefined }];
const record: ExecutionProvenance = ExecutionProvenance.fromJson(TEXT);
const findings: Finding[] = validate({ ...record, attempts, extra: new ExactNumber("1e400") });
console.log(JSON.stringify([isValid(TEXT), findings.length > 0, InvalidRecord.name]));
"""
STRICT = {"target": "ES2022", "strict": True, "exactOptionalPropertyTypes": True, "types": [], "outDir": "out"}


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("module", {"module": "NodeNext"}),
        ("commonjs", {"module": "NodeNext"}),
        ("commonjs", {"module": "CommonJS", "moduleResolution": "node10"}),
        ("module", {"module": "ESNext", "moduleResolution": "bundler"}),
    ],
    ids=["import", "require", "node10", "bundler"],
)
def test_programs_find_it(package: Path, tmp_path: Path, kind: str, options: dict[str, Any]) -> None:
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "execution-provenance").symlink_to(package)
    (tmp_path / "package.json").write_text(json.dumps({"type": kind}), "utf-8")
    (tmp_path / "tsconfig.json").write_text(
        json.dumps({"compilerOptions": STRICT | options, "include": ["*.ts"]}), "utf-8"
    )
    text = json.dumps(json.dumps(record()))
    (tmp_path / "program.ts").write_text(PROGRAM.replace("TEXT", text), "utf-8")
    compile(tmp_path, package)
    done = subprocess.run(["node", tmp_path / "out" / "program.js"], capture_output=True, text=True)
    assert done.stderr == ""
    assert json.loads(done.stdout) == [True, True, "InvalidRecord"]


def test_both_forms_take_what_the_other_makes(package: Path) -> None:
    code = (
        'import { createRequire } from "node:module"; import * as modules from "./dist/index.js"; '
        'const common = createRequire(import.meta.url)("./dist/cjs/index.js"); '
        "const big = [1, 2].map((_, at) => (at ? common : modules).parse('9007199254740993')); "
        "console.log(JSON.stringify([big[0] instanceof common.ExactNumber, ...big.flatMap((one) => [modules, common]"
        ".map(({ stringify, validate }) => [stringify(one), validate(one).map(({ path }) => path)]))]))"
    )
    done = subprocess.run(["node", "--input-type=module", "-e", code], capture_output=True, text=True, cwd=package)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [False] + 4 * [["9007199254740993", [""]]]
