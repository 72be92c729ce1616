"""Numbers by their exact value, however they are written, and what becomes of them in the canonical form."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from decimal import Decimal

from exprov.suite.cases import Case, Row, group, row, slug_of
from exprov.suite.documents import COMPLETED, ERROR, FALLBACK, NO_ATTEMPT, ONE, RESULT, STREAM_ERROR

# fmt: off
FORM, TYPE, MINIMUM, MAXIMUM = "schema/integer-form", "schema/type", "schema/minimum", "schema/maximum"
COUNT = "rule/attempt-count"
# How attemptCount is written: slug, text, findings.
_TWO = (
    ("fraction-of-zero", "2.0", FORM),
    ("exponent", "2e0", FORM),
    ("capital-exponent", "2E0", FORM),
    ("exponent-plus", "2e+0", FORM),
    ("exponent-minus", "20e-1", FORM),
    ("point-and-exponent", "0.2e1", FORM),
    ("many-zeros", "2.0000000000000000000000", FORM),
    ("far-point", "0.00000000000000000002e20", FORM),
    ("long-exponent-of-zeros", "2e0000000000", FORM),
    ("hair-above", "2.0000000000000000000001", TYPE),
    ("hair-below", "1.9999999999999999999999", TYPE),
    ("half", "2.5", TYPE),
    ("half-by-exponent", "25e-1", TYPE),
    ("tiny", "1e-400", TYPE),
    ("tiny-beyond-reason", "1e-1000000000", TYPE),
    ("minus-tiny", "-1e-400", TYPE),
    # An exponent or a point is a finding beside the bound that the number breaks.
    ("huge", "1e400", MAXIMUM, FORM),
    ("huge-beyond-reason", "1e1000000000", MAXIMUM, FORM),
    ("huge-exponent-of-twenty-digits", "1e99999999999999999999", MAXIMUM, FORM),
    ("minus-huge", "-1e400", MINIMUM, FORM),
    ("minus-huge-beyond-reason", "-1e1000000000", MINIMUM, FORM),
    ("next-above-maximum", "9007199254740993", MAXIMUM),
    ("two-to-64", "18446744073709551616", MAXIMUM),
    ("two-to-64-plus-two", "18446744073709551618", MAXIMUM),
    ("two-to-32-plus-two", "4294967298", COUNT),
    ("hundred-digits", "1" + "0" * 99, MAXIMUM),
    ("quoted", '"2"', TYPE),
    ("quoted-fraction", '"2.0"', TYPE),
    ("maximum-by-exponent", "9.007199254740991e15", COUNT, FORM),
    ("above-maximum-by-point", "9007199254740992.0", MAXIMUM, FORM),
    ("minus-one-by-point", "-1.0", MINIMUM, FORM),
    ("three-by-point", "3.0", COUNT, FORM),
)
_ZERO = (
    ("minus-zero", "-0", FORM),
    ("minus-zero-point-zero", "-0.0", FORM),
    ("zero-point-zero", "0.0", FORM),
    ("zero-by-exponent", "0e0", FORM),
    ("zero-by-great-exponent", "0e999999999", FORM),
    ("zero-by-negative-exponent", "0e-1000000000", FORM),
    ("false-for-zero", "false", TYPE),
)
_ONE = (("true-for-one", "true", TYPE), ("one-by-point", "1.0", FORM))
# In a member that the version does not know, any JSON number is fine.
_UNKNOWN = {
    "fraction": "0.1", "exponent": "1e3", "great-exponent": "1e21", "less-than-great-exponent": "1e20", "small": "1e-7",
    "less-small": "0.000001", "greatest-binary64": "1.7976931348623157e308", "least-binary64": "5e-324",
    "minus-zero": "-0.0", "third": "0.3333333333333333", "safe-integer": "9007199254740991",
    "two-to-53": "9007199254740992", "two-to-53-plus-one": "9007199254740993",
    "thirty-digits": "333333333333333333333333333333", "power-of-ten-23": "1e23", "beyond-binary64": "1e400",
    "below-binary64": "1e-400", "many-digits": "3.14159265358979323846264338327950288", "trailing-zeros": "1.500",
}
# Those that a reader of binary64 numbers does not hand on as they are.
_ROUNDED = ("two-to-53-plus-one", "thirty-digits", "beyond-binary64", "below-binary64", "many-digits")


def _written(base: Case, path: str, texts: Iterable[tuple[str, ...]], title: str) -> Iterator[Row]:
    for slug, text, *findings in texts:
        requires = "exact-numbers" if _is_exact(text) else ""
        yield row(slug, title.format(text[:40]), base.write(path, text), *findings, requires=requires)


def _is_exact(text: str) -> bool:
    """Whether a reader of binary64 numbers takes the number for one that is judged otherwise."""
    try:
        nearest = float(text)
    except ValueError:
        return False
    if not math.isfinite(nearest):
        return True
    exact = Decimal(text)
    return (exact == exact.to_integral_value()) != nearest.is_integer() or (exact < 0) != (nearest < 0)


_COUNT = "attemptCount is written {}"
_TOKENS = (
    ("zero", "0"),
    ("minus-one", "-1", MINIMUM),
    ("fraction", "0.5", TYPE),
    ("by-point", "5.0", FORM),
    ("two-to-64", "18446744073709551616"),
    ("ten-to-30", "1" + "0" * 30),
)
_TOTAL = (
    ("zero", "0"),
    ("fraction", "0.5"),
    ("by-exponent", "1e3"),
    ("tiny", "1e-400"),
    ("minus-tiny", "-1e-400", MINIMUM),
    ("minus-one", "-1", MINIMUM),
    ("minus-zero", "-0"),
    ("huge", "1e400"),
)
_RETRY = (
    ("zero", "0"),
    ("fraction", "0.5"),
    ("minus-tiny", "-1e-400", MINIMUM),
    ("minus-one", "-1", MINIMUM),
    ("huge", "1e400"),
)


def _of_carrier(base: Case, path: str, texts: Iterable[tuple[str, ...]]) -> list[Row]:
    name = path.rpartition("/")[2]
    return group(
        f"numbers.{base.name}.{slug_of(name)}", _written(base, path, texts, f'a number written as "{name}":{{}}')
    )


CASES: list[Case | Row] = []
CASES += group(
    "numbers.attempt-count",
    _written(FALLBACK, "/attemptCount", _TWO, _COUNT),
    _written(NO_ATTEMPT, "/attemptCount", _ZERO, _COUNT),
    _written(ONE, "/attemptCount", _ONE, _COUNT),
)
CASES += group(
    "numbers.unknown-member",
    *(row(slug, f"the number {text} in a member that the version does not know",
          FALLBACK.write("/attemptCount", f'2,"x":{text}', f"an unknown member with the number {text}"),
          "schema/unknown-member /x", requires="exact-numbers" if slug in _ROUNDED else "")
      for slug, text in _UNKNOWN.items()),
)
for base in (RESULT, COMPLETED):
    for tokens in ("inputTokens", "outputTokens", "totalTokens"):
        CASES += _of_carrier(base, f"/usage/{tokens}", _TOKENS)
    CASES += _of_carrier(base, "/telemetry/totalMs", _TOTAL)
CASES += _of_carrier(ERROR, "/retryAfterMs", _RETRY)
CASES += _of_carrier(STREAM_ERROR, "/error/retryAfterMs", _RETRY)
