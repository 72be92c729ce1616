# Generated from tools/exprov/targets/python/runtime/_validator.py by `exprov generate`; edit that and run it again.
"""The two verdicts: what `validate`, `is_valid` and `check` do."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from ._fast import DEPTH, is_surely_valid
from ._finding import Finding, InvalidRecord, Level
from ._phases import Validator
from ._program import program
from ._text import DEFAULT_LIMITS, START, Limits, Origin

Carrier = Literal["task-result", "stream-terminal-outcome", "inderun-error", "auto"]
_LEVELS = ("writer", "reader")


@cache
def validator() -> Validator:
    """The validator of the program that the package was generated with, made at first need."""
    return Validator(program())


def read(data: bytes | str, limits: Limits = DEFAULT_LIMITS) -> tuple[Any, list[Finding]]:
    """The value of one JSON text, read strictly, or ABSENT, and what is wrong with it. Values hold exact numbers."""
    value, findings, _ = validator().read(data, limits)
    return value, findings


def validate(
    data: object, *, level: Level = "writer", carrier: Carrier | None = None, limits: Limits = DEFAULT_LIMITS
) -> list[Finding]:
    """Every finding of one record: first those of the parse phase in the order of the text, then the others in document order.

    An empty list if the record is valid at `level`; for bare JSON text that takes the fast path.
    `data` is JSON text (`bytes`, `bytearray`, `memoryview` or `str`) or an already parsed value (`dict` and so on, never
    a JSON string). `level` is "writer" (all findings) or "reader" (what every consumer must refuse). `carrier` names the
    payload that holds the record under `provenance`; "auto" detects it by its members; None means that `data` is the
    record. Raises TypeError for a parsed value that JSON cannot hold, and ValueError for an unknown `level` or `carrier`.
    """
    _check_arguments(level, carrier)
    return validate_at(data, level, carrier, limits, START)


def validate_at(data: object, level: Level, carrier: str | None, limits: Limits, origin: Origin) -> list[Finding]:
    """As `validate`, of a text that begins at `origin` of its input; lines, columns and offsets count from there."""
    if carrier is None and _is_quickly_valid(data, limits):
        return []
    return every_finding(data, level, carrier, limits, origin)


def every_finding(
    data: object, level: Level, carrier: str | None, limits: Limits, origin: Origin = START
) -> list[Finding]:
    """What `validate_at` returns, by the explaining route alone."""
    return validator().findings(_text_or_value(data), level, carrier, limits, origin)


def is_valid(
    data: object, *, level: Level = "writer", carrier: Carrier | None = None, limits: Limits = DEFAULT_LIMITS
) -> bool:
    """Whether `validate` would find nothing. Stops at the first finding. Same arguments, same errors."""
    if carrier is None and limits is DEFAULT_LIMITS:
        # As `_is_quickly_valid` does: here a call less is felt.
        if is_surely_valid(data) and level in _LEVELS:
            return True
    elif carrier is None and _is_quickly_valid(data, limits) and level in _LEVELS:
        return True
    _check_arguments(level, carrier)
    return not validator().has_findings(_text_or_value(data), level, carrier, limits)


def check(
    data: object, *, level: Level = "writer", carrier: Carrier | None = None, limits: Limits = DEFAULT_LIMITS
) -> None:
    """Raise InvalidRecord, which carries the findings, unless `data` is valid. Same arguments as `validate`."""
    findings = validate(data, level=level, carrier=carrier, limits=limits)
    if findings:
        raise InvalidRecord(findings)


def _check_arguments(level: object, carrier: object) -> None:
    if level not in _LEVELS:
        raise ValueError(f"level must be 'reader' or 'writer', not {level!r}")
    if carrier is not None and carrier != "auto" and carrier not in validator().carriers:
        raise ValueError(f"carrier must be one of {', '.join(validator().carriers)}, auto, not {carrier!r}")


def _is_quickly_valid(data: object, limits: Limits) -> bool:
    """Whether the fast path, within `limits`, finds a valid record; it may say no of one that is valid."""
    return limits.max_depth >= DEPTH and is_surely_valid(data, limits.max_bytes)


def _text_or_value(data: object) -> object:
    return bytes(data) if isinstance(data, (bytearray, memoryview)) else data
