"""Run the golden cases against the Python package and nothing else; exit 1 at the first that it gets wrong.

For mutation testing: python tests/mutants/golden_cases.py FIXTURES. Each case is checked by both routes, at both levels, and
with what the package writes.
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any

import execution_provenance as ep
from execution_provenance._canonical import canonical
from execution_provenance._validator import every_finding, read


def is_right(case: dict[str, Any]) -> bool:
    given, carrier = case["input"], case.get("carrier")
    data = given["text"].encode() if "text" in given else base64.b64decode(given["b64"])
    expected = {(one["rule"], one["path"], one["level"]) for one in case["findings"]}
    for findings in (ep.validate(data, carrier=carrier), every_finding(data, "writer", carrier, ep.Limits())):
        if {(one.rule, one.path, one.level) for one in findings} != expected:
            return False
    for level in ("reader", "writer"):
        if ep.is_valid(data, carrier=carrier, level=level) != (case[level] == "valid"):  # type: ignore[arg-type]
            return False
    if "canonical" in case:
        try:
            form: str | None = canonical(read(data)[0]).decode()
        except ValueError:
            form = None
        return form == case["canonical"]
    return True


def main(fixtures: Path) -> int:
    for topic in json.loads((fixtures / "manifest.json").read_text("utf-8"))["topics"]:
        for case in json.loads((fixtures / topic["file"]).read_text("utf-8"))["cases"]:
            try:
                right = is_right(case)
            except Exception as error:  # a mutant may fail in any way
                print(f"{case['id']}: {error!r}")
                return 1
            if not right:
                print(case["id"])
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
