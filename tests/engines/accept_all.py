"""Finds every record valid."""

from __future__ import annotations

import speaking

speaking.greet(ops=["validate"])
for case in speaking.cases():
    speaking.answer(case, verdict="valid", findings=[])
