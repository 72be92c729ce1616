"""Does not end when it is told to."""

from __future__ import annotations

import time

import speaking

speaking.greet()
while True:
    message = speaking.hear()
    if message["type"] == "case":
        speaking.answer(message)
    else:
        time.sleep(0.05)
