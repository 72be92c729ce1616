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
    ((COUNT, FORM), {"maximum-by-exponent": "9.007199254740991e15"}),
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
# Those that a reader of binary64 numbers changes.
_ROUNDED = ("two-to-53-plus-one", "thirty-digits", "beyond-binary64", "below-binary64", "many-digits")


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
          "schema/unknown-member /x", requires="exact-numbers" if slug in _ROUNDED else "")
      for slug, text in _UNKNOWN.items()),
)
for base in (d.RESULT, d.COMPLETED):
    for tokens in ("inputTokens", "outputTokens", "totalTokens"):
        CASES += _of_carrier(base, f"/usage/{tokens}", _TOKENS)
    CASES += _of_carrier(base, "/telemetry/totalMs", _TOTAL)
CASES += _of_carrier(d.ERROR, "/retryAfterMs", _RETRY)
CASES += _of_carrier(d.STREAM_ERROR, "/error/retryAfterMs", _RETRY)
