"""The check of the wording finds what it is there for, across lines, and leaves code alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from docs.wording import problems

FOUND = [
    ("page.md", "It stands in a folder\nof its\nown.\n", ["1: 'stands'", "1: 'of its own'", "1: 'folder'"]),
    ("page.md", "It stands for `folder`, and is no longer told.\n\n```sh\nstands\n```\n", ["1: 'told'"]),
    ("page.md", f"{'word ' * 37}.\n\n{'word ' * 36}.\n", ["1: a sentence of 37 words; split it"]),
    (
        "data.json",
        json.dumps({"a": [{"description": "is no text", "examples": ["is no text"]}]}),
        ["/a/0/description: 'is no'"],
    ),
]


@pytest.mark.parametrize(("name", "text", "found"), FOUND)
def test_problems(name: str, text: str, found: list[str], tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    assert [f"{place}: {problem.partition(':')[0]}" for place, problem in problems(path)] == found
