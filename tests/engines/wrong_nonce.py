"""Says hello for another run."""

from __future__ import annotations

import speaking

speaking.greet(run="an-earlier-run")
for case in speaking.cases():
    speaking.answer(case)
