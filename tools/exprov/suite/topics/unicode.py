"""Text beyond ASCII: escapes, normal forms, code points beyond one UTF-16 unit, and the canonical order."""

from __future__ import annotations

from functools import partial

from exprov.suite import documents as d
from exprov.suite.cases import Case, Row, document, group, row

# fmt: off
UNKNOWN, NAME = "schema/unknown-member", "schema/identifier-text"
_NFC, _NFD = "caf\u00e9", "cafe\u0301"


# Edits of a model's name, and of a member that the version does not know.
model, x = partial(d.ONE.edit, '"example-large"'), partial(d.ONE.add, "/x")


def succeeded(slug: str, title: str, provider: str, configured: str | None = None) -> Case:
    made = d.record(d.attempt(provider, "succeeded"), target=provider, configured=configured)
    return document(f"unicode.{slug}", title, made)


def fallback(slug: str, title: str, first: str, second: str) -> Case:
    made = d.record(d.attempt(first, "failed", "Timeout"), d.attempt(second, "succeeded"), target=second)
    return document(f"unicode.{slug}", title, made)


COMPOSED = succeeded("composed", "a provider whose name has a composed letter", _NFC)
CASES: list[Case | Row] = [
    COMPOSED,
    succeeded("decomposed", "a provider whose name has a letter and a combining mark", _NFD),
    *group("unicode",
         row("normal-forms-differ", "the target is decomposed, the attempt composed: two names",
             COMPOSED.set("/providerId", _NFD), "rule/provider-is-last-attempted"),
     ),
    fallback("normal-forms-are-two", "two providers whose names differ in their normal form alone", _NFC, _NFD),
    *group("unicode.normal-forms-differ",
         row("rejected-and-attempted", "the rejected provider is decomposed, the attempted one composed: two names",
             COMPOSED.set("/routeRejections", [d.rejection(_NFD)])),
         row("two-rejected", "two rejected providers whose names differ in their normal form alone",
             d.ONE.set("/routeRejections", [d.rejection(_NFC), d.rejection(_NFD)])),
     ),
    succeeded("astral", "a provider whose name is beyond the basic plane", "\U0001f680"),
    fallback("full-width", "a provider whose name has full-width letters", "\uff41", "a"),
    fallback("sharp-s", "two names that are equal in upper case", "stra\u00dfe", "strasse"),
    fallback("dotless-i", "two names that are equal by Turkish case rules", "\u0131", "I"),
    succeeded("right-to-left", "a model whose name is written from right to left", "a", "\u05de\u05d5\u05d3\u05dc"),
]
CASES += group("unicode.escape",
    row("in-name", "a name with an escape is the same name",
        d.ONE.edit('"attemptCount"', '"\\u0061ttemptCount"', "an escape in a name")),
    row("in-value", "a value with an escape is the same value",
        d.ONE.write("/attempts/0/outcome", '"suc\\u0063eeded"', "an escape in a value")),
    row("in-version", "a version with an escape is the same version",
        d.ONE.write("/schemaVersion", '"1\\u002e0"', "an escape in the version")),
    row("in-target", "the target is escaped, the attempt is not: one name",
        d.ONE.edit(
            '"modelProfile":"auto","providerId":"cloud_c"', '"modelProfile":"auto","providerId":"cloud\\u005Fc"',
            "an escape in the target")),
    row("solidus", "an escaped solidus is a solidus", model('"org\\/example-large"', "an escaped solidus")),
    row("all-short", "every short escape in an unknown member",
        d.ONE.write("/attemptCount", '1,"x":"\\"\\\\\\/\\b\\f\\n\\r\\t"', "every short escape"), f"{UNKNOWN} /x"),
    row("control", "an escaped control character in an identifier",
        model('"a\\u0001"', "an escaped control character"), f"{NAME} /configuredModel"),
    row("empty-after-all", "an escaped space", model('"\\u0020"', "an escaped space"), f"{NAME} /configuredModel"),
)
_UTF_16 = {"\ufb33": 1, "\U0001f600": 2, "\u20ac": 3, "\r": 4, "1": 5, "\u0080": 6, "\u00f6": 7}
CASES += group("unicode", UNKNOWN,
    row("order.by-utf-16", "names whose order differs between code points and UTF-16 units", x(_UTF_16)),
    row("order.of-integers", "names that are numbers sort as text", x({"10": 1, "9": 2, "-1": 3, "": 4})),
    row("order.of-cases", "capitals sort before small letters", x({"b": 1, "B": 2, "a": 3, "A": 4})),
    row("text.not-normalised", "text is not normalised", x([_NFC, _NFD])),
    row("text.delete-and-separators", "characters that need no escape", x("\u007f\u0080\u2028\u2029\ufeff")),
    row("text.markup", "characters that some writers escape for the sake of HTML", x("<b>&amp;'`</b>")),
    row("text.null-in-unknown", "a null character in an unknown member", x("a\0b")),
    row("text.noncharacter-in-unknown", "a noncharacter in an unknown member", x("\uffff")),
)
CASES += group("unicode",
    row("text.long", "a model name of a thousand characters", d.ONE.set("/configuredModel", "\u00e9" * 1000)),
    row("length.one-code-point", "one code point, two UTF-16 units", d.ONE.set("/modelProfile", "\U0001f680")),
)
_DEEP = {"toString": {"__proto__": {"a": 1}}, "__proto__": [{"__proto__": None}], "hasOwnProperty": "b"}
_BORDER = {"\uffff": 1, "\U00010000": 2, "\ue000": 3}
_LONGER = {"ab": 1, "a": 2, "a\U0001f600": 3, "a\uffee": 4}
_EVERY_DEPTH = [{"b": {"d": 1, "c": [{"f": 1, "e": 2}]}, "a": 0}]
CASES += group("unicode.nested", UNKNOWN,
    row("names-of-prototypes", "names that some languages give a meaning", x({"__proto__": 1, "constructor": 2})),
    row("names-of-prototypes-deep", "names that some languages give a meaning, with objects as values", x(_DEEP)),
    row("surrogates-sort-after", "names at the border of the basic plane", x(_BORDER)),
    row("longer-after-shorter", "a name sorts after its beginning", x(_LONGER)),
    row("order-at-every-depth", "members sort at every depth", x(_EVERY_DEPTH)),
)
