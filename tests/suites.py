"""Directories of fixtures that tests make: a manifest that vouches for what it names, whatever that is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from exprov.fixtures.fingerprint import fingerprint


def write_suite(
    folder: Path,
    topics: Mapping[str, Sequence[Any]],
    *,
    declared: Sequence[Any] = (),
    retired: Sequence[str] = (),
    files: Mapping[str, str] | None = None,
) -> Path:
    """Write the cases by topic, and `files` beside or instead of what follows from them; return the directory."""
    contents = {f"{topic}.json": json.dumps({"topic": topic, "cases": cases}) for topic, cases in topics.items()}
    lines = [f"{fingerprint(case)}  {case['id']}" for cases in topics.values() for case in cases if _has_id(case)]
    if lines:
        contents["cases.lock"] = "".join(f"{line}\n" for line in [*lines, *(f"retired  {id}" for id in retired)])
    contents |= files or {}
    manifest = {
        "suite": "1.0.0",
        "contract": "1.0",
        "counts": dict.fromkeys(("cases", "readerValid", "writerValid", "changes", "emissions"), 0),
        "topics": [{"topic": topic, "file": f"{topic}.json", "cases": len(topics[topic])} for topic in topics],
        "files": [
            {"path": path, "bytes": len(text.encode()), "sha256": hashlib.sha256(text.encode()).hexdigest()}
            for path, text in contents.items()
        ],
        "declared": declared,
    }
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in contents.items():
        (folder / path).write_text(text, "utf-8")
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    return folder


def _has_id(case: Any) -> bool:
    return isinstance(case, dict) and isinstance(case.get("id"), str)
