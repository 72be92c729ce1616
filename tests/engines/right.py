"""Answers what the table says."""

from __future__ import annotations

import speaking

speaking.greet()
for case in speaking.cases():
    speaking.answer(case)
