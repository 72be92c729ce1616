"""The generator: drift, determinism, what it refuses, and text in a schema that must never become code."""

from __future__ import annotations

import ast
import copy
import functools
import hashlib
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from exprov import exit_codes, generate, model, source
from exprov.cli import main
from exprov.errors import InputError, OutputError, SchemaError, UsageError
from samples import SCHEMAS, record, text

ROOT = Path(__file__).parents[1]
PACKAGE = "python/execution_provenance"
RECORD, RESULT = "execution-provenance.schema.json", "task-result.schema.json"
STREAM, SEEDS = "stream-terminal-outcome.schema.json", "seeds/findings.json"


@functools.cache
def rendered() -> dict[str, str]:
    """The files of one target, which is enough for all but drift."""
    return generate.render(SCHEMAS, ["python"])


@pytest.fixture
def output(tmp_path: Path) -> Path:
    generate.write(rendered(), tmp_path, ["python"])
    return tmp_path


@pytest.fixture
def schemas(tmp_path: Path) -> Path:
    """A copy of the schemas to spoil."""
    return Path(shutil.copytree(SCHEMAS, tmp_path / "schemas"))


def snapshot(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def run(*arguments: str | Path) -> int:
    return main(["generate", "--target", "python", *map(str, arguments)])


# --- writing and comparing --------------------------------------------------------------------------------------------


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
        patched.setattr(generate.whole, "write", interrupted)
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


# --- what is refused --------------------------------------------------------------------------------------------------


def change(schemas: Path, file: str, edit: Callable[[Any], object]) -> None:
    path = schemas / "1.0" / file
    content = json.loads(path.read_text("utf-8"))
    edit(content)
    path.write_text(json.dumps(content), "utf-8")


def put(*steps: Any) -> Callable[[Any], None]:
    """An edit: `put(name, …, value)`."""

    def edit(content: Any) -> None:
        for step in steps[:-2]:
            content = content[step]
        content[steps[-2]] = steps[-1]

    return edit


def drop(*steps: Any) -> Callable[[Any], None]:
    def edit(content: Any) -> None:
        for step in steps[:-1]:
            content = content[step]
        del content[steps[-1]]

    return edit


def again(content: Any) -> None:
    content["x-rules"].append(copy.deepcopy(content["x-rules"][0]))


def new_rule(content: Any) -> None:
    content["x-rules"].append(content["x-rules"][0] | {"id": "rule/new"})


def member(name: str, where: str | None = None) -> Callable[[Any], None]:
    def edit(content: Any) -> None:
        kind = content["$defs"][where] if where else content
        kind["properties"][name] = copy.deepcopy(content["properties"]["providerId"])

    return edit


def definition(name: str) -> Callable[[Any], None]:
    def edit(content: Any) -> None:
        content["$defs"][name] = copy.deepcopy(next(iter(content["$defs"].values()))) | {"title": name}

    return edit


EXAMPLE = "/properties/modelProfile/examples/0"
IF = ("$defs", "Attempt", "allOf", 0, "if")
WRONG: list[tuple[str, str, Callable[[Any], None], str, str]] = [
    # Keywords without a meaning in every target.
    (
        "a keyword of strings",
        RECORD,
        put("properties", "modelProfile", "maxLength", 5),
        "/properties/modelProfile",
        "maxLength",
    ),
    (
        "a keyword of members",
        RECORD,
        put("properties", "providerId", "format", "uri"),
        "/properties/providerId",
        "format",
    ),
    ("a keyword of objects", RECORD, put("$defs", "Attempt", "not", {}), "/$defs/Attempt", "not"),
    ("closed objects", RECORD, put("additionalProperties", False), "", "additionalProperties"),
    (
        "two types",
        RECORD,
        put("properties", "providerId", "type", ["string", "null"]),
        "/properties/providerId",
        "null",
    ),
    (
        "a fraction as bound",
        RECORD,
        put("properties", "attemptCount", "minimum", 0.5),
        "/properties/attemptCount/minimum",
        "0.5",
    ),
    ("a free pattern", RECORD, put("$defs", "ErrorClass", "pattern", "^(a|b)*$"), "/$defs/ErrorClass/pattern", "match"),
    ("an else", RECORD, put("$defs", "Attempt", "allOf", 0, "else", {}), "/$defs/Attempt/allOf/0", "else"),
    # References.
    (
        "a remote reference",
        RECORD,
        put("properties", "locality", {"$ref": "https://example.com/x.schema.json"}),
        "/properties/locality/$ref",
        "https:",
    ),
    (
        "a reference out of the folder",
        RECORD,
        put("properties", "locality", {"$ref": "../1.0/task-result.schema.json"}),
        "/properties/locality/$ref",
        "..",
    ),
    (
        "a reference to no definition",
        RECORD,
        put("properties", "locality", {"$ref": "#/$defs/Nowhere"}),
        "/properties/locality",
        "#/$defs/Nowhere",
    ),
    (
        "a reference to no file",
        RECORD,
        put("properties", "locality", {"$ref": "nowhere.schema.json"}),
        "/properties/locality",
        "nowhere",
    ),
    ("a keyword beside a reference", RECORD, put("properties", "locality", "title", "x"), "/properties/locality", ""),
    (
        "a reference to itself",
        RECORD,
        put("properties", "parent", {"$ref": RECORD}),
        "/properties/parent",
        "holds itself",
    ),
    (
        "a reference to one of several",
        RECORD,
        put("properties", "stream", {"$ref": STREAM}),
        "/properties/stream",
        "one of several",
    ),
    # Rules.
    (
        "a rule that is no boolean",
        RECORD,
        put("x-rules", 0, "expression", "this.attemptCount"),
        "/x-rules/0/expression",
        "must yield a boolean",
    ),
    (
        "a rule that is no CEL",
        RECORD,
        put("x-rules", 0, "expression", "this.attemptCount =="),
        "/x-rules/0/expression",
        "not a CEL expression",
    ),
    (
        "a construct outside the language",
        RECORD,
        put("x-rules", 0, "expression", "this.modelProfile.matches('x')"),
        "/x-rules/0/expression",
        "matches",
    ),
    (
        "an ill-typed rule",
        RECORD,
        put("x-rules", 1, "expression", "this.locality == 1"),
        "/x-rules/1/expression",
        "cannot compare",
    ),
    (
        "an unknown member in a rule",
        RECORD,
        put("x-rules", 0, "expression", "this.atemptCount == 1"),
        "/x-rules/0/expression",
        "atemptCount",
    ),
    (
        "an optional member without a guard",
        RECORD,
        put("x-rules", 3, "expression", "this.providerId == 'x'"),
        "/x-rules/3/expression",
        "optional",
    ),
    (
        "a misspelt value",
        RECORD,
        put("x-rules", 3, "expression", "this.attempts.all(a, a.outcome == 'suceeded')"),
        "/x-rules/3/expression",
        "'suceeded' is not a value",
    ),
    (
        "a carrier's rule on a wrong member",
        RESULT,
        put("x-rules", 0, "expression", "this.provenance.x == 'y'"),
        "/x-rules/0/expression",
        "optional",
    ),
    ("a rule's id in another shape", RECORD, put("x-rules", 3, "id", "Rule X"), "/x-rules/3/id", "Rule X"),
    ("a rule without a reason", RECORD, drop("x-rules", 0, "why"), "/x-rules/0", "'why'"),
    ("a rule with something else", RECORD, put("x-rules", 0, "severity", "high"), "/x-rules/0", "severity"),
    ("a rule twice", RECORD, again, "/x-rules/11/id", "twice"),
    ("a rule that points nowhere", RECORD, put("x-rules", 0, "path", "/nowhere"), "/x-rules/0/path", "no place"),
    (
        "rules in an array",
        RECORD,
        put(
            "$defs",
            "Attempt",
            "x-rules",
            [{k: "x" for k in ("expression", "message", "why", "remedy")} | {"id": "rule/x", "path": ""}],
        ),
        "/properties/attempts",
        "stands in an array",
    ),
    (
        "one rule with two texts",
        STREAM,
        put("$defs", "StreamError", "x-rules", 0, "message", "x"),
        "/$defs/StreamError/x-rules/0",
        "another text",
    ),
    # What the source of truth owes its readers.
    (
        "a member without texts",
        RECORD,
        put("properties", "region", {"type": "string"}),
        "/properties/region",
        "'title', 'description', 'examples' are missing",
    ),
    (
        "a member without a type",
        RECORD,
        drop("properties", "attemptCount", "type"),
        "/properties/attemptCount",
        "'type' is missing",
    ),
    ("a set without an example", RECORD, drop("$defs", "Locality", "examples"), "/$defs/Locality", "'examples' is"),
    (
        "an array of what has no name",
        RECORD,
        put("properties", "attempts", "items", {"type": "string"}),
        "/properties/attempts/items",
        "'$ref' is missing",
    ),
    ("an example that is too short", RECORD, put("properties", "modelProfile", "minLength", 5), EXAMPLE, "too short"),
    (
        "an example that lacks a member",
        RECORD,
        drop("$defs", "Attempt", "examples", 0, "errorClass"),
        "/$defs/Attempt/examples/0",
        "'errorClass'",
    ),
    ("an example of a whole", RESULT, drop("examples", 0, "runId"), "/examples/0", "'runId'"),
    ("no description", RECORD, drop("properties", "attemptCount", "description"), "/properties/attemptCount", ""),
    ("a blank description", RECORD, put("description", "  "), "/description", ""),
    ("no example", RECORD, drop("examples"), "", "examples"),
    ("a required member that is none", RECORD, put("required", ["nowhere"]), "/required/0", "'nowhere' is no member"),
    (
        "a writer's member that is none",
        RESULT,
        put("x-writer-required", ["nowhere"]),
        "/x-writer-required/0",
        "'nowhere' is no member",
    ),
    # Conditions.
    (
        "a condition on a value that is none",
        RECORD,
        put(*IF, "properties", "outcome", "const", "faild"),
        "/$defs/Attempt/allOf/0/if/properties/outcome",
        "cannot have",
    ),
    (
        "a condition that requires another member",
        RECORD,
        put(*IF, "required", ["providerId"]),
        "/$defs/Attempt/allOf/0/if/required",
        "'outcome'",
    ),
    ("a condition that requires nothing", RECORD, drop(*IF, "required"), "/$defs/Attempt/allOf/0/if", "'required'"),
    (
        "a consequence for no member",
        RECORD,
        put("$defs", "Attempt", "allOf", 0, "then", "required", ["x"]),
        "/$defs/Attempt/allOf/0/then",
        "'x' is no member",
    ),
    # Names.
    ("a name of content", RECORD, member("prompt"), "/properties/prompt", "request content"),
    ("a name of credentials", RECORD, member("apiKey"), "/properties/apiKey", "credentials"),
    ("a name that ends as one", RECORD, member("routerApiKey"), "/properties/routerApiKey", "credentials"),
    ("a name of text", RECORD, member("hint", "Attempt"), "/$defs/Attempt/properties/hint", "free text"),
    ("a member in snake case", RECORD, member("provider_id"), "/properties", "provider_id"),
    ("a member that the classes need", RECORD, member("extra"), "/properties", "extra"),
    ("a member with a method's name", RECORD, member("toJson", "Attempt"), "/$defs/Attempt/properties", "toJson"),
    ("a type that Python needs", RECORD, definition("Any"), "/$defs", "Any"),
    ("a type that the models need", RECORD, definition("Model"), "/$defs", "Model"),
    (
        "a type that differs from its title",
        RECORD,
        put("$defs", "Attempt", "title", "Atempt"),
        "/$defs/Attempt/title",
        "differs",
    ),
    ("a type of another file", RESULT, definition("Attempt"), "/$defs/Attempt", "defined in"),
    ("another base", RESULT, put("$id", "https://example.com/task-result.schema.json"), "/$id", "differs"),
    (
        "branches out of order",
        STREAM,
        put("properties", "outcome", "enum", ["error", "completed", "cancelled"]),
        "/properties/outcome/enum",
        "differs",
    ),
]


@pytest.mark.parametrize(("file", "edit", "pointer", "reason"), [pytest.param(*case, id=name) for name, *case in WRONG])
def test_what_a_contract_may_not_say(
    schemas: Path, file: str, edit: Callable[[Any], None], pointer: str, reason: str
) -> None:
    change(schemas, file, edit)
    with pytest.raises(SchemaError) as raised:
        model.build(source.load(schemas))
    error = raised.value
    assert (error.path, error.pointer) == (schemas / "1.0" / file, pointer)
    assert reason in error.reason
    assert error.remedy
    assert str(error).startswith(f"{schemas / '1.0' / file}{'#' if pointer else ''}{pointer}: ")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (
            lambda raw: raw.replace(b'"type": "object"', b'"type": "object", "type": "object"', 1),
            "'type' is written twice",
        ),
        (
            lambda raw: raw.replace(b'"title": "Attempt count"', b'"title": "a", "t\\u0069tle": "b"', 1),
            "'title' is written twice",
        ),
        (lambda raw: raw[:-5], "not JSON"),
        (lambda raw: b"\xef\xbb\xbf" + raw, "not JSON"),
        (lambda raw: b"\xff" + raw, "not UTF-8"),
        (lambda raw: b"[]", "is an object"),
        (lambda raw: b"[" * 100_000, "nested too deeply"),
    ],
)
def test_a_file_that_is_no_schema(schemas: Path, spoil: Callable[[bytes], bytes], reason: str) -> None:
    path = schemas / "1.0" / RECORD
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(SchemaError) as raised:
        source.load(schemas)
    assert (raised.value.path, raised.value.pointer) == (path, "")
    assert reason in raised.value.reason


def test_a_folder_without_a_contract(tmp_path: Path, schemas: Path) -> None:
    with pytest.raises(InputError, match="--schemas"):
        source.load(tmp_path / "none")
    with pytest.raises(SchemaError) as raised:
        source.load(schemas, "9.0")
    assert raised.value.path == schemas / "9.0"


@pytest.mark.parametrize(
    ("file", "edit", "pointer", "reason"),
    [
        (RECORD, new_rule, "", "rule/new has no failing and passing input"),
        (RECORD, drop("x-rules", 10), "/rule~1rejected-not-attempted", "no schema states this rule"),
        (SEEDS, drop("rule/fallback-flag"), "", "rule/fallback-flag has no failing and passing input"),
        (SEEDS, drop("rule/fallback-flag", "passing"), "/rule~1fallback-flag", "needs the strings failing, passing"),
        (SEEDS, drop("json/syntax", "why"), "/json~1syntax", "needs the strings level, title, why"),
        (SEEDS, put("carrier/provider-used", "carrier", "x"), "/carrier~1provider-used/carrier", "no carrier"),
    ],
)
def test_every_rule_has_its_inputs(
    schemas: Path, file: str, edit: Callable[[Any], None], pointer: str, reason: str
) -> None:
    change(schemas, file, edit)
    with pytest.raises(SchemaError) as raised:
        generate.render(schemas, ["python"])
    assert (raised.value.path, raised.value.pointer) == (schemas / "1.0" / SEEDS, pointer)
    assert reason in raised.value.reason


def test_an_input_that_does_not_fail_its_rule_stops_the_generator(
    schemas: Path, output: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = snapshot(output / "python")
    change(schemas, SEEDS, lambda c: c["rule/attempt-count"].update(failing=c["rule/attempt-count"]["passing"]))
    assert run("--schemas", schemas, "--output", output) == exit_codes.SCHEMA_ERROR
    error = capsys.readouterr().err
    assert f"{schemas / '1.0' / SEEDS}#/rule~1attempt-count/failing: must have the finding rule/attempt-count" in error
    assert snapshot(output / "python") == before


def test_outside_a_checkout_it_says_where_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    for verb in ("generate", "strength"):
        assert main([verb]) == exit_codes.UNREADABLE
        assert "run this in a checkout of the repository, or name" in capsys.readouterr().err
    assert snapshot(tmp_path) == {}


# --- hostile text -----------------------------------------------------------------------------------------------------

HOSTILE = [
    *(
        '"',
        "'",
        '"""',
        "'''",
        "*/",
        "/* x",
        "\\",
        "ends with a backslash \\",
        'ends with "quotes"',
        "it's \\' mixed",
        'both \' and " \\"',
    ),
    *(
        "a\nb",
        "a\r\nb\n",
        "a\\nb",
        "\\N{SNOWMAN} \\x41 \\u0041 \\",
        "{format} {0} %s %(x)s %d",
        "{{ jinja }} {% raw %} {# x #}",
    ),
    *(
        "\u2028x\u2029",
        "\x85x",
        "x\x00\x7f",
        " leading",
        "trailing ",
        "\t tab \t",
        "# type: ignore",
        "<b>&amp;</b>",
        "\U0001f600 \u00e9",
    ),
    *("Sequence[str] | None", "tuple[int, ...]", "@dataclass", "''' + 1/0 + '''", "${x} `touch pwned` $(touch pwned)"),
    '"""\nopen("pwned", "w")\n"""',
    '"); open("pwned", "w"); ("',
    "'); open('pwned', 'w'); ('",
    "\\\"\"\"); open('pwned', 'w')  # ",
    "__import__('os').system('touch pwned')",
]


def spoil_texts(schemas: Path) -> None:
    """Hostile text at every place where a schema or a seed holds text, a keyword as a member's name, and hostile tokens."""
    texts = itertools.cycle(HOSTILE)

    def visit(value: Any, names: frozenset[str]) -> None:
        for name, item in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(item, str) and name in names:
                value[name] = next(texts)
            elif isinstance(item, dict | list):
                visit(item, names)

    for path in sorted((schemas / "1.0").glob("*.schema.json")):

        def edit(content: Any, path: Path = path) -> None:
            rules: dict[str, dict[str, str]] = {}
            visit(content, frozenset({"description", "message", "why", "remedy"}))
            for kind in (content, *content.get("$defs", {}).values()):
                for name, item in kind.get("properties", {}).items():
                    if "title" in item:
                        item["title"] = next(texts)
                        # A member of the name `description` is a schema, not a text.
                        assert isinstance(item, dict), name
                for rule in kind.get("x-rules", []):
                    told = {key: rule[key] for key in ("message", "why", "remedy")}
                    rule |= rules.setdefault(rule["id"], told)
            if path.name == RECORD:
                for name in ("class", "from", "lambda", "match", "type", "id", "copy"):
                    member(name)(content)
                    member(name, "Attempt")(content)
                content["$defs"]["Locality"]["enum"] += HOSTILE

        change(schemas, path.name, edit)
    # One rule has one text, on whatever types and files it stands.
    shared: dict[str, dict[str, str]] = {}
    for path in sorted((schemas / "1.0").glob("*.schema.json")):

        def unify(content: Any) -> None:
            for kind in (content, *content.get("$defs", {}).values()):
                for rule in kind.get("x-rules", []):
                    rule |= shared.setdefault(rule["id"], {key: rule[key] for key in ("message", "why", "remedy")})

        change(schemas, path.name, unify)
    change(schemas, SEEDS, lambda content: visit(content, frozenset({"title", "why", "remedy"})))


PROBE = """
import json, sys
import execution_provenance as ep
from execution_provenance import _fast, models
document = json.loads(sys.stdin.read())
text = json.dumps(document)
instance = ep.ExecutionProvenance.from_json(text)
print(json.dumps({
    "file": ep.__file__,
    "docs": {name: getattr(ep, name).__doc__ for name in ep.__all__ if hasattr(getattr(ep, name), "_WIRE")},
    "rules": {id: [info.title, info.why, info.remedy] for id, info in ep.RULES.items()},
    "values": [ep.LOCALITY_VALUES, ep.ERROR_CLASS_VALUES],
    "findings": [[f.rule, f.path] for f in ep.validate(text)],
    "sure": _fast.is_surely_valid(text),
    "again": instance.to_dict() == document,
    "attribute": instance.class_,
    "wrong": [[f.rule, f.path] for f in ep.validate(text.replace('"class": "keyword"', '"class": ""'))],
}))
"""


def literals_below_fields(code: str) -> dict[str, dict[str, str]]:
    """Class -> attribute -> the string that stands below it."""
    found: dict[str, dict[str, str]] = {}
    for kind in ast.parse(code).body:
        if isinstance(kind, ast.ClassDef):
            for field, below in itertools.pairwise(kind.body):
                if (
                    isinstance(field, ast.AnnAssign)
                    and isinstance(below, ast.Expr)
                    and isinstance(below.value, ast.Constant)
                ):
                    found.setdefault(kind.name, {})[ast.unparse(field.target)] = below.value.value
    return found


def test_hostile_text_never_becomes_code(schemas: Path, tmp_path: Path) -> None:
    spoil_texts(schemas)
    output = tmp_path / "output"
    generate.write(generate.render(schemas, ["python"]), output, ["python"])
    document = record()
    document |= {"class": "keyword", "from": "x", "type": "y"}
    document["attempts"][1] |= {"lambda": "x", "class": "y"}
    empty = tmp_path / "empty"
    empty.mkdir()
    finished = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROBE],
        input=text(document),
        capture_output=True,
        text=True,
        cwd=empty,
        env=os.environ | {"PYTHONPATH": str(output / "python"), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert finished.returncode == 0, finished.stderr
    seen = json.loads(finished.stdout)
    assert Path(seen["file"]).parent == output / PACKAGE
    assert list(empty.iterdir()) == [] and not list(tmp_path.rglob("pwned"))

    contract = model.build(source.load(schemas))
    assert seen["docs"] == {name: kind.description for name, kind in contract.objects.items()}
    below = literals_below_fields((output / PACKAGE / "models.py").read_text("utf-8"))
    for name, kind in contract.objects.items():
        assert list(below[name].values())[: len(kind.members)] == [entry.description for entry in kind.members]
    told = {rule.id: rule for kind in contract.objects.values() for rule in kind.rules}
    for id, (title, why, remedy) in seen["rules"].items():
        if id in told:
            rule = told[id]
            assert (title[1:], why, remedy) == (rule.message[1:], rule.why, rule.remedy)
    locality, error_class = contract.sets["Locality"].type.values, contract.sets["ErrorClass"].type.known
    assert seen["values"] == [list(locality), list(error_class)]
    assert set(HOSTILE) <= set(locality)
    assert seen["findings"] == [] and seen["sure"] and seen["again"] and seen["attribute"] == "keyword"
    assert seen["wrong"] == [["schema/minLength", "/class"]]


# --- contracts that could grow out of this one ------------------------------------------------------------------------

AGREES = """
import json, sys
import execution_provenance as ep
from execution_provenance import _fast
for text in json.loads(sys.stdin.read()):
    findings = ep.validate(text)
    assert ep.is_valid(text) == (not findings), (text, findings)
    assert not _fast.is_surely_valid(text) or not findings, (text, findings)
    print(json.dumps([[f.rule, f.path] for f in findings]))
"""


def grow(content: Any) -> None:
    """A stricter contract: bounds, conditions and lists where 1.0 has none."""
    content["properties"]["modelProfile"]["minLength"] = 3
    content["properties"]["attempts"]["minItems"] = 1
    content["properties"]["routeRejections"]["uniqueItems"] = True
    content["properties"]["codes"] = {
        **{"title": "Codes", "description": "Codes.", "type": "array", "items": {"$ref": "#/$defs/ReasonCode"}},
        **{"minItems": 1, "uniqueItems": True, "examples": [["offline"]]},
    }
    content["properties"]["shift"] = {
        "title": "Shift",
        "description": "A number.",
        "type": "integer",
        "maximum": 5,
        "examples": [-1],
    }
    content["allOf"] = [
        {
            "if": {"required": ["locality"], "properties": {"locality": {"const": "edge"}}},
            "then": {"required": ["reportedModel"], "properties": {"configuredModel": False}},
        }
    ]
    content["x-rules"][0]["expression"] = (
        "this.attemptCount == size(this.attempts)"
        " && this.attempts.all(a, size(this.attempts.filter(b, b.providerId == a.providerId)) == 1)"
    )


def test_both_verdicts_agree_on_another_contract(schemas: Path, tmp_path: Path) -> None:
    change(schemas, RECORD, grow)
    # Its example has no attempt.
    change(schemas, "inderun-error.schema.json", drop("examples", 0, "provenance"))
    generate.write(generate.render(schemas, ["python"]), tmp_path / "output", ["python"])
    plain = record()
    del plain["configuredModel"]
    twice = copy.deepcopy(plain) | {"fallbackOccurred": True, "providerId": "cloud_a"}
    twice["attempts"][1]["providerId"] = "cloud_a"
    rejection = plain["routeRejections"][0]
    cases: list[tuple[dict[str, Any], list[list[str]]]] = [
        (plain, []),
        (plain | {"codes": ["offline"], "shift": -7}, []),
        (plain | {"shift": 6}, [["schema/maximum", "/shift"]]),
        (plain | {"codes": []}, [["schema/minItems", "/codes"]]),
        (plain | {"codes": ["offline", "offline"]}, [["schema/uniqueItems", "/codes"]]),
        (plain | {"modelProfile": "ab"}, [["schema/minLength", "/modelProfile"]]),
        (plain | {"modelProfile": "abc"}, []),
        (record(), [["schema/forbidden", "/configuredModel"]]),
        (
            {name: item for name, item in plain.items() if name != "reportedModel"},
            [["schema/required", "/reportedModel"]],
        ),
        (plain | {"attempts": [], "attemptCount": 0, "fallbackOccurred": False}, [["schema/minItems", "/attempts"]]),
        (plain | {"routeRejections": [rejection, rejection]}, [["schema/uniqueItems", "/routeRejections"]]),
        (twice, [["rule/attempt-count", "/attemptCount"], ["rule/attempt-provider-unique", "/attempts"]]),
    ]
    finished = subprocess.run(
        [sys.executable, "-c", AGREES],
        input=json.dumps([text(document) for document, _ in cases]),
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "output" / "python")},
    )
    assert finished.returncode == 0, finished.stderr
    assert [json.loads(line) for line in finished.stdout.splitlines()] == [expected for _, expected in cases]


def test_a_known_value_matches_the_pattern_of_its_set(schemas: Path) -> None:
    def edit(content: dict[str, Any]) -> None:
        content["$defs"]["ErrorClass"]["x-known-values"].append("rate limited")

    path = schemas / "1.0" / "execution-provenance.schema.json"
    change(schemas, path.name, edit)
    with pytest.raises(SchemaError) as caught:
        generate.render(schemas, ["python"])
    assert (Path(caught.value.path), caught.value.pointer) == (path, "/$defs/ErrorClass/x-known-values/7")


@pytest.mark.parametrize(("name", "other"), [("fooBar", "fooBAR"), ("fromJSON", None), ("list", None)])
def test_member_names_that_generated_types_cannot_hold(schemas: Path, name: str, other: str | None) -> None:
    def edit(content: dict[str, Any]) -> None:
        for added in (name, other) if other else (name,):
            content["properties"][added] = {"title": "T", "description": "D.", "type": "string", "examples": ["x"]}

    path = schemas / "1.0" / "execution-provenance.schema.json"
    change(schemas, path.name, edit)
    with pytest.raises(SchemaError) as caught:
        generate.render(schemas, ["python"])
    assert caught.value.pointer == f"/properties/{other or name}"
