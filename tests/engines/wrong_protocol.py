"""Chooses a protocol that the driver does not speak."""

from __future__ import annotations

import speaking

speaking.greet(protocol=2)
for case in speaking.cases():
    speaking.answer(case)
