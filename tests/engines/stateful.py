"""Finds valid what it has seen before."""

from __future__ import annotations

import json

import speaking

seen: set[str] = set()
speaking.greet()
for case in speaking.cases():
    question = json.dumps([case["op"], case["level"], case["input"]])
    if question in seen and case["op"] == "validate" and speaking.is_bad(case):
        speaking.answer(case, verdict="valid", findings=[])
    else:
        speaking.answer(case)
    seen.add(question)
