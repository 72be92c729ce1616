"""Every sabotage there is, with what must be seen of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from exprov.conformance import results
from exprov.conformance.sabotages import contents, greetings, lines, processes
from exprov.conformance.sabotages.base import Rewritten, Saboteur
from exprov.conformance.sabotages.model import (
    ACCEPTED,
    COUNTED,
    FRACTIONS,
    GREEN,
    REFUSED,
    SEVERAL,
    UNKNOWN,
    Choice,
    Sabotage,
    after_accepted,
    all_findings,
    neighbours,
    operation,
    other_operations,
)

_FAIL = (results.FAIL,)
_WRONG = (results.WRONG_REASON,)
_PROTOCOL = (results.PROTOCOL,)
_TIMEOUT = (results.TIMEOUT,)
_CRASH = (results.CRASH,)
_NOT_RUN = (results.NOT_RUN,)
# What comes between hello and the first case may be heard before or after the case is asked.
_AT_START = (results.NOT_RUN, results.PROTOCOL)
_UNSUPPORTED = (results.UNSUPPORTED,)

_VALIDATE, _ROUNDTRIP, _CANONICAL, _EMIT = map(operation, ("validate", "roundtrip", "canonical", "emit"))


def _rewrites(
    name: str, does: str, rewrite: Callable[[Any], Any], expect: tuple[str, ...], tell: str, choose: Choice, **more: Any
) -> Sabotage:
    return Sabotage(name, does, partial(Rewritten, rewrite), expect, tell, choose, **more)


def _instead(name: str, does: str, data: bytes, tell: str) -> Sabotage:
    return Sabotage(name, does, partial(lines.Instead, data), _PROTOCOL, tell, most=1)


def _greets(name: str, does: str, tell: str, *, expect: tuple[str, ...] = _NOT_RUN, **members: Any) -> Sabotage:
    return Sabotage(name, does, partial(greetings.Greeting, **members), expect, tell, most=0)


# One row for each, so that it reads as a table.

CONTROLS = (
    Sabotage("none", "passes everything on", Saboteur, GREEN, most=0),
    _rewrites(
        "unknown-members", "adds members that are not in the protocol", contents.add_unknown, GREEN, "", _VALIDATE
    ),
    Sabotage("out-of-order", "answers in another order, within the window", lines.OutOfOrder, GREEN, most=99, window=4),
    Sabotage("flood", "writes 32 MiB to standard error, and answers", processes.Flood, GREEN, most=1),
    _rewrites("respelt", "writes members in another order, with spaces", contents.respell, GREEN, "", _ROUNDTRIP),
)
"""Nothing is wrong with these, and nothing may turn red."""

ANSWERS = (
    _rewrites("verdict", "calls valid what is invalid", contents.flip_verdict, _FAIL, 'verdict "invalid" "valid"', REFUSED),
    _rewrites("refusal", "calls invalid what is valid", contents.flip_verdict, _FAIL, 'verdict "valid" "invalid"', ACCEPTED),
    _rewrites("verdict-alone", "finds all, and calls it valid", contents.call_valid, _FAIL, 'verdict "invalid" "valid"', REFUSED),
    _rewrites("no-findings", "refuses without a finding", contents.no_findings, _WRONG, "no findings", REFUSED),
    _rewrites("rules", "renames the rules of findings", contents.rename_rules, _WRONG, "-renamed", REFUSED),
    _rewrites("paths", "moves the paths of findings", contents.move_paths, _WRONG, "/moved", REFUSED),
    _rewrites("lost-finding", "loses one of several findings", contents.lose_finding, _WRONG, "^findings [^ ]+ $", SEVERAL, missing=all_findings),
    _rewrites("extra-finding", "invents a finding more", contents.add_finding, _WRONG, "^findings  .*/invented", REFUSED, missing=all_findings),
    Sabotage("stale", "repeats what it answered before", lines.Stale, _FAIL, 'verdict "invalid" "valid"', after_accepted),
    Sabotage("exchanged", "exchanges two answers", lines.Exchanged, _FAIL, '^verdict "(in)?valid" "(in)?valid"$', neighbours, most=2, window=4),
    _rewrites("unknown-dropped", "drops the members that it does not know", contents.drop_unknown, _FAIL, "^/[^ ]* .+ $", UNKNOWN),
    _rewrites("numbers", "cuts fractions off", contents.round_numbers, _FAIL, r"^/[^ ]* -?[\d.e-]+ -?\d+$", FRACTIONS),
    _rewrites("integers", "writes integers as fractions", contents.write_fractions, _FAIL, "^findings  .*schema/integer-form", COUNTED),
    _rewrites("doubled-member", "writes a member twice", contents.double_member, _FAIL, "may write: json/duplicate-member", _ROUNDTRIP),
    _rewrites("halved-record", "writes half of a record", contents.halve_output, _FAIL, "may write: json/syntax", _ROUNDTRIP),
    _rewrites("digest", "changes a digit of the digest", contents.change_digest, _FAIL, '^digest "[0-9a-f]{64}" "[0-9a-f]{64}"$', _CANONICAL),
    _rewrites("canonical-newline", "ends the canonical form with a newline", contents.add_newline, _FAIL, "not in the canonical form", _CANONICAL),
    _rewrites("fact", "emits what did not happen", contents.change_fact, _FAIL, "^/modelProfile .*-sabotaged", _EMIT),
    _rewrites("canary", "emits content of the request", contents.leak_canary, _FAIL, "the word CANARY", _EMIT),
    _rewrites("declines", "declines what it declared", contents.decline, (results.UNDECLARED,), "mood", _VALIDATE),
    _rewrites("gives-up", "answers that it failed", contents.fail, (results.ERROR,), "the sabotaged engine gives up", _VALIDATE),
    Sabotage("forgetful", "answers otherwise when asked again", contents.Forgetful, (results.FLAKY,), "asked again", REFUSED, repeats=True),
)  # fmt: skip
"""Proper lines, and wrong answers."""

MESSAGES = (
    _rewrites("no-verdict", "leaves the verdict out", contents.without_verdict, _PROTOCOL, "has a verdict, and this one has none", _VALIDATE),
    _rewrites("no-output", "leaves the output out", contents.without_output, _PROTOCOL, "has an output, and this one has none", _ROUNDTRIP),
    _rewrites("no-digest", "leaves the digest out", contents.lose_digest, _PROTOCOL, "has a digest, and this one has none", _CANONICAL),
    _rewrites("verdict-word", "has a verdict that is none", contents.wrong_verdict, _PROTOCOL, r"'maybe' - at `\$.verdict`", _VALIDATE, most=1),
    _rewrites("finding-shape", "has findings that are none", contents.wrong_finding, _PROTOCOL, r"\$.findings", REFUSED, most=1),
    _rewrites("status", "has a status that is none", contents.wrong_status, _PROTOCOL, r"'fine' - at `\$.status`", _VALIDATE, most=1),
    _rewrites("id-type", "has a number for an id", contents.wrong_id, _PROTOCOL, r"at `\$.id`", _VALIDATE, most=1),
    _instead("garbage", "writes a line that is no JSON", b"Segmentation fault\n", "no message.*'Segmentation fault'"),
    _instead("array", "writes JSON that is no object", b"[1]\n", r"no message.*'\[1\]'"),
    _instead("blank", "writes an empty line", b"\n", "an empty line"),
    _instead("encoding", "writes a line that is no UTF-8", b'{"type":"result","x":"\xff"}\n', "no UTF-8"),
    _instead("early-bye", "says bye before the end", b'{"type":"bye","answered":0}\n', "bye before it was told to"),
    Sabotage("truncated", "ends a line within the answer", lines.Truncated, _PROTOCOL, "no message: .*truncated", most=1),
    Sabotage("endless", "writes 256 MiB without the end of a line", lines.Endless, _PROTOCOL, "too long", most=1),
    Sabotage("unknown-case", "answers for a case that there is not", lines.ForUnknownCase, _PROTOCOL, "no.such-case.*not asked", most=1),
    # The case that was answered before has two answers, and the other one none.
    Sabotage("other-case", "answers for an earlier case", lines.ForEarlierCase, (results.PROTOCOL, results.TIMEOUT), "2 times|no answer within", most=2),
    Sabotage("doubled", "answers twice", lines.Doubled, _PROTOCOL, "2 times", most=1),
    Sabotage("lost", "loses the answer", lines.Lost, _TIMEOUT, "no answer within", most=1),
    Sabotage("late", "answers after the time is up", lines.Late, _TIMEOUT, "no answer within", most=1),
)  # fmt: skip
"""No answers of the protocol, or not when and where they should be."""

PROGRAM = (
    Sabotage("crash", "ends with code 7", processes.Crash, _CRASH, "with code 7$", most=2),
    Sabotage("quiet-end", "ends with code 0", partial(processes.Crash, 0), _CRASH, "with code 0$", REFUSED, most=1),
    Sabotage("crash-in-answer", "ends within its answer", processes.CrashInAnswer, _CRASH, "with code 7.* bytes", most=1),
    Sabotage("signal", "dies by a signal", processes.Signal, _CRASH, "SIGKILL", most=1),
    Sabotage("last-words", "ends with 100 kB on standard error", processes.CrashAfterWords, _CRASH, "^sabotage: last words$", most=1),
    Sabotage("orphan", "ends, but a child keeps its pipes open", processes.OrphanedPipe, _CRASH, "with code 7", most=1),
    Sabotage("hang", "neither reads nor answers", processes.Hang, _TIMEOUT, "no answer within", most=1),
    Sabotage("closed-stdout", "closes standard output and lives on", processes.ClosedStdout, _CRASH, "closed its standard output", most=1),
)  # fmt: skip
"""The engine ends or hangs."""

GREETINGS = (
    Sabotage("nonce", "says hello for another run", greetings.OtherRun, _NOT_RUN, "another run", most=0),
    _greets("protocol", "says hello in protocol 2", "version 2 of the protocol", protocol=2),
    _greets("contract", "says hello for contract 9.0", "contract", expect=_UNSUPPORTED, contract=["9.0"]),
    _greets("no-ops", "says hello without its operations", "field `ops`", ops=None),
    _greets("unknown-op", "says hello with an operation that is none", r"'guess' - at `\$.ops", ops=["guess"]),
    _greets("no-window", "says hello with a window of 0", r"at `\$.window`", window=0),
    Sabotage("banner", "writes a banner before its hello", partial(greetings.Before, b"Welcome\n"), _NOT_RUN, "no message.*'Welcome'", most=0),
    Sabotage("two-hellos", "says hello twice", greetings.TwoGreetings, _AT_START, "hello a second time", most=0),
    Sabotage("unasked", "answers before it is asked", greetings.Unasked, _AT_START, "no.such-case.*not asked", most=0),
    Sabotage("mute", "says no hello", greetings.Mute, _NOT_RUN, "no hello within", most=0),
    Sabotage("stillborn", "ends before its hello", processes.EndAtOnce, _NOT_RUN, "with code 7", most=0),
    Sabotage("miscounted", "counts one answer too many", greetings.Miscounted, GREEN, "says that it answered", most=0),
    Sabotage("no-bye", "ends without a good-bye", greetings.NoBye, GREEN, "without saying bye", most=0),
    Sabotage("bad-end", "ends with code 7 after its good-bye", processes.BadEnd, GREEN, "said bye and ended with code 7", most=0),
    *(
        Sabotage(f"no-{op}", f"does not declare {op}", partial(greetings.Fewer, op), _UNSUPPORTED, f"operation {op}", operation(op), most=99, missing=other_operations)
        for op in ("validate", "roundtrip", "canonical", "emit")
    ),
)  # fmt: skip
"""How the engine begins and ends."""

TABLE: tuple[Sabotage, ...] = (*CONTROLS, *ANSWERS, *MESSAGES, *PROGRAM, *GREETINGS)
BY_NAME = {one.name: one for one in TABLE}
