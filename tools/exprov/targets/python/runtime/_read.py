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

from ._finding import Finding
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
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
# Whole pairs and all other escapes are stepped over, so that what the group catches is a surrogate that stands alone.
_LONE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.")
# A string, closed or not: the optional end keeps this linear on any text.
_QUOTED = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_NO_BRACKETS = re.compile(r"[^][{}]++")


def read(data: bytes | str, limits: Limits = Limits()) -> tuple[Any, list[Finding]]:
    """Parse one JSON text: the value and no finding, or ABSENT and what is wrong, in the order of the text.

    A finding at writer level only (a byte order mark) leaves the value standing. Values are dict, list, str, int, bool,
    None and Number. Syntax, encoding and limits end the search; repeated members and lone surrogates do not.
    """
    value, findings, _ = read_whole(data, limits)
    return value, findings


def read_whole(data: bytes | str, limits: Limits = Limits()) -> tuple[Any, list[Finding], Any]:
    """As `read`, and third what the text says where its grammar holds, be a member repeated or a surrogate alone.

    Objects there yield every member from `items()`, the repeated ones too: no repetition hides what stands in a text.
    """
    if len(data) <= limits.max_bytes:
        value = _read_quickly(data, limits)
        if value is not ABSENT:
            return value, [], value
    return _explain(data, limits)


class _Object(dict[str, Any]):
    """An object as the explaining route reads it: `items` yields the values of repeated members, too."""

    __slots__ = ("repeated",)

    def __init__(self) -> None:
        self.repeated: list[tuple[str, Any]] = []

    def items(self) -> Any:
        return [*self.repeated, *super().items()] if self.repeated else super().items()


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
        if not text.isascii() and (
            text[0] == _BOM or (isinstance(data, str) and len(data.encode()) > limits.max_bytes)
        ):
            return ABSENT
        allowed = limits.max_depth if limits.max_depth < _QUICK_DEPTH else _QUICK_DEPTH
        # A level takes two brackets, so that a short text cannot be too deep and in order.
        if len(text) > 2 * allowed and text.count("[") + text.count("{") > allowed and _is_deeper(text, allowed):
            return ABSENT
        if "\\" in text and _HALF.search(text) and any(match[1] is not None for match in _LONE.finditer(text)):
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


def _explain(data: bytes | str, limits: Limits) -> tuple[Any, list[Finding], Any]:
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "surrogatepass"))
    if size > limits.max_bytes:
        message = f"the text has {size:,} bytes and the limit is {limits.max_bytes:,}; shorten it or raise the limit"
        return ABSENT, [Finding("json/limit", "", "reader", message, 1, 1, 0)], ABSENT
    findings: list[Finding] = []
    if isinstance(data, bytes):
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            good = data[: error.start].decode()
            if good.startswith(_BOM):
                findings.append(_byte_order_mark())
            message = _encoding_message(data, error.start)
            return ABSENT, findings + _locate(good, [(len(good), "json/encoding", "", message)]), ABSENT
    else:
        text = data
    if text.startswith(_BOM):
        findings.append(_byte_order_mark())
    surrogate = _SURROGATES.search(text) if isinstance(data, str) and not text.isascii() else None
    if surrogate is not None:
        message = (
            "a surrogate code point stands in the text, which no UTF-8 can hold; decode the input as UTF-8, strictly"
        )
        return ABSENT, findings + _locate(text, [(surrogate.start(), "json/encoding", "", message)]), ABSENT
    parser = _Parser(text, limits.max_depth)
    value: Any = ABSENT
    try:
        value = parser.parse(1 if findings else 0)
    except _Stop as stop:
        parser.found.append((stop.index, stop.rule, "", stop.message))
    if not parser.found:
        return value, findings, value
    return ABSENT, findings + _locate(text, parser.found), value


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
    if lead in (0xC0, 0xC1) or (
        after is not None and ((lead == 0xE0 and 0x80 <= after < 0xA0) or (lead == 0xF0 and 0x80 <= after < 0x90))
    ):
        what = "an overlong form of a character, which is not UTF-8; write the shortest form"
    elif lead == 0xED and after is not None and 0xA0 <= after <= 0xBF:
        what = "the bytes of a surrogate, which are not UTF-8; write the character of the whole pair in four bytes"
    elif (lead == 0xF4 and after is not None and 0x90 <= after <= 0xBF) or lead > 0xF4:
        what = "a byte that begins no Unicode character; write the text as UTF-8"
    elif 0x80 <= lead < 0xC0:
        what = "a byte that is not UTF-8 here; the text may be Latin-1 or cut within a character: write it as UTF-8"
    elif start + {0xC: 2, 0xD: 2, 0xE: 3, 0xF: 4}[lead >> 4] > len(data) and all(
        0x80 <= byte < 0xC0 for byte in data[start + 1 :]
    ):
        what = "the text ends within a character: it was cut off; write it to the end"
    else:
        what = "a byte that is not UTF-8 here, as in Latin-1 text; write the text as UTF-8"
    return f"byte 0x{lead:02X}: {what}"


# A broken rule before its place is worked out: (index in the text, rule, path, message).
_Found = tuple[int, str, str, str]


def _locate(text: str, found: list[_Found]) -> list[Finding]:
    """The findings for `found`, in the order of the text: indexes become lines, columns and offsets in one walk."""
    at, line, line_start, offset = 0, 1, 0, 0
    findings = []
    for index, rule, path, message in sorted(found, key=lambda one: one[0]):
        between = text[at:index]
        breaks = between.count("\n")
        if breaks:
            line += breaks
            line_start = at + between.rindex("\n") + 1
        offset += len(between) if between.isascii() else len(between.encode("utf-8", "surrogatepass"))
        at = index
        findings.append(Finding(rule, path, "reader", message, line, index - line_start + 1, offset))
    return findings


_BLANKS = re.compile(r"[ \t\n\r]*+")
_PLAIN = re.compile(r'"([^"\\\x00-\x1f]*+)"[ \t\n\r]*+')
_NAME = re.compile(r'"([^"\\\x00-\x1f]*+)"[ \t\n\r]*+:[ \t\n\r]*+')
_BODY = re.compile(r'(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_NUMERAL = re.compile(r"-?(?:0|[1-9][0-9]*+)((?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?)")
_WORD = re.compile(r"[^\W\d][\w$]*+")
_LITERALS = (("true", True), ("false", False), ("null", None))
_SURROGATES = re.compile("[\ud800-\udfff]")
# Paths can be as long as the text, and findings as many as its characters: what they hold together is bounded.
_MAX_PATH_TEXT = 1 << 24


class _Frame:
    """An array or object that is being read, with the pointer that its elements share."""

    __slots__ = ("is_array", "is_nameable", "key", "opened", "prefix", "value")

    def __init__(self, value: Any, opened: int) -> None:
        self.value = value
        self.is_array = isinstance(value, list)
        self.opened = opened
        self.key = ""
        self.prefix: str | None = None
        self.is_nameable = True


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
        plain, named = _PLAIN.match, _NAME.match
        result: Any = None
        value: Any
        index = self.skip(index)
        while True:
            # Here a value begins.
            character = text[index : index + 1]
            opened: _Frame | None = None
            if character == '"':
                match = plain(text, index)
                if match is not None:
                    value = match[1]
                    index = match.end()
                else:
                    value, index = self.string(index, None)
            elif character == "{" or character == "[":
                if len(stack) >= self.max_depth:
                    message = f"nested more than {self.max_depth} levels deep; flatten it or raise the limit"
                    raise _Stop("json/limit", index, message)
                value = _Object() if character == "{" else []
                opened = _Frame(value, index)
                index += 1
            else:
                value, index = self.scalar(index)
            # Here it takes its place.
            if stack:
                frame = stack[-1]
                if frame.is_array:
                    frame.value.append(value)
                else:
                    frame.value[frame.key] = value
            else:
                result = value
            if text[index : index + 1] in _SPACE:
                index = self.skip(index)
            comma: int | None = None
            if opened is not None:
                frame = opened
                stack.append(opened)
                if text[index : index + 1] == ("]" if frame.is_array else "}"):
                    stack.pop()
                    index = self.skip(index + 1)
                    opened = None
            # Here a value has ended, unless it has only begun: close what it was the last of.
            while opened is None:
                if not stack:
                    if index < len(text):
                        raise self.after_end(index)
                    return result
                frame = stack[-1]
                character = text[index : index + 1]
                if character == ",":
                    comma = index
                    index += 1
                    if text[index : index + 1] in _SPACE:
                        index = self.skip(index)
                    break
                if character != ("]" if frame.is_array else "}"):
                    raise self.no_comma(index, frame)
                stack.pop()
                index = self.skip(index + 1)
            # Here the next element or member begins.
            if frame.is_array:
                if comma is not None and text[index : index + 1] == "]":
                    raise _syntax(comma, "a comma before the closing bracket; remove it")
                continue
            match = named(text, index)
            if match is None:
                index = self.name(index, frame, comma)
            else:
                frame.key = match[1]
                if frame.key in frame.value:
                    self.repeated(index)
                index = match.end()

    def skip(self, index: int) -> int:
        """The end of the white space at `index`."""
        match = _BLANKS.match(self.text, index)
        return index if match is None else match.end()

    def name(self, index: int, frame: _Frame, comma: int | None) -> int:
        """Read a name with escapes and its colon, or a broken one, from `index` to where the member's value begins."""
        text = self.text
        if text[index : index + 1] != '"':
            raise self.no_name(index, comma)
        start = index
        frame.key, index = self.string(index, frame)
        if frame.key in frame.value:
            self.repeated(start)
        index = self.skip(index)
        if text[index : index + 1] != ":":
            raise self.no_colon(index)
        return self.skip(index + 1)

    def repeated(self, index: int) -> None:
        members = self.stack[-1].value
        members.repeated.append((self.stack[-1].key, members[self.stack[-1].key]))
        message = "the member stands here a second time, and readers differ in which one they take; keep one of them"
        self.report(index, "json/duplicate-member", self.pointer(), message)

    def string(self, start: int, named: _Frame | None) -> tuple[str, int]:
        """A string with escapes, or a broken one; `named` is the object that it names a member of."""
        text = self.text
        body = _BODY.match(text, start + 1)
        end = start + 1 if body is None else body.end()
        if text[end : end + 1] != '"':
            raise self.bad_string(start, end)
        value: str = json.loads(text[start : end + 1])
        if _SURROGATES.search(value):
            # A name that is no text cannot stand in a pointer: its object is what can be named.
            path = self.pointer() if named is None else self.container()
            message = (
                "an escape writes half of a surrogate pair, which is no Unicode text; write the whole pair or \\ufffd"
            )
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

    def container(self) -> str:
        """The pointer of the innermost array or object, as far as the names that lead to it are text."""
        top = self.stack[-1]
        if top.prefix is None:
            parts = []
            for frame in self.stack[:-1]:
                if frame.is_array:
                    # The element that is open was placed when it began.
                    parts.append(f"/{len(frame.value) - 1}")
                elif _is_text(frame.key):
                    parts.append("/" + frame.key.replace("~", "~0").replace("/", "~1"))
                else:
                    top.is_nameable = False
                    break
            top.prefix = "".join(parts)
        return top.prefix

    def pointer(self) -> str:
        """The pointer of the member or element that is being read, or of the innermost one around it that has one."""
        if not self.stack or self.path_text > _MAX_PATH_TEXT:
            return ""
        top = self.stack[-1]
        prefix = self.container()
        if not top.is_nameable:
            return prefix
        if top.is_array:
            return f"{prefix}/{len(top.value)}"
        return prefix + "/" + top.key.replace("~", "~0").replace("/", "~1") if _is_text(top.key) else prefix

    # --- what is wrong

    def bad_string(self, start: int, end: int) -> _Stop:
        """The string that opens at `start` is in order up to `end` only."""
        text = self.text
        if end == len(text):
            return _syntax(
                end,
                f"the text ends within a string that opens {self.since(start)}; it was cut off, or a quote is missing",
            )
        character = text[end]
        if character != "\\":
            escape = _SHORT_ESCAPES.get(character, f"\\u{ord(character):04x}")
            return _syntax(end, f"a raw {_named(character)} in a string; write {escape} or remove it")
        letter = text[end + 1 : end + 2]
        if not letter:
            return _syntax(len(text), "the text ends within an escape of a string; it was cut off")
        if letter == "u":
            if _CUT_ESCAPE.fullmatch(text, end):
                return _syntax(len(text), "the text ends within an escape of a string; it was cut off")
            return _syntax(end, "a \\u escape without four hexadecimal digits; write four, as in \\u00e9")
        remedy = "write ' as it is" if letter == "'" else "to write a backslash, double it"
        return _syntax(
            end, f'an escape that JSON does not know; {remedy} (there are \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX)'
        )

    def since(self, index: int) -> str:
        line = self.text.count("\n", 0, index) + 1
        return f"at line {line}, column {index - self.text.rfind(chr(10), 0, index)}"

    def bad_number(self, start: int, end: int, lexeme: str, is_broken_up: bool) -> tuple[int, str]:
        """The number from `start` to `end` goes on with something that no number has."""
        text = self.text
        following = text[end]
        if lexeme in ("0", "-0") and following in "0123456789":
            return start, "a number with a leading zero; remove the zero, or quote it if it is an identifier"
        if lexeme in ("0", "-0") and following in "xXoObB":
            return start, "a hexadecimal, octal or binary number; write it in decimal digits"
        if following == ".":
            if "." in lexeme or is_broken_up:
                return end, "a number with a second point; write one number, or quote it if it is a version"
            if end + 1 == len(text):
                return len(text), "the text ends within a number; it was cut off"
            return end, "a point without digits after it; write digits, or remove the point"
        if following in "eE" and "e" not in lexeme.lower():
            if text[end + 1 :] in ("", "+", "-"):
                return len(text), "the text ends within a number; it was cut off"
            return end, "an exponent without digits; write digits, or remove it"
        if following == "_":
            return end, "an underscore within a number; write the digits alone"
        return end, "a number that goes on with something else; write digits alone, or quote it if it is text"

    def no_value(self, index: int) -> _Stop:
        """No value begins at `index`."""
        text = self.text
        if index == len(text):
            if not self.stack:
                what = "the text is empty" if not text.strip(_SPACE + _BOM) else "there is no value"
                return _syntax(index, f"{what}; write one JSON value")
            return self.cut_off(index)
        character = text[index]
        if character == "-":
            if text.startswith("-Infinity", index):
                return _syntax(index, _NOT_FINITE)
            if index + 1 == len(text):
                return _syntax(len(text), "the text ends within a number; it was cut off")
            if text[index + 1] == ".":
                return _syntax(index, "a number that begins with a point; write a zero before it")
            return _syntax(index, "a minus sign without digits after it; write digits, or remove it")
        if character == "." and text[index + 1 : index + 2].isdigit():
            return _syntax(index, "a number that begins with a point; write a zero before it")
        if character == "+":
            return _syntax(index, "a plus sign before a number; remove it")
        if character == ",":
            return _syntax(index, "a comma where a value is due; remove it, or write the value before it")
        if character in "]}":
            if self.stack and not self.stack[-1].is_array:
                return _syntax(index, "a member without a value; write one, or leave the member out")
            return _syntax(index, "a closing bracket where a value is due; remove it, or write the value")
        if character == ":":
            return _syntax(
                index, "a colon where a value is due; remove it, or name a member before it within an object"
            )
        return self.stray(index, "where a value is due")

    def no_name(self, index: int, comma: int | None) -> _Stop:
        """No member's name begins at `index`, in an object, after the comma at `comma` if there is one."""
        text = self.text
        if index == len(text):
            return self.cut_off(index)
        character = text[index]
        if character == "}" and comma is not None:
            return _syntax(comma, "a comma before the closing bracket; remove it")
        if character == ",":
            return _syntax(index, "a comma where a member is due; remove it")
        if character == ":":
            return _syntax(index, "a colon without a name before it; write the member's name in double quotes")
        if character == "]":
            return _syntax(index, f"a ] where an object is open {self.since(self.stack[-1].opened)}; close it with }}")
        if _WORD.match(text, index) or character.isdigit() or character in "-$":
            return _syntax(index, "a member's name without quotes; write it in double quotes")
        if character in "{[":
            return _syntax(
                index,
                "an array or object where a member's name is due; write the name in double quotes and a colon before it",
            )
        return self.stray(index, "where a member's name is due")

    def no_colon(self, index: int) -> _Stop:
        """No colon follows a member's name."""
        if index == len(self.text):
            return self.cut_off(index)
        character = self.text[index]
        if character == "=":
            return _syntax(index, "an equals sign after a member's name; write a colon")
        if character in ",}":
            return _syntax(index, "a member without a value; write a colon and the value after its name")
        if _is_odd(character):
            return self.stray(index, "after a member's name")
        return _syntax(index, "no colon after a member's name; write one")

    def no_comma(self, index: int, frame: _Frame) -> _Stop:
        """Neither a comma nor the bracket that closes `frame` follows a value."""
        if index == len(self.text):
            return self.cut_off(index)
        character = self.text[index]
        what, close = ("an array", "]") if frame.is_array else ("an object", "}")
        if character in "]}":
            return _syntax(
                index, f"a {character} where {what} is open {self.since(frame.opened)}; close it with {close}"
            )
        if character == ":" and frame.is_array:
            return _syntax(index, "a colon within an array; write an object, in braces, around members")
        if character == ":":
            return _syntax(index, "a second colon after a value; put a comma between members, or quote the whole value")
        if character == ";":
            return _syntax(index, "a semicolon after a value; write a comma")
        if _is_odd(character):
            return self.stray(index, "after a value")
        return _syntax(index, f"no comma after a value; write one, or close {what} with {close}")

    def after_end(self, index: int) -> _Stop:
        """Something stands after the end of the one value."""
        character = self.text[index]
        if (
            character in '{["-'
            or character.isdigit()
            or any(self.text.startswith(literal, index) for literal, _ in _LITERALS)
        ):
            return _syntax(
                index,
                "a second value after the end of the first; keep one, or write JSON Lines with a line feed between them",
            )
        if character in "]}":
            return _syntax(index, "a closing bracket that nothing opened; remove it")
        if character == ",":
            return _syntax(index, "a comma after the end of the value; remove it, or put the values into an array")
        if _is_odd(character):
            return self.stray(index, "after the end of the value")
        return _syntax(index, "something stands after the end of the value; remove it")

    def cut_off(self, index: int) -> _Stop:
        """The text ends while arrays or objects are open."""
        frame = self.stack[-1]
        what = "an array" if frame.is_array else "an object"
        count = len(self.stack)
        return _syntax(
            index,
            f"the text ends within {what} that opens {self.since(frame.opened)}, with {count} bracket{'' if count == 1 else 's'} "
            "left open; it was cut off: write it to the end",
        )

    def stray(self, index: int, where: str) -> _Stop:
        """A character that begins nothing in JSON, named by what its writer will have meant."""
        text = self.text
        character = text[index]
        if character == "'":
            return _syntax(index, f"a single quote {where}; write strings in double quotes")
        if character in "\u2018\u2019\u201c\u201d\u00ab\u00bb`":
            return _syntax(index, f"a typographic quote {where}; write strings in plain double quotes")
        if text.startswith(("//", "/*"), index) or character == "#":
            return _syntax(index, f"a comment {where}, which JSON does not have; remove it")
        if character == "\x00":
            return _syntax(index, f"a NUL character {where}; if the text is UTF-16 or UTF-32, write it as UTF-8")
        if character == _BOM:
            return _syntax(index, f"a byte order mark {where}; remove it, as happens where files are joined")
        if character.isspace() or character in "\u180e\u200b\u200c\u200d\u2060":
            return _syntax(
                index, f"{_named(character)} {where}, which is no white space in JSON; write a space or a line feed"
            )
        if character < " " or "\x7f" <= character <= "\x9f":
            return _syntax(index, f"{_named(character)} {where}; remove it")
        word = _WORD.match(text, index)
        if word is not None:
            if word.end() == len(text) and any(literal.startswith(word[0]) for literal, _ in _LITERALS):
                return _syntax(len(text), "the text ends within a literal; it was cut off")
            return _syntax(index, _about_word(word[0], where))
        return _syntax(index, f"a character {where} that begins no value; remove it, or write text in double quotes")


def _about_word(word: str, where: str) -> str:
    lower = word.lower() if len(word) <= 16 else ""
    if lower in ("nan", "infinity", "inf"):
        return _NOT_FINITE
    if lower in ("true", "false", "null"):
        return f"a literal in another spelling; write {lower}, in lower case"
    if lower in ("none", "undefined", "nil"):
        return "no JSON literal; write null, or leave the member out"
    return f"a word without quotes {where}; write text in double quotes (the only bare words are true, false and null)"


_NOT_FINITE = "NaN and infinities are no JSON numbers; leave the member out or write a finite number"
_SHORT_ESCAPES = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
_CUT_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{0,3}")
_NAMES = {
    "\x00": "NUL character",
    "\t": "tab",
    "\n": "line feed",
    "\v": "vertical tab",
    "\f": "form feed",
    "\r": "carriage return",
    "\xa0": "no-break space",
}


def _named(character: str) -> str:
    return f"{_NAMES.get(character, 'character')} (U+{ord(character):04X})"


def _is_odd(character: str) -> bool:
    """Whether `character` is best explained by itself: a quote, a comment, white space or a control character."""
    return character in "'`#/\u2018\u2019\u201c\u201d\u00ab\u00bb" or not character.isprintable() or character.isspace()


def _is_text(name: str) -> bool:
    return name.isascii() or _SURROGATES.search(name) is None


def _syntax(index: int, message: str) -> _Stop:
    return _Stop("json/syntax", index, message)
