"""The baseline: which cases are known to go wrong, how, and why, so that a run fails only for what is new.

A JSON file: {"baseline": 1, "cases": {id: {"outcome", "fingerprint", "reason", "link", "expires"}}}; `link` and `expires` (a date,
the last day on which the entry counts) may be left out.
"""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import msgspec

from exprov.conformance.results import ERROR, GOOD, NOT_RUN, OUTCOMES, UNDECLARED, CaseResult, Mismatch, Run
from exprov.errors import InputError

VERSION = 1

_REMEDY = "write it with --update, then add reasons, links and expiry dates by hand"
# What differs from one run to the next in a message that says the same: addresses, counts, times.
_VARYING = re.compile(r"0x[0-9a-fA-F]+|\d+")


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One known failure. fingerprint: of how it fails, see `fingerprint`. expires: the last day on which the entry counts."""

    outcome: str
    fingerprint: str
    reason: Annotated[str, msgspec.Meta(min_length=1)]
    link: str = ""
    expires: datetime.date | None = None

    def __post_init__(self) -> None:
        if self.outcome not in OUTCOMES or self.outcome in GOOD:
            known = ", ".join(outcome for outcome in OUTCOMES if outcome not in GOOD)
            raise ValueError(f"{self.outcome!r} is no outcome to be excused; those are {known}")


class _File(msgspec.Struct, forbid_unknown_fields=True):
    baseline: int
    cases: dict[str, Entry]

    def __post_init__(self) -> None:
        if self.baseline != VERSION:
            raise ValueError(f"this reads version {VERSION} of baselines")


def load(path: Path, *, may_be_missing: bool = False) -> dict[str, Entry]:
    """The entries of a baseline file by id. Raises InputError if it cannot be read or is none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=_File).cases
    except FileNotFoundError:
        if may_be_missing:
            return {}
        raise InputError(str(path), "there is no such file", "run with --update to write it") from None
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}", _REMEDY) from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise InputError(str(path), f"is no baseline: {error}", _REMEDY) from None


def render(entries: Mapping[str, Entry]) -> str:
    """The text of the file, ids in order, so that versions of it compare well."""
    cases = {id: msgspec.to_builtins(entries[id]) for id in sorted(entries)}
    data = msgspec.json.encode({"baseline": VERSION, "cases": cases})
    return msgspec.json.format(data, indent=2).decode() + "\n"


def fingerprint(result: CaseResult) -> str:
    """16 hexadecimal digits that stay the same while a case fails in the same way.

    That is the same outcome with the same answer; for an error the same message and for a protocol error the same reason, but for
    numbers in it; for a crash the same code or signal.
    """
    how: Any = ""
    if result.outcome == ERROR or result.outcome == "protocol":
        how = _VARYING.sub("0", result.reason)
    elif result.outcome == "crash":
        how = result.reason.partition(",")[0]
    elif result.outcome == UNDECLARED or (result.got is not None and result.outcome != "flaky"):
        answer = dict(result.got or {})
        answer["findings"] = sorted((one["path"], one["rule"]) for one in answer.get("findings", ()))
        how = answer
    data = msgspec.json.encode([result.outcome, how], order="sorted")
    return hashlib.sha256(data).hexdigest()[:16]


def apply(run: Run, entries: Mapping[str, Entry], *, known: Collection[str], today: datetime.date) -> Run:
    """The run with `excused` and `mismatches` filled in; `known` are the ids of the whole suite, of which the run has a part."""
    excused: dict[str, str] = {}
    mismatches: list[Mismatch] = []
    for result in run.results:
        entry = entries.get(result.id)
        if entry is None:
            if result.outcome not in GOOD:
                message = f"{result.outcome}: {result.reason}" if result.reason else result.outcome
                mismatches.append(Mismatch("unexpected", result.id, message))
            continue
        mismatch = _mismatch(result, entry, today)
        if mismatch is None:
            excused[result.id] = entry.reason
        else:
            mismatches.append(mismatch)
    mismatches.extend(
        Mismatch("stale", id, "the baseline has an entry for a case that the suite does not have; remove it")
        for id in sorted(entries)
        if id not in known
    )
    return replace(run, excused=excused, mismatches=tuple(mismatches))


def _mismatch(result: CaseResult, entry: Entry, today: datetime.date) -> Mismatch | None:
    if result.outcome in GOOD:
        message = f"it was {entry.outcome} and is {result.outcome} now; remove the entry, or run with --update"
        return Mismatch("fixed", result.id, message)
    if result.outcome != entry.outcome:
        return Mismatch("different", result.id, f"it was {entry.outcome} and is {result.outcome} now: {result.reason}")
    if fingerprint(result) != entry.fingerprint:
        return Mismatch(
            "different", result.id, f"it is {entry.outcome} in another way than the baseline knows: {result.reason}"
        )
    if entry.expires is not None and entry.expires < today:
        return Mismatch("expired", result.id, f"its entry expired on {entry.expires}: {entry.reason}")
    return None


def update(run: Run, entries: Mapping[str, Entry], *, known: Collection[str]) -> dict[str, Entry]:
    """The entries that fit the run: for what fails, with the reason, link and expiry of an entry that was there.

    Entries of cases that were not in the run, or not run, stay; those of cases that the suite does not have go.
    """
    updated = {id: entry for id, entry in entries.items() if id in known}
    for result in run.results:
        if result.outcome == NOT_RUN:
            continue
        before = updated.pop(result.id, None)
        if result.outcome in GOOD:
            continue
        how = fingerprint(result)
        updated[result.id] = (
            Entry(result.outcome, how, result.reason or result.outcome)
            if before is None
            else Entry(result.outcome, how, before.reason, before.link, before.expires)
        )
    return updated
