# Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
"""Execution provenance: the record of how an AI execution was carried out."""

from __future__ import annotations
from typing import TYPE_CHECKING
from ._finding import Finding, InvalidRecord, Level
from ._number import ExactNumber
from ._text import Limits
from ._carrier import Carrier
from ._validator import check, is_valid, validate

if TYPE_CHECKING:
    from .models import Attempt as Attempt
    from .models import RouteRejection as RouteRejection
    from .models import ExecutionProvenance as ExecutionProvenance
    from .models import IndeRunError as IndeRunError
    from .models import Usage as Usage
    from .models import Telemetry as Telemetry
    from .models import StreamCompleted as StreamCompleted
    from .models import StreamError as StreamError
    from .models import StreamCancelled as StreamCancelled
    from .models import TextOutput as TextOutput
    from .models import TaskResult as TaskResult
    from .models import StreamTerminalOutcome as StreamTerminalOutcome
    from .models import Locality as Locality
    from .models import Outcome as Outcome
    from .models import ErrorClass as ErrorClass
    from .models import ReasonCode as ReasonCode
    from .models import FinishReason as FinishReason
    from .models import LOCALITY_VALUES as LOCALITY_VALUES
    from .models import OUTCOME_VALUES as OUTCOME_VALUES
    from .models import ERROR_CLASS_VALUES as ERROR_CLASS_VALUES
    from .models import REASON_CODE_VALUES as REASON_CODE_VALUES
    from .models import FINISH_REASON_VALUES as FINISH_REASON_VALUES
    from ._catalogue import RULES as RULES
    from ._catalogue import RuleInfo as RuleInfo
    from ._version import __version__ as __version__
    from ._lines import validate_lines as validate_lines
CONTRACT_VERSION = "1.0"
"""The version of the contract that this package knows."""
__all__ = [
    "Attempt",
    "CONTRACT_VERSION",
    "Carrier",
    "ERROR_CLASS_VALUES",
    "ErrorClass",
    "ExactNumber",
    "ExecutionProvenance",
    "FINISH_REASON_VALUES",
    "Finding",
    "FinishReason",
    "IndeRunError",
    "InvalidRecord",
    "LOCALITY_VALUES",
    "Level",
    "Limits",
    "Locality",
    "OUTCOME_VALUES",
    "Outcome",
    "REASON_CODE_VALUES",
    "RULES",
    "ReasonCode",
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
    "__version__",
    "check",
    "is_valid",
    "validate",
    "validate_lines",
]
_LAZY = {
    "Attempt": "models",
    "RouteRejection": "models",
    "ExecutionProvenance": "models",
    "IndeRunError": "models",
    "Usage": "models",
    "Telemetry": "models",
    "StreamCompleted": "models",
    "StreamError": "models",
    "StreamCancelled": "models",
    "TextOutput": "models",
    "TaskResult": "models",
    "StreamTerminalOutcome": "models",
    "Locality": "models",
    "Outcome": "models",
    "ErrorClass": "models",
    "ReasonCode": "models",
    "FinishReason": "models",
    "LOCALITY_VALUES": "models",
    "OUTCOME_VALUES": "models",
    "ERROR_CLASS_VALUES": "models",
    "REASON_CODE_VALUES": "models",
    "FINISH_REASON_VALUES": "models",
    "RULES": "_catalogue",
    "RuleInfo": "_catalogue",
    "__version__": "_version",
    "validate_lines": "_lines",
}


def __getattr__(name: str) -> object:
    # A program that only validates starts faster without these.
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f".{_LAZY[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
