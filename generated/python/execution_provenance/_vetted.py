# Generated from tools/exprov/targets/python/runtime/_vetted.py by `exprov generate`; edit that and run it again.
"""Free strings that were found clean before: provider ids and model names recur from record to record."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from msgspec import UNSET, UnsetType

# What is absent has nothing unclean.
VETTED: set[str | UnsetType] = {UNSET}
# Bounded, so that hostile input cannot fill the memory: at most 4,096 strings of at most 256 code points.
_MOST, _LONGEST = 4096, 256


@cache
def _judges() -> tuple[Callable[[str], bool], Callable[[str], object]]:
    """What says of a string that it is clean, and that it has the shape of a credential."""
    from ._validator import validator  # here, so that the quick verdict does not load what only new strings need

    return validator().identifiers.is_clean, validator().leaks.credential_in


def vet(*texts: str | UnsetType) -> bool:
    """Whether each is absent, or a non-empty, clean identifier without a quotation mark or a credential; remembered if so."""
    is_clean, credential_in = _judges()
    for text in texts:
        if isinstance(text, UnsetType) or text in VETTED:
            continue
        if not text or '"' in text or not is_clean(text) or credential_in(text):
            return False
        if len(text) <= _LONGEST:
            if len(VETTED) >= _MOST:
                forget()
            VETTED.add(text)
    return True


def forget() -> None:
    """Remember nothing."""
    VETTED.clear()
    VETTED.add(UNSET)
