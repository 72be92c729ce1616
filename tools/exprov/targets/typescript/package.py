"""Render `package.json`, without dependencies, and the settings of the compiler."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from exprov.program.model import Program

NAME = "execution-provenance"
TYPESCRIPT = "5.9.3"
NODE_TYPES = "20.19.43"
_TESTS = sorted(path.stem for path in Path(__file__).with_name("runtime").glob("test/*.test.ts"))
_STRICT: dict[str, Any] = {
    "target": "ES2022",
    "lib": ["ES2022"],
    "module": "NodeNext",
    "moduleResolution": "NodeNext",
    "strict": True,
    "noUncheckedIndexedAccess": True,
    "exactOptionalPropertyTypes": True,
    "noImplicitOverride": True,
    "noImplicitReturns": True,
    "noFallthroughCasesInSwitch": True,
    "noPropertyAccessFromIndexSignature": True,
    "noUnusedLocals": True,
    "noUnusedParameters": True,
    "verbatimModuleSyntax": True,
    "declaration": True,
    "rootDir": "src",
    "outDir": "dist",
    "types": [],
}
# The same sources again, for programs that call `require` and for the older way of finding types.
_COMMONJS = {"module": "CommonJS", "moduleResolution": "node10", "verbatimModuleSyntax": False, "outDir": "dist/cjs"}
_TESTED = {"rootDir": ".", "outDir": "build", "declaration": False, "types": ["node"]}


def render(program: Program) -> dict[str, str]:
    """The files by their paths in the package."""
    return {
        "package.json": _json(_package(program)),
        "tsconfig.json": _json({"compilerOptions": _STRICT, "include": ["src"]}),
        "tsconfig.cjs.json": _json({"extends": "./tsconfig.json", "compilerOptions": _COMMONJS}),
        "tsconfig.test.json": _json(
            {"extends": "./tsconfig.json", "compilerOptions": _TESTED, "include": ["src", "test"]}
        ),
    }


def _package(program: Program) -> dict[str, Any]:
    marker = """require('fs').writeFileSync('dist/cjs/package.json', '{"type":"commonjs"}')"""
    return {
        "name": NAME,
        "version": f"{program.version}.0-dev.0",
        "description": "The ExecutionProvenance contract: types, validator, canonical form and digest",
        "license": "Apache-2.0",
        "type": "module",
        "sideEffects": False,
        "engines": {"node": ">=20"},
        "main": "./dist/cjs/index.js",
        "types": "./dist/cjs/index.d.ts",
        "exports": {
            ".": {
                "import": {"types": "./dist/index.d.ts", "default": "./dist/index.js"},
                "require": {"types": "./dist/cjs/index.d.ts", "default": "./dist/cjs/index.js"},
            },
            "./package.json": "./package.json",
        },
        "files": ["dist", "src"],
        "scripts": {
            "build": f"tsc && tsc -p tsconfig.cjs.json && node -e {json.dumps(marker)}",
            "test": f"tsc -p tsconfig.test.json && node --test {' '.join(f'build/test/{name}.js' for name in _TESTS)}",
            "prepack": "npm run build",
        },
        "devDependencies": {"@types/node": NODE_TYPES, "typescript": TYPESCRIPT},
    }


def _json(content: dict[str, Any]) -> str:
    return json.dumps(content, indent=2) + "\n"
