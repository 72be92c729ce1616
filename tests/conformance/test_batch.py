"""A run without processes: the same lines through files, bound to their plan by nonce and hash."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conformance.engines import bad, checked, full, hello
from exprov.conformance import batch, plan, protocol
from exprov.conformance.outcomes import NOT_RUN, PROTOCOL, UNSUPPORTED
from exprov.conformance.results import Run
from exprov.errors import InputError


@cache
def chosen() -> plan.Plan:
    return plan.load(select=["unicode.composed", "unicode.escape.*"])


@cache
def asked() -> tuple[bytes, ...]:
    return tuple(batch.lines(chosen()))


def answers(lines: Iterable[bytes]) -> list[dict[str, Any]]:
    """What a right engine says to the lines."""
    said: list[dict[str, Any]] = []
    known = {case.id: case for case in chosen().cases}
    for line in lines:
        message = protocol.decode_driver(line)
        if message["type"] == "hello":
            said.append(hello(run=message["run"]))
        elif message["type"] == "case":
            said.append({"type": "result", "id": message["id"], "status": "ok", **known[message["id"]].expected})
    return [*said, {"type": "bye", "answered": len(said) - 1}]


def judged(folder: Path, said: Iterable[dict[str, Any] | bytes], nonce: str | None = None) -> Run:
    file = folder / "results.jsonl"
    lines = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in said]
    file.write_bytes(b"".join(line + b"\n" for line in lines))
    return checked(batch.judge(file, chosen(), nonce), [case.id for case in chosen().cases])


def test_the_lines_are_what_the_driver_would_say() -> None:
    first, *cases, bye = [protocol.decode_driver(line) for line in asked()]
    assert first["suite"] == chosen().suite
    assert plan.is_nonce(first["run"], chosen())
    assert cases == [case.question(batch.TIMEOUT_MS) for case in chosen().cases]
    assert bye == protocol.BYE
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in asked())


def test_right_answers_pass_in_any_order(tmp_path: Path) -> None:
    said = answers(asked())
    run = judged(tmp_path, said)
    assert bad(run) == {} and run.troubles == ()
    assert run.exit_code == 0
    assert run.engine["name"] == "x" and run.command == ()
    assert run.nonce == said[0]["run"]


def test_a_plan_from_its_file_binds_the_answers(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_bytes(b"".join(asked()))
    read, nonce = batch.read_plan(file, full())
    assert read.cases == chosen().cases
    said = answers(asked())
    assert bad(judged(tmp_path, said, nonce)) == {}
    other = answers(batch.lines(chosen()))
    run = judged(tmp_path, other, nonce)
    assert set(bad(run).values()) == {NOT_RUN}
    assert run.troubles[0].startswith("the engine's hello is for another run: ")
    assert run.exit_code == 3


FIRST, SECOND = (case.id for case in chosen().cases[1:3])
CANONICAL = [case.id for case in chosen().cases if case.op == "canonical"]
Said = list[Any]


def without(said: Said, place: int) -> Said:
    """The lines without an answer, which the bye does not count."""
    return [*said[:place], *said[place + 1 : -1], {"type": "bye", "answered": len(said) - 3}]


def extra(said: Said, place: int, line: Any) -> Said:
    """The lines with one more, which the bye counts if it is an answer."""
    is_answer = b"result" in line if isinstance(line, bytes) else True
    return [*said[:place], line, *said[place:-1], {"type": "bye", "answered": len(said) - 2 + is_answer}]


ROWS: list[tuple[Any, dict[str, str], str, str]] = [
    (lambda said: [said[0], *said[-2:0:-1], said[-1]], {}, "", ""),
    (lambda said: without(said, 3), {SECOND: NOT_RUN}, "it has no answer", ""),
    (lambda said: extra(said, 5, said[2]), {FIRST: PROTOCOL}, "it is answered more than once, the last time in line 6", ""),
    # Undeclared cases are not evaluated even if they are answered.
    (lambda said: [said[0] | {"ops": ["validate", "roundtrip"]}, *said[1:]], dict.fromkeys(CANONICAL, UNSUPPORTED), "the engine does not declare the operation canonical", ""),
    # An extra line loses no answer.
    (lambda said: extra(said, 2, b"debug"), {}, "", "line 3 is not a message: it is not JSON: Expecting value at character 0"),
    (lambda said: extra(said, 2, b""), {}, "", "line 3 is not a message: it is an empty line"),
    (lambda said: extra(said, 2, b'{"type":"result","id":"other","status":"ok"}'), {}, "", "line 3 answers a case that was not asked: 'other'"),
    # Hello and bye come once.
    (lambda said: said[:-1], {}, "", "there is no bye: the file may have been cut off"),
    (lambda said: [*said[:-1], {"type": "bye", "answered": 1}], {}, "", "the engine counts 1 answers in its bye, but the file has "),
    (lambda said: [*said, said[-1]], {}, "", f"line {len(asked()) + 1} is a second bye"),
    (lambda said: [said[0], *said], {}, "", "line 2 is a second hello"),
    (lambda said: [*said[:-2], said[-1], said[-2]], {}, "", f"line {len(asked())} answers after the bye, which must be the last line"),
]  # fmt: skip
"""What the engine says in place of the right lines, what is bad, the reason of that, and the trouble."""


@pytest.mark.parametrize(("change", "expected", "reason", "trouble"), ROWS)
def test_every_answer_is_evaluated(
    tmp_path: Path, change: Any, expected: dict[str, str], reason: str, trouble: str
) -> None:
    run = judged(tmp_path, change(answers(asked())))
    assert bad(run) == expected
    assert {result.reason for result in run.results} == {"", reason}
    assert len(run.troubles) == bool(trouble) and all(one.startswith(trouble) for one in run.troubles)
    assert run.exit_code == (3 if trouble else 1 if set(expected.values()) - {UNSUPPORTED} else 0)


OTHER_CASES = plan.only(chosen(), [case.id for case in chosen().cases[1:]])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda said: [], "the file has no hello of an engine"),
        (lambda said: said[1:], "the file does not begin with the engine's hello"),
        (lambda said: [said[-1], *said[:-1]], "the file does not begin with the engine's hello"),
        (lambda said: [said[0] | {"limits": {"integer": 0, "depth": None}}, *said[1:]], "line 1 is not a message: /limits/integer: 0 is less than 2147483647"),
        (lambda said: [said[0] | {"protocol": 7}, *said[1:]], "the engine chose version 7 of the protocol, not 1"),
        (lambda said: answers(batch.lines(OTHER_CASES)), "the engine's hello is for another run: "),
    ],
)  # fmt: skip
def test_without_a_proper_hello_nothing_is_evaluated(tmp_path: Path, change: Any, reason: str) -> None:
    run = judged(tmp_path, change(answers(asked())))
    assert run.counts()[NOT_RUN] == run.planned
    assert run.troubles[0].startswith(reason)
    assert run.exit_code == 3


def test_troubles_are_bounded(tmp_path: Path) -> None:
    said = answers(asked())
    run = judged(tmp_path, [said[0], *[b"x"] * 5000, *said[1:]])
    assert bad(run) == {}
    assert len(run.troubles) == 100


def test_a_line_that_is_too_long_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MAX_LINE", 1 << 20)
    file = tmp_path / "results.jsonl"
    for longest in (b"x" * (1 << 20), b"x" * (1 << 20) + b"\r\n"):
        file.write_bytes(longest)
        assert "line 1 is not a message" in batch.judge(file, chosen()).troubles[0]
    file.write_bytes(b"{}\n" + b"x" * (1 << 21))
    with pytest.raises(InputError, match="line 2 is longer than 1 MiB"):
        batch.judge(file, chosen())


def test_a_file_that_is_not_a_plan_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    hello, first, *others = asked()
    other = hello.replace(chosen().sha256.encode(), b"0" * 64)
    for lines, reason in (
        ([b"no\n"], "line 1 is not a line of a plan: "),
        ([first], "it has no hello; name a file that"),
        ([other, first, *others], "it was made from another suite (1.0.0, not 1.0.0); "),
        ([hello, *others], "its cases are not those of its hello; "),
        (
            [hello, first.replace(b"unicode", b"unicorn"), *others],
            "its cases are not those of its hello; ",
        ),
    ):
        file.write_bytes(b"".join(lines))
        with pytest.raises(InputError) as caught:
            batch.read_plan(file, full())
        assert str(caught.value).startswith(f"{file}: {reason}")
    with pytest.raises(InputError, match="cannot be read"):
        batch.read_plan(tmp_path / "missing", full())
    with pytest.raises(InputError, match="cannot be read"):
        batch.judge(tmp_path / "missing", chosen())
