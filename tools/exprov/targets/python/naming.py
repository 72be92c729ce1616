"""Names and literals in generated Python. Text of a schema reaches the output only through these."""

from __future__ import annotations

import keyword
import re


def snake(name: str) -> str:
    """`providerId` -> `provider_id`, `TaskResult` -> `task_result`; a keyword gets a trailing underscore."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()
    return f"{words}_" if keyword.iskeyword(words) or keyword.issoftkeyword(words) else words


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


def docstring(text: str, indent: str = "") -> str:
    """`text` as a docstring, on one physical line: quotes, backslashes and newlines cannot end it."""
    body = ascii(text)[1:-1].replace("\\'", "'").replace('"', '\\"')
    return f'{indent}"""{body}"""'
