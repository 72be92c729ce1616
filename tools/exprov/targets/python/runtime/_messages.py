"""The words of findings: templates of the program, filled in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

Say = Callable[..., str]
"""`say(key, name=value, ...)`: the message of this key with its braces filled in."""


def speaker(messages: Mapping[str, str]) -> Say:
    """What fills in the templates of a program, `messages`."""

    # A record with many findings has the same ones again and again.
    @lru_cache(maxsize=256)
    def say(key: str, **values: object) -> str:
        text = messages[key]
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text

    return say


def listing(values: Iterable[str]) -> str:
    return ", ".join(values)
