"""Answers wrongly whatever follows a certain case."""

from __future__ import annotations

import speaking

is_spoilt = False
speaking.greet(ops=["validate"])
for case in speaking.cases():
    if is_spoilt:
        speaking.answer(case, verdict="valid", findings=[])
    else:
        speaking.answer(case)
    is_spoilt = speaking.is_bad(case)
