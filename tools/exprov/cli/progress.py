"""Progress on a terminal: one line on standard error, which goes away at the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

_SECONDS = 0.1


def progress(what: str) -> Callable[[int, int], None] | None:
    """A function to call with (done, total) of `what`, such as "cases"; None if standard error is not a terminal."""
    if not sys.stderr.isatty():
        return None
    shown = 0.0

    def show(done: int, total: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if done == total:
            tell("")
        elif now - shown > _SECONDS:
            shown = now
            tell(f"{done} of {total} {what}")

    return show


def tell(text: str) -> None:
    """Replace the line by `text`."""
    print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
