# Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
"""The quick verdict: True means surely writer-valid, False means that the explaining path must say."""

from __future__ import annotations

from msgspec import UNSET, DecodeError
from msgspec.json import Decoder, Encoder

from ._logic import at as at, both as both, either as either, every as every, holds as holds, some as some
from ._structs import Attempt, RouteRejection, ExecutionProvenance
from ._vetted import VETTED, vet

DEPTH = 4
_decode = Decoder(ExecutionProvenance).decode
_encode = Encoder().encode
_COLON = ord(":")
_BLANKS = b" \t\r\n"


def is_surely_valid(data: bytes | str) -> bool:
    """Whether `data` is surely a writer-valid record; its size and depth are the caller's to check."""
    try:
        if isinstance(data, str):
            data = data.encode("utf-8")
        this = _decode(data)
    except (DecodeError, UnicodeError, RecursionError):
        return False
    count0 = len(this.attempts)
    count1 = len(this.routeRejections)
    members = _SHAPES[count0][count1](this) if count0 <= 4 and count1 <= 2 else _any_shape(this)
    if not members:
        return False
    # A repeated member brings a colon of its own. Where strings have colons or a number may be `-0`, look closer.
    if data.count(_COLON) == members and this.attemptCount != 0:
        return True
    return _is_plain(this, data)


def _is_plain(this: ExecutionProvenance, data: bytes) -> bool:
    """Whether `data` is `this` as msgspec writes it, but for blanks and order: all else is longer."""
    return len(_encode(this).translate(None, _BLANKS)) == len(data.translate(None, _BLANKS))


def _any_shape(this: ExecutionProvenance) -> int:
    """The number of members that a valid record has, those of inner objects included; 0 for another one."""
    if not (
        (0 <= this.attemptCount <= 9007199254740991)
        and all([_attempt(item_) for item_ in this.attempts])
        and (this.modelProfile in VETTED or vet(this.modelProfile))
        and ((this.providerId is UNSET) or (this.providerId in VETTED or vet(this.providerId)))
        and ((this.configuredModel is UNSET) or (this.configuredModel in VETTED or vet(this.configuredModel)))
        and ((this.reportedModel is UNSET) or (this.reportedModel in VETTED or vet(this.reportedModel)))
        and all([_route_rejection(item_) for item_ in this.routeRejections])
        and (this.attemptCount == len(this.attempts))
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
    return (
        7
        + sum([2 + (1 if (x_.errorClass is not UNSET) else 0) for x_ in this.attempts])
        + (1 if (this.providerId is not UNSET) else 0)
        + (1 if (this.configuredModel is not UNSET) else 0)
        + (1 if (this.reportedModel is not UNSET) else 0)
        + sum([2 for x_ in this.routeRejections])
    )


def _attempt(item_: Attempt) -> bool:
    """Whether one Attempt is valid by itself."""
    return (
        ((item_.outcome != "failed") or (item_.errorClass is not UNSET))
        and ((item_.outcome == "failed") or (item_.errorClass is UNSET))
        and (item_.providerId in VETTED or vet(item_.providerId))
    )


def _route_rejection(item_: RouteRejection) -> bool:
    """Whether one RouteRejection is valid by itself."""
    return (item_.providerId in VETTED or vet(item_.providerId)) and (
        len(item_.reasonCodes) == 1 or len(set(item_.reasonCodes)) == len(item_.reasonCodes) >= 1
    )


def _shape_0_0(this: ExecutionProvenance) -> int:
    if not (
        (
            (this.modelProfile in VETTED or vet(this.modelProfile))
            and (this.attemptCount == 0)
            and (not this.fallbackOccurred)
            and (this.providerId is UNSET)
            and (this.locality == "unknown")
            and (this.configuredModel is UNSET)
            and (this.reportedModel is UNSET)
        )
    ):
        return 0
    return 7


def _shape_0_1(this: ExecutionProvenance) -> int:
    (item10_,) = this.routeRejections
    if not (
        (
            (item10_.providerId in VETTED or vet(item10_.providerId))
            and (len(item10_.reasonCodes) == 1 or len(set(item10_.reasonCodes)) == len(item10_.reasonCodes) >= 1)
            and (this.modelProfile in VETTED or vet(this.modelProfile))
            and (this.attemptCount == 0)
            and (not this.fallbackOccurred)
            and (this.providerId is UNSET)
            and (this.locality == "unknown")
            and (this.configuredModel is UNSET)
            and (this.reportedModel is UNSET)
        )
    ):
        return 0
    return 9


def _shape_0_2(this: ExecutionProvenance) -> int:
    item10_, item11_ = this.routeRejections
    if not (
        (
            (item10_.providerId in VETTED or vet(item10_.providerId))
            and (len(item10_.reasonCodes) == 1 or len(set(item10_.reasonCodes)) == len(item10_.reasonCodes) >= 1)
            and (item11_.providerId in VETTED or vet(item11_.providerId))
            and (len(item11_.reasonCodes) == 1 or len(set(item11_.reasonCodes)) == len(item11_.reasonCodes) >= 1)
            and (this.modelProfile in VETTED or vet(this.modelProfile))
            and (this.attemptCount == 0)
            and (not this.fallbackOccurred)
            and (this.providerId is UNSET)
            and (this.locality == "unknown")
            and (this.configuredModel is UNSET)
            and (this.reportedModel is UNSET)
            and (item10_.providerId != item11_.providerId)
        )
    ):
        return 0
    return 11


def _shape_1_0(this: ExecutionProvenance) -> int:
    (item00_,) = this.attempts
    if not (
        (
            (item00_.providerId in VETTED or vet(item00_.providerId))
            and (this.modelProfile in VETTED or vet(this.modelProfile))
            and (this.attemptCount == 1)
            and (not this.fallbackOccurred)
            and (
                (item00_.providerId == this.providerId)
                if (this.providerId is not UNSET)
                else (
                    (item00_.outcome == "failed")
                    and (this.locality == "unknown")
                    and (this.configuredModel is UNSET)
                    and (this.reportedModel is UNSET)
                )
            )
            and ((item00_.errorClass is not UNSET) if (item00_.outcome == "failed") else (item00_.errorClass is UNSET))
            and ((this.configuredModel is UNSET) or (this.configuredModel in VETTED or vet(this.configuredModel)))
            and ((this.reportedModel is UNSET) or (this.reportedModel in VETTED or vet(this.reportedModel)))
        )
    ):
        return 0
    return (
        9
        + (1 if (this.providerId is not UNSET) else 0)
        + (1 if (this.configuredModel is not UNSET) else 0)
        + (1 if (this.reportedModel is not UNSET) else 0)
        + (1 if (item00_.errorClass is not UNSET) else 0)
    )


def _shape_1_1(this: ExecutionProvenance) -> int:
    (item00_,) = this.attempts
    (item10_,) = this.routeRejections
    if not (
        (
            (item00_.providerId in VETTED or vet(item00_.providerId))
            and (item10_.providerId in VETTED or vet(item10_.providerId))
            and (len(item10_.reasonCodes) == 1 or len(set(item10_.reasonCodes)) == len(item10_.reasonCodes) >= 1)
            and (this.modelProfile in VETTED or vet(this.modelProfile))
            and (this.attemptCount == 1)
            and (not this.fallbackOccurred)
            and (item00_.providerId != item10_.providerId)
            and (
                (item00_.providerId == this.providerId)
                if (this.providerId is not UNSET)
                else (
                    (item00_.outcome == "failed")
                    and (this.locality == "unknown")
                    and (this.configuredModel is UNSET)
                    and (this.reportedModel is UNSET)
                )
            )
            and ((item00_.errorClass is not UNSET) if (item00_.outcome == "failed") else (item00_.errorClass is UNSET))
            and ((this.configuredModel is UNSET) or (this.configuredModel in VETTED or vet(this.configuredModel)))
            and ((this.reportedModel is UNSET) or (this.reportedModel in VETTED or vet(this.reportedModel)))
        )
    ):
        return 0
    return (
        11
        + (1 if (this.providerId is not UNSET) else 0)
        + (1 if (this.configuredModel is not UNSET) else 0)
        + (1 if (this.reportedModel is not UNSET) else 0)
        + (1 if (item00_.errorClass is not UNSET) else 0)
    )


def _shape_1_2(this: ExecutionProvenance) -> int:
    (item00_,) = this.attempts
    item10_, item11_ = this.routeRejections
    if not (
        (
            (item00_.providerId in VETTED or vet(item00_.providerId))
            and (item10_.providerId in VETTED or vet(item10_.providerId))
            and (len(item10_.reasonCodes) == 1 or len(set(item10_.reasonCodes)) == len(item10_.reasonCodes) >= 1)
            and (item11_.providerId in VETTED or vet(item11_.providerId))
            and (len(item11_.reasonCodes) == 1 or len(set(item11_.reasonCodes)) == len(item11_.reasonCodes) >= 1)
            and (this.modelProfile in VETTED or vet(this.modelProfile))
            and (this.attemptCount == 1)
            and (not this.fallbackOccurred)
            and (item10_.providerId != item11_.providerId)
            and (item00_.providerId != item10_.providerId)
            and (item00_.providerId != item11_.providerId)
            and (
                (item00_.providerId == this.providerId)
                if (this.providerId is not UNSET)
                else (
                    (item00_.outcome == "failed")
                    and (this.locality == "unknown")
                    and (this.configuredModel is UNSET)
                    and (this.reportedModel is UNSET)
                )
            )
            and ((item00_.errorClass is not UNSET) if (item00_.outcome == "failed") else (item00_.errorClass is UNSET))
            and ((this.configuredModel is UNSET) or (this.configuredModel in VETTED or vet(this.configuredModel)))
            and ((this.reportedModel is UNSET) or (this.reportedModel in VETTED or vet(this.reportedModel)))
        )
    ):
        return 0
    return (
        13
        + (1 if (this.providerId is not UNSET) else 0)
        + (1 if (this.configuredModel is not UNSET) else 0)
        + (1 if (this.reportedModel is not UNSET) else 0)
        + (1 if (item00_.errorClass is not UNSET) else 0)
    )


def _shape_2_0(this: ExecutionProvenance) -> int:
    item00_, item01_ = this.attempts
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (item00_.providerId in VETTED or vet(item00_.providerId))
            and (item01_.providerId in VETTED or vet(item01_.providerId))
            and (this.modelProfile in VETTED or vet(this.modelProfile))
            and (this.attemptCount == 2)
            and this.fallbackOccurred
            and (item00_.providerId != item01_.providerId)
            and (
                (item01_.providerId == this.providerId)
                if (this.providerId is not UNSET)
                else (
                    (item01_.outcome == "failed")
                    and (this.locality == "unknown")
                    and (this.configuredModel is UNSET)
                    and (this.reportedModel is UNSET)
                )
            )
            and ((item01_.errorClass is not UNSET) if (item01_.outcome == "failed") else (item01_.errorClass is UNSET))
            and ((this.configuredModel is UNSET) or (this.configuredModel in VETTED or vet(this.configuredModel)))
            and ((this.reportedModel is UNSET) or (this.reportedModel in VETTED or vet(this.reportedModel)))
        )
    ):
        return 0
    return (
        12
        + (1 if (this.providerId is not UNSET) else 0)
        + (1 if (this.configuredModel is not UNSET) else 0)
        + (1 if (this.reportedModel is not UNSET) else 0)
        + (1 if (item01_.errorClass is not UNSET) else 0)
    )


def _shape_2_1(this: ExecutionProvenance) -> int:
    item00_, item01_ = this.attempts
    (item10_,) = this.routeRejections
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (item00_.providerId in VETTED or vet(item00_.providerId))
            and (item01_.providerId in VETTED or vet(item01_.providerId))
            and (item10_.providerId in VETTED or vet(item10_.providerId))
            and (len(item10_.reasonCodes) == 1 or len(set(item10_.reasonCodes)) == len(item10_.reasonCodes) >= 1)
            and (this.modelProfile in VETTED or vet(this.modelProfile))
            and (this.attemptCount == 2)
            and this.fallbackOccurred
            and (item00_.providerId != item01_.providerId)
            and (item00_.providerId != item10_.providerId)
            and (item01_.providerId != item10_.providerId)
            and (
                (item01_.providerId == this.providerId)
                if (this.providerId is not UNSET)
                else (
                    (item01_.outcome == "failed")
                    and (this.locality == "unknown")
                    and (this.configuredModel is UNSET)
                    and (this.reportedModel is UNSET)
                )
            )
            and ((item01_.errorClass is not UNSET) if (item01_.outcome == "failed") else (item01_.errorClass is UNSET))
            and ((this.configuredModel is UNSET) or (this.configuredModel in VETTED or vet(this.configuredModel)))
            and ((this.reportedModel is UNSET) or (this.reportedModel in VETTED or vet(this.reportedModel)))
        )
    ):
        return 0
    return (
        14
        + (1 if (this.providerId is not UNSET) else 0)
        + (1 if (this.configuredModel is not UNSET) else 0)
        + (1 if (this.reportedModel is not UNSET) else 0)
        + (1 if (item01_.errorClass is not UNSET) else 0)
    )


def _shape_2_2(this: ExecutionProvenance) -> int:
    item00_, item01_ = this.attempts
    item10_, item11_ = this.routeRejections
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (item00_.providerId in VETTED or vet(item00_.providerId))
            and (item01_.providerId in VETTED or vet(item01_.providerId))
            and (item10_.providerId in VETTED or vet(item10_.providerId))
            and (len(item10_.reasonCodes) == 1 or len(set(item10_.reasonCodes)) == len(item10_.reasonCodes) >= 1)
            and (item11_.providerId in VETTED or vet(item11_.providerId))
            and (len(item11_.reasonCodes) == 1 or len(set(item11_.reasonCodes)) == len(item11_.reasonCodes) >= 1)
            and (this.modelProfile in VETTED or vet(this.modelProfile))
            and (this.attemptCount == 2)
            and this.fallbackOccurred
            and (item00_.providerId != item01_.providerId)
            and (item10_.providerId != item11_.providerId)
            and (item00_.providerId != item10_.providerId)
            and (item01_.providerId != item10_.providerId)
            and (item00_.providerId != item11_.providerId)
            and (item01_.providerId != item11_.providerId)
            and (
                (item01_.providerId == this.providerId)
                if (this.providerId is not UNSET)
                else (
                    (item01_.outcome == "failed")
                    and (this.locality == "unknown")
                    and (this.configuredModel is UNSET)
                    and (this.reportedModel is UNSET)
                )
            )
            and ((item01_.errorClass is not UNSET) if (item01_.outcome == "failed") else (item01_.errorClass is UNSET))
            and ((this.configuredModel is UNSET) or (this.configuredModel in VETTED or vet(this.configuredModel)))
            and ((this.reportedModel is UNSET) or (this.reportedModel in VETTED or vet(this.reportedModel)))
        )
    ):
        return 0
    return (
        16
        + (1 if (this.providerId is not UNSET) else 0)
        + (1 if (this.configuredModel is not UNSET) else 0)
        + (1 if (this.reportedModel is not UNSET) else 0)
        + (1 if (item01_.errorClass is not UNSET) else 0)
    )


def _shape_3_0(this: ExecutionProvenance) -> int:
    item00_, item01_, item02_ = this.attempts
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (item00_.providerId in VETTED or vet(item00_.providerId))
            and (item01_.errorClass is not UNSET)
            and (item01_.outcome == "failed")
            and (item01_.providerId in VETTED or vet(item01_.providerId))
            and (item02_.providerId in VETTED or vet(item02_.providerId))
            and (this.modelProfile in VETTED or vet(this.modelProfile))
            and (this.attemptCount == 3)
            and this.fallbackOccurred
            and (item00_.providerId != item01_.providerId)
            and (item00_.providerId != item02_.providerId)
            and (item01_.providerId != item02_.providerId)
            and (
                (item02_.providerId == this.providerId)
                if (this.providerId is not UNSET)
                else (
                    (item02_.outcome == "failed")
                    and (this.locality == "unknown")
                    and (this.configuredModel is UNSET)
                    and (this.reportedModel is UNSET)
                )
            )
            and ((item02_.errorClass is not UNSET) if (item02_.outcome == "failed") else (item02_.errorClass is UNSET))
            and ((this.configuredModel is UNSET) or (this.configuredModel in VETTED or vet(this.configuredModel)))
            and ((this.reportedModel is UNSET) or (this.reportedModel in VETTED or vet(this.reportedModel)))
        )
    ):
        return 0
    return (
        15
        + (1 if (this.providerId is not UNSET) else 0)
        + (1 if (this.configuredModel is not UNSET) else 0)
        + (1 if (this.reportedModel is not UNSET) else 0)
        + (1 if (item02_.errorClass is not UNSET) else 0)
    )


def _shape_3_1(this: ExecutionProvenance) -> int:
    item00_, item01_, item02_ = this.attempts
    (item10_,) = this.routeRejections
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (item00_.providerId in VETTED or vet(item00_.providerId))
            and (item01_.errorClass is not UNSET)
            and (item01_.outcome == "failed")
            and (item01_.providerId in VETTED or vet(item01_.providerId))
            and (item02_.providerId in VETTED or vet(item02_.providerId))
            and (item10_.providerId in VETTED or vet(item10_.providerId))
            and (len(item10_.reasonCodes) == 1 or len(set(item10_.reasonCodes)) == len(item10_.reasonCodes) >= 1)
            and (this.modelProfile in VETTED or vet(this.modelProfile))
            and (this.attemptCount == 3)
            and this.fallbackOccurred
            and (item00_.providerId != item01_.providerId)
            and (item00_.providerId != item02_.providerId)
            and (item01_.providerId != item02_.providerId)
            and (item00_.providerId != item10_.providerId)
            and (item01_.providerId != item10_.providerId)
            and (item02_.providerId != item10_.providerId)
            and (
                (item02_.providerId == this.providerId)
                if (this.providerId is not UNSET)
                else (
                    (item02_.outcome == "failed")
                    and (this.locality == "unknown")
                    and (this.configuredModel is UNSET)
                    and (this.reportedModel is UNSET)
                )
            )
            and ((item02_.errorClass is not UNSET) if (item02_.outcome == "failed") else (item02_.errorClass is UNSET))
            and ((this.configuredModel is UNSET) or (this.configuredModel in VETTED or vet(this.configuredModel)))
            and ((this.reportedModel is UNSET) or (this.reportedModel in VETTED or vet(this.reportedModel)))
        )
    ):
        return 0
    return (
        17
        + (1 if (this.providerId is not UNSET) else 0)
        + (1 if (this.configuredModel is not UNSET) else 0)
        + (1 if (this.reportedModel is not UNSET) else 0)
        + (1 if (item02_.errorClass is not UNSET) else 0)
    )


def _shape_3_2(this: ExecutionProvenance) -> int:
    item00_, item01_, item02_ = this.attempts
    item10_, item11_ = this.routeRejections
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (item00_.providerId in VETTED or vet(item00_.providerId))
            and (item01_.errorClass is not UNSET)
            and (item01_.outcome == "failed")
            and (item01_.providerId in VETTED or vet(item01_.providerId))
            and (item02_.providerId in VETTED or vet(item02_.providerId))
            and (item10_.providerId in VETTED or vet(item10_.providerId))
            and (len(item10_.reasonCodes) == 1 or len(set(item10_.reasonCodes)) == len(item10_.reasonCodes) >= 1)
            and (item11_.providerId in VETTED or vet(item11_.providerId))
            and (len(item11_.reasonCodes) == 1 or len(set(item11_.reasonCodes)) == len(item11_.reasonCodes) >= 1)
            and (this.modelProfile in VETTED or vet(this.modelProfile))
            and (this.attemptCount == 3)
            and this.fallbackOccurred
            and (item00_.providerId != item01_.providerId)
            and (item00_.providerId != item02_.providerId)
            and (item01_.providerId != item02_.providerId)
            and (item10_.providerId != item11_.providerId)
            and (item00_.providerId != item10_.providerId)
            and (item01_.providerId != item10_.providerId)
            and (item02_.providerId != item10_.providerId)
            and (item00_.providerId != item11_.providerId)
            and (item01_.providerId != item11_.providerId)
            and (item02_.providerId != item11_.providerId)
            and (
                (item02_.providerId == this.providerId)
                if (this.providerId is not UNSET)
                else (
                    (item02_.outcome == "failed")
                    and (this.locality == "unknown")
                    and (this.configuredModel is UNSET)
                    and (this.reportedModel is UNSET)
                )
            )
            and ((item02_.errorClass is not UNSET) if (item02_.outcome == "failed") else (item02_.errorClass is UNSET))
            and ((this.configuredModel is UNSET) or (this.configuredModel in VETTED or vet(this.configuredModel)))
            and ((this.reportedModel is UNSET) or (this.reportedModel in VETTED or vet(this.reportedModel)))
        )
    ):
        return 0
    return (
        19
        + (1 if (this.providerId is not UNSET) else 0)
        + (1 if (this.configuredModel is not UNSET) else 0)
        + (1 if (this.reportedModel is not UNSET) else 0)
        + (1 if (item02_.errorClass is not UNSET) else 0)
    )


def _shape_4_0(this: ExecutionProvenance) -> int:
    item00_, item01_, item02_, item03_ = this.attempts
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (item00_.providerId in VETTED or vet(item00_.providerId))
            and (item01_.errorClass is not UNSET)
            and (item01_.outcome == "failed")
            and (item01_.providerId in VETTED or vet(item01_.providerId))
            and (item02_.errorClass is not UNSET)
            and (item02_.outcome == "failed")
            and (item02_.providerId in VETTED or vet(item02_.providerId))
            and (item03_.providerId in VETTED or vet(item03_.providerId))
            and (this.modelProfile in VETTED or vet(this.modelProfile))
            and (this.attemptCount == 4)
            and this.fallbackOccurred
            and (item00_.providerId != item01_.providerId)
            and (item00_.providerId != item02_.providerId)
            and (item00_.providerId != item03_.providerId)
            and (item01_.providerId != item02_.providerId)
            and (item01_.providerId != item03_.providerId)
            and (item02_.providerId != item03_.providerId)
            and (
                (item03_.providerId == this.providerId)
                if (this.providerId is not UNSET)
                else (
                    (item03_.outcome == "failed")
                    and (this.locality == "unknown")
                    and (this.configuredModel is UNSET)
                    and (this.reportedModel is UNSET)
                )
            )
            and ((item03_.errorClass is not UNSET) if (item03_.outcome == "failed") else (item03_.errorClass is UNSET))
            and ((this.configuredModel is UNSET) or (this.configuredModel in VETTED or vet(this.configuredModel)))
            and ((this.reportedModel is UNSET) or (this.reportedModel in VETTED or vet(this.reportedModel)))
        )
    ):
        return 0
    return (
        18
        + (1 if (this.providerId is not UNSET) else 0)
        + (1 if (this.configuredModel is not UNSET) else 0)
        + (1 if (this.reportedModel is not UNSET) else 0)
        + (1 if (item03_.errorClass is not UNSET) else 0)
    )


def _shape_4_1(this: ExecutionProvenance) -> int:
    item00_, item01_, item02_, item03_ = this.attempts
    (item10_,) = this.routeRejections
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (item00_.providerId in VETTED or vet(item00_.providerId))
            and (item01_.errorClass is not UNSET)
            and (item01_.outcome == "failed")
            and (item01_.providerId in VETTED or vet(item01_.providerId))
            and (item02_.errorClass is not UNSET)
            and (item02_.outcome == "failed")
            and (item02_.providerId in VETTED or vet(item02_.providerId))
            and (item03_.providerId in VETTED or vet(item03_.providerId))
            and (item10_.providerId in VETTED or vet(item10_.providerId))
            and (len(item10_.reasonCodes) == 1 or len(set(item10_.reasonCodes)) == len(item10_.reasonCodes) >= 1)
            and (this.modelProfile in VETTED or vet(this.modelProfile))
            and (this.attemptCount == 4)
            and this.fallbackOccurred
            and (item00_.providerId != item01_.providerId)
            and (item00_.providerId != item02_.providerId)
            and (item00_.providerId != item03_.providerId)
            and (item01_.providerId != item02_.providerId)
            and (item01_.providerId != item03_.providerId)
            and (item02_.providerId != item03_.providerId)
            and (item00_.providerId != item10_.providerId)
            and (item01_.providerId != item10_.providerId)
            and (item02_.providerId != item10_.providerId)
            and (item03_.providerId != item10_.providerId)
            and (
                (item03_.providerId == this.providerId)
                if (this.providerId is not UNSET)
                else (
                    (item03_.outcome == "failed")
                    and (this.locality == "unknown")
                    and (this.configuredModel is UNSET)
                    and (this.reportedModel is UNSET)
                )
            )
            and ((item03_.errorClass is not UNSET) if (item03_.outcome == "failed") else (item03_.errorClass is UNSET))
            and ((this.configuredModel is UNSET) or (this.configuredModel in VETTED or vet(this.configuredModel)))
            and ((this.reportedModel is UNSET) or (this.reportedModel in VETTED or vet(this.reportedModel)))
        )
    ):
        return 0
    return (
        20
        + (1 if (this.providerId is not UNSET) else 0)
        + (1 if (this.configuredModel is not UNSET) else 0)
        + (1 if (this.reportedModel is not UNSET) else 0)
        + (1 if (item03_.errorClass is not UNSET) else 0)
    )


def _shape_4_2(this: ExecutionProvenance) -> int:
    item00_, item01_, item02_, item03_ = this.attempts
    item10_, item11_ = this.routeRejections
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (item00_.providerId in VETTED or vet(item00_.providerId))
            and (item01_.errorClass is not UNSET)
            and (item01_.outcome == "failed")
            and (item01_.providerId in VETTED or vet(item01_.providerId))
            and (item02_.errorClass is not UNSET)
            and (item02_.outcome == "failed")
            and (item02_.providerId in VETTED or vet(item02_.providerId))
            and (item03_.providerId in VETTED or vet(item03_.providerId))
            and (item10_.providerId in VETTED or vet(item10_.providerId))
            and (len(item10_.reasonCodes) == 1 or len(set(item10_.reasonCodes)) == len(item10_.reasonCodes) >= 1)
            and (item11_.providerId in VETTED or vet(item11_.providerId))
            and (len(item11_.reasonCodes) == 1 or len(set(item11_.reasonCodes)) == len(item11_.reasonCodes) >= 1)
            and (this.modelProfile in VETTED or vet(this.modelProfile))
            and (this.attemptCount == 4)
            and this.fallbackOccurred
            and (item00_.providerId != item01_.providerId)
            and (item00_.providerId != item02_.providerId)
            and (item00_.providerId != item03_.providerId)
            and (item01_.providerId != item02_.providerId)
            and (item01_.providerId != item03_.providerId)
            and (item02_.providerId != item03_.providerId)
            and (item10_.providerId != item11_.providerId)
            and (item00_.providerId != item10_.providerId)
            and (item01_.providerId != item10_.providerId)
            and (item02_.providerId != item10_.providerId)
            and (item03_.providerId != item10_.providerId)
            and (item00_.providerId != item11_.providerId)
            and (item01_.providerId != item11_.providerId)
            and (item02_.providerId != item11_.providerId)
            and (item03_.providerId != item11_.providerId)
            and (
                (item03_.providerId == this.providerId)
                if (this.providerId is not UNSET)
                else (
                    (item03_.outcome == "failed")
                    and (this.locality == "unknown")
                    and (this.configuredModel is UNSET)
                    and (this.reportedModel is UNSET)
                )
            )
            and ((item03_.errorClass is not UNSET) if (item03_.outcome == "failed") else (item03_.errorClass is UNSET))
            and ((this.configuredModel is UNSET) or (this.configuredModel in VETTED or vet(this.configuredModel)))
            and ((this.reportedModel is UNSET) or (this.reportedModel in VETTED or vet(this.reportedModel)))
        )
    ):
        return 0
    return (
        22
        + (1 if (this.providerId is not UNSET) else 0)
        + (1 if (this.configuredModel is not UNSET) else 0)
        + (1 if (this.reportedModel is not UNSET) else 0)
        + (1 if (item03_.errorClass is not UNSET) else 0)
    )


_SHAPES = (
    (
        _shape_0_0,
        _shape_0_1,
        _shape_0_2,
    ),
    (
        _shape_1_0,
        _shape_1_1,
        _shape_1_2,
    ),
    (
        _shape_2_0,
        _shape_2_1,
        _shape_2_2,
    ),
    (
        _shape_3_0,
        _shape_3_1,
        _shape_3_2,
    ),
    (
        _shape_4_0,
        _shape_4_1,
        _shape_4_2,
    ),
)
