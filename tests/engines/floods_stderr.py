"""Writes 100 MB to standard error, and answers rightly."""

from __future__ import annotations

import os
import sys

import speaking

speaking.greet()
for case in speaking.cases():
    if speaking.is_bad(case):
        for _ in range(100):
            os.write(sys.stderr.fileno(), b"flood" * 200_000)
        os.write(sys.stderr.fileno(), b"\nend of the flood\n")
    speaking.answer(case)
