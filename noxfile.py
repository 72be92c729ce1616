"""Everything that can be run on this repository, one session each: `nox --list`, `nox -s NAME`."""

from __future__ import annotations

import os
import shlex
import shutil
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import NoReturn

import nox
from nox.virtualenv import PassthroughEnv

SESSIONS = [
    "lint",
    "typing",
    "drift",
    "strength",
    "metaschema",
    "typescript",
    "rust",
    "package",
    "page",
    "scaffolds",
    "tests",
    "properties",
    "mutants_rust",
    "mutants_typescript",
    "mutants_python",
    "fuzz",
    "fuzz_python",
    "fuzz_bindings",
    "leaks",
    "bench",
]
SUPPORTED = ["3.11", "3.12", "3.13"]
# Tools of Node, which has no lock file here.
AJV = "ajv-cli@5.0.0"
STRYKER = "@stryker-mutator/core@9.6.1"
SOURCEMETA = "@sourcemeta/jsonschema@16.11.0"

# What npm, cargo and the compilers put beside the sources.
NODE_FOLDERS = ("node_modules", "dist", "build")
CARGO_FILES = ("target", "Cargo.lock")

ROOT = Path(__file__).resolve().parent
# The crate, and the crates that use it: engines, answers for the tests of agreement, benchmarks.
RUST_SOURCES = ("generated/rust", "examples/engines/rust", "tests/targets_rust/answers", "benchmarks/rust")
# What libFuzzer needs of the compiler; cargo-fuzz sets the same, and more that only a nightly compiler has.
COVERAGE = " ".join(
    (
        "--cfg fuzzing -Ccodegen-units=1 -Cpasses=sancov-module",
        *(
            f"-Cllvm-args=-sanitizer-coverage-{one}"
            for one in ("level=4", "inline-8bit-counters", "pc-table", "trace-compares")
        ),
    )
)
PYTHON_SOURCES = ["tools", "tests", "examples", "benchmarks", "noxfile.py"]
# What people read: pages, docstrings, messages and the descriptions of the schemas.
PROSE = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "examples", "schemas", "tools"]
EXAMPLE = "examples/engine-run.jsonl"

# What every developer runs before a change is offered; the long ones are asked for by name.
nox.options.sessions = [
    name
    for name in SESSIONS
    if name not in ("properties", "leaks", "bench") and not name.startswith(("mutants", "fuzz"))
]
# An interpreter that is not here is skipped, under CI too: the default one always runs.
nox.options.error_on_missing_interpreters = False
nox.options.reuse_existing_virtualenvs = True


def _install(session: nox.Session, *requirements: str) -> None:
    """Install into the session's environment; with `--no-venv`, the caller's environment has everything already."""
    if not isinstance(session.virtualenv, PassthroughEnv):
        session.install(*requirements)


def _python(session: nox.Session) -> str:
    """The interpreter that the session's programs run on."""
    folder = None if isinstance(session.virtualenv, PassthroughEnv) else session.bin
    return shutil.which("python", path=folder) or "python"


def _missing(session: nox.Session, message: str) -> NoReturn:
    """End a session whose program is not here: with an error under CI, which must run all of them, else as skipped."""
    if os.environ.get("CI"):
        session.error(message)
    session.skip(message)


def _schemas() -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "schemas").rglob("*.schema.json"))


@nox.session(python=SUPPORTED)
def tests(session: nox.Session) -> None:
    """The tests, on every supported Python that is found."""
    _install(session, ".[test]")
    session.run("python", "-m", "pytest", "-n", "auto", *session.posargs)


@nox.session
def properties(session: nox.Session) -> None:
    """The property tests on 100,000 examples each, and the canonical forms of 1,000,000 numbers in two languages.

    EXPROV_EXAMPLES sets another number. EXPROV_TYPESCRIPT names a built TypeScript package, which the numbers need.
    """
    _install(session, ".[test]")
    examples = os.environ.get("EXPROV_EXAMPLES", "100000")
    tests = ("tests/test_properties.py", "tests/targets_typescript/test_canonical.py")
    session.run("python", "-m", "pytest", "-rs", *tests, *session.posargs, env={"EXPROV_EXAMPLES": examples})


@nox.session
def leaks(session: nox.Session) -> None:
    """The credential patterns against the rules of gitleaks, whose formats they take. Needs Go, which fetches them."""
    if shutil.which("go") is None:
        _missing(session, "go is not here: install Go 1.24 or later")
    _install(session, "-e", ".[dev]")
    session.run("python", "tests/leaks_source.py")


@nox.session
def lint(session: nox.Session) -> None:
    """Style and form of everything written by hand: code, Markdown, spelling and wording."""
    _install(session, ".[dev]")
    session.run("ruff", "check", *PYTHON_SOURCES)
    session.run("ruff", "format", "--check", *PYTHON_SOURCES)
    session.run("rumdl", "check", ".")
    session.run("codespell", *PROSE)
    session.run("python", "tests/docs/wording.py")


@nox.session
def typing(session: nox.Session) -> None:
    """Strict types: the tools, the generated package, and a program that uses all of its public names."""
    _install(session, "-e", ".[dev]")
    # As packages, since a module of the tools has the name of one of the standard library.
    # The runtime is checked where it is generated to: it imports what stands beside it only there.
    runtime = "tools/exprov/targets/python/runtime/"
    session.run("mypy", "--strict", "--exclude", runtime, "-p", "exprov", "-p", "execution_provenance")
    session.run("mypy", "--strict", "tests/typing/user_file.py")
    with session.chdir("examples/engines/python"):
        session.run("mypy", "--strict", "--config-file", "../../../pyproject.toml", ".", env={"MYPYPATH": "."})
    # Node is not needed: the pyright package brings it where there is none.
    session.run("pyright", "--pythonpath", _python(session), "tests/typing/user_file.py")


@nox.session
def drift(session: nox.Session) -> None:
    """What is under generated/ is what the schemas and the generator make."""
    _install(session, "-e", ".[generate]")
    session.run("exprov", "generate", "--check")


@nox.session
def strength(session: nox.Session) -> None:
    """Each deliberate fault is detected by a golden fixture, as the README says; `-- --format html --output FILE`."""
    _install(session, "-e", ".[generate]")
    if session.posargs:
        session.run("exprov", "strength", *session.posargs)
    else:
        session.run("python", "tests/strength_figure.py", "--check")


@nox.session
def metaschema(session: nox.Session) -> None:
    """Plain tools take the plain schemas: validators in Python, JavaScript and C++. Needs Node."""
    if shutil.which("npx") is None:
        _missing(session, "npx is not here: install Node 20 or later")
    _install(session, ".[dev]")
    schemas = _schemas()
    session.run("check-jsonschema", "--check-metaschema", *schemas)
    ajv = ("npx", "--yes", f"--package={AJV}", "ajv", "compile", "--spec=draft2020", "--strict=false")
    for schema in schemas:
        others = [f"-r={other}" for other in schemas if other != schema and Path(other).parent == Path(schema).parent]
        session.run(*ajv, "-s", schema, *others, external=True)
    sourcemeta = ("npx", "--yes", SOURCEMETA)
    session.run(*sourcemeta, "metaschema", *schemas, external=True)
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder, "valid.jsonl")
        code = (
            "import sys, execution_provenance as ep; "
            "lines = open(sys.argv[1], 'rb').read().split(b'\\n'); "
            "valid = [line for line in lines if line and ep.is_valid(line)]; "
            "assert len(valid) > 200, len(valid); "
            "open(sys.argv[2], 'wb').write(b'\\n'.join(valid) + b'\\n')"
        )
        session.run("python", "-c", code, EXAMPLE, str(records))
        schema = "schemas/1.0/execution-provenance.schema.json"
        session.run(*sourcemeta, "validate", schema, str(records), external=True)
        wrong = Path(folder, "wrong.json")
        wrong.write_text('{"schemaVersion": "1.0"}\n', "utf-8")
        session.run(*sourcemeta, "validate", schema, str(wrong), external=True, success_codes=[2], silent=True)


@nox.session
def typescript(session: nox.Session) -> None:
    """The npm package builds under strict settings, passes the golden fixtures and agrees with Python. Needs Node."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        _missing(session, "npm and node are not here: install Node 20 or later")
    _install(session, "-e", ".[dev]")
    with tempfile.TemporaryDirectory() as folder:
        # In a copy beside the fixtures, so that nothing is left in the tree.
        copy = Path(folder, "typescript")
        shutil.copytree(ROOT / "generated" / "typescript", copy, ignore=shutil.ignore_patterns(*NODE_FOLDERS))
        shutil.copytree(ROOT / "generated" / "fixtures", Path(folder, "fixtures"))
        session.chdir(copy)
        session.run("npm", "install", "--no-package-lock", "--no-audit", "--no-fund", external=True)
        session.run("npm", "run", "build", external=True)
        session.run("npm", "test", external=True, silent=True)
        session.chdir(ROOT)
        paths = ("tests/targets_typescript", "tests/conformance/test_reference_engines.py")
        session.run("python", "-m", "pytest", *paths, env={"EXPROV_TYPESCRIPT": str(copy)})
        if "bench" in session.posargs:
            bench = Path(folder, "bench")
            shutil.copytree(ROOT / "benchmarks" / "typescript", bench, ignore=shutil.ignore_patterns(*NODE_FOLDERS))
            session.chdir(bench)
            session.run("npm", "install", "--no-package-lock", "--no-audit", "--no-fund", external=True)
            session.run("node", "bench.mjs", str(copy / "dist"), str(ROOT), external=True)


@nox.session
def rust(session: nox.Session) -> None:
    """The crate builds without a warning, passes the golden fixtures, agrees with Python and passes the driver. Needs cargo."""
    if shutil.which("cargo") is None:
        _missing(session, "cargo is not here: install Rust 1.85 or later")
    _install(session, "-e", ".[dev]")
    with tempfile.TemporaryDirectory() as folder:
        # In a copy with the places of the tree, so that nothing is left in it.
        crate, engines, answers, bench, _ = (
            Path(shutil.copytree(ROOT / path, Path(folder, path), ignore=shutil.ignore_patterns(*CARGO_FILES)))
            for path in (*RUST_SOURCES, "generated/fixtures")
        )
        programs = Path(folder, "target", "release")
        session.env.update(CARGO_TARGET_DIR=str(programs.parent), RUSTDOCFLAGS="-D warnings")

        def cargo(path: Path, *arguments: str) -> None:
            session.chdir(path)
            session.run("cargo", *arguments, external=True)
            session.chdir(ROOT)

        for path in (crate, engines, answers, bench):
            cargo(path, "fmt", "--check")
        cargo(crate, "clippy", "--all-targets", "--all-features", "--", "-D", "warnings")
        cargo(crate, "doc", "--no-deps", "--all-features")
        cargo(crate, "test")
        cargo(crate, "test", "--all-features", "--test", "package")
        cargo(crate, "build")
        debug = programs.with_name("debug")
        page = ("rustdoc", "--test", "docs/rust.md", "--edition", "2024", "-L", f"dependency={debug / 'deps'}")
        session.run(*page, "--extern", f"execution_provenance={debug / 'libexecution_provenance.rlib'}", external=True)
        cargo(engines, "test")
        for path in (engines, answers):
            cargo(path, "clippy", "--all-targets", "--", "-D", "warnings")
            cargo(path, "build", "--release")
        session.run("python", "-m", "pytest", "tests/targets_rust", env={"EXPROV_RUST": str(programs)})
        adapter = (str(programs / "execution-provenance-engines"), "--engine")
        session.run("exprov", "conformance", "run", "--window", "16", "--", *adapter)
        session.run("exprov", "conformance", "doctor", "--", *adapter)
        engines_by_name = {"python": "python examples/engines/python/adapter.py --engine", "rust": shlex.join(adapter)}
        if shutil.which("npm"):
            engines_by_name["typescript"] = f"node {_typescript_engines(session, Path(folder))} --engine"
        session.run(
            "exprov", "conformance", "matrix", *(f"--engine={name}={one}" for name, one in engines_by_name.items())
        )
        if "bench" in session.posargs:
            cargo(bench, "run", "--release", "--", str(ROOT))


@nox.session
def mutants_rust(session: nox.Session) -> None:
    """Mutants of the crate against the golden fixtures alone. Takes hours, or `-- --file src/leaks.rs`. Needs cargo-mutants."""
    if shutil.which("cargo-mutants") is None:
        _missing(session, "cargo-mutants is not here: cargo install --locked cargo-mutants")
    with tempfile.TemporaryDirectory() as folder:
        for path in ("generated/rust", "generated/fixtures"):
            shutil.copytree(ROOT / path, Path(folder, path), ignore=shutil.ignore_patterns(*CARGO_FILES))
        session.chdir(Path(folder, "generated", "rust"))
        # Debugging symbols double the time to link.
        session.env["CARGO_PROFILE_DEV_DEBUG"] = "0"
        config = ROOT / "tests" / "targets_rust" / "mutants.toml"
        session.run("cargo", "mutants", "--in-place", f"--config={config}", *session.posargs, external=True)


@nox.session
def mutants_typescript(session: nox.Session) -> None:
    """Mutants of the npm package against the golden fixtures alone. Takes hours, or `-- src/leaks.ts`. Needs Node."""
    npm = shutil.which("npm")
    if npm is None:
        _missing(session, "npm is not here: install Node 20 or later")
    config = ROOT / "tests" / "targets_typescript" / "mutants"
    # Messages (syntax, near, encoding, say) and positions are not compared.
    modules = ("canonical", "codec", "credentials", "fast", "identifiers", "leaks", "logic", "number", "parser", "read")
    modules += ("report", "rules", "schema", "text", "tree", "validator")
    mutated = session.posargs or [f"src/{module}.ts" for module in modules]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "typescript")
        shutil.copytree(ROOT / "generated" / "typescript", copy, ignore=shutil.ignore_patterns(*NODE_FOLDERS))
        shutil.copytree(ROOT / "generated" / "fixtures", Path(folder, "fixtures"))
        for name in ("golden.mjs", "stryker.config.json"):
            shutil.copy(config / name, copy)
        session.chdir(copy)
        session.run("npm", "install", "--no-package-lock", "--no-audit", "--no-fund", external=True)
        session.run(
            "npm", "install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", STRYKER, external=True
        )
        session.run("npx", "stryker", "run", "--mutate", ",".join(mutated), external=True)
        session.run("python", str(config / "survivors.py"), "mutants.json")


@nox.session
def mutants_python(session: nox.Session) -> None:
    """Mutants of the Python runtime against the golden fixtures alone, with Cosmic Ray. Takes an hour."""
    _install(session, "-e", ".[dev]", "cosmic-ray")
    with tempfile.TemporaryDirectory() as folder:
        for path in ("generated/python", "generated/fixtures", "tests/mutants"):
            shutil.copytree(ROOT / path, Path(folder, Path(path).name))
        shutil.copy(ROOT / "tests" / "mutants" / "golden_cases.py", folder)
        session.chdir(folder)
        session.env["PYTHONPATH"] = str(Path(folder, "python"))
        config, found = "mutants/cosmic-ray.toml", "found.sqlite"
        session.run("cosmic-ray", "init", config, found)
        session.run("cr-filter-operators", found, config)
        session.run("cosmic-ray", "exec", config, found)
        session.run("cr-report", found, "--surviving-only", "--show-diff")


@nox.session
def fuzz(session: nox.Session) -> None:
    """Random texts: the crate does not panic, and agrees with itself and `serde_json`. Takes a minute, or `-- SECONDS`."""
    if shutil.which("cargo") is None:
        _missing(session, "cargo is not here: install Rust 1.85 or later")
    _install(session, "-e", ".[dev]")
    with tempfile.TemporaryDirectory() as folder:
        for path in ("generated/rust", "tests/targets_rust/fuzz"):
            shutil.copytree(ROOT / path, Path(folder, path), ignore=shutil.ignore_patterns(*CARGO_FILES))
        fuzzer = Path(folder, "tests", "targets_rust", "fuzz")
        found, seeds = Path(folder, "found"), Path(folder, "seeds")
        found.mkdir()
        seeds.mkdir()
        session.run("python", str(fuzzer / "seeds.py"), str(seeds))
        session.chdir(fuzzer)
        host = session.run("rustc", "--print", "host-tuple", external=True, silent=True)
        session.env["RUSTFLAGS"] = COVERAGE
        session.run("cargo", "build", "--release", f"--target={str(host).strip()}", external=True)
        program = fuzzer / "target" / str(host).strip() / "release" / "texts"
        seconds = session.posargs[0] if session.posargs else "60"
        limits = (f"-max_total_time={seconds}", "-max_len=4096", f"-artifact_prefix={ROOT}/")
        session.run(str(program), *limits, str(found), str(seeds), external=True)


@nox.session
def fuzz_python(session: nox.Session) -> None:
    """Random texts: the Python package does not fail, and its routes agree. Takes a minute, or `-- SECONDS`."""
    _install(session, "-e", ".[dev]", "atheris")
    seconds = session.posargs[0] if session.posargs else "60"
    with tempfile.TemporaryDirectory() as corpus:
        session.run("python", "tests/fuzz/python.py", corpus, f"-max_total_time={seconds}", "-max_len=4096")


@nox.session
def fuzz_bindings(session: nox.Session) -> None:
    """Spoilt golden cases: all packages say the same of each. Takes a minute, or `-- SECONDS`. Needs Node and cargo."""
    if shutil.which("cargo") is None or shutil.which("npm") is None:
        _missing(session, "cargo or npm is not here: install Rust 1.85 and Node 20, or later")
    _install(session, "-e", ".[dev]")
    with tempfile.TemporaryDirectory() as folder:
        for path, built in (("generated/typescript", NODE_FOLDERS), *((path, CARGO_FILES) for path in RUST_SOURCES)):
            shutil.copytree(ROOT / path, Path(folder, path), ignore=shutil.ignore_patterns(*built))
        package, answers = Path(folder, "generated", "typescript"), Path(folder, "tests", "targets_rust", "answers")
        session.chdir(package)
        session.run("npm", "install", "--no-package-lock", "--no-audit", "--no-fund", external=True)
        session.run("npm", "run", "build", external=True)
        session.chdir(answers)
        session.run("cargo", "build", "--release", f"--target-dir={folder}/target", external=True)
        session.chdir(ROOT)
        programs = {"EXPROV_TYPESCRIPT": str(package), "EXPROV_RUST_ANSWERS": f"{folder}/target/release/answers"}
        session.run("python", "tests/fuzz/differential.py", *session.posargs[:1], env=programs)


def _typescript_engines(session: nox.Session, folder: Path) -> Path:
    """Build the npm package and the engines over it in a copy below `folder`; the adapter."""
    for path in ("generated/typescript", "examples/engines/typescript"):
        shutil.copytree(ROOT / path, folder / path, ignore=shutil.ignore_patterns(*NODE_FOLDERS))
    session.chdir(folder / "examples" / "engines" / "typescript")
    session.run("npm", "run", "build", external=True, silent=True)
    session.chdir(ROOT)
    return folder / "examples" / "engines" / "typescript" / "dist" / "adapter.js"


@nox.session
def package(session: nox.Session) -> None:
    """The wheel and the sdist hold exactly what they should; the wheel alone validates; the fixtures are packages."""
    _install(session, "build")
    with tempfile.TemporaryDirectory() as folder:
        session.run("python", "-m", "build", "--outdir", folder, ".", silent=True)
        (wheel,) = Path(folder).glob("*.whl")
        (sdist,) = Path(folder).glob("*.tar.gz")
        stem = "-".join(wheel.name.split("-")[:2])
        information = ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")
        with zipfile.ZipFile(wheel) as archive:
            found = set(archive.namelist())
        tools, bindings = ROOT / "tools", ROOT / "generated" / "python"
        expected = _files(tools / "exprov", tools) | _files(bindings / "execution_provenance", bindings)
        # The golden fixtures are in the package, too, and the schemas that the tools check data against.
        fixtures, schemas = ROOT / "generated" / "fixtures", ROOT / "schemas"
        expected |= {f"execution_provenance/fixtures/{name}" for name in _files(fixtures, fixtures)}
        for shapes in ("fixtures/1", "protocol/1"):
            expected |= {f"exprov/schemas/{name}" for name in _files(schemas / shapes, schemas)}
        _same(session, wheel.name, found, expected | {f"{stem}.dist-info/{name}" for name in information})
        with tarfile.open(sdist) as archive:
            found = {member.name.removeprefix(f"{stem}/") for member in archive.getmembers() if not member.isdir()}
        folders = ("schemas", "generated", "tools", "tests", "examples", "benchmarks", "docs")
        expected = {name for name in folders for name in _files(ROOT / name, ROOT)}
        single = {
            "noxfile.py",
            "CHANGELOG.md",
            "CONTRIBUTING.md",
            "LICENSE",
            "README.md",
            "pyproject.toml",
            ".gitignore",
            "PKG-INFO",
        }
        _same(session, sdist.name, found, expected | single)
        for needed in (
            "execution_provenance/py.typed",
            "execution_provenance/schemas/1.0/execution-provenance.schema.json",
        ):
            assert f"generated/python/{needed}" in found, needed
        fresh = Path(folder, "fresh")
        session.run("python", "-m", "venv", str(fresh), silent=True)
        programs = fresh / ("Scripts" if os.name == "nt" else "bin")
        session.run(str(programs / "python"), "-m", "pip", "install", "-q", str(wheel), external=True)
        example = str(ROOT / EXAMPLE)
        session.chdir(folder)
        # The example has wrong records: 1 is the code for findings.
        exprov = str(programs / "exprov")
        session.run(exprov, "validate", example, "--max-findings", "1", external=True, success_codes=[1])
        session.run(exprov, "rules", external=True, silent=True)
        session.run(exprov, "conformance", "plan", "--select", "rules", external=True, silent=True)
        session.chdir(ROOT)
    _install(session, "-e", ".[dev]")
    session.run("python", "-m", "pytest", "tests/fixtures/test_packages.py", env={"EXPROV_PACKAGES": "1"})


def _files(folder: Path, base: Path) -> set[str]:
    """The files below `folder`, relative to `base`, without what tools cache there."""
    return {
        path.relative_to(base).as_posix()
        for path in folder.rglob("*")
        if path.is_file()
        and not any(
            part == "__pycache__" or part.endswith("_cache") or part in (*NODE_FOLDERS, *CARGO_FILES)
            for part in path.relative_to(base).parts
        )
    }


def _same(session: nox.Session, name: str, found: set[str], expected: set[str]) -> None:
    missing, extra = sorted(expected - found), sorted(found - expected)
    if missing or extra:
        session.error(f"{name}: missing {missing}, not expected {extra}")
    session.log(f"{name}: {len(found)} files, as expected")


@nox.session
def page(session: nox.Session) -> None:
    """The HTML report in a real Chromium: filters, links, keyboard, contrast, hostile text. Needs Chromium."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        _missing(session, "there is no Chromium here: install it")
    _install(session, ".[test]", "playwright>=1.50")
    session.run(
        "python", "-m", "pytest", "tests/conformance/test_page_in_chromium.py", env={"EXPROV_CHROMIUM": program}
    )


@nox.session
def scaffolds(session: nox.Session) -> None:
    """The scaffolds of adapters build and speak the protocol, in each language whose tools are installed."""
    _install(session, ".[test]")
    session.run("python", "-m", "pytest", "-rs", "tests/conformance/test_scaffold.py", env={"EXPROV_SCAFFOLDS": "yes"})


@nox.session
def bench(session: nox.Session) -> None:
    """What a verdict costs, against the JSON parser alone and against other validators."""
    _install(session, ".[dev]")
    session.run("python", "benchmarks/bench.py", *session.posargs)
    session.run("python", "benchmarks/records.py", *session.posargs)
