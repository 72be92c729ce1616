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
    "zero-width-space": "\u200b", "byte-order-mark-alone": "\ufeff", "mongolian-vowel-separator": "\u180e",
    "word-joiner": "\u2060", "right-to-left-override": "a\u202eb", "soft-hyphen": "\u00ad",
    "space-and-invisible": " \u200b", "invisible-of-two-kinds": "\ufeff\u00ad",
    "spaces-and-invisible": "\u00a0\u2060\u3000",
    "mark-of-direction-first": "\u200fabc", "isolate-around": "\u2068abc\u2069", "embedding-last": "abc\u202a",
    "missing-null": "null", "missing-none": "None", "missing-undefined": "undefined", "missing-nil": "nil",
    "missing-nil-of-go": "<nil>", "missing-null-of-c": "(null)", "missing-nan": "NaN",
    "missing-object": "[object Object]",
}
# Format characters that are neither invisible nor of direction, invisible ones within a text, and texts near a missing
# one.
_PRINTABLE = {
    "space-within": "a b", "space-around": " a ", "no-break-space-within": "a\u00a0b",
    "line-separator-within": "a\u2028b", "byte-order-mark": "a\ufeff", "replacement-character": "\ufffd",
    "last-before-controls": "~", "first-after-c1": "\u00a0a", "last-before-fdd0": "\ufdcf",
    "first-after-fdef": "\ufdf0",
    "private-use": "\ue000", "slashes": "org/model:7b@sha256", "emoji": "\U0001f680", "unassigned": "\u0378",
    "private-use-plane-15": "\U000f0000", "before-noncharacter-plane-2": "\U0002fffd", "braille-blank": "\u2800",
    "joiner-within": "\U0001f468\u200d\U0001f680", "soft-hyphen-within": "co\u00adop", "tag": "\U000e0020",
    "hangul-filler": "\u3164", "null-in-capitals": "NULL", "null-with-capital": "Null", "none-in-small-letters": "none",
    "nul": "nul", "null-and-space": "null ", "space-and-null": " null", "nil-with-capital": "Nil",
    "nil-in-braces": "{nil}",
    "nil-in-parentheses": "(nil)", "null-in-brackets": "<null>", "undefined-with-capital": "Undefined",
    "nan-in-small-letters": "nan",
    "object-in-small-letters": "[object object]", "object-without-brackets": "object Object", "array": "[object Array]",
    "null-within": "null-model", "none-after": "model-None", "nulls": "nullnull",
}
# What the contract says in words, as ranges: the first and the last code point of each.
_DIRECTIONAL = ((0x061C, 0x061C), (0x200E, 0x200F), (0x202A, 0x202E), (0x2066, 0x2069))
_NONCHARACTERS = ((0xFDD0, 0xFDEF), *((plane << 16 | 0xFFFE, plane << 16 | 0xFFFF) for plane in range(17)))
_NOWHERE = ((0x00, 0x1F), (0x7F, 0x9F), *_DIRECTIONAL, *_NONCHARACTERS)
_INVISIBLE = ((0xAD, 0xAD), (0x61C, 0x61C), (0x180E, 0x180E), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F),
              (0xFEFF, 0xFEFF))
_WHITE_SPACE = ((0x09, 0x0D), (0x20, 0x20), (0x85, 0x85), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A),
                (0x2028, 0x2029), (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000))
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
    return [*group("levels.known", _known(program)), *CASES, *group("levels.identifier", _ends())]


def _ends() -> Iterator[Row]:
    """Both ends of every range, and their neighbours: within a text for what may be nowhere, alone for a blank."""
    blank, tried = (*_INVISIBLE, *_WHITE_SPACE), {*_UNPRINTABLE.values(), *_PRINTABLE.values()}

    def is_in(point: int, ranges: tuple[tuple[int, int], ...]) -> bool:
        return any(first <= point <= last for first, last in ranges)

    for how, ranges, text in (("within", _NOWHERE, "a{}b"), ("alone", blank, "{}")):
        for point in sorted({point for first, last in ranges for point in (first - 1, first, last, last + 1)}):
            if not 0 <= point <= 0x10FFFF or 0xD800 <= point <= 0xDFFF or text.format(chr(point)) in tried:
                continue
            # The planes in the middle are alike: their ends are enough.
            if 0x30000 <= point < 0xFFFFE and not is_in(point, _NOWHERE):
                continue
            is_name = not (is_in(point, _NOWHERE) or (how == "alone" and is_in(point, blank)))
            edit = d.ONE.set("/configuredModel", text.format(chr(point)))
            yield row(f"point.{how}-{point:04x}", f"U+{point:04X} {how} in an identifier", edit, *[NAME][is_name:])


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
      for slug, text in (("empty", ""), ("space", " "), ("tab", "a\tb"), ("none", "None"))),
    *(row(f"{slug_of(path)}.{slug}", f"{path} is {text!a}", d.FALLBACK.set(path, text))
      for path in _FREE
      for slug, text in (("missing", "None"), ("direction", "a\u202eb"), ("invisible", "\u200b"))),
)
# Without the record, no rule compares the provider with a target.
CASES += group("levels.no-provenance", "schema/required writer",
    *(row(base.name, f"a {base.carrier} without the record, as older engines send it", base.remove("/provenance"))
      for base in (d.RESULT, d.COMPLETED, d.BARE_ERROR, d.STREAM_CANCELLED, d.ERROR)),
    row("stream-error", "the record is only in the error", d.STREAM_ERROR.remove("/provenance")),
)
_NEW = {"providerId": "edge_b", "outcome": "failed", "errorClass": "XQuotaExceeded", "tries": 2}
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
