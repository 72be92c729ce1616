"""The page for newcomers is true: its conversation is one that was had, and its first steps lead to a green case."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from exprov.cli import conformance
from exprov.conformance import driver, plan, protocol, results, scaffold
from exprov.conformance.results import OUTCOMES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "implementers.md").read_text("utf-8")
ADAPTER = [sys.executable, str(ROOT / "examples" / "engines" / "python" / "adapter.py"), "--engine"]


def blocks(language: str, mark: str = "") -> list[str]:
    """The fenced blocks of a language, those alone that stand below `mark` if there is one; without it, those without any."""
    before = re.escape(f"<!-- {mark} -->\n") if mark else r"(?<!-->\n)"
    return re.findall(rf"{before}```{language}\n(.*?)```", PAGE, re.DOTALL)


def table(heading: str) -> dict[str, str]:
    """The rows of the first table below a heading: first cell -> the rest of the row."""
    part = PAGE.split(f"{heading}\n", 1)[1].split("|---|", 1)[1].split("\n\n", 1)[0]
    rows = [line.strip("|").split(" | ", 1) for line in part.splitlines() if line.startswith("| ")]
    return {cells[0].strip(): cells[1] for cells in rows}


def names(heading: str) -> set[str]:
    return {name for cell in table(heading) for name in re.findall("`(.+?)`", cell)}


def conversation(sign: str) -> list[str]:
    return [line[2:] for block in blocks("text") for line in block.splitlines() if line.startswith(f"{sign} ")]


def test_the_driver_says_what_it_says() -> None:
    planned = {case.id: case for case in plan.load().cases}
    hello, *cases, bye = (protocol.decode_driver(line.encode()) for line in conversation(">"))
    assert isinstance(hello, protocol.DriverHello)
    assert (hello.protocol, hello.contract) == ((protocol.VERSION,), (protocol.CONTRACT,))
    assert hello.suite.version == plan.load().version
    assert isinstance(bye, protocol.DriverBye)
    for case in cases:
        assert isinstance(case, protocol.Case)
        assert case == planned[case.id].question(driver.Options().timeout_ms)
    assert {case.op for case in cases if isinstance(case, protocol.Case)} == set(protocol.OPS)


def test_the_adapter_answers_what_it_answers() -> None:
    lines = conversation(">")
    finished = subprocess.run(ADAPTER, input="".join(f"{line}\n" for line in lines), capture_output=True, text=True)
    answers = [json.loads(line) for line in finished.stdout.splitlines()]
    shown = [json.loads(line) for line in conversation("<")]
    # The machine that it runs on is another one.
    assert answers[0].pop("engine").keys() == shown[0].pop("engine").keys()
    assert shown == answers
    assert answers[-1]["answered"] == len(lines) - 2


def test_lines_of_other_engines_are_of_the_protocol() -> None:
    (block,) = blocks("text", "lines of other engines")
    messages = [protocol.decode_engine(line.removeprefix("< ").encode()) for line in block.splitlines()]
    assert [message.status for message in messages if isinstance(message, protocol.Result)] == ["error", "unsupported"]


def test_the_first_steps_lead_to_a_green_case(tmp_path: Path) -> None:
    folder = tmp_path / "my-adapter"
    assert f"exprov conformance scaffold python {folder.name}" in PAGE
    assert all(f"`{language}`" in PAGE or f"scaffold {language}" in PAGE for language in scaffold.languages())
    scaffold.write("python", folder)
    command = (sys.executable, str(folder / "adapter.py"))
    asked = plan.load(select=("parse",))

    def outcomes() -> dict[str, results.CaseResult]:
        return {one.id: one for one in driver.run(command, asked).results}

    before = outcomes()
    assert {one.outcome for one in before.values()} == {"error", "unsupported"}
    assert before["parse.alone.brace:validate:reader"].reason.endswith("not written yet: validate")
    skipped = {one.reason for one in before.values() if one.outcome == "unsupported"}
    assert skipped == {f"the engine does not declare the feature {feature}" for feature in ("limits", "carriers")}

    (piece,) = blocks("python", "first piece")
    path = folder / "adapter.py"
    text = path.read_text("utf-8")
    old = '    raise NotWritten("not written yet: validate")\n'
    assert text.count(old) == 1
    path.write_text(text.replace(old, piece), "utf-8")
    after = outcomes()
    for level in ("reader", "writer"):
        assert after[f"parse.alone.brace:validate:{level}"].outcome == "pass"
        assert after[f"parse.encoding.gzip:validate:{level}"].outcome == "wrong-reason"
    assert {one.outcome for one in after.values()} == {"pass", "wrong-reason", "error", "unsupported"}
    (infinite,) = (one for one in after.values() if "NaN" in str(one.input) and one.id.endswith(":validate:reader"))
    assert infinite.outcome == "error"


def test_the_hello_is_told_in_full() -> None:
    members = set(protocol.EngineHello.__struct_fields__) - {"protocol", "run"}
    rows = {name.strip("`"): rest for name, rest in table("### hello").items()}
    assert rows.keys() == members
    for name, words in (("ops", protocol.OPS), ("levels", protocol.LEVELS), ("features", protocol.FEATURES)):
        assert re.findall("`(.+?)`", rows[name]) == list(words)
    assert set(re.findall("`(.+?)`", rows["engine"])) == set(protocol.Engine.__struct_fields__)
    assert all(f"`{word}`" in rows["findings"] for word in ("all", "first"))
    assert "has 30 seconds" in PAGE and driver.Options().start_timeout_ms == 30_000
    assert all(f"`{carrier}`" in PAGE for carrier in get_args(protocol.Carrier))


def test_the_outcomes_are_told_in_full() -> None:
    assert names("## How an answer is judged") == set(OUTCOMES)


def test_the_facts_are_told_in_full() -> None:
    from exprov.suite.emission import emissions

    found: set[str] = set()
    for _, facts in emissions():
        found |= set(facts)
        rows = table("## Emission")
        parts: list[tuple[str, dict[str, Any]]] = [("attempts", one) for one in facts["attempts"]]
        parts += [("request", facts["request"]), *(("candidates", one) for one in facts["candidates"])]
        parts += [("planError", facts["planError"])] if "planError" in facts else []
        for member, part in parts:
            for name in part.keys() - {"providerId"}:
                assert f"`{name}`" in rows[f"`{member}`"], (member, name)
    assert names("## Emission") == found


def test_the_glossary_is_in_order() -> None:
    words = list(table("## Glossary"))
    assert words == sorted(words)
    needed = {
        "carrier",
        "target",
        "engine",
        "adapter",
        "facts",
        "finding",
        "level",
        "fixture",
        "op",
        "provider",
        "driver",
    }
    assert needed <= set(words)


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#]+)\)", PAGE))))
def test_links(link: str) -> None:
    assert (ROOT / "docs" / link).is_file()


def test_paths() -> None:
    mentioned = set(re.findall(r"`((?:examples|generated|schemas|docs)/[^` ]+)`", PAGE))
    assert len(mentioned) >= 4
    for path in mentioned:
        assert (ROOT / path).exists(), path


def test_commands_are_understood() -> None:
    """Every command on the page: the verb takes it."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    conformance.add_arguments(parser)
    lines = [
        line[2:] for block in blocks("console", "commands") for line in block.splitlines() if line.startswith("$ ")
    ]
    inline = re.findall(r"`(exprov conformance \w+ [^-`][^`]*)`", PAGE)
    seen = set()
    for line in [*lines, *inline]:
        command, verb, *rest = shlex.split(line)
        assert (command, verb) == ("exprov", "conformance")
        seen.add(parser.parse_args(rest).action)
    assert seen == {"run", "doctor", "scaffold"}
