"""Takes member names without regard to case."""

from __future__ import annotations

import json
from typing import Any

import checking

NAMES = {
    name.lower(): name
    for name in (
        "schemaVersion",
        "attemptCount",
        "attempts",
        "fallbackOccurred",
        "locality",
        "modelProfile",
        "providerId",
        "configuredModel",
        "reportedModel",
        "routeRejections",
        "outcome",
        "errorClass",
        "reasonCodes",
    )
}


def fold(value: Any) -> Any:
    if isinstance(value, dict):
        return {NAMES.get(name.lower(), name): fold(one) for name, one in value.items()}
    return [fold(one) for one in value] if isinstance(value, list) else value


def misread(data: bytes) -> bytes:
    return json.dumps(fold(json.loads(data))).encode()


checking.serve(misread)
