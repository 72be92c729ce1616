"""Spoilt golden cases, for some minutes: the packages of all languages that are built say the same of each.

Run: python tests/fuzz/differential.py [SECONDS]. The TypeScript package is the one that EXPROV_TYPESCRIPT names; the program
that answers with the Rust crate, EXPROV_RUST_ANSWERS. An input on which two packages differ is printed as base64.
"""

from __future__ import annotations

import base64
import os
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from agreement import Input, disagreements, fixtures, spoil

BATCH = 500
ANSWERS = Path(__file__).parents[1] / "targets_typescript" / "answers.mjs"


def programs() -> dict[str, list[str]]:
    """The programs that answer with the other packages, by language."""
    found = {}
    if package := os.environ.get("EXPROV_TYPESCRIPT"):
        found["TypeScript"] = ["node", str(ANSWERS), str(Path(package, "dist"))]
    if program := os.environ.get("EXPROV_RUST_ANSWERS"):
        found["Rust"] = [program]
    return found


def batch(source: random.Random, cases: list[Input]) -> list[Input]:
    inputs = []
    for index in range(BATCH):
        name, data, carrier = source.choice(cases)
        for _ in range(source.choice([1, 1, 2, 5])):
            data = spoil(source, data)
        inputs.append((f"{index} {name}", data, source.choice([carrier, carrier, "auto"])))
    return inputs


def main(seconds: float) -> int:
    asked = programs()
    if not asked:
        print("no other package is named: set EXPROV_TYPESCRIPT or EXPROV_RUST_ANSWERS")
        return 2
    seed = random.SystemRandom().randrange(2**32)
    source = random.Random(seed)
    cases = [one for one in fixtures() if len(one[1]) < 5000]
    start, count, wrong = time.monotonic(), 0, 0
    while time.monotonic() - start < seconds:
        inputs = batch(source, cases)
        named = {name: (data, carrier) for name, data, carrier in inputs}
        for language, program in asked.items():
            for found in disagreements(program, inputs):
                wrong += 1
                data, carrier = named[found.rpartition(": ")[0]]
                print(f"{language} differs: {found} (carrier {carrier}): {base64.b64encode(data).decode()}")
        count += len(inputs)
    print(f"seed {seed}: {count} inputs, Python and {' and '.join(asked)}: {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 60))
