# Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
"""msgspec structs of the fast path: known members and tokens only, anything else is refused."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType


class Attempt(Struct, forbid_unknown_fields=True, gc=False, kw_only=True):
    """Attempt, as the fast path decodes it."""

    providerId: str
    outcome: Literal["succeeded", "failed", "cancelled"]
    errorClass: (
        Literal["CapabilityMismatch", "Offline", "AuthError", "RateLimited", "Timeout", "Unavailable", "Internal"]
        | UnsetType
    ) = UNSET


class RouteRejection(Struct, forbid_unknown_fields=True, gc=False, kw_only=True):
    """RouteRejection, as the fast path decodes it."""

    providerId: str
    reasonCodes: Annotated[
        list[
            Literal[
                "task_not_supported",
                "run_not_supported",
                "streaming_not_supported",
                "streaming_unavailable",
                "privacy_constraint",
                "cloud_constraint",
                "offline",
                "capability_unavailable",
            ]
        ],
        Meta(min_length=1),
    ]


class ExecutionProvenance(Struct, forbid_unknown_fields=True, gc=False, kw_only=True):
    """ExecutionProvenance, as the fast path decodes it."""

    schemaVersion: Literal["1.0"]
    attemptCount: Annotated[int, Meta(ge=0, le=9007199254740991)]
    attempts: list[Attempt]
    fallbackOccurred: bool
    locality: Literal["on_device", "edge", "cloud", "unknown"]
    modelProfile: str
    providerId: str | UnsetType = UNSET
    configuredModel: str | UnsetType = UNSET
    reportedModel: str | UnsetType = UNSET
    routeRejections: list[RouteRejection]
