"""A record as it is read: the text of one JSON value and where it is, or what is known in its place."""

from __future__ import annotations

from execution_provenance import Finding
from msgspec import Struct

from exprov.errors import InputError

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
WHITESPACE = b" \t\n\r"


# A struct, since millions are made.
class Record(Struct):
    """One record to check, or what is in its place.

    file: the input's name, fit to be shown.
    line: the line of a JSON Lines file, else None. index: the position in an array, else None.
    row, column (1-based) and offset (0-based, bytes of the decompressed input): where `data` starts.
    is_counted: false for what is found beside the records of an input, such as a byte order mark before an array.
    Exactly one of these is set: data, the JSON text; finding, what is known without looking at a text; error, why it
    could not be read.
    """

    file: str
    data: bytes | None = None
    finding: Finding | None = None
    error: InputError | None = None
    line: int | None = None
    index: int | None = None
    row: int = 1
    column: int = 1
    offset: int = 0
    is_counted: bool = True


def syntax(message: str) -> Finding:
    """The finding of a text that is not JSON; whoever reports it adds the place."""
    return Finding("json/syntax", "", "reader", message, 1, 1, 0)


def too_long(limit: int, start: bytes = b"") -> Finding:
    """`start` is how the text begins, if it may be an array of records that was taken for one."""
    remedy = "pass --array if it is an array of records, " if start.lstrip(WHITESPACE).startswith(b"[") else ""
    message = f"longer than {limit} bytes; {remedy}shorten the record, or raise --max-record-bytes"
    return Finding("json/limit", "", "reader", message, 1, 1, 0)


def marked(message: str) -> Finding:
    """The finding of a byte order mark at the start of a file."""
    return Finding("json/byte-order-mark", "", "writer", message, 1, 1, 0)


def inner_mark() -> Finding:
    return syntax("a byte order mark is allowed at the start of the file only; remove it")


def empty(what: str) -> Finding:
    message = f"{what} holds no record; check what wrote it, or pass --allow-empty"
    return Finding("jsonl/empty-input", "", "reader", message, 1, 1, 0)
