"""Answers twice, the second time otherwise."""

from __future__ import annotations

import speaking

speaking.greet()
for case in speaking.cases():
    speaking.answer(case)
    if speaking.is_bad(case):
        speaking.answer(case, verdict="valid", findings=[])
