"""What the README shows is what happens."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from execution_provenance import StreamCompleted, validate
from readme_session import README, ROOT, render


def test_sessions_are_true() -> None:
    text = README.read_text("utf-8")
    assert text.count("<!-- session -->") == 3
    assert render(text) == text


def test_the_python_example_prints_what_its_comments_say() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(code, "README.md", "exec"), {})
    first, second, digest = output.getvalue().splitlines()
    assert first == "rule/fallback-flag /fallbackOccurred"
    assert second == "cloud_a"
    assert re.fullmatch("[0-9a-f]{64}", digest)


def test_the_python_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    judging, building, reading = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "examples" / "engine-run.jsonl", "run.jsonl")
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(judging, "docs/python.md", "exec"), {})
    shown = output.getvalue().splitlines()
    assert len(shown) > 5 and all(re.match("[0-9]+ [a-z]+/", line) for line in shown)
    space: dict[str, Any] = {}
    exec(compile(building, "docs/python.md", "exec"), space)
    assert [finding.rule for finding in validate(space["text"])] == ["schema/unknown-member"]
    exec(compile(reading, "docs/python.md", "exec"), space)
    outcome = StreamCompleted(run_id="r", final_text="", provenance=space["record"])
    assert space["read_stream"](outcome.to_json()) == outcome


def test_the_example_log_is_what_its_script_writes() -> None:
    script = ROOT / "examples" / "make_log.py"
    space: dict[str, object] = {"__name__": "make_log"}
    exec(compile(script.read_text("utf-8"), str(script), "exec"), space)
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        space["main"]()  # type: ignore[operator]
    assert output.getvalue() == (ROOT / "examples" / "engine-run.jsonl").read_text("utf-8")
