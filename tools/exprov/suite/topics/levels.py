"""Writer findings on records that every reader accepts, and every known value, which has none."""

from __future__ import annotations

from collections.abc import Iterator

from exprov.program.model import Program
from exprov.suite import documents as d
from exprov.suite.cases import Case, Row, group, row, slug_of

# fmt: off
NAME = "schema/identifier-text"
# Texts that are not a name.
_UNPRINTABLE = {
    "space": " ", "spaces": "   ", "no-break-space": "\u00a0", "ideographic-space": "\u3000",
    "line-separator-alone": "\u2028", "tab": "a\tb", "line-feed": "a\n", "null": "a\0", "escape": "\x1b[31m",
    "delete": "a\x7f", "next-line": "a\u0085b", "last-c1": "a\u009f", "noncharacter-fffe": "a\ufffe",
    "noncharacter-ffff": "a\uffff", "noncharacter-fdd0": "\ufdd0", "noncharacter-fdef": "\ufdef",
    "noncharacter-plane-1": "\U0001fffe", "noncharacter-last": "\U0010ffff", "figure-space": "\u2007",
    "narrow-no-break-space": "\u202f", "en-quad": "\u2000", "ogham-space": "\u1680", "mathematical-space": "\u205f",
    "hair-space": "\u200a", "paragraph-separator-alone": "\u2029", "next-line-alone": "\u0085",
    "spaces-of-two-kinds": " \u2003\u00a0", "noncharacter-fdd5": "a\ufdd5", "noncharacter-plane-2": "\U0002fffe",
    "first-c1": "a\u0080", "unit-separator": "a\x1fb",
}
# Blank is what Unicode's White_Space says, and control what its category Cc is: format characters are neither.
_PRINTABLE = {
    "space-within": "a b", "space-around": " a ", "no-break-space-within": "a\u00a0b",
    "line-separator-within": "a\u2028b", "zero-width-space": "\u200b", "byte-order-mark": "a\ufeff",
    "replacement-character": "\ufffd", "last-before-controls": "~", "first-after-c1": "\u00a0a",
    "last-before-fdd0": "\ufdcf", "first-after-fdef": "\ufdf0", "private-use": "\ue000",
    "slashes": "org/model:7b@sha256", "emoji": "\U0001f680", "byte-order-mark-alone": "\ufeff",
    "mongolian-vowel-separator": "\u180e", "word-joiner": "\u2060", "right-to-left-override": "a\u202eb",
    "soft-hyphen": "\u00ad", "unassigned": "\u0378", "private-use-plane-15": "\U000f0000",
    "before-noncharacter-plane-2": "\U0002fffd", "braille-blank": "\u2800",
}
# Identifiers that no rule compares.
_FREE = ("/modelProfile", "/configuredModel", "/reportedModel",
         "/attempts/0/providerId", "/routeRejections/0/providerId")
_OF_CARRIERS = (
    (d.RESULT, "/runId"),
    (d.COMPLETED, "/runId"),
    (d.STREAM_ERROR, "/runId"),
    (d.STREAM_CANCELLED, "/runId"),
    (d.ERROR, "/runId"),
    (d.ERROR, "/providerId"),
    (d.STREAM_ERROR, "/error/providerId"),
    (d.STREAM_ERROR, "/error/runId"),
)


def cases(program: Program) -> list[Case | Row]:
    return [*group("levels.known", _known(program)), *CASES]


def _known(program: Program) -> Iterator[Row]:
    """Every known token but those of the base."""
    for token in program.set("ErrorClass").values:
        if token != "Timeout":
            title = f"the known errorClass {token}"
            yield row(f"error-class-{slug_of(token)}", title, d.FALLBACK.set("/attempts/0/errorClass", token))
    for token in program.set("ReasonCode").values:
        if token != "offline":
            edit = d.FALLBACK.set("/routeRejections/0/reasonCodes", [token])
            yield row(f"reason-{token.replace('_', '-')}", f"the known reason code {token}", edit)


CASES: list[Case | Row] = []
CASES += group("levels.identifier", NAME,
    *(row(f"{slug_of(path)}.{slug}", f"{path} is {_UNPRINTABLE[slug]!a}", d.FALLBACK.set(path, _UNPRINTABLE[slug]))
      for path in _FREE
      for slug in ("space", "tab", "noncharacter-ffff")),
    *(row(slug, f"an identifier that is {text!a}", d.ONE.set("/configuredModel", text))
      for slug, text in _UNPRINTABLE.items()),
)
CASES += group("levels.identifier",
    *(row(slug, f"an identifier that is {text!a}", d.ONE.set("/configuredModel", text))
      for slug, text in _PRINTABLE.items()),
)
CASES += group("levels.identifier", NAME,
    row("target-and-rule",
        "the target is blank, a writer finding, and differs from the attempted provider, a reader finding",
        d.ONE.set("/providerId", " "), "rule/provider-is-last-attempted"),
    *(row(f"{base.name}.{slug_of(path)}.{slug}", f"{path} is {text!r}", base.set(path, text))
      for base, path in _OF_CARRIERS
      for slug, text in (("empty", ""), ("space", " "), ("tab", "a\tb"))),
)
# Without the record, no rule compares the provider with a target.
CASES += group("levels.no-provenance", "schema/required writer",
    *(row(base.name, f"a {base.carrier} without the record, as older engines send it", base.remove("/provenance"))
      for base in (d.RESULT, d.COMPLETED, d.BARE_ERROR, d.STREAM_CANCELLED, d.ERROR)),
    row("stream-error", "the record is only in the error", d.STREAM_ERROR.remove("/provenance")),
)
_NEW = {"providerId": "edge_b", "outcome": "failed", "errorClass": "QuotaExceeded", "tries": 2}
_ATTEMPT = "/attempts/0"
CASES += group("levels",
    row("two-writer-findings", "two writer findings, and every reader accepts the record",
        d.FALLBACK.set("/attempts/0", _NEW), "schema/unknown-token /attempts/0/errorClass",
        "schema/unknown-member /attempts/0/tries"),
    row("both-levels", "writer findings beside a reader finding",
        d.FALLBACK.set("/attempts/0", {**_NEW, "outcome": "gone", "x": None}), "schema/enum /attempts/0/outcome",
        "schema/unknown-token /attempts/0/errorClass", "schema/unknown-member /attempts/0/tries",
        "schema/unknown-member /attempts/0/x"),
)
