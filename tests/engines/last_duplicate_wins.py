"""Reads a member that stands twice as its last value."""

from __future__ import annotations

import json

import checking


def misread(data: bytes) -> bytes:
    try:
        return json.dumps(json.loads(data)).encode()
    except ValueError:
        return data


checking.serve(misread)
