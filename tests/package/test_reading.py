"""The parse phase: what is read, what is rejected, where, and in which words."""

from __future__ import annotations

import itertools
import json
import random
import re
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from execution_provenance import ExactNumber, Finding, Limits, validate
from hypothesis import given
from hypothesis import strategies as st
from internals import ABSENT, json_equal, read, read_quickly, read_strictly

MIB = 1 << 20
DEEP = Limits(max_depth=10 * MIB)
DEFAULT = Limits()
Place = tuple[int | None, int | None, int | None]

texts = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


def parsing(data: bytes | str, limits: Limits = DEFAULT) -> list[Finding]:
    """The findings of the parse phase."""
    return [finding for finding in validate(data, limits=limits) if finding.rule.startswith("json/")]


def only(data: bytes | str, limits: Limits = DEFAULT) -> Finding:
    """The one finding of text that has exactly one, at reader level."""
    (finding,) = validate(data, limits=limits)
    assert finding.level == "reader"
    return finding


def place(finding: Finding) -> Place:
    return finding.line, finding.column, finding.offset


# --- what is read -----------------------------------------------------------------------------------------------------


@given(values, st.booleans(), st.sampled_from([None, 0, 1, "\t"]))
def test_reads_what_json_writes_by_both_routes(value: Any, ascii_only: bool, indent: Any) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    for data in (text, text.encode(), f"\r\n\t {text} \n"):
        assert read(data) == read_strictly(data) == (value, [])


def test_numbers_keep_what_an_int_would_lose() -> None:
    value, findings = read("[1, -1, 1.0, 1E+2, -0, -0.0, 10, " + "7" * 5000 + "]")
    assert findings == []
    assert value[:2] == [1, -1]
    kinds = [int, int, ExactNumber, ExactNumber, ExactNumber, ExactNumber, int, ExactNumber]
    assert [type(item) for item in value] == kinds
    assert [item.text for item in value[2:6]] == ["1.0", "1E+2", "-0", "-0.0"]


def test_a_lower_limit_of_the_interpreter_changes_nothing() -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        assert read("9" * 1000) == (10**1000 - 1, [])
    finally:
        sys.set_int_max_str_digits(before)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"reportedModel":"example-2026-03-01","n":0}', {"reportedModel": "example-2026-03-01", "n": 0}),
        ('"\\ud83d\\ude00"', "\U0001f600"),
        ('"\\uD83D\\uDE00"', "\U0001f600"),
        (r'"\\ud800"', r"\ud800"),
        ('"\u2028\u2029\x7f\x80\ufeff\uffff"', "\u2028\u2029\x7f\x80\ufeff\uffff"),
        ("[" + ",".join(['{"[":["]"]}'] * 2000) + "]", [{"[": ["]"]}] * 2000),
        ('[{"a":{"a":1}},{"a":2}]', [{"a": {"a": 1}}, {"a": 2}]),
    ],
    ids=["minus-in-text", "pair", "capital-pair", "backslash-before-u", "separators", "many-brackets", "same-name"],
)
def test_what_looks_wrong_and_is_fine(text: str, value: object) -> None:
    assert read(text) == (value, [])


# --- the two routes, and the verdict of another parser ----------------------------------------------------------------


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
    quick = read_quickly(text, DEFAULT)
    value, findings = read_strictly(text)
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
    # msgspec rejects lone surrogates, and numbers that overflow a double.
    if "json/syntax" not in rules and "json/lone-surrogate" not in rules and "e" not in text.lower():
        assert is_json(text)
    elif "json/syntax" in rules:
        assert not is_json(text)
    lines = text.split("\n")
    for finding in findings:
        assert finding.line is not None and finding.column is not None
        before = [*lines[: finding.line - 1], lines[finding.line - 1][: finding.column - 1]]
        assert len("\n".join(before).encode()) == finding.offset


def test_every_short_text_over_the_alphabet_of_json() -> None:
    for length in range(5):
        for characters in itertools.product('{}[]",:0-.', repeat=length):
            judge("".join(characters))


@pytest.mark.parametrize("seed", range(2))
def test_text_near_json(seed: int) -> None:
    for text in near_json(seed, 3_000):
        judge(text)


# --- syntax -----------------------------------------------------------------------------------------------------------

SYNTAX = [
    # text, offset, words of the message
    ("", 0, "empty"),
    (" \n\t", 3, "empty"),
    ("\ufeff", 3, "empty"),
    ("[1,]", 2, "comma before the closing bracket", "remove"),
    ('{"a":1,}', 6, "comma before the closing bracket", "remove"),
    ("[,1]", 1, "comma"),
    ("[1,,2]", 3, "comma"),
    ("{,}", 1, "comma"),
    ("{'a':1}", 1, "single quote", "double quotes"),
    ("['a']", 1, "single quote", "double quotes"),
    ("[\u201ca\u201d]", 1, "typographic quote"),
    ("[NaN]", 1, "NaN"),
    ("[nan]", 1, "NaN"),
    ("[Infinity]", 1, "infinities"),
    ("[-Infinity]", 1, "infinities"),
    ("[01]", 1, "leading zero"),
    ("[-01]", 1, "leading zero"),
    ("[00]", 1, "leading zero"),
    ("[.5]", 1, "begins with a point"),
    ("[-.5]", 1, "begins with a point"),
    ("[5.]", 2, "point without digits"),
    ("[1.2.3]", 4, "second point"),
    ("[1e]", 2, "exponent without digits"),
    ("[1e+]", 2, "exponent without digits"),
    ("[+1]", 1, "plus sign"),
    ("[-]", 1, "minus sign"),
    ("[- 1]", 1, "minus sign"),
    ("[0x1F]", 1, "hexadecimal"),
    ("[1_000]", 2, "underscore"),
    ("[1n]", 2, "goes on"),
    ("[12abc]", 3, "goes on"),
    ("[1.5", 4, "cut off"),
    ("[1.", 3, "cut off"),
    ("[1e", 3, "cut off"),
    ("[1e-", 4, "cut off"),
    ("[-", 2, "cut off"),
    ("[True]", 1, "write true", "lower case"),
    ("[FALSE]", 1, "write false", "lower case"),
    ("[NULL]", 1, "write null", "lower case"),
    ("[None]", 1, "write null"),
    ("[undefined]", 1, "write null"),
    ("[truely]", 1, "without quotes"),
    ("[nul", 4, "cut off"),
    ("[hello]", 1, "without quotes"),
    ("{a:1}", 1, "name without quotes"),
    ("{1:1}", 1, "name without quotes"),
    ('{"a" 1}', 5, "no colon"),
    ('{"a"=1}', 4, "equals sign"),
    ('{"a"}', 4, "without a value"),
    ('{"a":}', 5, "without a value"),
    ('{"a":,"b":1}', 5, "comma where a value is due"),
    ('{"a":1 "b":2}', 7, "no comma"),
    ("[1 2]", 3, "no comma"),
    ('["a":1]', 4, "colon within an array"),
    ('{"a":"b":1}', 8, "second colon"),
    ("[1;2]", 2, "semicolon"),
    ("[1}", 2, "close it with ]"),
    ('{"a":1]', 6, "close it with }"),
    ("{]", 1, "close it with }"),
    ("[}", 1, "closing bracket"),
    ("[1] [2]", 4, "second value"),
    ("1 2", 2, "second value"),
    ("{}{}", 2, "second value"),
    ("[1]]", 3, "nothing opened"),
    ("[1],", 3, "comma after the end"),
    ("[1] x", 4, "follows the end"),
    ("[1]\x00", 3, "NUL", "UTF-8"),
    ("{\x00", 1, "NUL", "UTF-8"),
    ("\x0c[]", 0, "form feed", "white space"),
    ("[]\x0b", 2, "vertical tab", "white space"),
    ("[\xa01]", 1, "no-break space", "white space"),
    ("[1\u2028]", 2, "U+2028", "white space"),
    ("[\ufeff1]", 1, "byte order mark", "joined"),
    ("// x\n[]", 0, "comment"),
    ("[1 /* x */]", 3, "comment"),
    ("# x\n[]", 0, "comment"),
    ('["a\nb"]', 3, "raw line feed", "\\n"),
    ('["a\tb"]', 3, "raw tab", "\\t"),
    ('["a\x01b"]', 3, "U+0001", "\\u0001"),
    ('["a\\xb"]', 3, "escape", "double it"),
    ('["a\\\'b"]', 3, "escape", "as it is"),
    ('["\\u12G4"]', 2, "four hexadecimal digits"),
    ('["\\u+123"]', 2, "four hexadecimal digits"),
    ('["\\U0001"]', 2, "escape"),
    ('["abc', 5, "cut off", "column 2 of this line"),
    ('["abc\\', 6, "cut off"),
    ('["abc\\u12', 9, "cut off"),
    ("[", 1, "cut off", "1 bracket left"),
    ('{"a":[1,{', 9, "cut off", "3 brackets left"),
    ('{"a"', 4, "cut off"),
    ('{"a":', 5, "cut off"),
    ('{"a":1', 6, "cut off"),
    ('{"a":1,', 7, "cut off"),
    ("{", 1, "cut off"),
    ("}", 0, "closing bracket"),
    (":", 0, "colon"),
    ("[1,\u0661]", 3, "begins no value"),
    ("[1\u0661]", 2, "goes on"),
]


@pytest.mark.parametrize("row", SYNTAX, ids=[ascii(text) for text, *_ in SYNTAX])
def test_syntax_is_explained(row: tuple[Any, ...]) -> None:
    text, offset, *words = row
    for data in (text, text.encode()):
        finding = parsing(data)[-1]
        assert (finding.rule, finding.path, finding.level, finding.offset) == ("json/syntax", "", "reader", offset)
        assert [word for word in words if word not in finding.message] == []
        assert len(finding.message) < 200


@pytest.mark.parametrize(
    "text", ["[sk-secret]", '{"a":sk-secret}', "{sk-secret:1}", '["sk-secret', "[1] sk-secret", '"sk-secret\\q"']
)
def test_messages_never_repeat_the_input(text: str) -> None:
    assert "secret" not in only(text).message


@pytest.mark.parametrize(
    ("text", "where"),
    [
        # Columns count code points from the last line feed, offsets count bytes; a carriage return ends no line.
        ("[1,\n \u00e9]", (2, 2, 5)),
        ("[1,\r\n \u00e9]", (2, 2, 6)),
        ("[1,\r x]", (1, 6, 5)),
        ('{"\u00e9\U0001f600":\n"\u20ac" x}', (2, 5, 17)),
    ],
)
def test_places(text: str, where: Place) -> None:
    assert place(only(text)) == place(only(text.encode())) == where


# --- encoding and the byte order mark ---------------------------------------------------------------------------------


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
        (b'["\xf4\x90\x80\x80"]', (1, 3, 2), "begins no Unicode character"),
        (b'["\xe2\x82', (1, 3, 2), "cut off"),
        (b'["\xc3\xa9",\n"\xc3\xa9\xff"]', (2, 3, 10), "begins no"),
        (b"\xff\xfe[\x00]\x00", (1, 1, 0), "UTF-16"),
        (b"\xfe\xff\x00[\x00]", (1, 1, 0), "UTF-16"),
        (b"\xff\xfe\x00\x00[\x00\x00\x00", (1, 1, 0), "UTF-32"),
        # A str with a surrogate is not text.
        ('["\u00e9\ud800"]', (1, 4, 4), ""),
    ],
)
def test_encoding(data: bytes | str, where: Place, word: str) -> None:
    finding = only(data)
    assert (finding.rule, finding.path, *place(finding)) == ("json/encoding", "", *where)
    assert word in finding.message


@pytest.mark.parametrize(
    ("data", "more"),
    [
        ("\ufeff[1]", []),
        (b"\xef\xbb\xbf[1]", []),
        (b"\xef\xbb\xbf[x]", [("json/syntax", 1, 3, 4)]),
        (b'\xef\xbb\xbf"\xff"', [("json/encoding", 1, 3, 4)]),
    ],
)
def test_a_byte_order_mark_counts_in_places(data: bytes | str, more: list[Any]) -> None:
    value, findings = read(data)
    assert [(one.rule, *place(one)) for one in findings] == [("json/byte-order-mark", 1, 1, 0), *more]
    assert findings[0].level == "writer"
    assert value == (ABSENT if more else [1])


# --- repeated members and lone surrogates -----------------------------------------------------------------------------


def test_every_repeated_member_is_named() -> None:
    text = '{"a":1,"b/c":[0,{"~":{},"~":[],"\\u007e":{"x":1,"x":2}}],\n"\\u0061":2,"a":3}'
    assert [(one.rule, one.path, one.line, one.column) for one in parsing(text)] == [
        ("json/duplicate-member", "/b~1c/1/~0", 1, 25),
        ("json/duplicate-member", "/b~1c/1/~0", 1, 32),
        ("json/duplicate-member", "/b~1c/1/~0/x", 1, 48),
        ("json/duplicate-member", "/a", 2, 1),
        ("json/duplicate-member", "/a", 2, 12),
    ]


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
    assert [(one.path, one.offset) for one in parsing(text) if one.rule == "json/lone-surrogate"] == found


def test_repetition_surrogates_and_syntax_in_the_order_of_the_text() -> None:
    assert [(one.rule, one.path, one.offset) for one in parsing(r'{"a":"\ud800","a":"\udc00", x}')] == [
        ("json/lone-surrogate", "/a", 6),
        ("json/duplicate-member", "/a", 14),
        ("json/lone-surrogate", "/a", 19),
        ("json/syntax", "", 28),
    ]


# --- limits -----------------------------------------------------------------------------------------------------------


def test_size_counts_bytes_and_the_limit_itself_is_allowed() -> None:
    for text in ('"abc"', '"\u00e91"'):
        for data in (text, text.encode()):
            assert parsing(data, Limits(max_bytes=5)) == []
            finding = only(data, Limits(max_bytes=4))
            assert (finding.rule, finding.path, *place(finding)) == ("json/limit", "", 1, 1, 0)
            assert "4" in finding.message


@pytest.mark.parametrize("depth", [0, 1, 5, 399, 400, 401, 512, 2000])
def test_depth_counts_arrays_and_objects_and_the_limit_itself_is_allowed(depth: int) -> None:
    limits = Limits(max_depth=depth)
    for opening, inside, closing in (("[", "[]", "]"), ('{"a":', "{}", "}")):
        fits = opening * (depth - 1) + inside + closing * (depth - 1) if depth else "1"
        assert parsing(fits, limits) == []
        finding = parsing(opening * (depth + 1), limits)[-1]
        assert (finding.rule, finding.path, finding.offset) == ("json/limit", "", len(opening) * depth)
        assert "raise the limit" in finding.message


def test_brackets_in_strings_are_no_depth() -> None:
    assert parsing('["' + "[" * 5000 + '\\"' + "{" * 5000 + '"]') == []


def test_depth_within_a_deep_stack() -> None:
    text = "[" * 390 + "]" * 390

    def call(levels: int) -> list[Finding]:
        return call(levels - 1) if levels else read(text)[1]

    assert call(sys.getrecursionlimit() - 250) == []


HOSTILE: dict[str, tuple[bytes, Limits, str | None]] = {
    "unclosed arrays": (b"[" * 1_000_000, DEFAULT, "json/limit"),
    "5000 deep": (b"[" * 5000 + b"]" * 5000, DEFAULT, "json/limit"),
    "unclosed without a limit": (b"[" * 100_000, DEEP, "json/syntax"),
    "a hundred thousand deep": (b"[" * 100_000 + b"]" * 100_000, DEEP, None),
    "a long integer": (b"9" * MIB, DEFAULT, None),
    "a long exponent": (b"1e" + b"9" * (MIB - 2), DEFAULT, None),
    "many zeros": (b"0" * MIB, DEFAULT, "json/syntax"),
    "an unclosed string": (b'"' + b"a" * (MIB - 1), DEFAULT, "json/syntax"),
    "quotes": (b'"' * MIB, DEFAULT, "json/syntax"),
    "escaped quotes": (b"[" * 500 + b'\\"' * 500_000, DEFAULT, "json/syntax"),
    "space": (b" " * MIB, DEFAULT, "json/syntax"),
    "repeated members": (b"{" + b",".join([b'"":0'] * 50_000) + b"}", DEFAULT, "json/duplicate-member"),
    "lone surrogates": (b'"' + b"\\ud800" * 100_000 + b'"', DEFAULT, "json/lone-surrogate"),
    "repeated members below long names": (
        b'{"%b":' % (b"n" * 900) * 500 + b"[" + b",".join([b'{"":0,"":0}'] * 10_000) + b"]" + b"}" * 500,
        DEFAULT,
        "json/duplicate-member",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_read_in_linear_time(name: str) -> None:
    """A quadratic reader would take hours."""
    data, limits, rule = HOSTILE[name]
    value, findings = read(data, limits)
    assert (value is ABSENT) is (rule is not None)
    assert {finding.rule for finding in findings} == ({rule} if rule else set())
    assert sum(len(finding.path) for finding in findings) <= 1 << 25
