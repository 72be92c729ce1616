"""Declines cases that its declaration covers."""

from __future__ import annotations

import speaking

speaking.greet()
for case in speaking.cases():
    if speaking.is_bad(case):
        speaking.say({"type": "result", "id": case["id"], "status": "unsupported", "unsupported": {"feature": "mood"}})
    else:
        speaking.answer(case)
