"""Prints a banner before its hello."""

from __future__ import annotations

import speaking

speaking.write(b"Welcome to the engine, version 3\n")
speaking.greet()
for case in speaking.cases():
    speaking.answer(case)
