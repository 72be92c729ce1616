"""The figure of the README: run as a program it measures and writes it; with `--check` it compares, for nox."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from exprov.contract import load
from exprov.report.strength import html as report
from exprov.strength import equivalents, judge, suite

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
_FIGURE = re.compile(r"(?<=<!-- strength -->)(.*?)(?=<!-- /strength -->)", re.DOTALL)


def render(text: str, found: judge.Strength) -> str:
    """`text` with the new figure between its markers."""
    return _FIGURE.sub(lambda _: f"{report.figure(found)}.", text)


def main() -> int:
    schemas = ROOT / "schemas"
    contract = load(schemas)
    cases = suite.load(ROOT / "generated/fixtures/1.0")
    found = judge.judge(contract, cases, equivalents.load(schemas))
    print(report.render(found, "text"), end="")
    old = README.read_text("utf-8")
    new = render(old, found)
    if "--check" in sys.argv[1:]:
        if new != old:
            print("README.md states another figure; run `python tests/strength_figure.py`")
        return 0 if found.is_complete and new == old else 1
    temporary = README.with_suffix(".new")
    temporary.write_text(new, "utf-8")
    os.replace(temporary, README)
    return 0


if __name__ == "__main__":
    sys.exit(main())
