"""The programs in TypeScript on the pages compile under the package's own settings, and print what they say."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from docs.pages import ROOT, blocks, name

PAGES = (ROOT / "docs" / "typescript.md", ROOT / "tools/exprov/targets/typescript/runtime/README.md")
RECORD = (ROOT / "tests" / "field_cases" / "004-fallback-erased-failed-attempt.json").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_programs(page: Path, package: Path, tmp_path: Path) -> None:
    (block,) = blocks(page, "ts")
    imports, program = block.text.split("\n\n", 1)
    (tmp_path / "page.mts").write_text(f"{imports}\nconst text = {json.dumps(RECORD)};\n{program}", "utf-8")
    modules = tmp_path / "node_modules"
    modules.mkdir()
    (modules / "execution-provenance").symlink_to(package)
    (modules / "@types").symlink_to(package / "node_modules" / "@types")
    options = {"rootDir": ".", "outDir": "out", "types": ["node"], "declaration": False}
    project = {"extends": str(package / "tsconfig.json"), "compilerOptions": options, "include": ["page.mts"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(project), "utf-8")
    compiler = [str(package / "node_modules" / ".bin" / "tsc"), "-p", str(tmp_path)]
    compiled = subprocess.run(compiler, capture_output=True, text=True)
    assert compiled.returncode == 0, compiled.stdout
    done = subprocess.run(["node", str(tmp_path / "out" / "page.mjs")], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == re.findall(r"console\.log\(.*\); // (.*)$", block.text, re.MULTILINE)
