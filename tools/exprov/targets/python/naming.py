"""Names and literals in generated Python. Text of a schema reaches the output only through these."""

from __future__ import annotations

import builtins
import keyword
import re
import textwrap
from collections.abc import Mapping

# What generated modules themselves call by a short name; a function of that name would hide it.
_TAKEN = frozenset({"c", *dir(builtins)})


def snake(name: str) -> str:
    """`providerId` -> `provider_id`, `TaskResult` -> `task_result`; a name that is taken gets a trailing underscore."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()
    return f"{words}_" if keyword.iskeyword(words) or keyword.issoftkeyword(words) or words in _TAKEN else words


def attribute(name: str) -> str:
    """The attribute under which a struct holds the member `name`: the name itself, unless it is a keyword."""
    return f"{name}_" if keyword.iskeyword(name) else name


def constant(name: str) -> str:
    """`ErrorClass` -> `ERROR_CLASS`."""
    return snake(name).rstrip("_").upper()


def literal(text: str) -> str:
    """A double-quoted ASCII Python literal of `text`, whatever it holds."""
    body = ascii(text)[1:-1]
    if ascii(text)[0] == "'":
        body = body.replace("\\'", "'").replace('"', '\\"')
    return f'"{body}"'


def literals(items: tuple[str, ...] | list[str]) -> str:
    """A tuple display of string literals."""
    return "(" + ", ".join(literal(item) for item in items) + ("," if len(items) == 1 else "") + ")"


def imports(module: str, names: tuple[str, ...], code: str) -> list[str]:
    """The import of those of `names` that `code` calls, as a line; none if it calls none."""
    called = [name for name in names if re.search(rf"\b{name}\(", code)]
    return [f"from {module} import {', '.join(called)}"] if called else []


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
