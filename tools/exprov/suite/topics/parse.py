"""Text that is no JSON, or that two languages would read differently (RFC 8259, RFC 7493). Edits of bytes, by name."""

from __future__ import annotations

import base64
from typing import Any

from exprov.contract.model import Contract
from exprov.suite.bases import Bases
from exprov.suite.cases import Topic, add, edit, edit_bytes

SYNTAX = "json/syntax"
_PROFILE = '"modelProfile":"fast"'
_COUNT = '"attemptCount":2'


def add_cases(topic: Topic, bases: Bases, contract: Contract) -> None:
    base = bases.records["fallback"]

    def syntax(slug: str, title: str, find: str, text: str) -> None:
        topic.changed(slug, title, base, edit(title, find, text), [SYNTAX])

    def ends(slug: str, title: str, where: str, text: str, *findings: str) -> None:
        topic.changed(slug, title, base, {"edit": title, "at": where, "with": text}, findings)

    end = '"reasonCodes":["offline","privacy_constraint"]}]}'
    syntax("cut-off.no-closing-brace", "the closing brace is missing", end, end[:-1])
    syntax("cut-off.within-string", "the text ends within a string", end, '"reasonCodes":["off')
    syntax("cut-off.within-escape", "the text ends within an escape", end, '"reasonCodes":["off\\u00')
    syntax("cut-off.after-colon", "the text ends after a colon", end, '"reasonCodes":')
    syntax("comma.before-brace", "a comma before the closing brace", end, end[:-1] + ",}")
    syntax(
        "comma.before-bracket", "a comma before a closing bracket", '"privacy_constraint"]', '"privacy_constraint",]'
    )
    syntax("comma.first", "a comma after the opening brace", '{"schemaVersion"', '{,"schemaVersion"')
    syntax("comma.missing", "no comma between two members", ',"attemptCount"', '"attemptCount"')
    syntax("comma.doubled", "two commas between members", ',"attemptCount"', ',,"attemptCount"')
    syntax("colon.missing", "no colon after a name", '"attemptCount":2', '"attemptCount" 2')
    syntax("colon.equals-sign", "an equals sign for a colon", '"attemptCount":2', '"attemptCount"=2')
    syntax("bracket.mismatched", "a bracket closed by a brace", '"privacy_constraint"]', '"privacy_constraint"}')
    syntax("value.missing", "no value after a colon", '"attemptCount":2', '"attemptCount":')
    syntax("comment.block", "a block comment", _COUNT, '"attemptCount":/* two */2')
    syntax("comment.line", "a line comment", ',"attemptCount"', ',// two\n"attemptCount"')
    syntax("comment.hash", "a comment after a hash", ',"attemptCount"', ',# two\n"attemptCount"')
    syntax("name.without-quotes", "a name without quotes", '"attemptCount":2', "attemptCount:2")
    syntax("name.single-quotes", "a name in single quotes", '"attemptCount":2', "'attemptCount':2")
    syntax("name.number", "a number as a name", '"attemptCount":2', '"attemptCount":2,7:7')
    syntax("string.single-quotes", "a string in single quotes", _PROFILE, "\"modelProfile\":'fast'")
    syntax("string.raw-tab", "a raw tab in a string", _PROFILE, '"modelProfile":"fa\tst"')
    syntax("string.raw-line-feed", "a raw line feed in a string", _PROFILE, '"modelProfile":"fa\nst"')
    syntax("string.raw-null", "a raw null character in a string", _PROFILE, '"modelProfile":"fa\0st"')
    syntax("string.raw-unit-separator", "a raw U+001F in a string", _PROFILE, '"modelProfile":"fa\x1fst"')
    syntax("string.escape-x", "an escape \\x", _PROFILE, '"modelProfile":"fa\\x73t"')
    syntax("string.escape-quote", "an escaped single quote", _PROFILE, '"modelProfile":"fa\\\'st"')
    syntax("string.escape-capital-u", "an escape with a capital U", _PROFILE, '"modelProfile":"fa\\U0073t"')
    syntax(
        "string.escape-three-digits", "an escape with three hexadecimal digits", _PROFILE, '"modelProfile":"fa\\u073"'
    )
    syntax(
        "string.escape-no-digit",
        "an escape with a letter that is no hexadecimal digit",
        _PROFILE,
        '"modelProfile":"fa\\u007gst"',
    )
    syntax("string.escape-braces", "an escape in braces", _PROFILE, '"modelProfile":"fa\\u{73}t"')
    for slug, numeral in (
        ("leading-zero", "02"),
        ("plus-sign", "+2"),
        ("point-first", ".2"),
        ("point-last", "2."),
        ("exponent-without-digits", "2e"),
        ("exponent-sign-without-digits", "2e+"),
        ("two-points", "2.0.0"),
        ("minus-alone", "-"),
        ("minus-leading-zero", "-02"),
        ("hexadecimal", "0x2"),
        ("octal", "0o2"),
        ("binary", "0b10"),
        ("underscore", "2_0"),
        ("nan", "NaN"),
        ("infinity", "Infinity"),
        ("minus-infinity", "-Infinity"),
        ("big-integer-suffix", "2n"),
        ("arabic-indic-digit", "\u0662"),
        ("full-width-digit", "\uff12"),
        ("space-after-minus", "- 2"),
    ):
        syntax(f"number.{slug}", f"a number written as {numeral!a}", _COUNT, f'"attemptCount":{numeral}')
    for slug, literal in (
        ("capital", "True"),
        ("upper-case", "TRUE"),
        ("letter-more", "truee"),
        ("letter-less", "tru"),
        ("python-none", "None"),
        ("undefined", "undefined"),
    ):
        syntax(
            f"literal.{slug}",
            f"a literal written as {literal}",
            '"fallbackOccurred":true',
            f'"fallbackOccurred":{literal}',
        )
    for slug, space in (
        ("form-feed", "\f"),
        ("vertical-tab", "\v"),
        ("no-break-space", "\u00a0"),
        ("line-separator", "\u2028"),
        ("next-line", "\u0085"),
    ):
        syntax(
            f"white-space.{slug}",
            f"a {slug.replace('-', ' ')} between tokens",
            ',"attemptCount"',
            f',{space}"attemptCount"',
        )
    ends("white-space.null-after", "a null character after the value", "end", "\0", SYNTAX)
    ends("after.second-value", "a second record after the first", "end", "\n{}", SYNTAX)
    ends("after.brace", "one closing brace too many", "end", "}", SYNTAX)
    ends("after.comma", "a comma after the value", "end", ",", SYNTAX)
    ends("after.text", "a word after the value", "end", " ok", SYNTAX)
    ends("before.text", "a word before the value", "start", "ok ", SYNTAX)
    ends("before.guard", "a guard against script inclusion before the value", "start", ")]}'\n", SYNTAX)
    ends("before.record-separator", "a record separator (RFC 7464) before the value", "start", "\x1e", SYNTAX)
    ends("white-space.all-around", "every kind of JSON white space after the value", "end", " \t\r\n")
    ends("white-space.before", "every kind of JSON white space before the value", "start", " \t\r\n")
    topic.changed(
        "white-space.within",
        "white space between tokens, with CR LF",
        base,
        edit("white space between tokens, with CR LF", ',"attemptCount":2', ' ,\r\n\t"attemptCount" : 2 '),
    )
    for slug, title, data in (
        ("empty", "no byte at all", b""),
        ("space", "white space alone", b" \n"),
        ("brace", "an opening brace alone", b"{"),
    ):
        topic.changed(f"alone.{slug}", title, base, _whole(title, data), [SYNTAX])
    for slug, title, data in (
        ("false", "the literal false", b"false"),
        ("string", "a string", b'"1.0"'),
        ("number", "a number", b"1e1000000000"),
        ("record-in-array", "an array with a record", b"[" + base.data + b"]"),
    ):
        topic.changed(f"alone.{slug}", f"{title} instead of a record", base, _whole(title, data), ["schema/type"])
    _encoding(topic, base)
    _duplicates(topic, base)
    _surrogates(topic, base)
    _depth(topic, base)
    ends("byte-order-mark", "a byte order mark before the value", "start", "\ufeff", "json/byte-order-mark")
    ends("byte-order-mark.after", "a byte order mark after the value", "end", "\ufeff", SYNTAX)
    ends("byte-order-mark.twice", "two byte order marks", "start", "\ufeff\ufeff", "json/byte-order-mark", SYNTAX)
    _depth_of_objects(topic, base)
    _several(topic, base)
    _after_the_mark(topic, bases)


def _whole(title: str, data: bytes) -> dict[str, Any]:
    """Other bytes in place of the whole text."""
    return {"edit": title, "at": "whole", "withB64": base64.b64encode(data).decode()}


def _encoding(topic: Topic, base: Any) -> None:
    for slug, title, data in (
        ("latin-1", "a Latin-1 letter", b"f\xe9"),
        ("stray-continuation", "a continuation byte on its own", b"\x80"),
        ("overlong-slash", "an overlong form of a slash", b"\xc0\xaf"),
        ("overlong-null", "an overlong form of the null character", b"\xc0\x80"),
        ("overlong-three-bytes", "an overlong form in three bytes", b"\xe0\x80\xaf"),
        ("overlong-four-bytes", "an overlong form in four bytes", b"\xf0\x80\x80\xaf"),
        ("surrogate-high", "the bytes of a high surrogate", b"\xed\xa0\x80"),
        ("surrogate-low", "the bytes of a low surrogate", b"\xed\xb0\x80"),
        ("surrogate-pair", "the bytes of a surrogate pair (CESU-8)", b"\xed\xa0\xbd\xed\xb8\x80"),
        ("beyond-unicode", "the bytes of U+110000", b"\xf4\x90\x80\x80"),
        ("five-bytes", "a form in five bytes", b"\xf8\x88\x80\x80\x80"),
        ("byte-ff", "the byte 0xFF", b"\xff"),
        ("cut-off", "a character without its last byte", b"\xe2\x82"),
    ):
        topic.changed(
            f"encoding.{slug}",
            f"{title} in a string",
            base,
            edit_bytes(title, '"fast"', b'"' + data + b'"'),
            ["json/encoding"],
        )
    text = base.data.decode()
    for slug, title, data in (
        ("utf-16-le", "the whole text in UTF-16, little endian, with its mark", b"\xff\xfe" + text.encode("utf-16-le")),
        ("utf-16-be", "the whole text in UTF-16, big endian, with its mark", b"\xfe\xff" + text.encode("utf-16-be")),
        (
            "gzip",
            "the text is compressed",
            b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00",
        ),
    ):
        topic.changed(f"encoding.{slug}", title, base, _whole(title, data), ["json/encoding"])


def _duplicates(topic: Topic, base: Any) -> None:
    def twice(slug: str, title: str, find: str, text: str, path: str) -> None:
        topic.changed(f"duplicate.{slug}", title, base, edit(title, find, text), [f"json/duplicate-member {path}"])

    twice("same-value", "a member stands twice with one value", _COUNT, f"{_COUNT},{_COUNT}", "/attemptCount")
    twice(
        "last-is-right",
        "a member stands twice, and the last would be right",
        _COUNT,
        f'"attemptCount":9,{_COUNT}',
        "/attemptCount",
    )
    twice(
        "first-is-right",
        "a member stands twice, and the first would be right",
        _COUNT,
        f'{_COUNT},"attemptCount":9',
        "/attemptCount",
    )
    twice(
        "escaped",
        "a member stands twice, once with an escape in its name",
        _COUNT,
        f'{_COUNT},"attempt\\u0043ount":2',
        "/attemptCount",
    )
    twice(
        "in-attempt",
        "a member of an attempt stands twice",
        '"errorClass":"Timeout"',
        '"errorClass":"Timeout","outcome":"failed"',
        "/attempts/0/outcome",
    )
    twice(
        "in-second-attempt",
        "a member of the second attempt stands twice",
        '"outcome":"succeeded"',
        '"outcome":"failed","outcome":"succeeded"',
        "/attempts/1/outcome",
    )
    twice(
        "in-rejection",
        "a member of a rejection stands twice",
        '"providerId":"device_a"',
        '"providerId":"device_a","providerId":"device_a"',
        "/routeRejections/0/providerId",
    )
    twice("of-unknown", "a member that the version does not know stands twice", _COUNT, f'{_COUNT},"x":1,"x":1', "/x")
    twice(
        "in-unknown",
        "a member deep in one that the version does not know stands twice",
        _COUNT,
        f'{_COUNT},"x":[{{"y":{{"z":1,"z":1}}}}]',
        "/x/0/y/z",
    )
    twice(
        "name-with-slash",
        "a member whose name needs escapes in a pointer stands twice",
        _COUNT,
        f'{_COUNT},"a/b~c":1,"a/b~c":1',
        "/a~1b~0c",
    )
    twice("empty-name", "a member with an empty name stands twice", _COUNT, f'{_COUNT},"":1,"":1', "/")
    twice(
        "version",
        "the version stands twice",
        '"schemaVersion":"1.0"',
        '"schemaVersion":"2.0","schemaVersion":"1.0"',
        "/schemaVersion",
    )
    topic.changed(
        "duplicate.two-objects",
        "one name in two objects is no repetition, and letters in another case are another name",
        base,
        edit("a member whose name differs in case alone", _COUNT, f'{_COUNT},"attemptcount":9'),
        ["schema/unknown-member /attemptcount"],
    )


def _surrogates(topic: Topic, base: Any) -> None:
    def lone(slug: str, title: str, find: str, text: str, path: str) -> None:
        topic.changed(
            f"surrogate.{slug}", title, base, edit(title, find, text), [f"json/lone-surrogate {path}".rstrip()]
        )

    lone("high", "a high surrogate on its own", _PROFILE, '"modelProfile":"\\ud83d"', "/modelProfile")
    lone("low", "a low surrogate on its own", _PROFILE, '"modelProfile":"\\ude00"', "/modelProfile")
    lone("reversed", "a surrogate pair in reverse order", _PROFILE, '"modelProfile":"\\ude00\\ud83d"', "/modelProfile")
    lone("high-then-text", "a high surrogate before a letter", _PROFILE, '"modelProfile":"\\ud83dx"', "/modelProfile")
    lone(
        "two-highs",
        "two high surrogates before a low one",
        _PROFILE,
        '"modelProfile":"\\ud83d\\ud83d\\ude00"',
        "/modelProfile",
    )
    lone(
        "upper-case-digits", "a high surrogate in capital digits", _PROFILE, '"modelProfile":"\\uD83D"', "/modelProfile"
    )
    lone(
        "in-attempt",
        "a lone surrogate in an attempt",
        '"errorClass":"Timeout"',
        '"errorClass":"\\udbff"',
        "/attempts/0/errorClass",
    )
    lone(
        "in-unknown",
        "a lone surrogate in a member that the version does not know",
        _COUNT,
        f'{_COUNT},"x":["\\udc00"]',
        "/x/0",
    )
    lone("in-name", "a lone surrogate in a name", _COUNT, f'{_COUNT},"\\ud800":1', "")
    lone(
        "in-name-of-unknown",
        "a lone surrogate in a name within an unknown member",
        _COUNT,
        f'{_COUNT},"x":{{"\\udfff":1}}',
        "/x",
    )
    topic.changed(
        "surrogate.pair",
        "a whole surrogate pair",
        base,
        edit("a whole surrogate pair", _PROFILE, '"modelProfile":"\\ud83d\\ude00"'),
    )
    topic.changed(
        "surrogate.escaped-backslash",
        "a backslash before text that looks like an escape",
        base,
        edit("a backslash before text that looks like an escape", _PROFILE, '"modelProfile":"\\\\ud83d"'),
    )


def _depth(topic: Topic, base: Any) -> None:
    # The record is the first level, the member's arrays are the others.
    for slug, levels, findings in (
        ("at-limit", 511, ["schema/unknown-member /x"]),
        ("over-limit", 512, ["json/limit"]),
    ):
        topic.changed(
            f"depth.{slug}",
            f"arrays and objects nest {levels + 1} deep",
            base,
            edit(f"{levels} arrays within one another", _COUNT, f'{_COUNT},"x":{"[" * levels}{"]" * levels}'),
            findings,
            requires=["limits"],
        )
    brackets = add("/configuredModel", "[{" * 600)
    topic.changed(
        "depth.brackets-in-text", "many brackets in a string are no nesting", base, brackets, requires=["limits"]
    )


def _depth_of_objects(topic: Topic, base: Any) -> None:
    for kind, opening, closing in (("object", '{"a":', "}"), ("array", "[", "]")):
        for slug, levels, findings in (
            ("at-limit", 511, ["schema/unknown-member /x"]),
            ("over-limit", 512, ["json/limit"]),
        ):
            title = f"{levels} {kind}s within one another around a number"
            topic.changed(
                f"depth.{kind}s-{slug}",
                f"{title}: {levels + 1} levels",
                base,
                edit(title, _COUNT, f'{_COUNT},"x":{opening * levels}1{closing * levels}'),
                findings,
                requires=["limits"],
            )


def _several(topic: Topic, base: Any) -> None:
    """Faults in the order of the text: repeated members and lone surrogates do not end the reading, all others do."""
    count, x = "json/duplicate-member /attemptCount", "json/duplicate-member /x"
    encoding, limit, mark = "json/encoding", "json/limit", "json/byte-order-mark"
    twice, deep, lone = f"{_COUNT},{_COUNT}", "[" * 512, '"\\ud800"'
    for slug, title, text, findings in (
        ("two-repeated", "two members stand twice each", f'{twice},"x":1,"x":1', [count, x]),
        ("three-times", "a member stands three times, which is one finding", f"{twice},{_COUNT}", [count]),
        (
            "repeated-within-repeated",
            "the values of a member that stands twice hold a repeated member each",
            f'{_COUNT},"x":{{"y":1,"y":1}},"x":{{"z":1,"z":1}}',
            [x, f"{x}/y", f"{x}/z"],
        ),
        (
            "two-surrogates",
            "two lone surrogates in two strings",
            f'{_COUNT},"x":["\\ud800","\\udc00"]',
            ["json/lone-surrogate /x/0", "json/lone-surrogate /x/1"],
        ),
        (
            "repeated-and-surrogate",
            "a repeated member and a lone surrogate",
            f'{twice},"x":{lone}',
            [count, "json/lone-surrogate /x"],
        ),
        (
            "repeated-then-syntax",
            "a repeated member, and a fault of the syntax after it",
            f"{twice},,",
            [count, SYNTAX],
        ),
        ("syntax-then-repeated", "a fault of the syntax ends the reading", f"{_COUNT},,{_COUNT}", [SYNTAX]),
        (
            "surrogate-then-syntax",
            "a lone surrogate, and a fault of the syntax after it",
            f'{_COUNT},"x":{lone},,',
            ["json/lone-surrogate /x", SYNTAX],
        ),
        (
            "repeated-then-deep",
            "a repeated member, and too many levels after it",
            f'{twice},"x":{deep}',
            [count, limit],
        ),
        ("deep-then-repeated", "too many levels end the reading", f'{_COUNT},"x":{deep}1{"]" * 512},{_COUNT}', [limit]),
    ):
        topic.changed(
            f"several.{slug}",
            title,
            base,
            edit(title, _COUNT, text),
            findings,
            tags=["two-findings"] if len(findings) > 1 else [],
            requires=["limits"] if limit in findings else [],
        )
    for slug, title, find, data, findings in (
        (
            "repeated-and-no-text",
            "a text that is no UTF-8 is not read at all, so that no repeated member is found",
            ',"modelProfile":"fast"',
            b',"modelProfile":"fast","attemptCount":2,"x":"\xff"',
            [encoding],
        ),
        (
            "syntax-and-no-text",
            "a text that is no UTF-8 is not read at all, so that no fault of the syntax is found",
            ',"modelProfile":"fast"',
            b',,"modelProfile":"\xff"',
            [encoding],
        ),
    ):
        topic.changed(f"several.{slug}", title, base, edit_bytes(title, find, data), findings)
    text, bom = base.data, b"\xef\xbb\xbf"
    for slug, title, data, findings, requires in (
        ("mark-and-no-text", "a mark, and a byte that is no UTF-8", text.replace(b'"fast"', b'"\xff"'), [encoding], []),
        (
            "mark-and-deep",
            "a mark, and too many levels",
            text.replace(_COUNT.encode(), f'{_COUNT},"x":{deep}'.encode()),
            [limit],
            ["limits"],
        ),
        (
            "mark-and-repeated",
            "a mark, and a repeated member",
            text.replace(_COUNT.encode(), twice.encode()),
            [count],
            [],
        ),
        ("mark-and-syntax", "a mark, and a text that ends too soon", text[:-1], [SYNTAX], []),
        ("mark-alone", "a mark and nothing else", b"", [SYNTAX], []),
    ):
        topic.changed(
            f"several.{slug}",
            title,
            base,
            _whole(title, bom + data),
            [mark, *findings],
            tags=["two-findings"],
            requires=requires,
        )


def _after_the_mark(topic: Topic, bases: Bases) -> None:
    """A byte order mark is a writer finding: everything else is judged as without it."""
    base, mark = bases.records["fallback"], "json/byte-order-mark"
    start = '{"schemaVersion":"1.0",'
    for slug, title, text, findings in (
        ("and-rule", "a rule is broken", f'{start}"attemptCount":3', ["rule/attempt-count /attemptCount"]),
        ("and-type", "a member has the wrong type", f'{start}"attemptCount":"2"', ["schema/type /attemptCount"]),
        (
            "and-leak",
            "a member holds content",
            f'{start}"prompt":"CANARY","attemptCount":2',
            ["leak/content-member /prompt", "schema/unknown-member /prompt"],
        ),
        (
            "and-version",
            "another version",
            '{"schemaVersion":"2.0","attemptCount":2',
            ["schema/unknown-version /schemaVersion"],
        ),
    ):
        topic.changed(
            f"byte-order-mark.{slug}",
            f"a byte order mark does not end the judging: {title}",
            base,
            edit(f"a byte order mark, and {title}", f"{start}{_COUNT}", f"\ufeff{text}"),
            [mark, *findings],
            tags=["two-findings"],
        )
    topic.changed(
        "byte-order-mark.and-enum",
        "a byte order mark does not end the judging: the locality is none",
        base,
        _whole("a byte order mark, and no locality", b"\xef\xbb\xbf" + base.data.replace(b'"cloud"', b'"moon"')),
        [mark, "schema/enum /locality"],
        tags=["two-findings"],
    )
    for name in ("task-result", "stream-completed", "inderun-error"):
        topic.changed(
            f"byte-order-mark.{name}",
            f"a byte order mark before a {bases.carriers[name].carrier}",
            bases.carriers[name],
            {"edit": "a byte order mark", "at": "start", "with": "\ufeff"},
            [mark],
        )
    topic.changed(
        "byte-order-mark.carrier-and-rule",
        "a byte order mark before a payload whose record breaks a rule",
        bases.carriers["task-result"],
        edit(
            "a byte order mark, and a wrong count",
            bases.carriers["task-result"].data.decode().partition('"provenance":')[0]
            + '"provenance":{"schemaVersion":"1.0","attemptCount":2',
            "\ufeff"
            + bases.carriers["task-result"].data.decode().partition('"provenance":')[0]
            + '"provenance":{"schemaVersion":"1.0","attemptCount":3',
        ),
        [mark, "rule/attempt-count /provenance/attemptCount"],
        tags=["two-findings"],
    )
