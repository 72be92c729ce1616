"""The size of a text: exactly 1 MiB, and one byte more. Alone in their file, because they are long."""

from __future__ import annotations

from exprov.model import Contract
from exprov.suite.bases import Bases
from exprov.suite.cases import Topic

_LIMIT = 1 << 20


def add_cases(topic: Topic, bases: Bases, contract: Contract) -> None:
    base = bases.records["fallback"]
    for slug, title, size, findings in (
        ("size.at-limit", "a text of exactly 1 MiB", _LIMIT, []),
        ("size.over-limit", "a text of 1 MiB and one byte", _LIMIT + 1, ["json/limit"]),
    ):
        change = {"edit": "spaces after the value", "at": "end", "with": " ", "times": size - len(base.data)}
        topic.changed(slug, title, base, change, findings, requires=["limits"])
