"""What a case of the fixtures means, as a hash: the same for who makes the suite and for who compares two."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def fingerprint(case: Mapping[str, Any]) -> str:
    """The SHA-256 of a case of a topic file without its title and tags, which are free to improve."""
    meaning = {key: value for key, value in case.items() if key not in ("title", "tags")}
    return hashlib.sha256(json.dumps(meaning, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
