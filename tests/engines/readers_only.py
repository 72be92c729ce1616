"""Does no more than judge plain records as a reader, and says so."""

from __future__ import annotations

import speaking

speaking.greet(ops=["validate"], levels=["reader"], features=[], findings="first")
for case in speaking.cases():
    findings = speaking.result(case)["findings"]
    speaking.answer(case, findings=findings[:1])
