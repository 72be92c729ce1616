# Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
"""Execution provenance: the record of how an AI execution was carried out. Public is what `__all__` names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._finding import Finding, InvalidRecord, Level
from ._number import ExactNumber
from ._text import Limits
from ._validator import check, is_valid, validate

if TYPE_CHECKING:
    from ._catalogue import RULES, RuleInfo
    from .models import (
        Attempt,
        RouteRejection,
        ExecutionProvenance,
        IndeRunError,
        StreamCompleted,
        StreamError,
        StreamCancelled,
        TextOutput,
        Usage,
        Telemetry,
        TaskResult,
        StreamTerminalOutcome,
        LOCALITY_VALUES,
        OUTCOME_VALUES,
        ERROR_CLASS_VALUES,
        REASON_CODE_VALUES,
        FINISH_REASON_VALUES,
    )

CONTRACT_VERSION = "1.0"
"""The version of the contract that this package knows."""

__all__ = [
    "Attempt",
    "CONTRACT_VERSION",
    "ERROR_CLASS_VALUES",
    "ExactNumber",
    "ExecutionProvenance",
    "FINISH_REASON_VALUES",
    "Finding",
    "IndeRunError",
    "InvalidRecord",
    "LOCALITY_VALUES",
    "Level",
    "Limits",
    "OUTCOME_VALUES",
    "REASON_CODE_VALUES",
    "RULES",
    "RouteRejection",
    "RuleInfo",
    "StreamCancelled",
    "StreamCompleted",
    "StreamError",
    "StreamTerminalOutcome",
    "TaskResult",
    "Telemetry",
    "TextOutput",
    "Usage",
    "check",
    "is_valid",
    "validate",
]

# Loaded when first asked for: a program that only validates starts faster without them.
_LAZY = {name: "_catalogue" for name in ("RULES", "RuleInfo")} | {
    name: "models"
    for name in (
        "Attempt",
        "RouteRejection",
        "ExecutionProvenance",
        "IndeRunError",
        "StreamCompleted",
        "StreamError",
        "StreamCancelled",
        "TextOutput",
        "Usage",
        "Telemetry",
        "TaskResult",
        "StreamTerminalOutcome",
        "LOCALITY_VALUES",
        "OUTCOME_VALUES",
        "ERROR_CLASS_VALUES",
        "REASON_CODE_VALUES",
        "FINISH_REASON_VALUES",
    )
}


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f".{_LAZY[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
