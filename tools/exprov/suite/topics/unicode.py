"""Text beyond ASCII: escapes, normal forms, code points that are no UTF-16 unit, and the order of the canonical form."""

from __future__ import annotations

from exprov.contract.model import Contract
from exprov.suite.bases import Bases
from exprov.suite.cases import Topic, add, edit, replace
from exprov.suite.documents import attempt, record, rejection

_NFC, _NFD = "caf\u00e9", "cafe\u0301"
_IS_LAST = "rule/provider-is-last-attempted /providerId"


def add_cases(topic: Topic, bases: Bases, contract: Contract) -> None:
    one = bases.records["one-attempt"]
    composed = topic.document(
        "composed", "a provider whose name has a composed letter", record([attempt(_NFC, "succeeded")], target=_NFC)
    )
    topic.document(
        "decomposed",
        "a provider whose name has a letter and a combining mark",
        record([attempt(_NFD, "succeeded")], target=_NFD),
    )
    topic.changed(
        "normal-forms-differ",
        "the target is decomposed, the attempt composed: two names",
        composed,
        replace("/providerId", _NFD),
        [_IS_LAST],
    )
    topic.document(
        "normal-forms-are-two",
        "two providers whose names differ in their normal form alone",
        record([attempt(_NFC, "failed", "Timeout"), attempt(_NFD, "succeeded")], target=_NFD),
    )
    topic.changed(
        "normal-forms-differ.rejected-and-attempted",
        "the rejected provider is decomposed, the attempted one composed: two names",
        composed,
        replace("/routeRejections", [rejection(_NFD, "offline")]),
    )
    topic.changed(
        "normal-forms-differ.two-rejected",
        "two rejected providers whose names differ in their normal form alone",
        one,
        replace("/routeRejections", [rejection(_NFC, "offline"), rejection(_NFD, "offline")]),
    )
    topic.document(
        "astral",
        "a provider whose name is beyond the basic plane",
        record([attempt("\U0001f680", "succeeded")], target="\U0001f680"),
    )
    topic.document(
        "full-width",
        "a provider whose name has full-width letters",
        record([attempt("\uff41", "failed", "Timeout"), attempt("a", "succeeded")], target="a"),
    )
    topic.document(
        "sharp-s",
        "two names that an upper-case comparison takes for one",
        record([attempt("stra\u00dfe", "failed", "Timeout"), attempt("strasse", "succeeded")], target="strasse"),
    )
    topic.document(
        "dotless-i",
        "two names that a Turkish comparison takes for one",
        record([attempt("\u0131", "failed", "Timeout"), attempt("I", "succeeded")], target="I"),
    )
    topic.document(
        "right-to-left",
        "a model whose name is written from right to left",
        record([attempt("a", "succeeded")], target="a", configured="\u05de\u05d5\u05d3\u05dc"),
    )
    topic.changed(
        "escape.in-name",
        "a name with an escape is the same name",
        one,
        edit("an escape in a name", '"attemptCount"', '"\\u0061ttemptCount"'),
    )
    topic.changed(
        "escape.in-value",
        "a value with an escape is the same value",
        one,
        edit("an escape in a value", '"outcome":"succeeded"', '"outcome":"suc\\u0063eeded"'),
    )
    topic.changed(
        "escape.in-version",
        "a version with an escape is the same version",
        one,
        edit("an escape in the version", '"schemaVersion":"1.0"', '"schemaVersion":"1\\u002e0"'),
    )
    topic.changed(
        "escape.in-target",
        "the target is escaped, the attempt is not: one name",
        one,
        edit(
            "an escape in the target",
            '"modelProfile":"auto","providerId":"cloud_c"',
            '"modelProfile":"auto","providerId":"cloud\\u005Fc"',
        ),
    )
    topic.changed(
        "escape.solidus",
        "an escaped solidus is a solidus",
        one,
        edit("an escaped solidus", '"example-large"', '"org\\/example-large"'),
    )
    topic.changed(
        "escape.all-short",
        "every short escape in a member that the version does not know",
        one,
        edit("every short escape", '"attemptCount":1', '"attemptCount":1,"x":"\\"\\\\\\/\\b\\f\\n\\r\\t"'),
        ["schema/unknown-member /x"],
    )
    topic.changed(
        "escape.control",
        "an escaped control character in an identifier",
        one,
        edit("an escaped control character", '"example-large"', '"a\\u0001"'),
        ["schema/identifier-text /configuredModel"],
    )
    topic.changed(
        "escape.empty-after-all",
        "an identifier that is an escaped space",
        one,
        edit("an escaped space", '"example-large"', '"\\u0020"'),
        ["schema/identifier-text /configuredModel"],
    )
    topic.changed(
        "order.by-utf-16",
        "names whose order differs between code points and UTF-16 units",
        one,
        add("/x", {"\ufb33": 1, "\U0001f600": 2, "\u20ac": 3, "\r": 4, "1": 5, "\u0080": 6, "\u00f6": 7}),
        ["schema/unknown-member /x"],
    )
    topic.changed(
        "order.of-integers",
        "names that are numbers sort as text",
        one,
        add("/x", {"10": 1, "9": 2, "-1": 3, "": 4}),
        ["schema/unknown-member /x"],
    )
    topic.changed(
        "order.of-cases",
        "capitals sort before small letters",
        one,
        add("/x", {"b": 1, "B": 2, "a": 3, "A": 4}),
        ["schema/unknown-member /x"],
    )
    topic.changed(
        "text.not-normalised",
        "text is kept in its normal form, whatever that is",
        one,
        add("/x", [_NFC, _NFD]),
        ["schema/unknown-member /x"],
    )
    topic.changed(
        "text.delete-and-separators",
        "characters that the canonical form does not escape",
        one,
        add("/x", "\u007f\u0080\u2028\u2029\ufeff"),
        ["schema/unknown-member /x"],
    )
    topic.changed(
        "text.markup",
        "characters that some writers escape for the sake of HTML",
        one,
        add("/x", "<b>&amp;'`</b>"),
        ["schema/unknown-member /x"],
    )
    topic.changed(
        "text.null-in-unknown",
        "a null character in a member that the version does not know",
        one,
        add("/x", "a\0b"),
        ["schema/unknown-member /x"],
    )
    topic.changed(
        "text.noncharacter-in-unknown",
        "a noncharacter in a member that the version does not know",
        one,
        add("/x", "\uffff"),
        ["schema/unknown-member /x"],
    )
    topic.changed(
        "text.long", "a model name of a thousand characters", one, replace("/configuredModel", "\u00e9" * 1000)
    )
    topic.changed(
        "length.one-code-point",
        "a profile of one code point that takes two UTF-16 units",
        one,
        replace("/modelProfile", "\U0001f680"),
    )
    for slug, title, value in (
        ("names-of-prototypes", "names that some languages give a meaning", {"__proto__": 1, "constructor": 2}),
        (
            "names-of-prototypes-deep",
            "names that some languages give a meaning, with objects as values",
            {"toString": {"__proto__": {"a": 1}}, "__proto__": [{"__proto__": None}], "hasOwnProperty": "b"},
        ),
        (
            "surrogates-sort-after",
            "names at the border of the basic plane",
            {"\uffff": 1, "\U00010000": 2, "\ue000": 3},
        ),
        ("longer-after-shorter", "a name sorts after its beginning", {"ab": 1, "a": 2, "a\U0001f600": 3, "a\uffee": 4}),
        ("order-at-every-depth", "members sort at every depth", [{"b": {"d": 1, "c": [{"f": 1, "e": 2}]}, "a": 0}]),
    ):
        topic.changed(f"nested.{slug}", title, one, add("/x", value), ["schema/unknown-member /x"])
