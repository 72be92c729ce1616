# Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
"""The quick verdict: True means surely writer-valid, False means that the explaining path must say."""

from __future__ import annotations

from functools import cache

from msgspec import UNSET, DecodeError, UnsetType
from msgspec.json import Encoder

from ._decoder import decoder
from ._structs import Attempt, RouteRejection, ExecutionProvenance
from ._text import DEFAULT_LIMITS, Limits
from ._vetted import VETTED, vet

_BLANKS = b" \t\r\n"


def _decode(data: bytes) -> ExecutionProvenance:
    # Made at first need; replaces itself.
    globals()["_decode"] = decode = decoder(ExecutionProvenance).decode
    return decode(data)


@cache
def _encoder() -> Encoder:
    return Encoder()


def _texts(this: ExecutionProvenance) -> list[str | UnsetType]:
    """The free strings of a record."""
    this_attempts = this.attempts
    this_routeRejections = this.routeRejections
    return [
        this.modelProfile,
        this.providerId,
        this.configuredModel,
        this.reportedModel,
        *[item.providerId for item in this_attempts],
        *[item.providerId for item in this_routeRejections],
    ]


def is_surely_valid(data: object, limits: Limits = DEFAULT_LIMITS) -> bool:
    """Whether `data` is surely the text of a writer-valid record."""
    try:
        if data.__class__ is not bytes:
            # A long text is measured by the most that its UTF-8 form can take.
            if not isinstance(data, str) or 4 * len(data) > limits.max_bytes:
                return False
            data = data.encode("utf-8")
        if len(data) > limits.max_bytes or limits.max_depth < 4:
            return False
        this = _decode(data)
    except (DecodeError, UnicodeError, RecursionError):
        return False
    this_attempts = this.attempts
    this_attempts_size = len(this_attempts)
    this_routeRejections = this.routeRejections
    this_routeRejections_size = len(this_routeRejections)
    # How many members the record and its inner objects have.
    members = 7 + 2 * this_attempts_size + 2 * this_routeRejections_size
    keys0: set[str] = set()
    count0 = 0
    for item0 in this_attempts:
        keys0.add(item0.providerId)
        if item0.errorClass is not UNSET:
            members += 1
            if not (item0.outcome == "failed"):
                return False
            count0 += 1
        elif not (item0.outcome != "failed"):
            return False
    for item1 in this_routeRejections:
        keys0.add(item1.providerId)
        if not (len(item1.reasonCodes) < 2 or len(set(item1.reasonCodes)) == len(item1.reasonCodes)):
            return False
    if not (
        (len(keys0) == this_attempts_size + this_routeRejections_size)
        and (keys0 <= VETTED or vet(_texts(this)))
        and (this.modelProfile in VETTED or vet(_texts(this)))
        and (this.attemptCount == this_attempts_size)
        and (this.fallbackOccurred == (this.attemptCount > 1))
        and (
            (count0 == this_attempts_size)
            or (this_attempts_size - count0 == 1)
            and (this_attempts[-1].outcome != "failed")
        )
    ):
        return False
    if this.providerId is not UNSET:
        members += 1
        if not (
            (this.providerId in VETTED or vet(_texts(this)))
            and ((this_attempts_size > 0) and (this_attempts[-1].providerId == this.providerId))
        ):
            return False
    elif not (
        (count0 == this_attempts_size)
        and (this.locality == "unknown")
        and (this.configuredModel is UNSET)
        and (this.reportedModel is UNSET)
    ):
        return False
    if this.configuredModel is not UNSET:
        members += 1
        if not (this.configuredModel in VETTED or vet(_texts(this))):
            return False
    if this.reportedModel is not UNSET:
        members += 1
        if not (this.reportedModel in VETTED or vet(_texts(this))):
            return False
    # A repeated member brings a colon of its own. Where strings have colons or a number may be `-0`, look closer.
    if data.count(b":") == members and (this.attemptCount or b"-" not in data):
        return True
    # All that says something twice, or in another form, is longer than what msgspec writes.
    return len(_encoder().encode(this).translate(None, _BLANKS)) == len(data.translate(None, _BLANKS))
