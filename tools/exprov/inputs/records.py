"""Inputs into records: paths, directories, globs and standard input; plain or compressed; JSON, JSON Lines or arrays.

Reading is lazy and bounded: one record of at most `max_bytes` is held at a time. An input that cannot be read becomes a
record with an error, and the next ones go on.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from execution_provenance import Finding
from execution_provenance._text import DEFAULT_LIMITS
from msgspec import Struct

from exprov.errors import InputError
from exprov.inputs import arrays
from exprov.inputs.compression import (
    SUFFIXES,
    DecompressionError,
    compression_of,
    how_to_read,
    open_stream,
    reason_and_remedy,
)
from exprov.inputs.record import BYTE_ORDER_MARK, WHITESPACE, Record, empty, inner_mark, marked, too_long

STDIN = "-"
STDIN_SHOWN = "<stdin>"
AUTO, JSON, JSONL, ARRAY = "auto", "json", "jsonl", "array"
FORMATS = (AUTO, JSON, JSONL, ARRAY)
_ENDINGS = {".json": JSON, ".jsonl": JSONL, ".ndjson": JSONL}
_GLOB = re.compile(r"[*?\[]")
_PIECE = 1 << 16


class InputOptions(Struct):
    """How inputs are read.

    `format` says what a `.json` file, standard input and a file of another name hold (`auto`: one record, JSON Lines,
    and an error); `.jsonl` and `.ndjson` are always JSON Lines. `max_bytes` is the size of a record. With `allow_empty`,
    an input without a record is fine.
    """

    format: str = AUTO
    max_bytes: int = DEFAULT_LIMITS.max_bytes
    allow_empty: bool = False


def read_records(paths: Iterable[str], options: InputOptions) -> Iterator[Record]:
    """Every record of every input, in the order of `paths`; never raises for an input."""
    for path in expand(paths, options.allow_empty):
        if isinstance(path, InputError):
            yield Record(path.file, error=path)
        else:
            yield from _read_input(path, options)


def expand(paths: Iterable[str], allow_empty: bool = False) -> Iterator[str | InputError]:
    """The files that `paths` mean, sorted within a directory or a glob; an InputError for a path that means none."""
    for path in paths:
        if path == STDIN or os.path.isfile(path):
            yield path
        elif os.path.isdir(path):
            yield from _walk(path, allow_empty)
        elif _GLOB.search(path) and not os.path.lexists(path):
            found = [name for name in _glob(path) if "**" not in path or not _is_skipped(name, path)]
            if not found and not allow_empty:
                yield InputError(
                    shown(path), "no file matches this pattern", "check it, or allow that with --allow-empty"
                )
            for name in found:
                if os.path.isdir(name):
                    yield from _walk(name, allow_empty)
                else:
                    yield name
        else:
            yield path


def shown(path: str) -> str:
    """`path` as text that every encoding can carry: bytes that are not UTF-8 as backslash escapes."""
    return STDIN_SHOWN if path == STDIN else os.fsencode(path).decode("utf-8", "backslashreplace")


def _glob(pattern: str) -> list[str]:
    """The matches of a pattern, sorted. `**` goes through directories but not through links to them, which may be loops."""
    import glob

    head, stars, tail = pattern.partition("**")
    if not stars or tail.strip("/").count("**") or (head and not head.endswith("/")):
        return sorted(glob.glob(pattern))
    found: set[str] = set()
    for root in glob.glob(head) if head else [""]:
        for directory, _, _ in os.walk(root or "."):
            below = directory if root else os.path.relpath(directory, ".")
            inner = tail.strip("/") or "*"
            found.update(glob.glob(inner if below == "." else os.path.join(glob.escape(below), inner)))
    return sorted(found)


def _is_skipped(name: str, pattern: str) -> bool:
    """Whether a match of a pattern with `**` is skipped, as in a directory: nothing says what it holds, or it is not a file.

    A directory is skipped as well, since `**` matches what is in it.
    """
    is_other = os.path.exists(name) and not os.path.isfile(name)
    return is_other or (os.path.basename(pattern) in ("*", "**") and _ending(name) is None)


def _walk(directory: str, allow_empty: bool) -> Iterator[str | InputError]:
    problems: list[OSError] = []
    is_empty = True
    for root, below, files in os.walk(directory, onerror=problems.append):
        below.sort()
        for path in (os.path.join(root, name) for name in sorted(files) if _ending(name) is not None):
            if os.path.isfile(path) or not os.path.exists(path):
                is_empty = False
                yield path
    for problem in problems:
        yield InputError(shown(problem.filename), *reason_and_remedy(problem))
    if is_empty and not problems and not allow_empty:
        known = ", ".join(_ENDINGS)
        remedy = f"name a directory with {known} files (or these with .gz or .zst), or allow that with --allow-empty"
        yield InputError(shown(directory), "no file in this directory holds records", remedy)


def is_json_lines(name: str) -> bool:
    """Whether a file of this name is read as JSON Lines whatever the options say."""
    return _ending(name) == JSONL


def _ending(name: str) -> str | None:
    """What a file of this name holds, or None where the name does not say."""
    plain = name.lower()
    for suffix in SUFFIXES:
        plain = plain.removesuffix(suffix)
    return _ENDINGS.get(os.path.splitext(plain)[1])


def _format(path: str, wanted: str) -> str | None:
    if path == STDIN:
        return JSONL if wanted == AUTO else wanted
    ending = _ending(path)
    if wanted == AUTO or ending == JSONL:
        return ending
    return wanted


def _read_input(path: str, options: InputOptions) -> Iterator[Record]:
    file = shown(path)
    kind = _format(path, options.format)
    if kind is None:
        if os.path.exists(path):
            reason, remedy = "the name does not say what it holds", "say it with --input-format json, jsonl or array"
        else:
            reason, remedy = reason_and_remedy(FileNotFoundError())
        yield Record(file, error=InputError(file, reason, remedy))
        return
    try:
        stream = _standard_input() if path == STDIN else open_stream(path, file)
    except InputError as error:
        yield Record(file, error=error)
        return
    read = {JSON: _read_json, JSONL: _read_lines, ARRAY: _read_array}[kind]
    last: Record | None = None
    try:
        _refuse_compressed(stream, file)
        for last in read(stream, file, options):
            yield last
    except InputError as error:
        yield Record(file, error=error, line=1 if kind == JSONL else None)
    except (OSError, DecompressionError) as error:
        reason, remedy = reason_and_remedy(error)
        # Where it broke: after the last record that could be read.
        line = None if kind != JSONL else (last.line or 0) + 1 if last else 1
        yield Record(file, error=InputError(file, reason, remedy), line=line)
    finally:
        if path != STDIN:
            stream.close()


def _refuse_compressed(stream: BinaryIO, file: str) -> None:
    """Raise InputError if the stream begins as compressed data does."""
    head: bytes = stream.peek(4)  # type: ignore[attr-defined]  # both kinds of streams have it
    if kind := compression_of(head):
        # Standard input may be named again: its rest belongs to what could not be read.
        while file == STDIN_SHOWN and stream.read(_PIECE):
            pass
        raise InputError(file, f"is compressed ({kind})", how_to_read(kind, file != STDIN_SHOWN))


def _standard_input() -> BinaryIO:
    if sys.stdin is None:  # A process may be started without it.
        raise InputError(STDIN_SHOWN, "there is no standard input", "name a file, or start the command with an input")
    stream = sys.stdin.buffer
    # Whoever replaces the stream may give one that cannot look ahead.
    return stream if hasattr(stream, "peek") else io.BufferedReader(stream)  # type: ignore[type-var]


def _read_array(stream: BinaryIO, file: str, options: InputOptions) -> Iterator[Record]:
    is_empty = True
    for record in arrays.split(stream, file, options.max_bytes):
        is_empty = is_empty and not record.is_counted
        yield record
    if is_empty and not options.allow_empty:
        yield Record(file, finding=empty("the array"))


def _read_json(stream: BinaryIO, file: str, options: InputOptions) -> Iterator[Record]:
    # In pieces: a limit may be far above what there is to read.
    pieces = bytearray()
    while len(pieces) <= options.max_bytes:
        piece = stream.read(min(_PIECE, options.max_bytes + 1 - len(pieces)))
        if not piece:
            break
        pieces += piece
    data = bytes(pieces)
    if len(data) > options.max_bytes:
        yield Record(file, finding=too_long(options.max_bytes, data))
    else:
        yield Record(file, data=data)


def _read_lines(stream: BinaryIO, file: str, options: InputOptions) -> Iterator[Record]:
    limit = options.max_bytes
    readline = stream.readline
    number = 0
    offset = 0
    filled = False
    while line := readline(limit + 1):
        number += 1
        size = len(line)
        if line[-1] == 10:  # LF
            line = line[:-1]
        elif size > limit:
            filled = True
            finding = too_long(limit, b"" if is_json_lines(file) else line)
            yield Record(file, finding=finding, line=number, row=number, offset=offset)
            offset += size + _skip_line(stream)
            continue
        if number == 1 and line.startswith(BYTE_ORDER_MARK) and not line[3:].strip(WHITESPACE):
            finding = marked("the file starts with a byte order mark; write it without one")
            yield Record(file, finding=finding, line=number, row=number, offset=offset, is_counted=False)
            if size == len(line):
                # Nothing follows, not even a line's end.
                continue
            line = b""
        # A blank line is short or starts like one: look no further into the others.
        if (not line or line[0] in WHITESPACE) and not line.strip(WHITESPACE):
            text = "a line without a record; remove it"
            finding = Finding("jsonl/blank-line", "", "writer", text, 1, 1, 0)
            yield Record(file, finding=finding, line=number, row=number, offset=offset)
        elif number > 1 and line.startswith(BYTE_ORDER_MARK):
            filled = True
            yield Record(file, finding=inner_mark(), line=number, row=number, offset=offset)
        else:
            filled = True
            yield Record(file, data=line, line=number, row=number, offset=offset)
        offset += size
    if not filled and not options.allow_empty:
        yield Record(file, finding=empty("the file"), line=1)


def _skip_line(stream: BinaryIO) -> int:
    """Move past the rest of a line, its LF included; how many bytes that was."""
    size = 0
    while part := stream.readline(_PIECE):
        size += len(part)
        if part[-1] == 10:
            break
    return size
