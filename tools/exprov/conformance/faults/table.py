"""Every deliberate fault, with what a run must show of it."""

from __future__ import annotations

from exprov.conformance import outcomes
from exprov.conformance.faults import injectors, kinds, rewrites
from exprov.conformance.faults.injectors import NO_CASE, crash, says, writes
from exprov.conformance.faults.model import (
    HARMLESS,
    Fault,
    after_accepted,
    all_findings,
    each,
    neighbours,
    other_operations,
)
from exprov.conformance.faults.rewrites import (
    Rewrite,
    edits,
    flip_verdict,
    instead,
    member_first,
    puts,
    text,
    value,
    without,
)

_FAIL = (outcomes.FAIL,)
_WRONG = (outcomes.WRONG_REASON,)
_PROTOCOL = (outcomes.PROTOCOL,)
_TIMEOUT = (outcomes.TIMEOUT,)
_CRASH = (outcomes.CRASH,)
_NOT_RUN = (outcomes.NOT_RUN,)
# A message between hello and the first case may come before or after the case is asked.
_AT_START = (outcomes.NOT_RUN, outcomes.PROTOCOL)
_UNSUPPORTED = (outcomes.UNSUPPORTED,)

_OPERATIONS = {op: each(kinds.operation(op)) for op in ("validate", "roundtrip", "canonical", "emit")}
_VALIDATE, _ROUNDTRIP, _CANONICAL, _EMIT = _OPERATIONS.values()
_ACCEPTED, _REJECTED, _SEVERAL = map(each, (kinds.accepted, kinds.rejected, kinds.several))


def _less(op: str) -> Rewrite:
    return edits("ops", lambda ops: [one for one in ops if one != op])


# One row for each, so that it reads as a table.

CONTROLS = (
    Fault("none", "passes everything on", HARMLESS, most=0),
    Fault("unknown-members", "adds members that the protocol does not know", HARMLESS, "", _VALIDATE, result=says(lambda result: {"future": {"nested": [1, None]}, **result, "alsoFuture": "x"})),
    Fault("out-of-order", "answers in another order, within the window", HARMLESS, most=99, window=4, result=injectors.reverse),
    Fault("flood", "writes 32 MiB to standard error, and answers", HARMLESS, most=1, case=injectors.flood),
    Fault("respelt", "writes members in another order, with spaces", HARMLESS, "", _ROUNDTRIP, result=says(value(rewrites.backwards, ensure_ascii=True, indent=1))),
)  # fmt: skip
"""Nothing is wrong with these, so no case may fail."""

ANSWERS = (
    Fault("verdict", "calls invalid inputs valid", _FAIL, 'verdict "invalid" "valid"', _REJECTED, result=says(flip_verdict)),
    Fault("refusal", "calls valid inputs invalid", _FAIL, 'verdict "valid" "invalid"', _ACCEPTED, result=says(flip_verdict)),
    Fault("verdict-alone", "reports all findings, with the verdict valid", _FAIL, 'verdict "invalid" "valid"', _REJECTED, result=says(puts(verdict="valid"))),
    Fault("no-findings", "rejects without a finding", _WRONG, "no findings", _REJECTED, result=says(puts(findings=[]))),
    Fault("rules", "renames the rules of findings", _WRONG, "-renamed", _REJECTED, result=says(rewrites.each_finding("rule", "-renamed"))),
    Fault("paths", "moves the paths of findings", _WRONG, "/moved", _REJECTED, result=says(rewrites.each_finding("path", "/moved"))),
    Fault("lost-finding", "loses one of several findings", _WRONG, "^findings [^ ]+ $", _SEVERAL, missing=all_findings, result=says(edits("findings", lambda found: found[1:]))),
    Fault("extra-finding", "invents a finding", _WRONG, "^findings  .*/invented", _REJECTED, missing=all_findings, result=says(edits("findings", lambda found: [*found, {"rule": "leak/message", "path": "/invented"}]))),
    Fault("stale", "repeats an earlier answer", _FAIL, 'verdict "invalid" "valid"', after_accepted, result=injectors.stale),
    Fault("exchanged", "exchanges two answers", _FAIL, '^verdict "(in)?valid" "(in)?valid"$', neighbours, most=2, window=4, result=injectors.exchange),
    Fault("unknown-dropped", "drops unknown members", _FAIL, "^/[^ ]* .+ $", each(kinds.unknown), result=says(value(rewrites.known_only))),
    Fault("numbers", "cuts off fractions", _FAIL, r"^/[^ ]* -?[\d.e-]+ -?\d+$", each(kinds.fractions), result=says(value(rewrites.rounded))),
    Fault("integers", "writes integers as fractions", _FAIL, "^findings  .*schema/integer-form", each(kinds.counted), result=says(value(rewrites.fractional))),
    Fault("doubled-member", "writes a member twice", _FAIL, "must not write .*: json/duplicate-member", _ROUNDTRIP, result=says(member_first('"schemaVersion":"1.0"'))),
    Fault("halved-record", "writes half of a record", _FAIL, "must not write .*: json/syntax", _ROUNDTRIP, result=says(text(lambda text: text[: len(text) // 2]))),
    Fault("digest", "changes a digit of the digest", _FAIL, '^digest "[0-9a-f]{64}" "[0-9a-f]{64}"$', _CANONICAL, result=says(edits("digest", lambda digest: digest[:-1] + ("1" if digest.endswith("0") else "0")))),
    Fault("canonical-newline", "ends the canonical form with a line feed", _FAIL, "not in canonical form", _CANONICAL, result=says(text(lambda text: text + "\n"))),
    Fault("fact", "emits what did not happen", _FAIL, "^/modelProfile .*-faulty", _EMIT, result=says(value(lambda record: record | {"modelProfile": f"{record.get('modelProfile', '')}-faulty"}))),
    Fault("canary", "emits content of the request", _FAIL, "the word CANARY", _EMIT, result=says(member_first('"note":"CANARY-1"'))),
    Fault("declines", "declines what it declares", (outcomes.UNDECLARED,), "mood", _VALIDATE, result=says(instead(status="unsupported", unsupported={"feature": "mood"}))),
    Fault("gives-up", "answers that it failed", (outcomes.ERROR,), "the faulty engine gives up", _VALIDATE, result=says(instead(status="error", error={"message": "the faulty engine gives up", "trace": "at line 7"}))),
    Fault("forgetful", "gives another answer when asked again", (outcomes.FLAKY,), "asked again", _REJECTED, repeats=True, result=injectors.forget),
)  # fmt: skip
"""Proper messages with wrong answers."""

MESSAGES = (
    Fault("no-verdict", "leaves the verdict out", _PROTOCOL, "needs a verdict", _VALIDATE, result=says(without("verdict", "findings"))),
    Fault("no-output", "leaves the output out", _PROTOCOL, "needs an output", _ROUNDTRIP, result=says(without("output"))),
    Fault("no-digest", "leaves the digest out", _PROTOCOL, "needs a digest", _CANONICAL, result=says(without("digest"))),
    Fault("verdict-word", "has an unknown verdict", _PROTOCOL, '/verdict: .*"maybe"', _VALIDATE, most=1, result=says(puts(verdict="maybe"))),
    Fault("finding-shape", "has findings that are strings", _PROTOCOL, "/findings/0: ", _REJECTED, most=1, result=says(puts(findings=["rule/attempt-count"]))),
    Fault("status", "has an unknown status", _PROTOCOL, '/status: .*"fine"', _VALIDATE, most=1, result=says(puts(status="fine"))),
    Fault("id-type", "has a number for an id", _PROTOCOL, "/id: ", _VALIDATE, most=1, result=says(puts(id=7))),
    Fault("garbage", "writes a line that is not JSON", _PROTOCOL, "not JSON.*'Segmentation fault'", most=1, result=writes(b"Segmentation fault\n")),
    Fault("array", "writes JSON that is not an object", _PROTOCOL, r"not an object.*'\[1\]'", most=1, result=writes(b"[1]\n")),
    Fault("blank", "writes an empty line", _PROTOCOL, "an empty line", most=1, result=writes(b"\n")),
    Fault("encoding", "writes a line that is not UTF-8", _PROTOCOL, "not UTF-8", most=1, result=writes(b'{"type":"result","x":"\xff"}\n')),
    Fault("early-bye", "says bye too early", _PROTOCOL, "bye before the driver did", most=1, result=writes(b'{"type":"bye","answered":0}\n')),
    Fault("truncated", "ends a line inside the answer", _PROTOCOL, "not JSON: .*'{", most=1, result=lambda wire, line, *_: wire.write(line[: len(line) // 2] + b"\n")),
    Fault("endless", "writes 256 MiB without a line feed", _PROTOCOL, "too long", most=1, result=injectors.endless),
    Fault("unknown-case", "answers a case that does not exist", _PROTOCOL, "no.such-case.*not asked", most=1, result=says(puts(id=NO_CASE))),
    # The earlier case has two answers then, and the other one none.
    Fault("other-case", "answers an earlier case again", (outcomes.PROTOCOL, outcomes.TIMEOUT), "2 times|no answer within", most=2, result=injectors.for_earlier_case),
    Fault("doubled", "answers twice", _PROTOCOL, "2 times", most=1, result=injectors.double, bye=injectors.counts_both),
    Fault("lost", "loses the answer", _TIMEOUT, "no answer within", most=1, result=injectors.swallow),
    Fault("late", "answers after the time limit", _TIMEOUT, "no answer within", most=1, result=injectors.late),
)  # fmt: skip
"""Lines that are not answers of the protocol, or not when and where they should be."""

PROGRAM = (
    Fault("crash", "ends with code 7", _CRASH, "with code 7$", most=2, case=crash()),
    Fault("quiet-end", "ends with code 0", _CRASH, "with code 0$", _REJECTED, most=1, case=crash(code=0)),
    Fault("crash-in-answer", "ends inside its answer", _CRASH, "with code 7.* bytes", most=1, result=crash(injectors.half)),
    Fault("signal", "dies by a signal", _CRASH, "SIGKILL", most=1, case=injectors.die),
    Fault("last-words", "ends with 100 kB on standard error", _CRASH, "^proxy: last words$", most=1, case=crash(injectors.complain(b"x" * 100_000 + b"\nproxy: last words\n"))),
    Fault("orphan", "ends, but a child keeps its pipes open", _CRASH, "with code 7", most=1, case=crash(injectors.orphan)),
    Fault("hang", "neither reads nor answers", _TIMEOUT, "no answer within", most=1, case=injectors.hang),
    Fault("closed-stdout", "closes standard output and keeps running", _CRASH, "closed its standard output", most=1, case=injectors.close_stdout),
)  # fmt: skip
"""The engine ends or hangs."""

GREETINGS = (
    Fault("nonce", "says hello for another run", _NOT_RUN, "another run", most=0, hello=says(edits("run", lambda run: run + "0"))),
    Fault("protocol", "says hello in protocol 2", _NOT_RUN, "version 2 of the protocol", most=0, hello=says(puts(protocol=2))),
    Fault("contract", "says hello for contract 9.0", _UNSUPPORTED, "contract", most=0, hello=says(puts(contract=["9.0"]))),
    Fault("no-ops", "says hello without its operations", _NOT_RUN, "ops is missing", most=0, hello=says(without("ops"))),
    Fault("unknown-op", "declares an unknown operation", _NOT_RUN, '/ops/0: .*"guess"', most=0, hello=says(puts(ops=["guess"]))),
    Fault("no-window", "says hello with a window of 0", _NOT_RUN, "/window: ", most=0, hello=says(puts(window=0))),
    Fault("banner", "writes a banner before its hello", _NOT_RUN, "not JSON.*'Welcome'", most=0, hello=lambda wire, line, *_: wire.write(b"Welcome\n" + line)),
    Fault("two-hellos", "says hello twice", _AT_START, "hello a second time", most=0, hello=injectors.double),
    Fault("unasked", "answers before it is asked", _AT_START, "no.such-case.*not asked", most=0, hello=injectors.unasked),
    Fault("mute", "says no hello", _NOT_RUN, "no hello within", most=0, hello=injectors.swallow),
    Fault("stillborn", "ends before its hello", _NOT_RUN, "with code 7", most=0, hello=crash()),
    Fault("miscounted", "counts one answer too many", HARMLESS, "counts .* in its bye", most=0, bye=says(edits("answered", lambda count: count + 1))),
    Fault("no-bye", "ends without a bye", HARMLESS, "without saying bye", most=0, bye=injectors.swallow),
    Fault("bad-end", "ends with code 7 after its bye", HARMLESS, "said bye and ended with code 7", most=0, bye=crash(writes())),
    *(Fault(f"no-{op}", f"does not declare {op}", _UNSUPPORTED, f"operation {op}", choose, most=99, missing=other_operations, hello=says(_less(op))) for op, choose in _OPERATIONS.items()),
)  # fmt: skip
"""How the engine begins and ends."""

TABLE: tuple[Fault, ...] = (*CONTROLS, *ANSWERS, *MESSAGES, *PROGRAM, *GREETINGS)
BY_NAME = {one.name: one for one in TABLE}
