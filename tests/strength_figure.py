"""The figure of the README, kept true: run as a program it writes it, the test compares it."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

from exprov.contract import load
from exprov.report.strength.html import figure
from exprov.strength import equivalents, judge, suite

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
_FIGURE = re.compile(r"(?<=<!-- strength -->)(.*?)(?=<!-- /strength -->)", re.DOTALL)


@cache
def measured() -> judge.Strength:
    """The strength of the fixtures as they are; measured once for all tests."""
    schemas = ROOT / "schemas"
    contract = load(schemas)
    return judge.judge(contract, suite.load(ROOT / "generated/fixtures/1.0"), equivalents.load(schemas))


def render(text: str) -> str:
    """`text` with the figure made anew between its markers."""
    return _FIGURE.sub(lambda _: f"{figure(measured())}.", text)


if __name__ == "__main__":
    temporary = README.with_suffix(".new")
    temporary.write_text(render(README.read_text("utf-8")), "utf-8")
    os.replace(temporary, README)
