"""What is neither keyword nor table, made wrong: numbers and texts, the order of phases, how rules compare."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from exprov.program.model import Array, Check, Constant, Number, Object, Program, Ref, Text, Version
from exprov.strength.mutant import Mutant, Switch, part
from exprov.strength.subject import Subject
from exprov.strength.ways import Way, as_doubles, leaving_out, of_form, reporting, seeing, swapped, wrong
from exprov.targets.python.runtime._finding import Findings
from exprov.targets.python.runtime._place import Out


def mutants(program: Program) -> Iterator[Mutant]:
    """The mutants of the schema phase beside the schemas, of the phases' order, and of what rules see."""
    for id, other in (_numbers(program) | _texts(program) | _versions(program) | _phases(program)).items():
        yield Mutant(f"schema/{id}", other)
    yield Mutant("schema/phases:rules are checked whatever the schema phase found", switch=_rules_always)
    for count, slug in (
        (1, "the first finding alone"),
        *((most, f"at most {most} findings") for most in (10, 100, 250)),
    ):
        yield Mutant(f"schema/phases:{slug}", switch=part("judge", partial(_at_most, count)))
    for id, switch in _compared(program).items():
        yield Mutant(f"rule/{id}", switch=switch)


def _at_most(count: int, judge: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *of: Findings(judge(*of)[:count])


def _each(program: Program, kind: type, change: Callable[[Any], Check]) -> Program:
    """`program` with what `change` makes of every check of this kind, in members and in arrays."""

    def changed(check: Check) -> Check:
        if isinstance(check, kind):
            return change(check)
        return replace(check, items=changed(check.items)) if isinstance(check, Array) else check

    return _objects(
        program, members=lambda one: tuple(replace(each, check=changed(each.check)) for each in one.members)
    )


def _objects(program: Program, **fields: Callable[[Object], Any]) -> Program:
    """`program` with other values of some fields of its objects."""
    changed = (replace(one, **{name: field(one) for name, field in fields.items()}) for one in program.objects)
    return replace(program, objects=tuple(changed))


# --- numbers, texts and versions --------------------------------------------------------------------------------------

# fmt: off


def _numbers(program: Program) -> dict[str, Program]:
    def numbers(how: Way) -> Program:
        return _each(program, Number, lambda check: wrong(check, how))

    return {
        "integer-form:off": numbers(leaving_out("schema/integer-form")),
        "integer-form:off for a minus sign of zero": numbers(of_form("-0")),
        "integer-form:off for a fraction": numbers(of_form("(?!-0$)[^eE]*")),
        "integer-form:off for an exponent": numbers(of_form("(?!-0$)[^.]*")),
        "type:a fraction of zero is not an integer": numbers(of_form(".*[.eE].*", "schema/type")),
        "type:integers are compared as doubles": numbers(as_doubles("fractions")),
        "maximum:bounds are compared as doubles": _each(
            program, Number, lambda one: wrong(one, as_doubles("integers" if one.integer else "all"))),
    }


def _texts(program: Program) -> dict[str, Program]:
    one = program.identifiers
    forbidden, blank, missing = one.forbidden, one.blank, one.missing

    def identifiers(**changes: Any) -> Program:
        return replace(program, identifiers=replace(program.identifiers, **changes))

    def off(is_allowed: Callable[[int], bool]) -> Program:
        points = (point for first, last in forbidden for point in range(first, last + 1))
        return identifiers(forbidden=tuple((point, point) for point in points if not is_allowed(point)))

    texts = {
        "off": _each(program, Text, lambda one: replace(one, identifier=False)),
        "off for blank ones": identifiers(blank=()),
        "off for unprintable ones": identifiers(forbidden=()),
        "off for missing ones": identifiers(missing=()),
        "off for C0 controls": off(lambda point: point < 0x20),
        "off for the delete character": off(lambda point: point == 0x7F),
        "off for C1 controls": off(lambda point: 0x80 <= point < 0xA0),
        "off for noncharacters at a plane's end": off(lambda point: point & 0xFFFE == 0xFFFE),
        "blank ones by ASCII alone": identifiers(blank=((0x20, 0x20),)),
        "separators are unprintable": identifiers(forbidden=(*forbidden, *(one for one in blank if one != (32, 32)))),
        "missing ones compared without case": identifiers(
            missing=tuple(form for one in missing for form in (one, one.lower(), one.upper(), one.title()))),
        "missing ones compared without spaces": identifiers(
            missing=tuple(form for one in missing for form in (one, f"{one} ", f" {one}"))),
        **{f"without the missing one {one}": identifiers(missing=swapped(missing, one)) for one in missing},
        **{f"forbidden {id}": identifiers(forbidden=ranges) for id, ranges in _ranges(forbidden, forbidden)},
        # A point that is forbidden has its finding, blank or not.
        **{f"blank {id}": identifiers(blank=ranges) for id, ranges in _ranges(blank, (*blank, *forbidden), forbidden)},
    }
    return {f"identifier-text:{id}": other for id, other in texts.items()}


_Ranges = tuple[tuple[int, int], ...]


def _ranges(ranges: _Ranges, inside: _Ranges, covered: _Ranges = ()) -> Iterator[tuple[str, _Ranges]]:
    """`ranges` without one of them, and with one that begins or ends a point earlier or later.

    inside: where one more point makes no difference. covered: where one less makes none.
    """

    def is_in(point: int, some: _Ranges) -> bool:
        return any(first <= point <= last for first, last in some)

    for old in ranges:
        first, last = old
        points = {"first": first, "last": last, "point before": first - 1, "point after": last + 1}
        name = f"U+{first:04X}..U+{last:04X}"
        if not all(is_in(point, covered) for point in range(first, last + 1)):
            yield f"without {name}", swapped(ranges, old)
        for where, point in points.items():
            # The planes in the middle are alike.
            is_tried = 0 <= point <= 0x10FFFF and not 0xD800 <= point <= 0xDFFF and not 0x30000 <= point < 0xFFFFE
            if where in ("first", "last") and last > first and not is_in(point, covered):
                new = (first + 1, last) if where == "first" else (first, last - 1)
                yield f"without the {where} of {name}", swapped(ranges, old, new)
            elif where.startswith("point") and is_tried and not is_in(point, inside):
                yield f"with the {where} {name}", swapped(ranges, old, old, (point, point))


def _versions(program: Program) -> dict[str, Program]:
    def unread(check: Version) -> Check:
        """The finding on another version no longer replaces all others of such an object."""
        return wrong(Constant(value=check.value), reporting("schema/const", "schema/unknown-version"))

    off, record = _each(program, Version, unread), program.record.type
    return {
        "unknown-version:off": off,
        "unknown-version:every other version is read as 1.0": _each(program, Version, lambda check: Text()),
        "unknown-version:of a record inside a carrier, its members are checked": _carrying(program, off.object(record)),
    }


# --- the order of phases ----------------------------------------------------------------------------------------------


def _phases(program: Program) -> dict[str, Program]:
    def of_arrays(view: Callable[[Any], Any]) -> Program:
        return _each(program, Array, lambda one: wrong(one, seeing(view)))

    record = program.object(program.record.type)
    # Without the rules of carriers, and of records inside of them.
    outside = _objects(program, rules=lambda one: one.rules if one is record else ())
    return {
        "elements:the first and the last alone": of_arrays(_ends),
        **{f"elements:the first {count} alone": of_arrays(partial(_first, count)) for count in (5, 16, 20, 64, 200)},
        "phases:no rule is checked": _objects(program, rules=lambda one: ()),
        "phases:rules of the record alone": _carrying(outside, replace(record, rules=())),
    }


def _first(count: int, value: Any) -> Any:
    return value[:count] if isinstance(value, list) else value


def _ends(value: Any) -> Any:
    """Every element between two others is taken for the first one."""
    return value[:1] * (len(value) - 1) + value[-1:] if isinstance(value, list) else value


def _carrying(program: Program, record: Object) -> Program:
    """`program` with another type of records inside of carriers."""
    other = replace(record, name=f"{record.name} in a carrier")
    ordered: list[Object] = []
    for kind in _each(program, Ref, lambda check: Ref(name=other.name) if check.name == record.name else check).objects:
        ordered += [kind, other] if kind.name == record.name else [kind]
    return replace(program, objects=tuple(ordered))


def _rules_always(subject: Subject) -> None:
    rules = subject.rules.judge

    def way(judge: Any) -> Any:
        def judge_both(value: Any, type: str, out: Out) -> None:
            judge(value, type, out)
            if any(one.level == "reader" and one.rule != "schema/unknown-version" for one in out):
                rules(value, type, out)

        return judge_both

    part("schema.judge", way)(subject)


# --- how rules compare ------------------------------------------------------------------------------------------------


def _without_long(most: int, value: Any) -> Any:
    """Long lists are taken for empty ones."""
    if not isinstance(value, dict):
        return value
    return {name: [] if isinstance(item, list) and len(item) > most else item for name, item in value.items()}


def _compared(program: Program) -> dict[str, Switch]:
    """Names of providers that are made alike, and elements that are left out, before the rules are checked."""
    checks = {member.name: member.check for kind in program.objects for member in kind.members}

    def seeing(change: Callable[[Any], Any]) -> Switch:
        return part("rules.judge", lambda judge: lambda value, type, out: judge(change(value), type, out))

    def names(alike: Callable[[str], str]) -> Switch:
        def of_member(name: str, item: Any) -> Any:
            # No rule looks at members of other names, which may nest too deep.
            if isinstance(checks.get(name), Text) and isinstance(item, str):
                return alike(item)
            return change(item) if isinstance(checks.get(name), Ref | Array) else item

        def change(value: Any) -> Any:
            if isinstance(value, dict):
                return {name: of_member(name, item) for name, item in value.items()}
            return [change(item) for item in value] if isinstance(value, list) else value

        return seeing(change)

    def rejections(fewer: Callable[[list[Any]], list[Any]]) -> Switch:
        member = "routeRejections"
        return seeing(lambda value: {**value, member: fewer(value[member])} if member in value else value)

    return {
        "names:compared without case": names(str.lower),
        "names:compared without spaces around": names(str.strip),
        "names:compared in one normal form": names(partial(unicodedata.normalize, "NFC")),
        **{f"elements:lists beyond {most} are skipped": seeing(partial(_without_long, most)) for most in (16, 64, 256)},
        "elements:the first three rejections alone": rejections(lambda items: items[:3]),
        "elements:the first and the last rejections alone": rejections(lambda items: items[:1] + items[1:][-1:]),
    }
