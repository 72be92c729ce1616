"""Drift, determinism and writing: no file of anybody else is lost, and no file is half-written."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from contracts import RECORD, ROOT, TARGET, change, rendered, run, snapshot
from exprov import exit_codes, generate
from exprov.cli import main
from exprov.errors import OutputError, UsageError
from samples import SCHEMAS

FIXTURES = "fixtures/1.0"
PACKAGE = "generated/python/execution_provenance"
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT / "tools")}


def data(**contents: str) -> dict[str, str]:
    """Data files as the fixtures are: with a manifest, and without any other sign that they are generated."""
    files = {f"{name}.json": text for name, text in contents.items()}
    entries = [{"path": path, "sha256": hashlib.sha256(text.encode()).hexdigest()} for path, text in files.items()]
    files["manifest.json"] = json.dumps({"files": entries})
    return {f"{FIXTURES}/{path}": content for path, content in files.items()}


def write(files: dict[str, str], output: Path) -> list[tuple[str, str]]:
    return [(one.kind, one.path) for one in generate.write(files, output, ["fixtures"])]


def encoded(files: dict[str, str]) -> dict[str, bytes]:
    return {path: text.encode() for path, text in files.items()}


# The command over the real target.


def test_what_is_committed_is_current_in_other_surroundings(tmp_path: Path, schemas: Path) -> None:
    for path in schemas.rglob("*.json"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    command = [sys.executable, "-m", "exprov", "generate", "--check", "--schemas", str(schemas)]
    # Another directory, time zone, locale and hash seed.
    environment = os.environ | {"PYTHONHASHSEED": "4242", "TZ": "UTC4", "LC_ALL": "C"}
    done = subprocess.run(
        [*command, "--output", str(ROOT / "generated")], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.stdout.endswith(" generated files are current\n") and done.stdout.count("\n") == 1, done.stdout
    assert (done.returncode, done.stderr) == (exit_codes.VALID, "")


def test_an_empty_folder_is_filled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "not" / "there"
    assert run("--schemas", SCHEMAS, "--output", target) == exit_codes.VALID
    assert snapshot(target) == encoded(rendered())
    assert f"wrote {TARGET}/src/types.rs\n" in capsys.readouterr().out
    # A second run finds nothing to do.
    before = {path: path.stat().st_mtime_ns for path in target.rglob("*")}
    assert run("--schemas", SCHEMAS, "--output", target) == exit_codes.VALID
    assert {path: path.stat().st_mtime_ns for path in target.rglob("*")} == before
    assert capsys.readouterr().out == f"{len(rendered())} generated files, 0 changed\n"


def test_check_names_what_is_missing_stale_and_extra(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = output / TARGET
    (folder / "src/types.rs").unlink()
    (folder / "README.md").write_text("# edited\n")
    (folder / "src/lib.rs").write_bytes((folder / "src/lib.rs").read_bytes().replace(b"\n", b"\r\n"))
    (folder / "src/extra.rs").write_text("# Generated from an older schema.\n")
    (folder / "sub").mkdir()
    (folder / "sub" / "more.txt").write_text("Generated from an older schema.\n")
    before = snapshot(output)
    assert run("--check", "--schemas", SCHEMAS, "--output", output) == exit_codes.DRIFT == 4
    printed = capsys.readouterr().out.splitlines()
    kinds = ("missing", "stale", "extra")
    assert [line for line in printed if line.startswith(kinds)] == [
        f"stale: {TARGET}/README.md",
        f"stale: {TARGET}/src/lib.rs",
        f"missing: {TARGET}/src/types.rs",
        f"extra: {TARGET}/src/extra.rs",
        f"extra: {TARGET}/sub/more.txt",
    ]
    assert f"--- {TARGET}/README.md (on disk)" in printed and "-# edited" in printed
    after = printed[printed.index(f"stale: {TARGET}/src/lib.rs") + 1]
    assert after.startswith("  only the line endings differ")
    assert printed[-1].startswith(f"5 of {len(rendered())} generated files differ")
    # Nothing was written; a run without --check repairs everything.
    assert snapshot(output) == before
    assert run("--schemas", SCHEMAS, "--output", output) == exit_codes.VALID
    assert snapshot(output) == encoded(rendered())


def test_what_was_not_generated_is_never_deleted(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (output / TARGET / "notes.rs").write_text("precious = 1\n")
    before = snapshot(output)
    assert run("--schemas", SCHEMAS, "--output", output) == exit_codes.USAGE
    assert "was not generated" in capsys.readouterr().err
    # The check does not send people to a command that would fail.
    assert run("--check", "--schemas", SCHEMAS, "--output", output) == exit_codes.DRIFT
    assert capsys.readouterr().out.splitlines() == [
        f"extra: {TARGET}/notes.rs",
        "1 extra file was not generated; move or delete what does not belong in a generated directory",
    ]
    assert snapshot(output) == before


def test_an_unknown_target_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no target 'cobol'; the targets are: fixtures, "):
        generate.render(SCHEMAS, ["cobol"])
    assert main(["generate", "--target", "cobol", "--output", str(tmp_path)]) == exit_codes.USAGE
    assert snapshot(tmp_path) == {}


def test_list_names_every_file_and_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--list", "--schemas", SCHEMAS, "--output", tmp_path) == exit_codes.VALID
    first, *printed = capsys.readouterr().out.splitlines()
    assert first == f"{TARGET}: {TARGET}/" and [line.strip() for line in printed] == list(rendered())
    assert snapshot(tmp_path) == {}


def test_a_refused_schema_leaves_the_folder_as_it_was(
    output: Path, schemas: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = snapshot(output / TARGET)
    change(schemas, RECORD, lambda c: c["x-rules"][0].update(expression="this.attemptCount"))
    assert run("--schemas", schemas, "--output", output) == exit_codes.SCHEMA_ERROR == 5
    assert snapshot(output / TARGET) == before
    error = capsys.readouterr().err
    assert f"{RECORD}#/x-rules/0/expression: rule/attempt-count: a rule must yield a boolean" in error


def test_every_file_says_where_it_comes_from() -> None:
    for path in (ROOT / PACKAGE).rglob("*.py"):
        text = path.read_text("utf-8")
        assert re.match(r"# Generated from \S+ by `exprov generate`;", text) and text.isascii(), path


def test_the_schemas_travel_unchanged() -> None:
    for path in [*(SCHEMAS / "1.0").glob("*.schema.json"), SCHEMAS / "1.0" / "leaks.json"]:
        assert (ROOT / PACKAGE / "schemas" / "1.0" / path.name).read_bytes() == path.read_bytes()


# The writer over a few files.

ARTEFACTS = (
    "Cargo.lock", "package-lock.json", "go.sum", "target/debug/x.json", ".build/x", "node_modules/a/package.json", "dist/x",
    "build/x", "src/target/x", "__pycache__/x.pyc",
)  # fmt: skip


def test_build_artefacts_are_neither_counted_nor_removed(tmp_path: Path) -> None:
    write(data(rules="{}"), tmp_path)
    for path in ARTEFACTS:
        (tmp_path / FIXTURES / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / FIXTURES / path).write_text("{}")
    (tmp_path / FIXTURES / "build" / "loop").symlink_to("..")
    before = snapshot(tmp_path)
    assert list(generate.compare(data(rules="{}"), tmp_path, ["fixtures"])) == []
    assert [kind for kind, _ in write(data(rules="[]"), tmp_path)] == ["stale", "stale"]
    assert snapshot(tmp_path) == before | encoded(data(rules="[]"))


def test_data_is_removed_only_if_the_old_manifest_lists_it(tmp_path: Path) -> None:
    write(data(rules="{}", gone="[1]"), tmp_path)
    found = write(data(rules="{}"), tmp_path)
    assert found == [("stale", f"{FIXTURES}/manifest.json"), ("extra", f"{FIXTURES}/gone.json")]
    assert snapshot(tmp_path) == encoded(data(rules="{}"))


@pytest.mark.parametrize("name", ["mine.json", "mine.lock", "py.typed", "gone.json", "sub/mine.json", "link.json"])
def test_data_of_somebody_else_is_never_deleted(tmp_path: Path, name: str) -> None:
    write(data(rules="{}", gone="[1]"), tmp_path)
    path = tmp_path / FIXTURES / name
    path.parent.mkdir(exist_ok=True)
    if name == "link.json":
        path.symlink_to("rules.json")
    else:
        # `gone.json` is of the old manifest, and was edited since.
        path.write_text('{"precious": 1}')
    before = snapshot(tmp_path)
    with pytest.raises(UsageError, match=f"{re.escape(name)} was not generated but is in a generated directory"):
        write(data(rules="{}"), tmp_path)
    assert snapshot(tmp_path) == before
    foreign = [one.path for one in generate.compare(data(rules="{}"), tmp_path, ["fixtures"]) if one.foreign]
    assert foreign == [f"{FIXTURES}/{name}"]


@pytest.mark.parametrize(
    "text", ["", "[]", '{"files":7}', '{"files":[7]}', '{"files":[{"path":"x.json"}]}', "[" * 200_000]
)
def test_a_broken_manifest_vouches_for_nothing(tmp_path: Path, text: str) -> None:
    folder = tmp_path / FIXTURES
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text(text)
    (folder / "x.json").write_text("{}")
    with pytest.raises(UsageError, match=r"x\.json was not generated"):
        write(data(rules="{}"), tmp_path)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"# other\r\n"])
def test_any_other_bytes_are_stale(tmp_path: Path, content: bytes) -> None:
    write(data(rules="{}"), tmp_path)
    (tmp_path / FIXTURES / "rules.json").write_bytes(content)
    assert write(data(rules="{}"), tmp_path) == [("stale", f"{FIXTURES}/rules.json")]


# Links and interruptions.


def test_a_link_in_place_of_a_file_is_replaced(tmp_path: Path) -> None:
    output, precious = tmp_path / "output", tmp_path / "precious"
    write(data(rules="{}"), output)
    precious.write_text("mine")
    path = output / FIXTURES / "rules.json"
    path.unlink()
    path.symlink_to(precious)
    write(data(rules="{}"), output)
    assert precious.read_text() == "mine"
    assert not path.is_symlink() and path.read_text() == "{}"


@pytest.mark.parametrize("place", [".", "fixtures", FIXTURES, f"{FIXTURES}/src"])
def test_a_link_on_the_way_to_the_files_is_refused(tmp_path: Path, place: str) -> None:
    files = {f"{FIXTURES}/src/lib.rs": "// Generated from x\n"}
    output, elsewhere = tmp_path / "output", tmp_path / "elsewhere"
    write(files, elsewhere)
    (elsewhere / FIXTURES / "extra.rs").write_text("// Generated from y\n")
    link = output / place
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(elsewhere / place, target_is_directory=True)
    before = snapshot(elsewhere)
    with pytest.raises(UsageError, match=re.escape(str(link))):
        write({path: f"{text}// new\n" for path, text in files.items()}, output)
    assert snapshot(elsewhere) == before


def test_a_run_that_was_killed_does_not_stop_the_next(tmp_path: Path) -> None:
    write(data(rules="{}"), tmp_path)
    code = (
        "import os, signal; from pathlib import Path; from exprov import generate\n"
        "os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        f"generate.write({data(rules='[]')!r}, Path({str(tmp_path)!r}), ['fixtures'])\n"
    )
    killed = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, timeout=60)
    assert killed.returncode == -signal.SIGKILL
    (left,) = set(snapshot(tmp_path)) - set(data(rules=""))
    assert [one.kind for one in generate.compare(data(rules="{}"), tmp_path, ["fixtures"])] == []
    write(data(rules="[]"), tmp_path)
    assert snapshot(tmp_path) == encoded(data(rules="[]")), left


def test_after_an_interruption_the_old_files_are_still_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(data(rules="{}", gone="[1]"), tmp_path)

    def interrupted(path: Path, content: bytes) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(generate.atomic, "write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write(data(rules="[]"), tmp_path)
    write(data(rules="[]"), tmp_path)
    assert snapshot(tmp_path) == encoded(data(rules="[]"))


def test_a_disk_that_fails_leaves_no_half_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = ({f"{FIXTURES}/{name}.json": text for name in "abcdef"} for text in ("[1]", "[2]"))
    write(old, tmp_path)
    replace, calls = os.replace, itertools.count()

    def failing(source: str, target: Path) -> None:
        if next(calls) == 3:
            raise OSError(28, "No space left on device")
        replace(source, target)

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(OutputError, match="No space"):
        write(new, tmp_path)
    assert sorted(snapshot(tmp_path).values()) == [*[b"[1]"] * 3, *[b"[2]"] * 3]
