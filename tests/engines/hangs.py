"""Stops in the middle, deaf to a polite request to end; its process id goes to the file `note`."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import speaking

for name in ("SIGTERM", "SIGINT", "SIGHUP"):
    if hasattr(signal, name):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
speaking.greet()
for case in speaking.cases():
    if speaking.is_bad(case):
        if "note" in speaking.TABLE:
            Path(speaking.TABLE["note"]).write_text(str(os.getpid()), "utf-8")
        threading.Event().wait()
    speaking.answer(case)
