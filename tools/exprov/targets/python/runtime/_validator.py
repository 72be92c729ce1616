"""The two verdicts: what `validate`, `is_valid` and `check` do."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING, Any

from ._fast import is_surely_valid
from ._finding import MOST_FINDINGS, Finding, Findings, InvalidRecord, Level
from ._phases import Validator
from ._place import Wanted
from ._program import program
from ._text import DEFAULT_LIMITS, Limits, Origin

if TYPE_CHECKING:
    from ._carrier import Carrier

_LEVELS = ("writer", "reader")


@cache
def validator() -> Validator:
    """The validator of the program that the package was generated with, made at first need."""
    return Validator(program())


def read(data: bytes | str, limits: Limits = DEFAULT_LIMITS) -> tuple[Any, Findings]:
    """The value of one JSON text, read strictly, or ABSENT, and what is wrong with it. Values hold exact numbers."""
    value, findings, _ = validator().read(data, limits)
    return value, findings


def validate(
    data: object,
    *,
    level: Level = "writer",
    carrier: Carrier | None = None,
    limits: Limits = DEFAULT_LIMITS,
    allow: Collection[str] = (),
    max_findings: int = MOST_FINDINGS,
) -> Findings:
    """The findings of one record: first those of the parse phase in the order of the text, then the others in document order.

    An empty list if the record is valid at `level`; for bare JSON text that takes the fast path.
    `data` is JSON text (`bytes`, `bytearray`, `memoryview` or `str`), an already parsed value (`dict` and so on, never a
    JSON string), or a record of this package. `level` is "writer" (all findings) or "reader" (what every consumer must
    reject). `carrier` names the payload that holds the record under `provenance`; "auto" detects it by its members; None
    means that `data` is the record, or says by its class what it is. Findings of the rules in `allow`, ids at writer level,
    are left out. At most `max_findings` are kept; `omitted` of the list says how many more there are. Raises TypeError for a parsed value that JSON cannot hold, and ValueError for an unknown `level`,
    `carrier` or rule in `allow`, and for a `max_findings` below 1.
    """
    carried: str | None = carrier
    if type(data) is not bytes:
        data, carried = _text_or_value(data, carrier)
    if carried is None and not allow and is_surely_valid(data, limits) and level in _LEVELS:
        return Findings()
    check_arguments(level, carrier, allow, max_findings)
    return validator().findings(data, Wanted(level, allow, max_findings), carried, limits)


def validate_at(text: bytes, wanted: Wanted, carrier: str | None, limits: Limits, origin: Origin) -> Findings:
    """The findings that are wanted of a text that begins at `origin` of its input; lines, columns and offsets count from there."""
    if carrier is None and is_surely_valid(text, limits):
        return Findings()
    return validator().findings(text, wanted, carrier, limits, origin)


def every_finding(data: object, level: Level, carrier: str | None, limits: Limits) -> list[Finding]:
    """What `validate` returns, by the explaining route alone."""
    data, carrier = _text_or_value(data, carrier)
    return validator().findings(data, Wanted(level), carrier, limits)


def is_valid(
    data: object,
    *,
    level: Level = "writer",
    carrier: Carrier | None = None,
    limits: Limits = DEFAULT_LIMITS,
    allow: Collection[str] = (),
) -> bool:
    """Whether `validate` would find nothing. Stops at the first finding. Same arguments, same errors."""
    carried: str | None = carrier
    if type(data) is not bytes:
        data, carried = _text_or_value(data, carrier)
    if carried is None and not allow and is_surely_valid(data, limits) and level in _LEVELS:
        return True
    check_arguments(level, carrier, allow)
    return not validator().has_findings(data, Wanted(level, allow), carried, limits)


def check(
    data: object,
    *,
    level: Level = "writer",
    carrier: Carrier | None = None,
    limits: Limits = DEFAULT_LIMITS,
    allow: Collection[str] = (),
    max_findings: int = MOST_FINDINGS,
) -> None:
    """Raise InvalidRecord, which carries the findings, unless `data` is valid. Same arguments as `validate`."""
    findings = validate(data, level=level, carrier=carrier, limits=limits, allow=allow, max_findings=max_findings)
    if findings:
        raise InvalidRecord(findings)


def check_arguments(level: object, carrier: object, allow: Collection[str], max_findings: int = MOST_FINDINGS) -> None:
    """Raise ValueError for an argument of `validate` that does not say what it should."""
    if level not in _LEVELS:
        raise ValueError(f"level must be 'reader' or 'writer', not {level!r}")
    if carrier is not None and carrier != "auto" and carrier not in validator().carriers:
        raise ValueError(f"carrier must be one of {', '.join(validator().carriers)}, auto, not {carrier!r}")
    if isinstance(allow, str):
        raise ValueError(f"allow takes a collection of rule ids, as in allow=[{allow!r}]")
    if max_findings < 1:
        raise ValueError(
            f"max_findings must be at least 1, not {max_findings}; is_valid asks only whether there is one"
        )
    if not isinstance(allow, Collection):
        raise TypeError(f"allow takes a collection of rule ids, not {type(allow).__name__}; make a list of it")
    for rule in allow:
        if rule not in validator().writer_rules:
            raise ValueError(f"allow takes ids of writer-level rules, and {rule!r} is not one; see RULES")


def _text_or_value(data: object, carrier: str | None) -> tuple[object, str | None]:
    """`data` as text or a parsed value, and what it is a carrier of; a record says so by its class."""
    if isinstance(data, (bytes, str, dict, list)):
        return data, carrier
    if isinstance(data, (bytearray, memoryview)):
        return bytes(data), carrier
    # Imported here: who has no records need not wait for their classes.
    from ._model import Model

    if not isinstance(data, Model):
        return data, carrier
    document = data._DOCUMENT
    if document is None:
        raise TypeError(f"{type(data).__name__} is a part of a record; validate the record that holds it")
    return data._text_or_value(), document if carrier in (None, "auto") and document != validator().record else carrier
