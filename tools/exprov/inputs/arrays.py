"""Split the text of a JSON array into the texts of its elements, as a stream and in bounded memory.

Only brackets, commas and strings are looked at: each element is checked later. The whole is valid JSON exactly if every
element is and the splitter has no finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from execution_provenance._text import Origin

from exprov.inputs.record import BYTE_ORDER_MARK, WHITESPACE, Record, inner_mark, marked, syntax, too_long

_CHUNK = 1 << 16
# Each finds the next byte that matters, past whole strings: at the array's own level, inside an element, inside a string
# that the chunk does not hold whole.
_BETWEEN = re.compile(rb'(?:[^"\[\]{},]++|"(?:[^"\\]++|\\.)*+")*+(["\[\]{},])', re.DOTALL)
_DEEPER = re.compile(rb'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+")*+(["\[\]{}])', re.DOTALL)
_INSIDE = re.compile(rb'[^"\\]*+(["\\])')
_CONTINUATION = bytes(range(0x80, 0xC0))


def split(stream: BinaryIO, file: str, limit: int) -> Iterator[Record]:
    """The elements of the array in `stream`, each of at most `limit` bytes; what is wrong with the array comes last."""
    return _Splitter(stream, file, limit).run()


def _after(place: Origin, data: bytes) -> Origin:
    """The place behind `data` that starts at `place`."""
    last = data.rfind(b"\n")
    width = len(data[last + 1 :].translate(None, _CONTINUATION))
    column = 1 if last >= 0 else place.column
    return Origin(place.line + data.count(b"\n"), column + width, place.offset + len(data))


class _Splitter:
    def __init__(self, stream: BinaryIO, file: str, limit: int) -> None:
        self.stream = stream
        self.file = file
        self.limit = limit
        self.here = self.start = Origin()
        self.index = 0
        # The element under way: its text, None if that is too long; and whether it may only be followed by white space.
        self.text: bytearray | None = bytearray()
        self.full = False

    def run(self) -> Iterator[Record]:
        chunk = self.stream.read(_CHUNK)
        if chunk.startswith(BYTE_ORDER_MARK):
            mark = marked("starts with a byte order mark; save it without")
            yield Record(self.file, finding=mark, is_counted=False)
            self.here = _after(self.here, BYTE_ORDER_MARK)
            chunk = chunk[len(BYTE_ORDER_MARK) :]
        chunk = self._skip_white(chunk)
        if chunk.startswith(b"["):
            yield from self._elements(chunk)
        else:
            found = "something else" if chunk else "nothing"
            yield self._broken(f"expected an array of records, found {found}; is the option --array meant?")

    def _elements(self, chunk: bytes) -> Iterator[Record]:
        """The elements of the array whose text starts with `chunk`."""
        opened = f"line {self.here.line}, column {self.here.column}"
        self._pass(b"[")
        chunk = chunk[1:]
        depth, inside, escaped = 1, False, False
        while chunk := chunk or self.stream.read(_CHUNK):
            taken, index, escaped = 0, int(escaped), False
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
                    self._pass(b",")
                    taken = index
                else:
                    depth -= 1
                    if depth == 0:
                        self._take(chunk[taken : index - 1])
                        if self.text is None or self.text or self.index:
                            yield self._element()
                        yield from self._finish(byte, chunk[index:])
                        return
            self._take(chunk[taken:])
            chunk = b""
        if self.text is None or self.text:
            yield self._element()
        where = f"the ] that closes the array (it opens at {opened})"
        yield self._broken(f"the text ends before {where}; it was cut off: write it to the end")

    def _finish(self, closing: bytes, rest: bytes) -> Iterator[Record]:
        if closing != b"]":
            yield self._broken("the array is closed by } instead of ]; write ] there, or the { that is missing")
            return
        self.here = _after(self.here, closing)
        if self._skip_white(rest):
            yield self._broken("something follows the end of the array; remove it: a file holds one array")

    def _skip_white(self, chunk: bytes) -> bytes:
        """Move past white space; what follows it, or nothing at the end."""
        while chunk := chunk or self.stream.read(_CHUNK):
            rest = chunk.lstrip(WHITESPACE)
            self.here = _after(self.here, chunk[: len(chunk) - len(rest)])
            if rest:
                return rest
            chunk = b""
        return b""

    def _take(self, data: bytes) -> None:
        """Add `data` to the element under way; white space before it moves its start."""
        if self.text is not None and not self.text:
            rest = data.lstrip(WHITESPACE)
            self.start = self.here = _after(self.here, data[: len(data) - len(rest)])
            data = rest
        self.here = _after(self.here, data)
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

    def _element(self) -> Record:
        text = None if self.text is None else bytes(self.text.rstrip(WHITESPACE))
        record = Record(self.file, text, None, None, None, self.index, *self.start)
        self.index += 1
        if text is None:
            record.finding = too_long(self.limit)
        elif text.startswith(BYTE_ORDER_MARK):
            record.data, record.finding = None, inner_mark()
        return record

    def _broken(self, message: str) -> Record:
        return Record(self.file, None, syntax(message), None, None, None, *self.here)

    def _pass(self, data: bytes) -> None:
        self.here = self.start = _after(self.here, data)
        self.text, self.full = bytearray(), False
