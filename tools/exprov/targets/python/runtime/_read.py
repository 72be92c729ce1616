"""The parse phase: strict JSON (RFC 8259, and I-JSON where two languages would read different things).

Two routes that agree: a quick one over the C scanner of the standard library, for text that is in order, and an
explaining one with a stack of its own, which says where and why text is not, and reads whatever the quick one leaves.
No message repeats text of the input: what stands at the wrong place may be a secret.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from ._finding import Finding, Level
from ._number import Number, integer


@dataclass(frozen=True)
class Limits:
    """How much the reader takes: `max_bytes` of UTF-8 text, and `max_depth` arrays and objects within one another."""

    max_bytes: int = 1 << 20
    max_depth: int = 512


class _Absent:
    __slots__ = ()

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final[Any] = _Absent()
"""Stands for the value where there is none; no JSON value is identical to it."""

_SPACE = " \t\n\r"
_BOM = "\ufeff"
# The C scanner calls itself once per level, within the interpreter's recursion limit of 1,000, of which callers use some.
_QUICK_DEPTH = 400
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
# A string, closed or not: the optional end keeps this linear on any text.
_QUOTED = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_NO_BRACKETS = re.compile(r"[^][{}]++")


def read(data: bytes | str, limits: Limits = Limits()) -> tuple[Any, list[Finding]]:  # noqa: B008  (frozen)
    """Parse one JSON text: the value and no finding, or ABSENT and what is wrong, in the order of the text.

    A finding at writer level only (a byte order mark) leaves the value standing. Values are dict, list, str, int, bool,
    None and Number. Syntax, encoding and limits end the search; repeated members and lone surrogates do not.
    """
    if len(data) <= limits.max_bytes:
        value = _read_quickly(data, limits)
        if value is not ABSENT:
            return value, []
    return _explain(data, limits)


# --- the quick route --------------------------------------------------------------------------------------------------


class _Unsure(Exception):
    """The quick route leaves the text to the explaining one."""


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise _Unsure
    return result


def _refuse(_: str) -> Any:
    raise _Unsure


# Plain int is what the C scanner is quick with; it raises ValueError beyond the interpreter's limit, and hides `-0`.
_scan: Callable[[str, int], tuple[Any, int]] = json.JSONDecoder(
    object_pairs_hook=_members, parse_float=Number, parse_int=int, parse_constant=_refuse
).scan_once  # type: ignore[attr-defined]
_scan_exactly: Callable[[str, int], tuple[Any, int]] = json.JSONDecoder(
    object_pairs_hook=_members, parse_float=Number, parse_int=integer, parse_constant=_refuse
).scan_once  # type: ignore[attr-defined]


def _read_quickly(data: bytes | str, limits: Limits) -> Any:
    """The value of text that is in order, else ABSENT."""
    try:
        text = data.decode() if isinstance(data, bytes) else data
        if not text.isascii() and (text[0] == _BOM or (text is data and len(text.encode()) > limits.max_bytes)):
            return ABSENT
        allowed = min(limits.max_depth, _QUICK_DEPTH)
        if text.count("[") + text.count("{") > allowed and _is_deeper(text, allowed):
            return ABSENT
        if "\\u" in text and _SURROGATE_ESCAPE.search(text):
            return ABSENT
        text = text.strip(_SPACE)
        value, end = (_scan_exactly if "-0" in text else _scan)(text, 0)
    except (ValueError, StopIteration, RecursionError, _Unsure):
        return ABSENT
    return value if end == len(text) else ABSENT


def _is_deeper(text: str, allowed: int) -> bool:
    depth = 0
    for bracket in _NO_BRACKETS.sub("", _QUOTED.sub("", text)):
        if bracket in "[{":
            depth += 1
            if depth > allowed:
                return True
        else:
            depth -= 1
    return False


# --- the explaining route ---------------------------------------------------------------------------------------------


class _Stop(Exception):
    """What ends the search: the rule, the index in the text where it was broken, the message."""

    def __init__(self, rule: str, index: int, message: str) -> None:
        super().__init__(rule, index, message)
        self.rule = rule
        self.index = index
        self.message = message


def _explain(data: bytes | str, limits: Limits) -> tuple[Any, list[Finding]]:
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "surrogatepass"))
    if size > limits.max_bytes:
        message = f"the text has {size:,} bytes and the limit is {limits.max_bytes:,}; shorten it or raise the limit"
        return ABSENT, [Finding("json/limit", "", "reader", message, 1, 1, 0)]
    findings: list[Finding] = []
    if isinstance(data, bytes):
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            good = data[: error.start].decode()
            if good.startswith(_BOM):
                findings.append(_byte_order_mark())
            stop = _Stop("json/encoding", len(good), _encoding_message(data, error.start))
            return ABSENT, findings + _Places(good).findings([(stop.index, stop.rule, "", stop.message)])
    else:
        text = data
    if text.startswith(_BOM):
        findings.append(_byte_order_mark())
    surrogate = re.search("[\ud800-\udfff]", text) if isinstance(data, str) and not text.isascii() else None
    if surrogate is not None:
        message = "a surrogate code point stands alone in the text, which no UTF-8 can hold; decode the input as UTF-8, strictly"
        return ABSENT, findings + _Places(text).findings([(surrogate.start(), "json/encoding", "", message)])
    parser = _Parser(text, limits.max_depth)
    value: Any = ABSENT
    try:
        value = parser.parse(1 if findings else 0)
    except _Stop as stop:
        parser.found.append((stop.index, stop.rule, "", stop.message))
    if parser.found:
        value = ABSENT
        findings += _Places(text).findings(sorted(parser.found, key=lambda found: found[0]))
    return value, findings


def _byte_order_mark() -> Finding:
    message = "the text begins with a byte order mark, which some readers refuse; write UTF-8 without one"
    return Finding("json/byte-order-mark", "", "writer", message, 1, 1, 0)


_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


def _encoding_message(data: bytes, start: int) -> str:
    for mark, name in _MARKS:
        if data.startswith(mark):
            return f"the text is {name}, as its byte order mark says; write it as UTF-8 without a byte order mark"
    lead = data[start]
    after = data[start + 1] if start + 1 < len(data) else None
    if lead in (0xC0, 0xC1) or (after is not None and ((lead == 0xE0 and 0x80 <= after < 0xA0) or (lead == 0xF0 and 0x80 <= after < 0x90))):
        what = "an overlong form of a character, which is not UTF-8; write the shortest form"
    elif lead == 0xED and after is not None and 0xA0 <= after <= 0xBF:
        what = "the bytes of a surrogate, which are not UTF-8; write the character of the whole pair in four bytes"
    elif (lead == 0xF4 and after is not None and 0x90 <= after <= 0xBF) or lead > 0xF4:
        what = "a byte that begins no Unicode character; write the text as UTF-8"
    elif 0x80 <= lead < 0xC0:
        what = "a byte that is not UTF-8 here; the text may be Latin-1 or cut within a character: write it as UTF-8"
    elif start + {0xC: 2, 0xD: 2, 0xE: 3, 0xF: 4}[lead >> 4] > len(data) and all(0x80 <= byte < 0xC0 for byte in data[start + 1 :]):
        what = "the text ends within a character: it was cut off; write it to the end"
    else:
        what = "a byte that is not UTF-8 here, as in Latin-1 text; write the text as UTF-8"
    return f"byte 0x{lead:02X}: {what}"


# A broken rule before its place is worked out: (index in the text, rule, path, message).
_Found = tuple[int, str, str, str]


class _Places:
    """Turns indexes, which must come in rising order, into lines, columns and byte offsets, in one walk over the text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def findings(self, found: list[_Found]) -> list[Finding]:
        text, level = self.text, "reader"
        at, line, line_start, offset = 0, 1, 0, 0
        result = []
        for index, rule, path, message in found:
            between = text[at:index]
            breaks = between.count("\n")
            if breaks:
                line += breaks
                line_start = at + between.rindex("\n") + 1
            offset += len(between) if between.isascii() else len(between.encode("utf-8", "surrogatepass"))
            at = index
            result.append(Finding(rule, path, level, message, line, index - line_start + 1, offset))
        return result


_BLANKS = re.compile(r"[ \t\n\r]*+")
_PLAIN = re.compile(r'"([^"\\\x00-\x1f]*+)"')
_BODY = re.compile(r'(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_NUMERAL = re.compile(r"-?(?:0|[1-9][0-9]*+)((?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?)")
_WORD = re.compile(r"[^\W\d][\w$]*+")
_LITERALS = (("true", True), ("false", False), ("null", None))
_SURROGATES = re.compile("[\ud800-\udfff]")
# Whole pairs and all other escapes are stepped over, so that what the group catches is a surrogate that stands alone.
_LONE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\."
)
# Paths can be as long as the text, and findings as many as its characters: what they hold together is bounded.
_MAX_PATH_TEXT = 1 << 24


class _Frame:
    """An array or object that is being read, with the pointer that its elements share."""

    __slots__ = ("array", "key", "members", "opened", "prefix")

    def __init__(self, array: list[Any] | None, members: dict[str, Any] | None, opened: int) -> None:
        self.array = array
        self.members = members
        self.opened = opened
        self.key = ""
        self.prefix: str | None = None


class _Parser:
    """Reads one text without recursion; `found` holds the repeated members and lone surrogates met on the way."""

    def __init__(self, text: str, max_depth: int) -> None:
        self.text = text
        self.max_depth = max_depth
        self.found: list[_Found] = []
        self.stack: list[_Frame] = []
        self.path_text = 0

    def parse(self, index: int) -> Any:
        """The value of the text from `index` on. Raises _Stop where the text is no JSON."""
        text, stack = self.text, self.stack
        blanks, plain = _BLANKS.match, _PLAIN.match
        index = _end(blanks(text, index))
        while True:
            # Here a value begins.
            character = text[index : index + 1]
            opened: _Frame | None = None
            if character == '"':
                simple = plain(text, index)
                if simple is not None:
                    value: Any = simple[1]
                    index = simple.end()
                else:
                    value, index = self.string(index, None)
            elif character == "{" or character == "[":
                if len(stack) >= self.max_depth:
                    message = f"nested more than {self.max_depth} levels deep; flatten it or raise the limit"
                    raise _Stop("json/limit", index, message)
                if character == "{":
                    value = {}
                    opened = _Frame(None, value, index)
                else:
                    value = []
                    opened = _Frame(value, None, index)
                index += 1
            else:
                value, index = self.scalar(index)
            # Here it takes its place.
            if stack:
                frame = stack[-1]
                if frame.array is not None:
                    frame.array.append(value)
                elif frame.members is not None:
                    frame.members[frame.key] = value
            else:
                result = value
            index = _end(blanks(text, index))
            if opened is not None:
                stack.append(opened)
                if opened.members is None:
                    if text[index : index + 1] != "]":
                        continue
                elif text[index : index + 1] != "}":
                    index = self.name(index, opened, None)
                    continue
                stack.pop()
                index = _end(blanks(text, index + 1))
            # Here a value has ended: close what it was the last of, or go on to the next.
            while stack:
                frame = stack[-1]
                character = text[index : index + 1]
                if character == ",":
                    comma = index
                    index = _end(blanks(text, index + 1))
                    if frame.members is not None:
                        index = self.name(index, frame, comma)
                    elif text[index : index + 1] == "]":
                        raise _syntax(comma, "a comma before the closing bracket; remove it")
                    break
                if character != ("]" if frame.members is None else "}"):
                    raise self.no_comma(index, frame)
                stack.pop()
                index = _end(blanks(text, index + 1))
            else:
                if index < len(text):
                    raise self.after_end(index)
                return result

    def name(self, index: int, frame: _Frame, comma: int | None) -> int:
        """Read a member's name and its colon, from `index` to where its value begins."""
        text = self.text
        start = index
        if text[index : index + 1] != '"':
            raise self.no_name(index, comma)
        simple = _PLAIN.match(text, index)
        if simple is not None:
            name = simple[1]
            index = simple.end()
        else:
            name, index = self.string(index, frame)
        frame.key = name
        members = frame.members
        if members is not None and name in members:
            message = "the member stands here a second time, and readers differ in which one they take; keep one of them"
            self.report(start, "json/duplicate-member", self.pointer(), message)
        index = _end(_BLANKS.match(text, index))
        if text[index : index + 1] != ":":
            raise self.no_colon(index)
        return _end(_BLANKS.match(text, index + 1))

    def string(self, start: int, named: _Frame | None) -> tuple[str, int]:
        """A string with escapes, or a broken one; `named` is the object that it names a member of."""
        text = self.text
        end = _end(_BODY.match(text, start + 1))
        if text[end : end + 1] != '"':
            raise self.bad_string(start, end)
        value: str = json.loads(text[start : end + 1])
        if _SURROGATES.search(value):
            # A name that is no text cannot stand in a pointer: its object is what can be named.
            path = self.pointer() if named is None else self.prefix_of(len(self.stack) - 1)
            message = "an escape writes half of a surrogate pair, which is no Unicode text; write the whole pair or \\ufffd"
            for match in _LONE.finditer(text, start + 1, end):
                if match[1] is not None:
                    self.report(match.start(), "json/lone-surrogate", path, message)
        return value, end + 1

    def scalar(self, index: int) -> tuple[Any, int]:
        """A number or a literal."""
        text = self.text
        match = _NUMERAL.match(text, index)
        if match is not None:
            end = match.end()
            following = text[end : end + 1]
            if following and (following in ".+-$" or following.isalnum() or following == "_"):
                raise _syntax(*self.bad_number(index, end, match[0], bool(match[1])))
            return (Number(match[0]) if match[1] else integer(match[0])), end
        for literal, value in _LITERALS:
            if text.startswith(literal, index):
                end = index + len(literal)
                following = text[end : end + 1]
                if not (following.isalnum() or following in ("_", "$")):
                    return value, end
        raise self.no_value(index)

    # --- paths

    def report(self, index: int, rule: str, path: str, message: str) -> None:
        self.path_text += len(path)
        # The verdict stands with the first one; beyond the bound the list ends, lest small input fill the memory.
        if self.path_text <= _MAX_PATH_TEXT or not self.found:
            self.found.append((index, rule, path, message))

    def pointer(self) -> str:
        """The pointer of the member or element that is being read."""
        return self.prefix_of(len(self.stack))

    def prefix_of(self, depth: int) -> str:
        """The pointer of what the outermost `depth` frames lead to, as far as its names are text."""
        # Each frame remembers where it stands; only the last step of a pointer is new each time.
        known = depth - 1
        while known > 0 and self.stack[known].prefix is None:
            known -= 1
        path = (self.stack[known].prefix or "") if depth > 0 else ""
        parts = [path]
        for level in range(max(known, 0), depth):
            frame = self.stack[level]
            if level > known:
                frame.prefix = "".join(parts)
                parts = [frame.prefix]
            if frame.array is not None:
                parts.append(f"/{len(frame.array)}")
            elif _SURROGATES.search(frame.key):
                break
            else:
                parts.append("/" + frame.key.replace("~", "~0").replace("/", "~1"))
        return "".join(parts)

    # --- what is wrong
