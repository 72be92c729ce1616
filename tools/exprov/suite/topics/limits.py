"""The size of a text, in bytes: exactly 1 MiB, and one byte more. Alone in their file, because they are long."""

from __future__ import annotations

from typing import Any

from exprov.contract.model import Contract
from exprov.suite.bases import Bases
from exprov.suite.cases import Topic, edit

_LIMIT = 1 << 20


def add_cases(topic: Topic, bases: Bases, contract: Contract) -> None:
    base = bases.records["fallback"]
    change: dict[str, Any]
    for slug, title, size, findings in (
        ("size.at-limit", "a text of exactly 1 MiB", _LIMIT, []),
        ("size.over-limit", "a text of 1 MiB and one byte", _LIMIT + 1, ["json/limit"]),
    ):
        change = {"edit": "spaces after the value", "at": "end", "with": " ", "times": size - len(base.data)}
        topic.changed(slug, title, base, change, findings, requires=["limits"])
    full = topic.cases[0]
    changes: tuple[tuple[str, str, dict[str, Any]], ...] = (
        (
            "size.over-limit-in-bytes",
            "a text of 1 MiB in characters, of which one takes two bytes",
            edit("a letter that takes two bytes", '"fast"', '"fas\u00e9"'),
        ),
        (
            "size.over-limit-with-mark",
            "a text of exactly 1 MiB after a byte order mark, which counts: the size is judged before anything else",
            {"edit": "a byte order mark", "at": "start", "with": "\ufeff"},
        ),
        (
            "size.over-limit-and-no-text",
            "one byte more than 1 MiB, and that no UTF-8: the size is judged before anything else",
            {"edit": "the byte 0xFF after the value", "at": "end", "withB64": "/w=="},
        ),
    )
    for slug, title, change in changes:
        topic.changed(slug, title, full, change, ["json/limit"], requires=["limits"])
