"""JSON arrays, split into the texts of their elements as they are read."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest
from exprov.inputs import arrays
from exprov.inputs.record import Record
from inputs.files import read, write


class Slow(io.BytesIO):
    """Hands out a few bytes at a time, so that every token is cut somewhere."""

    def __init__(self, data: bytes, step: int) -> None:
        super().__init__(data)
        self.step = step

    def read(self, size: int | None = -1) -> bytes:
        return super().read(self.step)


def split(text: bytes, step: int, limit: int = 1000) -> list[Record]:
    return list(arrays.split(Slow(text, step), "a", limit))


@pytest.mark.parametrize("step", [1, 2, 3, 7, 1000])
def test_elements_and_their_places(step: int) -> None:
    text = '[ {"a": "]},\\"\\\\"} ,\n"\u00e9", [[1, 2], {}],\n\n  -1.5e3\n]\n'.encode()
    expected = [
        (b'{"a": "]},\\"\\\\"}', 1, 3),
        ('"\u00e9"'.encode(), 2, 1),
        (b"[[1, 2], {}]", 2, 6),
        (b"-1.5e3", 4, 3),
    ]
    found = [(one.data, one.row, one.column, one.offset) for one in split(text, step)]
    assert found == [(*element, text.index(element[0])) for element in expected]


def test_a_byte_order_mark_counts_for_columns(tmp_path: Path) -> None:
    mark, first, second = read(write(tmp_path / "a.json", b"\xef\xbb\xbf[1,\n2]"), format="array")
    assert mark.finding is not None and mark.finding.rule == "json/byte-order-mark"
    assert [(one.data, one.row, one.column, one.offset) for one in (first, second)] == [
        (b"1", 1, 3, 4),
        (b"2", 2, 1, 7),
    ]


@pytest.mark.parametrize("step", [1, 1000])
@pytest.mark.parametrize("text", ["[]", " [ ] ", "[1,2]"])
def test_what_is_an_array(text: str, step: int) -> None:
    assert [one.finding for one in split(text.encode(), step) if one.finding] == []


@pytest.mark.parametrize("step", [1, 1000])
@pytest.mark.parametrize("text", ["", "{}", "[1", "[1}", "[1] x", "[1]]", '["]'])
def test_what_is_not_an_array(text: str, step: int) -> None:
    *_, last = split(text.encode(), step)
    assert last.finding is not None and (last.finding.rule, last.index) == ("json/syntax", None)


def test_an_array_is_valid_exactly_where_its_parts_are() -> None:
    generator = random.Random(7)
    alphabet = ["[", "]", "{", "}", ",", '"', "\\", ":", "1", " ", '"a"', "[1]", '{"a":1}']
    valid = 0
    for _ in range(5_000):
        text = "[" + "".join(generator.choices(alphabet, k=generator.randrange(7))) + "]" * generator.randrange(3)
        found = split(text.encode(), generator.randrange(1, 9))
        expected = is_json(text.encode())
        assert all(one.data is not None and is_json(one.data) for one in found) == expected, text
        valid += expected
    assert valid > 100


def is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("step", [1, 3, 1000])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"[12345   ,   12345      , 1]", [b"12345", b"12345", b"1"]),
        (b'[123456, "        ", 12  34, 1]', [None, None, None, b"1"]),
    ],
)
def test_an_element_beyond_the_limit_costs_no_other(text: bytes, expected: list[bytes | None], step: int) -> None:
    found = split(text, step, limit=5)
    assert [one.data for one in found] == expected
    assert [one.finding.rule for one in found if one.finding] == ["json/limit"] * expected.count(None)
