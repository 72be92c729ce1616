# Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
"""The quick verdict: True means surely writer-valid, False means that the explaining path must say."""

from __future__ import annotations

from msgspec import UNSET, DecodeError
from msgspec.json import Decoder

from ._logic import at as at, both as both, either as either, every as every, holds as holds, some as some
from ._structs import ExecutionProvenance
from ._vetted import VETTED, vet

DEPTH = 4
_decode = Decoder(ExecutionProvenance).decode
# The verdicts of records that were met before: a log has many records and few different ones, since nothing in a
# record names a run or a time. A verdict is how many quotation marks the text has if no member is repeated; 0 is
# 'not sure'. Bounded in number and in size, so that hostile input cannot fill the memory.
_verdicts: dict[ExecutionProvenance, int] = {}
_MOST, _LONGEST = 4096, 2048


def is_surely_valid(data: bytes | str) -> bool:
    """Whether `data` is surely a writer-valid record within the default limits of size and depth."""
    try:
        this = _decode(data)
    except (DecodeError, UnicodeError, RecursionError):
        return False
    quotes = _verdicts.get(this)
    if quotes is None:
        quotes = _judge(this)
        if len(data) <= _LONGEST:
            if len(_verdicts) >= _MOST:
                _verdicts.clear()
            _verdicts[this] = quotes
    if isinstance(data, bytes):
        return data.count(b'"') == quotes and (this.attemptCount != 0 or b"-0" not in data)
    return data.count('"') == quotes and (this.attemptCount != 0 or "-0" not in data)


def _judge(this: ExecutionProvenance) -> int:
    """The number of quotation marks in the text of a writer-valid record without repeated members; else 0."""
    if not 0 <= this.attemptCount <= 9007199254740991:
        return 0
    if this.modelProfile not in VETTED and not vet(this.modelProfile):
        return 0
    if this.providerId is not UNSET and this.providerId not in VETTED and not vet(this.providerId):
        return 0
    if this.configuredModel is not UNSET and this.configuredModel not in VETTED and not vet(this.configuredModel):
        return 0
    if this.reportedModel is not UNSET and this.reportedModel not in VETTED and not vet(this.reportedModel):
        return 0
    attempts_ = this.attempts
    if not this.routeRejections:
        if len(attempts_) == 1:
            (item0_,) = attempts_
            if item0_.providerId not in VETTED and not vet(item0_.providerId):
                return 0
            if (item0_.outcome == "failed") and (item0_.errorClass is UNSET):
                return 0
            if (item0_.outcome == "succeeded" or item0_.outcome == "cancelled") and (item0_.errorClass is not UNSET):
                return 0
            if not (
                (this.attemptCount == 1)
                and (this.fallbackOccurred == (this.attemptCount > 1))
                and ((this.providerId is UNSET) or (item0_.providerId == this.providerId))
                and ((this.providerId is not UNSET) or (item0_.outcome == "failed"))
                and ((this.providerId is not UNSET) or (this.locality == "unknown"))
                and ((this.providerId is not UNSET) or (this.configuredModel is UNSET))
                and ((this.providerId is not UNSET) or (this.reportedModel is UNSET))
            ):
                return 0
            return (
                28
                + (4 if this.providerId is not UNSET else 0)
                + (4 if this.configuredModel is not UNSET else 0)
                + (4 if this.reportedModel is not UNSET else 0)
                + (4 if item0_.errorClass is not UNSET else 0)
            )
        if len(attempts_) == 2:
            item0_, item1_ = attempts_
            if item0_.providerId not in VETTED and not vet(item0_.providerId):
                return 0
            if (item0_.outcome == "failed") and (item0_.errorClass is UNSET):
                return 0
            if (item0_.outcome == "succeeded" or item0_.outcome == "cancelled") and (item0_.errorClass is not UNSET):
                return 0
            if item1_.providerId not in VETTED and not vet(item1_.providerId):
                return 0
            if (item1_.outcome == "failed") and (item1_.errorClass is UNSET):
                return 0
            if (item1_.outcome == "succeeded" or item1_.outcome == "cancelled") and (item1_.errorClass is not UNSET):
                return 0
            if not (
                (this.attemptCount == 2)
                and (this.fallbackOccurred == (this.attemptCount > 1))
                and (item1_.providerId != item0_.providerId)
                and (item0_.providerId != item1_.providerId)
                and (
                    ((item0_.outcome == "failed") and (item1_.outcome == "failed"))
                    or (
                        (
                            ((item0_.outcome != "failed") and (item1_.outcome == "failed"))
                            or ((item1_.outcome != "failed") and (item0_.outcome == "failed"))
                        )
                        and (item1_.outcome != "failed")
                    )
                )
                and ((this.providerId is UNSET) or (item1_.providerId == this.providerId))
                and ((this.providerId is not UNSET) or ((item0_.outcome == "failed") and (item1_.outcome == "failed")))
                and ((this.providerId is not UNSET) or (this.locality == "unknown"))
                and ((this.providerId is not UNSET) or (this.configuredModel is UNSET))
                and ((this.providerId is not UNSET) or (this.reportedModel is UNSET))
            ):
                return 0
            return (
                36
                + (4 if this.providerId is not UNSET else 0)
                + (4 if this.configuredModel is not UNSET else 0)
                + (4 if this.reportedModel is not UNSET else 0)
                + (4 if item0_.errorClass is not UNSET else 0)
                + (4 if item1_.errorClass is not UNSET else 0)
            )
    expected = (
        20
        + (4 if this.providerId is not UNSET else 0)
        + (4 if this.configuredModel is not UNSET else 0)
        + (4 if this.reportedModel is not UNSET else 0)
    )
    for item_ in this.attempts:
        if item_.providerId not in VETTED and not vet(item_.providerId):
            return 0
        if (item_.outcome == "failed") and (item_.errorClass is UNSET):
            return 0
        if (item_.outcome == "succeeded" or item_.outcome == "cancelled") and (item_.errorClass is not UNSET):
            return 0
        expected += 8 + (4 if item_.errorClass is not UNSET else 0)
    for item_ in this.routeRejections:
        if item_.providerId not in VETTED and not vet(item_.providerId):
            return 0
        expected += 6 + 2 * len(item_.reasonCodes)
        tokens = item_.reasonCodes
        if len(tokens) < 1:
            return 0
        if len(tokens) > 1 and len(set(tokens)) != len(tokens):
            return 0
    if not (
        (this.attemptCount == len(this.attempts))
        and (this.fallbackOccurred == (this.attemptCount > 1))
        and (len({x_.providerId for x_ in this.attempts}) == len(this.attempts))
        and holds(
            lambda: (
                all([(a_.outcome == "failed") for a_ in this.attempts])
                or (
                    ([(a_.outcome != "failed") for a_ in this.attempts].count(True) == 1)
                    and (this.attempts[-1].outcome != "failed")
                )
            )
        )
        and holds(
            lambda: (
                (this.providerId is UNSET)
                or ((len(this.attempts) > 0) and (this.attempts[-1].providerId == this.providerId))
            )
        )
        and ((this.providerId is not UNSET) or all([(a_.outcome == "failed") for a_ in this.attempts]))
        and ((this.providerId is not UNSET) or (this.locality == "unknown"))
        and ((this.providerId is not UNSET) or (this.configuredModel is UNSET))
        and ((this.providerId is not UNSET) or (this.reportedModel is UNSET))
        and (len({x_.providerId for x_ in this.routeRejections}) == len(this.routeRejections))
        and {x_.providerId for x_ in this.routeRejections}.isdisjoint([x_.providerId for x_ in this.attempts])
    ):
        return 0
    return expected
