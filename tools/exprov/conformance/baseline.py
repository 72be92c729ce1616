"""The baseline: which cases are known to go wrong, how, and why, so that a run fails only for what is new.

A JSON file: {"baseline": 1, "declared": what the engine declares, "cases": {id: {"outcome", "fingerprint", "answer", "reason", "link",
"expires"}}}; `declared`, `answer`, `link` and `expires` (a date, the last day on which the entry counts) may be left out.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import msgspec

from exprov.conformance import protocol
from exprov.conformance.results import (
    CRASH,
    ERROR,
    FLAKY,
    GOOD,
    NOT_RUN,
    OUTCOMES,
    PROTOCOL,
    UNSUPPORTED,
    CaseResult,
    Mismatch,
    Run,
)
from exprov.errors import InputError

VERSION = 1

_REMEDY = "write it with --update, then add reasons, links and expiry dates by hand"
# What differs from one run to the next in a message that says the same: addresses, times, ids of processes. A short number may be
# what it is about, such as an index or a code; in what the driver says it is a count or a place.
_VARYING = re.compile(r"0x[0-9a-fA-F]+|\d{4,}|\d+(?:\.\d+)?(?= ?(?:[nmuµ]?s|seconds?|milliseconds?)\b)")
_COUNTS = re.compile(r"\d+")


LESS = "declared-less"
"""The kind of mismatch that is about the engine's declaration; its id is a member of the hello, or a word of --require."""

OUTDATED = "(given for another failure: "
"""How a reason begins whose case fails otherwise now, until somebody writes a new one."""

# How long the line may be that tells an answer.
_SHOWN = 200
# How many ids of each kind are named when the file is written.
_NAMED = 10


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One known failure. fingerprint: of how it fails, see `fingerprint`. answer: the same for people, in one line. reason: by a
    person, "" until one has given it. expires: the last day on which the entry counts."""

    outcome: str
    fingerprint: str
    reason: str
    answer: str = ""
    link: str = ""
    expires: datetime.date | None = None

    def __post_init__(self) -> None:
        if self.outcome not in OUTCOMES or self.outcome in GOOD:
            known = ", ".join(outcome for outcome in OUTCOMES if outcome not in GOOD)
            raise ValueError(f"{self.outcome!r} is not an outcome that can be excused; those are {known}")


class Declared(msgspec.Struct, frozen=True):
    """What of an engine's hello decides which cases it is asked, and how strictly it is judged."""

    contract: tuple[str, ...] = ()
    ops: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    limits: protocol.Limits = protocol.Limits(None, None)
    findings: Literal["first", "all"] = "first"


class Baseline(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The file. declared: None if it does not say what the engine declares, which is not compared then."""

    cases: dict[str, Entry]
    declared: Declared | None = None
    baseline: int = VERSION

    def __post_init__(self) -> None:
        if self.baseline != VERSION:
            raise ValueError(f"this reads version {VERSION} of baselines")


def load(path: Path, *, may_be_missing: bool = False) -> Baseline:
    """A baseline file. Raises InputError if it cannot be read or is none."""
    try:
        data = path.read_bytes()
        found = msgspec.json.decode(data, type=Baseline)
        json.loads(data, object_pairs_hook=_once)
        return found
    except FileNotFoundError:
        if may_be_missing:
            return Baseline({})
        remedy = "write it with `exprov conformance run --baseline FILE --update -- COMMAND`"
        raise InputError(str(path), "there is no such file", remedy) from None
    except OSError as error:
        raise InputError(str(path), f"cannot be read: {error.strerror}", _REMEDY) from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise InputError(str(path), f"is not a baseline: {error}", _REMEDY) from None


def _once(pairs: list[tuple[str, Any]]) -> None:
    """Refuse a member that is repeated, of which one would silently count for nothing."""
    names = [name for name, _ in pairs]
    twice = next((name for name in names if names.count(name) > 1), None) if len(set(names)) < len(names) else None
    if twice is not None:
        raise ValueError(f"{twice[:_SHOWN]!r} is there more than once; keep one of them")


def render(baseline: Baseline) -> str:
    """The text of the file, ids in order, so that versions of it compare well."""
    members: dict[str, Any] = {"baseline": VERSION}
    if baseline.declared is not None:
        members["declared"] = baseline.declared
    members["cases"] = {id: baseline.cases[id] for id in sorted(baseline.cases)}
    data = msgspec.json.encode(members)
    return msgspec.json.format(data, indent=2).decode() + "\n"


def fingerprint(result: CaseResult) -> str:
    """16 hexadecimal digits that stay the same while a case fails in the same way.

    That is the same outcome with the same answer; for an error the same message, but for addresses, times and long numbers in it; for
    a protocol error the same reason, but for numbers in it; for a crash the same code or signal, and the same last line on standard
    error, read as the message of an error.
    """
    how: Any = ""
    if result.outcome == ERROR:
        how = _VARYING.sub("0", result.reason)
    elif result.outcome == PROTOCOL:
        how = _COUNTS.sub("0", _VARYING.sub("0", result.reason))
    elif result.outcome == CRASH:
        how = result.reason.partition(",")[0]
        said = [line for line in map(str.strip, result.stderr.splitlines()) if line]
        if said:
            how = [how, _VARYING.sub("0", said[-1])]
    elif result.got is not None and result.outcome != FLAKY:
        answer = dict(result.got)
        answer["findings"] = sorted((one["path"], one["rule"]) for one in answer.get("findings", ()))
        how = answer
    data = msgspec.json.encode([result.outcome, how], order="sorted")
    return hashlib.sha256(data).hexdigest()[:16]


def answer(result: CaseResult) -> str:
    """How a case fails, for people, in one line: what was answered, or why nothing was."""
    got = result.got or {}
    if result.outcome == FLAKY or not ("verdict" in got or "output" in got):
        told = result.reason
    elif "verdict" in got:
        found = sorted({f"{one['rule']} at {one['path'] or 'the root'}" for one in got.get("findings", ())})
        told = f"{got['verdict']}: {', '.join(found) or 'no findings'}"
    elif result.differences:
        one = result.differences[0]
        more = f" and {len(result.differences) - 1} more" if len(result.differences) > 1 else ""
        told = f"{one.path or 'the root'}: {one.got or 'nothing'} instead of {one.want or 'nothing'}{more}"
    else:
        told = result.reason
    told = " ".join(told.split())
    return told if len(told) <= _SHOWN else f"{told[:_SHOWN]}..."


def apply(run: Run, baseline: Baseline, *, known: Collection[str], today: datetime.date) -> Run:
    """The run with `excused` and `mismatches` filled in; `known` are the ids of the whole suite, of which the run has a part."""
    entries = baseline.cases
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
    now = declared(run)
    if baseline.declared is not None and now is not None:
        mismatches.extend(
            Mismatch(LESS, member, f"the engine no longer declares {told}; declare it again, or run with --update")
            for member, told in _beyond(baseline.declared, now)
        )
    return replace(run, excused=excused, mismatches=(*run.mismatches, *mismatches))


def _mismatch(result: CaseResult, entry: Entry, today: datetime.date) -> Mismatch | None:
    if result.outcome == UNSUPPORTED:
        message = (
            f"it was {entry.outcome} and is not asked any more: {result.reason}; declare it again, or run with --update"
        )
        return Mismatch("dropped", result.id, message)
    if result.outcome in GOOD:
        message = f"it was {entry.outcome} and is {result.outcome} now; remove the entry, or run with --update"
        return Mismatch("fixed", result.id, message)
    now = answer(result)
    remedy = "mend it, or run with --update"
    if result.outcome != entry.outcome:
        before = f" ({entry.answer})" if entry.answer else ""
        message = f"it was {entry.outcome}{before} and is {result.outcome} now: {now}; {remedy}"
        return Mismatch("different", result.id, message)
    if fingerprint(result) != entry.fingerprint:
        before = f"it was {entry.answer}, and is {now}" if entry.answer else now
        message = f"it is {entry.outcome} in another way than the baseline knows: {before}; {remedy}"
        return Mismatch("different", result.id, message)
    if entry.expires is not None and entry.expires < today:
        reason = f" (its reason: {entry.reason})" if entry.reason else ""
        message = f"its entry expired on {entry.expires}: mend it, or set a new date{reason}"
        return Mismatch("expired", result.id, message)
    return None


# --- what the engine declares -----------------------------------------------------------------------------------------


def declared(run: Run) -> Declared | None:
    """What the engine declared in this run; None if it never did."""
    return msgspec.convert(run.declared, Declared) if run.declared else None


def more(baseline: Baseline, run: Run) -> list[str]:
    """What the engine declares and the baseline does not know."""
    now = declared(run)
    return [] if now is None or baseline.declared is None else [told for _, told in _beyond(now, baseline.declared)]


def require(run: Run, words: Sequence[str]) -> Run:
    """The run with a mismatch for each operation, level or feature of `words` that the engine does not declare."""
    now = declared(run)
    if now is None:
        return run
    said = {*now.ops, *now.levels, *now.features}
    wrong = [Mismatch(LESS, word, "the engine does not declare it, and --require does") for word in words]
    return replace(run, mismatches=(*run.mismatches, *(one for one in wrong if one.id not in said)))


def _beyond(larger: Declared, smaller: Declared) -> Iterator[tuple[str, str]]:
    """What `larger` declares and `smaller` does not: the member of the hello, and words for what is in it."""
    for member in ("contract", "ops", "levels", "features"):
        names = [name for name in getattr(larger, member) if name not in getattr(smaller, member)]
        if names:
            yield member, f"{', '.join(names)} in {member}"
    for member in ("integer", "depth"):
        high, low = getattr(larger.limits, member), getattr(smaller.limits, member)
        if low is not None and (high is None or high > low):
            yield f"limits.{member}", f"limits.{member} beyond {low}"
    if (larger.findings, smaller.findings) == ("all", "first"):
        yield "findings", 'findings "all" rather than "first"'


# --- writing it -------------------------------------------------------------------------------------------------------


def update(run: Run, baseline: Baseline, *, known: Collection[str]) -> Baseline:
    """The baseline that fits the run: for what fails, with the reason, link and expiry of an entry that was there.

    A reason that was given for another failure is marked as such; a new entry has none. Entries of cases that were not in the run, or
    not run, stay; those of cases that the suite does not have go.
    """
    updated = {id: entry for id, entry in baseline.cases.items() if id in known}
    for result in run.results:
        if result.outcome == NOT_RUN:
            continue
        before = updated.pop(result.id, None)
        if result.outcome not in GOOD:
            updated[result.id] = _entry(result, before)
    return Baseline(updated, declared(run) or baseline.declared)


def _entry(result: CaseResult, before: Entry | None) -> Entry:
    how = fingerprint(result)
    if before is None:
        return Entry(result.outcome, how, "", answer(result))
    if (before.outcome, before.fingerprint) == (result.outcome, how):
        return before if before.answer else msgspec.structs.replace(before, answer=answer(result))
    reason = before.reason
    if reason and not reason.startswith(OUTDATED):
        reason = f"{OUTDATED}{reason})"
    return Entry(result.outcome, how, reason, answer(result), before.link, before.expires)


def changes(before: Baseline, after: Baseline) -> list[str]:
    """What an update did, in lines: how many entries were added, changed and removed, and some of their ids."""
    old, new = before.cases, after.cases
    kinds = {
        "added": [id for id in new if id not in old],
        "changed": [id for id in new if id in old and new[id] != old[id]],
        "removed": [id for id in old if id not in new],
    }
    lines = [", ".join(f"{len(ids):,} {kind}" for kind, ids in kinds.items())]
    for kind, ids in kinds.items():
        lines += [f"  {kind}: {id}" for id in sorted(ids)[:_NAMED]]
        lines += [f"  {kind}: and {len(ids) - _NAMED:,} more"] if len(ids) > _NAMED else []
    if before.declared is not None and after.declared is not None:
        lines += [f"  no longer declared: {told}" for _, told in _beyond(before.declared, after.declared)]
    unsaid = sum(not one.reason for one in new.values())
    lines += [f"  {unsaid:,} without a reason: write why into the file"] if unsaid else []
    outdated = sum(one.reason.startswith(OUTDATED) for one in new.values())
    lines += [f"  {outdated:,} with a reason that was {OUTDATED[1:-2]}: write a new one"] if outdated else []
    return lines
