"""Judges for real, after `misread` has had its way with the text; what the wrong readers share."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import execution_provenance
import speaking


def text_of(case: dict[str, Any]) -> bytes:
    given = case["input"]
    return given["text"].encode() if "text" in given else base64.b64decode(given["b64"])


def serve(misread: Callable[[bytes], bytes]) -> None:
    """Answer validate cases of plain records about what `misread` makes of their bytes."""
    speaking.greet(ops=["validate"], features=[])
    for case in speaking.cases():
        found = execution_provenance.validate(misread(text_of(case)), level=case["level"])
        findings = [{"rule": one.rule, "path": one.path} for one in found]
        speaking.answer(case, verdict="invalid" if findings else "valid", findings=findings)


if __name__ == "__main__":
    serve(lambda data: data)
