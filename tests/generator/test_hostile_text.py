"""Text of a schema never becomes code of the Python target."""

from __future__ import annotations

import ast
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

from contracts import HOSTILE, spoil_texts
from exprov import generate
from exprov.contract import load
from samples import record, text

PACKAGE = "python/execution_provenance"
PROBE = """
import json, sys
import execution_provenance as ep
from execution_provenance import _fast, _validator, models
document = json.loads(sys.stdin.read())
text = json.dumps(document)
instance = ep.ExecutionProvenance.from_json(text)
print(json.dumps({
    "file": ep.__file__,
    "docs": {name: getattr(ep, name).__doc__ for name in ep.__all__ if hasattr(getattr(ep, name), "_MEMBERS")},
    "attributes": {name: list(getattr(ep, name).__struct_fields__) for name in ep.__all__ if hasattr(getattr(ep, name), "_MEMBERS")},
    "rules": {id: [info.title, info.why, info.remedy] for id, info in ep.RULES.items()},
    "values": [ep.LOCALITY_VALUES, ep.ERROR_CLASS_VALUES],
    "findings": [[f.rule, f.path] for f in _validator.every_finding(text, "writer", None, _validator.DEFAULT_LIMITS)],
    "sure": _fast.is_surely_valid(text),
    "again": instance.to_dict() == document,
    "attribute": instance.class_,
    "wrong": [[f.rule, f.path] for f in ep.validate(text.replace('"class": "keyword"', '"class": ""'))],
}))
"""


def literals_below_fields(code: str) -> dict[str, dict[str, str]]:
    """Class -> attribute -> the string below it."""
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

    contract = load(schemas)
    assert set(seen["docs"]) == {*contract.objects, *contract.unions}
    for name, kind in contract.objects.items():
        texts = [kind.description, "Attributes:"]
        meanings = [member.description for member in kind.members]
        texts += map("{}: {}".format, seen["attributes"][name], meanings)
        # Lines are broken elsewhere.
        assert seen["docs"][name].split() == " ".join(texts).split()
    below = literals_below_fields((output / PACKAGE / "models.py").read_text("utf-8"))
    for name, kind in contract.objects.items():
        assert list(below[name].values())[: len(kind.members)] == [entry.description for entry in kind.members]
    for id, (title, why, remedy) in seen["rules"].items():
        if text_of := contract.texts.get(id):
            assert (title[1:], why, remedy) == (text_of["message"][1:], text_of["why"], text_of["remedy"])
    locality, error_class = contract.sets["Locality"].values, contract.sets["ErrorClass"].values
    assert seen["values"] == [list(locality), list(error_class)]
    assert set(HOSTILE) <= set(locality)
    assert seen["findings"] == [] and seen["sure"] and seen["again"] and seen["attribute"] == "keyword"
    assert seen["wrong"] == [["schema/minLength", "/class"]]
