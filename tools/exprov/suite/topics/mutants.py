"""Cases that mutants of the contract showed to be missing: without them, a validator with that fault passes."""

from __future__ import annotations

from exprov.suite import documents as d
from exprov.suite.cases import Case, Row, group, row
from exprov.suite.topics.carriers import NOT_CANCELLED, SUCCEEDED
from exprov.suite.topics.leaks import CONTENT, VALUE
from exprov.suite.topics.rules import NOT_ATTEMPTED, UNIQUE

# fmt: off
_UNKNOWN = "schema/unknown-member"
# Characters that no token holds, at its start and within.
_TOKENS = (
    ("error-class.underscore-first", "/attempts/0/errorClass", "_Timeout"),
    ("error-class.hyphen-first", "/attempts/0/errorClass", "-Timeout"),
    ("error-class.point-first", "/attempts/0/errorClass", ".Timeout"),
    ("error-class.point-within", "/attempts/0/errorClass", "Time.out"),
    ("reason-code.hyphen-first", "/routeRejections/0/reasonCodes/0", "-offline"),
    ("reason-code.point-first", "/routeRejections/0/reasonCodes/0", ".offline"),
    ("reason-code.point-within", "/routeRejections/0/reasonCodes/0", "off.line"),
)
CASES: list[Case | Row] = []
CASES += group("mutants.token", "schema/pattern",
    *(row(slug, f"{token} is not a token", d.FALLBACK.set(path, token)) for slug, path, token in _TOKENS),
)

# What a rule forbids, there twice: a reader that asks for exactly one finds none.
_FAILED = d.attempt(d.CLOUD, "failed", "Timeout")
_SUCCEEDED_TWICE, _CANCELLED_TWICE = (
    d.record(d.attempt(d.EDGE, outcome), d.attempt(d.CLOUD, outcome), target=d.CLOUD, locality="cloud")
    for outcome in ("succeeded", "cancelled")
)
_TWO_SUCCEEDED = (d.attempt(d.EDGE, "succeeded"), d.attempt(d.DEVICE, "succeeded"))
_THREE = d.record(*_TWO_SUCCEEDED, d.attempt(d.CLOUD, "cancelled"), target=d.CLOUD, locality="cloud")
CASES += group("mutants.attempts",
    row("equal", "an attempt is repeated, equal in every member",
        d.EXHAUSTED.set("", d.record(_FAILED, _FAILED, rejections=[d.rejection(d.EDGE)])), UNIQUE),
    row("rejected-twice-attempted", "a provider that was ruled out was attempted twice",
        d.EXHAUSTED.set("", d.record(_FAILED, _FAILED, rejections=[d.rejection(d.CLOUD)])), UNIQUE, NOT_ATTEMPTED),
)
CASES += group("mutants.attempts", "rule/only-last-attempt-ends /provenance/attempts",
    row("run-error-two", "both attempts succeeded, under an error",
        d.ERROR.set("/provenance", _SUCCEEDED_TWICE), SUCCEEDED),
    row("stream-error-two", "both attempts succeeded, under an error",
        d.BARE_ERROR.set("/provenance", _SUCCEEDED_TWICE), SUCCEEDED),
    row("stream-error-cancelled-two", "both attempts were cancelled, under an error",
        d.BARE_ERROR.set("/provenance", _CANCELLED_TWICE), NOT_CANCELLED),
    row("stream-cancelled-two", "two attempts succeeded before the one that was cancelled",
        d.STREAM_CANCELLED.set("/provenance", _THREE), "carrier/cancelled-outcome"),
)

# Free text may be empty, blank or hold line breaks.
_TEXTS = (
    ("partial-text", d.STREAM_ERROR, "/partialText"),
    ("partial-text-of-cancelled", d.STREAM_CANCELLED, "/partialText"),
    ("reason", d.STREAM_CANCELLED, "/reason"),
)
CASES += group("mutants.text",
    *(row(f"{slug}.{kind}", f"{path[1:]} is {kind}", base.add(path, text))
      for slug, base, path in _TEXTS
      for kind, text in (("empty", ""), ("blank", " "), ("lines", "one\ntwo\u0000"))),
)
# A provider's name that no rule compares is validated as a name.
_BARE = {name: value for name, value in d.RESULT.value.items() if name != "provenance"}
CASES += group("mutants.text.provider-used",
    *(row(slug, f"providerUsed without a record to compare it with: {slug}",
          d.RESULT.set("", {**_BARE, "telemetry": {**_BARE["telemetry"], "providerUsed": name}}),
          "schema/required /provenance writer", "schema/identifier-text /telemetry/providerUsed")
      for slug, name in (("empty", ""), ("line-feed", "cloud\n"))),
)

# Values that hold one word of the list alone, and a name that is a credential itself.
_NAME, _PASSWORDS = "sk-ant-CANARY0IS0NO0REAL0SECRET0", ("password", "passwd", "pwd")
CASES += group("mutants.credential",
    *(row(slug, f"an assignment to {name} of a value without a shape",
          d.ONE.set("/configuredModel", f"{name}=CANARY0IS0NOTHING0TO0HIDE0"), VALUE)
      for slug, name in (("key", "api_key"), ("token", "auth_token"), *((one, one) for one in _PASSWORDS))),
    row("as-a-name", "the name of a member has the shape of a credential: reported at its parent",
        d.ONE.add(f"/{_NAME}", 1), f"{VALUE} root", f"{_UNKNOWN} root"),
    row("as-a-deep-name", "a name deep in an unknown member has the shape of a credential",
        d.ONE.add("/x", {"y": [{_NAME: 1}]}), f"{VALUE} /x/y/0", _UNKNOWN),
    row("message-and-content", "a name on an attempt for message and content is reported as content",
        d.ONE.add("/attempts/0/userMessage", "CANARY"), CONTENT, _UNKNOWN),
    row("name-as-the-end", "only the end of the name is in the list: compat", d.ONE.add("/compat", "strict"), _UNKNOWN),
    row("name-as-the-start", "only the start of the name is in the list: passwordPolicy",
        d.ONE.add("/passwordPolicy", "strict"), _UNKNOWN),
    row("beside-a-repeated-member", "a repeated member does not hide a leak",
        d.ONE.write("/attemptCount", '1,"attemptCount":1,"prompt":"CANARY"', "a member twice, and content"),
        "json/duplicate-member", f"{CONTENT} /prompt"),
    row("beside-a-lone-surrogate", "a lone surrogate does not hide a leak",
        d.ONE.write("/attemptCount", '1,"x":"\\ud800","prompt":"CANARY"', "a lone surrogate, and content"),
        "json/lone-surrogate /x", f"{CONTENT} /prompt"),
)

# The two records of a stream's error have the same number, written with exponents that no machine integer holds.
_NINES, _TEN = "9" * 40, "1" + "0" * 40
CASES += group("mutants.same-provenance.beyond",
    "schema/unknown-member /error/provenance/x", "schema/unknown-member /provenance/x",
    *(row(slug, f"the two records have numbers with exponents of 40 digits: {slug.replace('-', ' ')}",
          d.STREAM_ERROR.edit('}},"partialText":"Hel","provenance":{',
                              f',"x":{left}}}}},"partialText":"Hel","provenance":{{"x":{right},',
                              f"the numbers {left} and {right}"),
          requires="exact-numbers")
      for slug, left, right in (
          ("equal", f"1e{_TEN}", f"10e{_NINES}"),
          ("equal-small", f"0.1e-{_NINES}", f"1e-{_TEN}"),
          ("equal-negative", f"-1.0e{_TEN}", f"-0.1e1{_TEN[1:-1]}1"),
      )),
)
