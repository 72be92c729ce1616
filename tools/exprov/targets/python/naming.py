"""Names and literals in generated Python. Text of a schema reaches the output only through these."""

from __future__ import annotations

import builtins
import keyword
import textwrap
from collections.abc import Mapping

from exprov.targets.common.naming import Names

# The attribute under which a struct of the quick verdict holds a member. One named like a type would take its place in the
# annotations that follow.
attribute = Names(str, reserved={*keyword.kwlist, *dir(builtins)})


def literal(text: str) -> str:
    """A double-quoted ASCII Python literal of `text`, whatever it holds."""
    body = ascii(text)[1:-1]
    if ascii(text)[0] == "'":
        body = body.replace("\\'", "'").replace('"', '\\"')
    return f'"{body}"'


def literals(items: tuple[str, ...] | list[str]) -> str:
    """A tuple display of string literals."""
    return "(" + ", ".join(literal(item) for item in items) + ("," if len(items) == 1 else "") + ")"


def docstring(text: str, indent: str = "") -> str:
    """`text` as a docstring, on one physical line: quotes, backslashes and newlines cannot end it."""
    body = literal(text)[1:-1]
    # The formatter strips spaces at either end of a docstring, and adds one after a quotation mark at its end.
    if body.startswith(" "):
        body = f"\\x20{body[1:]}"
    if body.endswith('\\"'):
        body = f"{body[:-2]}\\x22"
    elif body.endswith(" "):
        body = f"{body[:-1]}\\x20"
    return f'{indent}"""{body}"""'


def documented(text: str, attributes: Mapping[str, str]) -> str:
    """The docstring of a class: `text`, and below it what each attribute means."""
    lines = [*textwrap.wrap(text, 100), "", "Attributes:"]
    for name, meaning in attributes.items():
        lines += textwrap.wrap(f"{name}: {meaning}", 100, initial_indent="    ", subsequent_indent="        ")
    return '"""' + "\n    ".join(literal(line)[1:-1] for line in lines) + '\n    """'
