"""Validates, reads and writes each document of standard input with a generated package, in a separate process.

A line is a JSON array: the slug of the document, the name of its type, its text.
"""

import json
import sys
import typing

import execution_provenance as ep


def outcome(slug: str, kind: str, text: str) -> dict[str, object]:
    carrier = None if kind == "Trace" else slug
    found = ep.validate(text, carrier=carrier)
    result: dict[str, object] = {
        "findings": [[one.rule, one.path, one.level] for one in found],
        "writer": ep.is_valid(text, carrier=carrier),
        "reader": ep.is_valid(text, carrier=carrier, level="reader"),
    }
    if all(not one.rule.startswith("schema/") or one.level == "writer" for one in found):
        record = getattr(ep, kind).from_json(text)
        result["again"] = json.loads(record.to_json()) == json.loads(text)
    return result


for name in ep.__all__:
    if isinstance(getattr(ep, name), type):
        # A type of the contract does not hide what an annotation means.
        typing.get_type_hints(getattr(ep, name))
for line in sys.stdin:
    print(json.dumps(outcome(*json.loads(line))))
