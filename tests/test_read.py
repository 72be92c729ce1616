"""The parse phase: what is read, what is refused, where, and why."""

from __future__ import annotations

import itertools
import json
import random
import re
import sys
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from execution_provenance import Limits
from execution_provenance._finding import Finding
from execution_provenance._number import ExactNumber, json_equal
from execution_provenance._read import read_quickly
from execution_provenance._text import ABSENT
from execution_provenance._validator import read, validator
from hypothesis import given
from hypothesis import strategies as st

MIB = 1 << 20
DEEP = Limits(max_depth=10 * MIB)

texts = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=20,
)


def only(data: bytes | str, limits: Limits = Limits()) -> Finding:  # noqa: B008  (frozen)
    """The one finding of text that has exactly one, at reader level."""
    value, findings = read(data, limits)
    assert value is ABSENT
    assert len(findings) == 1
    assert findings[0].level == "reader"
    return findings[0]


def place(finding: Finding) -> tuple[int | None, int | None, int | None]:
    return finding.line, finding.column, finding.offset


# --- what is read


@given(values, st.booleans(), st.sampled_from([None, 0, 1, "\t"]))
def test_reads_what_json_writes_by_both_routes(value: Any, ascii_only: bool, indent: Any) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    for data in (text, text.encode(), f"\r\n\t {text} \n"):
        assert read(data) == (value, [])
        assert validator().reader.read(data, Limits())[:2] == (value, [])


def test_numbers_keep_what_an_int_would_lose() -> None:
    value, findings = read("[1, -1, 1.0, 1E+2, -0, -0.0, 10, " + "7" * 5000 + "]")
    assert findings == []
    assert value[:2] == [1, -1]
    assert [type(item) for item in value] == [
        int,
        int,
        ExactNumber,
        ExactNumber,
        ExactNumber,
        ExactNumber,
        int,
        ExactNumber,
    ]
    assert [item.text for item in value[2:6]] == ["1.0", "1E+2", "-0", "-0.0"]


def test_a_lower_limit_of_the_interpreter_changes_nothing() -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        value, findings = read("9" * 1000)
    finally:
        sys.set_int_max_str_digits(before)
    assert findings == []
    assert value == 10**1000 - 1


def test_minus_zero_within_a_string_is_no_number() -> None:
    assert read('{"reportedModel":"example-2026-03-01","n":0}') == ({"reportedModel": "example-2026-03-01", "n": 0}, [])


@pytest.mark.parametrize("text", ['"\\ud83d\\ude00"', '"\\uD83D\\uDE00"', '"\U0001f600"'])
def test_whole_pairs_are_text(text: str) -> None:
    assert read(text) == ("\U0001f600", [])


def test_an_escaped_backslash_before_u_is_no_escape() -> None:
    assert read(r'"\\ud800"') == (r"\ud800", [])


def test_separators_and_delete_are_ordinary_text() -> None:
    assert read('"\u2028\u2029\x7f\x80\ufeff\uffff"') == ("\u2028\u2029\x7f\x80\ufeff\uffff", [])


def test_many_shallow_brackets_are_not_deep() -> None:
    text = "[" + ",".join(['{"[":["]"]}'] * 2000) + "]"
    assert read(text) == (json.loads(text), [])


# --- the two routes, and others' verdicts


def near_json(seed: int, count: int) -> Iterator[str]:
    """Random text over the characters that JSON is made of, and JSON with a few characters changed."""
    generator = random.Random(seed)
    alphabet = "{}[]\",:0123456789.eE+-\\/ubntrfalsedDcC89 \t\n\r\x00\x0c\xa0\u20ac'NI"
    seeds = [
        '{"a":[1,2.5,-0,1e5],"b":{"c":"\\u00e9\\ud83d\\ude00"},"d":[true,false,null],"a2":[]}',
        '[{"x":{}},[[]],"\\\\\\"","",-1.5E-10]',
        ' {"schemaVersion" : "1.0" , "n" : 10 } ',
    ]
    for _ in range(count):
        if generator.random() < 0.2:
            yield "".join(generator.choices(alphabet, k=generator.randrange(8)))
            continue
        text = list(generator.choice(seeds))
        for _ in range(generator.randrange(1, 4)):
            at = generator.randrange(len(text))
            text[at : at + generator.randrange(3)] = generator.choices(alphabet, k=generator.randrange(3))
        yield "".join(text)


def is_json(text: str) -> bool:
    """The verdict of msgspec, which is strict in all but lone surrogates and repeated members."""
    try:
        msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError):
        return False
    return True


def judge(text: str) -> None:
    quick = read_quickly(text, Limits())
    value, findings, _ = validator().reader.read(text, Limits())
    if quick is not ABSENT:
        assert findings == []
        assert json_equal(value, quick)
        assert repr(value) == repr(quick)
    assert (value is ABSENT) is bool(findings)
    rules = {finding.rule for finding in findings}
    assert rules <= {"json/syntax", "json/duplicate-member", "json/lone-surrogate"}
    # A zero with a sign is left to the other route.
    if quick is ABSENT and not findings and not re.search(r"-0(?![.eE\d])", text):
        pytest.fail(f"the quick route should have read {text!r}")
    # msgspec refuses surrogates that stand alone, and numbers that overflow a double.
    if "json/syntax" not in rules and "json/lone-surrogate" not in rules and "e" not in text.lower():
        assert is_json(text)
    elif "json/syntax" in rules:
        assert not is_json(text)
    encoded = text.encode()
    lines = text.split("\n")
    for finding in findings:
        assert finding.line is not None
        assert finding.column is not None
        before = [*lines[: finding.line - 1], lines[finding.line - 1][: finding.column - 1]]
        assert len("\n".join(before).encode()) == finding.offset
        assert 0 <= (finding.offset or 0) <= len(encoded)


def test_every_short_text_over_the_alphabet_of_json() -> None:
    for length in range(5):
        for characters in itertools.product('{}[]",:0-.', repeat=length):
            judge("".join(characters))


@pytest.mark.parametrize("seed", range(4))
def test_text_near_json(seed: int) -> None:
    for text in near_json(seed, 5_000):
        judge(text)


# --- syntax

SYNTAX = [
    # text, offset, words of the message
    ("", 0, ["empty"]),
    (" \n\t", 3, ["empty"]),
    ("\ufeff", 3, ["empty"]),
    ("[1,]", 2, ["comma before the closing bracket", "remove"]),
    ('{"a":1,}', 6, ["comma before the closing bracket", "remove"]),
    ("[,1]", 1, ["comma"]),
    ("[1,,2]", 3, ["comma"]),
    ("{,}", 1, ["comma"]),
    ("{'a':1}", 1, ["single quote", "double quotes"]),
    ("['a']", 1, ["single quote", "double quotes"]),
    ("[\u201ca\u201d]", 1, ["typographic quote"]),
    ("[NaN]", 1, ["NaN"]),
    ("[nan]", 1, ["NaN"]),
    ("[Infinity]", 1, ["infinities"]),
    ("[-Infinity]", 1, ["infinities"]),
    ("[01]", 1, ["leading zero"]),
    ("[-01]", 1, ["leading zero"]),
    ("[00]", 1, ["leading zero"]),
    ("[.5]", 1, ["begins with a point"]),
    ("[-.5]", 1, ["begins with a point"]),
    ("[5.]", 2, ["point without digits"]),
    ("[1.2.3]", 4, ["second point"]),
    ("[1e]", 2, ["exponent without digits"]),
    ("[1e+]", 2, ["exponent without digits"]),
    ("[+1]", 1, ["plus sign"]),
    ("[-]", 1, ["minus sign"]),
    ("[- 1]", 1, ["minus sign"]),
    ("[0x1F]", 1, ["hexadecimal"]),
    ("[1_000]", 2, ["underscore"]),
    ("[1n]", 2, ["goes on"]),
    ("[12abc]", 3, ["goes on"]),
    ("[1.5", 4, ["cut off"]),
    ("[1.", 3, ["cut off"]),
    ("[1e", 3, ["cut off"]),
    ("[1e-", 4, ["cut off"]),
    ("[-", 2, ["cut off"]),
    ("[True]", 1, ["write true", "lower case"]),
    ("[FALSE]", 1, ["write false", "lower case"]),
    ("[NULL]", 1, ["write null", "lower case"]),
    ("[None]", 1, ["write null"]),
    ("[undefined]", 1, ["write null"]),
    ("[truely]", 1, ["without quotes"]),
    ("[nul", 4, ["cut off"]),
    ("[hello]", 1, ["without quotes"]),
    ("{a:1}", 1, ["name without quotes"]),
    ("{1:1}", 1, ["name without quotes"]),
    ('{"a" 1}', 5, ["no colon"]),
    ('{"a"=1}', 4, ["equals sign"]),
    ('{"a"}', 4, ["without a value"]),
    ('{"a":}', 5, ["without a value"]),
    ('{"a":,"b":1}', 5, ["comma where a value is due"]),
    ('{"a":1 "b":2}', 7, ["no comma"]),
    ("[1 2]", 3, ["no comma"]),
    ('["a":1]', 4, ["colon within an array"]),
    ('{"a":"b":1}', 8, ["second colon"]),
    ("[1;2]", 2, ["semicolon"]),
    ("[1}", 2, ["close it with ]"]),
    ('{"a":1]', 6, ["close it with }"]),
    ("{]", 1, ["close it with }"]),
    ("[}", 1, ["closing bracket"]),
    ("[1] [2]", 4, ["second value"]),
    ("1 2", 2, ["second value"]),
    ("{}{}", 2, ["second value"]),
    ("[1]]", 3, ["nothing opened"]),
    ("[1],", 3, ["comma after the end"]),
    ("[1] x", 4, ["follows the end"]),
    ("[1]\x00", 3, ["NUL", "UTF-8"]),
    ("{\x00", 1, ["NUL", "UTF-8"]),
    ("\x0c[]", 0, ["form feed", "white space"]),
    ("[]\x0b", 2, ["vertical tab", "white space"]),
    ("[\xa01]", 1, ["no-break space", "white space"]),
    ("[1\u2028]", 2, ["U+2028", "white space"]),
    ("[\ufeff1]", 1, ["byte order mark", "joined"]),
    ("// x\n[]", 0, ["comment"]),
    ("[1 /* x */]", 3, ["comment"]),
    ("# x\n[]", 0, ["comment"]),
    ('["a\nb"]', 3, ["raw line feed", "\\n"]),
    ('["a\tb"]', 3, ["raw tab", "\\t"]),
    ('["a\x01b"]', 3, ["U+0001", "\\u0001"]),
    ('["a\\xb"]', 3, ["escape", "double it"]),
    ('["a\\\'b"]', 3, ["escape", "as it is"]),
    ('["\\u12G4"]', 2, ["four hexadecimal digits"]),
    ('["\\u+123"]', 2, ["four hexadecimal digits"]),
    ('["\\U0001"]', 2, ["escape"]),
    ('["abc', 5, ["cut off", "column 2 of this line"]),
    ('["abc\\', 6, ["cut off"]),
    ('["abc\\u12', 9, ["cut off"]),
    ("[", 1, ["cut off", "1 bracket left"]),
    ('{"a":[1,{', 9, ["cut off", "3 brackets left"]),
    ('{"a"', 4, ["cut off"]),
    ('{"a":', 5, ["cut off"]),
    ('{"a":1', 6, ["cut off"]),
    ('{"a":1,', 7, ["cut off"]),
    ("{", 1, ["cut off"]),
    ("}", 0, ["closing bracket"]),
    (":", 0, ["colon"]),
    ("[1,\u0661]", 3, ["begins no value"]),
    ("[1\u0661]", 2, ["goes on"]),
]


@pytest.mark.parametrize(("text", "offset", "words"), SYNTAX, ids=[ascii(text) for text, _, _ in SYNTAX])
def test_syntax_is_explained(text: str, offset: int, words: list[str]) -> None:
    for data in (text, text.encode()):
        value, findings = read(data)
        assert value is ABSENT
        finding = findings[-1]
        assert (finding.rule, finding.path, finding.level, finding.offset) == ("json/syntax", "", "reader", offset)
        for word in words:
            assert word in finding.message
        assert len(finding.message) < 200


@pytest.mark.parametrize(
    "text", ["[sk-secret]", '{"a":sk-secret}', "{sk-secret:1}", '["sk-secret', "[1] sk-secret", '"sk-secret\\q"']
)
def test_messages_never_repeat_the_input(text: str) -> None:
    assert "secret" not in only(text).message


@pytest.mark.parametrize("text", ["[1,\n \u00e9]", "[1,\r\n \u00e9]"])
def test_columns_count_code_points_from_the_last_line_feed(text: str) -> None:
    finding = only(text)
    assert (finding.line, finding.column) == (2, 2)


def test_a_carriage_return_alone_ends_no_line() -> None:
    assert place(only("[1,\r x]")) == (1, 6, 5)


def test_offsets_count_bytes() -> None:
    text = '{"\u00e9\U0001f600":\n"\u20ac" x}'
    assert place(only(text)) == place(only(text.encode())) == (2, 5, 17)


# --- encoding


@pytest.mark.parametrize(
    ("data", "where", "word"),
    [
        (b'["a\xff"]', (1, 4, 3), "begins no Unicode character"),
        (b'["\xe9t\xe9"]', (1, 3, 2), "Latin-1"),
        (b'["\x80"]', (1, 3, 2), "not UTF-8"),
        (b'["\xc0\x80"]', (1, 3, 2), "overlong"),
        (b'["\xe0\x80\x80"]', (1, 3, 2), "overlong"),
        (b'["\xf0\x80\x80\x80"]', (1, 3, 2), "overlong"),
        (b'["\xed\xa0\x80"]', (1, 3, 2), "surrogate"),
        (b'["\xed\xa0\xbd\xed\xb8\x80"]', (1, 3, 2), "surrogate"),
        (b'["\xf4\x90\x80\x80"]', (1, 3, 2), "begins no Unicode character"),
        (b'["\xe2\x82', (1, 3, 2), "cut off"),
        (b'["\xc3\xa9",\n"\xc3\xa9\xff"]', (2, 3, 10), "begins no"),
        (b"\xff\xfe[\x00]\x00", (1, 1, 0), "UTF-16"),
        (b"\xfe\xff\x00[\x00]", (1, 1, 0), "UTF-16"),
        (b"\xff\xfe\x00\x00[\x00\x00\x00", (1, 1, 0), "UTF-32"),
    ],
)
def test_encoding(data: bytes, where: tuple[int, int, int], word: str) -> None:
    finding = only(data)
    assert (finding.rule, finding.path) == ("json/encoding", "")
    assert place(finding) == where
    assert word in finding.message


def test_surrogate_code_points_in_a_str_are_no_text() -> None:
    finding = only('["\u00e9\ud800"]')
    assert (finding.rule, finding.path, *place(finding)) == ("json/encoding", "", 1, 4, 4)


# --- byte order mark


@pytest.mark.parametrize("data", ["\ufeff[1]", b"\xef\xbb\xbf[1]"])
def test_a_byte_order_mark_is_for_writers_and_the_value_stands(data: bytes | str) -> None:
    value, findings = read(data)
    assert value == [1]
    assert [(f.rule, f.path, f.level, *place(f)) for f in findings] == [("json/byte-order-mark", "", "writer", 1, 1, 0)]


def test_a_byte_order_mark_counts_in_places() -> None:
    value, findings = read(b"\xef\xbb\xbf[x]")
    assert value is ABSENT
    assert [(f.rule, *place(f)) for f in findings] == [("json/byte-order-mark", 1, 1, 0), ("json/syntax", 1, 3, 4)]


def test_a_byte_order_mark_before_bad_bytes() -> None:
    _, findings = read(b'\xef\xbb\xbf"\xff"')
    assert [(f.rule, *place(f)) for f in findings] == [("json/byte-order-mark", 1, 1, 0), ("json/encoding", 1, 3, 4)]


# --- repeated members and lone surrogates


def test_every_repeated_member_is_named() -> None:
    text = '{"a":1,"b/c":[0,{"~":{},"~":[],"\\u007e":{"x":1,"x":2}}],\n"\\u0061":2,"a":3}'
    value, findings = read(text)
    assert value is ABSENT
    assert [(f.rule, f.path, f.line, f.column) for f in findings] == [
        ("json/duplicate-member", "/b~1c/1/~0", 1, 25),
        ("json/duplicate-member", "/b~1c/1/~0", 1, 32),
        ("json/duplicate-member", "/b~1c/1/~0/x", 1, 48),
        ("json/duplicate-member", "/a", 2, 1),
        ("json/duplicate-member", "/a", 2, 12),
    ]


def test_one_name_in_two_objects_is_no_repetition() -> None:
    assert read('[{"a":{"a":1}},{"a":2}]') == ([{"a": {"a": 1}}, {"a": 2}], [])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r'"\ud800"', [("", 1)]),
        (r'["\udfff\uD800"]', [("/0", 2), ("/0", 8)]),
        (r'["", "\ud83d\ud83d\ude00", [["\ude00"]]]', [("/1", 6), ("/2/0/0", 30)]),
        (r'{"a":{"b":"x\\\ud800y"}}', [("/a/b", 14)]),
        (r'{"a":{"b\ud800":1}}', [("/a", 8)]),
        (r'{"\ud800":{"a":["\ud800"]}}', [("", 2), ("", 17)]),
        (r'{"\ud800":1,"\ud800":2,"b":"\ud800"}', [("", 2), ("", 13), ("/b", 28)]),
    ],
)
def test_every_lone_surrogate_is_placed(text: str, found: list[tuple[str, int]]) -> None:
    value, findings = read(text)
    assert value is ABSENT
    assert [(f.path, f.offset) for f in findings if f.rule == "json/lone-surrogate"] == found


def test_repetition_surrogates_and_syntax_in_the_order_of_the_text() -> None:
    _, findings = read(r'{"a":"\ud800","a":"\udc00", x}')
    assert [(f.rule, f.path, f.offset) for f in findings] == [
        ("json/lone-surrogate", "/a", 6),
        ("json/duplicate-member", "/a", 14),
        ("json/lone-surrogate", "/a", 19),
        ("json/syntax", "", 28),
    ]


# --- limits


def test_size_counts_bytes_and_the_limit_itself_is_allowed() -> None:
    for text in ('"abc"', '"\u00e91"'):
        assert read(text, Limits(max_bytes=5))[1] == []
        assert read(text.encode(), Limits(max_bytes=5))[1] == []
        for data in (text, text.encode()):
            finding = only(data, Limits(max_bytes=4))
            assert (finding.rule, finding.path, *place(finding)) == ("json/limit", "", 1, 1, 0)
            assert "4" in finding.message


@pytest.mark.parametrize("depth", [0, 1, 5, 399, 400, 401, 512, 2000])
def test_depth_counts_arrays_and_objects_and_the_limit_itself_is_allowed(depth: int) -> None:
    limits = Limits(max_depth=depth)
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        inside = "[" if opening == "[" else "{"
        fits = (
            opening * (depth - 1) + inside + ("]" if inside == "[" else "}") + closing * (depth - 1) if depth else "1"
        )
        assert read(fits, limits)[1] == []
        finding = only(opening * (depth + 1), limits)
        assert (finding.rule, finding.path, finding.offset) == ("json/limit", "", len(opening) * depth)
        assert "raise the limit" in finding.message


def test_brackets_in_strings_are_no_depth() -> None:
    assert read('["' + "[" * 5000 + '\\"' + "{" * 5000 + '"]')[1] == []


def test_depth_within_a_deep_stack() -> None:
    text = "[" * 390 + "]" * 390

    def call(levels: int) -> Any:
        return call(levels - 1) if levels else read(text)

    assert call(sys.getrecursionlimit() - 250)[1] == []


HOSTILE = [
    ("unclosed arrays", b"[" * 1_000_000, Limits(), "json/limit"),
    ("5000 deep", b"[" * 5000 + b"]" * 5000, Limits(), "json/limit"),
    ("unclosed without a limit", b"[" * 1_000_000, DEEP, "json/syntax"),
    ("half a million deep", b"[" * 500_000 + b"]" * 500_000, DEEP, None),
    ("a long integer", b"9" * MIB, Limits(), None),
    ("a long exponent", b"1e" + b"9" * (MIB - 2), Limits(), None),
    ("many zeros", b"0" * MIB, Limits(), "json/syntax"),
    ("an unclosed string", b'"' + b"a" * (MIB - 1), Limits(), "json/syntax"),
    ("quotes", b'"' * MIB, Limits(), "json/syntax"),
    ("escaped quotes", b"[" * 500 + b'\\"' * 500_000, Limits(), "json/syntax"),
    ("space", b" " * MIB, Limits(), "json/syntax"),
    ("repeated members", b"{" + b",".join([b'"":0'] * 170_000) + b"}", Limits(), "json/duplicate-member"),
    ("lone surrogates", b'"' + b"\\ud800" * 170_000 + b'"', Limits(), "json/lone-surrogate"),
    (
        "repeated members below long names",
        b'{"%b":' % (b"n" * 900) * 500 + b"[" + b",".join([b'{"":0,"":0}'] * 40_000) + b"]" + b"}" * 500,
        Limits(),
        "json/duplicate-member",
    ),
]


@pytest.mark.parametrize(("data", "limits", "rule"), [case[1:] for case in HOSTILE], ids=[case[0] for case in HOSTILE])
def test_hostile_text_costs_seconds_at_most(data: bytes, limits: Limits, rule: str | None) -> None:
    start = time.process_time()
    value, findings = read(data, limits)
    assert time.process_time() - start < 10
    assert (value is ABSENT) is (rule is not None)
    assert {finding.rule for finding in findings} == ({rule} if rule else set())
    assert sum(len(finding.path) for finding in findings) <= 1 << 25
