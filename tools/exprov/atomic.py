"""Write a file or a directory completely, or not at all."""

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

# Open files of this process. They are shared with whoever opened them, so they cannot be replaced by a new file.
_DESCRIPTOR = re.compile(r"/dev/fd/(\d+)|/proc/self/fd/(\d+)|/dev/std(?:in|(out)|(err))", re.ASCII)

_TEMPORARY = ".exprov-"


def is_temporary(path: Path) -> bool:
    """Whether `path` is a temporary file of this module: one that is there later was left by a process that was killed."""
    return path.name.startswith(_TEMPORARY)


def check(path: Path, *, make_folders: bool = False) -> None:
    """Raise OutputError if `path` cannot be written. To be called before long work, whose result `write` would lose."""
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
    """Write `content` to a temporary file beside `path`, and rename it. Missing directories are made if `make_folders`.

    A link is kept, and the file that it leads to is replaced. A file keeps its permissions. Pipes and devices are written to
    directly. Raises OutputError if the file cannot be written; its old content is then still there.
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
    """The type and the permissions of the file at `path`, or where its link leads; None if there is none."""
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None


def _descriptor(path: Path) -> int | None:
    """The number of the open file that `path` stands for; None for any other path."""
    match = _DESCRIPTOR.fullmatch(str(path))
    if match is None or not any(match.groups()):
        return None
    number, other, out, _ = match.groups()
    return int(number or other) if number or other else 1 if out else 2


def write_folder(directory: Path, files: Mapping[str, bytes]) -> None:
    """Write `files`, by their paths, to `directory`, which does not exist or is empty.

    Raises OutputError if they cannot be written; the directory then still does not exist, or is empty.
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
    """Move everything in `folder` to its parent, and remove it. The parent is kept: it may be the current directory."""
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
