"""A place in a file of schemas, at which something is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from exprov.errors import SchemaError


@dataclass(frozen=True)
class Place:
    """`place / "properties" / 0` is a place inside; `place.error(...)` is the error to raise there."""

    path: Path
    pointer: str = ""

    def __truediv__(self, step: str | int) -> Place:
        return Place(self.path, f"{self.pointer}/{str(step).replace('~', '~0').replace('/', '~1')}")

    def error(self, reason: str, remedy: str) -> SchemaError:
        return SchemaError(self.path, self.pointer, reason, remedy)
