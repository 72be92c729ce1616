"""Cases of a released suite that were changed or removed on purpose: id -> why. Empty the table with each release."""

from __future__ import annotations

from collections.abc import Mapping

DECLARED: Mapping[str, str] = {}
