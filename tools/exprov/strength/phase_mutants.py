"""What is neither keyword nor table, made wrong: what numbers and texts may be, the order of phases, how rules compare."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

from exprov.strength.mutant import Apply, Mutant
from exprov.strength.subject import Subject


def mutants() -> Iterator[Mutant]:
    """The mutants of the schema phase beside the schemas, of the phases' order, and of what rules see."""
    for id, apply in (*_texts(), *_order()):
        yield Mutant(f"schema/{id}", apply)
    for id, apply in _compared():
        yield Mutant(f"rule/{id}", apply)


# --- numbers and texts ------------------------------------------------------------------------------------------------


def _texts() -> Iterator[tuple[str, Apply]]:
    def number(name: str, function: Any) -> Apply:
        return lambda subject: subject.set(subject.number.Number, name, function)

    yield "integer-form:off", number("is_plain", lambda self: True)
    yield "integer-form:off for a minus sign of zero", number("is_plain", lambda self: self.text.lstrip("-").isdigit())
    yield (
        "integer-form:off for a fraction",
        number("is_plain", lambda self: self.text != "-0" and not re.search("[eE]", self.text)),
    )
    yield (
        "integer-form:off for an exponent",
        number("is_plain", lambda self: self.text != "-0" and "." not in self.text),
    )
    yield "type:a fraction of zero is no integer", number("is_integer", lambda self: self.text.lstrip("-").isdigit())
    yield "type:integers are judged as doubles", number("is_integer", lambda self: _double(self.text).is_integer())
    yield (
        "maximum:bounds are judged as doubles",
        number("compare", lambda self, other: _compare(_double(self.text), float(other))),
    )

    def clean(function: Callable[[Any], Callable[[str], bool]]) -> Apply:
        return lambda subject: subject.set(subject.checks, "is_clean", function(subject.checks))

    yield "identifier-text:off", clean(lambda checks: lambda text: True)
    yield (
        "identifier-text:off for blank ones",
        clean(lambda checks: lambda text: not text.strip() or checks._UNPRINTABLE.search(text) is None),
    )
    yield (
        "identifier-text:off for unprintable ones",
        clean(lambda checks: lambda text: checks._UNICODE_BLANK.fullmatch(text) is None),
    )
    for name, characters in (
        ("C0 controls", "\\x00-\\x1f"),
        ("the null character", "\\x00"),
        ("the delete character", "\\x7f"),
        ("C1 controls", "\\x80-\\x9f"),
        ("noncharacters U+FDD0 to U+FDEF", "\\ufdd0-\\ufdef"),
        ("noncharacters at a plane's end", "\\ufffe\\uffff\\U0001fffe\\U0001ffff\\U0010fffe\\U0010ffff"),
    ):
        apart = re.compile(f"[{characters}]")
        yield f"identifier-text:off for {name}", clean(_without(apart))
    yield (
        "identifier-text:blank ones by ASCII alone",
        clean(
            lambda checks: lambda text: checks._UNPRINTABLE.search(text) is None and re.fullmatch(" *", text) is None
        ),
    )
    yield (
        "identifier-text:separators are unprintable",
        clean(lambda checks: lambda text: text.isprintable() and checks._UNICODE_BLANK.fullmatch(text) is None),
    )


def _without(apart: re.Pattern[str]) -> Callable[[Any], Callable[[str], bool]]:
    def change(checks: Any) -> Callable[[str], bool]:
        is_clean: Callable[[str], bool] = checks.is_clean
        return lambda text: is_clean(apart.sub("x", text))

    return change


def _double(text: str) -> float:
    value = float(text)
    return value if value - value == 0 else 1e308


def _compare(left: float, right: float) -> int:
    return (left > right) - (left < right)


# --- the order of phases ----------------------------------------------------------------------------------------------


def _order() -> Iterator[tuple[str, Apply]]:
    def validator(name: str, change: Callable[[Subject, Any], Any]) -> Apply:
        return lambda subject: subject.set(subject.validator, name, change(subject, getattr(subject.validator, name)))

    yield "unknown-version:off", validator("_is_unknown_version", lambda subject, old: lambda value: False)
    yield "unknown-version:every other version is judged as 1.0", validator("judge_value", _as_known)
    yield (
        "unknown-version:of a record inside a carrier, its members are judged",
        validator("without_unread", lambda subject, old: lambda value, findings, has_error: findings),
    )
    yield "elements:the first and the last alone", validator("_schema_findings", _ends_alone)
    yield "phases:no rule is judged", validator("_rule_findings", lambda subject, old: lambda value, slug: [])
    yield "phases:rules are judged whatever the schema phase found", validator("judge_value", _rules_always)
    yield (
        "phases:the first finding alone",
        validator("judge_value", lambda subject, old: lambda value, carrier: old(value, carrier)[:1]),
    )
    yield (
        "phases:rules of the record alone",
        validator(
            "_rule_findings",
            lambda subject, old: lambda value, slug: old(value, slug) if slug == subject.validator.RECORD else [],
        ),
    )


def _ends_alone(subject: Subject, judge: Any) -> Any:
    """The schema phase with every element of the record's arrays between two others taken for the first one."""

    def ends(value: Any, slug: str) -> Any:
        if not isinstance(value, dict):
            return judge(value, slug)
        alike = {
            name: [item[0] if 0 < index < len(item) - 1 else one for index, one in enumerate(item)]
            if isinstance(item, list) and name in ("attempts", "routeRejections")
            else item
            for name, item in value.items()
        }
        return judge(alike, slug)

    return ends


def _as_known(subject: Subject, judge_value: Any) -> Any:
    def judge(value: Any, carrier: Any) -> Any:
        if isinstance(value, dict) and isinstance(value.get("schemaVersion"), str):
            value = {**value, "schemaVersion": "1.0"}
        return judge_value(value, carrier)

    return judge


def _rules_always(subject: Subject, judge_value: Any) -> Any:
    def judge(value: Any, carrier: Any) -> Any:
        findings = judge_value(value, carrier)
        unread = isinstance(value, dict) and subject.validator._is_unknown_version(value)
        if isinstance(value, dict) and not unread and any(one.level == "reader" for one in findings):
            found = {(one.rule, one.path) for one in findings}
            more = subject.validator._rule_findings(value, subject.validator._slug(value, carrier))
            findings = findings + [one for one in more if (one.rule, one.path) not in found]
        return findings

    return judge


# --- how rules compare ------------------------------------------------------------------------------------------------


def _compared() -> Iterator[tuple[str, Apply]]:
    """Names of providers that are made alike, and elements that are left out, before the rules are judged."""

    def names(alike: Callable[[str], str]) -> Apply:
        def change(value: Any) -> Any:
            # Members of other names are no business of a rule, and may nest too deep.
            if isinstance(value, dict):
                return {
                    name: alike(item)
                    if name in ("providerId", "providerUsed") and isinstance(item, str)
                    else change(item)
                    if name in ("attempts", "routeRejections", "provenance", "error", "telemetry")
                    else item
                    for name, item in value.items()
                }
            return [change(item) for item in value] if isinstance(value, list) else value

        return _judging(change)

    yield "names:compared without case", names(str.lower)
    yield "names:compared without spaces around", names(str.strip)
    yield "names:compared in one normal form", names(lambda text: unicodedata.normalize("NFC", text))
    for name, fewer in (
        ("the first three", lambda items: items[:3]),
        ("the first and the last", lambda items: items[:1] + items[-1:] if len(items) > 1 else items),
    ):
        yield f"elements:{name} rejections alone", _judging(_fewer("routeRejections", fewer))


def _fewer(member: str, fewer: Callable[[list[Any]], list[Any]]) -> Callable[[Any], Any]:
    return lambda value: {**value, member: fewer(value[member])} if member in value else value


def _judging(change: Callable[[Any], Any]) -> Apply:
    """Rules are judged on what `change` makes of the document."""

    def apply(subject: Subject) -> None:
        judge = subject.validator._rule_findings
        subject.set(subject.validator, "_rule_findings", lambda value, slug: judge(change(value), slug))

    return apply
