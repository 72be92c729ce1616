# Generated from tools/exprov/targets/python/runtime/_vetted.py by `exprov generate`; edit that and run it again.
"""Free strings that were found clean before: provider ids and model names recur from record to record."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

if TYPE_CHECKING:
    from ._leaks import LeakScanner
    from ._schema import Identifiers

# What is absent has nothing unclean.
VETTED: set[str | UnsetType] = {UNSET}
# Bounded, so that hostile input cannot fill the memory: at most 4,096 strings of at most 256 code points.
_MOST, _LONGEST = 4096, 256


@cache
def _judges() -> tuple[Identifiers, LeakScanner]:
    from ._validator import validator  # here, so that the quick verdict does not load what only new strings need

    return validator().identifiers, validator().leaks


def vet(texts: Iterable[str | UnsetType]) -> bool:
    """Whether each is absent, or a non-empty, clean identifier without a credential; remembered if so."""
    identifiers, leaks = _judges()
    new: set[str] = {*texts} - VETTED  # type: ignore[assignment]  # all but UNSET are strings
    if "" in new or not identifiers.missing.isdisjoint(new):
        return False
    # One look at all is quicker than one at each.
    joined = "/".join(new)
    if not (identifiers.is_surely_clean(joined) and leaks.is_surely_safe(joined)):
        for text in new:
            if not identifiers.is_clean(text) or leaks.credential_in(text):
                return False
    short = new if len(joined) <= _LONGEST else [text for text in new if len(text) <= _LONGEST][:_MOST]
    if len(VETTED) + len(short) > _MOST:
        forget()
    VETTED.update(short)
    return True


def forget() -> None:
    """Remember nothing."""
    VETTED.clear()
    VETTED.add(UNSET)
