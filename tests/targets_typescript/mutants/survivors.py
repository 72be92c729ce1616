"""Compare what survived in a report of Stryker with `survivors.json`, which says why that cannot be observed.

Run: python survivors.py REPORT. The exit code is 1 if a survivor is not listed, or a listed mutant was killed.
With --list, it prints the entries of all survivors that are not listed, for `survivors.json`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LISTED = Path(__file__).with_name("survivors.json")
# A mutant by what was changed, wherever that is: the kind of change, the source line, the text in it, what replaced it.
Mutant = tuple[str, ...]
_DETECTED = ("Killed", "Timeout")


def mutants(file: dict[str, Any]) -> Iterator[tuple[Mutant, bool]]:
    """Each mutant of a file, and whether a golden fixture detected it."""
    lines = file["source"].split("\n")
    for one in file["mutants"]:
        start, end = one["location"]["start"], one["location"]["end"]
        line = lines[start["line"] - 1]
        text = line[start["column"] - 1 : end["column"] - 1 if end["line"] == start["line"] else None]
        yield (one["mutatorName"], line.strip(), text, one["replacement"]), one["status"] in _DETECTED


def main(report: str, *options: str) -> int:
    files = json.loads(Path(report).read_text("utf-8"))["files"]
    reasons = json.loads(LISTED.read_text("utf-8"))
    problems = 0
    for name, file in sorted(files.items()):
        listed = {tuple(one) for reason in reasons for one in reason["mutants"].get(Path(name).name, ())}
        found = list(mutants(file))
        survivors = [one for one, is_detected in found if not is_detected]
        unlisted = [one for one in survivors if one not in listed]
        stale = [one for one in listed if one not in survivors]
        print(f"{name}: {len(found)} mutants, {len(found) - len(survivors)} detected, {len(unlisted)} not explained")
        for one in unlisted:
            print(json.dumps(one) if "--list" in options else f"  survives: {one}")
        for one in stale:
            print(f"  listed, but detected or gone: {one}")
        problems += len(unlisted) + len(stale)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
