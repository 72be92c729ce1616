"""Write the inputs of the golden cases as seeds of the fuzzer: `python seeds.py DIRECTORY`."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from exprov import fixtures

LONGEST = 4096


def main(directory: Path) -> None:
    for case in fixtures.load(fixtures.folder()).cases.values():
        data = fixtures.data(case) if "input" in case else b""
        if 0 < len(data) <= LONGEST:
            directory.joinpath(hashlib.sha256(data).hexdigest()).write_bytes(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
