"""What mutated programs are made of, and wrong ways to check, which no program can say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

import msgspec

from exprov.program.model import Check, Condition, Object, Union
from exprov.targets.python.runtime._place import Check as Judge
from exprov.targets.python.runtime._place import Found, Out, Place

Item = TypeVar("Item")
Part = TypeVar("Part", Check, Object, Union, Condition)
Way = Callable[[Judge], Judge]
"""Makes a right check wrong."""


def swapped(items: tuple[Item, ...], old: Item, *new: Item) -> tuple[Item, ...]:
    """`items` of a program with others in the place of `old`, or none."""
    return tuple(one for item in items for one in (new if item is old else (item,)))


def without_each(part: Any, field: str) -> Iterator[tuple[Any, Any]]:
    """Each item of a tuple that `part` of a program holds, and the part without it."""
    items = getattr(part, field)
    return ((item, msgspec.structs.replace(part, **{field: swapped(items, item)})) for item in items)


def wrong(part: Part, how: Callable[..., Any]) -> Part:
    """`part` of a program, to be checked wrongly, which a subject does: `how` is a Way, or one of `Condition.holds`."""
    made: Part = _noted(type(part))(**msgspec.structs.asdict(part), how=how)
    return made


@cache
def _noted(kind: Any) -> Any:
    config = kind.__struct_config__
    return msgspec.defstruct(
        f"Wrong{kind.__name__}",
        [("how", object)],
        bases=(kind,),
        frozen=True,
        kw_only=True,
        rename="camel",
        tag_field=config.tag_field,
        tag=config.tag,
    )


# --- what a check sees ------------------------------------------------------------------------------------------------

_GREATEST = 1e308


def seeing(view: Callable[[Any], Any]) -> Way:
    """What `view` makes of a value is checked instead."""
    return lambda check: lambda value, place, out: check(view(value), place, out)


def as_doubles(what: str) -> Way:
    """Numbers with a point or an exponent that are `integers`, or `fractions`, or `all` are seen as the nearest double."""

    def see(value: Any) -> Any:
        if not hasattr(value, "text") or what not in ("all", "integers" if value.is_integer() else "fractions"):
            return value
        nearest = float(value.text)
        return type(value)(repr(nearest if abs(nearest) <= _GREATEST else _GREATEST))

    return seeing(see)


# --- what a check finds -----------------------------------------------------------------------------------------------

Sift = Callable[[Found, Any, "Place | None"], "Found | None"]
"""What becomes of a finding on a value at a place."""


def finding(sift: Sift) -> Way:
    """Other findings, or fewer."""

    def way(check: Judge) -> Judge:
        def judge(value: Any, place: Place | None, out: Out) -> None:
            found = Out()
            check(value, place, found)
            for one in found:
                new = sift(one, value, place)
                if new is not None:
                    out.append(new)

        return judge

    return way


def passing(is_passed: Callable[[Any], bool]) -> Way:
    """Nothing is wrong with some values."""
    return finding(lambda one, value, place: None if is_passed(value) else one)


anything = passing(lambda value: True)
null = passing(lambda value: value is None)


def leaving_out(rules: str, member: str = "", where: Callable[[Any], bool] = lambda value: True) -> Way:
    """Without findings of these rules on some values, or on this member of them (`*` for any)."""

    def sift(one: Found, value: Any, place: Place | None) -> Found | None:
        return None if one.rule in rules.split() and _is_at(one, place, member) and where(value) else one

    return finding(sift)


def reporting(old: str, new: str, member: str = "") -> Way:
    """With findings of a rule under another rule, at reader level."""

    def sift(one: Found, value: Any, place: Place | None) -> Found:
        return Found(new, one.place, "reader", "") if one.rule == old and _is_at(one, place, member) else one

    return finding(sift)


def _is_at(found: Found, place: Place | None, member: str) -> bool:
    if not member:
        return found.place is place
    return found.place is not None and found.place[0] is place and member in ("*", found.place[1])


def comparing(fold: Callable[[str], str], known: tuple[str, ...]) -> Way:
    """A string that is a known one after a change is taken for it."""
    forms = {fold(one) for one in known}
    return passing(lambda value: isinstance(value, str) and fold(value) in forms)


def matching(pattern: str) -> Way:
    """Tokens that are not known are compared with another pattern."""
    shape = re.compile(pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern)

    def sift(one: Found, value: Any, place: Place | None) -> Found:
        if one.rule not in ("schema/pattern", "schema/unknown-token"):
            return one
        found = Found("schema/unknown-token", place, "writer", "")
        return found if shape.search(value) else Found("schema/pattern", place, "reader", "")

    return finding(sift)


def of_form(pattern: str, new: str = "") -> Way:
    """Numbers whose text matches: no finding on their form, or one under the rule `new`."""

    def sift(one: Found, value: Any, place: Place | None) -> Found | None:
        if one.rule != "schema/integer-form" or re.fullmatch(pattern, value.text) is None:
            return one
        return Found(new, place, "reader", "") if new else None

    return finding(sift)
