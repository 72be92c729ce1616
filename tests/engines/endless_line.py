"""Answers with a line that never ends."""

from __future__ import annotations

import speaking

speaking.greet()
for case in speaking.cases():
    if speaking.is_bad(case):
        while True:
            speaking.write(b"x" * (1 << 20))
    speaking.answer(case)
