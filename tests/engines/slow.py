"""Answers after the time is up; then it goes on as if nothing had been."""

from __future__ import annotations

import time

import speaking

speaking.greet()
for case in speaking.cases():
    if speaking.is_bad(case):
        time.sleep(case["timeoutMs"] / 1000 + 0.3)
    speaking.answer(case)
