"""The explaining route of the parse phase: with an explicit stack, it says where and why a text is not in order.

What is in order within a text it leaves to the C scanner of the standard library, piece by piece.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from ._finding import MOST_FINDINGS, Finding, Findings
from ._messages import Say
from ._number import exact, integer
from ._syntax import LITERALS, SPACE, Diagnosis, Frame, Stop
from ._text import ABSENT, BOM, START, SURROGATES, Limits, Origin, escape, is_for_c

# Whole pairs and all other escapes are stepped over, so that the group catches lone surrogates only.
_LONE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.")


class Reader:
    """Reads text strictly and explains what is wrong with it.

    `say` words the findings; `is_nameable` says whether a pointer may run through a member's name.
    """

    def __init__(self, say: Say, is_nameable: Callable[[str], bool]) -> None:
        self.say = say
        self.is_nameable = is_nameable

    def read(
        self, data: bytes | str, limits: Limits, origin: Origin = START, most: int = MOST_FINDINGS
    ) -> tuple[Any, Findings, Any]:
        """The value of one JSON text, or ABSENT, and what is wrong, in the order of the text: at most `most` findings.

        Third is what the text says where its grammar holds, be a member repeated or a surrogate alone: objects there yield
        every member from `items()`, the repeated ones too. `origin` is where the text begins in its input.
        """
        size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "surrogatepass"))
        if size > limits.max_bytes:
            message = self.say("json/limit:size", bytes=f"{size:,}", limit=f"{limits.max_bytes:,}")
            return ABSENT, Findings([Finding("json/limit", "", "reader", message, *origin)]), ABSENT
        marks = Findings()
        try:
            text = data.decode() if isinstance(data, bytes) else data
        except UnicodeDecodeError as error:
            text = error.object[: error.start].decode()
            message = self._about_encoding(error.object, error.start)
            stop: Stop | None = Stop("json/encoding", len(text), message)
        else:
            found = SURROGATES.search(text) if isinstance(data, str) and not text.isascii() else None
            message = self.say("json/encoding:surrogate-code-point")
            stop = Stop("json/encoding", found.start(), message) if found else None
        if text.startswith(BOM):
            marks.append(Finding("json/byte-order-mark", "", "writer", self.say("json/byte-order-mark"), *origin))
        if stop is not None:
            return ABSENT, Findings(marks + _locate(text, [(stop.index, stop.rule, "", stop.message)], origin)), ABSENT
        parser = _Parser(text, limits.max_depth, self.say, origin, self.is_nameable, most)
        value: Any = ABSENT
        try:
            value = parser.parse(1 if marks else 0)
        except Stop as end:
            parser.found.append((end.index, end.rule, "", end.message))
        if not parser.found:
            return value, marks, value
        return ABSENT, Findings(marks + _locate(text, parser.found, origin)).and_omitted(parser.omitted), value

    def _about_encoding(self, data: bytes, start: int) -> str:
        for mark, name, ending in _COMPRESSED:
            if data.startswith(mark):
                return self.say("json/encoding:compressed", format=name, ending=ending)
        for mark, name in _MARKS:
            if data.startswith(mark):
                return self.say("json/encoding:mark", encoding=name)
        lead = data[start]
        after = data[start + 1] if start + 1 < len(data) else 0
        if lead in (0xC0, 0xC1) or (lead == 0xE0 and 0x80 <= after < 0xA0) or (lead == 0xF0 and 0x80 <= after < 0x90):
            what = "overlong"
        elif lead == 0xED and 0xA0 <= after <= 0xBF:
            what = "surrogate"
        elif (lead == 0xF4 and 0x90 <= after <= 0xBF) or lead > 0xF4:
            what = "no-character"
        elif 0x80 <= lead < 0xC0:
            what = "continuation"
        elif start + {0xC: 2, 0xD: 2, 0xE: 3, 0xF: 4}[lead >> 4] > len(data) and all(
            0x80 <= byte < 0xC0 for byte in data[start + 1 :]
        ):
            what = "cut"
        else:
            what = "latin"
        return self.say(f"json/encoding:{what}", byte=f"{lead:02X}")


_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_COMPRESSED = ((b"\x1f\x8b", "gzip", ".gz"), (b"\x28\xb5\x2f\xfd", "Zstandard", ".zst"))

# A broken rule before its place is worked out: (index in the text, rule, path, message).
_Found = tuple[int, str, str, str]


def _locate(text: str, found: list[_Found], origin: Origin) -> list[Finding]:
    """The findings for `found`, in the order of the text: indexes become lines, columns and offsets in one walk."""
    at, line_start = 0, 1 - origin.column
    line, _, offset = origin
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
# A name, and where another member follows what it names, that value: a plain string, the digits of an integer, a literal.
_NAME = re.compile(
    r'"([^"\\\x00-\x1f]*+)"[ \t\n\r]*+:[ \t\n\r]*+'
    r'(?:(?:"([^"\\\x00-\x1f]*+)"|(-?(?:0|[1-9][0-9]*+))|(true|false|null))[ \t\n\r]*+,[ \t\n\r]*+(?="))?'
)
# An integer or a literal, with what may follow one.
_CONSTANT = re.compile(r"(?:(-?(?:0|[1-9][0-9]*+))|true|false|null)(?=[ \t\n\r,\]}])")
_CONSTANTS = {"t": True, "f": False, "n": None}
_BODY = re.compile(r'(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_NUMERAL = re.compile(r"-?(?:0|[1-9][0-9]*+)((?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?)")
# Paths can be as long as the text, and findings as many as its characters: what they hold together is bounded.
_MAX_PATH_TEXT = 1 << 24


class _Object(dict[str, Any]):
    """An object that was opened here: `items` and `values` yield the values of repeated members, too."""

    __slots__ = ("repeated",)

    def __init__(self) -> None:
        self.repeated: list[tuple[str, Any]] = []

    def items(self) -> Any:
        return [*self.repeated, *super().items()] if self.repeated else super().items()

    def values(self) -> Any:
        return [value for _, value in self.items()] if self.repeated else super().values()


class _NotStrict(Exception):
    """The C scanner met something that it would take and a reader must not: a repeated member, NaN, an infinity."""


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise _NotStrict
    return result


def _refuse(_: str) -> Any:
    raise _NotStrict


_scan: Callable[[str, int], tuple[Any, int]] = json.JSONDecoder(
    object_pairs_hook=_members, parse_float=exact, parse_int=integer, parse_constant=_refuse
).scan_once  # type: ignore[attr-defined]
# Where a scan fails, what it read is read again one level further in: up to here that stays linear.
_LEVELS_SCANNED = 8


class _Parser(Diagnosis):
    """Reads one text without recursion; `found` holds the repeated members and lone surrogates met on the way."""

    def __init__(
        self, text: str, max_depth: int, say: Say, origin: Origin, is_nameable: Callable[[str], bool], most: int
    ) -> None:
        super().__init__(text, say, origin)
        self.max_depth = max_depth
        self.is_nameable = is_nameable
        self.found: list[_Found] = []
        self.most = most
        self.omitted = 0
        self.path_text = 0
        # The scanner knows neither limits nor surrogates.
        is_scannable = is_for_c(text, max_depth) and not ("\\u" in text and _has_lone_surrogate(text))
        self.levels_scanned = _LEVELS_SCANNED if is_scannable else 0

    def parse(self, index: int) -> Any:
        """The value of the text from `index` on. Raises Stop where the text is not JSON."""
        stack = self.stack
        result: Any = None
        index = self.skip(index)
        while True:
            value, index, opened = self.value(index)
            if not stack:
                result = value
            elif stack[-1].is_array:
                stack[-1].value.append(value)
            else:
                stack[-1].value[stack[-1].key] = value
            if opened is not None:
                stack.append(opened)
            index, comma = self.close(self.skip(index), opened)
            if not stack:
                return result
            if not stack[-1].is_array:
                index = self.members(index, stack[-1], comma)
            elif comma is not None and self.text[index : index + 1] == "]":
                raise self.syntax(comma, "trailing-comma")

    def value(self, index: int) -> tuple[Any, int, Frame | None]:
        """The value at `index`, and its end; an array or object that is not read in one piece is empty, and has a frame."""
        text = self.text
        character = text[index : index + 1]
        if character == '"':
            match = _PLAIN.match(text, index)
            return (match[1], match.end(), None) if match is not None else (*self.string(index, None), None)
        if character == "{" or character == "[":
            value, end = self.scan(index)
            if end:
                return value, end, None
            if len(self.stack) >= self.max_depth:
                raise Stop("json/limit", index, self.say("json/limit:depth", limit=self.max_depth))
            value = _Object() if character == "{" else []
            return value, index + 1, Frame(value, index)
        match = _CONSTANT.match(text, index)
        if match is not None:
            return integer(match[1]) if match[1] else _CONSTANTS[character], match.end(), None
        return *self.scalar(index), None

    def close(self, index: int, opened: Frame | None) -> tuple[int, int | None]:
        """Close what ends at `index`, after a value or at the begin of `opened`: where the next element or member is due.

        Second is the comma before it, if there is one. Nothing is open at the end of the text.
        """
        text, stack = self.text, self.stack
        while stack:
            frame = stack[-1]
            character = text[index : index + 1]
            if character == ("]" if frame.is_array else "}"):
                stack.pop()
                opened = None
                index = self.skip(index + 1)
            elif opened is not None:
                return index, None
            elif character == ",":
                return self.skip(index + 1), index
            else:
                raise self.no_comma(index, frame)
        if index < len(text):
            raise self.after_end(index)
        return index, None

    def members(self, index: int, frame: Frame, comma: int | None) -> int:
        """Read members of plain values, up to the value of another kind, which is at the index returned."""
        text, members, named = self.text, frame.value, _NAME.match
        while True:
            match = named(text, index)
            if match is None:
                return self.name(index, frame, comma)
            key, string, digits, word = match.groups()
            frame.key = key
            if key in members:
                self.repeated(index)
            index = match.end()
            if string is not None:
                members[key] = string
            elif digits:
                members[key] = integer(digits)
            elif word:
                members[key] = _CONSTANTS[word[0]]
            else:
                return index

    def scan(self, index: int) -> tuple[Any, int]:
        """The array or object at `index` and its end, if it is in order and others are open around it; else an end of 0."""
        if 0 < len(self.stack) < self.levels_scanned:
            try:
                return _scan(self.text, index)
            except (ValueError, StopIteration, RecursionError, _NotStrict):
                pass
        return None, 0

    def skip(self, index: int) -> int:
        """The end of the white space at `index`."""
        # The end of the text is in SPACE, too.
        match = _BLANKS.match(self.text, index) if self.text[index : index + 1] in SPACE else None
        return index if match is None else match.end()

    def name(self, index: int, frame: Frame, comma: int | None) -> int:
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
        self.report(index, "json/duplicate-member", self.pointer(), self.say("json/duplicate-member"))

    def string(self, start: int, named: Frame | None) -> tuple[str, int]:
        """A string with escapes, or a broken one; `named` is the object that it names a member of."""
        text = self.text
        body = _BODY.match(text, start + 1)
        end = start + 1 if body is None else body.end()
        if text[end : end + 1] != '"':
            raise self.bad_string(start, end)
        value: str = json.loads(text[start : end + 1])
        if SURROGATES.search(value):
            # A pointer cannot contain a name with a lone surrogate, so it ends at the object.
            path = self.pointer() if named is None else self.container()
            message = self.say("json/lone-surrogate:escape")
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
                raise self.bad_number(index, end, match[0], bool(match[1]))
            return (exact(match[0]) if match[1] else integer(match[0])), end
        for literal, value in LITERALS:
            if text.startswith(literal, index):
                end = index + len(literal)
                following = text[end : end + 1]
                if not (following.isalnum() or following in ("_", "$")):
                    return value, end
        raise self.no_value(index)

    # --- paths

    def report(self, index: int, rule: str, path: str, message: str) -> None:
        self.path_text += len(path)
        # The first one decides the verdict. What is kept is bounded, so that a small input cannot fill the memory.
        if len(self.found) < self.most and (self.path_text <= _MAX_PATH_TEXT or not self.found):
            self.found.append((index, rule, path, message))
        else:
            self.omitted += 1

    def container(self) -> str:
        """The pointer of the innermost array or object, up to the first name that may not be part of one."""
        top = self.stack[-1]
        if top.prefix is None:
            parts = []
            for frame in self.stack[:-1]:
                if frame.is_array:
                    # The element that is open was placed when it began.
                    parts.append(f"/{len(frame.value) - 1}")
                elif self.is_nameable(frame.key):
                    parts.append("/" + escape(frame.key))
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
        return f"{prefix}/{escape(top.key)}" if self.is_nameable(top.key) else prefix


def _has_lone_surrogate(text: str) -> bool:
    """Whether an escape in `text` writes half of a surrogate pair."""
    return any(match[1] is not None for match in _LONE.finditer(text))


def is_rejected(data: bytes | str, limits: Limits) -> bool:
    """Whether `data` is over the limit, has a repeated member, or is rejected by the C scanner, which accepts all JSON.

    Much quicker than finding out where and why. It may say no of text that must be rejected.
    """
    if len(data) > limits.max_bytes:
        return True
    try:
        text = data.decode() if isinstance(data, bytes) else data
        start = len(text) - len(text.lstrip(SPACE))
        # A byte order mark is for writers to avoid, and the scanner calls itself once per level.
        if text.startswith(BOM, start) or not is_for_c(text, limits.max_depth):
            return False
        _, end = _scan(text, start)
    except RecursionError:
        return False
    except (ValueError, StopIteration, _NotStrict):
        return True
    return text[end:].strip(SPACE) != ""
