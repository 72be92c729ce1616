"""Dies by a signal instead of answering."""

from __future__ import annotations

import os
import signal

import speaking

speaking.greet()
for case in speaking.cases():
    if speaking.is_bad(case):
        os.kill(os.getpid(), signal.SIGSEGV)
    speaking.answer(case)
