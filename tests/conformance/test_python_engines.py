"""The Python adapter over the binding, and the small engine beside it: both are right, and the engine knows no facts."""

from __future__ import annotations

import ast
import importlib
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import execution_provenance as ep
import pytest
from conformance.engines import ADAPTER, ROOT, full
from exprov.conformance import driver, plan
from exprov.conformance.plan import Plan
from exprov.suite import emission, reference

ENGINES = ROOT / "examples" / "engines" / "python"
MODULES = ("recorder", "reference_engine", "world")


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


def counts(planned: Plan, *arguments: str) -> dict[str, int]:
    """How many cases have each outcome."""
    run = driver.run((*ADAPTER, *arguments), planned, driver.Options(window=16))
    assert run.adds_up
    assert run.troubles == ()
    return {outcome: count for outcome, count in run.counts().items() if count}


def test_every_case_of_every_kind_passes() -> None:
    assert counts(full(), "--engine") == {"pass": len(full().cases)}


def test_without_the_engine_emission_is_not_declared() -> None:
    planned = plan.load(select=["executions"])
    emitted = sum(case.op == "emit" for case in planned.cases)
    assert emitted == 178
    assert counts(planned) == {"pass": len(planned.cases) - emitted, "unsupported": emitted}


def talk(*messages: dict[str, Any], arguments: Sequence[str] = ()) -> list[dict[str, Any]]:
    lines = "".join(json.dumps(message) + "\n" for message in messages)
    finished = subprocess.run([*ADAPTER, *arguments], input=lines, capture_output=True, text=True, check=True)
    assert finished.stderr == ""
    return [json.loads(line) for line in finished.stdout.splitlines()]


def test_the_adapter_says_what_went_wrong_and_goes_on() -> None:
    case = {"type": "case", "id": "1", "contract": "1.0", "level": "reader", "timeoutMs": 1, "later": 1}
    broken, declined, bye = talk(
        {**case, "op": "canonical", "input": {"text": "{"}},
        {**case, "op": "emit", "input": {"facts": {}}},
        {"type": "news"},
        {"type": "bye"},
    )
    assert (broken["id"], broken["status"]) == ("1", "error")
    assert broken["error"]["message"].startswith("InvalidRecord: 1 finding\n  json/syntax at (root)")
    assert broken["error"]["trace"].startswith("Traceback")
    assert declined == {"type": "result", "id": "1", "status": "unsupported", "unsupported": {"feature": "emit"}}
    assert bye == {"type": "bye", "answered": 2}


def test_it_is_short_and_needs_only_the_standard_library() -> None:
    assert len((ENGINES / "adapter.py").read_text("utf-8").splitlines()) < 150
    own = {path.stem for path in ENGINES.glob("*.py")}
    assert own == {"adapter", *MODULES}
    for path in ENGINES.glob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
        roots = {name.partition(".")[0] for name in names}
        assert roots - set(sys.stdlib_module_names) <= {"execution_provenance", *own}, path.name


@pytest.mark.parametrize("name", ["reference_engine", "recorder"])
def test_the_engine_does_not_know_the_facts(name: str) -> None:
    """It learns everything from the providers: the code has no word of the facts, and imports nothing that has."""
    tree = ast.parse((ENGINES / f"{name}.py").read_text("utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not {"world", "adapter"} & imported
    words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert not words & {"facts", "attempts", "did", "answered", "planError", "chain", "retries"}


# --- what happens, apart from the golden cases


def facts_in_other_orders() -> Iterator[dict[str, Any]]:
    """Every execution, with its providers attempted and ruled out in the opposite order of the list."""
    providers = tuple(reversed(emission.CANDIDATES))
    for index, execution in enumerate(reference.executions(providers)):
        yield emission.facts_of(execution, index)


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
    assert count == 178


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
    assert len(bad) + run.counts()["pass"] == run.planned == 178
