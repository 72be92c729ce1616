"""The program that the package was generated with: what a validator of this contract version does, as JSON."""

from __future__ import annotations

from functools import cache
from pkgutil import get_data
from typing import Any

VERSION_FILE = "program.json"


@cache
def program() -> Any:
    """The program, read at first need. What it holds is described by `exprov program --schema`."""
    from msgspec.json import decode

    content = get_data(__package__, VERSION_FILE)
    assert content is not None, "the package is whole"
    return decode(content)
