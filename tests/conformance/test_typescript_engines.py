"""The TypeScript adapter and reference engine pass every golden case, as the Python ones do.

If EXPROV_TYPESCRIPT is set, as by `nox -s typescript`, they are built; if not, those built in the repository are tested.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from conformance.engines import ADAPTER, ROOT, full
from exprov.conformance import driver, matrix
from exprov.conformance.results import Cell
from exprov.suite import emission, reference
from exprov.suite.documents import CLOUD, DEVICE, EDGE

SOURCES = ROOT / "examples" / "engines" / "typescript"
PACKAGE = ROOT / "generated" / "typescript"
MODULES = ("recorder", "reference_engine", "world")
BUILT = shutil.ignore_patterns("node_modules", "dist", "build")


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the compiled modules."""
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


def command(dist: Path, *arguments: str) -> tuple[str, ...]:
    return ("node", str(dist / "adapter.js"), *arguments)


def outcomes(dist: Path, *arguments: str) -> dict[str, int]:
    run = driver.run(command(dist, *arguments), full(), driver.Options(window=16))
    assert run.adds_up
    assert run.troubles == ()
    assert run.engine["name"] == "execution-provenance-typescript"
    assert run.engine["version"] == json.loads((PACKAGE / "package.json").read_text("utf-8"))["version"]
    return {outcome: count for outcome, count in run.counts().items() if count}


def test_every_case_of_every_kind_passes(dist: Path) -> None:
    assert outcomes(dist, "--engine") == {"pass": len(full().cases)}


def test_without_the_engine_emission_is_declared_to_be_missing(dist: Path) -> None:
    planned = full().cases
    emitted = sum(case.op == "emit" for case in planned)
    assert outcomes(dist) == {"pass": len(planned) - emitted, "unsupported": emitted}


def test_it_and_the_python_engine_lose_nothing_of_each_other(dist: Path) -> None:
    engines = {"python": (*ADAPTER, "--engine"), "typescript": command(dist, "--engine")}
    relayed = matrix.relay(engines, full(), driver.Options(window=16))
    records = sum(case.op in ("roundtrip", "emit") for case in full().cases)
    assert relayed.troubles == relayed.notes == ()
    assert dict(relayed.cells) == {(one, two): Cell(records, 0) for one in engines for two in engines}


def talk(dist: Path, *messages: dict[str, Any], arguments: Sequence[str] = ()) -> list[dict[str, Any]]:
    lines = "".join(json.dumps(message, ensure_ascii=False) + "\n" for message in messages)
    finished = subprocess.run(command(dist, *arguments), input=lines, capture_output=True, encoding="utf-8", check=True)
    assert finished.stderr == ""
    return [json.loads(line) for line in finished.stdout.rstrip("\n").split("\n")]


def test_the_adapter_says_what_went_wrong_and_goes_on(dist: Path) -> None:
    case = {"type": "case", "id": "1", "contract": "1.0", "level": "reader", "timeoutMs": 1, "later": 1}
    broken, declined, unknown, bye = talk(
        dist,
        # A line separator is no end of a line here.
        {**case, "op": "canonical", "input": {"text": '"\u2028'}},
        {**case, "op": "emit", "input": {"facts": {}}},
        {**case, "op": "constructor", "input": {"text": ""}},
        {"type": "news"},
        {"type": "bye"},
    )
    assert (broken["id"], broken["status"]) == ("1", "error")
    assert broken["error"]["message"].startswith("InvalidRecord: 1 finding\n  json/syntax at (root)")
    assert "codec.js" in broken["error"]["trace"]
    assert declined == {"type": "result", "id": "1", "status": "unsupported", "unsupported": {"feature": "emit"}}
    assert unknown == {"type": "result", "id": "1", "status": "unsupported", "unsupported": {"feature": "constructor"}}
    assert bye == {"type": "bye", "answered": 3}


def test_the_end_of_the_input_ends_it(dist: Path) -> None:
    finished = subprocess.run(command(dist), input="", capture_output=True, encoding="utf-8")
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, "", "")


def test_the_engine_apart_from_the_golden_cases(dist: Path, tmp_path: Path) -> None:
    # Every execution, with its providers attempted and ruled out in the opposite order of the list.
    facts = [
        emission.facts_of(execution, index)
        for index, execution in enumerate(reference.executions((CLOUD, EDGE, DEVICE)))
    ]
    file = tmp_path / "facts.json"
    file.write_text(json.dumps([{"facts": one, "record": reference.record(one)} for one in facts]), "utf-8")
    done = subprocess.run(
        ["node", "--test", str(Path(__file__).with_name("typescript_engines.mjs"))],
        env={**os.environ, "ENGINES": str(dist), "FACTS": str(file)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^\S+ pass 11$", done.stdout, re.MULTILINE), done.stdout


# --- what needs no Node


def test_it_is_short_and_uses_what_everybody_has() -> None:
    sources = {path.stem: path.read_text("utf-8") for path in SOURCES.glob("*.ts")}
    assert set(sources) == {"adapter", *MODULES}
    assert len(sources["adapter"].splitlines()) < 150
    for name, source in sources.items():
        imported = set(re.findall(r'from "([^"]+)"', source))
        others = {one for one in imported if not one.startswith("node:")}
        assert others <= {"execution-provenance", *(f"./{module}.js" for module in MODULES)}, name


def test_its_package_names_exact_versions_and_the_generated_package() -> None:
    package = json.loads((SOURCES / "package.json").read_text("utf-8"))
    assert package["private"] is True
    assert package["dependencies"] == {"execution-provenance": "file:../../../generated/typescript"}
    assert package["devDependencies"] == json.loads((PACKAGE / "package.json").read_text("utf-8"))["devDependencies"]
    assert (SOURCES / "../../../generated/typescript").resolve() == PACKAGE
    assert not (SOURCES / "package-lock.json").exists()


@pytest.mark.parametrize("name", ["reference_engine", "recorder"])
def test_the_engine_has_never_heard_of_facts(name: str) -> None:
    """What it knows it learns from the providers: the code has no word of the facts, and imports nobody who has."""
    source = (SOURCES / f"{name}.ts").read_text("utf-8")
    assert not re.search(r'from "\./(world|adapter)\.js"', source)
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", source, flags=re.DOTALL)
    assert not re.search(r"\b([Ff]acts|did|planError|chain|payload|retries)\b", code)
