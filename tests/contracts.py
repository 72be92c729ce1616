"""Schemas to spoil: edits of a copy of the contract, and text that must never become code."""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from exprov import generate
from exprov.cli import main
from samples import SCHEMAS

ROOT = Path(__file__).parents[1]
# The target that is rendered fastest represents all where the target does not matter.
TARGET = "rust"
RECORD = "execution-provenance.schema.json"
FILES = {
    "record": RECORD,
    "result": "task-result.schema.json",
    "stream": "stream-terminal-outcome.schema.json",
    "error": "inderun-error.schema.json",
    "leaks": "leaks.json",
    "messages": "messages.json",
    "identifiers": "identifiers.json",
    "seeds": "seeds/findings.json",
}
DROP = object()
MEMBER = {"title": "T", "description": "D.", "type": "string", "examples": ["x"]}


@functools.cache
def rendered() -> dict[str, str]:
    """The files of one target."""
    return generate.render(SCHEMAS, [TARGET])


def snapshot(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def run(*arguments: str | Path) -> int:
    return main(["generate", "--target", TARGET, *map(str, arguments)])


def change(schemas: Path, file: str, edit: Callable[[Any], object]) -> None:
    path = schemas / "1.0" / file
    content = json.loads(path.read_text("utf-8"))
    edit(content)
    path.write_text(json.dumps(content), "utf-8")


def edit(schemas: Path, at: str, value: Any) -> None:
    """Put `value` at a place such as `record#/properties/locality/title`; `-` is behind the last element, DROP removes.

    A function is called with what is in the whole file, and yields the value.
    """
    file, _, pointer = at.partition("#/")
    *steps, last = (step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/"))

    def put(content: Any) -> None:
        new, target = value(content) if callable(value) else value, content
        for step in steps:
            target = target[int(step)] if isinstance(target, list) else target[step]
        if last == "-":
            target.append(new)
        elif value is DROP:
            del target[int(last) if isinstance(target, list) else last]
        else:
            target[int(last) if isinstance(target, list) else last] = new

    change(schemas, FILES[file], put)


HOSTILE = [
    '"', "'", '"""', "'''", "*/", "/* x", "\\", "ends with a backslash \\", 'ends with "quotes"', "it's \\' mixed",
    'both \' and " \\"', "a\nb", "a\r\nb\n", "a\\nb", "\\N{SNOWMAN} \\x41 \\u0041 \\", "{format} {0} %s %(x)s %d",
    "{{ jinja }} {% raw %} {# x #}", "\u2028x\u2029", "\x85x", "x\x00\x7f", " leading", "trailing ", "\t tab \t",
    "# type: ignore", "<b>&amp;</b>", "\U0001f600 \u00e9", "Sequence[str] | None", "tuple[int, ...]", "@dataclass",
    "''' + 1/0 + '''", "${x} `touch pwned` $(touch pwned)", '"""\nopen("pwned", "w")\n"""', '"); open("pwned", "w"); ("',
    "'); open('pwned', 'w'); ('", "\\\"\"\"); open('pwned', 'w')  # ", "__import__('os').system('touch pwned')",
]  # fmt: skip


def spoil_texts(schemas: Path) -> None:
    """Hostile text at every place where a schema or a seed holds text, keywords as names of members, and hostile tokens."""
    texts = itertools.cycle(HOSTILE)
    rules: dict[str, dict[str, str]] = {}

    def objects(content: Any) -> Iterator[Any]:
        return (kind for kind in (content, *content.get("$defs", {}).values()) if kind["type"] == "object")

    def spoil(content: Any) -> None:
        for kind in (content, *content.get("$defs", {}).values()):
            kind["description"] = next(texts)
        for kind in objects(content):
            for member in kind["properties"].values():
                member.update({} if "$ref" in member else {"title": next(texts), "description": next(texts)})
            for rule in kind.get("x-rules", []):
                # One rule has one text, whatever types and files it is in.
                if rule["id"] not in rules:
                    rules[rule["id"]] = {name: next(texts) for name in ("message", "why", "remedy")}
                rule |= rules[rule["id"]]

    def spoil_record(content: Any) -> None:
        for kind in (content, content["$defs"]["Attempt"]):
            for name in ("class", "from", "lambda", "match", "type", "id", "copy"):
                kind["properties"][name] = content["properties"]["providerId"] | {"title": next(texts)}
        content["$defs"]["Locality"]["enum"] += HOSTILE

    def spoil_seeds(content: Any) -> None:
        for seed in content.values():
            seed.update({name: next(texts) for name in ("title", "why", "remedy") if name in seed})

    for path in sorted((schemas / "1.0").glob("*.schema.json")):
        change(schemas, path.name, spoil)
    change(schemas, RECORD, spoil_record)
    change(schemas, "seeds/findings.json", spoil_seeds)
