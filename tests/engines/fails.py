"""Answers that it failed."""

from __future__ import annotations

import speaking

speaking.greet()
for case in speaking.cases():
    if speaking.is_bad(case):
        error = {"message": "no such file", "trace": "line 3"}
        speaking.say({"type": "result", "id": case["id"], "status": "error", "error": error})
    else:
        speaking.answer(case)
