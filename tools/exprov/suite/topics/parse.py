"""Text that is not JSON, or that two languages would read differently (RFC 8259, RFC 7493)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from exprov.suite import documents as d
from exprov.suite.cases import Case, Edit, Row, group, row

# fmt: off
SYNTAX, ENCODING, LIMIT, MARK = "json/syntax", "json/encoding", "json/limit", "json/byte-order-mark"
TWICE, LONE = "json/duplicate-member", "json/lone-surrogate"
TEXT, BOM = d.FALLBACK.data, b"\xef\xbb\xbf"
_END = '"reasonCodes":["offline","privacy_constraint"]}]}'

count, profile = partial(d.FALLBACK.write, "/attemptCount"), partial(d.FALLBACK.write, "/modelProfile")
comma, end, last = (partial(d.FALLBACK.edit, find) for find in (',"attemptCount"', _END, '"privacy_constraint"]'))


def whole(data: bytes, name: str = "") -> Edit:
    return d.FALLBACK.around("whole", data, name)


CASES: list[Case | Row] = []
CASES += group("parse", SYNTAX,
    row("cut-off.no-closing-brace", "the closing brace is missing", end(_END[:-1])),
    row("cut-off.within-string", "the text ends within a string", end('"reasonCodes":["off')),
    row("cut-off.within-escape", "the text ends within an escape", end('"reasonCodes":["off\\u00')),
    row("cut-off.after-colon", "the text ends after a colon", end('"reasonCodes":')),
    row("comma.before-brace", "a comma before the closing brace", end(_END[:-1] + ",}")),
    row("comma.before-bracket", "a comma before a closing bracket", last('"privacy_constraint",]')),
    row("comma.first", "a comma after the opening brace", d.FALLBACK.edit('{"schemaVersion"', '{,"schemaVersion"')),
    row("comma.missing", "no comma between two members", comma('"attemptCount"')),
    row("comma.doubled", "two commas between members", comma(',,"attemptCount"')),
    row("colon.missing", "no colon after a name", d.FALLBACK.edit('"attemptCount":2', '"attemptCount" 2')),
    row("colon.equals-sign", "an equals sign for a colon", d.FALLBACK.edit('"attemptCount":2', '"attemptCount"=2')),
    row("bracket.mismatched", "a bracket closed by a brace", last('"privacy_constraint"}')),
    row("value.missing", "no value after a colon", count("")),
    row("comment.block", "a block comment", count("/* two */2")),
    row("comment.line", "a line comment", comma(',// two\n"attemptCount"')),
    row("comment.hash", "a comment after a hash", comma(',# two\n"attemptCount"')),
    row("name.without-quotes", "a name without quotes", d.FALLBACK.edit('"attemptCount":2', "attemptCount:2")),
    row("name.single-quotes", "a name in single quotes", d.FALLBACK.edit('"attemptCount":2', "'attemptCount':2")),
    row("name.opened-by-single-quote", "a name between a single and a double quote",
        d.FALLBACK.edit('"attemptCount":2', "'attemptCount\":2")),
    row("name.number", "a number as a name", count("2,7:7")),
    row("string.single-quotes", "a string in single quotes", profile("'fast'")),
    row("string.raw-tab", "a raw tab in a string", profile('"fa\tst"')),
    row("string.raw-line-feed", "a raw line feed in a string", profile('"fa\nst"')),
    row("string.raw-null", "a raw null character in a string", profile('"fa\0st"')),
    row("string.raw-unit-separator", "a raw U+001F in a string", profile('"fa\x1fst"')),
    row("string.closed-by-tab", "a string closed by a tab", profile('"fast\t')),
    row("string.closed-by-line-feed", "a string closed by a line feed", profile('"fast\n')),
    row("string.closed-by-backslash", "a string closed by a backslash", profile('"fast\\')),
    row("string.escape-x", "an escape \\x", profile('"fa\\x73t"')),
    row("string.escape-quote", "an escaped single quote", profile('"fa\\\'st"')),
    row("string.escape-capital-u", "an escape with a capital U", profile('"fa\\U0073t"')),
    row("string.escape-three-digits", "an escape with three hexadecimal digits", profile('"fa\\u073"')),
    row("string.escape-no-digit", "an escape with a letter that is not a hexadecimal digit", profile('"fa\\u007gst"')),
    row("string.escape-braces", "an escape in braces", profile('"fa\\u{73}t"')),
)
_NUMERALS = {
    "leading-zero": "02", "plus-sign": "+2", "point-first": ".2", "point-last": "2.", "exponent-without-digits": "2e",
    "exponent-sign-without-digits": "2e+", "two-points": "2.0.0", "minus-alone": "-", "minus-leading-zero": "-02",
    "hexadecimal": "0x2", "octal": "0o2", "binary": "0b10", "underscore": "2_0", "nan": "NaN", "infinity": "Infinity",
    "minus-infinity": "-Infinity", "big-integer-suffix": "2n", "arabic-indic-digit": "\u0662",
    "full-width-digit": "\uff12", "space-after-minus": "- 2",
}
_LITERALS = {
    "capital": "True", "upper-case": "TRUE", "letter-more": "truee", "letter-less": "tru", "python-none": "None",
    "undefined": "undefined",
}
_SPACES = {
    "form-feed": "\f", "vertical-tab": "\v", "no-break-space": "\u00a0", "line-separator": "\u2028",
    "next-line": "\u0085",
}
CASES += group("parse", SYNTAX,
    *(row(f"number.{slug}", f"a number written as {text!a}", count(text)) for slug, text in _NUMERALS.items()),
    *(row(f"literal.{slug}", f"a literal written as {text}", d.FALLBACK.write("/fallbackOccurred", text))
      for slug, text in _LITERALS.items()),
    *(row(f"white-space.{slug}", f"a {slug.replace('-', ' ')} between tokens", comma(f',{space}"attemptCount"'))
      for slug, space in _SPACES.items()),
    row("white-space.null-after", "a null character after the value", d.FALLBACK.around("end", "\0")),
    row("after.second-value", "a second record after the first", d.FALLBACK.around("end", "\n{}")),
    row("after.brace", "one closing brace too many", d.FALLBACK.around("end", "}")),
    row("after.comma", "a comma after the value", d.FALLBACK.around("end", ",")),
    row("after.text", "a word after the value", d.FALLBACK.around("end", " ok")),
    row("before.text", "a word before the value", d.FALLBACK.around("start", "ok ")),
    row("before.guard", "a guard against script inclusion before the value", d.FALLBACK.around("start", ")]}'\n")),
    row("before.record-separator", "a record separator (RFC 7464) before the value",
        d.FALLBACK.around("start", "\x1e")),
)
CASES += group("parse.white-space",
    row("all-around", "every kind of JSON white space after the value", d.FALLBACK.around("end", " \t\r\n")),
    row("before", "every kind of JSON white space before the value", d.FALLBACK.around("start", " \t\r\n")),
    row("within", "white space between tokens, with CR LF",
        d.FALLBACK.edit(',"attemptCount":2', ' ,\r\n\t"attemptCount" : 2 ')),
)
CASES += group("parse.alone",
    row("empty", "no byte at all", whole(b""), SYNTAX),
    row("space", "white space alone", whole(b" \n"), SYNTAX),
    row("brace", "an opening brace alone", whole(b"{"), SYNTAX),
    row("false", "the literal false instead of a record", whole(b"false", "the literal false"), "schema/type"),
    row("string", "a string instead of a record", whole(b'"1.0"', "a string"), "schema/type"),
    row("number", "a number instead of a record", whole(b"1e1000000000", "a number"), "schema/type"),
    row("record-in-array", "an array with a record instead of a record",
        whole(b"[" + TEXT + b"]", "an array with a record"), "schema/type"),
)

_BYTES = {
    "latin-1": ("a Latin-1 letter", b"f\xe9"),
    "stray-continuation": ("a continuation byte on its own", b"\x80"),
    "overlong-slash": ("an overlong form of a slash", b"\xc0\xaf"),
    "overlong-null": ("an overlong form of the null character", b"\xc0\x80"),
    "overlong-three-bytes": ("an overlong form in three bytes", b"\xe0\x80\xaf"),
    "overlong-four-bytes": ("an overlong form in four bytes", b"\xf0\x80\x80\xaf"),
    "surrogate-high": ("the bytes of a high surrogate", b"\xed\xa0\x80"),
    "surrogate-low": ("the bytes of a low surrogate", b"\xed\xb0\x80"),
    "surrogate-pair": ("the bytes of a surrogate pair (CESU-8)", b"\xed\xa0\xbd\xed\xb8\x80"),
    "beyond-unicode": ("the bytes of U+110000", b"\xf4\x90\x80\x80"),
    "five-bytes": ("a form in five bytes", b"\xf8\x88\x80\x80\x80"),
    "byte-ff": ("the byte 0xFF", b"\xff"),
    "cut-off": ("a character without its last byte", b"\xe2\x82"),
}
_GZIP = b"\x1f\x8b\x08" + b"\x00" * 5 + b"\x02\xff\x03" + b"\x00" * 9
_LITTLE, _BIG = b"\xff\xfe" + TEXT.decode().encode("utf-16-le"), b"\xfe\xff" + TEXT.decode().encode("utf-16-be")
CASES += group("parse.encoding", ENCODING,
    *(row(slug, f"{what} in a string", d.FALLBACK.edit('"fast"', b'"' + data + b'"', what))
      for slug, (what, data) in _BYTES.items()),
    row("utf-16-le", "the whole text in UTF-16, little endian, with its mark", whole(_LITTLE)),
    row("utf-16-be", "the whole text in UTF-16, big endian, with its mark", whole(_BIG)),
    row("gzip", "the text is compressed", whole(_GZIP)),
)

CASES += group("parse.duplicate",
    row("same-value", "a member is repeated with the same value", count('2,"attemptCount":2'), TWICE),
    row("last-is-right", "a member is repeated, and the last value is right", count('9,"attemptCount":2'), TWICE),
    row("first-is-right", "a member is repeated, and the first value is right", count('2,"attemptCount":9'), TWICE),
    row("escaped", "a member is repeated, once with an escape in its name", count('2,"attempt\\u0043ount":2'), TWICE),
    row("in-attempt", "a member of an attempt is repeated",
        d.FALLBACK.write("/attempts/0/errorClass", '"Timeout","outcome":"failed"'), f"{TWICE} /attempts/0/outcome"),
    row("in-second-attempt", "a member of the second attempt is repeated",
        d.FALLBACK.write("/attempts/1/outcome", '"failed","outcome":"succeeded"'), TWICE),
    row("in-rejection", "a member of a rejection is repeated",
        d.FALLBACK.write("/routeRejections/0/providerId", '"device_a","providerId":"device_a"'), TWICE),
    row("of-unknown", "an unknown member is repeated", count('2,"x":1,"x":1'), f"{TWICE} /x"),
    row("in-unknown", "a member deep in an unknown member is repeated",
        count('2,"x":[{"y":{"z":1,"z":1}}]'), f"{TWICE} /x/0/y/z"),
    row("name-with-slash", "a member whose name needs escapes in a pointer is repeated",
        count('2,"a/b~c":1,"a/b~c":1'), f"{TWICE} /a~1b~0c"),
    row("empty-name", "a member with an empty name is repeated", count('2,"":1,"":1'), f"{TWICE} /"),
    row("version", "the version is repeated", d.FALLBACK.write("/schemaVersion", '"2.0","schemaVersion":"1.0"'), TWICE),
    row("two-objects", "a name in two objects is not repeated, and a name in another case is another name",
        count('2,"attemptcount":9', "a member whose name differs in case alone"),
        "schema/unknown-member /attemptcount"),
)

CASES += group("parse.surrogate", LONE,
    row("high", "a high surrogate on its own", profile('"\\ud83d"')),
    row("low", "a low surrogate on its own", profile('"\\ude00"')),
    row("reversed", "a surrogate pair in reverse order", profile('"\\ude00\\ud83d"')),
    row("high-then-text", "a high surrogate before a letter", profile('"\\ud83dx"')),
    row("two-highs", "two high surrogates before a low one", profile('"\\ud83d\\ud83d\\ude00"')),
    row("upper-case-digits", "a high surrogate in capital digits", profile('"\\uD83D"')),
    row("in-attempt", "a lone surrogate in an attempt", d.FALLBACK.write("/attempts/0/errorClass", '"\\udbff"')),
)
CASES += group("parse.surrogate",
    row("in-unknown", "a lone surrogate in a member that the version does not know",
        count('2,"x":["\\udc00"]'), f"{LONE} /x/0"),
    row("in-name", "a lone surrogate in a name", count('2,"\\ud800":1'), f"{LONE} root"),
    row("in-name-of-unknown", "a lone surrogate in a name within an unknown member",
        count('2,"x":{"\\udfff":1}'), f"{LONE} /x"),
    row("pair", "a whole surrogate pair", profile('"\\ud83d\\ude00"')),
    row("escaped-backslash", "a backslash before text that looks like an escape", profile('"\\\\ud83d"')),
)


def _nested(slug: str, title: str, opening: str, inner: str, closing: str, name: str) -> Iterator[Row]:
    """As deep as a text may nest, the record being the first level, and one level deeper."""
    for side, levels, finding in (("at-limit", 511, "schema/unknown-member /x"), ("over-limit", 512, LIMIT)):
        edit = count(f'2,"x":{opening * levels}{inner}{closing * levels}', name.format(levels))
        yield row(f"{slug}{side}", title.format(levels, levels + 1), edit, finding)


CASES += group("parse.depth",
    _nested("", "arrays and objects nest {1} deep", "[", "", "]", "{} arrays within one another"),
    row("brackets-in-text", "brackets in a string are not nesting", d.FALLBACK.add("/configuredModel", "[{" * 600)),
    requires="limits",
)
CASES += group("parse",
    row("byte-order-mark", "a byte order mark before the value", d.FALLBACK.around("start", "\ufeff"), MARK),
    row("byte-order-mark.after", "a byte order mark after the value", d.FALLBACK.around("end", "\ufeff"), SYNTAX),
    row("byte-order-mark.twice", "two byte order marks",
        d.FALLBACK.around("start", "\ufeff\ufeff"), MARK, SYNTAX, tags=()),
)
for kind, opening, closing in (("object", '{"a":', "}"), ("array", "[", "]")):
    what = f"{{0}} {kind}s within one another around a number"
    deep = _nested(f"{kind}s-", f"{what}: {{1}} levels", opening, "1", closing, what)
    CASES += group("parse.depth", deep, requires="limits")

# Faults in the order of the text: repeated members and lone surrogates do not end the parse, all others do.
_DEEP = "[" * 512
CASES += group("parse.several",
    row("two-repeated", "two members are repeated", count('2,"attemptCount":2,"x":1,"x":1'), TWICE, f"{TWICE} /x"),
    row("three-times", "a member repeated three times yields one finding",
        count('2,"attemptCount":2,"attemptCount":2'), TWICE),
    row("repeated-within-repeated", "a member is repeated, and each of its values has a repeated member",
        count('2,"x":{"y":1,"y":1},"x":{"z":1,"z":1}'), f"{TWICE} /x", f"{TWICE} /x/y", f"{TWICE} /x/z"),
    row("two-surrogates", "two lone surrogates in two strings",
        count('2,"x":["\\ud800","\\udc00"]'), f"{LONE} /x/0", f"{LONE} /x/1"),
    row("repeated-and-surrogate", "a repeated member and a lone surrogate",
        count('2,"attemptCount":2,"x":"\\ud800"'), TWICE, f"{LONE} /x"),
    row("repeated-then-syntax", "a repeated member, and a fault of the syntax after it",
        count('2,"attemptCount":2,,'), TWICE, SYNTAX),
    row("syntax-then-repeated", "a fault of the syntax ends the reading", count('2,,"attemptCount":2'), SYNTAX),
    row("surrogate-then-syntax", "a lone surrogate, and a fault of the syntax after it",
        count('2,"x":"\\ud800",,'), f"{LONE} /x", SYNTAX),
    row("repeated-then-deep", "a repeated member, and too many levels after it",
        count(f'2,"attemptCount":2,"x":{_DEEP}'), TWICE, LIMIT, requires="limits"),
    row("deep-then-repeated", "too many levels end the reading",
        count(f'2,"x":{_DEEP}1{"]" * 512},"attemptCount":2'), LIMIT, requires="limits"),
    row("repeated-and-no-text", "text that is not UTF-8 is not parsed: a repeated member is not reported",
        d.FALLBACK.edit(',"modelProfile":"fast"', b',"modelProfile":"fast","attemptCount":2,"x":"\xff"'), ENCODING),
    row("syntax-and-no-text", "text that is not UTF-8 is not parsed: a syntax error is not reported",
        d.FALLBACK.edit(',"modelProfile":"fast"', b',,"modelProfile":"\xff"'), ENCODING),
)


def marked(find: bytes, new: bytes, name: str = "") -> Edit:
    """A byte order mark, and `new` in place of `find`."""
    return whole(BOM + TEXT.replace(find, new), name)


# A byte order mark is a writer finding: everything else is validated as without it.
CASES += group("parse.several", MARK,
    row("mark-and-no-text", "a mark, and a byte that is not UTF-8", marked(b'"fast"', b'"\xff"'), ENCODING),
    row("mark-and-deep", "a mark, and too many levels",
        marked(b'"attemptCount":2', f'"attemptCount":2,"x":{_DEEP}'.encode()), LIMIT, requires="limits"),
    row("mark-and-repeated", "a mark, and a repeated member",
        marked(b'"attemptCount":2', b'"attemptCount":2,"attemptCount":2'), f"{TWICE} /attemptCount"),
    row("mark-and-syntax", "a mark, and a text that ends too soon", whole(BOM + TEXT[:-1]), SYNTAX),
    row("mark-alone", "a mark and nothing else", whole(BOM), SYNTAX),
)
_START = '{"schemaVersion":"1.0","attemptCount":'
_RECORD = d.RESULT.data.decode().partition('"provenance":')[0] + '"provenance":' + _START
CASES += group("parse.byte-order-mark", MARK,
    *(row(slug, f"a byte order mark does not end validation: {title}",
          d.FALLBACK.edit(f"{_START}2", f"\ufeff{text}", f"a byte order mark, and {title}"), *findings)
      for slug, title, text, *findings in (
        ("and-rule", "a rule is broken", f"{_START}3", "rule/attempt-count /attemptCount"),
        ("and-type", "a member has the wrong type", f'{_START}"2"', "schema/type /attemptCount"),
        ("and-leak", "a member holds content", '{"schemaVersion":"1.0","prompt":"CANARY","attemptCount":2',
         "leak/content-member /prompt", "schema/unknown-member /prompt"),
        ("and-version", "another version", '{"schemaVersion":"2.0","attemptCount":2',
         "schema/unknown-version /schemaVersion"),
    )),
    row("and-enum", "a byte order mark does not end validation: the locality is unknown to the contract",
        marked(b'"cloud"', b'"moon"', "a byte order mark, and no locality"), "schema/enum /locality"),
    *(row(base.name, f"a byte order mark before a {base.carrier}", base.around("start", "\ufeff", "a byte order mark"))
      for base in (d.RESULT, d.COMPLETED, d.ERROR)),
    row("carrier-and-rule", "a byte order mark before a payload whose record breaks a rule",
        d.RESULT.edit(f"{_RECORD}2", f"\ufeff{_RECORD}3", "a byte order mark, and a wrong count"),
        "rule/attempt-count /provenance/attemptCount"),
)
