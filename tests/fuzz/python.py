"""Coverage-guided fuzzing of the Python package with atheris: no input makes it fail, or makes two of its routes differ.

Run: python tests/fuzz/python.py CORPUS [options of libFuzzer, such as -max_total_time=60]. The golden cases are written to
CORPUS first.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[1]))

with atheris.instrument_imports(include=["execution_provenance"]):
    import execution_provenance as ep
    from execution_provenance._validator import every_finding

from agreement import fixtures

CARRIERS = (None, "auto", "task-result", "stream-terminal-outcome", "inderun-error")
SMALL = ep.Limits(max_bytes=1 << 16, max_depth=64)


def check(data: bytes) -> None:
    """The first byte chooses the carrier; the others are the text."""
    if not data:
        return
    carrier, text = CARRIERS[data[0] % len(CARRIERS)], data[1:]
    findings = every_finding(text, "writer", carrier, SMALL)
    assert ep.validate(text, carrier=carrier, limits=SMALL) == findings
    for level in ("writer", "reader"):
        counted = [one for one in findings if level == "writer" or one.level == "reader"]
        assert ep.is_valid(text, carrier=carrier, level=level, limits=SMALL) == (not counted)  # type: ignore[arg-type]
    if carrier is None and all(not one.rule.startswith(("json/", "schema/")) for one in findings):
        record = ep.ExecutionProvenance.from_json(text, limits=SMALL)
        assert ep.ExecutionProvenance.from_json(record.to_json()) == record
        assert json.loads(record.to_json()) == json.loads(text.removeprefix(b"\xef\xbb\xbf"))


def write_corpus(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, (_, data, carrier) in enumerate(fixtures()):
        if len(data) < 4000:
            (folder / f"case-{number}").write_bytes(bytes([CARRIERS.index(carrier)]) + data)


if __name__ == "__main__":
    write_corpus(Path(sys.argv[1]))
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()
