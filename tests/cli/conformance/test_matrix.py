"""`exprov conformance matrix`: its reports and exit codes."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest
from conformance.engines import engine, part

RECORD, NULL = "schema.one-attempt:roundtrip:reader", "forward.unknown-member.null:roundtrip:reader"


def named(name: str, folder: Path, **replaced: str) -> str:
    """The option of an engine that copies records, except some texts."""
    table = {"faults": {"": ["copy", replaced]}, "hello": {"ops": ["roundtrip"]}}
    return f"--engine={name}={shlex.join(engine(folder, part([RECORD]), **table))}"


def test_nothing_lost_ends_with_0(run: Any, tmp_path: Path) -> None:
    options = ("--select", RECORD, "--jobs", 1, "--window", 4, "--timeout", 20)
    outcome = run("conformance", "matrix", named("a", tmp_path), named("b", tmp_path), *options)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.splitlines() == [
        "writes \\ reads  a     b",
        "a               ok 1  ok 1",
        "b               ok 1  ok 1",
        "",
        "PASSED: 0 of 4 records were lost between 2 engines",
    ]


def test_something_lost_ends_with_1_and_the_page_says_what(run: Any, tmp_path: Path) -> None:
    page, loss = tmp_path / "matrix.html", "/futureMember was lost (null) when drops wrote it"
    drops = named("drops", tmp_path / "engine", **{',"futureMember":null': ""})
    outcome = run("conformance", "matrix", drops, "--select", NULL, "--report", f"html={page}")
    assert (outcome.code, outcome.err) == (1, "")
    assert f"  - forward.unknown-member.null: {loss}\n" in outcome.out
    assert loss in page.read_text("utf-8")
    outcome = run("conformance", "matrix", drops, "--select", NULL, "--report", "html")
    assert outcome == (1, page.read_text("utf-8"), "")


def test_an_engine_in_trouble_ends_with_3_and_is_named(run: Any, tmp_path: Path) -> None:
    outcome = run("conformance", "matrix", named("a", tmp_path), "--engine=b\x1b=/no/such/engine", "--select", RECORD)
    assert outcome.code == 3
    assert outcome.out.splitlines()[1] == "a               ok 1  -"
    assert outcome.err.startswith("exprov: error: b\\x1b: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "there is no engine"),
        (["--engine", "python"], "'python' is not a name and a command"),
        (["--engine", "=python"], "'=python' is not a name and a command"),
        (["--engine", "a= "], "'a= ' is not a name and a command"),
        (["--engine", "a='x"], "the command of the engine 'a' cannot be split: No closing quotation"),
        (["--engine", "a=x", "--engine", "a=y"], "two engines are called 'a'"),
        (["--engine", "a=x", "--report", "json"], "there is no report format 'json'; choose from text, html"),
        (["--engine", "a=x", "--select", "validate"], "no selected case has a record to relay"),
        (["--engine", "a=x", "--select", "nonsense"], "no case matches 'nonsense'"),
    ],
)
def test_wrong_usage_ends_with_2(run: Any, arguments: list[str], message: str) -> None:
    outcome = run("conformance", "matrix", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
