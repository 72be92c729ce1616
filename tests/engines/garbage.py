"""Prints something else where the answer belongs."""

from __future__ import annotations

import speaking

speaking.greet()
for case in speaking.cases():
    if speaking.is_bad(case):
        speaking.write(b"DEBUG: about to answer\n")
    speaking.answer(case)
