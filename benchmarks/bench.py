"""What a verdict costs: this package against the JSON parser alone, against JSON Schema validators, and at the start.

Run: python benchmarks/bench.py [--repeats N]. Verdicts are measured in one process on the same records: each repeat
times a group of contenders once, in turn, so that a slow moment of the machine meets all of them; a figure is the median
over the repeats. The other validators are slow, so they are a separate group with fewer repeats; `orjson.loads` is in both
groups, and what differs there is evened out. Ratios are against it. Starts are measured as processes, in turn.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import contenders
import msgspec
import orjson
from execution_provenance import Finding, _fast, _structs, _validator, _vetted, is_valid, validate
from execution_provenance._place import Out

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "engine-run.jsonl"
REPEATS = 60
STARTS = 10


@dataclass(frozen=True)
class Contender:
    """Something that takes one record; `source` names the form that it takes ("bytes" or "value")."""

    name: str
    run: Callable[[Any], object]
    source: str = "bytes"


def measure(group: Iterable[Contender], records: list[bytes], repeats: int) -> dict[str, float]:
    """Microseconds for one record, per contender: the median over the repeats, all contenders in every repeat."""
    contestants = list(group)
    forms: dict[str, list[Any]] = {"bytes": records}
    if any(contender.source == "value" for contender in contestants):
        forms["value"] = [orjson.loads(record) for record in records]
    times: dict[str, list[float]] = {contender.name: [] for contender in contestants}
    for _ in range(repeats):
        for contender in contestants:
            run, inputs = contender.run, forms[contender.source]
            start = time.perf_counter()
            for one in inputs:
                run(one)
            times[contender.name].append((time.perf_counter() - start) / len(inputs) * 1e6)
    return {name: statistics.median(values) for name, values in times.items()}


def _schema_only(value: Any) -> None:
    found = Out()
    _validator.validator().schema.judge(value, "ExecutionProvenance", found)
    if found:
        raise ValueError(found)


def _unvetted(data: bytes) -> bool:
    """The verdict on a record whose strings were never seen before."""
    _vetted.forget()
    _validator.validator().leaks._safe.clear()
    return is_valid(data)


def _explained(data: bytes) -> list[Finding]:
    """The findings by the explaining route alone, which `validate` takes for what is not surely valid."""
    return _validator.every_finding(data, "writer", None, _validator.DEFAULT_LIMITS)


def table(repeats: int) -> None:
    """Print the cost of a verdict on the valid records of the example log, and on one with a single attempt."""
    valid = [record for record in EXAMPLE.read_bytes().split(b"\n") if record and is_valid(record)]
    single = next(record for record in valid if b'"attemptCount":1,' in record and b'"routeRejections":[]' in record)
    spaced = [json.dumps(json.loads(record)).encode() for record in valid]
    groups = {f"{len(valid)} records": valid, "the same, spaced": spaced, "one attempt": [single] * len(valid)}
    decode = msgspec.json.Decoder(_structs.ExecutionProvenance).decode
    ours = [
        Contender("orjson.loads", orjson.loads),
        Contender("json.loads", json.loads),
        Contender("msgspec, typed decoding alone", decode),
        Contender("execution_provenance.is_valid (full verdict)", is_valid),
        Contender("... with strings never seen before", _unvetted),
        Contender("orjson.loads + our schema phase", lambda data: _schema_only(orjson.loads(data))),
        Contender("our schema phase alone", _schema_only, "value"),
        Contender("execution_provenance.validate", validate),
        Contender("... by the explaining route alone", _explained),
    ]
    others: list[Contender] = []
    notes: list[str] = []
    for found in contenders.all_of_them(ROOT / "schemas" / "1.0", [orjson.loads(record) for record in valid]):
        if found.check is None:
            notes.append(f"{found.name}: {found.note}")
            continue
        if found.note:
            notes.append(f"{found.name}: {found.note}")
        others += [
            Contender(f"orjson.loads + {found.name}", lambda data, check=found.check: check(orjson.loads(data))),
            Contender(f"{found.name} alone", found.check, "value"),
        ]
    for contender in (*ours, *others):
        contender.run(single if contender.source == "bytes" else orjson.loads(single))
    columns = {}
    for group, records in groups.items():
        quick = measure(ours, records, repeats)
        # The slow ones need fewer repeats; the baseline is measured again beside them.
        slow = measure([ours[0], *others], records, max(3, repeats // 12))
        scale = quick["orjson.loads"] / slow.pop("orjson.loads")
        columns[group] = {**quick, **{name: value * scale for name, value in slow.items()}}
    width = max(len(contender.name) for contender in (*ours, *others))
    print("Microseconds for one record, and times the cost of orjson.loads\n")
    print(" " * width + "".join(f"  {group:>20}" for group in groups))
    for contender in (*ours, *others):
        row = contender.name.ljust(width)
        for column in columns.values():
            row += f"  {column[contender.name]:10.2f} {column[contender.name] / column['orjson.loads']:7.2f} x"
        print(row)
    for note in notes:
        print(f"  {note}")
    size = sum(map(len, valid)) / len(valid)
    print(f"\nrecords: {size:.0f} bytes on average, {len(set(valid))} different; {len(single)} bytes with one attempt")
    _explaining(single, valid, repeats)


def _explaining(single: bytes, valid: list[bytes], repeats: int) -> None:
    """Print what records cost that take the explaining path."""
    member = single[:-1] + b',"engineBuild":"2026.11"}'
    kinds = {
        "an unknown member": member,
        "an unknown member, as Python writes it": json.dumps(json.loads(member)).encode(),
        "three unknown members, one an object": single[:-1]
        + b',"engineBuild":"a","region":"eu","host":{"cores":8,"os":"linux"}}',
        "an unknown error class": next(record for record in valid if b'"Timeout"' in record).replace(
            b'"Timeout"', b'"Slow"'
        ),
        "a broken rule": single.replace(b'"attemptCount":1', b'"attemptCount":2'),
        "a null": single[:-1].replace(b'"fallbackOccurred":false', b'"fallbackOccurred":null') + b"}",
        "a repeated member": single[:-1] + b',"attemptCount":1}',
        "a syntax error": single[:-1] + b",}",
        "prompt and credential": single[:-1] + b',"prompt":"hello","apiKey":"sk-0123456789abcdef0123456789abcdef"}',
    }
    print("\nMicroseconds for one record that takes the explaining path: is_valid, validate\n")
    for name, record in kinds.items():
        assert not is_valid(record), name
        found = measure([Contender("is_valid", is_valid), Contender("validate", validate)], [record] * 100, repeats)
        print(f"{name:<42}{found['is_valid']:10.1f}{found['validate']:10.1f}   {len(validate(record))} finding(s)")


def start_times() -> None:
    """Print how long one command takes on one file, from start to end: medians, the commands taking turns."""
    record = next(line for line in EXAMPLE.read_bytes().split(b"\n") if is_valid(line))
    schema = ROOT / "schemas" / "1.0" / "execution-provenance.schema.json"
    here = Path(sys.executable).parent
    with tempfile.TemporaryDirectory() as folder:
        one = Path(folder, "one.json")
        one.write_bytes(record)
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "exprov validate one.json": [str(here / "exprov"), "validate", str(one)],
            "check-jsonschema --schemafile": [str(here / "check-jsonschema"), "--schemafile", str(schema), str(one)],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        # The first round writes bytecode and warms the disk's cache, and is not counted.
        for index in range(STARTS + 1):
            for name, command in commands.items():
                start = time.perf_counter()
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                if index:
                    times[name].append((time.perf_counter() - start) * 1e3)
    print(f"\nMilliseconds from start to end, median of {STARTS}\n")
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, value in medians.items():
        print(f"{name:<42}{value:10.0f}   {value / medians['check-jsonschema --schemafile']:.2f} x check-jsonschema")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=REPEATS, help=f"how often each is timed ({REPEATS})")
    options = parser.parse_args()
    packages = ("orjson", "msgspec", "jsonschema", "jsonschema-rs", "fastjsonschema", "check-jsonschema")
    print(f"Python {platform.python_version()}; " + ", ".join(f"{name} {version(name)}" for name in packages) + "\n")
    assert _fast.is_surely_valid(EXAMPLE.read_bytes().split(b"\n")[0])
    table(options.repeats)
    start_times()


if __name__ == "__main__":
    main()
