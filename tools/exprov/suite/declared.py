"""Cases of a released suite that were changed or removed on purpose."""

from __future__ import annotations

from collections.abc import Mapping

_REPEATED = """same-value last-is-right first-is-right escaped in-attempt in-second-attempt in-rejection of-unknown
    in-unknown name-with-slash empty-name version"""
_SEVERAL = """two-repeated three-times repeated-within-repeated repeated-and-no-text syntax-and-no-text
    mark-and-no-text"""
_REWORDED = (
    "parse.string.escape-no-digit",
    *(f"parse.duplicate.{one}" for one in _REPEATED.split()),
    *(f"parse.several.{one}" for one in _SEVERAL.split()),
    *(f"leaks.secret-name.twice{one}" for one in ("", "-deep", "-below")),
)
# Changed: id -> why. Empty the table with each release.
DECLARED: Mapping[str, str] = dict.fromkeys(_REWORDED, "plainer words for its edit; the input is the same")
# Removed: id -> why. These stay for ever: an id that meant one thing never means another.
RETIRED: Mapping[str, str] = {}
