"""Records relayed between engines: what each cell counts, who is said to have lost what, and the verb's exit codes."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from exprov.cli import main
from exprov.conformance import driver, losses, matrix, plan, results
from exprov.conformance.results import CaseResult, Cell, Difference, Matrix
from exprov.errors import UsageError
from exprov.report.conformance import html
from exprov.report.conformance import matrix as report

ROOT = Path(__file__).parents[2]
ENGINES = ROOT / "tests" / "engines"
ADAPTER = ROOT / "examples" / "engines" / "python" / "adapter.py"

NUMBER = "numbers.unknown-member.fraction"
NULL = "forward.unknown-member.null"
RECORD = "schema.one-attempt"
CASES = tuple(f"{case}:roundtrip:reader" for case in (RECORD, NULL, NUMBER))
"""Records in the plan's order: one as everybody knows it, and two with a member from later."""
EMITTED = "executions.run.no-plan.not-planned:emit:writer"


@cache
def whole() -> plan.Plan:
    return plan.load()


def planned(*ids: str) -> plan.Plan:
    part = plan.only(whole(), ids)
    assert len(part.cases) == len(ids)
    return part


def engine(name: str, folder: Path, **table: Any) -> list[str]:
    """The command of an engine of tests/engines, with a table of its own."""
    file = folder / f"{name}-{len(list(folder.iterdir()))}.json"
    answers = {case.id: dict(case.expected) for case in planned(*CASES, EMITTED).cases}
    file.write_text(json.dumps({"answers": answers, **table}), "utf-8")
    return [sys.executable, "-S", str(ENGINES / f"{name}.py"), str(file)]


def relay(engines: dict[str, list[str]], *ids: str) -> matrix.Relay:
    relayed = matrix.relay(engines, planned(*(ids or CASES)), driver.Options(timeout_ms=20_000))
    assert relayed.adds_up
    return relayed


def cells(relayed: matrix.Relay) -> dict[tuple[str, str], Cell]:
    assert relayed.troubles == ()
    return dict(relayed.matrix.cells)


# --- what a cell counts -----------------------------------------------------------------------------------------------


def test_nothing_is_lost_by_engines_that_keep_everything(tmp_path: Path) -> None:
    relayed = relay({"a": engine("copies", tmp_path), "b": [sys.executable, str(ADAPTER)]})
    assert cells(relayed) == {(one, two): Cell(3, 0) for one in "ab" for two in "ab"}
    assert relayed.matrix.engines == ("a", "b")
    assert relayed.matrix.notes == ()
    assert relayed.lost == 0


def test_who_drops_unknown_members_is_told_from_who_does_not(tmp_path: Path) -> None:
    relayed = relay({"keeps": engine("copies", tmp_path), "drops": engine("drops_unknown", tmp_path)})
    by_reader = (
        f"{NULL}: /futureMember was lost (null) when drops wrote it back",
        f"{NUMBER}: /x was lost (0.1) when drops wrote it back",
    )
    by_writer = (
        f"{NULL}: /futureMember was lost (null) when drops wrote it",
        f"{NUMBER}: /x was lost (0.1) when drops wrote it",
    )
    assert cells(relayed) == {
        ("keeps", "keeps"): Cell(3, 0),
        ("keeps", "drops"): Cell(1, 2, by_reader),
        ("drops", "keeps"): Cell(1, 2, by_writer),
        ("drops", "drops"): Cell(1, 2, by_writer),
    }
    assert relayed.lost == 6


def test_a_place_that_both_change_is_told_of_both(tmp_path: Path) -> None:
    one = engine("copies", tmp_path, replace=[['"x":0.1', '"x":0.2']])
    two = engine("copies", tmp_path, replace=[['"x":0.2,', ""], ['"x":0.1', '"x":true']])
    relayed = cells(relay({"one": one, "two": two}, CASES[2]))
    start = f"{NUMBER}: /x was changed from 0.1 to"
    assert {pair: cell.examples for pair, cell in relayed.items()} == {
        ("one", "one"): (f"{start} 0.2 when one wrote it",),
        ("one", "two"): (f"{start} 0.2 when one wrote it, and was lost when two wrote it back",),
        ("two", "one"): (f"{start} true when two wrote it",),
        ("two", "two"): (f"{start} true when two wrote it",),
    }
    three = engine("copies", tmp_path, replace=[['"x":0.2', '"x":0.3']])
    assert cells(relay({"one": one, "three": three}, CASES[2]))["one", "three"].examples == (
        f"{start} 0.2 when one wrote it, and became 0.3 when three wrote it back",
    )


def test_what_is_added_and_more_places_than_are_told(tmp_path: Path) -> None:
    members = "".join(f'"n{number}":{number},' for number in range(5))
    adds = engine("copies", tmp_path, replace=[['"schemaVersion"', f'{members}"schemaVersion"']])
    relayed = cells(relay({"keeps": engine("copies", tmp_path), "adds": adds}, CASES[0]))
    assert relayed["keeps", "adds"].examples == (
        f"{RECORD}: /n0 was added (0) when adds wrote it back; /n1 was added (1) when adds wrote it back; "
        "/n2 was added (2) when adds wrote it back; and 2 more places",
    )
    # Written twice, a member is no JSON that two readers read alike.
    assert (
        relayed["adds", "adds"].examples[0].startswith(f"{RECORD}: adds read what adds wrote: the output is not what")
    )
    assert (
        relayed["adds", "adds"]
        .examples[0]
        .endswith(
            "(already: /n0 was added (0) when adds wrote it; /n1 was added (1) when adds wrote it; "
            "/n2 was added (2) when adds wrote it)"
        )
    )


def test_a_record_that_is_not_written_or_not_read_is_lost(tmp_path: Path) -> None:
    relayed = cells(
        relay({"keeps": engine("copies", tmp_path), "refuses": engine("copies", tmp_path, refuse="futureMember")})
    )
    told = "error: the engine answered that it failed: not like this"
    assert relayed["keeps", "refuses"] == Cell(2, 1, (f"{NULL}: refuses read what keeps wrote: {told}",))
    assert relayed["refuses", "keeps"] == Cell(2, 1, (f"{NULL}: refuses wrote nothing to read: {told}",))


def test_a_reader_that_refuses_what_is_no_json_is_not_the_first_to_blame(tmp_path: Path) -> None:
    breaks = engine("copies", tmp_path, replace=[["}", ""]])
    relayed = cells(relay({"breaks": breaks, "python": [sys.executable, str(ADAPTER)]}, CASES[0]))
    (told,) = relayed["breaks", "python"].examples
    assert told.startswith(
        f"{RECORD}: python read what breaks wrote: error: the engine answered that it failed: Invalid"
    )
    assert "(already: the output is not what a writer may write: json/syntax: " in told
    assert relayed["python", "python"] == Cell(1, 0)


def test_a_crash_loses_one_record_only(tmp_path: Path) -> None:
    crashes = engine("crashes", tmp_path, at=[CASES[1]])
    relayed = cells(relay({"crashes": crashes}))
    told = f"{NULL}: crashes wrote nothing to read: crash: the engine ended with code 7"
    assert relayed == {("crashes", "crashes"): Cell(2, 1, (told,))}


def test_an_output_too_long_to_be_kept_is_lost(tmp_path: Path) -> None:
    padded = engine("copies", tmp_path, replace=[['{"schemaVersion"', "{" + " " * 100_000 + '"schemaVersion"']])
    relayed = cells(relay({"padded": padded}, CASES[0]))
    told = f"{RECORD}: padded wrote nothing to read: it is far longer than what was read"
    assert relayed == {("padded", "padded"): Cell(0, 1, (told,))}


# --- emission, and what is not declared -------------------------------------------------------------------------------


def test_what_an_engine_emits_is_read_by_the_others(tmp_path: Path) -> None:
    emits = engine("copies", tmp_path, hello={"ops": ["roundtrip", "emit"]})
    loses = engine("copies", tmp_path, replace=[['"routeRejections"', '"rejections"']])
    relayed = relay({"emits": emits, "loses": loses}, CASES[0], EMITTED)
    found = cells(relayed)
    assert found["emits", "emits"] == Cell(2, 0)
    assert (found["emits", "loses"].kept, found["emits", "loses"].lost) == (0, 2)
    assert found["emits", "loses"].examples[1] == (
        "executions.run.no-plan.not-planned (emitted): /routeRejections was lost ([]) when loses wrote it back; "
        "/rejections was added ([]) when loses wrote it back"
    )
    assert (found["loses", "emits"].lost, found["loses", "emits"].skipped) == (1, 1)
    assert relayed.matrix.notes == ("loses did not write 1 record: the engine does not declare the operation emit",)


def test_an_engine_that_does_not_read_is_not_applicable_and_loudly_so(tmp_path: Path) -> None:
    judges = engine("checking", tmp_path)
    judges.remove("-S")
    emits = engine("copies", tmp_path, hello={"ops": ["emit"]})
    relayed = relay({"keeps": engine("copies", tmp_path), "judges": judges, "emits": emits}, *CASES, EMITTED)
    assert cells(relayed) == {
        ("keeps", "keeps"): Cell(3, 0, skipped=1),
        ("keeps", "judges"): Cell(0, 0, skipped=4),
        ("keeps", "emits"): Cell(0, 0, skipped=4),
        ("judges", "keeps"): Cell(0, 0, skipped=4),
        ("judges", "judges"): Cell(0, 0, skipped=4),
        ("judges", "emits"): Cell(0, 0, skipped=4),
        ("emits", "keeps"): Cell(1, 0, skipped=3),
        ("emits", "judges"): Cell(0, 0, skipped=4),
        ("emits", "emits"): Cell(0, 0, skipped=4),
    }
    assert relayed.matrix.notes == (
        "keeps did not write 1 record: the engine does not declare the operation emit",
        "judges did not write 3 records: the engine does not declare the operation roundtrip",
        "judges did not write 1 record: the engine does not declare the operation emit",
        "emits did not write 3 records: the engine does not declare the operation roundtrip",
        "judges did not read back 4 records: the engine does not declare the operation roundtrip",
        "emits did not read back 4 records: the engine does not declare the operation roundtrip",
    )
    assert report.render(relayed.matrix).splitlines() == [
        "writes \\ reads  keeps                   judges          emits",
        "keeps           ok 3, 1 not applicable  not applicable  not applicable",
        "judges          not applicable          not applicable  not applicable",
        "emits           ok 1, 3 not applicable  not applicable  not applicable",
        "",
        *(f"NOT APPLICABLE: {note}" for note in relayed.matrix.notes),
        "",
        "PASSED: 0 of 4 records were lost between 3 engines; 32 were NOT APPLICABLE",
    ]
    page = html.render_matrix(replace(relayed.matrix, notes=("<b>", *relayed.matrix.notes[1:])))
    assert "<li>Not applicable: &lt;b&gt;</li>" in page
    assert page.count("<li>Not applicable: ") == 6
    assert page.count('<td class="untried">not applicable</td>') == 7


def test_declared_limits_are_about_what_is_read(tmp_path: Path) -> None:
    small = engine("copies", tmp_path, hello={"limits": {"integer": 2**31 - 1, "depth": None}})
    writes = engine("copies", tmp_path, replace=[['"x":0.1', '"x":12345678901']])
    relayed = relay({"writes": writes, "small": small}, CASES[2])
    assert cells(relayed)["writes", "small"] == Cell(0, 0, skipped=1)
    assert cells(relayed)["small", "writes"].lost == 1
    assert relayed.matrix.notes == (
        "small did not read back 1 record: the engine declares 2147483647 as its biggest integer",
    )


def test_carriers_and_exact_numbers_travel_too() -> None:
    ids = [
        "numbers.stream-completed.total-ms.tiny:roundtrip:reader",
        "numbers.unknown-member.many-digits:roundtrip:reader",
        "forward.unknown-member.inderun-error.in-root:roundtrip:reader",
    ]
    assert cells(relay({"python": [sys.executable, str(ADAPTER)]}, *ids)) == {("python", "python"): Cell(3, 0)}


# --- troubles ---------------------------------------------------------------------------------------------------------


def test_an_engine_that_does_not_start_leaves_its_pairs_untried(tmp_path: Path) -> None:
    relayed = relay({"keeps": engine("copies", tmp_path), "absent": ["/no/such/engine"]})
    assert dict(relayed.matrix.cells) == {("keeps", "keeps"): Cell(3, 0)}
    assert len(relayed.troubles) == 1
    assert relayed.troubles[0].startswith("absent: ")
    assert report.render(relayed.matrix).splitlines()[1:3] == ["keeps           ok 3   -", "absent          -      -"]
    assert report.figure(relayed.matrix).endswith("; 3 of 4 pairs were NOT TRIED; trouble beside the records: 1")


def test_where_nothing_can_be_relayed_that_is_a_trouble(tmp_path: Path) -> None:
    relayed = relay({"emits": engine("copies", tmp_path, hello={"ops": ["emit"]})}, EMITTED)
    assert relayed.matrix.cells == {("emits", "emits"): Cell(0, 0, skipped=1)}
    assert relayed.troubles == ("no record was relayed; let the engines declare the operation roundtrip",)


def test_after_an_interruption_nothing_more_is_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    real = driver.run
    asked: list[Sequence[str]] = []

    def run(command: Sequence[str], part: plan.Plan, options: driver.Options) -> results.Run:
        asked.append(command)
        found = real(command, part, options)
        return found if len(asked) < 3 else replace(found, troubles=(driver.INTERRUPTED,))

    monkeypatch.setattr(driver, "run", run)
    one, two = engine("copies", tmp_path), engine("copies", tmp_path)
    relayed = relay({"one": one, "two": two})
    assert asked == [one, two, one]
    troubles = ("one, reading what one wrote: the run was interrupted",)
    assert relayed.matrix == Matrix(("one", "two"), {}, (), troubles)
    assert relayed.troubles == troubles


def test_what_is_not_run_is_neither_kept_nor_lost(tmp_path: Path) -> None:
    dies = engine("crashes", tmp_path, at=[CASES[1]])
    relayed = matrix.relay({"dies": dies}, planned(*CASES), driver.Options(max_restarts=0))
    cell = relayed.matrix.cells["dies", "dies"]
    assert (cell.kept, cell.lost, cell.skipped) == (1, 1, 1)
    assert relayed.troubles[0].startswith("dies: the engine was restarted 0 times")


def test_nothing_is_asked_twice_and_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    pair = {"one": engine("copies", tmp_path), "two": engine("copies", tmp_path)}
    matrix.relay(pair, planned(CASES[0]), driver.Options(repeat=99), lambda *at: told.append(at))
    assert told == [(done, 6) for done in range(1, 7)]


def test_a_plan_without_records_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no selected case has a record to relay"):
        matrix.relay({"a": engine("copies", tmp_path)}, planned("schema.one-attempt:validate:reader"))


def test_long_values_are_cut_and_the_root_has_a_name() -> None:
    (case,) = planned(CASES[0]).cases
    place = Difference("", '"' + "a" * 100 + '"', "1")

    def result(outcome: str, *places: Difference) -> CaseResult:
        return CaseResult(case.id, case.case, "", "", case.op, case.level, outcome, {}, {}, differences=places)

    told = losses.describe(case, "a", result(results.PASS), "b", result(results.FAIL, place))
    assert told == f'{RECORD}: the whole value was changed from "{"a" * 59}... to 1 when b wrote it back'


# --- the verb ---------------------------------------------------------------------------------------------------------


def call(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["conformance", "matrix", *map(str, arguments)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def named(name: str, command: list[str]) -> str:
    return f"--engine={name}={shlex.join(command)}"


def test_nothing_lost_ends_with_0(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    a, b = named("a", engine("copies", tmp_path)), named("b", engine("copies", tmp_path))
    code, out, err = call(capsys, a, b, "--select", CASES[0], "--jobs", 1, "--window", 4, "--timeout", 20)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "writes \\ reads  a     b",
        "a               ok 1  ok 1",
        "b               ok 1  ok 1",
        "",
        "PASSED: 0 of 4 records were lost between 2 engines",
    ]


def test_something_lost_ends_with_1_and_the_page_says_what(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "matrix.html"
    drops = named("drops=all", engine("drops_unknown", tmp_path)).replace("drops=all", "drops", 1)
    code, out, err = call(capsys, drops, "--select", NULL, "--report", f"html={page}")
    assert (code, err) == (1, "")
    assert "  - forward.unknown-member.null: /futureMember was lost (null) when drops wrote it\n" in out
    assert "/futureMember was lost (null) when drops wrote it" in page.read_text("utf-8")
    code, out, err = call(capsys, drops, "--select", NULL, "--report", "html")
    assert (code, err) == (1, "")
    assert out == page.read_text("utf-8")


def test_an_engine_in_trouble_ends_with_3_and_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    a = named("a", engine("copies", tmp_path))
    code, out, err = call(capsys, a, "--engine=b\x1b=/no/such/engine", "--select", CASES[0])
    assert code == 3
    assert out.splitlines()[1] == "a               ok 1  -"
    assert err.startswith("exprov: error: b\\x1b: ")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "there is no engine"),
        (["--engine", "python"], "'python' is not the name and the command of an engine"),
        (["--engine", "=python"], "'=python' is not the name and the command of an engine"),
        (["--engine", "a= "], "'a= ' is not the name and the command of an engine"),
        (["--engine", "a='x"], "the command of the engine 'a' cannot be split: No closing quotation"),
        (["--engine", "a=x", "--engine", "a=y"], "two engines are called 'a'"),
        (["--engine", "a=x", "--report", "json"], "there is no report format 'json'; choose from text, html"),
        (["--engine", "a=x", "--select", "validate"], "no selected case has a record to relay"),
        (["--engine", "a=x", "--select", "nonsense"], "no case fits 'nonsense'"),
    ],
)
def test_wrong_usage_ends_with_2(capsys: pytest.CaptureFixture[str], arguments: list[str], told: str) -> None:
    code, out, err = call(capsys, *arguments)
    assert (code, out) == (2, "")
    assert told in err
