"""What makes the folder an npm package without dependencies: `package.json` and the settings of the compiler."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from exprov.contract.model import Contract

NAME = "execution-provenance"
TYPESCRIPT = "5.9.3"
NODE_TYPES = "20.19.43"
_TESTS = sorted(path.stem for path in Path(__file__).with_name("runtime").glob("test/*.test.ts"))


def render(contract: Contract) -> dict[str, str]:
    """The files by their paths in the folder."""
    return {
        "package.json": _json(_package(contract)),
        "tsconfig.json": _json(
            {"compilerOptions": _OPTIONS | {"rootDir": "src", "outDir": "dist", "types": []}, "include": ["src"]}
        ),
        "tsconfig.test.json": _json(
            {
                "extends": "./tsconfig.json",
                "compilerOptions": {"rootDir": ".", "outDir": "build", "declaration": False, "types": ["node"]},
                "include": ["src", "test"],
            }
        ),
    }


_OPTIONS: dict[str, Any] = {
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
}


def _package(contract: Contract) -> dict[str, Any]:
    return {
        "name": NAME,
        "version": f"{contract.version}.0-dev.0",
        "description": "The ExecutionProvenance contract: types, validator, canonical form and digest, without dependencies",
        "license": "Apache-2.0",
        "type": "module",
        "sideEffects": False,
        "engines": {"node": ">=20"},
        "exports": {
            ".": {"types": "./dist/index.d.ts", "default": "./dist/index.js"},
            "./package.json": "./package.json",
        },
        "files": ["dist", "src"],
        "scripts": {
            "build": "tsc",
            "test": f"tsc -p tsconfig.test.json && node --test {' '.join(f'build/test/{name}.js' for name in _TESTS)}",
            "prepack": "tsc",
        },
        "devDependencies": {"@types/node": NODE_TYPES, "typescript": TYPESCRIPT},
    }


def _json(content: dict[str, Any]) -> str:
    return json.dumps(content, indent=2) + "\n"
