"""What real engines got wrong although they passed: each kind of fault, at several places and sizes."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from exprov.suite import documents as d
from exprov.suite.cases import Case, Row, document, group, row, slug_of
from exprov.suite.edits import escape
from exprov.suite.topics.parse import LIMIT, LONE, SYNTAX, TWICE

# fmt: off
UNKNOWN, TYPE, TOKEN = "schema/unknown-member", "schema/type", "schema/unknown-token"
CODES, CONTENT = "/routeRejections/0/reasonCodes", "leak/content-member"
count, profile = partial(d.FALLBACK.write, "/attemptCount"), partial(d.FALLBACK.write, "/modelProfile")
_COUNT_IN_RESULT = '"provenance":{"schemaVersion":"1.0","attemptCount":2'
# The objects of a record, of its carriers and of an unknown member.
_OBJECTS: tuple[tuple[Case, str], ...] = (
    (d.FALLBACK, ""), (d.FALLBACK, "/attempts/0"), (d.FALLBACK, "/attempts/1"), (d.FALLBACK, "/routeRejections/0"),
    (d.RESULT, ""), (d.RESULT, "/output"), (d.RESULT, "/usage"), (d.RESULT, "/telemetry"), (d.RESULT, "/provenance"),
    (d.RESULT, "/provenance/attempts/0"), (d.COMPLETED, ""), (d.STREAM_ERROR, "/error"), (d.STREAM_CANCELLED, ""),
    (d.ERROR, ""),
)


def in_x(slug: str, title: str, text: str, *findings: str, requires: str = "") -> Row:
    """An unknown member of the record whose value is written as `text`."""
    return row(slug, title, count(f'2,"x":{text}', title), f"{UNKNOWN} /x", *findings, requires=requires)


def at(base: Case, pointer: str) -> str:
    """How ids name an object."""
    return f"{base.name if base.carrier else 'record'}.{slug_of(pointer)}"


CASES: list[Case | Row] = []

# --- the reader -------------------------------------------------------------------------------------------------------

# What is empty gives its level back.
_CONTAINERS = {"arrays": "[]", "objects": "{}", "spaced-arrays": "[ ]", "spaced-objects": "{\n}", "items": "[1]",
               "members": '{"a":1}', "arrays-of-arrays": "[[]]", "arrays-of-objects": "[{}]"}
CASES += group("engines.siblings",
    *(in_x(slug, f"600 {slug.replace('-', ' ')} side by side", f"[{','.join([text] * 600)}]")
      for slug, text in _CONTAINERS.items()),
    *(in_x(f"{slug}-500-deep", f"600 {slug} side by side, 500 levels deep",
           f"{'[' * 500}{','.join([_CONTAINERS[slug]] * 600)}{']' * 500}", requires="limits")
      for slug in ("arrays", "objects")),
    in_x("named", "600 members that are empty objects", json.dumps({f"m{one}": {} for one in range(600)})),
)
# Within a carrier, levels are counted from the document, not from the record.
CASES += group("engines.depth",
    *(row(f"in-a-carrier-{slug}", f"{levels + 2} levels from the document, {levels + 1} from the record",
          d.RESULT.edit(_COUNT_IN_RESULT, f'{_COUNT_IN_RESULT},"x":{"[" * levels}{"]" * levels}', f"{levels} arrays"),
          finding)
      for slug, levels, finding in (("at-limit", 510, f"{UNKNOWN} /provenance/x"), ("over-limit", 511, LIMIT))),
    row("in-details", "512 levels in the details of an error",
        d.ERROR.edit('{"phase":"connect"}', f'{{"x":{"[" * 510}{"]" * 510}}}', "510 arrays")),
    row("in-details-over-limit", "513 levels in the details of an error",
        d.ERROR.edit('{"phase":"connect"}', f'{{"x":{"[" * 511}{"]" * 511}}}', "511 arrays"), LIMIT),
    row("in-an-attempt", "513 levels below an attempt, 510 from it",
        d.FALLBACK.edit('"outcome":"failed"', f'"outcome":"failed","x":{"[" * 510}{"]" * 510}', "510 arrays"), LIMIT),
    requires="limits",
)
_RAW = {"null": "\0", "start-of-heading": "\x01", "tab": "\t", "line-feed": "\n", "return": "\r", "escape": "\x1b",
        "unit-separator": "\x1f"}
_ESCAPES = {"escape": "\\n", "digits": "\\u0041", "pair": "\\ud83d\\ude00", "quote": '\\"'}
_DIGITS = ("+123", "-001", " 12a", "0x41", "12_3", "004g", "00 4", "\uff10\uff10\uff14\uff11", "1.23", '00"', "")
CASES += group("engines.string", SYNTAX,
    *(row(f"raw-{slug}-after-{name}", f"a raw {slug.replace('-', ' ')} in a string, after an escape",
          profile(f'"fa{text}s{raw}t"'))
      for slug, raw in _RAW.items() for name, text in _ESCAPES.items() if "line-feed" == slug or name == "escape"),
    *(row(f"raw-{slug}-in-a-name", f"a raw {slug.replace('-', ' ')} in a name, after an escape",
        count(f'2,"\\n{raw}":1'))
      for slug, raw in _RAW.items() if len(slug) < 7),
    row("raw-line-feed-before-an-escape", "a raw line feed in a string, before an escape", profile('"fa\ns\\nt"')),
    *(row(f"digits-{index}", f"an escape with the digits {digits!a}", profile(f'"fa\\u{digits}st"'))
      for index, digits in enumerate(_DIGITS)),
    *(row(f"digits-in-a-name-{index}", f"an escape in a name with the digits {digits!a}", count(f'2,"x\\u{digits}y":1'))
      for index, digits in enumerate(_DIGITS[:3])),
    *(row(f"short-escape-{ord(letter):02x}", f"an escape of {letter!a}", profile(f'"fa\\{letter}st"'))
      for letter in "av0 "),
)
_SURROGATES = {
    "high-high": "\\ud83d\\ud83d", "high-and-letter": "\\ud83d\\u0041", "high-and-escape": "\\ud83d\\n",
    "high-and-raw": "\\ud83dx\\ude00", "high-high-low": "\\ud83d\\ud83d\\ude00", "low-high": "\\ude00\\ud83d",
    "low-low": "\\ude00\\ude00", "pair-and-low": "\\ud83d\\ude00\\ude00", "first": "\\ud800", "last": "\\udfff",
    "high-and-backslash": "\\ud83d\\\\ude00",
}
CASES += group("engines.surrogate", LONE,
    *(row(slug, f"surrogates without a partner: {slug.replace('-', ' ')}", profile(f'"fa{text}st"'))
      for slug, text in _SURROGATES.items()),
)
CASES += group("engines.surrogate",
    *(row(f"{slug}-in-a-name", f"surrogates without a partner in a name: {slug.replace('-', ' ')}",
          count(f'2,"x":[{{"a{text}":1}}]'), f"{LONE} /x/0") for slug, text in _SURROGATES.items()
      if slug in ("high-high", "low-high", "high-and-letter")),
    *(row(f"in-{slug}", f"a lone surrogate in {title}", base.write(path, '"a\\udc00"'), LONE)
      for slug, title, base, path in (
        ("rejection", "a rejection", d.FALLBACK, "/routeRejections/0/providerId"),
        ("version", "the version", d.TWO_REJECTED, "/schemaVersion"),
        ("carrier", "the text of an output", d.RESULT, "/output/text"),
        ("error", "the message of an error", d.ERROR, "/message"),
    )),
)


def _far(slug: str, title: str, count_of_others: int, name: str) -> Row:
    """A name repeated after others."""
    members = [*(f'"m{one}":0' for one in range(count_of_others)), f'"{name}":1']
    return row(slug, title, count(f'2,"x":{{{",".join(members)}}}', title), f"{TWICE} /x/{name}")


CASES += group("engines.duplicate",
    *(_far(f"apart-{apart}", f"a name repeated after {apart} others", apart, "m0")
      for apart in (2, 16, 24, 64, 256, 1000, 1500)),
    *(_far(f"late-{late}", f"a name repeated as a neighbour, after {late} others", late, f"m{late - 1}")
      for late in (24, 64, 1000)),
    row("in-the-record", "a known member repeated after 100 unknown ones", count("2," + ",".join(
        f'"m{one}":0' for one in range(100)) + ',"attemptCount":2', "a member again, after 100 others"), TWICE),
    row("in-a-carrier", "a known member of a carrier repeated after the record",
        d.RESULT.around("whole", d.RESULT.data[:-1] + b',"runId":"run-17"}', "a member again, at the end"),
        f"{TWICE} /runId"),
    row("by-escape-far", "a name repeated with an escape, after 70 others",
        count('2,"x":{"a":0,' + ",".join(f'"m{one}":0' for one in range(70)) + ',"\\u0061":1}', "a name, escaped"),
        f"{TWICE} /x/a"),
    *(in_x(f"not-{slug}", f"names that are not equal: {slug}", f'{{"{one}":0,"{other}":1}}')
      for slug, one, other in (
        ("case", "a", "A"), ("space", "a", "a "), ("null", "a", "a\\u0000"), ("normal-form", "\u00e9", "e\u0301"),
        ("number", "1", "01"), ("prefix", "ab", "abc"), ("width", "a", "\uff41"),
    )),
)
_SPACE = (" ", "\n", "\r\n", "\t", " \n\t\r ")
CASES += group("engines.white-space",
    *(in_x(f"empty-{kind}-{index}", f"white space in an empty {kind}", text.format(space))
      for kind, text in (("array", "[{}]"), ("object", "{{{}}}"), ("inner-array", "[[{}],1]"))
      for index, space in enumerate(_SPACE[:3])),
    *(row(f"empty-rejections-{index}", "white space in an empty array of rejections",
          d.ONE.edit('"routeRejections":[]', f'"routeRejections":[{space}]', "white space in an empty array"))
      for index, space in enumerate(_SPACE[:2])),
    row("empty-details", "white space in an empty object of details",
        d.ERROR.edit('{"phase":"connect"}', "{ \n}", "an empty object with white space")),
)
_AFTER = {
    "comment": "// x", "comment-and-line-feed": "\n// x\n", "block-comment": "/* x */", "hash": "# x",
    "end-of-file": "\x1a", "record-separator": "\x1e", "end-of-transmission": "\x04", "semicolon": ";",
    "null-and-line-feed": "\0\n", "no-break-space": "\u00a0", "bracket": "]", "quote": '"', "number": " 0",
    "comma-and-object": ",{}",
}
CASES += group("engines.after", SYNTAX,
    *(row(slug, f"a {slug.replace('-', ' ')} after the value", d.FALLBACK.around("end", text))
      for slug, text in _AFTER.items()),
    *(row(f"carrier-{slug}", f"a {slug.replace('-', ' ')} after a payload", d.RESULT.around("end", _AFTER[slug]))
      for slug in ("comment", "end-of-file")),
    row("line-feed-and-comment", "white space and a comment after the value", d.FALLBACK.around("end", "\n \n# x")),
)
_KEPT = {
    "mark-first": "\\ufeffabc", "mark-alone": "\\ufeff", "mark-within": "a\\ufeffb", "noncharacter": "\\uffff",
    "noncharacter-fffe": "\\ufffe", "noncharacter-fdd0": "\\ufdd0", "next-line": "\\u0085", "replacement": "\\ufffd",
    "line-separator": "\\u2028", "null": "\\u0000", "delete": "\\u007f", "last-of-plane-16": "\\udbff\\udfff",
    "first-astral": "\\ud800\\udc00", "soft-hyphen": "\\u00ad", "raw-mark-first": "\ufeffabc",
    "raw-noncharacter": "a\uffff", "raw-next-line": "a\u0085", "raw-last-of-plane-16": "\U0010ffff",
    "crlf": "a\\r\\nb", "vertical-tab": "\\u000b",
}
CASES += group("engines.kept",
    *(in_x(slug, f"a text that is kept as it is: {slug.replace('-', ' ')}", f'"{text}"')
      for slug, text in _KEPT.items()),
    *(in_x(f"name-{slug}", f"a name that is kept as it is: {slug.replace('-', ' ')}", f'{{"{_KEPT[slug]}":1}}')
      for slug in ("mark-first", "noncharacter", "next-line", "null")),
    *(row(f"carrier-{slug}", f"a carrier's text that is kept as it is: {slug.replace('-', ' ')}",
          d.RESULT.write("/output/text", f'"{_KEPT[slug]}"', f"the text {slug}"))
      for slug in ("mark-first", "noncharacter", "next-line", "null", "crlf")),
)

# --- names ------------------------------------------------------------------------------------------------------------

# The members of the other branches of a stream's outcome.
_BRANCHES: dict[str, Any] = {
    "finalText": "x", "finishReason": "stop", "usage": {}, "telemetry": {}, "error": {}, "partialText": "x",
    "reason": "x", "output": {"type": "text", "text": "x"}, "errorClass": "Timeout", "retryable": True,
}
CASES += group("engines.branch", UNKNOWN,
    *(row(f"{base.name}.{slug_of(name)}", f"{name} on a payload that does not have it", base.add(f"/{name}", value))
      for base in (d.COMPLETED, d.STREAM_ERROR, d.STREAM_CANCELLED)
      for name, value in _BRANCHES.items() if name not in base.value),
)
# A name that is nearly one of the object, and names that objects of some languages have already.
_NEARLY = {
    "": "attemptCount", "/attempts/0": "outcome", "/attempts/1": "providerId", "/routeRejections/0": "reasonCodes",
    "/output": "text", "/usage": "inputTokens", "/telemetry": "totalMs", "/provenance": "locality",
    "/provenance/attempts/0": "errorClass", "/error": "retryable",
}
_CHANGED = {
    "space-before": " {}", "space-after": "{} ", "null-after": "{}\0", "null-and-more": "{}\0x", "tab-after": "{}\t",
    "mark-before": "\ufeff{}", "joiner-after": "{}\u200d", "doubled": "{0}{0}",
}
_OWN = ("toString", "valueOf", "hasOwnProperty", "__class__", "length", "x-extra", "$schema", "$id", "@type",
        "hashCode", "class", "self")
CASES += group("engines.name", UNKNOWN,
    *(row(f"{at(base, pointer)}.{slug}", f"{changed.format(_NEARLY[pointer])!a} is another name",
          base.add(f"{pointer}/{escape(changed.format(_NEARLY[pointer]))}", 1))
      for base, pointer in _OBJECTS if pointer in _NEARLY and (pointer or not base.carrier)
      for slug, changed in _CHANGED.items() if not pointer or slug in ("space-after", "null-after")),
    *(row(f"{at(base, pointer)}.case-upper", f"{_NEARLY[pointer].upper()} is another name",
          base.add(f"{pointer}/{_NEARLY[pointer].upper()}", 1))
      for base, pointer in _OBJECTS if pointer in _NEARLY and (pointer or not base.carrier)),
    *(row(f"{at(base, pointer)}.own-{index}", f"{name} is an unknown member", base.add(f"{pointer}/{name}", 1))
      for base, pointer in _OBJECTS for index, name in enumerate(_OWN if not (pointer or base.carrier) else _OWN[:1])),
)
# Pointers with escapes and with indices of several digits.
_ESCAPED = ("a/b/c", "a~b~c", "~/~/", "~1", "~0", "~01", "//", "~~", "/", "~", "a/b~c/d~e")
CASES += group("engines.pointer",
    *(row(f"name-{index}", f"an unknown member named {name}", d.FALLBACK.add(f"/{escape(name)}", 1), UNKNOWN)
      for index, name in enumerate(_ESCAPED)),
    *(row(f"below-{index}", f"content below the name {name}", d.FALLBACK.add("/x", {name: [{name: {"prompt": 1}}]}),
          UNKNOWN, f"{CONTENT} /x/{escape(name)}/0/{escape(name)}/prompt")
      for index, name in enumerate(_ESCAPED[:4])),
    *(row(f"attempt-{index}", f"an unknown member of an attempt named {name}",
          d.FALLBACK.add(f"/attempts/1/{escape(name)}", 1), UNKNOWN) for index, name in enumerate(_ESCAPED[:3])),
    *(row(f"index-{index}", f"content at the index {index} of an array",
          d.FALLBACK.add("/x", [*[0] * index, {"prompt": 1}]), UNKNOWN, f"{CONTENT} /x/{index}/prompt")
      for index in (9, 10, 99, 100)),
)

# --- values -----------------------------------------------------------------------------------------------------------

# What weakly typed languages take for another type. Other wrong types are cases of `schema` and `carriers`.
_COERCED: tuple[tuple[Case, str, tuple[Any, ...]], ...] = (
    (d.FALLBACK, "/fallbackOccurred", ("true", "", 0, 1)),
    (d.NO_ATTEMPT, "/fallbackOccurred", ("false", 0)),
    (d.FALLBACK, "/attemptCount", ("", " 2", {"0": 2})),
    (d.NO_ATTEMPT, "/attemptCount", ("0", "", [])),
    (d.FALLBACK, "/attempts", ({"0": {"providerId": "edge_b", "outcome": "failed"}}, "", 0, False)),
    (d.NO_ATTEMPT, "/attempts", ({}, "", 0, False)),
    (d.ONE, "/routeRejections", ({}, "", False)),
    (d.FALLBACK, CODES, ("offline", {"0": "offline"}, "", False)),
    (d.FALLBACK, "/attempts/0", (["edge_b", "failed"], "", False, "{}")),
    (d.FALLBACK, "/attempts/0/errorClass", (False, 0, ["Timeout"])),
    (d.FALLBACK, "/providerId", (False, 0, ["cloud_c"])),
    (d.FALLBACK, "/configuredModel", (False, 0)),
    (d.FALLBACK, "/schemaVersion", (1, 1.5, ["1.0"])),
    (d.RESULT, "/usage/inputTokens", ("3", "", False)),
    (d.RESULT, "/usage", ("", False)),
    (d.RESULT, "/telemetry/totalMs", ("120", "")),
    (d.RESULT, "/output", ("Hello.", ["text", "Hello."])),
    (d.RESULT, "/provenance", ("", "{}", False)),
    (d.ERROR, "/retryable", ("true", 0, 1, "")),
    (d.ERROR, "/details", ("", False)),
)
CASES += group("engines.coerced", TYPE,
    *(row(f"{base.name}.{slug_of(path)}.{index}", f"{path} is {json.dumps(value)}", base.set(path, value))
      for base, path, values in _COERCED for index, value in enumerate(values)),
)

# --- numbers ----------------------------------------------------------------------------------------------------------

_EXPONENTS = {"minus-tiny-19-digits": "-1e-1000000000000000001", "minus-tiny-21-digits": "-1e-999999999999999999999"}
CASES += group("engines.exponent",
    *(row(f"total-ms-{slug}", f"a number just below zero: {text}", d.RESULT.write("/telemetry/totalMs", text),
          "schema/minimum", requires="exact-numbers") for slug, text in _EXPONENTS.items()),
    *(row(f"count-{index}", f"attemptCount is written {text}", count(text), *findings, requires=requires)
      for index, (text, requires, *findings) in enumerate((
        ("2e00000000000000000000", "", "schema/integer-form"),
        ("2e-0000000000000000000", "", "schema/integer-form"),
        ("0.2e0000000000000000001", "", "schema/integer-form"),
        ("200000000000000000000e-20", "", "schema/integer-form"),
        ("2e-9999999999999999999", "exact-numbers", TYPE),
        ("2e9999999999999999999", "exact-numbers", "schema/maximum", "schema/integer-form"),
      ))),
)

# --- arrays -----------------------------------------------------------------------------------------------------------

MANY = document("engines.many-attempts", "300 failed attempts, then one that succeeded, and 300 providers ruled out",
    d.record(*(d.attempt(f"p{one}", "failed", "Timeout") for one in range(300)), d.attempt("q", "succeeded"),
        target="q", rejections=[d.rejection(f"r{one}") for one in range(300)]), tags=["base"])
_TOKENS = [f"x_{one}" for one in range(300)]


def codes(slug: str, title: str, tokens: list[str], *findings: str) -> Row:
    """Reason codes that are unknown tokens."""
    unknown = (f"{TOKEN} {CODES}/{index}" for index in range(len(tokens)))
    return row(slug, title, d.FALLBACK.set(CODES, tokens), *unknown, *findings, tags=())


CASES += [MANY]
CASES += group("engines.array",
    *(row(f"attempt-{index}", f"the attempt at index {index} has another outcome",
          MANY.set(f"/attempts/{index}/outcome", "gone"), "schema/enum") for index in (5, 20, 63, 200, 299)),
    *(row(f"attempt-type-{index}", f"the attempt at index {index} is a number",
          MANY.set(f"/attempts/{index}", index), TYPE) for index in (5, 20, 200)),
    *(row(f"rejection-{index}", f"the rejection at index {index} has no reason",
          MANY.set(f"/routeRejections/{index}/reasonCodes", []), "schema/minItems") for index in (5, 20, 200, 299)),
    *(row(f"unknown-{index}", f"the attempt at index {index} has an unknown member",
          MANY.add(f"/attempts/{index}/futureMember", 1), UNKNOWN) for index in (10, 100, 300)),
    *(codes(f"codes-{many}", f"{many} unknown reason codes", _TOKENS[:many]) for many in (11, 17, 120)),
    *(codes(f"repeated-{many}", f"the last of {many} reason codes is the first again", [*_TOKENS[:many - 1], "x_0"],
            f"schema/uniqueItems {CODES}") for many in (17, 18, 33, 65, 257)),
    row("every-attempt", "each of 300 attempts lacks its errorClass",
        MANY.set("/attempts", [*(d.attempt(f"p{one}", "failed") for one in range(300)), MANY.value["attempts"][-1]]),
        *(f"schema/required /attempts/{one}/errorClass" for one in range(300)), tags=()),
    row("unknown-members", "an object with 300 unknown members",
        d.FALLBACK.set("/attempts/0", {**d.FALLBACK.value["attempts"][0], **{f"m{one}": 0 for one in range(300)}}),
        *(f"{UNKNOWN} /attempts/0/m{one}" for one in range(300)), tags=()),
)

# --- rules ------------------------------------------------------------------------------------------------------------

UNIQUE, REJECTED_ONCE = "rule/attempt-provider-unique /attempts", "rule/rejection-provider-unique /routeRejections"
NOT_ATTEMPTED, LAST_ENDS = "rule/rejected-not-attempted /routeRejections", "rule/only-last-attempt-ends /attempts"
_EVERY_RULE = {
    **d.record(d.attempt("a", "succeeded"), d.attempt("a", "cancelled"), locality="cloud", configured="m", reported="n",
        rejections=[d.rejection("a"), d.rejection("a")]),
    "attemptCount": 7, "fallbackOccurred": False,
}
CASES += group("engines.rule",
    *(row(f"attempts-{first}-{last}", f"the attempts at {first} and {last} are of one provider",
          MANY.set(f"/attempts/{last}/providerId", f"p{first}"), UNIQUE)
      for first, last in ((0, 299), (7, 150), (63, 64), (250, 251))),
    *(row(f"rejections-{first}-{last}", f"the rejections at {first} and {last} are of one provider",
          MANY.set(f"/routeRejections/{last}/providerId", f"r{first}"), REJECTED_ONCE)
      for first, last in ((0, 299), (7, 150))),
    *(row(f"rejected-{rejected}-{attempted}", f"the rejection at {rejected} is of the attempt at {attempted}",
          MANY.set(f"/routeRejections/{rejected}/providerId", f"p{attempted}"), NOT_ATTEMPTED)
      for rejected, attempted in ((0, 299), (299, 0), (150, 149))),
    *(row(f"ended-{index}", f"the attempt at {index} of 301 was cancelled",
          MANY.set(f"/attempts/{index}", d.attempt(f"p{index}", "cancelled")), LAST_ENDS) for index in (0, 150, 299)),
    row("count", "301 attempts are counted as 300", MANY.set("/attemptCount", 300), "rule/attempt-count"),
    row("every-rule", "a record that breaks every rule that it can break", d.FALLBACK.set("", _EVERY_RULE),
        "rule/attempt-count /attemptCount", "rule/fallback-flag /fallbackOccurred", UNIQUE, LAST_ENDS,
        "rule/ended-attempt-is-attributed /providerId", "rule/unattributed-locality /locality",
        "rule/unattributed-configured-model /configuredModel", "rule/unattributed-reported-model /reportedModel",
        REJECTED_ONCE, NOT_ATTEMPTED),
)

# --- carriers ---------------------------------------------------------------------------------------------------------

SAME = "carrier/same-provenance /error/provenance"
_WITHOUT = {name: value for name, value in d.ONE_COMMITTED.value.items() if name != "reportedModel"}


def _held(inner: dict[str, Any], outer: dict[str, Any] | None) -> dict[str, Any]:
    """A stream's error with other records."""
    error = {**d.STREAM_ERROR.value["error"], "provenance": inner}
    value = {**d.STREAM_ERROR.value, "error": error, "provenance": outer}
    return {name: item for name, item in value.items() if item is not None}


CASES += group("engines.carrier",
    row("inner-lacks-a-member", "the inner record lacks the reported model of the outer one",
        d.STREAM_ERROR.set("", _held(_WITHOUT, d.ONE_COMMITTED.value)), SAME),
    row("outer-lacks-a-member", "the outer record lacks the reported model of the inner one",
        d.STREAM_ERROR.set("", _held(d.ONE_COMMITTED.value, _WITHOUT)), SAME),
    row("cancelled-inside-alone", "only the record in the error was cancelled",
        d.STREAM_ERROR.set("", _held(d.CANCELLED.value, None)), "schema/required /provenance writer"),
    row("both-rules", "a rule of the record and one of its carrier are broken",
        d.RESULT.set("/provenance", {**d.COMMITTED.value, "attemptCount": 3}),
        "rule/attempt-count /provenance/attemptCount", "carrier/result-attributed /provenance"),
    row("outcome-and-more", "without an outcome, nothing beside it is validated",
        d.STREAM_CANCELLED.set("", {**d.HEAD, "outcome": 7, "partialText": 7, "provenance": 7}), f"{TYPE} /outcome"),
    row("version-before-outcome", "another version, and an unknown outcome",
        d.STREAM_CANCELLED.set("", {"schemaVersion": "2.0", "outcome": "gone"}),
        "schema/unknown-version /schemaVersion"),
)

# --- the writer -------------------------------------------------------------------------------------------------------

_FALSY: dict[str, Any] = {
    "zero": 0, "empty": "", "array": [], "object": {}, "nested": {"0": 0, "": None}, "zeros": [0, None, False, ""],
}
CASES += group("engines.written", UNKNOWN,
    *(row(f"{at(base, pointer)}.{slug}", f"an unknown member named 0 that is {json.dumps(value)}",
          base.add(f"{pointer}/0", value))
      for base, pointer in _OBJECTS[:5] for slug, value in _FALSY.items()
      if slug in ("zero", "empty") or not (pointer or base.carrier)),
    *(row(f"named-{index}", f"an unknown member named {name!a}", d.FALLBACK.add(f"/{name}", 0))
      for index, name in enumerate(("-1", "00", "1.0", "null", "false", " "))),
)
