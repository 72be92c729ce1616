"""Open a file as a stream of its decompressed bytes, by its suffix: plain, `.gz` or `.zst`.

Reading `n` bytes never holds much more than `n`, whatever a compressed file expands to.
"""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, BinaryIO

from exprov.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from _typeshed import WriteableBuffer

SUFFIXES = (".gz", ".zst")
_BUFFER = 1 << 16
_GZIP = b"\x1f\x8b"
# A frame of Zstandard begins with the first one, a frame that holds no data with one of the sixteen others.
_ZSTD_MARKS = (b"\x28\xb5\x2f\xfd", *(bytes([0x50 + kind, 0x2A, 0x4D, 0x18]) for kind in range(16)))
# One block of Zstandard is 3 bytes at least and 128 KiB expanded at most: this many bytes expand to 22 MiB at most.
_ZSTD_STEP = 512


class DecompressionError(Exception):
    """The compressed data is damaged or ends early; the message says which."""


def compression_of(data: bytes) -> str | None:
    """What `data` is compressed with by its first bytes, or None."""
    return "gzip" if data.startswith(_GZIP) else "Zstandard" if data.startswith(_ZSTD_MARKS) else None


def how_to_read(kind: str, is_file: bool) -> str:
    """What to do where data that is compressed with `kind` is read as it is; a file can say so by its name."""
    program, ending = ("gzip", ".gz") if kind == "gzip" else ("zstd", ".zst")
    first = f"decompress it first: {program} -dc FILE | exprov validate -"
    return f"add {ending} to its name, or {first}" if is_file else first


def open_stream(path: str, shown: str) -> BinaryIO:
    """Open `path` for reading; raise InputError (naming it as `shown`) where that fails."""
    try:
        if path.lower().endswith(".gz"):
            return _open_gzip(path, shown)
        if path.lower().endswith(".zst"):
            return _open_zstd(path, shown)
        return open(path, "rb", buffering=_BUFFER)
    except (OSError, ValueError) as error:
        raise InputError(shown, *reason_and_remedy(error)) from None


def reason_and_remedy(error: Exception) -> tuple[str, str]:
    """The reason and the remedy to report for an error of opening or reading."""
    if isinstance(error, DecompressionError):
        return str(error), "fetch or write the file again"
    if isinstance(error, FileNotFoundError):
        return "there is no such file or directory", "check the path"
    if isinstance(error, PermissionError):
        return "permission to read it is missing", "grant it, or run as a user who has it"
    if isinstance(error, OSError) and error.strerror:
        return f"cannot be read ({error.strerror})", "check the path and its storage"
    return f"cannot be read ({error})", "check the path and its storage"


class _Checked(io.RawIOBase):
    """A raw stream over `fill`, which returns at most as many bytes as asked for and none at the end."""

    def __init__(self, fill: Callable[[int], bytes], close: Callable[[], None]) -> None:
        self._fill = fill
        self._close = close

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer).cast("B")
        data = self._fill(len(view))
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._close()
        super().close()


def _open_marked(path: str, shown: str, name: str, marks: tuple[bytes, ...]) -> io.BufferedReader[io.FileIO]:
    """Open a file that has to begin with one of `marks`; an empty one is cut off, which reading it reports."""
    file = io.BufferedReader(io.FileIO(path), _BUFFER)
    head = file.peek(4)
    if not any(mark.startswith(head[: len(mark)]) for mark in marks):
        file.close()
        ending = os.path.splitext(path)[1].lower()
        reason = f"it ends in {ending} and holds no {name} data"
        raise InputError(shown, reason, f"take {ending} off its name, or compress it")
    return file


def _open_gzip(path: str, shown: str) -> BinaryIO:
    import gzip
    import zlib

    file = _open_marked(path, shown, "gzip", (_GZIP,))
    source = gzip.GzipFile(fileobj=file)

    def fill(size: int) -> bytes:
        try:
            return source.read1(size)
        except EOFError:
            raise DecompressionError("the gzip data ends before its end mark: it is cut off") from None
        except (gzip.BadGzipFile, zlib.error) as error:
            raise DecompressionError(f"damaged gzip data ({error})") from None

    def close() -> None:
        source.close()
        file.close()

    return io.BufferedReader(_Checked(fill, close), _BUFFER)


def _open_zstd(path: str, shown: str) -> BinaryIO:
    try:
        import zstandard
    except ImportError:
        os.stat(path)  # A missing file is the nearer cause.
        reason = "reading Zstandard needs the package zstandard"
        remedy = "install it: pip install 'execution-provenance[zstd]', or '.[zstd]' in a checkout"
        raise InputError(shown, reason, remedy) from None
    source = _open_marked(path, shown, "Zstandard", _ZSTD_MARKS)
    context = zstandard.ZstdDecompressor()
    frame: zstandard.ZstdDecompressionObj | None = None
    pending = b""
    ready = memoryview(b"")
    frames = 0

    # Not `stream_reader`: it takes a file that was cut off for a complete one.
    def fill(size: int) -> bytes:
        nonlocal frame, pending, ready, frames
        try:
            while not ready:
                pending = pending or source.read(_ZSTD_STEP)
                if not pending:
                    if frame is not None or not frames:
                        raise DecompressionError("the Zstandard data ends inside a frame: it is cut off")
                    return b""
                if frame is None:
                    frame = context.decompressobj()
                    frames += 1
                step, pending = pending[:_ZSTD_STEP], pending[_ZSTD_STEP:]
                ready = memoryview(frame.decompress(step))
                if frame.eof:
                    pending = frame.unused_data + pending
                    frame = None
        except zstandard.ZstdError as error:
            raise DecompressionError(f"damaged Zstandard data ({error})") from None
        data, ready = bytes(ready[:size]), ready[size:]
        return data

    return io.BufferedReader(_Checked(fill, source.close), _BUFFER)
