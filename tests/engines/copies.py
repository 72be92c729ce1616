"""Writes back what it is given, with what the table replaces: `replace`, [[old, new]...]; fails where `refuse` stands in it.

More in the table: `hello`, changes to the hello.
"""

from __future__ import annotations

import speaking

speaking.greet(**{"ops": ["roundtrip"], **speaking.TABLE.get("hello", {})})
for case in speaking.cases():
    if case["op"] == "emit":
        speaking.answer(case)
        continue
    text = case["input"]["text"]
    if speaking.TABLE.get("refuse", "\n") in text:
        speaking.answer(case, status="error", error={"message": "not like this"})
        continue
    for old, new in speaking.TABLE.get("replace", ()):
        text = text.replace(old, new)
    speaking.answer(case, output={"text": text})
