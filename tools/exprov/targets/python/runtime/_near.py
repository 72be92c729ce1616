"""Which known name or token another one most likely meant."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

# After so many findings of a record, names are no longer searched for by likeness: it costs more than all the rest.
_MOST_SEARCHES = 64
_LONGEST = 64


def near(token: str, known: Iterable[str], before: int) -> str | None:
    """The known token that `token` most likely meant, compared without case and separators.

    After `_MOST_SEARCHES` findings, which `before` counts, only a token that differs in nothing else has one.
    """
    if len(token) > _LONGEST:
        return None
    known = tuple(known)
    return _by_key(known).get(_key(token)) if before >= _MOST_SEARCHES else _nearest(token, known)


# An application that adds a member adds it to every record.
@lru_cache(maxsize=512)
def _nearest(token: str, known: tuple[str, ...]) -> str | None:
    import difflib  # here, so that a valid record does not pay for it

    by_key = _by_key(known)
    found = difflib.get_close_matches(_key(token), by_key, n=1, cutoff=0.8)
    return by_key[found[0]] if found else None


@lru_cache(maxsize=64)
def _by_key(known: tuple[str, ...]) -> dict[str, str]:
    return {_key(candidate): candidate for candidate in known}


def _key(token: str) -> str:
    return re.sub(r"[^a-z0-9]", "", token.lower())
