"""`exprov fixtures`: every action, every way to get it wrong, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

from exprov import exit_codes, fixtures

FOLDER = fixtures.folder()


def test_list_shows_every_case(run) -> None:
    outcome = run("fixtures", "list")
    assert outcome.code == exit_codes.VALID and outcome.err == ""
    lines = outcome.out.splitlines()
    assert [line.split()[0] for line in lines] == list(fixtures.load(FOLDER).cases)


def test_list_by_topic_and_rule(run) -> None:
    outcome = run("fixtures", "list", "--topic", "rules", "--rule", "rule/fallback-flag")
    ids = [line.split()[0] for line in outcome.out.splitlines()]
    assert "rules.fallback-flag.true-for-one" in ids and "rules.attempt-count.two-for-one" in ids
    assert all(id.startswith("rules.") for id in ids)
    assert run("fixtures", "list", "--rule", "rule/none").out == ""


def test_list_of_no_topic(run) -> None:
    outcome = run("fixtures", "list", "--topic", "rule")
    assert outcome.code == exit_codes.USAGE
    assert "there is no topic 'rule'; the topics are: schema, rules," in outcome.err


def test_show_tells_what_is_expected_and_why(run) -> None:
    outcome = run("fixtures", "show", "rules.attempt-count.two-for-one")
    assert outcome.code == exit_codes.VALID
    for text in (
        "reader: invalid, writer: invalid",
        "from: schema.one-attempt",
        'change: {"op": "replace", "path": "/attemptCount", "value": 2}',
        "finding: rule/attempt-count at /attemptCount (reader)",
        "finding: rule/fallback-flag at /fallbackOccurred (reader)",
        '"attemptCount":2',
    ):
        assert text in outcome.out


def test_show_of_an_emission_has_its_facts(run) -> None:
    outcome = run("fixtures", "show", "executions.run.chain-a.rejected-none.succeeded-after-0")
    assert "facts: {" in outcome.out and "digest: " in outcome.out


def test_show_prints_no_control_characters_and_cuts_what_is_long(run) -> None:
    outcome = run("fixtures", "show", "parse.string.raw-null")
    assert "\0" not in outcome.out
    outcome = run("fixtures", "show", "limits.size.over-limit")
    assert "1048577 bytes (the first 4000 characters" in outcome.out and len(outcome.out) < 6000
    assert run("fixtures", "show", "parse.encoding.utf-16-le").code == exit_codes.VALID


def test_show_input_prints_the_exact_bytes(capfdbinary) -> None:
    from exprov.cli import main

    assert main(["fixtures", "show", "parse.encoding.byte-ff", "--input"]) == exit_codes.VALID
    assert b'"\xff"' in capfdbinary.readouterr().out


def test_show_of_no_case_names_what_is_near(run) -> None:
    outcome = run("fixtures", "show", "rules.attempt-count.two-for-on")
    assert outcome.code == exit_codes.USAGE
    assert "did you mean rules.attempt-count.two-for-one" in outcome.err
    assert "`exprov fixtures list` lists all" in run("fixtures", "show", "?").err


def test_export_copies_the_folder(run, tmp_path: Path) -> None:
    outcome = run("fixtures", "export", tmp_path / "new" / "folder")
    assert outcome.code == exit_codes.VALID
    for path in FOLDER.rglob("*"):
        if path.is_file():
            assert (tmp_path / "new" / "folder" / path.relative_to(FOLDER)).read_bytes() == path.read_bytes()
    again = run("fixtures", "export", tmp_path / "new" / "folder")
    assert again.code == exit_codes.USAGE and "not an empty folder" in again.err
    (tmp_path / "file").write_text("")
    assert run("fixtures", "export", tmp_path / "file").code == exit_codes.USAGE
    assert run("fixtures", "export", tmp_path / "file" / "within").code == exit_codes.UNWRITABLE


def test_changes_since_the_same_suite(run) -> None:
    for old in (FOLDER, FOLDER / "cases.lock"):
        outcome = run("fixtures", "changes", old)
        assert outcome.code == exit_codes.VALID
        assert outcome.out == "0 differences, none of them undeclared\n"


def test_changes_that_are_not_declared(run, tmp_path: Path) -> None:
    lock = tmp_path / "cases.lock"
    lines = (FOLDER / "cases.lock").read_text("utf-8").splitlines()
    lines[0] = f"{'0' * 64}  {lines[0].split()[1]}"
    lines[1] = f"{'0' * 64}  schema.gone"
    lock.write_text("\n".join(lines) + "\n", "utf-8")
    outcome = run("fixtures", "changes", lock)
    assert outcome.code == exit_codes.FINDINGS
    assert "changed: schema.one-attempt\n" in outcome.out and "removed: schema.gone\n" in outcome.out
    assert "new: schema.bare-target\n" in outcome.out
    assert "2 cases were removed or changed and are not declared" in outcome.out


def test_changes_since_nothing_readable(run, tmp_path: Path) -> None:
    assert run("fixtures", "changes", tmp_path / "none").code == exit_codes.UNREADABLE
    assert run("fixtures", "changes", tmp_path).code == exit_codes.UNREADABLE
    (tmp_path / "cases.lock").write_text("what\n")
    outcome = run("fixtures", "changes", tmp_path / "cases.lock")
    assert outcome.code == exit_codes.UNREADABLE and "line 1 is not a SHA-256 and an id" in outcome.err
    (tmp_path / "cases.lock").write_bytes(b"\xff")
    assert "not UTF-8" in run("fixtures", "changes", tmp_path / "cases.lock").err


def test_another_folder(run, tmp_path: Path) -> None:
    assert run("fixtures", "--fixtures", tmp_path, "list").code == exit_codes.UNREADABLE
    (tmp_path / "manifest.json").write_text("[]")
    assert "no folder of fixtures" in run("fixtures", "--fixtures", tmp_path, "list").err
    (tmp_path / "manifest.json").write_text("{")
    assert "no JSON" in run("fixtures", "--fixtures", tmp_path, "list").err
    (tmp_path / "manifest.json").write_text(json.dumps({"topics": []}))
    assert run("fixtures", "--fixtures", tmp_path, "list").out == ""


def test_no_action(run) -> None:
    assert run("fixtures").code == exit_codes.USAGE
    assert run("fixtures", "list", "--to", "x").code == exit_codes.USAGE
