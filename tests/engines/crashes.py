"""Ends with code 7 instead of answering."""

from __future__ import annotations

import os
import sys

import speaking

speaking.greet()
for case in speaking.cases():
    if speaking.is_bad(case):
        print(f"last words about {case['id']}", file=sys.stderr, flush=True)
        os._exit(7)
    speaking.answer(case)
