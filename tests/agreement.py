"""A package of another language says what the Python package says: on the fixtures, the field cases and spoilt texts."""

from __future__ import annotations

import base64
import json
import random
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import execution_provenance as ep
import pytest
from execution_provenance import Finding, InvalidRecord, validate
from samples import TWICE

ROOT = Path(__file__).parents[1]
FIXTURES = ROOT / "generated" / "fixtures" / "1.0"
FIELD_CASES = ROOT / "tests" / "field_cases"
MODELS: dict[str | None, Any] = {
    None: ep.ExecutionProvenance,
    "task-result": ep.TaskResult,
    "inderun-error": ep.IndeRunError,
}
STREAMS: dict[object, Any] = {
    "completed": ep.StreamCompleted,
    "error": ep.StreamError,
    "cancelled": ep.StreamCancelled,
}
SPOILT = 4000

# (what it is called, the bytes, the carrier)
Input = tuple[str, bytes, str | None]


def fixtures() -> Iterator[Input]:
    for topic in json.loads((FIXTURES / "manifest.json").read_text("utf-8"))["topics"]:
        for case in json.loads((FIXTURES / topic["file"]).read_text("utf-8"))["cases"]:
            given = case["input"]
            data = given["text"].encode() if "text" in given else base64.b64decode(given["b64"])
            yield case["id"], data, case.get("carrier")


def answers(program: Sequence[str], inputs: list[Input]) -> list[dict[str, Any]]:
    """What the other package says of each input: `program` answers questions, one JSON object a line, in and out."""
    questions = [
        json.dumps({"b64": base64.b64encode(data).decode()} | ({"carrier": carrier} if carrier else {}))
        for _, data, carrier in inputs
    ]
    done = subprocess.run(program, input="\n".join(questions), capture_output=True, text=True, check=True)
    found = [json.loads(line) for line in done.stdout.rstrip("\n").split("\n")]
    assert len(found) == len(inputs)
    return found


def told(findings: list[Finding]) -> list[dict[str, Any]]:
    """Findings as the other package writes them."""
    names = ("rule", "path", "level", "message", "line", "column", "offset")
    return [{name: getattr(one, name) for name in names if getattr(one, name) is not None} for one in findings]


def disagreements(program: Sequence[str], inputs: list[Input]) -> list[str]:
    found = []
    for (name, data, carrier), answer in zip(inputs, answers(program, inputs), strict=True):
        findings = validate(data, carrier=carrier)  # type: ignore[arg-type]
        said = {
            "findings": answer["findings"] == told(findings),
            "the quick route": answer.get("explained", answer["findings"]) == answer["findings"],
            "writer": answer["valid"] == (not findings),
            "reader": answer["reader"] == all(one.level == "writer" for one in findings),
            "text": answer.get("text", answer["findings"]) == answer["findings"],
            "model": carrier == "auto" or model_agrees(data, carrier, answer),
        }
        found += [f"{name}: {what}" for what, agrees in said.items() if not agrees]
    return found


def stream_model(data: bytes) -> Any:
    """The model that the outcome of a stream names; any of them where it names none, for none takes such a document."""
    try:
        outcome = json.loads(data)["outcome"]
    except (ValueError, TypeError, KeyError, RecursionError):
        outcome = None
    return STREAMS.get(outcome if isinstance(outcome, str) else None, ep.StreamCompleted)


def model_agrees(data: bytes, carrier: str | None, answer: dict[str, Any]) -> bool:
    model = stream_model(data) if carrier == "stream-terminal-outcome" else MODELS[carrier]
    try:
        record = model.from_json(data)
    except InvalidRecord:
        return "written" not in answer
    again = model.from_json(answer["written"])
    try:
        canonical = record.canonical()
    except ValueError:
        return isinstance(answer["canonical"], dict)
    return bool(canonical == answer["canonical"].encode() == again.canonical() and record.digest() == answer["digest"])


PIECES = [
    *(b'"', b",", b"\\", b"\\u", b"\\ud83d", b"{", b"}", b"[", b"]", b":", b" ", b"\t", b"\n", b"\x00", b"\x1f"),
    *(b"1", b"-", b".", b"e", b"0", b"null", b"true", b"NaN", b"'", b"/*", b"//", b"#", b"a", b"_", b"$"),
    *(b"\xff", b"\xed\xa0\x80", b"\xc0\x80", b"\xe2\x80\xa8", b"\xf0\x9f\x98\x80", b"\xef\xbb\xbf", b"\xc2\xa0"),
    *(b"\xef\xbf\xbe", b"\xc3\xa9", b"\xd9\xa3"),
]
OLD = [
    b'"providerId"',
    b"cloud_a",
    b'"failed"',
    b'"succeeded"',
    b"1",
    b"false",
    b'"cloud"',
    b'"Timeout"',
    b'"attempts"',
]
NEW = [
    *(b'"providerid"', b'"Failed"', b"true", b"2", b"null", b'"x"', b'"extra"', b"1.0", b"-0", b"1e400", b'"prompt"'),
    *(b'"apiKey"', b'"__proto__"', b'"constructor"', b'"7"', b"9007199254740993", b'"sk-proj-abcdefghijklmnopqrstuv"'),
    *(b'"schemaVersion":"2.0","x"', b'"sk-proj-abcdefghijklmnopqrstuv":{"x":1,"x":"\\ud800"},"y"'),
]


def spoil(source: random.Random, data: bytes) -> bytes:
    """`data` after one to three small edits: cut, doubled, moved, replaced, or with something put in."""
    text = bytearray(data)
    for _ in range(source.choice([1, 1, 1, 2, 3])):
        at = source.randrange(len(text) + 1)
        to = min(len(text), at + source.randrange(1, 40))
        match source.randrange(7):
            case 0:
                del text[at : at + source.choice([1, 1, 2, 5, 20])]
            case 1:
                text[at:at] = source.choice(PIECES)
            case 2 if text:
                text[at - 1] = source.randrange(256)
            case 3:
                text[at:at] = text[at:to]
            case 4:
                text = text[:at]
            case 5:
                piece = text[at:to]
                del text[at:to]
                place = source.randrange(len(text) + 1)
                text[place:place] = piece
            case _:
                text = bytearray(bytes(text).replace(source.choice(OLD), source.choice(NEW), 1))
    return bytes(text)


def field_cases() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((FIELD_CASES / "index.json").read_text("utf-8"))["cases"]
    return cases


LOGS = [case for case in field_cases() if case["file"].endswith(".jsonl")]


class Agreement:
    """The tests. A subclass beside a fixture `program`, which answers with the other package."""

    def test_on_the_fixtures(self, program: Sequence[str]) -> None:
        inputs = list(fixtures())
        assert len(inputs) == json.loads((FIXTURES / "manifest.json").read_text("utf-8"))["counts"]["cases"]
        assert disagreements(program, inputs) == []

    def test_on_more_wrong_names_than_are_searched_for(self, program: Sequence[str]) -> None:
        text = json.dumps({f"modelProfil{index}x": 1 for index in range(70)} | {"model-profile": 1})
        inputs: list[Input] = [(f"names {index}", text.encode(), None) for index in range(2)]
        assert disagreements(program, inputs) == []

    def test_on_leaks_beside_a_repeated_member(self, program: Sequence[str]) -> None:
        inputs: list[Input] = [(text, text.encode(), carrier) for text, carrier, _ in TWICE]
        assert disagreements(program, inputs) == []

    def test_on_spoilt_texts(self, program: Sequence[str]) -> None:
        source = random.Random(20)
        small = [one for one in fixtures() if len(one[1]) < 5000]
        inputs: list[Input] = []
        for index in range(SPOILT):
            name, data, carrier = source.choice(small)
            inputs.append((f"{name}~{index}", spoil(source, data), source.choice([carrier, carrier, carrier, "auto"])))
        assert disagreements(program, inputs) == []

    def test_on_the_field_cases(self, program: Sequence[str]) -> None:
        # A log is a matter of `exprov validate`; each of its lines is a record, as far as it is one.
        cases = [case for case in field_cases() if not case["file"].endswith(".jsonl")]
        inputs: list[Input] = [(case["file"], (FIELD_CASES / case["file"]).read_bytes(), None) for case in cases]
        for case, answer in zip(cases, answers(program, inputs), strict=True):
            verdicts = ["valid" if answer[level] else "invalid" for level in ("reader", "valid")]
            assert (case["file"], *verdicts) == (case["file"], case["reader"], case["writer"])
            if "finding" in case:
                assert case["finding"] in {one["rule"] for one in answer["findings"]}, case["file"]

    @pytest.mark.parametrize("case", LOGS, ids=lambda case: case["file"])
    def test_on_the_lines_of_field_logs(self, program: Sequence[str], case: dict[str, Any]) -> None:
        lines = (FIELD_CASES / case["file"]).read_bytes().split(b"\n")
        inputs: list[Input] = [(f"line {number}", line, None) for number, line in enumerate(lines, 1)]
        assert disagreements(program, inputs) == []
