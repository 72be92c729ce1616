"""Numbers by their exact value, however they are written, and what becomes of them in the canonical form."""

from __future__ import annotations

import math
from decimal import Decimal

from exprov.contract.model import Contract
from exprov.suite.bases import Bases
from exprov.suite.cases import Case, Topic, edit

# How attemptCount of a record with two attempts is written -> what is found.
_TWO = {
    "fraction-of-zero": ("2.0", "schema/integer-form"),
    "exponent": ("2e0", "schema/integer-form"),
    "capital-exponent": ("2E0", "schema/integer-form"),
    "exponent-plus": ("2e+0", "schema/integer-form"),
    "exponent-minus": ("20e-1", "schema/integer-form"),
    "point-and-exponent": ("0.2e1", "schema/integer-form"),
    "many-zeros": ("2.0000000000000000000000", "schema/integer-form"),
    "far-point": ("0.00000000000000000002e20", "schema/integer-form"),
    "long-exponent-of-zeros": ("2e0000000000", "schema/integer-form"),
    "hair-above": ("2.0000000000000000000001", "schema/type"),
    "hair-below": ("1.9999999999999999999999", "schema/type"),
    "half": ("2.5", "schema/type"),
    "half-by-exponent": ("25e-1", "schema/type"),
    "tiny": ("1e-400", "schema/type"),
    "tiny-beyond-reason": ("1e-1000000000", "schema/type"),
    "minus-tiny": ("-1e-400", "schema/type"),
    "huge": ("1e400", "schema/maximum"),
    "huge-beyond-reason": ("1e1000000000", "schema/maximum"),
    "huge-exponent-of-twenty-digits": ("1e99999999999999999999", "schema/maximum"),
    "minus-huge": ("-1e400", "schema/minimum"),
    "minus-huge-beyond-reason": ("-1e1000000000", "schema/minimum"),
    "next-above-maximum": ("9007199254740993", "schema/maximum"),
    "two-to-64": ("18446744073709551616", "schema/maximum"),
    "two-to-64-plus-two": ("18446744073709551618", "schema/maximum"),
    "two-to-32-plus-two": ("4294967298", "rule/attempt-count"),
    "hundred-digits": ("1" + "0" * 99, "schema/maximum"),
    "quoted": ('"2"', "schema/type"),
    "quoted-fraction": ('"2.0"', "schema/type"),
}
# Forms with two findings: not written as an integer, and out of bounds or contradicting a rule.
_BOTH = {
    "maximum-by-exponent": ("9.007199254740991e15", ["rule/attempt-count /attemptCount"]),
    "above-maximum-by-point": ("9007199254740992.0", ["schema/maximum /attemptCount"]),
    "minus-one-by-point": ("-1.0", ["schema/minimum /attemptCount"]),
    "three-by-point": ("3.0", ["rule/attempt-count /attemptCount"]),
}
# These have an exponent or a point as well, so that their form is a finding beside the bound that they break.
_INTEGERS_OUT_OF_BOUNDS = ("1e400", "1e1000000000", "1e99999999999999999999", "-1e400", "-1e1000000000")
_ZERO = {
    "minus-zero": "-0",
    "minus-zero-point-zero": "-0.0",
    "zero-point-zero": "0.0",
    "zero-by-exponent": "0e0",
    "zero-by-great-exponent": "0e999999999",
    "zero-by-negative-exponent": "0e-1000000000",
}
# Numbers in a member that the version does not know: any JSON number is fine there.
_UNKNOWN = {
    "fraction": "0.1",
    "exponent": "1e3",
    "great-exponent": "1e21",
    "less-than-great-exponent": "1e20",
    "small": "1e-7",
    "less-small": "0.000001",
    "greatest-binary64": "1.7976931348623157e308",
    "least-binary64": "5e-324",
    "minus-zero": "-0.0",
    "third": "0.3333333333333333",
    "safe-integer": "9007199254740991",
    "two-to-53": "9007199254740992",
    "two-to-53-plus-one": "9007199254740993",
    "thirty-digits": "333333333333333333333333333333",
    "power-of-ten-23": "1e23",
    "beyond-binary64": "1e400",
    "below-binary64": "1e-400",
    "many-digits": "3.14159265358979323846264338327950288",
    "trailing-zeros": "1.500",
}


def add_cases(topic: Topic, bases: Bases, contract: Contract) -> None:
    fallback, none = bases.records["fallback"], bases.records["no-attempt"]
    for slug, (text, rule) in _TWO.items():
        found = [f"{rule} /attemptCount"]
        if text in _INTEGERS_OUT_OF_BOUNDS:
            found.append("schema/integer-form /attemptCount")
        _count(topic, fallback, f"attempt-count.{slug}", 2, text, found)
    for slug, (text, findings) in _BOTH.items():
        _count(topic, fallback, f"attempt-count.{slug}", 2, text, [*findings, "schema/integer-form /attemptCount"])
    for slug, text in _ZERO.items():
        _count(topic, none, f"attempt-count.{slug}", 0, text, ["schema/integer-form /attemptCount"])
    _count(topic, none, "attempt-count.false-for-zero", 0, "false", ["schema/type /attemptCount"])
    _count(topic, bases.records["one-attempt"], "attempt-count.true-for-one", 1, "true", ["schema/type /attemptCount"])
    _count(
        topic,
        bases.records["one-attempt"],
        "attempt-count.one-by-point",
        1,
        "1.0",
        ["schema/integer-form /attemptCount"],
    )
    for slug, text in _UNKNOWN.items():
        topic.changed(
            f"unknown-member.{slug}",
            f"the number {text} in a member that the version does not know",
            fallback,
            edit(f"an unknown member with the number {text}", '"attemptCount":2', f'"attemptCount":2,"x":{text}'),
            ["schema/unknown-member /x"],
            requires=["exact-numbers"]
            if slug in ("two-to-53-plus-one", "thirty-digits", "beyond-binary64", "below-binary64", "many-digits")
            else [],
        )
    _carriers(topic, bases)


def _count(topic: Topic, base: Case, slug: str, old: int, text: str, findings: list[str]) -> None:
    title = f"attemptCount is written {text[:40]}"
    topic.changed(
        slug,
        title,
        base,
        edit(title, f'"attemptCount":{old}', f'"attemptCount":{text}'),
        findings,
        tags=["two-findings"] if len(findings) > 1 else [],
        requires=["exact-numbers"] if _is_exact(text) else [],
    )


def _carriers(topic: Topic, bases: Bases) -> None:
    for base in ("task-result", "stream-completed"):
        carrier = bases.carriers[base]
        for member, old in (("inputTokens", 3), ("outputTokens", 4), ("totalTokens", 7)):
            pointer = f"/usage/{member}"
            for slug, text, findings in (
                ("zero", "0", []),
                ("minus-one", "-1", [f"schema/minimum {pointer}"]),
                ("fraction", "0.5", [f"schema/type {pointer}"]),
                ("by-point", "5.0", [f"schema/integer-form {pointer}"]),
                ("two-to-64", "18446744073709551616", []),
                ("ten-to-30", "1" + "0" * 30, []),
            ):
                _number(
                    topic,
                    carrier,
                    f"{base}.{member.removesuffix('Tokens')}-tokens.{slug}",
                    f'"{member}":{old}',
                    f'"{member}":{text}',
                    findings,
                )
        for slug, text, findings in (
            ("zero", "0", []),
            ("fraction", "0.5", []),
            ("by-exponent", "1e3", []),
            ("tiny", "1e-400", []),
            ("minus-tiny", "-1e-400", ["schema/minimum /telemetry/totalMs"]),
            ("minus-one", "-1", ["schema/minimum /telemetry/totalMs"]),
            ("minus-zero", "-0", []),
            ("huge", "1e400", []),
        ):
            _number(topic, carrier, f"{base}.total-ms.{slug}", '"totalMs":120', f'"totalMs":{text}', findings)
    for base, prefix in (("inderun-error", ""), ("stream-error", "/error")):
        for slug, text, findings in (
            ("zero", "0", []),
            ("fraction", "0.5", []),
            ("minus-tiny", "-1e-400", [f"schema/minimum {prefix}/retryAfterMs"]),
            ("minus-one", "-1", [f"schema/minimum {prefix}/retryAfterMs"]),
            ("huge", "1e400", []),
        ):
            _number(
                topic,
                bases.carriers[base],
                f"{base}.retry-after-ms.{slug}",
                '"retryAfterMs":250',
                f'"retryAfterMs":{text}',
                findings,
            )


def _number(topic: Topic, base: Case, slug: str, find: str, text: str, findings: list[str]) -> None:
    title = f"a number written as {text}"
    requires = ["exact-numbers"] if _is_exact(text.rpartition(":")[2]) else []
    topic.changed(slug, title, base, edit(title, find, text), findings, requires=requires)


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
