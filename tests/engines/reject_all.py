"""Finds every record invalid, always for the same reason."""

from __future__ import annotations

import speaking

speaking.greet(ops=["validate"])
for case in speaking.cases():
    speaking.answer(case, verdict="invalid", findings=[{"rule": "json/syntax", "path": ""}])
