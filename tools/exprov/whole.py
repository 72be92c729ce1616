"""Write a file, or a folder, whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from exprov.errors import OutputError


def check(path: Path) -> None:
    """Raise OutputError where no file can stand at `path`: before long work, of which `write` would lose the result."""
    if path.is_dir():
        number = errno.EISDIR
    elif not path.parent.exists():
        number = errno.ENOENT
    elif not path.parent.is_dir():
        number = errno.ENOTDIR
    else:
        return
    raise OutputError(str(path), OSError(number, os.strerror(number)))


def write(path: Path, content: bytes, *, make_folders: bool = True) -> None:
    """Bring `path` to `content` by way of a temporary file beside it; missing folders are made, if `make_folders`.

    Raises OutputError if that cannot be done; whatever stood there before then still does.
    """
    try:
        if make_folders:
            path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(temporary, 0o644)
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise OutputError(str(path), error) from error


def write_folder(directory: Path, files: Mapping[str, bytes]) -> None:
    """Make `directory`, which is not there or is empty, and write `files` into it by their paths.

    Raises OutputError if that cannot be done; then it is still not there, or empty.
    """
    try:
        empty = directory.is_dir()
        if not empty:
            directory.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(dir=directory if empty else directory.parent, prefix=".exprov-"))
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
