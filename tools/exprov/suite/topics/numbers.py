"""Numbers by their exact value, however they are written, and their canonical form."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal

from exprov.suite import documents as d
from exprov.suite.cases import Case, Row, group, row, slug_of

# fmt: off
FORM, TYPE, MINIMUM, MAXIMUM = "schema/integer-form", "schema/type", "schema/minimum", "schema/maximum"
COUNT = "rule/attempt-count"
# How attemptCount is written: the findings, and the texts by slug.
_Texts = Sequence[tuple[tuple[str, ...], dict[str, str]]]
_TWO: _Texts = (
    ((FORM,), {
        "fraction-of-zero": "2.0", "exponent": "2e0", "capital-exponent": "2E0", "exponent-plus": "2e+0",
        "exponent-minus": "20e-1", "point-and-exponent": "0.2e1", "many-zeros": "2.0000000000000000000000",
        "far-point": "0.00000000000000000002e20", "long-exponent-of-zeros": "2e0000000000",
    }),
    ((TYPE,), {
        "hair-above": "2.0000000000000000000001", "hair-below": "1.9999999999999999999999", "half": "2.5",
        "half-by-exponent": "25e-1", "tiny": "1e-400", "tiny-beyond-reason": "1e-1000000000", "minus-tiny": "-1e-400",
    }),
    # An exponent or a point is a finding beside the bound that the number breaks.
    ((MAXIMUM, FORM), {
        "huge": "1e400", "huge-beyond-reason": "1e1000000000",
        "huge-exponent-of-twenty-digits": "1e99999999999999999999",
    }),
    ((MINIMUM, FORM), {"minus-huge": "-1e400", "minus-huge-beyond-reason": "-1e1000000000"}),
    ((MAXIMUM,), {
        "next-above-maximum": "9007199254740993", "two-to-64": "18446744073709551616",
        "two-to-64-plus-two": "18446744073709551618",
    }),
    ((COUNT,), {"two-to-32-plus-two": "4294967298"}),
    ((MAXIMUM,), {"hundred-digits": "1" + "0" * 99}),
    ((TYPE,), {"quoted": '"2"', "quoted-fraction": '"2.0"'}),
    ((COUNT, FORM), {"maximum-by-exponent": "9.007199254740991e15", "below-maximum-by-point": "9007199254740990.0"}),
    ((MAXIMUM, FORM), {"above-maximum-by-point": "9007199254740992.0"}),
    ((MINIMUM, FORM), {"minus-one-by-point": "-1.0"}),
    ((COUNT, FORM), {"three-by-point": "3.0"}),
)
_ZERO: _Texts = (
    ((FORM,), {
        "minus-zero": "-0", "minus-zero-point-zero": "-0.0", "zero-point-zero": "0.0", "zero-by-exponent": "0e0",
        "zero-by-great-exponent": "0e999999999", "zero-by-negative-exponent": "0e-1000000000",
    }),
    ((TYPE,), {"false-for-zero": "false"}),
)
_ONE: _Texts = (((TYPE,), {"true-for-one": "true"}), ((FORM,), {"one-by-point": "1.0"}))
_TOKENS: _Texts = (
    ((), {"zero": "0"}),
    ((MINIMUM,), {"minus-one": "-1"}),
    ((TYPE,), {"fraction": "0.5"}),
    ((FORM,), {"by-point": "5.0"}),
    ((), {"two-to-64": "18446744073709551616", "ten-to-30": "1" + "0" * 30}),
)
_TOTAL: _Texts = (
    ((), {"zero": "0", "fraction": "0.5", "by-exponent": "1e3", "tiny": "1e-400"}),
    ((MINIMUM,), {"minus-tiny": "-1e-400", "minus-one": "-1"}),
    ((), {"minus-zero": "-0", "huge": "1e400"}),
)
_RETRY: _Texts = (
    ((), {"zero": "0", "fraction": "0.5"}),
    ((MINIMUM,), {"minus-tiny": "-1e-400", "minus-one": "-1"}),
    ((), {"huge": "1e400"}),
)
# In an unknown member, any JSON number is allowed.
_UNKNOWN = {
    "fraction": "0.1", "exponent": "1e3", "great-exponent": "1e21", "less-than-great-exponent": "1e20", "small": "1e-7",
    "less-small": "0.000001", "greatest-binary64": "1.7976931348623157e308", "least-binary64": "5e-324",
    "minus-zero": "-0.0", "third": "0.3333333333333333", "safe-integer": "9007199254740991",
    "two-to-53": "9007199254740992", "two-to-53-plus-one": "9007199254740993",
    "thirty-digits": "333333333333333333333333333333", "power-of-ten-23": "1e23", "beyond-binary64": "1e400",
    "below-binary64": "1e-400", "many-digits": "3.14159265358979323846264338327950288", "trailing-zeros": "1.500",
}
# The canonical form is that of the nearest binary64 number. Ids have the index in these lists: append only.
# The samples of RFC 8785, appendix B and section 3.2.2.
_RFC_8785 = """-0 5e-324 -5e-324 1.7976931348623157e308 -1.7976931348623157e308 9007199254740992 -9007199254740992
    295147905179352830000 9.999999999999997e22 1e23 1.0000000000000001e23 999999999999999700000 999999999999999900000
    1e21 9.999999999999997e-7 0.000001 333333333.3333332 333333333.33333325 333333333.3333333 333333333.3333334
    333333333.33333343 -0.0000033333333333333333 1424953923781206.2 333333333.33333329 1E30 4.50 2e-3
    0.000000000000000000000000001"""
# Half-way between two numbers and next to it, at both ends of the range, beyond int64, and odd ways to write a number.
_NEAREST = (
    """1007896219074089.25 9007199254740993.00000000001 9007199254740995 9007199254740994.9 -9007199254740993
    0.10000000000000001 0.1000000000000000055511151231257827 0.30000000000000004 1.00000000000000011102230246251565
    1.00000000000000011102230246251566 2.2250738585072014e-308 2.2250738585072011e-308 4.9406564584124654e-324
    """
    """2.4703282292062328e-324 2.4703282292062327e-324 1e-400 -1e-400 -0e-400 1.797693134862315807e308
    9223372036854775807 9223372036854775808 -9223372036854775808 9223372036854775809 4611686018427387905
    18446744073709551615 123456789012345678901234567890 1e00000000000000000005 1E-0000000000000000007 1e+00
    0e1000000000000000000000 0.0e-99999999999999999999 1e-99999999999999999999 1e-1000000000000000001 0.00001e5
    1.0000000000000000000000000000000000000000000000000000000000000000000000000000001 100e-2 5e-325
    8.41e21 4.35 0.5e-323 179769313486231570000000000000000000000 1e22 1e-5 123e-20 12300000000e-20"""
)
_SAMPLE = r'''{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
    "string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}'''
_ORDER = r'''{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",
    "\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}'''
# Beyond the range of binary64: there is no canonical form.
_BEYOND = """1.7976931348623159e308 -1.7976931348623159e308 1e309 -1e309 1e99999999999999999999 1e1000000000000000001
    -1E0000000000000000000000000000000999 0.00000000000000001e999999999999999999"""


def _written(base: Case, path: str, texts: _Texts, title: str) -> Iterator[Row]:
    for findings, by_slug in texts:
        for slug, text in by_slug.items():
            requires = "exact-numbers" if _is_exact(text) else ""
            yield row(slug, title.format(text[:40]), base.write(path, text), *findings, requires=requires)


def _is_exact(text: str) -> bool:
    """Whether the nearest binary64 number gets another verdict."""
    try:
        nearest = float(text)
    except ValueError:
        return False
    if not math.isfinite(nearest):
        return True
    exact = Decimal(text)
    return (exact == exact.to_integral_value()) != nearest.is_integer() or (exact < 0) != (nearest < 0)


def _is_rounded(text: str) -> bool:
    """Whether a reader of binary64 numbers changes the number, or has none."""
    nearest, mantissa = float(text), text.lower().partition("e")[0]
    if nearest == 0 or not math.isfinite(nearest):
        return any(one in "123456789" for one in mantissa)
    return Decimal(repr(nearest)) != Decimal(text)


def _of_carrier(base: Case, path: str, texts: _Texts) -> list[Row]:
    name = path.rpartition("/")[2]
    title = f'a number written as "{name}":{{}}'
    return group(f"numbers.{base.name}.{slug_of(name)}", _written(base, path, texts, title))


_COUNT = "attemptCount is written {}"
CASES: list[Case | Row] = []
CASES += group("numbers.attempt-count",
    _written(d.FALLBACK, "/attemptCount", _TWO, _COUNT),
    _written(d.NO_ATTEMPT, "/attemptCount", _ZERO, _COUNT),
    _written(d.ONE, "/attemptCount", _ONE, _COUNT),
)
CASES += group("numbers.unknown-member",
    *(row(slug, f"the number {text} in an unknown member",
          d.FALLBACK.write("/attemptCount", f'2,"x":{text}', f"an unknown member with the number {text}"),
          "schema/unknown-member /x", requires="exact-numbers" if _is_rounded(text) else "")
      for slug, text in _UNKNOWN.items()),
)
for kind, texts in (("rfc-8785", _RFC_8785), ("nearest", _NEAREST), ("beyond", _BEYOND)):
    CASES += group(f"numbers.form.{kind}", "schema/unknown-member /x",
        (row(str(index), f"the canonical form of {text[:40]}",
             d.FALLBACK.write("/attemptCount", f'2,"x":[{text}]', f"the number {text} in an unknown member"),
             requires="exact-numbers" if _is_rounded(text) else "")
         for index, text in enumerate(texts.split())))
CASES += group("numbers.form", "schema/unknown-member /x",
    row("many-digits", "a number with 1,000 digits after the point",
        d.FALLBACK.write("/attemptCount", f'2,"x":0.{"3" * 1000}', "a number with 1,000 digits"),
        requires="exact-numbers"),
    row("beyond-deep", "a number beyond binary64 deep in an unknown member",
        d.FALLBACK.write("/attemptCount", '2,"x":[{"y":[1,-1e400]}]', "a number beyond binary64"),
        requires="exact-numbers"),
)
CASES += group("numbers.form.rfc-8785", "schema/unknown-member /x",
    row("sample", "the sample of RFC 8785, section 3.2.2",
        d.FALLBACK.write("/attemptCount", f"2,\"x\":{_SAMPLE}", "a sample"),
        requires="exact-numbers"),
    row("order", "the sample of RFC 8785, section 3.2.3",
        d.FALLBACK.write("/attemptCount", f"2,\"x\":{_ORDER}", "a sample")),
)
for base in (d.RESULT, d.COMPLETED):
    for tokens in ("inputTokens", "outputTokens", "totalTokens"):
        CASES += _of_carrier(base, f"/usage/{tokens}", _TOKENS)
    CASES += _of_carrier(base, "/telemetry/totalMs", _TOTAL)
CASES += _of_carrier(d.ERROR, "/retryAfterMs", _RETRY)
CASES += _of_carrier(d.STREAM_ERROR, "/error/retryAfterMs", _RETRY)
