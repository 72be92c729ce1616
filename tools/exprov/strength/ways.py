"""What mutated programs are made of, and wrong ways to check, which no program can say.

`wrong(check, "passes", "null")` is the check with a note, which only a subject reads: SIFTS change what a check finds,
VIEWS what it sees, TESTS when a condition holds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec

from exprov.program.model import Check, Condition, Object, Union
from exprov.targets.python.runtime._place import Check as Judge
from exprov.targets.python.runtime._place import Found, Out, Place

Item = TypeVar("Item")
Part = TypeVar("Part", Check, Object, Union, Condition)


def swapped(items: tuple[Item, ...], old: Item, *new: Item) -> tuple[Item, ...]:
    """`items` of a program with others in the place of `old`, or none."""
    return tuple(one for item in items for one in (new if item is old else (item,)))


def without_each(part: Any, field: str) -> Iterator[tuple[Any, Any]]:
    """Each item of a tuple that `part` of a program holds, and the part without it."""
    items = getattr(part, field)
    return ((item, msgspec.structs.replace(part, **{field: swapped(items, item)})) for item in items)


def wrong(part: Part, *how: str) -> Part:
    """`part` of a program, to be checked wrongly: `how` names a way, and its arguments."""
    made: Part = _noted(type(part))(**msgspec.structs.asdict(part), how=how)
    return made


@cache
def _noted(kind: Any) -> Any:
    config = kind.__struct_config__
    return msgspec.defstruct(
        f"Wrong{kind.__name__}",
        [("how", tuple[str, ...])],
        bases=(kind,),
        frozen=True,
        kw_only=True,
        rename="camel",
        tag_field=config.tag_field,
        tag=config.tag,
    )


def checked(check: Judge, spec: Mapping[str, Any]) -> Judge:
    """`check`, made wrong if `spec` says how."""
    if "how" not in spec:
        return check
    way, *arguments = spec["how"]
    if way in VIEWS:
        see = VIEWS[way](*arguments)
        return lambda value, place, out: check(see(value), place, out)
    sift = SIFTS[way](*arguments)

    def judge(value: Any, place: Place | None, out: Out) -> None:
        found: Out = []
        check(value, place, found)
        out += [new for new in (sift(one, value, place) for one in found) if new is not None]

    return judge


# --- what a condition asks for ----------------------------------------------------------------------------------------

Test = Callable[[Any], bool]
TESTS: dict[str, Callable[[str, Test], Test]] = {
    "always holds": lambda member, holds: lambda value: True,
    "holds of an absent member, too": lambda member, holds: lambda value: member not in value or holds(value),
    "holds of every value": lambda member, holds: lambda value: member in value,
}

# --- what a check sees ------------------------------------------------------------------------------------------------

_GREATEST = 1e308


def _as_doubles(what: str) -> Callable[[Any], Any]:
    """Numbers with a point or an exponent that are integers, or fractions, or both, are seen as the nearest double."""

    def see(value: Any) -> Any:
        if not hasattr(value, "text") or what not in ("all", "integers" if value.is_integer() else "fractions"):
            return value
        nearest = float(value.text)
        return type(value)(repr(nearest if abs(nearest) <= _GREATEST else _GREATEST))

    return see


VIEWS: dict[str, Callable[..., Callable[[Any], Any]]] = {
    "as doubles": _as_doubles,
    # Every element between two others is taken for the first one.
    "ends alone": lambda: lambda value: value[:1] * (len(value) - 1) + value[-1:] if isinstance(value, list) else value,
    # An object that has members is taken for an array.
    "closed": lambda: lambda value: [] if isinstance(value, dict) and value else value,
}

# --- what a check finds -----------------------------------------------------------------------------------------------

Sift = Callable[[Found, Any, "Place | None"], "Found | None"]
"""What becomes of a finding on a value at a place."""


def _is_at(found: Found, place: Place | None, member: str) -> bool:
    """Whether a finding is on the value at `place`, or on this member of it (`*` for any)."""
    if not member:
        return found.place is place
    return found.place is not None and found.place[0] is place and member in ("*", found.place[1])


def _leaves_out(rules: str, member: str = "") -> Sift:
    return lambda one, value, place: None if one.rule in rules.split() and _is_at(one, place, member) else one


def _leaves_out_of_null(rules: str, member: str) -> Sift:
    leave_out = _leaves_out(rules, member)
    return lambda one, value, place: one if value[member] is not None else leave_out(one, value, place)


def _reports(old: str, new: str, member: str = "") -> Sift:
    """Under another rule, at reader level."""

    def sift(one: Found, value: Any, place: Place | None) -> Found:
        return Found(new, one.place, "reader", "") if one.rule == old and _is_at(one, place, member) else one

    return sift


def _passes(what: str) -> Sift:
    """Nothing is wrong with one value, which is given as JSON."""
    passed = json.loads(what)
    return lambda one, value, place: None if value == passed and type(value) is type(passed) else one


def _passes_branch(tag: str, branch: str) -> Sift:
    return lambda one, value, place: None if isinstance(value, dict) and value.get(tag) == branch else one


def _compares(how: str, *known: str) -> Sift:
    """A string that is a known one after a change is taken for it."""
    fold: Callable[[str], str] = str.lower if how == "without case" else lambda text: re.sub("[_-]", "", text)
    forms = {fold(one) for one in known}
    return lambda one, value, place: None if isinstance(value, str) and fold(value) in forms else one


def _matches(pattern: str) -> Sift:
    """Tokens that are not known are compared with another pattern."""
    shape = re.compile(pattern[:-1] + r"\Z" if pattern.endswith("$") else pattern)

    def sift(one: Found, value: Any, place: Place | None) -> Found:
        if one.rule not in ("schema/pattern", "schema/unknown-token"):
            return one
        found = Found("schema/unknown-token", place, "writer", "")
        return found if shape.search(value) else Found("schema/pattern", place, "reader", "")

    return sift


def _of_form(new: str, pattern: str) -> Sift:
    """Numbers whose text matches: no finding on their form, or one under the rule `new`."""

    def sift(one: Found, value: Any, place: Place | None) -> Found | None:
        if one.rule != "schema/integer-form" or re.fullmatch(pattern, value.text) is None:
            return one
        return Found(new, place, "reader", "") if new else None

    return sift


SIFTS: dict[str, Callable[..., Sift]] = {
    "passes anything": lambda: lambda one, value, place: None,
    "passes": _passes,
    "passes branch": _passes_branch,
    "leaves out": _leaves_out,
    "leaves out of null": _leaves_out_of_null,
    "reports": _reports,
    "compares": _compares,
    "matches": _matches,
    "of form": _of_form,
}
