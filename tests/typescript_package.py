"""Build rendered TypeScript packages and ask them: for tests of what the target makes of any contract."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def build(files: Mapping[str, str], tools: Path, folder: Path) -> Path:
    """Write the files of the target below `folder` and compile them strictly; return the folder of the package.

    `tools` is a package that is built: its compiler does the work.
    """
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    package = folder / "typescript"
    (package / "node_modules").symlink_to(tools / "node_modules")
    compile(package, tools)
    return package


def compile(folder: Path, tools: Path, *options: str) -> None:
    """Compile the project in `folder`; fail with what the compiler says."""
    compiler = tools / "node_modules" / "typescript" / "bin" / "tsc"
    done = subprocess.run(["node", compiler, "-p", folder, *options], capture_output=True, text=True, cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def ask(package: Path, expression: str, data: object = None) -> Any:
    """The JSON value of a JavaScript expression over `ep`, the package, and `data`."""
    code = (
        'import { readFileSync } from "node:fs"; import * as ep from "./dist/index.js"; '
        'const data = JSON.parse(readFileSync(0, "utf-8")); '
        f"console.log(JSON.stringify({expression}))"
    )
    done = subprocess.run(
        ["node", "--input-type=module", "-e", code], input=json.dumps(data), capture_output=True, text=True, cwd=package
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
