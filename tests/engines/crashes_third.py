"""Ends with code 0 at the third case of each of its lives."""

from __future__ import annotations

import os

import speaking

speaking.greet()
for number, case in enumerate(speaking.cases(), 1):
    if number == 3:
        os._exit(0)
    speaking.answer(case)
