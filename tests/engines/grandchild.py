"""Ends instead of answering, and leaves a child that keeps the pipes open; its process id goes to the file `note`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import speaking

speaking.greet()
for case in speaking.cases():
    if speaking.is_bad(case):
        code = "import time; time.sleep(15)"
        alone = bool(speaking.TABLE.get("session"))
        child = subprocess.Popen([sys.executable, "-c", code], start_new_session=alone)
        Path(speaking.TABLE["note"]).write_text(str(child.pid), "utf-8")
        os._exit(7)
    speaking.answer(case)
