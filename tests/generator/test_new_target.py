"""docs/new-target.md: the miniature target that the page builds finds what the golden cases expect."""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from contracts import ROOT
from docs.pages import blocks
from exprov import generate, targets
from matrix.documents import Document
from samples import SCHEMAS

FIXTURES = ROOT / "generated" / "fixtures" / "1.0"
# What the miniature leaves out: the parse phase, and findings of writer level.
PHASES = ("schema/", "rule/", "carrier/")


@pytest.fixture
def output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A directory to generate into, with the page's target where `exprov generate` finds it."""
    for block in blocks(ROOT / "docs" / "new-target.md", "python"):
        path = tmp_path / "targets" / block.words[0]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, "utf-8")
    monkeypatch.setattr(targets, "__path__", [*targets.__path__, str(tmp_path / "targets")])
    monkeypatch.setattr(generate, "TARGETS", (*generate.TARGETS, "mini"))
    monkeypatch.syspath_prepend(tmp_path / "generated")
    yield tmp_path / "generated"
    for name in [name for name in sys.modules if name.startswith(("mini", "exprov.targets.mini"))]:
        del sys.modules[name]


def built(schemas: Path, output: Path) -> Any:
    """The validator of the generated package; its types can be imported, too."""
    written = generate.write(generate.render(schemas, ["mini"]), output, ["mini"])
    assert [one.path for one in written] == [
        f"mini/{name}.py" for name in ("equality", "program", "types", "validator")
    ]
    assert list(generate.compare(generate.render(schemas, ["mini"]), output, ["mini"])) == []
    importlib.import_module("mini.types")
    return importlib.import_module("mini.validator")


def value(text: str) -> Any:
    return json.loads(text.removeprefix("\ufeff"), parse_float=Decimal)


def test_on_the_golden_cases(output: Path) -> None:
    validator = built(SCHEMAS, output)
    compared, wrong = 0, {}
    for topic in json.loads((FIXTURES / "manifest.json").read_text("utf-8"))["topics"]:
        for case in json.loads((FIXTURES / topic["file"]).read_text("utf-8"))["cases"]:
            expected = {(one["rule"], one["path"]) for one in case["findings"] if one["level"] == "reader"}
            slug = case.get("carrier", "execution-provenance")
            text = case["input"].get("text")
            # A Decimal has no exponent of twenty digits.
            if not text or slug == "auto" or re.search(r"e[+-]?[0-9]{19}", text, re.IGNORECASE):
                continue
            if all(rule.startswith(PHASES) for rule, _ in expected):
                found = validator.findings(value(text), slug)
                compared += 1
                if set(found) != expected:
                    wrong[case["id"]] = found
    assert wrong == {} and compared > 1500


def test_on_the_synthetic_contract(output: Path, synthetic: Path, synthetic_documents: list[Document]) -> None:
    validator = built(synthetic, output)
    for one in synthetic_documents:
        expected = {(rule, path) for rule, path, level in one.findings if level == "reader"}
        assert set(validator.findings(value(one.text), one.slug)) == expected, one.name
