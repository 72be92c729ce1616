"""Imports go down only, generation works without the package that it generates, and what people install is lean."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = ROOT / "tools" / "exprov"
PACKAGE = ROOT / "generated" / "python" / "execution_provenance"

# From the bottom up. A module imports from the floors below, and from those before it on its floor. A name is a module or a
# package, whose modules may import one another. `spark` and `evolution` are reserved.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("__init__", "exit_codes", "errors", "printable", "atomic", "shapes", "suggestions"),
    ("contract",),
    ("program",),
    ("fixtures", "suite"),
    ("targets",),
    ("generate",),
    ("inputs", "checking", "spark"),
    ("strength", "conformance", "evolution"),
    ("report",),
    ("pytest_plugin", "cli", "__main__"),
)
ORDER = {name: (floor, place) for floor, names in enumerate(FLOORS) for place, name in enumerate(names)}
# Up to here, nothing imports the generated package: generation works from an empty `generated/`.
GENERATION = ORDER["generate"][0]
# What a target may import, beside itself and `common`. The fixtures are made by the suite.
OF_TARGETS = ("exprov.program", "exprov.contract.rules.tree", "exprov.targets.common")
OF_FIXTURES = (*OF_TARGETS, "exprov.suite", "exprov.fixtures")
# Modules that import something inside a function, and why. Commands do it to start fast.
LATE = {
    "inputs/compression.py": "few inputs are compressed",
    "__main__.py": "an interruption is caught while everything is imported",
    "conformance/faults/rewrites.py": "one fault of many needs it",
    "inputs/records.py": "few inputs are patterns",
    "report/validate/__init__.py": "each report needs the base that is defined there",
    "suggestions.py": "only errors need the search for similar words",
    "targets/python/dataclasses.py": "the library takes a second to import",
}
# Modules that print, beside the commands, and why.
PRINTS = {"conformance/proxy.py": "it is a process, whose output is its protocol"}
# What the extra `generate` installs.
OF_GENERATE = ("black", "celpy", "datamodel_code_generator", "jsonschema", "referencing", "rfc8785")


@cache
def modules() -> dict[str, ast.Module]:
    """The modules of the tools by their paths."""
    paths = {path.relative_to(TOOLS).as_posix(): path for path in sorted(TOOLS.rglob("*.py"))}
    others = {"runtime", "scaffolds", "__pycache__"}
    return {name: ast.parse(path.read_text("utf-8")) for name, path in paths.items() if not others & set(path.parts)}


@cache
def imported() -> dict[str, list[str]]:
    """What each module imports from."""
    return {name: sorted(set(imports(tree, ("exprov", *name.split("/")[:-1])))) for name, tree in modules().items()}


def first(module: str) -> str:
    """The name on a floor that a module belongs to."""
    return module.partition("/")[0].removesuffix(".py")


def imports(tree: ast.AST, package: tuple[str, ...]) -> Iterator[str]:
    """The absolute dotted names that a module of `package` imports, wherever in it, those for type checkers included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            # `from exprov import rules` imports a module.
            yield from (".".join([*above, *filter(None, [node.module]), alias.name]) for alias in node.names)


def test_imports_go_down() -> None:
    assert {first(module) for module in modules()} - set(ORDER) == set(), "name its floor"
    wrong = [
        f"{module} imports {name}"
        for module, names in imported().items()
        for name in names
        if name.startswith("exprov.")
        and (other := name.split(".")[1]) != first(module)
        and ORDER[other] >= ORDER[first(module)]
    ]
    assert wrong == []


def test_generation_does_not_import_what_it_generates() -> None:
    floors = {module: ORDER[first(module)][0] for module in modules()}
    below = [module for module, floor in floors.items() if floor <= GENERATION]
    assert [one for one in below if any(name.startswith("execution_provenance") for name in imported()[one])] == []


def test_a_target_sees_the_program_and_no_other_target() -> None:
    wrong = []
    for module in (one for one in modules() if one.count("/") > 1 and one.startswith("targets/")):
        name = module.split("/")[1]
        allowed = (*(OF_FIXTURES if name == "fixtures" else OF_TARGETS), f"exprov.targets.{name}")
        found = [one for one in imported()[module] if one.startswith("exprov.") and not one.startswith(allowed)]
        wrong += [f"{module} imports {one}" for one in found]
    assert wrong == []


def inside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from ast.walk(function)


def test_imports_are_at_the_top_and_only_commands_print() -> None:
    others = {module: tree for module, tree in modules().items() if first(module) not in ("cli", "pytest_plugin")}
    late = {
        module
        for module, tree in others.items()
        if any(isinstance(one, ast.Import | ast.ImportFrom) for one in inside_functions(tree))
    }
    assert late == set(LATE)
    calls = {
        module: [one.func for one in ast.walk(tree) if isinstance(one, ast.Call)] for module, tree in others.items()
    }
    prints = {module for module, found in calls.items() if any(ast.unparse(one) == "print" for one in found)}
    assert prints == set(PRINTS)


def test_the_generated_package_imports_msgspec_and_the_standard_library() -> None:
    allowed = {*sys.stdlib_module_names, "msgspec", "execution_provenance"}
    found = {
        path.name: {name.split(".")[0] for name in imports(ast.parse(path.read_text("utf-8")), (PACKAGE.name,))}
        - allowed
        for path in PACKAGE.glob("*.py")
    }
    # pydantic calls the hooks that import this module, so that it is there.
    assert {name: names for name, names in found.items() if names} == {"_pydantic.py": {"pydantic", "pydantic_core"}}


def test_using_the_package_loads_nothing_else() -> None:
    code = (
        "import sys; before = set(sys.modules)\n"
        "import execution_provenance as ep\n"
        "ep.validate('{}'); ep.is_valid(b'{}'); ep.RULES['rule/attempt-count']; ep.ExecutionProvenance\n"
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    # msgspec itself looks for typing_extensions.
    allowed = {"msgspec", "execution_provenance", "typing_extensions", "__mp_main__"}
    assert set(loaded) - set(sys.stdlib_module_names) <= allowed


def without(packages: tuple[str, ...], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process that has none of these packages."""
    code = (
        "import sys\n"
        "class Absent:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name.split('.')[0] in {packages!r}:\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Absent())\n"
        "from exprov.cli import main\n"
        f"sys.exit(main({list(arguments)!r}))\n"
    )
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)


@pytest.mark.parametrize("arguments", [["generate", "--list"], ["generate", "--check"], ["program"], ["strength"]])
def test_without_its_packages_the_generator_says_what_to_install(arguments: list[str]) -> None:
    done = without(OF_GENERATE, *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert "needs packages of the extra `generate`" in done.stderr
    assert "pip install 'execution-provenance[generate]', or '.[generate]' in a checkout" in done.stderr


def test_generation_does_without_the_generated_package(tmp_path: Path) -> None:
    # The modules of the other targets are looked at above.
    done = without(("execution_provenance",), "generate", "--target", "program", "--output", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "program" / "1.0" / "program.json").is_file()
