"""Schemas to spoil: edits of a copy of the contract, and text that must never become code."""

from __future__ import annotations

import copy
import functools
import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from exprov import generate
from exprov.cli import main
from samples import SCHEMAS

ROOT = Path(__file__).parents[1]
PACKAGE = "python/execution_provenance"
RECORD, RESULT = "execution-provenance.schema.json", "task-result.schema.json"
STREAM, ERROR = "stream-terminal-outcome.schema.json", "inderun-error.schema.json"
SEEDS = "seeds/findings.json"


@functools.cache
def rendered() -> dict[str, str]:
    """The files of one target, which is enough for all but drift."""
    return generate.render(SCHEMAS, ["python"])


def snapshot(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def run(*arguments: str | Path) -> int:
    return main(["generate", "--target", "python", *map(str, arguments)])


def change(schemas: Path, file: str, edit: Callable[[Any], object]) -> None:
    path = schemas / "1.0" / file
    content = json.loads(path.read_text("utf-8"))
    edit(content)
    path.write_text(json.dumps(content), "utf-8")


def put(*steps: Any) -> Callable[[Any], None]:
    """An edit: `put(name, …, value)`."""

    def edit(content: Any) -> None:
        for step in steps[:-2]:
            content = content[step]
        content[steps[-2]] = steps[-1]

    return edit


def drop(*steps: Any) -> Callable[[Any], None]:
    def edit(content: Any) -> None:
        for step in steps[:-1]:
            content = content[step]
        del content[steps[-1]]

    return edit


def again(content: Any) -> None:
    content["x-rules"].append(copy.deepcopy(content["x-rules"][0]))


def new_rule(content: Any) -> None:
    content["x-rules"].append(content["x-rules"][0] | {"id": "rule/new"})


def member(name: str, where: str | None = None) -> Callable[[Any], None]:
    def edit(content: Any) -> None:
        kind = content["$defs"][where] if where else content
        kind["properties"][name] = copy.deepcopy(content["properties"]["providerId"])

    return edit


def definition(name: str) -> Callable[[Any], None]:
    def edit(content: Any) -> None:
        content["$defs"][name] = copy.deepcopy(next(iter(content["$defs"].values()))) | {"title": name}

    return edit


HOSTILE = [
    *(
        '"',
        "'",
        '"""',
        "'''",
        "*/",
        "/* x",
        "\\",
        "ends with a backslash \\",
        'ends with "quotes"',
        "it's \\' mixed",
        'both \' and " \\"',
    ),
    *(
        "a\nb",
        "a\r\nb\n",
        "a\\nb",
        "\\N{SNOWMAN} \\x41 \\u0041 \\",
        "{format} {0} %s %(x)s %d",
        "{{ jinja }} {% raw %} {# x #}",
    ),
    *(
        "\u2028x\u2029",
        "\x85x",
        "x\x00\x7f",
        " leading",
        "trailing ",
        "\t tab \t",
        "# type: ignore",
        "<b>&amp;</b>",
        "\U0001f600 \u00e9",
    ),
    *("Sequence[str] | None", "tuple[int, ...]", "@dataclass", "''' + 1/0 + '''", "${x} `touch pwned` $(touch pwned)"),
    '"""\nopen("pwned", "w")\n"""',
    '"); open("pwned", "w"); ("',
    "'); open('pwned', 'w'); ('",
    "\\\"\"\"); open('pwned', 'w')  # ",
    "__import__('os').system('touch pwned')",
]


def spoil_texts(schemas: Path) -> None:
    """Hostile text at every place where a schema or a seed holds text, a keyword as a member's name, and hostile tokens."""
    texts = itertools.cycle(HOSTILE)

    def visit(value: Any, names: frozenset[str]) -> None:
        for name, item in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(item, str) and name in names:
                value[name] = next(texts)
            elif isinstance(item, dict | list):
                visit(item, names)

    for path in sorted((schemas / "1.0").glob("*.schema.json")):

        def edit(content: Any, path: Path = path) -> None:
            rules: dict[str, dict[str, str]] = {}
            visit(content, frozenset({"description", "message", "why", "remedy"}))
            for kind in (content, *content.get("$defs", {}).values()):
                for name, item in kind.get("properties", {}).items():
                    if "title" in item:
                        item["title"] = next(texts)
                        # A member of the name `description` is a schema, not a text.
                        assert isinstance(item, dict), name
                for rule in kind.get("x-rules", []):
                    told = {key: rule[key] for key in ("message", "why", "remedy")}
                    rule |= rules.setdefault(rule["id"], told)
            if path.name == RECORD:
                for name in ("class", "from", "lambda", "match", "type", "id", "copy"):
                    member(name)(content)
                    member(name, "Attempt")(content)
                content["$defs"]["Locality"]["enum"] += HOSTILE

        change(schemas, path.name, edit)
    # One rule has one text, on whatever types and files it stands.
    shared: dict[str, dict[str, str]] = {}
    for path in sorted((schemas / "1.0").glob("*.schema.json")):

        def unify(content: Any) -> None:
            for kind in (content, *content.get("$defs", {}).values()):
                for rule in kind.get("x-rules", []):
                    rule |= shared.setdefault(rule["id"], {key: rule[key] for key in ("message", "why", "remedy")})

        change(schemas, path.name, unify)
    change(schemas, SEEDS, lambda content: visit(content, frozenset({"title", "why", "remedy"})))
