"""What can go wrong outside a record. Every error carries data and words itself only in `__str__`."""

from __future__ import annotations

import os

from exprov import exit_codes


class ExprovError(Exception):
    """The base of the project's errors; `exit_code` is what the command ends with when nobody catches it."""

    exit_code = exit_codes.USAGE


class UsageError(ExprovError):
    """The command was asked for something that does not exist or does not fit together."""

    def __init__(self, reason: str, remedy: str = "") -> None:
        super().__init__(reason, remedy)
        self.reason = reason
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.reason}; {self.remedy}" if self.remedy else self.reason


class InputError(ExprovError):
    """An input that could not be read: which `file` (as shown to people), the `reason`, and the `remedy`."""

    exit_code = exit_codes.UNREADABLE

    def __init__(self, file: str, reason: str, remedy: str) -> None:
        super().__init__(file, reason, remedy)
        self.file = file
        self.reason = reason
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.file}: {self.reason}; {self.remedy}"


class OutputError(ExprovError):
    """A file that could not be written: which `file`, and the error of the system that says why."""

    exit_code = exit_codes.UNWRITABLE

    def __init__(self, file: str, cause: OSError) -> None:
        super().__init__(file, cause)
        self.file = file
        self.cause = cause

    def __str__(self) -> str:
        reason = self.cause.strerror or "not every file could be copied"
        return f"{self.file}: cannot be written: {reason}; check the path and its permissions"


class SchemaError(ExprovError):
    """A schema that the generator rejects: its file, the JSON Pointer of the place, the `reason` and the `remedy`."""

    exit_code = exit_codes.SCHEMA_ERROR

    def __init__(self, path: os.PathLike[str] | str, pointer: str, reason: str, remedy: str) -> None:
        super().__init__(path, pointer, reason, remedy)
        self.path = path
        self.pointer = pointer
        self.reason = reason
        self.remedy = remedy

    def __str__(self) -> str:
        place = f"{os.fspath(self.path)}#{self.pointer}" if self.pointer else os.fspath(self.path)
        return f"{place}: {self.reason}; {self.remedy}"
