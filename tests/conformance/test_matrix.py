"""Records relayed between engines: what each cell counts, and which engine is said to have lost what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conformance import engines
from conformance.engines import ADAPTER, EMITTED, part
from exprov.conformance import driver, losses, matrix, plan
from exprov.conformance.outcomes import FAIL, PASS
from exprov.conformance.results import CaseResult, Cell, Difference, Matrix, Run
from exprov.report.conformance import html
from exprov.report.conformance import matrix as report

NUMBER = "numbers.unknown-member.fraction"
NULL = "forward.unknown-member.null"
RECORD = "schema.one-attempt"
CASES = tuple(f"{case}:roundtrip:reader" for case in (RECORD, NULL, NUMBER))
"""Records in the plan's order: one without and two with a member of a later version."""


def engine(folder: Path, *fault: Any, at: str = "", **hello: Any) -> list[str]:
    """An engine that makes this fault, by default copies records."""
    hello = {"ops": ["roundtrip"], **hello}
    return engines.engine(folder, part((*CASES, EMITTED)), faults={at: fault or ["copy", {}]}, hello=hello)


def copies(folder: Path, replaced: dict[str, str] | None = None, **hello: Any) -> list[str]:
    """An engine that copies records, except for texts that it replaces."""
    return engine(folder, "copy", replaced or {}, **hello)


def relay(engines: dict[str, list[str]], *ids: str) -> Matrix:
    relayed = matrix.relay(engines, part(ids or CASES), driver.Options(timeout_ms=20_000))
    assert relayed.adds_up
    return relayed


def cells(relayed: Matrix) -> dict[tuple[str, str], Cell]:
    assert relayed.troubles == ()
    return dict(relayed.cells)


# --- what a cell counts -----------------------------------------------------------------------------------------------


def test_nothing_is_lost_by_engines_that_keep_everything(tmp_path: Path) -> None:
    relayed = relay({"a": copies(tmp_path), "b": ADAPTER})
    assert cells(relayed) == {(one, two): Cell(3, 0) for one in "ab" for two in "ab"}
    assert relayed.engines == ("a", "b")
    assert relayed.notes == ()
    assert relayed.lost == 0


CHANGED = f"{NUMBER}: /x was changed from 0.1 to"
ADDED = "; ".join(f"/n{number} was added ({number}) when adds wrote it" for number in range(3))
ERROR = "error: the engine answered that it failed: not like this"
FAULTS: dict[str, tuple[Any, ...]] = {
    "keeps": ("copy", {}),
    "drops": ("copy", {',"futureMember":null': "", '"x":0.1,': "", ',"x":0.1': ""}),
    "one": ("copy", {'"x":0.1': '"x":0.2'}),
    "two": ("copy", {'"x":0.2,': "", '"x":0.1': '"x":true'}),
    "three": ("copy", {'"x":0.2': '"x":0.3'}),
    "adds": ("copy", {'"schemaVersion"': "".join(f'"n{n}":{n},' for n in range(5)) + '"schemaVersion"'}),
    "rejects": ("copy", {}, "futureMember"),
    "breaks": ("copy", {"}": ""}),
    "pads": ("copy", {'{"schemaVersion"': "{" + " " * 110_000 + '"schemaVersion"'}),
}
"""What engines do, by their name."""
LOSSES: list[tuple[str, str, tuple[str, ...], tuple[str, ...]]] = [
    ("keeps", "drops", CASES, (f"{NULL}: /futureMember was lost (null) when drops wrote it back", f"{NUMBER}: /x was lost (0.1) when drops wrote it back")),
    ("drops", "keeps", CASES, (f"{NULL}: /futureMember was lost (null) when drops wrote it", f"{NUMBER}: /x was lost (0.1) when drops wrote it")),
    ("drops", "drops", CASES, (f"{NULL}: /futureMember was lost (null) when drops wrote it", f"{NUMBER}: /x was lost (0.1) when drops wrote it")),
    ("one", "one", CASES[2:], (f"{CHANGED} 0.2 when one wrote it",)),
    ("one", "two", CASES[2:], (f"{CHANGED} 0.2 when one wrote it, and was lost when two wrote it back",)),
    ("two", "one", CASES[2:], (f"{CHANGED} true when two wrote it",)),
    ("one", "three", CASES[2:], (f"{CHANGED} 0.2 when one wrote it, and became 0.3 when three wrote it back",)),
    ("keeps", "adds", CASES[:1], (f"{RECORD}: {ADDED} back; and 2 more places".replace("it;", "it back;"),)),
    # Twice, a member is not what two readers read alike.
    ("adds", "adds", CASES[:1], (f"{RECORD}: adds read what adds wrote: a writer must not write this output: json/duplicate-member: ... (already: {ADDED})",)),
    ("keeps", "rejects", CASES, (f"{NULL}: rejects read what keeps wrote: {ERROR}",)),
    ("rejects", "keeps", CASES, (f"{NULL}: rejects wrote nothing to read: {ERROR}",)),
    # A reader that rejects invalid JSON is not the first to blame.
    ("breaks", "python", CASES[:1], (f"{RECORD}: python read what breaks wrote: error: the engine answered that it failed: Invalid... (already: a writer must not write this output: json/syntax: ...)",)),
    ("pads", "pads", CASES[:1], (f"{RECORD}: pads wrote nothing to read: it is far longer than the input",)),
]  # fmt: skip
"""Writer, reader, what is relayed, and what is lost; "..." stands for any words."""


@pytest.mark.parametrize(("writer", "reader", "ids", "lost"), LOSSES)
def test_the_engine_that_lost_something_is_named(
    tmp_path: Path, writer: str, reader: str, ids: tuple[str, ...], lost: tuple[str, ...]
) -> None:
    commands = {name: engine(tmp_path, *FAULTS[name]) if name in FAULTS else ADAPTER for name in {writer, reader}}
    cell = cells(relay(commands, *ids))[writer, reader]
    assert (cell.kept, cell.lost, cell.skipped) == (len(ids) - len(lost), len(lost), 0)
    for found, shown in zip(cell.examples, lost, strict=True):
        assert re.fullmatch(re.escape(shown).replace(re.escape("..."), ".*"), found, re.DOTALL), found


def test_a_crash_loses_one_record_only(tmp_path: Path) -> None:
    crashes = engine(tmp_path, "exit", 7, at=CASES[1])
    relayed = cells(relay({"crashes": crashes}))
    shown = f"{NULL}: crashes wrote nothing to read: crash: the engine ended with code 7"
    assert relayed == {("crashes", "crashes"): Cell(2, 1, (shown,))}


# --- emission, and what is not declared -------------------------------------------------------------------------------


def test_what_an_engine_emits_is_read_by_the_others(tmp_path: Path) -> None:
    emits = copies(tmp_path, ops=["roundtrip", "emit"])
    loses = copies(tmp_path, {'"routeRejections"': '"rejections"'})
    relayed = relay({"emits": emits, "loses": loses}, CASES[0], EMITTED)
    found = cells(relayed)
    assert found["emits", "emits"] == Cell(2, 0)
    assert (found["emits", "loses"].kept, found["emits", "loses"].lost) == (0, 2)
    assert found["emits", "loses"].examples[1] == (
        "executions.run.no-plan.not-planned (emitted): /routeRejections was lost ([]) when loses wrote it back; "
        "/rejections was added ([]) when loses wrote it back"
    )
    assert (found["loses", "emits"].lost, found["loses", "emits"].skipped) == (1, 1)
    assert relayed.notes == ("loses did not write 1 record: the engine does not declare the operation emit",)


def test_an_engine_that_does_not_read_is_not_applicable(tmp_path: Path) -> None:
    checks = copies(tmp_path, ops=["validate"])
    emits = copies(tmp_path, ops=["emit"])
    relayed = relay({"keeps": copies(tmp_path), "checks": checks, "emits": emits}, *CASES, EMITTED)
    nothing = {(one, two): Cell(0, 0, skipped=4) for one in relayed.engines for two in relayed.engines}
    some = {("keeps", "keeps"): Cell(3, 0, skipped=1), ("emits", "keeps"): Cell(1, 0, skipped=3)}
    assert cells(relayed) == nothing | some
    assert relayed.notes == (
        "keeps did not write 1 record: the engine does not declare the operation emit",
        "checks did not write 3 records: the engine does not declare the operation roundtrip",
        "checks did not write 1 record: the engine does not declare the operation emit",
        "emits did not write 3 records: the engine does not declare the operation roundtrip",
        "checks did not read back 4 records: the engine does not declare the operation roundtrip",
        "emits did not read back 4 records: the engine does not declare the operation roundtrip",
    )
    assert report.render(relayed).splitlines() == [
        "writes \\ reads  keeps                   checks          emits",
        "keeps           ok 3, 1 not applicable  not applicable  not applicable",
        "checks          not applicable          not applicable  not applicable",
        "emits           ok 1, 3 not applicable  not applicable  not applicable",
        "",
        *(f"NOT APPLICABLE: {note}" for note in relayed.notes),
        "",
        "PASSED: 0 of 4 records were lost between 3 engines; 32 were NOT APPLICABLE",
    ]
    page = html.render_matrix(replace(relayed, notes=("<b>", *relayed.notes[1:])))
    assert "<li>Not applicable: &lt;b&gt;</li>" in page
    assert page.count("<li>Not applicable: ") == 6
    assert page.count('<td class="untried">not applicable</td>') == 7


def test_declared_limits_are_about_what_is_read(tmp_path: Path) -> None:
    small = copies(tmp_path, limits={"integer": 2**31 - 1, "depth": None})
    writes = copies(tmp_path, {'"x":0.1': '"x":12345678901'})
    relayed = relay({"writes": writes, "small": small}, CASES[2])
    assert cells(relayed)["writes", "small"] == Cell(0, 0, skipped=1)
    assert cells(relayed)["small", "writes"].lost == 1
    assert relayed.notes == ("small did not read back 1 record: the engine declares 2147483647 as its largest integer",)


def test_carriers_and_exact_numbers_travel_too() -> None:
    ids = [
        "numbers.stream-completed.total-ms.tiny:roundtrip:reader",
        "numbers.unknown-member.many-digits:roundtrip:reader",
        "forward.unknown-member.inderun-error.in-root:roundtrip:reader",
    ]
    assert cells(relay({"python": ADAPTER}, *ids)) == {("python", "python"): Cell(3, 0)}


# --- troubles ---------------------------------------------------------------------------------------------------------


def test_an_engine_that_does_not_start_leaves_its_pairs_untried(tmp_path: Path) -> None:
    relayed = relay({"keeps": copies(tmp_path), "absent": ["/no/such/engine"]})
    assert dict(relayed.cells) == {("keeps", "keeps"): Cell(3, 0)}
    assert len(relayed.troubles) == 1
    assert relayed.troubles[0].startswith("absent: ")
    assert report.render(relayed).splitlines()[1:3] == ["keeps           ok 3   -", "absent          -      -"]
    assert report.figure(relayed).endswith("; 3 of 4 pairs were NOT TRIED; trouble beside the records: 1")


def test_nothing_to_relay_is_a_trouble(tmp_path: Path) -> None:
    relayed = relay({"emits": copies(tmp_path, ops=["emit"])}, EMITTED)
    assert relayed.cells == {("emits", "emits"): Cell(0, 0, skipped=1)}
    assert relayed.troubles == ("no record was relayed; let the engines declare the operation roundtrip",)


def test_after_an_interruption_nothing_more_is_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    real = driver.run
    asked: list[Sequence[str]] = []

    def run(command: Sequence[str], part: plan.Plan, options: driver.Options) -> Run:
        asked.append(list(command))
        found = real(command, part, options)
        return found if len(asked) < 3 else replace(found, troubles=(driver.INTERRUPTED,))

    monkeypatch.setattr(driver, "run", run)
    one, two = copies(tmp_path), copies(tmp_path)
    relayed = relay({"one": one, "two": two})
    assert asked == [one, two, one]
    troubles = ("one, reading what one wrote: the run was interrupted",)
    assert relayed == Matrix(("one", "two"), {}, (), troubles)
    assert relayed.troubles == troubles


def test_what_is_not_run_is_neither_kept_nor_lost(tmp_path: Path) -> None:
    dies = engine(tmp_path, "exit", 7, at=CASES[1])
    relayed = matrix.relay({"dies": dies}, part(CASES), driver.Options(max_restarts=0))
    cell = relayed.cells["dies", "dies"]
    assert (cell.kept, cell.lost, cell.skipped) == (1, 1, 1)
    assert relayed.troubles[0].startswith("dies: the engine was restarted 0 times")


def test_nothing_is_asked_twice_and_progress_is_reported(tmp_path: Path) -> None:
    shown: list[tuple[int, int]] = []
    pair = {"one": copies(tmp_path), "two": copies(tmp_path)}
    matrix.relay(pair, part(CASES[:1]), driver.Options(repeat=99), lambda *at: shown.append(at))
    assert shown == [(done, 6) for done in range(1, 7)]


def test_long_values_are_cut_and_the_root_has_a_name() -> None:
    (case,) = part(CASES[:1]).cases
    place = Difference("", '"' + "a" * 100 + '"', "1")

    written, back = CaseResult.of(case, PASS), CaseResult.of(case, FAIL, differences=(place,))
    assert (
        losses.describe(case, "a", written, "b", back)
        == f'{RECORD}: the root was changed from "{"a" * 59}... to 1 when b wrote it back'
    )
