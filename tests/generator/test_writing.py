"""Drift, determinism and what is written: nothing of anybody else's is lost, and nothing is half-written."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from contracts import (
    PACKAGE,
    RECORD,
    ROOT,
    change,
    rendered,
    run,
    snapshot,
)
from exprov import exit_codes, generate
from exprov.cli import main
from exprov.errors import OutputError, UsageError
from samples import SCHEMAS


def test_what_is_committed_is_current(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["generate", "--check", "--schemas", str(SCHEMAS), "--output", str(ROOT / "generated")])
    (said,) = capsys.readouterr().out.splitlines()
    assert said.endswith(" generated files are current")
    assert code == exit_codes.VALID


def test_an_empty_folder_is_filled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "not" / "there"
    assert run("--schemas", SCHEMAS, "--output", target) == exit_codes.VALID
    assert snapshot(target) == {path: content.encode() for path, content in rendered().items()}
    assert f"wrote {PACKAGE}/models.py\n" in capsys.readouterr().out
    # A second run finds nothing to do.
    before = {path: path.stat().st_mtime_ns for path in target.rglob("*")}
    assert run("--schemas", SCHEMAS, "--output", target) == exit_codes.VALID
    assert {path: path.stat().st_mtime_ns for path in target.rglob("*")} == before
    assert capsys.readouterr().out == f"{len(rendered())} generated files, 0 changed\n"


def test_check_names_what_is_missing_stale_and_extra(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = output / PACKAGE
    (folder / "models.py").unlink()
    (folder / "_rules.py").write_bytes(
        (folder / "_rules.py").read_bytes().replace(b"rule/attempt-count", b"rule/edited", 1)
    )
    (folder / "_extra.py").write_text("# Generated from an older schema.\n")
    (folder / "sub").mkdir()
    (folder / "sub" / "more.txt").write_text("Generated from an older schema.\n")
    before = snapshot(output)
    assert run("--check", "--schemas", SCHEMAS, "--output", output) == exit_codes.DRIFT == 4
    printed = capsys.readouterr().out.splitlines()
    kinds = ("missing", "stale", "extra")
    assert [line for line in printed if line.startswith(kinds)] == [
        f"stale: {PACKAGE}/_rules.py",
        f"missing: {PACKAGE}/models.py",
        f"extra: {PACKAGE}/_extra.py",
        f"extra: {PACKAGE}/sub/more.txt",
    ]
    assert f"--- {PACKAGE}/_rules.py (on disk)" in printed and f"+++ {PACKAGE}/_rules.py (generated)" in printed
    assert '-        "rule/edited",' in printed and '+        "rule/attempt-count",' in printed
    assert printed[-1].startswith(f"4 of {len(rendered())} generated files differ")
    # Nothing was written; a run without --check mends all.
    assert snapshot(output) == before
    assert run("--schemas", SCHEMAS, "--output", output) == exit_codes.VALID
    assert snapshot(output) == {path: content.encode() for path, content in rendered().items()}


def test_what_was_not_generated_is_never_deleted(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (output / PACKAGE / "notes.py").write_text("precious = 1\n")
    before = snapshot(output)
    assert run("--schemas", SCHEMAS, "--output", output) == exit_codes.USAGE
    assert "was not generated" in capsys.readouterr().err
    # The check does not send people to a command that refuses.
    assert run("--check", "--schemas", SCHEMAS, "--output", output) == exit_codes.DRIFT
    assert capsys.readouterr().out.splitlines() == [
        f"extra: {PACKAGE}/notes.py",
        "1 extra file was not generated; move or delete what does not belong in a generated folder",
    ]
    assert snapshot(output) == before


FIXTURES = "fixtures/1.0"
LEFTOVERS = (
    "Cargo.lock", "package-lock.json", "go.sum", "target/debug/x.json", ".build/x", "node_modules/a/package.json", "dist/x",
    "build/x", "src/target/x",
)  # fmt: skip


def data(**contents: str) -> dict[str, str]:
    """Data files as the fixtures are: with a manifest, and without any other sign that they are generated."""
    files = {f"{name}.json": text for name, text in contents.items()}
    entries = [
        {"path": path, "sha256": hashlib.sha256(content.encode()).hexdigest()} for path, content in files.items()
    ]
    files["manifest.json"] = json.dumps({"files": entries})
    return {f"{FIXTURES}/{path}": content for path, content in files.items()}


def test_what_builds_leave_is_neither_counted_nor_removed(tmp_path: Path) -> None:
    files = data(rules="{}")
    generate.write(files, tmp_path, ["fixtures"])
    for path in LEFTOVERS:
        (tmp_path / FIXTURES / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / FIXTURES / path).write_text("{}")
    (tmp_path / FIXTURES / "build" / "loop").symlink_to("..")
    before = snapshot(tmp_path)
    assert list(generate.compare(files, tmp_path, ["fixtures"])) == []
    assert [one.kind for one in generate.write(data(rules="[]"), tmp_path, ["fixtures"])] == ["stale", "stale"]
    assert snapshot(tmp_path) == before | {path: content.encode() for path, content in data(rules="[]").items()}


def test_data_is_removed_only_where_the_old_manifest_has_it(tmp_path: Path) -> None:
    old, new = data(rules="{}", gone="[1]"), data(rules="{}")
    generate.write(old, tmp_path, ["fixtures"])
    found = generate.write(new, tmp_path, ["fixtures"])
    assert [(one.kind, one.path) for one in found] == [
        ("stale", f"{FIXTURES}/manifest.json"),
        ("extra", f"{FIXTURES}/gone.json"),
    ]
    assert snapshot(tmp_path) == {path: content.encode() for path, content in new.items()}


@pytest.mark.parametrize("name", ["mine.json", "mine.lock", "py.typed", "gone.json", "sub/mine.json", "link.json"])
def test_data_of_somebody_else_is_never_deleted(tmp_path: Path, name: str) -> None:
    generate.write(data(rules="{}", gone="[1]"), tmp_path, ["fixtures"])
    path = tmp_path / FIXTURES / name
    path.parent.mkdir(exist_ok=True)
    if name == "link.json":
        path.symlink_to("rules.json")
    else:
        # `gone.json` is of the old manifest, and was edited since.
        path.write_text('{"precious": 1}')
    before = snapshot(tmp_path)
    with pytest.raises(UsageError, match=f"{re.escape(name)} was not generated and stands in a generated folder"):
        generate.write(data(rules="{}"), tmp_path, ["fixtures"])
    assert snapshot(tmp_path) == before
    foreign = [one.path for one in generate.compare(data(rules="{}"), tmp_path, ["fixtures"]) if one.foreign]
    assert foreign == [f"{FIXTURES}/{name}"]


@pytest.mark.parametrize(
    "text", ["", "[]", '{"files":7}', '{"files":[7]}', '{"files":[{"path":"x.json"}]}', "[" * 200_000]
)
def test_a_manifest_that_is_none_vouches_for_nothing(tmp_path: Path, text: str) -> None:
    folder = tmp_path / FIXTURES
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text(text)
    (folder / "x.json").write_text("{}")
    with pytest.raises(UsageError, match=r"x\.json was not generated"):
        generate.write(data(rules="{}"), tmp_path, ["fixtures"])


def test_a_link_in_place_of_a_file_is_replaced(tmp_path: Path) -> None:
    output, precious = tmp_path / "output", tmp_path / "precious"
    generate.write(data(rules="{}"), output, ["fixtures"])
    precious.write_text("mine")
    path = output / FIXTURES / "rules.json"
    path.unlink()
    path.symlink_to(precious)
    generate.write(data(rules="{}"), output, ["fixtures"])
    assert precious.read_text() == "mine"
    assert not path.is_symlink() and path.read_text() == "{}"


def test_after_an_interruption_the_old_files_are_still_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    generate.write(data(rules="{}", gone="[1]"), tmp_path, ["fixtures"])
    new = data(rules="[]")

    def interrupted(path: Path, content: bytes) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(generate.atomic, "write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            generate.write(new, tmp_path, ["fixtures"])
    generate.write(new, tmp_path, ["fixtures"])
    assert snapshot(tmp_path) == {path: content.encode() for path, content in new.items()}


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"# other\r\n"])
def test_any_other_bytes_are_stale(output: Path, content: bytes) -> None:
    (output / PACKAGE / "_fast.py").write_bytes(content)
    found = list(generate.compare(rendered(), output, ["python"]))
    assert [(difference.kind, difference.path) for difference in found] == [("stale", f"{PACKAGE}/_fast.py")]


def test_line_ends_and_caches(output: Path) -> None:
    path = output / PACKAGE / "models.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    (output / PACKAGE / "__pycache__").mkdir()
    (output / PACKAGE / "__pycache__" / "models.cpython-311.pyc").write_bytes(b"x")
    found = list(generate.compare(rendered(), output, ["python"]))
    assert [(difference.kind, difference.path) for difference in found] == [("stale", f"{PACKAGE}/models.py")]


def test_an_unknown_target_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        generate.render(SCHEMAS, ["cobol"])
    assert run("--target", "cobol", "--schemas", SCHEMAS, "--output", tmp_path) == exit_codes.USAGE
    assert snapshot(tmp_path) == {}


def test_list_names_every_file_and_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--list", "--schemas", SCHEMAS, "--output", tmp_path) == exit_codes.VALID
    printed = capsys.readouterr().out.split()
    assert set(rendered()) <= set(printed)
    assert snapshot(tmp_path) == {}


def test_two_runs_are_byte_identical(tmp_path: Path) -> None:
    runs = []
    for seed in ("0", "4242"):
        command = [
            sys.executable,
            "-m",
            "exprov.cli",
            "generate",
            "--target",
            "python",
            "--schemas",
            str(SCHEMAS),
            "--output",
            str(tmp_path / seed),
        ]
        # Another folder, time zone, locale and hash seed.
        environment = os.environ | {"PYTHONHASHSEED": seed, "TZ": f"UTC{seed[0]}", "LC_ALL": "C"}
        runs.append(subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL))
    assert [process.wait(timeout=120) for process in runs] == [0, 0]
    first, second = snapshot(tmp_path / "0"), snapshot(tmp_path / "4242")
    assert first == second == {path: content.encode() for path, content in rendered().items()}
    assert str(tmp_path).encode() not in b"".join(first.values())


def test_every_file_says_where_it_comes_from() -> None:
    for path, content in rendered().items():
        if path.endswith(".py"):
            assert content.startswith("# Generated from "), path
            assert "`exprov generate`" in content.splitlines()[0]
            assert content.isascii(), path


def test_the_schemas_travel_unchanged() -> None:
    for path in (SCHEMAS / "1.0").glob("*.schema.json"):
        assert rendered()[f"{PACKAGE}/schemas/1.0/{path.name}"].encode() == path.read_bytes()
    leaks = json.loads((SCHEMAS / "1.0" / "leaks.json").read_text("utf-8"))
    assert json.loads(rendered()[f"{PACKAGE}/schemas/1.0/leaks.json"]) == leaks


def test_a_failure_leaves_the_folder_untouched(output: Path, schemas: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = output / "python"
    before = snapshot(target)
    change(schemas, RECORD, lambda c: c["x-rules"][0].update(expression="this.attemptCount"))
    assert run("--schemas", schemas, "--output", output) == exit_codes.SCHEMA_ERROR == 5
    assert snapshot(target) == before
    error = capsys.readouterr().err
    assert f"{RECORD}#/x-rules/0/expression: rule/attempt-count: a rule must yield a boolean" in error


def test_a_disk_that_fails_leaves_no_half_a_file(output: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = {path: f"{content}# new\n" for path, content in rendered().items() if path.endswith(".py")}
    replace, calls = os.replace, itertools.count()

    def failing(old: str, new: Path) -> None:
        if next(calls) == 3:
            raise OSError(28, "No space left on device")
        replace(old, new)

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(OutputError, match="No space"):
        generate.write({**rendered(), **changed}, output, ["python"])
    after = snapshot(output)
    assert set(after) == set(rendered())
    old, new = ({path: content.encode() for path, content in files.items()} for files in (rendered(), changed))
    assert sum(content == new.get(path) for path, content in after.items()) == 3
    assert all(content in (old[path], new.get(path)) for path, content in after.items())
