# Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
"""Execution provenance: the record of how an AI execution was carried out. Public is what `__all__` names."""

from __future__ import annotations

from ._catalogue import RULES, RuleInfo
from ._finding import Finding, InvalidRecord, Level
from ._number import Number
from ._read import Limits
from ._validator import check, is_valid, validate
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
    "ExecutionProvenance",
    "FINISH_REASON_VALUES",
    "Finding",
    "IndeRunError",
    "InvalidRecord",
    "LOCALITY_VALUES",
    "Level",
    "Limits",
    "Number",
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
