"""Files to read records from, and what is read from them."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

import zstandard
from exprov.inputs.record import Record
from exprov.inputs.records import InputOptions, read_records

MIB = 1 << 20


def read(*paths: object, **options: object) -> list[Record]:
    return list(read_records([str(path) for path in paths], InputOptions(**options)))  # type: ignore[arg-type]


def texts(records: list[Record]) -> list[bytes | None]:
    return [record.data for record in records]


def rules(records: list[Record]) -> list[str]:
    """The rule of the finding in the place of each record, or "a record"."""
    return [record.finding.rule if record.finding else "a record" for record in records]


def write(path: Path, data: bytes) -> Path:
    """Write the data, compressed as the path ends."""
    if path.suffix == ".gz":
        data = gzip.compress(data, compresslevel=1)
    elif path.suffix == ".zst":
        data = zstandard.compress(data)
    path.write_bytes(data)
    return path


def lines(count: int = 20_000) -> bytes:
    """JSON Lines that do not compress well."""
    generator = random.Random(1)
    return b"".join(json.dumps({"a": generator.random()}).encode() + b"\n" for _ in range(count))
