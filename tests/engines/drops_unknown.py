"""Writes back only the members that it knows, at the top."""

from __future__ import annotations

import json

import speaking

KNOWN = {
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
}

speaking.greet(ops=["roundtrip"], features=[])
for case in speaking.cases():
    record = json.loads(case["input"]["text"])
    kept = {name: value for name, value in record.items() if name in KNOWN}
    speaking.answer(case, output={"text": json.dumps(kept)})
