"""`exprov rules`."""

from __future__ import annotations

from typing import Any

from execution_provenance import RULES


def test_lists_every_rule(run: Any) -> None:
    lines = run("rules").out.splitlines()
    assert [line.split()[0] for line in lines] == list(RULES)
    readers = run("rules", "--level", "reader").out.splitlines()
    assert [line.split()[0] for line in readers] == [id for id, info in RULES.items() if info.level == "reader"]
