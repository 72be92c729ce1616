# Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
"""The quick verdict: True means surely writer-valid, False means that the explaining path must say."""

from __future__ import annotations

from functools import cache

from msgspec import UNSET, DecodeError
from msgspec.json import Encoder

from ._decoder import decoder
from ._structs import Attempt, RouteRejection, ExecutionProvenance
from ._vetted import VETTED, vet

DEPTH = 4
"""How deep a record that the verdict takes is nested at most."""
_BLANKS = b" \t\r\n"


def _decode(data: bytes) -> ExecutionProvenance:
    # Made at first need; replaces itself.
    globals()["_decode"] = decode = decoder(ExecutionProvenance).decode
    return decode(data)


@cache
def _encoder() -> Encoder:
    return Encoder()


def is_surely_valid(data: object, most: int = 1048576) -> bool:
    """Whether `data` is surely the text of a writer-valid record, of at most `most` bytes; its depth is the caller's to check."""
    try:
        if data.__class__ is not bytes:
            # A long text is measured by the most that its UTF-8 form can take.
            if not isinstance(data, str) or 4 * len(data) > most:
                return False
            data = data.encode("utf-8")
        if len(data) > most:
            return False
        this = _decode(data)
    except (DecodeError, UnicodeError, RecursionError):
        return False
    this_attemptCount = this.attemptCount
    this_attempts = this.attempts
    this_fallbackOccurred = this.fallbackOccurred
    this_locality = this.locality
    this_modelProfile = this.modelProfile
    this_providerId = this.providerId
    this_configuredModel = this.configuredModel
    this_reportedModel = this.reportedModel
    this_routeRejections = this.routeRejections
    this_attempts_size = len(this_attempts)
    this_routeRejections_size = len(this_routeRejections)
    # How many members the record and its inner objects have.
    members = 7 + 2 * this_attempts_size + 2 * this_routeRejections_size
    if this_providerId is not UNSET:
        members += 1
    if this_configuredModel is not UNSET:
        members += 1
    if this_reportedModel is not UNSET:
        members += 1
    count0 = 0
    for attempt in this_attempts:
        attempt_providerId = attempt.providerId
        attempt_outcome = attempt.outcome
        attempt_errorClass = attempt.errorClass
        if not (
            (attempt_providerId in VETTED or vet(attempt_providerId))
            and (attempt_outcome == "failed") == (attempt_errorClass is not UNSET)
        ):
            return False
        if attempt_errorClass is not UNSET:
            members += 1
        if attempt_outcome == "failed":
            count0 += 1
    for route_rejection in this_routeRejections:
        route_rejection_providerId = route_rejection.providerId
        route_rejection_reasonCodes = route_rejection.reasonCodes
        if not (
            (route_rejection_providerId in VETTED or vet(route_rejection_providerId))
            and (
                len(route_rejection_reasonCodes) < 2
                or len(set(route_rejection_reasonCodes)) == len(route_rejection_reasonCodes)
            )
        ):
            return False
    if not (
        (this_modelProfile in VETTED or vet(this_modelProfile))
        and (this_providerId in VETTED or vet(this_providerId))
        and (this_configuredModel in VETTED or vet(this_configuredModel))
        and (this_reportedModel in VETTED or vet(this_reportedModel))
        and (this_attemptCount == this_attempts_size)
        and (this_fallbackOccurred == (this_attemptCount > 1))
        and (
            (count0 == this_attempts_size)
            or (this_attempts_size - count0 == 1)
            and (this_attempts[-1].outcome != "failed")
        )
        and (
            ((this_attempts_size > 0) and (this_attempts[-1].providerId == this_providerId))
            if this_providerId is not UNSET
            else (
                (count0 == this_attempts_size)
                and (this_locality == "unknown")
                and this_configuredModel is UNSET
                and this_reportedModel is UNSET
            )
        )
    ):
        return False
    if this_attempts_size > 1 or this_routeRejections_size > 1 or (this_routeRejections_size and this_attempts_size):
        keys0: set[object] = set()
        for attempts_item in this_attempts:
            keys0.add(attempts_item.providerId)
        keys1: set[object] = set()
        for routeRejections_item in this_routeRejections:
            keys1.add(routeRejections_item.providerId)
        if not (
            len(keys0) == this_attempts_size and len(keys1) == this_routeRejections_size and keys1.isdisjoint(keys0)
        ):
            return False
    # A repeated member brings a colon of its own. Where strings have colons or a number may be `-0`, look closer.
    if data.count(b":") == members and (this_attemptCount or b"-" not in data):
        return True
    # All that says something twice, or in another form, is longer than what msgspec writes.
    return len(_encoder().encode(this).translate(None, _BLANKS)) == len(data.translate(None, _BLANKS))
