# Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
"""The quick verdict: True means surely writer-valid, False means that the explaining path must say."""

from __future__ import annotations

from msgspec import UNSET, DecodeError
from msgspec.json import Decoder, Encoder

from ._logic import holds
from ._structs import Attempt, RouteRejection, ExecutionProvenance
from ._read import Limits
from ._vetted import VETTED, vet

_MOST = Limits().max_bytes
DEPTH = 4
_decode = Decoder(ExecutionProvenance).decode
_encode = Encoder().encode
# What is left without the colons is measured rather than the colons counted: that takes less time.
_COLON, _NOTHING, _MINUS = b":", b"", ord("-")
_BLANKS = b" \t\r\n"


def is_surely_valid(data: object, most: int = _MOST) -> bool:
    """Whether `data` is surely the text of a writer-valid record, of at most `most` bytes; its depth is the caller's to check."""
    try:
        if type(data) is not bytes:
            # A long text is measured by the most that its UTF-8 form can take.
            if not isinstance(data, str) or 4 * len(data) > most:
                return False
            data = data.encode("utf-8")
        if len(data) > most:
            return False
        this = _decode(data)
    except (DecodeError, UnicodeError, RecursionError):
        return False
    count0 = len(this.attempts)
    count1 = len(this.routeRejections)
    if count0 == 0:
        if count1 == 0:
            members = _shape_0_0(this)
        elif count1 == 1:
            members = _shape_0_1(this)
        elif count1 == 2:
            members = _shape_0_2(this)
        else:
            members = _any_shape(this)
    elif count0 == 1:
        if count1 == 0:
            members = _shape_1_0(this)
        elif count1 == 1:
            members = _shape_1_1(this)
        elif count1 == 2:
            members = _shape_1_2(this)
        else:
            members = _any_shape(this)
    elif count0 == 2:
        if count1 == 0:
            members = _shape_2_0(this)
        elif count1 == 1:
            members = _shape_2_1(this)
        elif count1 == 2:
            members = _shape_2_2(this)
        else:
            members = _any_shape(this)
    elif count0 == 3:
        if count1 == 0:
            members = _shape_3_0(this)
        elif count1 == 1:
            members = _shape_3_1(this)
        elif count1 == 2:
            members = _shape_3_2(this)
        else:
            members = _any_shape(this)
    elif count0 == 4:
        if count1 == 0:
            members = _shape_4_0(this)
        elif count1 == 1:
            members = _shape_4_1(this)
        elif count1 == 2:
            members = _shape_4_2(this)
        else:
            members = _any_shape(this)
    else:
        members = _any_shape(this)
    if not members:
        return False
    # A repeated member brings a colon of its own. Where strings have colons or a number may be `-0`, look closer.
    if len(data) - len(data.replace(_COLON, _NOTHING)) == members and (this.attemptCount != 0 or _MINUS not in data):
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
        len(item_.reasonCodes) == 1
        or (
            item_.reasonCodes[0] != item_.reasonCodes[1]
            if len(item_.reasonCodes) == 2
            else len(set(item_.reasonCodes)) == len(item_.reasonCodes) >= 1
        )
    )


def _shape_0_0(this: ExecutionProvenance) -> int:
    this_modelProfile = this.modelProfile
    if not (
        (
            (this.attemptCount == 0)
            and (not this.fallbackOccurred)
            and (this.providerId is UNSET)
            and (this.locality == "unknown")
            and (this.configuredModel is UNSET)
            and (this.reportedModel is UNSET)
        )
        and (this_modelProfile in VETTED or vet(this_modelProfile))
    ):
        return 0
    return 7


def _shape_0_1(this: ExecutionProvenance) -> int:
    (item10_,) = this.routeRejections
    item10_providerId = item10_.providerId
    item10_reasonCodes = item10_.reasonCodes
    this_modelProfile = this.modelProfile
    if not (
        (
            (
                len(item10_reasonCodes) == 1
                or (
                    item10_reasonCodes[0] != item10_reasonCodes[1]
                    if len(item10_reasonCodes) == 2
                    else len(set(item10_reasonCodes)) == len(item10_reasonCodes) >= 1
                )
            )
            and (this.attemptCount == 0)
            and (not this.fallbackOccurred)
            and (this.providerId is UNSET)
            and (this.locality == "unknown")
            and (this.configuredModel is UNSET)
            and (this.reportedModel is UNSET)
        )
        and (item10_providerId in VETTED and this_modelProfile in VETTED or vet(item10_providerId, this_modelProfile))
    ):
        return 0
    return 9


def _shape_0_2(this: ExecutionProvenance) -> int:
    item10_, item11_ = this.routeRejections
    item10_providerId = item10_.providerId
    item10_reasonCodes = item10_.reasonCodes
    item11_providerId = item11_.providerId
    item11_reasonCodes = item11_.reasonCodes
    this_modelProfile = this.modelProfile
    if not (
        (
            (
                len(item10_reasonCodes) == 1
                or (
                    item10_reasonCodes[0] != item10_reasonCodes[1]
                    if len(item10_reasonCodes) == 2
                    else len(set(item10_reasonCodes)) == len(item10_reasonCodes) >= 1
                )
            )
            and (
                len(item11_reasonCodes) == 1
                or (
                    item11_reasonCodes[0] != item11_reasonCodes[1]
                    if len(item11_reasonCodes) == 2
                    else len(set(item11_reasonCodes)) == len(item11_reasonCodes) >= 1
                )
            )
            and (this.attemptCount == 0)
            and (not this.fallbackOccurred)
            and (this.providerId is UNSET)
            and (this.locality == "unknown")
            and (this.configuredModel is UNSET)
            and (this.reportedModel is UNSET)
            and (item10_providerId != item11_providerId)
        )
        and (
            item10_providerId in VETTED
            and item11_providerId in VETTED
            and this_modelProfile in VETTED
            or vet(item10_providerId, item11_providerId, this_modelProfile)
        )
    ):
        return 0
    return 11


def _shape_1_0(this: ExecutionProvenance) -> int:
    (item00_,) = this.attempts
    item00_providerId = item00_.providerId
    item00_outcome = item00_.outcome
    item00_errorClass = item00_.errorClass
    this_modelProfile = this.modelProfile
    this_providerId = this.providerId
    this_configuredModel = this.configuredModel
    this_reportedModel = this.reportedModel
    if not (
        (
            (this.attemptCount == 1)
            and (not this.fallbackOccurred)
            and (
                (item00_providerId == this_providerId)
                if (this_providerId is not UNSET)
                else (
                    (item00_outcome == "failed")
                    and (this.locality == "unknown")
                    and (this_configuredModel is UNSET)
                    and (this_reportedModel is UNSET)
                )
            )
            and ((item00_errorClass is not UNSET) if (item00_outcome == "failed") else (item00_errorClass is UNSET))
        )
        and (
            item00_providerId in VETTED
            and this_modelProfile in VETTED
            and this_configuredModel in VETTED
            and this_reportedModel in VETTED
            or vet(item00_providerId, this_modelProfile, this_configuredModel, this_reportedModel)
        )
    ):
        return 0
    return (
        9
        + (1 if (this_providerId is not UNSET) else 0)
        + (1 if (this_configuredModel is not UNSET) else 0)
        + (1 if (this_reportedModel is not UNSET) else 0)
        + (1 if (item00_errorClass is not UNSET) else 0)
    )


def _shape_1_1(this: ExecutionProvenance) -> int:
    (item00_,) = this.attempts
    (item10_,) = this.routeRejections
    item00_providerId = item00_.providerId
    item00_outcome = item00_.outcome
    item00_errorClass = item00_.errorClass
    item10_providerId = item10_.providerId
    item10_reasonCodes = item10_.reasonCodes
    this_modelProfile = this.modelProfile
    this_providerId = this.providerId
    this_configuredModel = this.configuredModel
    this_reportedModel = this.reportedModel
    if not (
        (
            (
                len(item10_reasonCodes) == 1
                or (
                    item10_reasonCodes[0] != item10_reasonCodes[1]
                    if len(item10_reasonCodes) == 2
                    else len(set(item10_reasonCodes)) == len(item10_reasonCodes) >= 1
                )
            )
            and (this.attemptCount == 1)
            and (not this.fallbackOccurred)
            and (item00_providerId != item10_providerId)
            and (
                (item00_providerId == this_providerId)
                if (this_providerId is not UNSET)
                else (
                    (item00_outcome == "failed")
                    and (this.locality == "unknown")
                    and (this_configuredModel is UNSET)
                    and (this_reportedModel is UNSET)
                )
            )
            and ((item00_errorClass is not UNSET) if (item00_outcome == "failed") else (item00_errorClass is UNSET))
        )
        and (
            item00_providerId in VETTED
            and item10_providerId in VETTED
            and this_modelProfile in VETTED
            and this_configuredModel in VETTED
            and this_reportedModel in VETTED
            or vet(item00_providerId, item10_providerId, this_modelProfile, this_configuredModel, this_reportedModel)
        )
    ):
        return 0
    return (
        11
        + (1 if (this_providerId is not UNSET) else 0)
        + (1 if (this_configuredModel is not UNSET) else 0)
        + (1 if (this_reportedModel is not UNSET) else 0)
        + (1 if (item00_errorClass is not UNSET) else 0)
    )


def _shape_1_2(this: ExecutionProvenance) -> int:
    (item00_,) = this.attempts
    item10_, item11_ = this.routeRejections
    item00_providerId = item00_.providerId
    item00_outcome = item00_.outcome
    item00_errorClass = item00_.errorClass
    item10_providerId = item10_.providerId
    item10_reasonCodes = item10_.reasonCodes
    item11_providerId = item11_.providerId
    item11_reasonCodes = item11_.reasonCodes
    this_modelProfile = this.modelProfile
    this_providerId = this.providerId
    this_configuredModel = this.configuredModel
    this_reportedModel = this.reportedModel
    if not (
        (
            (
                len(item10_reasonCodes) == 1
                or (
                    item10_reasonCodes[0] != item10_reasonCodes[1]
                    if len(item10_reasonCodes) == 2
                    else len(set(item10_reasonCodes)) == len(item10_reasonCodes) >= 1
                )
            )
            and (
                len(item11_reasonCodes) == 1
                or (
                    item11_reasonCodes[0] != item11_reasonCodes[1]
                    if len(item11_reasonCodes) == 2
                    else len(set(item11_reasonCodes)) == len(item11_reasonCodes) >= 1
                )
            )
            and (this.attemptCount == 1)
            and (not this.fallbackOccurred)
            and (item10_providerId != item11_providerId)
            and (item00_providerId != item10_providerId)
            and (item00_providerId != item11_providerId)
            and (
                (item00_providerId == this_providerId)
                if (this_providerId is not UNSET)
                else (
                    (item00_outcome == "failed")
                    and (this.locality == "unknown")
                    and (this_configuredModel is UNSET)
                    and (this_reportedModel is UNSET)
                )
            )
            and ((item00_errorClass is not UNSET) if (item00_outcome == "failed") else (item00_errorClass is UNSET))
        )
        and (
            item00_providerId in VETTED
            and item10_providerId in VETTED
            and item11_providerId in VETTED
            and this_modelProfile in VETTED
            and this_configuredModel in VETTED
            and this_reportedModel in VETTED
            or vet(
                item00_providerId,
                item10_providerId,
                item11_providerId,
                this_modelProfile,
                this_configuredModel,
                this_reportedModel,
            )
        )
    ):
        return 0
    return (
        13
        + (1 if (this_providerId is not UNSET) else 0)
        + (1 if (this_configuredModel is not UNSET) else 0)
        + (1 if (this_reportedModel is not UNSET) else 0)
        + (1 if (item00_errorClass is not UNSET) else 0)
    )


def _shape_2_0(this: ExecutionProvenance) -> int:
    item00_, item01_ = this.attempts
    item00_providerId = item00_.providerId
    item01_providerId = item01_.providerId
    item01_outcome = item01_.outcome
    item01_errorClass = item01_.errorClass
    this_modelProfile = this.modelProfile
    this_providerId = this.providerId
    this_configuredModel = this.configuredModel
    this_reportedModel = this.reportedModel
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (this.attemptCount == 2)
            and this.fallbackOccurred
            and (item00_providerId != item01_providerId)
            and (
                (item01_providerId == this_providerId)
                if (this_providerId is not UNSET)
                else (
                    (item01_outcome == "failed")
                    and (this.locality == "unknown")
                    and (this_configuredModel is UNSET)
                    and (this_reportedModel is UNSET)
                )
            )
            and ((item01_errorClass is not UNSET) if (item01_outcome == "failed") else (item01_errorClass is UNSET))
        )
        and (
            item00_providerId in VETTED
            and item01_providerId in VETTED
            and this_modelProfile in VETTED
            and this_configuredModel in VETTED
            and this_reportedModel in VETTED
            or vet(item00_providerId, item01_providerId, this_modelProfile, this_configuredModel, this_reportedModel)
        )
    ):
        return 0
    return (
        12
        + (1 if (this_providerId is not UNSET) else 0)
        + (1 if (this_configuredModel is not UNSET) else 0)
        + (1 if (this_reportedModel is not UNSET) else 0)
        + (1 if (item01_errorClass is not UNSET) else 0)
    )


def _shape_2_1(this: ExecutionProvenance) -> int:
    item00_, item01_ = this.attempts
    (item10_,) = this.routeRejections
    item00_providerId = item00_.providerId
    item01_providerId = item01_.providerId
    item01_outcome = item01_.outcome
    item01_errorClass = item01_.errorClass
    item10_providerId = item10_.providerId
    item10_reasonCodes = item10_.reasonCodes
    this_modelProfile = this.modelProfile
    this_providerId = this.providerId
    this_configuredModel = this.configuredModel
    this_reportedModel = this.reportedModel
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (
                len(item10_reasonCodes) == 1
                or (
                    item10_reasonCodes[0] != item10_reasonCodes[1]
                    if len(item10_reasonCodes) == 2
                    else len(set(item10_reasonCodes)) == len(item10_reasonCodes) >= 1
                )
            )
            and (this.attemptCount == 2)
            and this.fallbackOccurred
            and (item00_providerId != item01_providerId)
            and (item00_providerId != item10_providerId)
            and (item01_providerId != item10_providerId)
            and (
                (item01_providerId == this_providerId)
                if (this_providerId is not UNSET)
                else (
                    (item01_outcome == "failed")
                    and (this.locality == "unknown")
                    and (this_configuredModel is UNSET)
                    and (this_reportedModel is UNSET)
                )
            )
            and ((item01_errorClass is not UNSET) if (item01_outcome == "failed") else (item01_errorClass is UNSET))
        )
        and (
            item00_providerId in VETTED
            and item01_providerId in VETTED
            and item10_providerId in VETTED
            and this_modelProfile in VETTED
            and this_configuredModel in VETTED
            and this_reportedModel in VETTED
            or vet(
                item00_providerId,
                item01_providerId,
                item10_providerId,
                this_modelProfile,
                this_configuredModel,
                this_reportedModel,
            )
        )
    ):
        return 0
    return (
        14
        + (1 if (this_providerId is not UNSET) else 0)
        + (1 if (this_configuredModel is not UNSET) else 0)
        + (1 if (this_reportedModel is not UNSET) else 0)
        + (1 if (item01_errorClass is not UNSET) else 0)
    )


def _shape_2_2(this: ExecutionProvenance) -> int:
    item00_, item01_ = this.attempts
    item10_, item11_ = this.routeRejections
    item00_providerId = item00_.providerId
    item01_providerId = item01_.providerId
    item01_outcome = item01_.outcome
    item01_errorClass = item01_.errorClass
    item10_providerId = item10_.providerId
    item10_reasonCodes = item10_.reasonCodes
    item11_providerId = item11_.providerId
    item11_reasonCodes = item11_.reasonCodes
    this_modelProfile = this.modelProfile
    this_providerId = this.providerId
    this_configuredModel = this.configuredModel
    this_reportedModel = this.reportedModel
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (
                len(item10_reasonCodes) == 1
                or (
                    item10_reasonCodes[0] != item10_reasonCodes[1]
                    if len(item10_reasonCodes) == 2
                    else len(set(item10_reasonCodes)) == len(item10_reasonCodes) >= 1
                )
            )
            and (
                len(item11_reasonCodes) == 1
                or (
                    item11_reasonCodes[0] != item11_reasonCodes[1]
                    if len(item11_reasonCodes) == 2
                    else len(set(item11_reasonCodes)) == len(item11_reasonCodes) >= 1
                )
            )
            and (this.attemptCount == 2)
            and this.fallbackOccurred
            and (item00_providerId != item01_providerId)
            and (item10_providerId != item11_providerId)
            and (item00_providerId != item10_providerId)
            and (item01_providerId != item10_providerId)
            and (item00_providerId != item11_providerId)
            and (item01_providerId != item11_providerId)
            and (
                (item01_providerId == this_providerId)
                if (this_providerId is not UNSET)
                else (
                    (item01_outcome == "failed")
                    and (this.locality == "unknown")
                    and (this_configuredModel is UNSET)
                    and (this_reportedModel is UNSET)
                )
            )
            and ((item01_errorClass is not UNSET) if (item01_outcome == "failed") else (item01_errorClass is UNSET))
        )
        and (
            item00_providerId in VETTED
            and item01_providerId in VETTED
            and item10_providerId in VETTED
            and item11_providerId in VETTED
            and this_modelProfile in VETTED
            and this_configuredModel in VETTED
            and this_reportedModel in VETTED
            or vet(
                item00_providerId,
                item01_providerId,
                item10_providerId,
                item11_providerId,
                this_modelProfile,
                this_configuredModel,
                this_reportedModel,
            )
        )
    ):
        return 0
    return (
        16
        + (1 if (this_providerId is not UNSET) else 0)
        + (1 if (this_configuredModel is not UNSET) else 0)
        + (1 if (this_reportedModel is not UNSET) else 0)
        + (1 if (item01_errorClass is not UNSET) else 0)
    )


def _shape_3_0(this: ExecutionProvenance) -> int:
    item00_, item01_, item02_ = this.attempts
    item00_providerId = item00_.providerId
    item01_providerId = item01_.providerId
    item02_providerId = item02_.providerId
    item02_outcome = item02_.outcome
    item02_errorClass = item02_.errorClass
    this_modelProfile = this.modelProfile
    this_providerId = this.providerId
    this_configuredModel = this.configuredModel
    this_reportedModel = this.reportedModel
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (item01_.errorClass is not UNSET)
            and (item01_.outcome == "failed")
            and (this.attemptCount == 3)
            and this.fallbackOccurred
            and (item00_providerId != item01_providerId)
            and (item00_providerId != item02_providerId)
            and (item01_providerId != item02_providerId)
            and (
                (item02_providerId == this_providerId)
                if (this_providerId is not UNSET)
                else (
                    (item02_outcome == "failed")
                    and (this.locality == "unknown")
                    and (this_configuredModel is UNSET)
                    and (this_reportedModel is UNSET)
                )
            )
            and ((item02_errorClass is not UNSET) if (item02_outcome == "failed") else (item02_errorClass is UNSET))
        )
        and (
            item00_providerId in VETTED
            and item01_providerId in VETTED
            and item02_providerId in VETTED
            and this_modelProfile in VETTED
            and this_configuredModel in VETTED
            and this_reportedModel in VETTED
            or vet(
                item00_providerId,
                item01_providerId,
                item02_providerId,
                this_modelProfile,
                this_configuredModel,
                this_reportedModel,
            )
        )
    ):
        return 0
    return (
        15
        + (1 if (this_providerId is not UNSET) else 0)
        + (1 if (this_configuredModel is not UNSET) else 0)
        + (1 if (this_reportedModel is not UNSET) else 0)
        + (1 if (item02_errorClass is not UNSET) else 0)
    )


def _shape_3_1(this: ExecutionProvenance) -> int:
    item00_, item01_, item02_ = this.attempts
    (item10_,) = this.routeRejections
    item00_providerId = item00_.providerId
    item01_providerId = item01_.providerId
    item02_providerId = item02_.providerId
    item02_outcome = item02_.outcome
    item02_errorClass = item02_.errorClass
    item10_providerId = item10_.providerId
    item10_reasonCodes = item10_.reasonCodes
    this_modelProfile = this.modelProfile
    this_providerId = this.providerId
    this_configuredModel = this.configuredModel
    this_reportedModel = this.reportedModel
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (item01_.errorClass is not UNSET)
            and (item01_.outcome == "failed")
            and (
                len(item10_reasonCodes) == 1
                or (
                    item10_reasonCodes[0] != item10_reasonCodes[1]
                    if len(item10_reasonCodes) == 2
                    else len(set(item10_reasonCodes)) == len(item10_reasonCodes) >= 1
                )
            )
            and (this.attemptCount == 3)
            and this.fallbackOccurred
            and (item00_providerId != item01_providerId)
            and (item00_providerId != item02_providerId)
            and (item01_providerId != item02_providerId)
            and (item00_providerId != item10_providerId)
            and (item01_providerId != item10_providerId)
            and (item02_providerId != item10_providerId)
            and (
                (item02_providerId == this_providerId)
                if (this_providerId is not UNSET)
                else (
                    (item02_outcome == "failed")
                    and (this.locality == "unknown")
                    and (this_configuredModel is UNSET)
                    and (this_reportedModel is UNSET)
                )
            )
            and ((item02_errorClass is not UNSET) if (item02_outcome == "failed") else (item02_errorClass is UNSET))
        )
        and (
            item00_providerId in VETTED
            and item01_providerId in VETTED
            and item02_providerId in VETTED
            and item10_providerId in VETTED
            and this_modelProfile in VETTED
            and this_configuredModel in VETTED
            and this_reportedModel in VETTED
            or vet(
                item00_providerId,
                item01_providerId,
                item02_providerId,
                item10_providerId,
                this_modelProfile,
                this_configuredModel,
                this_reportedModel,
            )
        )
    ):
        return 0
    return (
        17
        + (1 if (this_providerId is not UNSET) else 0)
        + (1 if (this_configuredModel is not UNSET) else 0)
        + (1 if (this_reportedModel is not UNSET) else 0)
        + (1 if (item02_errorClass is not UNSET) else 0)
    )


def _shape_3_2(this: ExecutionProvenance) -> int:
    item00_, item01_, item02_ = this.attempts
    item10_, item11_ = this.routeRejections
    item00_providerId = item00_.providerId
    item01_providerId = item01_.providerId
    item02_providerId = item02_.providerId
    item02_outcome = item02_.outcome
    item02_errorClass = item02_.errorClass
    item10_providerId = item10_.providerId
    item10_reasonCodes = item10_.reasonCodes
    item11_providerId = item11_.providerId
    item11_reasonCodes = item11_.reasonCodes
    this_modelProfile = this.modelProfile
    this_providerId = this.providerId
    this_configuredModel = this.configuredModel
    this_reportedModel = this.reportedModel
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (item01_.errorClass is not UNSET)
            and (item01_.outcome == "failed")
            and (
                len(item10_reasonCodes) == 1
                or (
                    item10_reasonCodes[0] != item10_reasonCodes[1]
                    if len(item10_reasonCodes) == 2
                    else len(set(item10_reasonCodes)) == len(item10_reasonCodes) >= 1
                )
            )
            and (
                len(item11_reasonCodes) == 1
                or (
                    item11_reasonCodes[0] != item11_reasonCodes[1]
                    if len(item11_reasonCodes) == 2
                    else len(set(item11_reasonCodes)) == len(item11_reasonCodes) >= 1
                )
            )
            and (this.attemptCount == 3)
            and this.fallbackOccurred
            and (item00_providerId != item01_providerId)
            and (item00_providerId != item02_providerId)
            and (item01_providerId != item02_providerId)
            and (item10_providerId != item11_providerId)
            and (item00_providerId != item10_providerId)
            and (item01_providerId != item10_providerId)
            and (item02_providerId != item10_providerId)
            and (item00_providerId != item11_providerId)
            and (item01_providerId != item11_providerId)
            and (item02_providerId != item11_providerId)
            and (
                (item02_providerId == this_providerId)
                if (this_providerId is not UNSET)
                else (
                    (item02_outcome == "failed")
                    and (this.locality == "unknown")
                    and (this_configuredModel is UNSET)
                    and (this_reportedModel is UNSET)
                )
            )
            and ((item02_errorClass is not UNSET) if (item02_outcome == "failed") else (item02_errorClass is UNSET))
        )
        and (
            item00_providerId in VETTED
            and item01_providerId in VETTED
            and item02_providerId in VETTED
            and item10_providerId in VETTED
            and item11_providerId in VETTED
            and this_modelProfile in VETTED
            and this_configuredModel in VETTED
            and this_reportedModel in VETTED
            or vet(
                item00_providerId,
                item01_providerId,
                item02_providerId,
                item10_providerId,
                item11_providerId,
                this_modelProfile,
                this_configuredModel,
                this_reportedModel,
            )
        )
    ):
        return 0
    return (
        19
        + (1 if (this_providerId is not UNSET) else 0)
        + (1 if (this_configuredModel is not UNSET) else 0)
        + (1 if (this_reportedModel is not UNSET) else 0)
        + (1 if (item02_errorClass is not UNSET) else 0)
    )


def _shape_4_0(this: ExecutionProvenance) -> int:
    item00_, item01_, item02_, item03_ = this.attempts
    item00_providerId = item00_.providerId
    item01_providerId = item01_.providerId
    item02_providerId = item02_.providerId
    item03_providerId = item03_.providerId
    item03_outcome = item03_.outcome
    item03_errorClass = item03_.errorClass
    this_modelProfile = this.modelProfile
    this_providerId = this.providerId
    this_configuredModel = this.configuredModel
    this_reportedModel = this.reportedModel
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (item01_.errorClass is not UNSET)
            and (item01_.outcome == "failed")
            and (item02_.errorClass is not UNSET)
            and (item02_.outcome == "failed")
            and (this.attemptCount == 4)
            and this.fallbackOccurred
            and (item00_providerId != item01_providerId)
            and (item00_providerId != item02_providerId)
            and (item00_providerId != item03_providerId)
            and (item01_providerId != item02_providerId)
            and (item01_providerId != item03_providerId)
            and (item02_providerId != item03_providerId)
            and (
                (item03_providerId == this_providerId)
                if (this_providerId is not UNSET)
                else (
                    (item03_outcome == "failed")
                    and (this.locality == "unknown")
                    and (this_configuredModel is UNSET)
                    and (this_reportedModel is UNSET)
                )
            )
            and ((item03_errorClass is not UNSET) if (item03_outcome == "failed") else (item03_errorClass is UNSET))
        )
        and (
            item00_providerId in VETTED
            and item01_providerId in VETTED
            and item02_providerId in VETTED
            and item03_providerId in VETTED
            and this_modelProfile in VETTED
            and this_configuredModel in VETTED
            and this_reportedModel in VETTED
            or vet(
                item00_providerId,
                item01_providerId,
                item02_providerId,
                item03_providerId,
                this_modelProfile,
                this_configuredModel,
                this_reportedModel,
            )
        )
    ):
        return 0
    return (
        18
        + (1 if (this_providerId is not UNSET) else 0)
        + (1 if (this_configuredModel is not UNSET) else 0)
        + (1 if (this_reportedModel is not UNSET) else 0)
        + (1 if (item03_errorClass is not UNSET) else 0)
    )


def _shape_4_1(this: ExecutionProvenance) -> int:
    item00_, item01_, item02_, item03_ = this.attempts
    (item10_,) = this.routeRejections
    item00_providerId = item00_.providerId
    item01_providerId = item01_.providerId
    item02_providerId = item02_.providerId
    item03_providerId = item03_.providerId
    item03_outcome = item03_.outcome
    item03_errorClass = item03_.errorClass
    item10_providerId = item10_.providerId
    item10_reasonCodes = item10_.reasonCodes
    this_modelProfile = this.modelProfile
    this_providerId = this.providerId
    this_configuredModel = this.configuredModel
    this_reportedModel = this.reportedModel
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (item01_.errorClass is not UNSET)
            and (item01_.outcome == "failed")
            and (item02_.errorClass is not UNSET)
            and (item02_.outcome == "failed")
            and (
                len(item10_reasonCodes) == 1
                or (
                    item10_reasonCodes[0] != item10_reasonCodes[1]
                    if len(item10_reasonCodes) == 2
                    else len(set(item10_reasonCodes)) == len(item10_reasonCodes) >= 1
                )
            )
            and (this.attemptCount == 4)
            and this.fallbackOccurred
            and (item00_providerId != item01_providerId)
            and (item00_providerId != item02_providerId)
            and (item00_providerId != item03_providerId)
            and (item01_providerId != item02_providerId)
            and (item01_providerId != item03_providerId)
            and (item02_providerId != item03_providerId)
            and (item00_providerId != item10_providerId)
            and (item01_providerId != item10_providerId)
            and (item02_providerId != item10_providerId)
            and (item03_providerId != item10_providerId)
            and (
                (item03_providerId == this_providerId)
                if (this_providerId is not UNSET)
                else (
                    (item03_outcome == "failed")
                    and (this.locality == "unknown")
                    and (this_configuredModel is UNSET)
                    and (this_reportedModel is UNSET)
                )
            )
            and ((item03_errorClass is not UNSET) if (item03_outcome == "failed") else (item03_errorClass is UNSET))
        )
        and (
            item00_providerId in VETTED
            and item01_providerId in VETTED
            and item02_providerId in VETTED
            and item03_providerId in VETTED
            and item10_providerId in VETTED
            and this_modelProfile in VETTED
            and this_configuredModel in VETTED
            and this_reportedModel in VETTED
            or vet(
                item00_providerId,
                item01_providerId,
                item02_providerId,
                item03_providerId,
                item10_providerId,
                this_modelProfile,
                this_configuredModel,
                this_reportedModel,
            )
        )
    ):
        return 0
    return (
        20
        + (1 if (this_providerId is not UNSET) else 0)
        + (1 if (this_configuredModel is not UNSET) else 0)
        + (1 if (this_reportedModel is not UNSET) else 0)
        + (1 if (item03_errorClass is not UNSET) else 0)
    )


def _shape_4_2(this: ExecutionProvenance) -> int:
    item00_, item01_, item02_, item03_ = this.attempts
    item10_, item11_ = this.routeRejections
    item00_providerId = item00_.providerId
    item01_providerId = item01_.providerId
    item02_providerId = item02_.providerId
    item03_providerId = item03_.providerId
    item03_outcome = item03_.outcome
    item03_errorClass = item03_.errorClass
    item10_providerId = item10_.providerId
    item10_reasonCodes = item10_.reasonCodes
    item11_providerId = item11_.providerId
    item11_reasonCodes = item11_.reasonCodes
    this_modelProfile = this.modelProfile
    this_providerId = this.providerId
    this_configuredModel = this.configuredModel
    this_reportedModel = this.reportedModel
    if not (
        (
            (item00_.errorClass is not UNSET)
            and (item00_.outcome == "failed")
            and (item01_.errorClass is not UNSET)
            and (item01_.outcome == "failed")
            and (item02_.errorClass is not UNSET)
            and (item02_.outcome == "failed")
            and (
                len(item10_reasonCodes) == 1
                or (
                    item10_reasonCodes[0] != item10_reasonCodes[1]
                    if len(item10_reasonCodes) == 2
                    else len(set(item10_reasonCodes)) == len(item10_reasonCodes) >= 1
                )
            )
            and (
                len(item11_reasonCodes) == 1
                or (
                    item11_reasonCodes[0] != item11_reasonCodes[1]
                    if len(item11_reasonCodes) == 2
                    else len(set(item11_reasonCodes)) == len(item11_reasonCodes) >= 1
                )
            )
            and (this.attemptCount == 4)
            and this.fallbackOccurred
            and (item00_providerId != item01_providerId)
            and (item00_providerId != item02_providerId)
            and (item00_providerId != item03_providerId)
            and (item01_providerId != item02_providerId)
            and (item01_providerId != item03_providerId)
            and (item02_providerId != item03_providerId)
            and (item10_providerId != item11_providerId)
            and (item00_providerId != item10_providerId)
            and (item01_providerId != item10_providerId)
            and (item02_providerId != item10_providerId)
            and (item03_providerId != item10_providerId)
            and (item00_providerId != item11_providerId)
            and (item01_providerId != item11_providerId)
            and (item02_providerId != item11_providerId)
            and (item03_providerId != item11_providerId)
            and (
                (item03_providerId == this_providerId)
                if (this_providerId is not UNSET)
                else (
                    (item03_outcome == "failed")
                    and (this.locality == "unknown")
                    and (this_configuredModel is UNSET)
                    and (this_reportedModel is UNSET)
                )
            )
            and ((item03_errorClass is not UNSET) if (item03_outcome == "failed") else (item03_errorClass is UNSET))
        )
        and (
            item00_providerId in VETTED
            and item01_providerId in VETTED
            and item02_providerId in VETTED
            and item03_providerId in VETTED
            and item10_providerId in VETTED
            and item11_providerId in VETTED
            and this_modelProfile in VETTED
            and this_configuredModel in VETTED
            and this_reportedModel in VETTED
            or vet(
                item00_providerId,
                item01_providerId,
                item02_providerId,
                item03_providerId,
                item10_providerId,
                item11_providerId,
                this_modelProfile,
                this_configuredModel,
                this_reportedModel,
            )
        )
    ):
        return 0
    return (
        22
        + (1 if (this_providerId is not UNSET) else 0)
        + (1 if (this_configuredModel is not UNSET) else 0)
        + (1 if (this_reportedModel is not UNSET) else 0)
        + (1 if (item03_errorClass is not UNSET) else 0)
    )
