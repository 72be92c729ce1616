"""Names and literals in generated TypeScript. Text of a schema reaches the output only through these."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable


def constant(name: str) -> str:
    """`ErrorClass` -> `ERROR_CLASS`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).upper()


def literal(text: str) -> str:
    """A double-quoted ASCII literal of `text`, whatever it holds."""
    return json.dumps(text, ensure_ascii=True)


def literals(items: Iterable[str]) -> str:
    """An array of string literals."""
    return f"[{', '.join(literal(item) for item in items)}]"


def union(items: Iterable[str]) -> str:
    """A union of literal types."""
    return " | ".join(literal(item) for item in items)


def visible(text: str) -> str:
    """`text` in printable ASCII on one line, as a comment can hold it: nothing in it ends a comment or begins a tag."""
    body = json.dumps(text, ensure_ascii=True)[1:-1].replace('\\"', '"').replace("\\n", " ").replace("\x7f", "\\u007f")
    return body.replace("*/", "*\\/").replace("@", "\\@").replace("{\\@", "{ \\@")


def doc(text: str, indent: str = "") -> list[str]:
    """`text` as a doc comment, wrapped at 116 columns."""
    words = visible(text).split()
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(word) + 1 <= 113 - len(indent):
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) <= 1:
        return [f"{indent}/** {' '.join(lines)} */"]
    return [f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"]


def alias(name: str, values: Iterable[str]) -> list[str]:
    """A type that is the union of these literals, one on a line where they are many."""
    items = [literal(value) for value in values]
    line = f"export type {name} = {' | '.join(items)};"
    if len(line) <= 120:
        return [line]
    return [f"export type {name} =", *(f"  | {item}" for item in items[:-1]), f"  | {items[-1]};"]


def table(name: str, values: Iterable[str]) -> list[str]:
    """A constant array of strings, one on a line where they are many; `name` may hold its type."""
    items = [literal(value) for value in values]
    line = f"{name} = [{', '.join(items)}];"
    return [line] if len(line) <= 120 else [f"{name} = [", *(f"  {item}," for item in items), "];"]
