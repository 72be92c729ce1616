# Generated from tools/exprov/targets/python/runtime/_catalogue.py by `exprov generate`; edit that and run it again.
"""What every rule means: the texts behind `exprov explain`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ._finding import Level
from ._program import program


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """One rule: what it says, why it is there, what to do, and a failing and a passing input as JSON text."""

    id: str
    level: Level
    title: str
    why: str
    remedy: str
    failing: str
    passing: str
    expression: str = ""
    carrier: str | None = None


RULES: Mapping[str, RuleInfo] = {one["id"]: RuleInfo(**one) for one in program()["findings"]}
"""Every rule by its id, in a fixed order."""
