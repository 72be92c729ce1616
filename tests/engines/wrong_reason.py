"""Gives the right verdict and another rule."""

from __future__ import annotations

import speaking

speaking.greet()
for case in speaking.cases():
    if speaking.is_bad(case):
        findings = [one | {"rule": "rule/no-such-rule"} for one in speaking.result(case)["findings"]]
        speaking.answer(case, findings=findings)
    else:
        speaking.answer(case)
