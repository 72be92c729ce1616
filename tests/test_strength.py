"""The mechanism of `exprov strength`, on a few mutants. The session `strength` of nox tries them all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from exprov import cli
from exprov.contract import load
from exprov.contract.model import Contract
from exprov.errors import InputError, SchemaError, UsageError
from exprov.report.strength import html as report
from exprov.strength import equivalents, judge, seeds, suite
from exprov.strength.judge import Court, Strength, Verdict
from exprov.strength.mutant import Mutant, home
from exprov.strength.suite import Case
from strength_figure import README, ROOT, render
from suites import write_suite

FIXTURES = ROOT / "generated/fixtures/1.0"
# Keywords of the schemas that say something about records. The rest describes, defines or composes.
ASSERTIONS = {
    "type", "required", "x-writer-required", "minimum", "maximum", "minLength", "x-identifier", "const", "enum",
    "pattern", "x-known-values", "minItems", "uniqueItems", "$ref",
}  # fmt: skip


@pytest.fixture(scope="module")
def contract() -> Contract:
    return load(ROOT / "schemas")


@pytest.fixture(scope="module")
def mutants(contract: Contract) -> dict[str, Mutant]:
    return {mutant.id: mutant for mutant in judge.mutants(contract)}


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return suite.load(FIXTURES)


@pytest.fixture(scope="module")
def court(contract: Contract, cases: list[Case]) -> Court:
    return Court(contract, cases)


@pytest.fixture
def few(mutants: dict[str, Mutant], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all mutants, one of each area."""
    one_each = {id.partition("/")[0]: mutant for id, mutant in mutants.items()}
    chosen = [mutants["rule/attempt-count:delete"], mutants[KILLED], *one_each.values()]
    monkeypatch.setattr(judge, "mutants", lambda contract: chosen)


KILLED = "schema/execution-provenance#/properties/schemaVersion/const:change"


def test_the_readme_has_a_place_for_the_figure() -> None:
    text = README.read_text("utf-8")
    assert text.count("<!-- strength -->") == text.count("<!-- /strength -->") == 1
    assert "2 cases kill 1 of 3 mutants" in render(text, _SAMPLE)


# --- what is mutated --------------------------------------------------------------------------------------------------


def assertions(schema: Any, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Every assertion of a schema: the pointer of what it is about, and the keyword."""
    for keyword, value in schema.items():
        if keyword in ASSERTIONS:
            yield pointer, keyword
        elif keyword in ("properties", "$defs"):
            for name, inner in value.items():
                if isinstance(inner, dict):
                    yield from assertions(inner, f"{pointer}/{keyword}/{name}")
        elif keyword in ("items", "if", "then"):
            yield from assertions(value, f"{pointer}/{keyword}")
        elif keyword == "allOf":
            for index, inner in enumerate(value):
                yield from assertions(inner, f"{pointer}/{keyword}/{index}")


def test_every_assertion_of_every_schema_is_mutated(contract: Contract, mutants: dict[str, Mutant]) -> None:
    wanted = [
        f"schema/{slug}#{pointer}/{keyword}"
        for slug, schema in contract.schemas.items()
        for pointer, keyword in assertions(schema)
    ]
    assert len(wanted) > 140
    assert [one for one in wanted if not any(id.startswith(f"{one}:") for id in mutants)] == []


@pytest.mark.parametrize(
    ("id", "about"),
    [
        ("schema/execution-provenance#/properties/attemptCount/minimum:delete", "schema/minimum /attemptCount"),
        ("schema/execution-provenance#/properties/attemptCount/maximum:widen", "schema/maximum /attemptCount"),
        ("schema/execution-provenance#/required:drop locality", "schema/required /locality"),
        ("schema/execution-provenance#/$defs/Attempt/allOf/1:delete", "schema/forbidden"),
        ("rule/attempt-count:swap == for !=@0", ""),
        ("rule/fallback-flag:swap > for >=@3", ""),
        ("rule/rejected-not-attempted:delete", "rule/rejected-not-attempted"),
        ("parse/duplicate-member:off", "json/duplicate-member"),
        ("parse/limit:depth one less", ""),
        ("leak/credential-value/jwt:off", "leak/credential-value"),
        ("leak/credential-value/jwt:least-16, the least of [A-Za-z0-9_-]: 10", "leak/credential-value"),
        ("leak/credential-value/jwt:below-16, one less than the 10 of [A-Za-z0-9_-]", ""),
        ("schema/stream-terminal-outcome#/properties/outcome/enum:add unheard_of", "schema/enum /outcome"),
        ("rule/names:compared without case", ""),
        ("parse/limit:bytes counted as characters", "json/limit"),
        ("canonical/order:by code point", ""),
        ("canonical/digest:of the input", ""),
    ],
)
def test_a_mutant_is_killed_by_a_case_about_it(court: Court, mutants: dict[str, Mutant], id: str, about: str) -> None:
    found = court.killer(mutants[id])
    assert found is not None
    assert not about or any(f"{rule} {path}".startswith(about) for rule, path, _ in found.expected)


def test_every_mutant_has_a_file_where_its_cases_belong(mutants: dict[str, Mutant]) -> None:
    homes = {home(id) for id in mutants}
    assert all((ROOT / path).is_file() for path in homes)
    assert {Path(path).stem for path in homes} >= {"schema", "rules", "carriers", "parse", "leaks", "limits"}
    assert home("rule/carrier/provider-used:delete").endswith("/carriers.py")


def test_a_mutant_leaves_nothing_behind(court: Court, mutants: dict[str, Mutant]) -> None:
    for mutant in list(mutants.values())[::97]:
        court.killer(mutant)
    court.agree()


# --- a suite that does not bite ---------------------------------------------------------------------------------------


def _write(folder: Path, cases: list[dict[str, Any]]) -> Path:
    return write_suite(folder, {"schema": cases})


def _valid() -> dict[str, Any]:
    topic = json.loads((FIXTURES / "schema.json").read_bytes())
    return next(dict(case) for case in topic["cases"] if not case["findings"])


@pytest.mark.usefixtures("few")
def test_a_suite_without_negative_cases_lets_mutants_survive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert cli.main(["strength", "--fixtures", str(_write(tmp_path, [_valid()]))]) == 1
    output = capsys.readouterr().out
    home = "tools/exprov/suite/topics/rules.py"
    assert f"survived: rule/attempt-count:delete; a case that detects it belongs in {home}\n" in output
    assert "1 cases kill" in output


@pytest.mark.parametrize(
    "wrong",
    [{"expected": frozenset([("rule/attempt-count", "/attemptCount", "reader")])}, {"form": (b"{}", "0" * 64)}],
)
def test_a_case_that_the_validator_does_not_agree_with_is_an_error(
    contract: Contract, cases: list[Case], wrong: dict[str, Any]
) -> None:
    right = next(case for case in cases if case.form is not None)
    with pytest.raises(UsageError, match=re.escape(right.id)):
        judge.judge(contract, [replace(right, **wrong)])


def test_fixtures_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        suite.load(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"schema\.json: case 1, schema\.nothing: title is missing"):
        suite.load(_write(tmp_path, [{"id": "schema.nothing"}]))
    for carrier in ("bogus", ["x"]):
        with pytest.raises(InputError, match='/carrier: expected "task-result" or'):
            suite.load(_write(tmp_path, [_valid() | {"carrier": carrier}]))


# --- the list of equivalent mutants -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("few")
def test_entries_that_are_killed_or_unknown_are_errors(contract: Contract, cases: list[Case]) -> None:
    valid = next(case for case in cases if not case.expected and case.carrier is None)
    found = judge.judge(contract, [valid], {KILLED: "not so", "rule/none:delete": "gone"})
    assert {mutant for mutant, _ in found.stale} == {KILLED, "rule/none:delete"}
    assert not found.is_complete
    assert report.render(found, "text").count("wrong entry of the equivalent mutants") == 2


def test_an_entry_needs_a_reason(tmp_path: Path) -> None:
    assert equivalents.load(tmp_path) == {}
    (tmp_path / "1.0/seeds").mkdir(parents=True)
    (tmp_path / "1.0" / equivalents.FILE).write_text('{"rule/none:delete": " "}', "utf-8")
    with pytest.raises(InputError, match="reason"):
        equivalents.load(tmp_path)


# --- reports ----------------------------------------------------------------------------------------------------------

_SAMPLE = Strength(
    2,
    (
        Verdict("rule/a:swap < for <=@0", "killed", "rules.<b>&\"'</b>"),
        Verdict("schema/b:delete", "equivalent", reason="<script>alert(1)</script>"),
        Verdict("leak/c:off", "survived"),
    ),
    (("rule/<i>", "it is killed by <u>"),),
)


def test_the_page_is_escaped_and_needs_nothing_else() -> None:
    page = report.render(_SAMPLE, "html")
    assert "swap &lt; for &lt;=@0" in page
    assert page.count("<script>") == 1 and "<i>" not in page and "<u>" not in page and "<b>" not in page
    assert not re.search(r"(?:src|href)=(?!\"data:,\")", page)
    assert '<tr class="survived"><td>leak/c:off</td>' in page


def test_the_other_reports() -> None:
    document = json.loads(report.render(_SAMPLE, "json"))
    assert document["summary"] == {
        "cases": 2, "mutants": 3, "killed": 1, "equivalent": 1, "survived": 1, "complete": False,
    }  # fmt: skip
    assert document["mutants"][0] == {"mutant": "rule/a:swap < for <=@0", "fate": "killed", "case": "rules.<b>&\"'</b>"}
    text = report.render(_SAMPLE, "text")
    home = "tools/exprov/suite/topics/leaks.py"
    assert text.startswith(f"survived: leak/c:off; a case that detects it belongs in {home}\n")
    assert text.endswith("2 cases kill 1 of 3 mutants; 1 are equivalent and 1 survive\n")
    with pytest.raises(UsageError):
        report.render(_SAMPLE, "pdf")


def test_a_report_is_written_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(judge, "judge", lambda *_: _SAMPLE)
    target = tmp_path / "strength.html"
    assert cli.main(["strength", "--format", "html", "--output", str(target)]) == 1
    assert target.read_text("utf-8") == report.render(_SAMPLE, "html")
    assert "2 cases kill 1 of 3 mutants" in capsys.readouterr().out


def test_a_report_without_a_place_is_rejected_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(judge, "judge", lambda *_: pytest.fail("the mutants were tried"))
    (tmp_path / "file").write_text("")
    for path, reason in (
        (tmp_path / "not" / "there" / "x.html", "No such file or directory"),
        (tmp_path / "file" / "x.html", "Not a directory"),
        (tmp_path, "Is a directory"),
    ):
        assert cli.main(["strength", "--output", str(path)]) == 6
        assert f"{path}: cannot be written: {reason}" in capsys.readouterr().err
    assert not (tmp_path / "not").exists()


# --- the seeds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "input", "other", "reason"),
    [
        ("rule/attempt-count", "failing", ("rule/attempt-count", "passing"), "has no finding"),
        ("rule/attempt-count", "failing", ("rule/fallback-flag", "failing"), "has rule/fallback-flag at"),
        ("rule/attempt-count", "passing", ("rule/attempt-count", "failing"), "must have no finding, and has rule/"),
        ("leak/content-member", "failing", ("schema/unknown-member", "failing"), "has schema/unknown-member at"),
        ("json/encoding", "failing", ("json/encoding", "passing"), "has no finding"),
    ],
)
def test_an_input_that_is_not_what_it_claims_is_rejected(
    contract: Contract, id: str, input: str, other: tuple[str, str], reason: str
) -> None:
    text = contract.seeds[other[0]][other[1]]
    spoilt = replace(contract, seeds={**contract.seeds, id: {**contract.seeds[id], input: text}})
    with pytest.raises(SchemaError) as raised:
        seeds.check(spoilt, ROOT / "schemas")
    assert raised.value.path == ROOT / "schemas/1.0/seeds/findings.json"
    assert raised.value.pointer == f"/{id.replace('/', '~1')}/{input}"
    assert reason in raised.value.reason
