"""Answers for a case that was not asked."""

from __future__ import annotations

import speaking

speaking.greet()
for case in speaking.cases():
    if speaking.is_bad(case):
        speaking.answer(case, id="some.other-case:validate:reader")
    else:
        speaking.answer(case)
