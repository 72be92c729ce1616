"""`exprov fixtures`: every action, every way to get it wrong, and its exit codes."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from execution_provenance import RULES
from exprov import exit_codes, fixtures
from suites import write_suite

FOLDER = fixtures.folder()
ROOT = Path(__file__).parents[2]


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
    assert run("fixtures", "list", "--topic", "parse", "--rule", "rule/fallback-flag") == (exit_codes.VALID, "", "")


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        (
            "--rule",
            "rule/falback-flag",
            "no case has a finding of the rule 'rule/falback-flag'; did you mean rule/fall",
        ),
        ("--rule", "fallback-flag", "did you mean rule/fallback-flag?"),
        ("--rule", "jsonl/blank-line", "`exprov rules` lists"),
        ("--topic", "rule", "there is no topic 'rule'; the topics are: schema, rules,"),
    ],
)
def test_list_of_what_does_not_exist(run, option: str, value: str, reason: str) -> None:
    outcome = run("fixtures", "list", option, value)
    assert (outcome.code, outcome.out) == (exit_codes.USAGE, "")
    assert reason in outcome.err


def test_show_tells_what_is_expected_and_why(run) -> None:
    outcome = run("fixtures", "show", "rules.attempt-count.two-for-one")
    assert outcome.code == exit_codes.VALID
    for text in (
        "reader: invalid, writer: invalid",
        "from: schema.one-attempt",
        'change: {"op": "replace", "path": "/attemptCount", "value": 2}',
        "finding: rule/attempt-count at /attemptCount (reader)",
        "finding: rule/fallback-flag at /fallbackOccurred (reader)",
        f"{RULES['rule/attempt-count'].why} See `exprov explain rule/attempt-count`",
        '"attemptCount":2',
    ):
        assert text in outcome.out
    # Reports name the questions that are made of a case.
    assert run("fixtures", "show", "rules.attempt-count.two-for-one:validate:reader").out == outcome.out


def test_show_prints_facts_but_no_control_characters_and_cuts_what_is_long(run) -> None:
    outcome = run("fixtures", "show", "executions.run.chain-a.rejected-none.succeeded-after-0")
    assert "facts: {" in outcome.out and "digest: " in outcome.out
    assert "\0" not in run("fixtures", "show", "parse.string.raw-null").out
    outcome = run("fixtures", "show", "limits.size.over-limit")
    assert "1048577 bytes (the first 4000 characters" in outcome.out and len(outcome.out) < 6000
    assert run("fixtures", "show", "parse.encoding.utf-16-le").code == exit_codes.VALID


def test_show_input_prints_the_exact_bytes(capfdbinary) -> None:
    from exprov.cli import main

    assert main(["fixtures", "show", "parse.encoding.byte-ff", "--input"]) == exit_codes.VALID
    assert b'"\xff"' in capfdbinary.readouterr().out


def test_show_of_an_unknown_case_names_similar_ones(run) -> None:
    outcome = run("fixtures", "show", "rules.attempt-count.two-for-on")
    assert outcome.code == exit_codes.USAGE
    assert "did you mean rules.attempt-count.two-for-one" in outcome.err
    assert "`exprov fixtures list` lists all" in run("fixtures", "show", "?").err


def test_export_copies_the_folder(run, tmp_path: Path) -> None:
    outcome = run("fixtures", "export", tmp_path / "new" / "folder")
    assert outcome.code == exit_codes.VALID
    files = fixtures.files(FOLDER)
    assert outcome.out == f"{len(files)} files exported to {tmp_path / 'new' / 'folder'}\n"
    assert held(tmp_path / "new" / "folder") == files
    assert (tmp_path / "new" / "folder").stat().st_mode & 0o777 == 0o755
    again = run("fixtures", "export", tmp_path / "new" / "folder")
    assert again.code == exit_codes.USAGE and "not an empty directory" in again.err
    (tmp_path / "file").write_text("")
    assert run("fixtures", "export", tmp_path / "file").code == exit_codes.USAGE
    assert run("fixtures", "export", tmp_path / "file" / "within").code == exit_codes.UNWRITABLE


def test_changes_since_the_same_suite(run) -> None:
    for old in (FOLDER, FOLDER / "cases.lock"):
        outcome = run("fixtures", "changes", old)
        assert outcome.code == exit_codes.VALID
        assert outcome.out == "0 differences, all of them declared or new\n"


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
    write_suite(tmp_path, {"schema": [case()]})
    assert run("fixtures", "--fixtures", tmp_path, "list").out == "schema.a  valid    valid    a title\n"


# --- directories that are broken or malicious


def held(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def case(id: object = "schema.a", **members: object) -> dict[str, Any]:
    plain = {"title": "a title", "tags": [], "requires": [], "input": {"text": "{}"}}
    return {"id": id, **plain, "reader": "valid", "writer": "valid", "findings": [], **members}


def changed(**members: object) -> dict[str, Any]:
    """A case that is made from another one and has a finding."""
    made = {"from": "schema.a", "change": {"op": "remove", "path": "/a"}}
    return case("schema.b", **{**made, "reader": "invalid", "writer": "invalid", "findings": [FINDING], **members})


def manifest(**members: object) -> str:
    counts = dict.fromkeys(("cases", "readerValid", "writerValid", "changes", "emissions"), 0)
    topics = [{"topic": "schema", "file": "schema.json", "cases": 0}]
    whole = {"suite": "1.0.0", "contract": "1.0", "counts": counts, "topics": topics, "files": [], "declared": []}
    return json.dumps({**whole, **members})


def named(path: str, **members: object) -> str:
    """A manifest that names this file."""
    return manifest(files=[{"path": path, "bytes": 1, "sha256": "0" * 64, **members}])


def rejected(run, folder: Path) -> Any:
    """What listing an invalid directory prints."""
    outcome = run("fixtures", "--fixtures", folder, "list")
    assert outcome.code in (exit_codes.UNREADABLE, exit_codes.DRIFT)
    assert outcome.out == "" and outcome.err.startswith("exprov: error: ") and "Traceback" not in outcome.err
    assert "\x1b" not in outcome.err
    return outcome


def test_every_action_rejects_a_broken_folder(run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    write_suite(tmp_path, {"schema": [case(), 7]})
    for arguments in (
        ("fixtures", "--fixtures", tmp_path, "list"),
        ("fixtures", "--fixtures", tmp_path, "show", "schema.a"),
        ("fixtures", "--fixtures", tmp_path, "changes", FOLDER),
        ("fixtures", "changes", tmp_path),
        ("fixtures", "--fixtures", tmp_path, "export", tmp_path / "export"),
        ("strength", "--fixtures", tmp_path),
    ):
        outcome = run(*arguments)
        assert (outcome.code, outcome.out) == (exit_codes.UNREADABLE, ""), arguments
        assert f"{tmp_path / 'schema.json'}: case 2: expected object, found integer; use the fixtures" in outcome.err


FINDING = {"rule": "rule/x", "path": "", "level": "reader"}
AT_CHANGE = "case 2, schema.b: /change"


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (case(7), "case 2: /id: expected string, found integer"),
        (case("schema.\x1b[2J"), "case 2, schema.\\x1b[2J: /id: is not of the form ^[a-z]+"),
        (case("rules.b"), "case 2, rules.b: its id does not begin with its topic, schema"),
        ({"id": "schema.b"}, "case 2, schema.b: title is missing"),
        (case("schema.b", reader="\x1b[2J"), '/reader: expected "valid" or "invalid", found "\\u001b[2J"'),
        (case("schema.b", input={"b64": "e3 0="}), "/input/b64: is not base64"),
        (case("schema.b", input={"text": "\ud800"}), "half of a surrogate pair"),
        (changed(findings=[]), "/findings: has no item of the kind that is needed"),
        (case("schema.b", canonical="{}", digest="\x1b[2J"), "/digest: is not of the form"),
        (changed(change={"op": 7, "path": ""}), f"{AT_CHANGE}/op: expected"),
        (case(), "the id schema.a is used twice"),
    ],
)
def test_an_invalid_case_is_named(run, tmp_path: Path, wrong: object, reason: str) -> None:
    write_suite(tmp_path, {"schema": [case(), wrong]})
    outcome = rejected(run, tmp_path)
    assert f"{tmp_path / 'schema.json'}: " in outcome.err and reason in outcome.err
    assert "; use the fixtures of a release unchanged, or run" in outcome.err


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[]", "this is not a manifest of fixtures: expected object, found array; name a directory"),
        ("{", "this is not JSON in UTF-8"),
        ("{}", "this is not a manifest of fixtures: suite is missing"),
        ("[" * 200_000, "its JSON is nested too deeply"),
        (manifest(topics=[{"topic": "a", "file": "../a.json", "cases": 0}]), "/topics/0/file: is not of the form"),
        (manifest(topics=[{"topic": "\x1b[2J", "file": "a", "cases": 0}]), "/topics/0/topic: is not of the form"),
        *(
            (named(path), "/files/0/path: is not of the form")
            for path in ("../a", "a/../../b", "/a", "a//b", ".", "", "a/", "..", "C:a", "a\\b", "a\n", ".git/config")
        ),
        (named("gone.json"), "gone.json: cannot be read: No such file"),
        (named("pipe"), "pipe: cannot be read: this is not a regular file"),
        (named("zero"), "zero: cannot be read: this is not a regular file"),
        (named("a.json"), "a.json: differs from the file that the manifest names"),
        (manifest(), "schema.json: differs from the file that the manifest names"),
    ],
)
def test_an_invalid_manifest_is_rejected(run, tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "a.json").write_text("{}")
    (tmp_path / "zero").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "manifest.json").write_text(text, "utf-8")
    assert reason in rejected(run, tmp_path).err


def test_a_manifest_that_is_a_pipe_is_rejected(run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "manifest.json")
    assert "manifest.json: cannot be read: this is not a regular file" in rejected(run, tmp_path).err


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("7", "this is not a file of the topic schema"),
        ('{"topic":"rules","cases":[]}', "this is not a file of the topic schema"),
        ('{"topic":"schema","cases":{}}', "this is not a file of the topic schema"),
        ("[" * 200_000, "its JSON is nested too deeply"),
    ],
)
def test_an_invalid_topic_is_rejected(run, tmp_path: Path, text: str, reason: str) -> None:
    write_suite(tmp_path, {"schema": []}, files={"schema.json": text})
    assert f"{tmp_path / 'schema.json'}: {reason}; " in rejected(run, tmp_path).err


def test_nothing_of_a_case_reaches_the_terminal_raw(run, tmp_path: Path) -> None:
    evil = "\x1b[2J\x07\x7f\x9b\u202e\r\nforged: line"
    finding = {"rule": "rule/x", "path": f"/{evil}", "level": "writer"}
    request = {"prompt": evil, "authorization": evil}
    facts = {
        "mode": "run",
        "request": request,
        "candidates": [],
        "attempts": [],
        "planError": {"errorClass": "Offline", "message": evil},
    }
    change = {"op": "add", "path": f"/{evil}", "value": evil}
    members = {"title": evil, "facts": facts, "findings": [finding], "writer": "invalid"}
    one = case("schema.b", input={"text": evil}, change=change, **members, **{"from": evil})
    write_suite(tmp_path, {"schema": [case(), one]}, declared=[{"id": "schema.b", "why": evil}])
    for arguments in (("list",), ("show", "schema.b"), ("changes", FOLDER), ("list", "--topic", evil)):
        outcome = run("fixtures", "--fixtures", tmp_path, *arguments)
        for text in (outcome.out, outcome.err):
            assert not set(evil[0] + "\x07\x7f\x9b\u202e\r") & set(text)
            assert not [line for line in text.splitlines() if line.startswith("forged")]


def test_a_forged_case_is_not_hidden_behind_one_of_its_id(run, tmp_path: Path) -> None:
    for name in ("manifest.json", "rules.json"):
        shutil.copy(FOLDER / name, tmp_path / name)
    content = json.loads((tmp_path / "rules.json").read_bytes())
    content["cases"].insert(0, {**content["cases"][0], "input": {"text": "forged"}})
    text = json.dumps(content)
    write_suite(tmp_path, {"rules": []}, files={"rules.json": text})
    outcome = run("fixtures", "--fixtures", tmp_path, "changes", FOLDER)
    assert outcome.code == exit_codes.DRIFT
    assert f"the id {content['cases'][0]['id']} is used twice" in outcome.err


def test_files_that_the_manifest_does_not_name_are_not_exported(run, tmp_path: Path) -> None:
    folder = write_suite(tmp_path / "old", {"schema": [case()]})
    (folder / "target").mkdir()
    (folder / "target" / "debug").write_text("leftover")
    (folder / "secret").symlink_to("/etc/hostname")
    assert run("fixtures", "--fixtures", folder, "export", tmp_path / "new").code == exit_codes.VALID
    assert sorted(held(tmp_path / "new")) == ["cases.lock", "manifest.json", "schema.json"]


def test_an_empty_folder_is_filled_in_place(run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = tmp_path.stat().st_ino
    assert run("fixtures", "export", ".").code == exit_codes.VALID
    assert tmp_path.stat().st_ino == before and held(tmp_path) == fixtures.files(FOLDER)


@pytest.mark.parametrize("exists", [False, True])
@pytest.mark.parametrize("failing", ["write_bytes", "rename"])
def test_an_export_that_fails_half_way_leaves_nothing(
    run, tmp_path: Path, monkeypatch, exists: bool, failing: str
) -> None:
    target = tmp_path / "target"
    if exists:
        target.mkdir()
    calls = iter(range(100))

    def fail(*arguments: Any) -> Any:
        # The fourth file, the only folder, or the fourth that is moved; what puts it back works.
        if next(calls) == (0 if failing == "rename" and not exists else 3):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*arguments)

    owner = Path if failing == "write_bytes" else os
    real = getattr(owner, failing)
    with monkeypatch.context() as patched:
        patched.setattr(owner, failing, fail)
        outcome = run("fixtures", "export", target)
    assert outcome.code == exit_codes.UNWRITABLE
    assert f"{target}: cannot be written: No space left on device" in outcome.err
    assert sorted(tmp_path.rglob("*")) == ([target] if exists else [])
    assert run("fixtures", "export", target).code == exit_codes.VALID
    assert held(target) == fixtures.files(FOLDER)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it names no case"),
        (f"{'0' * 64}  schema.a\n{'1' * 64}  schema.a\n", "line 2: the id schema.a is repeated"),
        (f"{'0' * 64}  schema.a\nretired  schema.a\n", "line 2: the id schema.a is repeated"),
        (f"{'0' * 64}  schema.\x1b[2J\n", "line 1 is not a SHA-256 and an id"),
        ("gone  schema.a\n", "line 1 is not a SHA-256 and an id"),
    ],
)
def test_an_invalid_lock_is_rejected(run, tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "lock").write_text(text, "utf-8")
    outcome = run("fixtures", "changes", tmp_path / "lock")
    assert (outcome.code, outcome.out) == (exit_codes.UNREADABLE, "")
    assert f"{tmp_path / 'lock'}: {reason}; name a cases.lock that" in outcome.err
    # As part of a directory it is checked as well.
    write_suite(tmp_path / "folder", {"schema": [case()]}, files={"cases.lock": text})
    assert reason in run("fixtures", "--fixtures", tmp_path / "folder", "list").err


def test_changes_with_retired_ids(run, tmp_path: Path) -> None:
    new = write_suite(tmp_path / "new", {"schema": [case(), case("schema.b")]})
    old = write_suite(tmp_path / "old", {"schema": [case()]}, retired=["schema.b", "schema.c"])
    outcome = run("fixtures", "--fixtures", new, "changes", old / "cases.lock")
    assert outcome.code == exit_codes.FINDINGS
    assert outcome.out.splitlines() == [
        "reused: schema.b",
        "forgotten: schema.c",
        "2 retired ids are used again or forgotten; choose other ids, and keep the retired ones listed",
    ]


def test_no_action(run) -> None:
    assert run("fixtures").code == exit_codes.USAGE
    assert run("fixtures", "list", "--to", "x").code == exit_codes.USAGE
