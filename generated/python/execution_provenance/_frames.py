# Generated from tools/exprov/targets/python/runtime/_frames.py by `exprov generate`; edit that and run it again.
"""Containers on the way to the item that is being read or written: walks keep an explicit stack, so that no nesting is
too deep for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ._text import escape


class Frame:
    """One container: what is left of it as (name or index, item), the name or index reached, and what is made of it."""

    __slots__ = ("key", "out", "rest")

    def __init__(self, rest: Iterator[tuple[Any, Any]], out: Any) -> None:
        self.rest = rest
        self.out = out
        self.key: Any = None


def pointer(frames: list[Frame], is_nameable: Callable[[str], bool]) -> str:
    """The JSON Pointer of the item reached; it ends before a name that has the shape of a secret."""
    tokens = []
    for frame in frames:
        if isinstance(frame.key, str) and not is_nameable(frame.key):
            break
        tokens.append(f"/{escape(str(frame.key))}")
    return "".join(tokens)
