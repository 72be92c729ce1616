"""Closes standard output instead of answering, and lives on."""

from __future__ import annotations

import os
import sys
import threading

import speaking

speaking.greet()
for case in speaking.cases():
    if speaking.is_bad(case):
        os.close(sys.stdout.fileno())
        threading.Event().wait()
    speaking.answer(case)
