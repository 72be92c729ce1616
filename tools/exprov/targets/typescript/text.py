"""Literals and comments of generated TypeScript. Text of a schema reaches the output only through these."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Mapping

_WIDTH = 120
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*", re.ASCII)


class Code(str):
    """TypeScript that `literal` prints as it is."""


def literal(value: object, indent: str = "", before: int = 0) -> str:
    """JSON data as a literal in ASCII, whatever text it holds.

    It takes several lines where one, which `indent` and `before` characters begin, would be too long.
    """
    if isinstance(value, Code):
        return value
    if isinstance(value, Mapping):
        names = [name if _IDENTIFIER.fullmatch(name) else json.dumps(name) for name in value]
        heads, ends = [f"{name}: " for name in names], ("{ ", " }")
    elif isinstance(value, list | tuple):
        heads, ends = [""] * len(value), ("[", "]")
    else:
        return json.dumps(value, ensure_ascii=True)
    items = list(value.values()) if isinstance(value, Mapping) else list(value)
    inner = f"{indent}  "
    printed = [head + literal(item, inner, len(head)) for head, item in zip(heads, items, strict=True)]
    line = ends[0] + ", ".join(printed) + ends[1] if printed else "".join(ends).replace(" ", "")
    if len(indent) + before + len(line) < _WIDTH and "\n" not in line:
        return line
    return "\n".join([ends[0].rstrip(), *(f"{inner}{item}," for item in printed), indent + ends[1].lstrip()])


def union(values: Iterable[str]) -> str:
    """The union of literal types; `never` of none."""
    return " | ".join(map(literal, values)) or "never"


def visible(text: str) -> str:
    """`text` in printable ASCII on one line, as a comment can hold it: nothing in it ends a comment or begins a tag."""
    body = json.dumps(text, ensure_ascii=True)[1:-1].replace('\\"', '"').replace("\\n", " ").replace("\x7f", "\\u007f")
    return body.replace("*/", "*\\/").replace("@", "\\@").replace("{\\@", "{ \\@")


def doc(text: str, indent: str = "") -> str:
    """`text` as a doc comment with a line end, wrapped."""
    lines = textwrap.wrap(visible(text), 113 - len(indent), break_long_words=False, break_on_hyphens=False)
    if len(lines) <= 1:
        return f"{indent}/** {''.join(lines)} */\n"
    return "".join([f"{indent}/**\n", *(f"{indent} * {line}\n" for line in lines), f"{indent} */\n"])
