"""The adapters and reference engines in Python and TypeScript pass every golden case; `nox -s rust` runs those in Rust.

If EXPROV_TYPESCRIPT is set, as by `nox -s typescript`, the TypeScript ones are built; if not, those built in the repository are
tested.
"""

from __future__ import annotations

import ast
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import execution_provenance as ep
import pytest
from conformance.engines import ADAPTER, ROOT, full
from exprov.conformance import driver, matrix, plan
from exprov.conformance.results import Cell
from exprov.suite import emission, reference

ENGINES = ROOT / "examples" / "engines" / "python"
SOURCES = ROOT / "examples" / "engines" / "typescript"
PACKAGE = ROOT / "generated" / "typescript"
MODULES = ("payload", "recorder", "reference_engine", "world")
BUILT = shutil.ignore_patterns("node_modules", "dist", "build")
EMITTED = [case.id for case in full().cases if case.op == "emit"]


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of the compiled TypeScript modules."""
    is_wanted = bool(os.environ.get("EXPROV_TYPESCRIPT"))
    npm, node = shutil.which("npm"), shutil.which("node")
    if node is None or (is_wanted and npm is None):
        message = "npm and node are not here: install Node 20 or later"
        if is_wanted:
            pytest.fail(message)
        pytest.skip(message)
    if not is_wanted:
        if not (SOURCES / "dist" / "adapter.js").is_file():
            pytest.skip("the TypeScript engines are not built: nox -s typescript builds and tests them")
        return SOURCES / "dist"
    # A copy with the places of the tree, so that what the README says can be done in it.
    root = tmp_path_factory.mktemp("typescript")
    for folder in (PACKAGE, SOURCES):
        shutil.copytree(folder, root / folder.relative_to(ROOT), ignore=BUILT)
    folder = root / SOURCES.relative_to(ROOT)
    done = subprocess.run([str(npm), "run", "build"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not list(root.glob("**/package-lock.json"))
    return folder / "dist"


@pytest.fixture(scope="module", params=["python", "typescript"])
def adapter(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The command of an adapter."""
    if request.param == "python":
        return tuple(ADAPTER)
    return ("node", str(request.getfixturevalue("dist") / "adapter.js"))


@pytest.mark.parametrize("has_engine", [True, False])
def test_every_case_passes_except_emission_without_the_engine(adapter: tuple[str, ...], has_engine: bool) -> None:
    run = driver.run((*adapter, *["--engine"][:has_engine]), full(), driver.Options(window=16))
    assert run.adds_up
    assert run.troubles == ()
    assert run.engine["name"].startswith("execution-provenance-")
    left_out = [] if has_engine else EMITTED
    assert {result.id: result.outcome for result in run.results if result.outcome != "pass"} == dict.fromkeys(
        left_out, "unsupported"
    )


def test_the_adapter_says_what_went_wrong_and_goes_on(adapter: tuple[str, ...]) -> None:
    case = {"type": "case", "id": "1", "contract": "1.0", "level": "reader", "timeoutMs": 1, "later": 1}
    messages: list[dict[str, Any]] = [
        # A line separator does not end a line.
        {**case, "op": "canonical", "input": {"text": '"\u2028'}},
        {**case, "op": "emit", "input": {"facts": {}}},
        {**case, "op": "constructor", "input": {"text": ""}},
        {"type": "news"},
        {"type": "bye"},
    ]
    lines = "".join(json.dumps(message, ensure_ascii=False) + "\n" for message in messages)
    finished = subprocess.run(adapter, input=lines, capture_output=True, encoding="utf-8", check=True)
    assert finished.stderr == ""
    broken, *declined, bye = map(json.loads, finished.stdout.rstrip("\n").split("\n"))
    assert (broken["id"], broken["status"]) == ("1", "error")
    assert broken["error"]["message"].startswith("InvalidRecord: 1 finding\n  json/syntax at (root)")
    assert broken["error"]["trace"].startswith("Traceback") or "codec.js" in broken["error"]["trace"]
    assert [(one["status"], one["unsupported"]["feature"]) for one in declined] == [
        ("unsupported", "emit"),
        ("unsupported", "constructor"),
    ]
    assert bye == {"type": "bye", "answered": 3}


def test_the_end_of_the_input_ends_it(adapter: tuple[str, ...]) -> None:
    finished = subprocess.run(adapter, input="", capture_output=True, encoding="utf-8")
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, "", "")


def test_the_engines_lose_nothing_of_each_other(dist: Path) -> None:
    engines = {"python": (*ADAPTER, "--engine"), "typescript": ("node", str(dist / "adapter.js"), "--engine")}
    relayed = matrix.relay(engines, full(), driver.Options(window=16))
    records = sum(case.op in ("roundtrip", "emit") for case in full().cases)
    assert relayed.troubles == relayed.notes == ()
    assert dict(relayed.cells) == {(one, two): Cell(records, 0) for one in engines for two in engines}


def facts_in_other_orders() -> Iterator[dict[str, Any]]:
    """Every execution, with its providers attempted and ruled out in the opposite order of the list."""
    for index, execution in enumerate(reference.executions(tuple(reversed(emission.CANDIDATES)))):
        yield emission.facts_of(execution, index)


# --- Python -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def engine() -> Iterator[ModuleType]:
    """The module `reference_engine`; `world` and `recorder` can be imported while it is there."""
    sys.path.insert(0, str(ENGINES))
    yield importlib.import_module("reference_engine")
    sys.path.remove(str(ENGINES))
    for name in MODULES:
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def world(engine: ModuleType) -> ModuleType:
    return importlib.import_module("world")


def test_the_python_adapter_is_short_and_needs_only_the_standard_library() -> None:
    assert len((ENGINES / "adapter.py").read_text("utf-8").splitlines()) < 160
    own = {path.stem for path in ENGINES.glob("*.py")}
    assert own == {"adapter", *MODULES}
    for path in ENGINES.glob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
        roots = {name.partition(".")[0] for name in names}
        assert roots - set(sys.stdlib_module_names) <= {"execution_provenance", *own}, path.name


@pytest.mark.parametrize("name", ["reference_engine", "recorder"])
def test_the_python_engine_does_not_know_the_facts(name: str) -> None:
    """It learns everything from the providers: the code has no word of the facts, and imports nothing that has."""
    tree = ast.parse((ENGINES / f"{name}.py").read_text("utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not {"world", "adapter"} & imported
    words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert not words & {"facts", "attempts", "did", "answered", "planError", "chain", "retries"}


def test_other_facts_than_the_golden_ones(engine: ModuleType, world: ModuleType) -> None:
    count = 0
    for facts in facts_in_other_orders():
        stage = world.World(facts)
        result = engine.Engine(stage.providers, stage.check).execute(stage.request, stage.deliver, stage.cancellation)
        assert result.provenance.to_dict() == reference.record(facts)
        assert ep.validate(result.provenance.to_json()) == []
        assert b"CANARY" not in result.provenance.to_json()
        assert result.cancelled == ("cancelled" in facts)
        answered = bool(facts["attempts"]) and facts["attempts"][-1]["did"] == "answered"
        assert (result.error is None) == (answered or result.cancelled)
        # The world did say those words: whoever wants to leak can.
        assert result.error is None or not facts["attempts"] or "CANARY" in str(result.error)
        committed = any(attempt["committed"] for attempt in facts["attempts"])
        assert bool(stage.delivered) == committed
        assert bool(result.text) == (committed or answered)
        for attempt in facts["attempts"]:
            (provider,) = (one for one in stage.providers if one.descriptor.provider_id == attempt["providerId"])
            assert provider.calls == attempt["retries"] + 1
        count += 1
    assert count == len(EMITTED) // 2


class Scripted:
    """A provider that plays its calls one after the other: events, and perhaps an exception at the end."""

    def __init__(self, name: str, *calls: Sequence[object]) -> None:
        self.descriptor = importlib.import_module("recorder").Descriptor(name)
        self.calls = list(calls)

    def objections(self, request: object) -> Sequence[str]:
        return ()

    def call(self, request: object, cancellation: object) -> Iterator[object]:
        for event in self.calls.pop(0):
            if isinstance(event, Exception):
                raise event
            yield event


def execute(engine: ModuleType, *providers: Scripted) -> Any:
    request = engine.Request("a prompt", "a key", "run")
    return engine.Engine(providers, lambda request: None).execute(request, lambda piece: None, engine.Cancellation())


def attempts(result: Any) -> list[tuple[str, str, str | None]]:
    return [(one.provider_id, one.outcome, one.error_class) for one in result.provenance.attempts]


def test_retries_end(engine: ModuleType) -> None:
    busy = engine.ProviderError("RateLimited", "later", transient=True)
    first, second = Scripted("a", *[[busy]] * 9), Scripted("b", [engine.Opened("m"), engine.Text("x")])
    result = execute(engine, first, second)
    assert len(first.calls) == 9 - (engine.MAX_RETRIES + 1)
    assert attempts(result) == [("a", "failed", "RateLimited"), ("b", "succeeded", None)]
    assert (result.text, result.provenance.reported_model) == ("x", "m")


def test_a_run_delivers_nothing_of_a_call_that_failed(engine: ModuleType) -> None:
    broken = engine.ProviderError("Unavailable", "gone", transient=True)
    provider = Scripted("a", [engine.Opened("old"), engine.Text("Hel"), broken], [engine.Text("Hello.")])
    result = execute(engine, provider)
    assert (result.text, result.error, attempts(result)) == ("Hello.", None, [("a", "succeeded", None)])


def test_no_record_of_an_attempt_that_runs(engine: ModuleType) -> None:
    recorder = importlib.import_module("recorder")
    notes = recorder.Recorder("auto")
    notes.attempt_began(recorder.Descriptor("a"))
    with pytest.raises(RuntimeError, match="the attempt of a has not ended"):
        notes.record()


def test_a_provider_that_the_facts_do_not_know_of_is_an_error(engine: ModuleType, world: ModuleType) -> None:
    facts = {"mode": "run", "request": {"prompt": "p", "authorization": "a"}, "candidates": [{"providerId": "a"}]}
    stage = world.World({**facts, "plan": {"rejections": [], "chain": ["a"]}, "attempts": []})
    with pytest.raises(RuntimeError, match="the facts have no call to a"):
        engine.Engine(stage.providers, stage.check).execute(stage.request, stage.deliver, stage.cancellation)


MISTAKES = {
    "a failure before the commitment is attributed": (
        "recorder.py",
        'return None if last.outcome == "failed" and not last.committed else last',
        "return last",
    ),
    "the first model that anybody reported": (
        "recorder.py",
        "target.reported_model if target else None",
        "next((one.reported_model for one in self._attempts if one.reported_model), None) if target else None",
    ),
    "a locality that nobody declared": ("recorder.py", 'or "unknown",', 'or "cloud",'),
    "the profile is not reported": ("reference_engine.py", 'request.profile or "auto"', '"auto"'),
    "every retry is an attempt": (
        "reference_engine.py",
        "            self._cancellation.check()\n\n    def _call(",
        "            self._recorder.attempt_ended('failed', 'Unavailable')\n"
        "            self._recorder.attempt_began(provider.descriptor)\n\n    def _call(",
    ),
    "fallback after the commitment": ("reference_engine.py", "if self._pieces:\n                    #", "if False:\n                    #"),
    "a cancellation between attempts is missed": (
        "reference_engine.py",
        "            self._cancellation.check()\n            try:",
        "            try:",
    ),
    "text that a run held back counts as delivered": (
        "reference_engine.py",
        "answer.append(event.piece)",
        "answer.append(event.piece)\n                self._recorder.committed()",
    ),
    "a stream that was cancelled is complete": ("payload.py", "        if result.cancelled:", "        if False:"),
    "a cancelled run has stopped": ("payload.py", '"cancelled" if result.cancelled else "stop"', '"stop"'),
    "a payload without its record": ("payload.py", "        provenance=record,\n", ""),
    "the prompt is the profile": ("reference_engine.py", "Recorder(request.profile or", "Recorder(request.prompt or"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_engines_that_make_a_mistake_are_detected(mistake: str, tmp_path: Path) -> None:
    name, right, wrong = MISTAKES[mistake]
    for path in ENGINES.glob("*.py"):
        text = path.read_text("utf-8")
        if path.name == name:
            assert text.count(right) == 1
            text = text.replace(right, wrong)
        (tmp_path / path.name).write_text(text, "utf-8")
    run = driver.run((sys.executable, str(tmp_path / "adapter.py"), "--engine"), plan.load(select=("emit",)))
    bad = [result for result in run.results if result.outcome in ("fail", "error")]
    assert len(bad) >= 6
    assert len(bad) + run.counts()["pass"] == run.planned == len(EMITTED)


# --- TypeScript -------------------------------------------------------------------------------------------------------


def test_the_engine_apart_from_the_golden_cases(dist: Path, tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_text(
        json.dumps([{"facts": one, "record": reference.record(one)} for one in facts_in_other_orders()]), "utf-8"
    )
    done = subprocess.run(
        ["node", "--test", str(Path(__file__).with_name("typescript_engines.mjs"))],
        env={**os.environ, "ENGINES": str(dist), "FACTS": str(file)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^\S+ pass 11$", done.stdout, re.MULTILINE), done.stdout


def test_the_typescript_adapter_is_short_and_uses_what_everybody_has() -> None:
    sources = {path.stem: path.read_text("utf-8") for path in SOURCES.glob("*.ts")}
    assert set(sources) == {"adapter", *MODULES}
    assert len(sources["adapter"].splitlines()) < 160
    for name, source in sources.items():
        imported = set(re.findall(r'from "([^"]+)"', source))
        others = {one for one in imported if not one.startswith("node:")}
        assert others <= {"execution-provenance", *(f"./{module}.js" for module in MODULES)}, name


def test_the_typescript_package_names_exact_versions_and_the_generated_package() -> None:
    package = json.loads((SOURCES / "package.json").read_text("utf-8"))
    assert package["private"] is True
    assert package["dependencies"] == {"execution-provenance": "file:../../../generated/typescript"}
    assert package["devDependencies"] == json.loads((PACKAGE / "package.json").read_text("utf-8"))["devDependencies"]
    assert (SOURCES / "../../../generated/typescript").resolve() == PACKAGE
    assert not (SOURCES / "package-lock.json").exists()


@pytest.mark.parametrize("name", ["reference_engine", "recorder"])
def test_the_typescript_engine_does_not_know_the_facts(name: str) -> None:
    """What it knows it learns from the providers: the code has no word of the facts, and imports nobody who has."""
    source = (SOURCES / f"{name}.ts").read_text("utf-8")
    assert not re.search(r'from "\./(world|adapter)\.js"', source)
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", source, flags=re.DOTALL)
    assert not re.search(r"\b([Ff]acts|did|planError|chain|payload|retries)\b", code)
