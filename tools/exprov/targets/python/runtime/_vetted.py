"""Free strings that were found clean before: provider ids and model names recur from record to record."""

from __future__ import annotations

from ._checks import is_clean
from ._leaks import has_credential

VETTED: set[str] = set()
# Bounded, so that hostile input cannot fill the memory: at most 4,096 strings of at most 256 code points.
_MOST, _LONGEST = 4096, 256


def vet(text: str) -> bool:
    """Whether `text` is a non-empty, clean identifier without a quotation mark or a credential; remembered if it is."""
    if not text or '"' in text or not is_clean(text) or has_credential(text):
        return False
    if len(text) <= _LONGEST:
        if len(VETTED) >= _MOST:
            VETTED.clear()
        VETTED.add(text)
    return True
