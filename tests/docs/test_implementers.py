"""The first steps for an engine's team lead to what the page says."""

from __future__ import annotations

import sys
from pathlib import Path

from docs.pages import ROOT, blocks
from exprov import atomic
from exprov.conformance import driver, plan, scaffold
from exprov.conformance.results import CaseResult

PAGE = ROOT / "docs" / "implementers.md"


def test_the_first_steps_lead_to_a_passing_case(tmp_path: Path) -> None:
    text = PAGE.read_text("utf-8")
    assert all(f"`{language}`" in text for language in scaffold.languages())
    atomic.write_folder(tmp_path / "my-adapter", scaffold.files("python"))
    adapter = tmp_path / "my-adapter" / "adapter.py"
    asked = plan.load(select=("parse",))

    def outcomes() -> dict[str, CaseResult]:
        return {one.id: one for one in driver.run((sys.executable, str(adapter)), asked).results}

    before = outcomes()
    assert {one.outcome for one in before.values()} == {"error", "unsupported"}
    assert before["parse.alone.brace:validate:reader"].reason.endswith("not written yet: validate")
    skipped = {one.reason.rsplit(maxsplit=1)[-1] for one in before.values() if one.outcome == "unsupported"}
    assert skipped == {"limits", "carriers"}

    (piece,) = (block.text for block in blocks(PAGE, "python") if block.words == ("first-piece",))
    old = '    raise NotWritten("not written yet: validate")\n'
    assert adapter.read_text("utf-8").count(old) == 1
    adapter.write_text(adapter.read_text("utf-8").replace(old, piece), "utf-8")
    after = outcomes()
    for level in ("reader", "writer"):
        assert after[f"parse.alone.brace:validate:{level}"].outcome == "pass"
        assert after[f"parse.encoding.gzip:validate:{level}"].outcome == "wrong-reason"
    assert {one.outcome for one in after.values()} == {"pass", "wrong-reason", "error", "unsupported"}
    (infinite,) = (one for one in after.values() if "NaN" in str(one.input) and one.id.endswith(":validate:reader"))
    assert infinite.outcome == "error"
