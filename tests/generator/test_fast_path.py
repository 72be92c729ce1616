"""The quick verdict on a contract that could grow out of this one: sure of what is valid, and of nothing else."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import black
import pytest
from contracts import DROP, RECORD, change, edit
from exprov import generate
from exprov.contract import load
from samples import record, text

AGREES = """
import json, sys
import execution_provenance as ep
from execution_provenance import _fast, _validator
for text in json.loads(sys.stdin.read()):
    findings = _validator.every_finding(text, "writer", None, _validator.DEFAULT_LIMITS)
    assert ep.validate(text) == findings and ep.is_valid(text) == (not findings), (text, findings)
    assert _fast.is_surely_valid(text) == (not findings and '"limits"' not in text), (text, findings)
    print(json.dumps([[f.rule, f.path] for f in findings]))
"""


def grow(content: Any) -> None:
    """A stricter contract: bounds, conditions, lists and an object with rules where 1.0 has none."""
    content["properties"]["modelProfile"]["minLength"] = 3
    content["properties"]["attempts"]["minItems"] = 1
    content["properties"]["routeRejections"]["uniqueItems"] = True
    content["properties"]["list"] = {
        **{"title": "Codes", "description": "Codes.", "type": "array", "items": {"$ref": "#/$defs/ReasonCode"}},
        **{"minItems": 1, "uniqueItems": True, "examples": [["offline"]]},
    }
    content["properties"]["int"] = {
        "title": "Shift",
        "description": "A number.",
        "type": "integer",
        "maximum": 5,
        "examples": [-1],
    }
    content["x-writer-required"] = ["host"]
    content["properties"]["host"] = {"$ref": "#/$defs/Host"}
    content["properties"]["limits"] = {"title": "Limits", "description": "Any.", "type": "object", "examples": [{}]}
    content["$defs"]["Host"] = {
        **{
            "title": "Host",
            "description": "A host.",
            "type": "object",
            "required": ["name"],
            "examples": [{"name": "offline"}],
        },
        "properties": {
            "name": {"$ref": "#/$defs/ReasonCode"},
            "alias": {"title": "Alias", "description": "A name.", "type": "string", "minLength": 2, "examples": ["ab"]},
        },
        "x-rules": [
            {
                **{"id": "rule/host-alias", "path": "/alias", "message": "the alias is the name", "why": "Why."},
                **{"remedy": "Remove it.", "expression": "!has(this.alias) || size(this.alias) > 3"},
            }
        ],
    }
    content["x-rules"].append(
        {
            **{"id": "rule/limits-in-cloud", "path": "/limits", "message": "no limits in a cloud", "why": "Why."},
            **{"remedy": "Remove them.", "expression": "!has(this.limits) || this.locality != 'cloud'"},
        }
    )
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


def add_seeds(content: Any) -> None:
    for rule in ("rule/host-alias", "rule/limits-in-cloud"):
        content[rule] = {"failing": "{}", "passing": "{}"}


def test_the_quick_verdict_on_another_contract(schemas: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Layout takes longer than all else, and means nothing here.
    monkeypatch.setattr(black, "format_str", lambda text, mode: text)
    change(schemas, RECORD, grow)
    change(schemas, "seeds/findings.json", add_seeds)
    # Its example has no attempt.
    edit(schemas, "error#/examples/0/provenance", DROP)
    generate.write(generate.files(load(schemas), ["python"]), tmp_path / "output", ["python"])
    full = record(locality="edge", host={"name": "offline"})
    plain = copy.deepcopy(full)
    del plain["configuredModel"]
    twice = copy.deepcopy(plain) | {"fallbackOccurred": True, "providerId": "edge_b"}
    twice["attempts"][1]["providerId"] = "edge_b"
    rejection = plain["routeRejections"][0]
    cases: list[tuple[dict[str, Any], list[list[str]]]] = [
        (plain, []),
        (plain | {"list": ["offline"], "int": -7}, []),
        (plain | {"host": {"name": "offline", "alias": "abcd"}}, []),
        (plain | {"host": {"name": "offline", "alias": "abc"}}, [["rule/host-alias", "/host/alias"]]),
        (plain | {"limits": {}}, []),
        (plain | {"limits": {}, "locality": "cloud"}, [["rule/limits-in-cloud", "/limits"]]),
        (plain | {"int": 6}, [["schema/maximum", "/int"]]),
        (plain | {"list": []}, [["schema/minItems", "/list"]]),
        (plain | {"list": ["offline", "offline"]}, [["schema/uniqueItems", "/list"]]),
        (plain | {"modelProfile": "ab"}, [["schema/minLength", "/modelProfile"]]),
        (plain | {"modelProfile": "abc"}, []),
        (full, [["schema/forbidden", "/configuredModel"]]),
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
