"""The floors of the house: imports go down only, generation does without what it generates, and what people install is lean."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = ROOT / "tools" / "exprov"
PACKAGE = ROOT / "generated" / "python" / "execution_provenance"

# From the ground up; a module may import from floors below its own, and of its own floor only what stands before it.
# A package stands for all modules in it, which may import one another. `spark` and `evolution` are reserved.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("exit_codes", "errors", "printable", "atomic", "shapes", "suggestions"),
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
# This floor and those below never import the generated package: generation works from an empty folder.
GENERATION = 5
# What the extra `generate` installs.
GENERATOR_PACKAGES = ("black", "celpy", "datamodel_code_generator", "jsonschema", "referencing", "rfc8785")
# Modules outside of the commands that import something inside of a function, and why.
LATE = {
    "inputs/compression.py": "few inputs are compressed",
    "__main__.py": "an interruption is caught while everything is imported",
    "conformance/faults/rewrites.py": "one fault of many needs it",
    "inputs/records.py": "few inputs are patterns",
    "report/validate/__init__.py": "each report needs the base that stands there",
    "suggestions.py": "only errors need the search for similar words",
    "targets/python/dataclasses.py": "the library takes a second to import",
}
ORDER = {name: (floor, place) for floor, names in enumerate(FLOORS) for place, name in enumerate(names)}


def modules() -> list[Path]:
    return sorted(path for path in TOOLS.rglob("*.py") if not {"runtime", "__pycache__"} & set(path.parts))


def first(path: Path) -> str:
    """The module or package directly below `exprov` that a file belongs to."""
    return path.relative_to(TOOLS).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """The absolute dotted names that a file imports, wherever in it, those for type checkers included."""
    package = (
        ("exprov", *path.relative_to(TOOLS).parts[:-1]) if path.is_relative_to(TOOLS) else ("execution_provenance",)
    )
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = (
                ".".join((*package[: len(package) - node.level + 1], *filter(None, [node.module])))
                if node.level
                else node.module or ""
            )
            # `from exprov import rules` imports a module.
            yield from (f"{base}.{alias.name}" for alias in node.names)


def inside(path: Path) -> Iterator[str]:
    return (name.split(".")[1] for name in imports(path) if name.startswith("exprov."))


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(TOOLS).as_posix())
def test_imports_go_down(path: Path) -> None:
    own = first(path)
    if own == "__init__":
        assert list(inside(path)) == []
        return
    assert own in ORDER, f"{own} has no floor yet; give it one"
    for name in inside(path):
        assert name in ORDER, name
        assert name == own or ORDER[name] < ORDER[own], f"{own} imports {name}, which is not below it"
    if ORDER[own][0] <= GENERATION:
        assert not [name for name in imports(path) if name.split(".")[0] == "execution_provenance"]


def test_imports_stand_at_the_top() -> None:
    late = set()
    for path in modules():
        functions = (one for one in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(one, ast.FunctionDef))
        if first(path) not in ("cli", "pytest_plugin") and any(
            isinstance(one, ast.Import | ast.ImportFrom) for function in functions for one in ast.walk(function)
        ):
            late.add(path.relative_to(TOOLS).as_posix())
    assert late == set(LATE)


@pytest.mark.parametrize(
    "path", [p for p in modules() if first(p) == "targets"], ids=lambda path: path.relative_to(TOOLS).as_posix()
)
def test_no_target_sees_schema_files_or_another_target(path: Path) -> None:
    parts = path.relative_to(TOOLS / "targets").parts
    for name in imports(path):
        assert not name.startswith(("exprov.contract.source", "jsonschema", "referencing")), name
        if name.startswith("exprov.targets.") and len(parts) > 1:
            assert name.split(".")[2] in (parts[0], "common"), f"{path} imports {name}"


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("*.py")), ids=lambda path: path.name)
def test_the_generated_package_imports_msgspec_and_the_standard_library(path: Path) -> None:
    # pydantic calls the hooks that import this module, so that it is there.
    others = {"msgspec", "execution_provenance"} | (
        {"pydantic", "pydantic_core"} if path.name == "_pydantic.py" else set()
    )
    for name in imports(path):
        top = name.split(".")[0]
        assert top in sys.stdlib_module_names or top in others, f"{path.name} imports {name}"


def test_using_the_package_loads_nothing_else() -> None:
    code = (
        "import sys; before = set(sys.modules)\n"
        "import execution_provenance as ep\n"
        "ep.validate('{}'); ep.is_valid(b'{}'); ep.RULES['rule/attempt-count']; ep.ExecutionProvenance\n"
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    # msgspec itself looks whether typing_extensions is there.
    assert set(loaded) - set(sys.stdlib_module_names) <= {
        "msgspec",
        "execution_provenance",
        "typing_extensions",
        "__mp_main__",
    }


@pytest.mark.parametrize("arguments", [["generate", "--list"], ["generate", "--check"], ["strength"]])
def test_without_its_packages_the_generator_says_what_to_install(arguments: list[str]) -> None:
    code = (
        "import sys\n"
        "class Refuse:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name.split('.')[0] in {GENERATOR_PACKAGES!r}:\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Refuse())\n"
        "from exprov.cli import main\n"
        f"sys.exit(main({arguments!r}))\n"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert (finished.returncode, finished.stdout) == (2, ""), finished.stderr
    assert "needs packages of the extra `generate`" in finished.stderr
    assert "pip install 'execution-provenance[generate]', or '.[generate]' in a checkout" in finished.stderr
    assert len(finished.stderr.splitlines()) == 1


def test_generation_does_without_the_generated_package(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "class Refuse:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] == 'execution_provenance':\n"
        "            raise ImportError('not there yet')\n"
        "sys.meta_path.insert(0, Refuse())\n"
        "from exprov.cli import main\n"
        f"sys.exit(main(['generate', '--target', 'python', '--schemas', {str(ROOT / 'schemas')!r}, '--output', {str(tmp_path)!r}]))\n"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    assert (tmp_path / "python" / "execution_provenance" / "__init__.py").is_file()
