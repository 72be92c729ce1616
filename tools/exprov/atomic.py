"""Write a file, or a folder, whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path

from exprov.errors import OutputError

# Open files of this process. What stands behind such a name is shared with whoever opened it, and has no name of its own to replace.
_DESCRIPTOR = re.compile(r"/dev/fd/(\d+)|/proc/self/fd/(\d+)|/dev/std(?:in|(out)|(err))", re.ASCII)

_TEMPORARY = ".exprov-"


def is_temporary(path: Path) -> bool:
    """Whether `path` is a temporary file of this module: one that is there later was left by a process that was killed."""
    return path.name.startswith(_TEMPORARY)


def check(path: Path, *, make_folders: bool = False) -> None:
    """Raise OutputError where no file can be written to `path`: before long work, of which `write` would lose the result."""
    try:
        mode = _mode(path)
        folder = Path(os.path.realpath(path)).parent
        while make_folders and not folder.exists() and folder != folder.parent:
            folder = folder.parent
    except OSError as error:
        raise OutputError(str(path), error) from error
    if mode is not None and stat.S_ISDIR(mode):
        number = errno.EISDIR
    elif mode is not None and not stat.S_ISREG(mode):
        number = 0 if _descriptor(path) is not None or os.access(path, os.W_OK) else errno.EACCES
    elif not folder.exists():
        number = errno.ENOENT
    elif not folder.is_dir():
        number = errno.ENOTDIR
    else:
        number = 0 if os.access(folder, os.W_OK | os.X_OK) else errno.EACCES
    if number:
        raise OutputError(str(path), OSError(number, os.strerror(number)))


def write(path: Path, content: bytes, *, make_folders: bool = True) -> None:
    """Bring `path` to `content` by way of a temporary file beside it; missing folders are made, if `make_folders`.

    A link stays, and what it leads to is written. A file that is there keeps its permissions. What is no regular file, such as a pipe
    or a device, is written into instead. Raises OutputError if that cannot be done; whatever stood there before then still does.
    """
    try:
        mode = _mode(path)
        descriptor = _descriptor(path)
        if descriptor is not None:
            with os.fdopen(os.dup(descriptor), "wb") as file:
                file.write(content)
        elif mode is not None and not stat.S_ISREG(mode):
            with path.open("wb") as file:
                file.write(content)
        else:
            _replace(Path(os.path.realpath(path)), content, mode, make_folders)
    except OSError as error:
        raise OutputError(str(path), error) from error


def _replace(path: Path, content: bytes, mode: int | None, make_folders: bool) -> None:
    if make_folders:
        path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{_TEMPORARY}{secrets.token_hex(8)}")
    # A new file gets the permissions that the system gives any; of one that is there, nobody may see more in between.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(temporary, flags, 0o666 if mode is None else 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        if mode is not None:
            os.chmod(temporary, stat.S_IMODE(mode))
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _mode(path: Path) -> int | None:
    """The type and the permissions of what stands at `path`, or where its link leads; None if nothing does."""
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None


def _descriptor(path: Path) -> int | None:
    """The number of the open file that `path` stands for, if it does."""
    match = _DESCRIPTOR.fullmatch(str(path))
    if match is None or not any(match.groups()):
        return None
    number, other, out, _ = match.groups()
    return int(number or other) if number or other else 1 if out else 2


def write_folder(directory: Path, files: Mapping[str, bytes]) -> None:
    """Make `directory`, which is not there or is empty, and write `files` into it by their paths.

    Raises OutputError if that cannot be done; then it is still not there, or empty.
    """
    try:
        empty = directory.is_dir()
        if not empty:
            directory.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(dir=directory if empty else directory.parent, prefix=_TEMPORARY))
        try:
            for name, content in files.items():
                path = temporary / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            if empty:
                _move_up(temporary)
            else:
                os.chmod(temporary, 0o755)
                os.rename(temporary, directory)
        except BaseException:
            shutil.rmtree(temporary, ignore_errors=True)
            raise
    except OSError as error:
        raise OutputError(str(directory), error) from error


def _move_up(folder: Path) -> None:
    """Move all that `folder` holds beside it, and remove it: it may be somebody's current folder that is being filled."""
    moved: list[Path] = []
    try:
        for path in sorted(folder.iterdir()):
            os.rename(path, folder.parent / path.name)
            moved.append(path)
        folder.rmdir()
    except BaseException:
        for path in moved:
            os.rename(folder.parent / path.name, path)
        raise
