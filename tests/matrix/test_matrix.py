"""Every construct of the meta-schema and of the rule language, on every kind of object, under every awkward name.

The expectations of the documents agree with `jsonschema` and a CEL evaluator, and so does the Python package that is
generated from the synthetic contract. tests/targets_typescript and tests/targets_rust do the same
with their packages.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import black
import pytest
from exprov import generate
from exprov.contract import load
from exprov.contract.rules import tree
from jsonschema import Draft202012Validator
from jsonschema.validators import extend
from matrix import contract
from matrix.documents import Document, disagreements
from oracles import contents_of, registry_of
from samples import SCHEMAS


def test_the_contract_uses_all_of_the_meta_schema(synthetic: Path) -> None:
    meta = json.loads((SCHEMAS / "meta" / "contract.schema.json").read_text("utf-8"))
    used: set[int] = set()

    def properties(validator: Any, described: Any, instance: Any, schema: Any) -> Iterator[Any]:
        for name, inner in described.items():
            if isinstance(instance, dict) and name in instance:
                used.add(id(inner))
                yield from validator.descend(instance[name], inner, path=name, schema_path=name)

    checker = extend(Draft202012Validator, {"properties": properties})(meta)  # type: ignore[no-untyped-call]
    for content in contents_of(synthetic / "1.0").values():
        assert [*checker.iter_errors(content)] == []
    unused = [
        f"{name}/{keyword}"
        for name, definition in meta["$defs"].items()
        for keyword, inner in definition.get("properties", {}).items()
        if inner is not True and id(inner) not in used
    ]
    assert unused == [], "give the synthetic contract what the meta-schema newly allows"


def test_the_contract_uses_all_of_the_rule_language(synthetic: Path) -> None:
    seen: Counter[Any] = Counter()

    def visit(node: tree.Expression) -> None:
        seen.update([type(node), getattr(node, "operator", None), (type(node), node.type.kind)])
        for child in tree.children(node):
            visit(child)

    for kind in load(synthetic).objects.values():
        for rule in kind.rules:
            visit(rule.tree)
    kinds = {(tree.Member, kind) for kind in ("boolean", "integer", "number", "string", "object", "array")}
    operators = {*"== != < <= > >= && || + -".split(), "all", "exists", "exists_one", "filter", "map"}
    assert {*get_args(tree.Expression)} | kinds | operators <= set(seen)


def test_each_rule_holds_somewhere_and_is_broken_somewhere(synthetic_documents: list[Document]) -> None:
    variants = [one for one in synthetic_documents if one.is_variant]
    broken = Counter(rule for one in variants for rule, _, _ in one.findings)
    assert {f"rule/{id}" for id, _, _ in contract.RULES} == {
        id for id, count in broken.items() if count < len(variants)
    }


def test_jsonschema_agrees_about_every_document(synthetic: Path, synthetic_documents: list[Document]) -> None:
    contents = contents_of(synthetic / "1.0")
    registry = registry_of(contents)
    checkers = {name: Draft202012Validator(content, registry=registry) for name, content in contents.items()}
    verdicts = {
        one.name: checkers[f"{one.slug}.schema.json"].is_valid(json.loads(one.text)) for one in synthetic_documents
    }
    assert {one.name: one.is_schema_valid for one in synthetic_documents} == verdicts
    assert len(verdicts) == len(synthetic_documents) > 1000


def test_the_python_package(
    synthetic: Path, synthetic_documents: list[Document], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Layout takes longer than all else, and means nothing here.
    monkeypatch.setattr(black, "format_str", lambda text, mode: text)
    generate.write(generate.files(load(synthetic), ["python"]), tmp_path, ["python"])
    command = [sys.executable, Path(__file__).with_name("run_python.py")]
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "python")}
    assert disagreements(command, synthetic_documents, environment) == []
