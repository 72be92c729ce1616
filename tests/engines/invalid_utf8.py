"""Answers in bytes that are no UTF-8."""

from __future__ import annotations

import speaking

speaking.greet()
for case in speaking.cases():
    if speaking.is_bad(case):
        speaking.write(b'{"type":"result","id":"' + case["id"].encode() + b'","status":"ok","verdict":"\xff"}\n')
    else:
        speaking.answer(case)
