"""Cases of a released suite that were changed or removed on purpose."""

from __future__ import annotations

from collections.abc import Mapping

# Changed: id -> why. Empty the table with each release.
DECLARED: Mapping[str, str] = {}
# Removed: id -> why. These stay for ever: an id that meant one thing never means another.
RETIRED: Mapping[str, str] = {}
