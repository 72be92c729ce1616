"""What is neither keyword nor table, made wrong: what numbers and texts may be, the order of phases, how rules compare."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from exprov.program.model import Array, Check, Constant, Number, Object, Program, Ref, Text, Version
from exprov.strength.mutant import Mutant, Switch, part
from exprov.strength.subject import Subject
from exprov.strength.ways import wrong


def mutants(program: Program) -> Iterator[Mutant]:
    """The mutants of the schema phase beside the schemas, of the phases' order, and of what rules see."""
    for id, other in (*_numbers(program), *_texts(program), *_versions(program)):
        yield Mutant(f"schema/{id}", other)
    yield Mutant(
        "schema/elements:the first and the last alone", _each(program, Array, lambda one: wrong(one, "ends alone"))
    )
    without = replace(program, objects=tuple(replace(kind, rules=()) for kind in program.objects))
    yield Mutant("schema/phases:no rule is judged", without)
    yield Mutant("schema/phases:rules of the record alone", _outside_carriers(program))
    yield Mutant("schema/phases:rules are judged whatever the schema phase found", switch=_rules_always)
    yield Mutant(
        "schema/phases:the first finding alone", switch=part("judge", lambda judge: lambda *of: judge(*of)[:1])
    )
    for id, switch in _compared(program):
        yield Mutant(f"rule/{id}", switch=switch)


def _each(program: Program, kind: type, change: Callable[[Any], Check]) -> Program:
    """`program` with what `change` makes of every check of this kind, in members and in arrays."""

    def changed(check: Check) -> Check:
        if isinstance(check, kind):
            return change(check)
        return replace(check, items=changed(check.items)) if isinstance(check, Array) else check

    return replace(
        program,
        objects=tuple(
            replace(one, members=tuple(replace(member, check=changed(member.check)) for member in one.members))
            for one in program.objects
        ),
    )


# --- numbers, texts and versions --------------------------------------------------------------------------------------


def _numbers(program: Program) -> Iterator[tuple[str, Program]]:
    def numbers(*how: str) -> Program:
        return _each(program, Number, lambda check: wrong(check, *how))

    yield "integer-form:off", numbers("leaves out", "schema/integer-form")
    yield "integer-form:off for a minus sign of zero", numbers("of form", "", "-0")
    yield "integer-form:off for a fraction", numbers("of form", "", "(?!-0$)[^eE]*")
    yield "integer-form:off for an exponent", numbers("of form", "", "(?!-0$)[^.]*")
    yield "type:a fraction of zero is no integer", numbers("of form", "schema/type", ".*[.eE].*")
    yield "type:integers are judged as doubles", numbers("as doubles", "fractions")
    bounds = _each(program, Number, lambda one: wrong(one, "as doubles", "integers" if one.integer else "all"))
    yield "maximum:bounds are judged as doubles", bounds


def _texts(program: Program) -> Iterator[tuple[str, Program]]:
    forbidden, blank = program.identifiers.forbidden, program.identifiers.blank

    def identifiers(**changes: Any) -> Program:
        return replace(program, identifiers=replace(program.identifiers, **changes))

    def off(is_allowed: Callable[[int], bool]) -> Program:
        points = (point for first, last in forbidden for point in range(first, last + 1))
        return identifiers(forbidden=tuple((point, point) for point in points if not is_allowed(point)))

    yield "identifier-text:off", _each(program, Text, lambda one: replace(one, identifier=False))
    yield "identifier-text:off for blank ones", identifiers(blank=())
    yield "identifier-text:off for unprintable ones", identifiers(forbidden=())
    yield "identifier-text:off for C0 controls", off(lambda point: point < 0x20)
    yield "identifier-text:off for the null character", off(lambda point: point == 0)
    yield "identifier-text:off for the delete character", off(lambda point: point == 0x7F)
    yield "identifier-text:off for C1 controls", off(lambda point: 0x80 <= point < 0xA0)
    yield "identifier-text:off for noncharacters U+FDD0 to U+FDEF", off(lambda point: 0xFDD0 <= point <= 0xFDEF)
    yield "identifier-text:off for noncharacters at a plane's end", off(lambda point: point & 0xFFFE == 0xFFFE)
    yield "identifier-text:blank ones by ASCII alone", identifiers(blank=((0x20, 0x20),))
    separators = tuple(one for one in blank if one != (0x20, 0x20))
    yield "identifier-text:separators are unprintable", identifiers(forbidden=(*forbidden, *separators))


def _versions(program: Program) -> Iterator[tuple[str, Program]]:
    def unread(check: Version) -> Check:
        """The finding on another version, which no longer stands for all that such an object has."""
        return wrong(Constant(value=check.value), "reports", "schema/const", "schema/unknown-version")

    yield "unknown-version:off", _each(program, Version, unread)
    yield "unknown-version:every other version is judged as 1.0", _each(program, Version, lambda check: Text())
    record = program.record.type
    inside = next(one for one in _each(program, Version, unread).objects if one.name == record)
    yield "unknown-version:of a record inside a carrier, its members are judged", _carrying(program, inside)


def _carrying(program: Program, record: Object) -> Program:
    """`program` with another type of records inside of carriers."""
    other = replace(record, name=f"{record.name} in a carrier")
    ordered: list[Object] = []
    for kind in _each(program, Ref, lambda check: Ref(name=other.name) if check.name == record.name else check).objects:
        ordered += [kind, other] if kind.name == record.name else [kind]
    return replace(program, objects=tuple(ordered))


# --- the order of phases ----------------------------------------------------------------------------------------------


def _outside_carriers(program: Program) -> Program:
    """Rules of the record alone: none of a carrier, nor of a record inside of one."""
    record = program.object(program.record.type)
    objects = tuple(one if one is record else replace(one, rules=()) for one in program.objects)
    return _carrying(replace(program, objects=objects), replace(record, rules=()))


def _rules_always(subject: Subject) -> None:
    rules = subject.rules.judge

    def way(judge: Any) -> Any:
        def judge_both(value: Any, type: str) -> Any:
            found = judge(value, type)
            is_refused = any(one.level == "reader" and one.rule != "schema/unknown-version" for one in found)
            return [*found, *rules(value, type)] if is_refused else found

        return judge_both

    part("schema.judge", way)(subject)


# --- how rules compare ------------------------------------------------------------------------------------------------


def _compared(program: Program) -> Iterator[tuple[str, Switch]]:
    """Names of providers that are made alike, and elements that are left out, before the rules are judged."""
    checks = {member.name: member.check for kind in program.objects for member in kind.members}

    def judging(change: Callable[[Any], Any]) -> Switch:
        return part("rules.judge", lambda judge: lambda value, type: judge(change(value), type))

    def names(alike: Callable[[str], str]) -> Switch:
        def of_member(name: str, item: Any) -> Any:
            # Members of other names are no business of a rule, and may nest too deep.
            if isinstance(checks.get(name), Text) and isinstance(item, str):
                return alike(item)
            return change(item) if isinstance(checks.get(name), Ref | Array) else item

        def change(value: Any) -> Any:
            if isinstance(value, dict):
                return {name: of_member(name, item) for name, item in value.items()}
            return [change(item) for item in value] if isinstance(value, list) else value

        return judging(change)

    def rejections(fewer: Callable[[list[Any]], list[Any]]) -> Switch:
        member = "routeRejections"
        return judging(lambda value: {**value, member: fewer(value[member])} if member in value else value)

    yield "names:compared without case", names(str.lower)
    yield "names:compared without spaces around", names(str.strip)
    yield "names:compared in one normal form", names(partial(unicodedata.normalize, "NFC"))
    yield "elements:the first three rejections alone", rejections(lambda items: items[:3])
    yield "elements:the first and the last rejections alone", rejections(lambda items: items[:1] + items[1:][-1:])
