"""Two languages write one canonical form of a number: random doubles and number texts, 10 for each of EXPROV_EXAMPLES."""

from __future__ import annotations

import json
import os
import random
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

from internals import canonical, read

COUNT = 10 * int(os.environ.get("EXPROV_EXAMPLES", "300"))
# By the package, and by JavaScript itself, whose texts of numbers RFC 8785 prescribes.
WRITE = """
import { createInterface } from "node:readline";
import { canonical, parse } from "./dist/index.js";
const decoder = new TextDecoder();
for await (const line of createInterface({ input: process.stdin })) {
  console.log(decoder.decode(canonical(parse(line))) + " " + JSON.stringify(JSON.parse(line)));
}
"""


def number(source: random.Random) -> str:
    """The text of a number within the range of binary64, by any of several distributions."""
    kind = source.randrange(6)
    if kind < 3:
        value = struct.unpack("<d", source.randbytes(8))[0]
        if value - value == 0:
            return (repr(value), f"{value:.17g}", f"{value:.25g}")[kind]
    digits = str(source.randrange(10 ** source.randint(1, 30)))
    if kind < 4:
        return digits
    fraction = f"{digits}.{source.randrange(10**20)}"
    return fraction if kind == 4 else f"{fraction}e{source.choice('+-')}{source.randrange(270)}"


def batches(count: int) -> Iterator[str]:
    source = random.Random(count)
    for start in range(0, count, 1000):
        yield f"[{','.join(number(source) for _ in range(min(1000, count - start)))}]"


def test_two_languages_write_one_canonical_form_of_a_number(package: Path) -> None:
    texts = list(batches(COUNT))
    done = subprocess.run(
        ["node", "--input-type=module", "-e", WRITE],
        input="\n".join(texts),
        capture_output=True,
        text=True,
        check=True,
        cwd=package,
    )
    for text, line in zip(texts, done.stdout.splitlines(), strict=True):
        value, findings = read(text)
        assert findings == []
        mine = canonical(value).decode()
        theirs, by_javascript = line.split(" ")
        if not mine == theirs == by_javascript:
            lists = [json.loads(one, parse_float=str, parse_int=str) for one in (text, mine, theirs, by_javascript)]
            assert [row for row in zip(*lists, strict=True) if len({*row[1:]}) > 1] == []
