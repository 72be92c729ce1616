"""Write a file whole, or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from exprov.errors import OutputError


def write(path: Path, content: bytes) -> None:
    """Bring `path` to `content` by way of a temporary file beside it; missing folders are made.

    Raises OutputError if that cannot be done; whatever stood there before then still does.
    """
    try:
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
