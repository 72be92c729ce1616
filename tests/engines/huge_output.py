"""Answers with an output of 8 MiB."""

from __future__ import annotations

import speaking

speaking.greet()
for case in speaking.cases():
    if speaking.is_bad(case):
        speaking.answer(case, output={"text": '"' + "x" * (8 << 20) + '"'})
    else:
        speaking.answer(case)
