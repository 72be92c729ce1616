"""The baseline: the known failures of an engine, so that a run fails only for new ones.

A JSON file: {"baseline": 1, "declared": what the engine declares, "cases": {id: {"outcome", "fingerprint", "answer", "reason",
"link", "expires"}}}. `declared`, `answer`, `link` and `expires` (the last day on which the entry counts) are optional.
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

from exprov.conformance.outcomes import CRASH, ERROR, FLAKY, GOOD, NOT_RUN, OUTCOMES, PROTOCOL, UNSUPPORTED
from exprov.conformance.protocol import members_once
from exprov.conformance.results import CaseResult, Mismatch, Run
from exprov.errors import InputError

VERSION = 1

_REMEDY = "write it with --update, then add reasons, links and expiry dates by hand"
# What differs from run to run in the same message: addresses, times, process ids. A short number, such as an index or a code, may be
# what a message of the engine is about; in a message of the driver it is a count or a place.
_VARYING = re.compile(r"0x[0-9a-fA-F]+|\d{4,}|\d+(?:\.\d+)?(?= ?(?:[nmuµ]?s|seconds?|milliseconds?)\b)")
_COUNTS = re.compile(r"\d+")

LESS = "declared-less"
"""The kind of mismatch about the engine's declaration; its id is a member of the hello, or a word of --require."""

OUTDATED = "(given for another failure: "
"""The beginning of a reason whose case now fails in another way, until somebody writes a new reason."""

# How long the line about an answer may be, and how many ids of each kind are named when the file is written.
_SHOWN = 200
_NAMED = 10


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One known failure.

    fingerprint: of how the case fails, see `fingerprint`. answer: the same for people, in one line. reason: written by a person,
    "" until then. expires: the last day on which the entry counts.
    """

    outcome: str
    fingerprint: str
    reason: str
    answer: str = ""
    link: str = ""
    expires: datetime.date | None = None

    def __post_init__(self) -> None:
        if self.outcome not in OUTCOMES or self.outcome in GOOD:
            known = ", ".join(outcome for outcome in OUTCOMES if outcome not in GOOD)
            raise ValueError(f"{self.outcome!r} cannot be excused; choose from {known}")


class Declared(msgspec.Struct, frozen=True):
    """What of an engine's hello decides which cases it is asked and how its answers are evaluated."""

    contract: tuple[str, ...] = ()
    ops: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    limits: dict[str, int | None] = msgspec.field(default_factory=dict)
    findings: Literal["first", "all"] = "first"


class Baseline(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The file. declared: None if it does not say what the engine declares; then that is not compared."""

    cases: dict[str, Entry]
    declared: Declared | None = None
    baseline: int = VERSION

    def __post_init__(self) -> None:
        if self.baseline != VERSION:
            raise ValueError(f"only version {VERSION} of baselines is supported")


def load(path: Path, *, may_be_missing: bool = False) -> Baseline:
    """Read a baseline file. Raises InputError if it cannot be read or is not a baseline."""
    try:
        data = path.read_bytes()
        found = msgspec.json.decode(data, type=Baseline)
        json.loads(data, object_pairs_hook=members_once)
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


def render(baseline: Baseline) -> str:
    """The text of the file, with sorted ids, so that versions of it compare well."""
    members: dict[str, Any] = {"baseline": VERSION}
    if baseline.declared is not None:
        members["declared"] = baseline.declared
    members["cases"] = {id: baseline.cases[id] for id in sorted(baseline.cases)}
    return msgspec.json.format(msgspec.json.encode(members), indent=2).decode() + "\n"


def fingerprint(result: CaseResult) -> str:
    """16 hexadecimal digits that stay the same while a case fails in the same way.

    That is: the same outcome and the same answer. Of an error, the same message, apart from addresses, times and long numbers; of a
    protocol error, the same reason, apart from numbers; of a crash, the same code or signal and the same last line on standard error,
    apart from addresses, times and long numbers.
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
        findings = sorted((one["path"], one["rule"]) for one in result.got.get("findings", ()))
        how = {**result.got, "findings": findings}
    data = msgspec.json.encode([result.outcome, how], order="sorted")
    return hashlib.sha256(data).hexdigest()[:16]


def answer(result: CaseResult) -> str:
    """How a case fails, for people, in one line: the answer, or why there is none."""
    got = result.got or {}
    if result.outcome == FLAKY or not ("verdict" in got or "output" in got):
        text = result.reason
    elif "verdict" in got:
        found = sorted({f"{one['rule']} at {one['path'] or 'the root'}" for one in got.get("findings", ())})
        text = f"{got['verdict']}: {', '.join(found) or 'no findings'}"
    elif result.differences:
        one = result.differences[0]
        more = f" and {len(result.differences) - 1} more" if len(result.differences) > 1 else ""
        text = f"{one.path or 'the root'}: {one.got or 'nothing'} instead of {one.want or 'nothing'}{more}"
    else:
        text = result.reason
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def apply(run: Run, baseline: Baseline, *, known: Collection[str], today: datetime.date) -> Run:
    """The run with `excused` and `mismatches` filled in. known: the ids of all cases of the suite; the run may have only some."""
    entries = baseline.cases
    excused: dict[str, str] = {}
    mismatches: list[Mismatch] = []
    for result in run.results:
        entry = entries.get(result.id)
        kind, message = _compare(result, entry, today)
        if kind:
            mismatches.append(Mismatch(kind, result.id, message))
        elif entry is not None:
            excused[result.id] = entry.reason
    mismatches.extend(
        Mismatch("stale", id, "the baseline has an entry for a case that the suite does not have; remove it")
        for id in sorted(entries)
        if id not in known
    )
    now = declared(run)
    if baseline.declared is not None and now is not None:
        mismatches.extend(
            Mismatch(LESS, member, f"the engine no longer declares {words}; declare it again, or run with --update")
            for member, words in _beyond(baseline.declared, now)
        )
    return replace(run, excused=excused, mismatches=(*run.mismatches, *mismatches))


def _compare(result: CaseResult, entry: Entry | None, today: datetime.date) -> tuple[str, str]:
    """The kind of the mismatch between the result of a case and its entry, and its message; "" and "" if they agree."""
    if entry is None:
        is_good = result.outcome in GOOD
        reason = f": {result.reason}" if result.reason else ""
        return ("", "") if is_good else ("unexpected", f"{result.outcome}{reason}")
    was, now = f"it was {entry.outcome}", answer(result)
    if result.outcome == UNSUPPORTED:
        return "dropped", f"{was} and is no longer asked: {result.reason}; declare it again, or run with --update"
    if result.outcome in GOOD:
        return "fixed", f"{was} and is {result.outcome} now; remove the entry, or run with --update"
    if result.outcome != entry.outcome:
        before = f" ({entry.answer})" if entry.answer else ""
        return "different", f"{was}{before} and is {result.outcome} now: {now}; fix it, or run with --update"
    if fingerprint(result) != entry.fingerprint:
        how = f"it was {entry.answer}, and is {now}" if entry.answer else now
        where = "in another way than in the baseline"
        return "different", f"it is {entry.outcome} {where}: {how}; fix it, or run with --update"
    if entry.expires is not None and entry.expires < today:
        reason = f" (its reason: {entry.reason})" if entry.reason else ""
        return "expired", f"its entry expired on {entry.expires}; fix the case, or set a new date{reason}"
    return "", ""


# --- what the engine declares -----------------------------------------------------------------------------------------


def declared(run: Run) -> Declared | None:
    """What the engine declared in this run; None if it never did."""
    # Not strictly: JSON Schema takes 100.0 for an integer, and so some languages write it.
    return msgspec.convert(run.declared, Declared, strict=False) if run.declared else None


def more(baseline: Baseline, run: Run) -> list[str]:
    """What the engine declares and the baseline does not have."""
    now = declared(run)
    return [] if now is None or baseline.declared is None else [words for _, words in _beyond(now, baseline.declared)]


def require(run: Run, words: Sequence[str]) -> Run:
    """The run with a mismatch for each operation, level or feature of `words` that the engine does not declare."""
    now = declared(run)
    if now is None:
        return run
    known = {*now.ops, *now.levels, *now.features}
    missing = [Mismatch(LESS, one, "the engine does not declare it, and --require asks for it") for one in words]
    return replace(run, mismatches=(*run.mismatches, *(one for one in missing if one.id not in known)))


def _beyond(larger: Declared, smaller: Declared) -> Iterator[tuple[str, str]]:
    """What `larger` declares and `smaller` does not: the member of the hello, and words for what is in it."""
    for member in ("contract", "ops", "levels", "features"):
        names = [name for name in getattr(larger, member) if name not in getattr(smaller, member)]
        if names:
            yield member, f"{', '.join(names)} in {member}"
    for member in ("integer", "depth"):
        high, low = larger.limits.get(member), smaller.limits.get(member)
        if low is not None and (high is None or high > low):
            yield f"limits.{member}", f"limits.{member} beyond {low}"
    if (larger.findings, smaller.findings) == ("all", "first"):
        yield "findings", 'findings "all" rather than "first"'


# --- writing it -------------------------------------------------------------------------------------------------------


def update(run: Run, baseline: Baseline, *, known: Collection[str]) -> Baseline:
    """The baseline that matches the run. Entries keep their reason, link and expiry date; new ones have none.

    A reason that was given for another failure is marked as such. Entries of cases that the run does not have or did not run are
    kept; entries of cases that the suite does not have are removed.
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
    """What an update changed, in lines: how many entries it added, changed and removed, and some of their ids."""
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
        lines += [f"  no longer declared: {words}" for _, words in _beyond(before.declared, after.declared)]
    if missing := unreasoned([one.reason for one in new.values()]):
        lines.append(f"  {missing}; write the reasons into the file")
    return lines


def unreasoned(reasons: Sequence[str]) -> str:
    """How many reasons of entries a person still has to write, in words; "" if there are none."""
    empty = sum(not one for one in reasons)
    outdated = sum(one.startswith(OUTDATED) for one in reasons)
    parts = [f"{empty:,} without a reason"] if empty else []
    parts += [f"{outdated:,} with a reason that was {OUTDATED[1:-2]}"] if outdated else []
    return ", ".join(parts)
