"""Takes 1.0 for a fraction, as a reader that looks at the spelling of a number would."""

from __future__ import annotations

import json

import checking


def misread(data: bytes) -> bytes:
    return json.dumps(json.loads(data, parse_float=lambda text: float(text) + 0.5)).encode()


checking.serve(misread)
