"""Every deliberate fault, with what a run must show of it."""

from __future__ import annotations

from functools import partial
from typing import Any

from exprov.conformance import outcomes
from exprov.conformance.faults import injectors, rewrites
from exprov.conformance.faults.injectors import NO_CASE, Injector, Rewriting
from exprov.conformance.faults.model import (
    ACCEPTED,
    COUNTED,
    FRACTIONS,
    HARMLESS,
    REJECTED,
    SEVERAL,
    UNKNOWN,
    Choice,
    Fault,
    after_accepted,
    all_findings,
    neighbours,
    operation,
    other_operations,
)
from exprov.conformance.faults.rewrites import Rewrite, fractional, instead, puts, without
from exprov.conformance.faults.wire import end

_FAIL = (outcomes.FAIL,)
_WRONG = (outcomes.WRONG_REASON,)
_PROTOCOL = (outcomes.PROTOCOL,)
_TIMEOUT = (outcomes.TIMEOUT,)
_CRASH = (outcomes.CRASH,)
_NOT_RUN = (outcomes.NOT_RUN,)
# A message between hello and the first case may come before or after the case is asked.
_AT_START = (outcomes.NOT_RUN, outcomes.PROTOCOL)
_UNSUPPORTED = (outcomes.UNSUPPORTED,)

_VALIDATE, _ROUNDTRIP, _CANONICAL, _EMIT = map(operation, ("validate", "roundtrip", "canonical", "emit"))


def _on(**hooks: Any) -> partial[Injector]:
    return partial(Injector, **hooks)


def _rewrite(
    name: str, does: str, rewrite: Rewrite, expect: tuple[str, ...], tell: str, choose: Choice, **more: Any
) -> Fault:
    return Fault(name, does, partial(Rewriting, rewrite), expect, tell, choose, **more)


def _instead(name: str, does: str, data: bytes, tell: str) -> Fault:
    return Fault(name, does, _on(result=lambda wire, *_: wire.write(data)), _PROTOCOL, tell, most=1)


def _greeting(name: str, does: str, tell: str, *, expect: tuple[str, ...] = _NOT_RUN, **members: Any) -> Fault:
    def hello(wire: Any, line: bytes, hello: dict[str, Any]) -> None:
        changed = hello | members
        wire.say({name: value for name, value in changed.items() if value is not None})

    return Fault(name, does, _on(hello=hello), expect, tell, most=0)


def _undeclared(op: str) -> Fault:
    hello = _on(hello=lambda wire, line, hello: wire.say(hello | {"ops": [one for one in hello["ops"] if one != op]}))
    does, tell = f"does not declare {op}", f"operation {op}"
    return Fault(f"no-{op}", does, hello, _UNSUPPORTED, tell, operation(op), most=99, missing=other_operations)


# One row for each, so that it reads as a table.

CONTROLS = (
    Fault("none", "passes everything on", Injector, HARMLESS, most=0),
    _rewrite("unknown-members", "adds members that the protocol does not know", lambda result: {"future": {"nested": [1, None]}, **result, "alsoFuture": "x"}, HARMLESS, "", _VALIDATE),
    Fault("out-of-order", "answers in another order, within the window", injectors.OutOfOrder, HARMLESS, most=99, window=4),
    Fault("flood", "writes 32 MiB to standard error, and answers", _on(case=injectors.flood), HARMLESS, most=1),
    _rewrite("respelt", "writes members in another order, with spaces", rewrites.value(rewrites.backwards, ensure_ascii=True, indent=1), HARMLESS, "", _ROUNDTRIP),
)  # fmt: skip
"""Nothing is wrong with these, so no case may fail."""

ANSWERS = (
    _rewrite("verdict", "calls invalid inputs valid", rewrites.flip_verdict, _FAIL, 'verdict "invalid" "valid"', REJECTED),
    _rewrite("refusal", "calls valid inputs invalid", rewrites.flip_verdict, _FAIL, 'verdict "valid" "invalid"', ACCEPTED),
    _rewrite("verdict-alone", "reports all findings, with the verdict valid", puts(verdict="valid"), _FAIL, 'verdict "invalid" "valid"', REJECTED),
    _rewrite("no-findings", "rejects without a finding", puts(findings=[]), _WRONG, "no findings", REJECTED),
    _rewrite("rules", "renames the rules of findings", rewrites.findings(lambda found: [one | {"rule": f"{one['rule']}-renamed"} for one in found]), _WRONG, "-renamed", REJECTED),
    _rewrite("paths", "moves the paths of findings", rewrites.findings(lambda found: [one | {"path": f"{one['path']}/moved"} for one in found]), _WRONG, "/moved", REJECTED),
    _rewrite("lost-finding", "loses one of several findings", rewrites.findings(lambda found: found[1:]), _WRONG, "^findings [^ ]+ $", SEVERAL, missing=all_findings),
    _rewrite("extra-finding", "invents a finding", rewrites.findings(lambda found: [*found, {"rule": "leak/message", "path": "/invented"}]), _WRONG, "^findings  .*/invented", REJECTED, missing=all_findings),
    Fault("stale", "repeats an earlier answer", injectors.Stale, _FAIL, 'verdict "invalid" "valid"', after_accepted),
    Fault("exchanged", "exchanges two answers", injectors.Exchanged, _FAIL, '^verdict "(in)?valid" "(in)?valid"$', neighbours, most=2, window=4),
    _rewrite("unknown-dropped", "drops unknown members", rewrites.value(rewrites.known_only), _FAIL, "^/[^ ]* .+ $", UNKNOWN),
    _rewrite("numbers", "cuts off fractions", rewrites.value(rewrites.rounded), _FAIL, r"^/[^ ]* -?[\d.e-]+ -?\d+$", FRACTIONS),
    _rewrite("integers", "writes integers as fractions", rewrites.value(fractional), _FAIL, "^findings  .*schema/integer-form", COUNTED),
    _rewrite("doubled-member", "writes a member twice", rewrites.text(rewrites.member_first('"schemaVersion":"1.0"')), _FAIL, "must not write .*: json/duplicate-member", _ROUNDTRIP),
    _rewrite("halved-record", "writes half of a record", rewrites.text(lambda text: text[: len(text) // 2]), _FAIL, "must not write .*: json/syntax", _ROUNDTRIP),
    _rewrite("digest", "changes a digit of the digest", rewrites.change_digest, _FAIL, '^digest "[0-9a-f]{64}" "[0-9a-f]{64}"$', _CANONICAL),
    _rewrite("canonical-newline", "ends the canonical form with a line feed", rewrites.text(lambda text: text + "\n"), _FAIL, "not in canonical form", _CANONICAL),
    _rewrite("fact", "emits what did not happen", rewrites.value(lambda record: record | {"modelProfile": f"{record.get('modelProfile', '')}-faulty"}), _FAIL, "^/modelProfile .*-faulty", _EMIT),
    _rewrite("canary", "emits content of the request", rewrites.text(rewrites.member_first('"note":"CANARY-1"')), _FAIL, "the word CANARY", _EMIT),
    _rewrite("declines", "declines what it declares", instead(status="unsupported", unsupported={"feature": "mood"}), (outcomes.UNDECLARED,), "mood", _VALIDATE),
    _rewrite("gives-up", "answers that it failed", instead(status="error", error={"message": "the faulty engine gives up", "trace": "at line 7"}), (outcomes.ERROR,), "the faulty engine gives up", _VALIDATE),
    Fault("forgetful", "gives another answer when asked again", injectors.Forgetful, (outcomes.FLAKY,), "asked again", REJECTED, repeats=True),
)  # fmt: skip
"""Proper messages with wrong answers."""

MESSAGES = (
    _rewrite("no-verdict", "leaves the verdict out", without("verdict", "findings"), _PROTOCOL, "needs a verdict", _VALIDATE),
    _rewrite("no-output", "leaves the output out", without("output"), _PROTOCOL, "needs an output", _ROUNDTRIP),
    _rewrite("no-digest", "leaves the digest out", without("digest"), _PROTOCOL, "needs a digest", _CANONICAL),
    _rewrite("verdict-word", "has an unknown verdict", puts(verdict="maybe"), _PROTOCOL, '/verdict: .*"maybe"', _VALIDATE, most=1),
    _rewrite("finding-shape", "has findings that are strings", puts(findings=["rule/attempt-count"]), _PROTOCOL, "/findings/0: ", REJECTED, most=1),
    _rewrite("status", "has an unknown status", puts(status="fine"), _PROTOCOL, '/status: .*"fine"', _VALIDATE, most=1),
    _rewrite("id-type", "has a number for an id", puts(id=7), _PROTOCOL, "/id: ", _VALIDATE, most=1),
    _instead("garbage", "writes a line that is not JSON", b"Segmentation fault\n", "not JSON.*'Segmentation fault'"),
    _instead("array", "writes JSON that is not an object", b"[1]\n", r"not an object.*'\[1\]'"),
    _instead("blank", "writes an empty line", b"\n", "an empty line"),
    _instead("encoding", "writes a line that is not UTF-8", b'{"type":"result","x":"\xff"}\n', "not UTF-8"),
    _instead("early-bye", "says bye too early", b'{"type":"bye","answered":0}\n', "bye before the driver did"),
    Fault("truncated", "ends a line inside the answer", _on(result=lambda wire, line, *_: wire.write(line[: len(line) // 2] + b"\n")), _PROTOCOL, "not JSON: .*'{", most=1),
    Fault("endless", "writes 256 MiB without a line feed", _on(result=injectors.endless), _PROTOCOL, "too long", most=1),
    Fault("unknown-case", "answers a case that does not exist", _on(result=lambda wire, line, result, case: wire.say(result | {"id": NO_CASE})), _PROTOCOL, "no.such-case.*not asked", most=1),
    # The earlier case has two answers then, and the other one none.
    Fault("other-case", "answers an earlier case again", injectors.ForEarlierCase, (outcomes.PROTOCOL, outcomes.TIMEOUT), "2 times|no answer within", most=2),
    Fault("doubled", "answers twice", injectors.Doubled, _PROTOCOL, "2 times", most=1),
    Fault("lost", "loses the answer", _on(result=injectors.swallow), _TIMEOUT, "no answer within", most=1),
    Fault("late", "answers after the time limit", _on(result=injectors.late), _TIMEOUT, "no answer within", most=1),
)  # fmt: skip
"""Lines that are not answers of the protocol, or not when and where they should be."""

PROGRAM = (
    Fault("crash", "ends with code 7", _on(case=injectors.crash), _CRASH, "with code 7$", most=2),
    Fault("quiet-end", "ends with code 0", _on(case=lambda *_: end(0)), _CRASH, "with code 0$", REJECTED, most=1),
    Fault("crash-in-answer", "ends inside its answer", _on(result=injectors.crash_in_line), _CRASH, "with code 7.* bytes", most=1),
    Fault("signal", "dies by a signal", _on(case=injectors.die), _CRASH, "SIGKILL", most=1),
    Fault("last-words", "ends with 100 kB on standard error", _on(case=injectors.crash_with_words), _CRASH, "^proxy: last words$", most=1),
    Fault("orphan", "ends, but a child keeps its pipes open", _on(case=injectors.orphan), _CRASH, "with code 7", most=1),
    Fault("hang", "neither reads nor answers", _on(case=injectors.hang), _TIMEOUT, "no answer within", most=1),
    Fault("closed-stdout", "closes standard output and keeps running", _on(case=injectors.close_stdout), _CRASH, "closed its standard output", most=1),
)  # fmt: skip
"""The engine ends or hangs."""

GREETINGS = (
    Fault("nonce", "says hello for another run", _on(hello=lambda wire, line, hello: wire.say(hello | {"run": f"{hello['run']}0"})), _NOT_RUN, "another run", most=0),
    _greeting("protocol", "says hello in protocol 2", "version 2 of the protocol", protocol=2),
    _greeting("contract", "says hello for contract 9.0", "contract", expect=_UNSUPPORTED, contract=["9.0"]),
    _greeting("no-ops", "says hello without its operations", "ops is missing", ops=None),
    _greeting("unknown-op", "declares an unknown operation", '/ops/0: .*"guess"', ops=["guess"]),
    _greeting("no-window", "says hello with a window of 0", "/window: ", window=0),
    Fault("banner", "writes a banner before its hello", _on(hello=lambda wire, line, hello: wire.write(b"Welcome\n" + line)), _NOT_RUN, "not JSON.*'Welcome'", most=0),
    Fault("two-hellos", "says hello twice", _on(hello=injectors.double), _AT_START, "hello a second time", most=0),
    Fault("unasked", "answers before it is asked", _on(hello=injectors.unasked), _AT_START, "no.such-case.*not asked", most=0),
    Fault("mute", "says no hello", _on(hello=injectors.swallow), _NOT_RUN, "no hello within", most=0),
    Fault("stillborn", "ends before its hello", _on(hello=injectors.crash), _NOT_RUN, "with code 7", most=0),
    Fault("miscounted", "counts one answer too many", _on(bye=lambda wire, line, bye: wire.say(bye | {"answered": bye["answered"] + 1})), HARMLESS, "counts .* in its bye", most=0),
    Fault("no-bye", "ends without a bye", _on(bye=injectors.swallow), HARMLESS, "without saying bye", most=0),
    Fault("bad-end", "ends with code 7 after its bye", _on(bye=injectors.crash_after), HARMLESS, "said bye and ended with code 7", most=0),
    *map(_undeclared, ("validate", "roundtrip", "canonical", "emit")),
)  # fmt: skip
"""How the engine begins and ends."""

TABLE: tuple[Fault, ...] = (*CONTROLS, *ANSWERS, *MESSAGES, *PROGRAM, *GREETINGS)
BY_NAME = {one.name: one for one in TABLE}
