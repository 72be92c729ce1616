"""Split the text of a JSON array into the texts of its elements, as a stream and in bounded memory.

Only brackets, commas and strings are looked at: each element is judged by whoever gets it. The whole is valid JSON
exactly where every element is and the splitter has no complaint of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from exprov.inputs.compression import compression_of

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
WHITESPACE = b" \t\n\r"
_CHUNK = 1 << 16
# Each finds the next byte that matters, past whole strings: at the array's own level, inside an element, inside a string
# that the chunk does not hold whole.
_BETWEEN = re.compile(rb'(?:[^"\[\]{},]++|"(?:[^"\\]++|\\.)*+")*+(["\[\]{},])', re.DOTALL)
_DEEPER = re.compile(rb'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+")*+(["\[\]{}])', re.DOTALL)
_INSIDE = re.compile(rb'[^"\\]*+(["\\])')
_CONTINUATION = bytes(range(0x80, 0xC0))


class Position:
    """A place in a text: `line` and `column` (1-based, code points), `offset` (0-based, bytes)."""

    __slots__ = ("column", "line", "offset")

    def __init__(self, line: int = 1, column: int = 1, offset: int = 0) -> None:
        self.line = line
        self.column = column
        self.offset = offset

    def copy(self) -> Position:
        return Position(self.line, self.column, self.offset)

    def advance(self, data: bytes) -> None:
        """Move past `data`."""
        last = data.rfind(b"\n")
        if last >= 0:
            self.line += data.count(b"\n")
            self.column = 1
        self.column += len(data[last + 1 :].translate(None, _CONTINUATION))
        self.offset += len(data)


class Element:
    """One element: its text without the white space around it (None if over the limit), and where it starts."""

    __slots__ = ("start", "text")

    def __init__(self, text: bytes | None, start: Position) -> None:
        self.text = text
        self.start = start


class Broken:
    """The text around the elements is not that of an array: why, and where."""

    __slots__ = ("message", "place")

    def __init__(self, message: str, place: Position) -> None:
        self.message = message
        self.place = place


class Marked:
    """The text starts with a byte order mark."""

    __slots__ = ()


def split(stream: BinaryIO, limit: int) -> Iterator[Element | Broken | Marked]:
    """The elements of the array in `stream`, each of at most `limit` bytes; a Broken is the last of all."""
    return _Splitter(stream, limit).run()


class _Splitter:
    def __init__(self, stream: BinaryIO, limit: int) -> None:
        self.stream = stream
        self.limit = limit
        self.here = Position()
        self.start = Position()
        self.text: bytearray | None = bytearray()
        self.full = False

    def run(self) -> Iterator[Element | Broken | Marked]:
        chunk = self.stream.read(_CHUNK)
        if chunk.startswith(BYTE_ORDER_MARK):
            yield Marked()
            self.here.advance(BYTE_ORDER_MARK)
            chunk = chunk[len(BYTE_ORDER_MARK) :]
        chunk = self._skip_white(chunk)
        if not chunk.startswith(b"["):
            kind = compression_of(chunk)
            found = f"compressed data ({kind})" if kind else "something else" if chunk else "nothing"
            remedy = "decompress it first" if kind else "is the option --array meant?"
            yield Broken(f"expected an array of records, found {found}; {remedy}", self.here)
            return
        opened = f"line {self.here.line}, column {self.here.column}"
        self.here.advance(b"[")
        chunk = chunk[1:]
        self._reset()
        depth, inside, escaped, elements = 1, False, False, 0
        while chunk := chunk or self.stream.read(_CHUNK):
            index = 0
            taken = 0
            if escaped:
                index, escaped = 1, False
            while match := (_INSIDE if inside else _BETWEEN if depth == 1 else _DEEPER).match(chunk, index):
                index = match.end()
                byte = match[1]
                if byte == b'"':
                    inside = not inside
                elif byte == b"\\":
                    escaped = index == len(chunk)
                    index += 1
                elif byte in b"[{":
                    depth += 1
                elif byte == b",":
                    self._take(chunk[taken : index - 1])
                    yield self._element()
                    elements += 1
                    self._pass(b",")
                    taken = index
                else:
                    depth -= 1
                    if depth == 0:
                        self._take(chunk[taken : index - 1])
                        if self.text is None or self.text or elements:
                            yield self._element()
                        yield from self._finish(byte, chunk[index:])
                        return
            self._take(chunk[taken:])
            chunk = b""
        if self.text is None or self.text:
            yield self._element()
        where = f"the ] that closes the array (it opens at {opened})"
        yield Broken(f"the text ends before {where}; it was cut off: write it to the end", self.here)

    def _finish(self, closing: bytes, rest: bytes) -> Iterator[Broken]:
        if closing != b"]":
            yield Broken("the array is closed by } instead of ]; write ] there, or the { that is missing", self.here)
            return
        self.here.advance(closing)
        if self._skip_white(rest):
            yield Broken("something follows the end of the array; remove it: a file holds one array", self.here)

    def _skip_white(self, chunk: bytes) -> bytes:
        """Move past white space; what follows it, or nothing at the end."""
        while chunk := chunk or self.stream.read(_CHUNK):
            rest = chunk.lstrip(WHITESPACE)
            self.here.advance(chunk[: len(chunk) - len(rest)])
            if rest:
                return rest
            chunk = b""
        return b""

    def _take(self, data: bytes) -> None:
        """Add `data` to the element under way; white space before it moves its start."""
        if self.text is not None and not self.text:
            rest = data.lstrip(WHITESPACE)
            self.here.advance(data[: len(data) - len(rest)])
            self.start = self.here.copy()
            data = rest
        self.here.advance(data)
        if self.text is None:
            return
        if self.full:
            if data.strip(WHITESPACE):
                self.text = None
            return
        self.text += data
        if len(self.text) > self.limit:
            # White space at the end may follow the element, and then it does not count.
            kept = self.text.rstrip(WHITESPACE)
            self.full = True
            self.text = None if len(kept) > self.limit else kept

    def _element(self) -> Element:
        text = None if self.text is None else bytes(self.text.rstrip(WHITESPACE))
        return Element(text, self.start)

    def _pass(self, data: bytes) -> None:
        self.here.advance(data)
        self._reset()

    def _reset(self) -> None:
        self.text = bytearray()
        self.full = False
        self.start = self.here.copy()
