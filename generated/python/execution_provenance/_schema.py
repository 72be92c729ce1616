# Generated from tools/exprov/targets/python/runtime/_schema.py by `exprov generate`; edit that and run it again.
"""The schema phase: the objects of a program, compiled into one check each. Nothing here knows a contract.

A value of the wrong type has the finding `schema/type` alone, since the other keywords then have nothing to say. No
message repeats free text of a record, which may be a secret.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from ._canonical import normal_form
from ._messages import Say, listing
from ._near import near
from ._number import ExactNumber
from ._place import Check, Found, Out, Place

Spec = Mapping[str, Any]
"""A part of the program, as JSON."""

_PLAIN_VERSION = re.compile(r"v?[0-9][0-9A-Za-z.+-]*")
# What looks like a version is not a secret; it is shown up to this length.
_LONGEST_VERSION = 16


def character_class(ranges: Iterable[tuple[int, int]]) -> str:
    """The regular expression of one character in these ranges of code points."""
    parts = "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges)
    return f"[{parts}]" if parts else "(?!)"


class Identifiers:
    """What no identifier may contain, what it may not consist of alone, and what it may not be."""

    def __init__(self, spec: Spec) -> None:
        forbidden, blank = character_class(spec["forbidden"]), character_class(spec["blank"])
        self.forbidden, self.blank = re.compile(forbidden), re.compile(f"{blank}*")
        self.missing = frozenset(spec["missing"])
        visible = "".join(map(chr, range(0x21, 0x7F)))
        self.is_ascii_clean = self.forbidden.search(f" {visible}") is None and re.search(blank, visible) is None

    def is_surely_clean(self, text: str) -> bool:
        """Whether `text`, and each part that is neither empty nor `missing`, is clean; may say no where they are."""
        return self.is_ascii_clean and text.isascii() and " " not in text and text.isprintable()

    def is_clean(self, text: str) -> bool:
        if text in self.missing:
            return False
        # Nearly all identifiers are of ASCII and do not begin with a space.
        if self.is_ascii_clean and text >= "!" and text.isascii() and text.isprintable():
            return True
        return self.forbidden.search(text) is None and self.blank.fullmatch(text) is None

    def fault(self, text: str) -> str:
        """What is wrong with a text that is not clean: `missing`, `blank` or `control`."""
        return "missing" if text in self.missing else "blank" if self.blank.fullmatch(text) else "control"


class Union:
    """One of several objects: the value of `tag` says which."""

    def __init__(self, spec: Spec) -> None:
        self.tag: str = spec["tag"]
        self.branches: dict[str, str] = {branch["value"]: branch["type"] for branch in spec["branches"]}

    def type_of(self, value: Mapping[str, object]) -> str | None:
        """The type of the object that `value` is; None if its tag names none."""
        chosen = value.get(self.tag)
        return self.branches.get(chosen) if isinstance(chosen, str) else None


class SchemaPhase:
    """The compiled objects of a program.

    `credential_in` says whether a text has the shape of a credential: such a name is not part of a pointer.
    """

    def __init__(
        self, program: Spec, say: Say, identifiers: Identifiers, credential_in: Callable[[str], object]
    ) -> None:
        self.say = say
        self.identifiers = identifiers
        self.credential_in = credential_in
        self.version: str = program["version"]
        self.sets = {one["name"]: self.check(one["check"]) for one in program["sets"]}
        self.specs = {spec["name"]: spec for spec in program["objects"]}
        self.objects: dict[str, Check] = {}
        for spec in program["objects"]:
            self.objects[spec["name"]] = self.object_check(spec)
        self.unions = {spec["name"]: Union(spec) for spec in program["unions"]}
        for spec in program["unions"]:
            self.objects[spec["name"]] = self.union_check(spec)
        self.writer_required = {
            spec["name"]: [member["name"] for member in spec["members"] if member["writerRequired"]]
            for spec in program["objects"]
        }

    def judge(self, value: object, type: str, out: Out) -> None:
        """Append everything that is wrong with a document of this type, an object or a union; `out` is empty."""
        self.objects[type](value, None, out)
        is_unread = len(out) == 1 and out[0].rule == "schema/unknown-version" and out[0].place[0] is None  # type: ignore[index]
        if isinstance(value, dict) and not is_unread:
            for name in self.wanted_of_writers(value, type):
                if name not in value:
                    out.append(self.missing(None, name, "required:writer", level="writer"))

    def wanted_of_writers(self, value: Mapping[str, object], type: str) -> Collection[str]:
        """What a writer must send at the root; of a union without a usable tag, what every branch asks for."""
        union = self.unions.get(type)
        chosen = union.type_of(value) if union else type
        if chosen is not None:
            return self.writer_required[chosen]
        first, *others = (self.writer_required[name] for name in self.unions[type].branches.values())
        return [name for name in first if all(name in other for other in others)]

    # --- findings

    def missing(self, place: Place | None, name: str, variant: str, level: Any = "reader", **values: str) -> Found:
        message = self.say(f"schema/{variant}", name=repr(name), **values)
        return Found("schema/required", (place, name, -1), level, message)

    def wrong_type(self, place: Place | None, expected: str, value: object, variant: str = "") -> Found:
        """`expected` is a word of the messages, or words."""
        expected = self.say(f"word/{expected}") if " " not in expected else expected
        found = self.say(f"word/{kind_of(value)}")
        return Found("schema/type", place, "reader", self.say(f"schema/type{variant}", expected=expected, found=found))

    def expected(self, spec: Spec) -> str:
        """What a value of this check must be: a word of the messages, or words."""
        kind = spec["kind"]
        if kind == "version":
            return self.say("word/version", version=repr(spec["value"]))
        if kind == "number":
            return "integer" if spec["integer"] else "number"
        return {"boolean": "true-or-false", "array": "array", "free": "object", "object": "object"}.get(kind, "string")

    def typed(self, kind: type, spec: Spec, then: Check | None = None) -> Check:
        """A check of the type, and of the value if the type is right."""
        expected = self.expected(spec)

        def check(value: object, place: Place | None, out: Out) -> None:
            if not isinstance(value, kind):
                out.append(self.wrong_type(place, expected, value))
            elif then is not None:
                then(value, place, out)

        return check

    # --- checks, by their kind

    def check(self, spec: Spec) -> Check:
        """The check of one value."""
        made: Check = getattr(self, f"_{spec['kind']}")(spec)
        return made

    def _text(self, spec: Spec) -> Check:
        least, identifier = spec["minLength"], spec["identifier"]
        clean, say = self.identifiers.is_clean, self.say
        variant = ":identifier" if identifier else ""

        def check(value: object, place: Place | None, out: Out) -> None:
            if not isinstance(value, str):
                out.append(self.wrong_type(place, "string", value))
            elif len(value) < least:
                message = say(f"schema/minLength{variant}", least=least, length=len(value))
                out.append(Found("schema/minLength", place, "reader", message))
            elif identifier and not clean(value):
                message = say(f"schema/identifier-text:{self.identifiers.fault(value)}")
                out.append(Found("schema/identifier-text", place, "writer", message))

        return check

    def _constant(self, spec: Spec) -> Check:
        expected, message = spec["value"], self.say("schema/const", value=repr(spec["value"]))

        def check(value: object, place: Place | None, out: Out) -> None:
            if value != expected:
                out.append(Found("schema/const", place, "reader", message))

        return self.typed(str, spec, check)

    def _version(self, spec: Spec) -> Check:
        def check(value: Any, place: Place | None, out: Out) -> None:
            if value != spec["value"]:
                start = value[:_LONGEST_VERSION]
                if _PLAIN_VERSION.fullmatch(start) is None or self.credential_in(value):
                    variant = ":other"
                else:
                    variant = "" if start == value else ":begins"
                message = self.say(f"schema/unknown-version{variant}", version=repr(start), known=spec["value"])
                out.append(Found("schema/unknown-version", place, "reader", message))

        return self.typed(str, spec, check)

    def _choice(self, spec: Spec) -> Check:
        values, known = spec["values"], frozenset(spec["values"])

        def check(value: object, place: Place | None, out: Out) -> None:
            if not isinstance(value, str):
                out.append(self.wrong_type(place, "string", value))
            elif value not in known:
                meant = near(value, values, len(out))
                variant, hint = (":near", {"near": repr(meant)}) if meant else ("", {"values": listing(values)})
                message = self.say(f"schema/enum{variant}", **hint)
                out.append(Found("schema/enum", place, "reader", message))

        return check

    def _token(self, spec: Spec) -> Check:
        pattern, values, known = spec["pattern"], spec["known"], frozenset(spec["known"])
        shape = re.compile(f"[{spec['first']}][{spec['rest']}]*+")

        def check(value: object, place: Place | None, out: Out) -> None:
            if not isinstance(value, str):
                out.append(self.wrong_type(place, "string", value))
            elif value not in known:
                meant = near(value, values, len(out))
                variant, hint = (":near", {"near": repr(meant)}) if meant else ("", {"values": listing(values)})
                if shape.fullmatch(value):
                    message = self.say(f"schema/unknown-token{variant}", **hint)
                    out.append(Found("schema/unknown-token", place, "writer", message))
                else:
                    message = self.say(f"schema/pattern{variant}", pattern=pattern, **hint)
                    out.append(Found("schema/pattern", place, "reader", message))

        return check

    def _set(self, spec: Spec) -> Check:
        return self.sets[spec["name"]]

    def _boolean(self, spec: Spec) -> Check:
        return self.typed(bool, spec)

    def _free(self, spec: Spec) -> Check:
        return self.typed(dict, spec)

    def _object(self, spec: Spec) -> Check:
        return self.objects[spec["name"]]

    def _number(self, spec: Spec) -> Check:
        integer, minimum, maximum = spec["integer"], spec["minimum"], spec["maximum"]
        low = -math.inf if minimum is None else minimum
        high = math.inf if maximum is None else maximum

        def check(value: object, place: Place | None, out: Out) -> None:
            if type(value) is int and low <= value <= high:
                return
            if isinstance(value, bool) or not isinstance(value, (int, ExactNumber)):
                out.append(self.wrong_type(place, self.expected(spec), value))
                return
            exact = value if isinstance(value, ExactNumber) else None
            if integer and exact is not None and not exact.is_integer():
                out.append(Found("schema/type", place, "reader", self.say("schema/type:fraction")))
                return
            if minimum is not None and value < minimum:
                out.append(Found("schema/minimum", place, "reader", self.say("schema/minimum", minimum=minimum)))
            if maximum is not None and value > maximum:
                out.append(Found("schema/maximum", place, "reader", self.say("schema/maximum", maximum=maximum)))
            if integer and exact is not None and not exact.is_plain():
                out.append(Found("schema/integer-form", place, "writer", self.say("schema/integer-form")))

        return check

    def _array(self, spec: Spec) -> Check:
        items, least, unique = self.check(spec["items"]), spec["minItems"], spec["unique"]

        def check(value: object, place: Place | None, out: Out) -> None:
            if not isinstance(value, list):
                out.append(self.wrong_type(place, "array", value, ":null-array" if value is None and not least else ""))
                return
            if len(value) < least:
                message = self.say("schema/minItems", least=least, length=len(value))
                out.append(Found("schema/minItems", place, "reader", message))
            if unique and not _all_differ(value):
                out.append(Found("schema/uniqueItems", place, "reader", self.say("schema/uniqueItems")))
            for index, item in enumerate(value):
                items(item, (place, index, index), out)

        return check

    # --- objects

    def object_check(self, spec: Spec) -> Check:
        """The check of an object: its members, what is missing, what is unknown, what its conditions ask for."""
        checks = {member["name"]: self.check(member["check"]) for member in spec["members"]}
        required = [member["name"] for member in spec["members"] if member["required"]]
        # Null is best left out where the member may be absent.
        optional = {
            member["name"]: self.expected(member["check"])
            for member in spec["members"]
            if not (member["required"] or member["writerRequired"])
        }
        conditions = [self.condition(one) for one in spec["conditions"]]
        is_unknown = self.unknown_version(spec)

        def check(value: object, place: Place | None, out: Out) -> None:
            if not isinstance(value, dict):
                out.append(self.wrong_type(place, "object", value))
                return
            if is_unknown(value, place, out):
                return
            for name in required:
                if name not in value:
                    out.append(self.missing(place, name, "required"))
            held = [one for one in conditions if one.holds(value)] if conditions else conditions
            position = 0
            for name, item in value.items():
                judge = checks.get(name)
                if judge is None:
                    out.append(self.unknown_member(place, name, position, value, checks, len(out)))
                else:
                    here, before = (place, name, position), len(out)
                    judge(item, here, out)
                    is_refused_null = item is None and len(out) > before
                    if is_refused_null and name in optional and not any(name in one.required for one in held):
                        out[-1] = self.wrong_type(here, optional[name], item, ":null-optional")
                position += 1
            for one in held:
                one.judge(self, value, place, out)

        return check

    def condition(self, spec: Spec) -> Condition:
        return Condition(spec)

    def unknown_version(self, spec: Spec) -> Callable[[Mapping[str, object], Place | None, Out], bool]:
        """What says whether an object names another version, of which nothing else can be said, and reports it."""
        named = next((one for one in spec["members"] if one["check"]["kind"] == "version"), None)
        if named is None:
            return lambda value, place, out: False
        name, known, report = named["name"], named["check"]["value"], self.check(named["check"])

        def is_unknown(value: Mapping[str, object], place: Place | None, out: Out) -> bool:
            version = value.get(name)
            if not isinstance(version, str) or version == known:
                return False
            before = out.total
            report(version, (place, name, [*value].index(name)), out)
            return out.total > before

        return is_unknown

    def unknown_member(
        self,
        place: Place | None,
        name: str,
        position: int,
        present: Mapping[str, object],
        known: Iterable[str],
        before: int,
    ) -> Found:
        meant = near(name, known, before)
        variant, hint = ("", {}) if meant is None or meant in present else (":near", {"near": repr(meant)})
        # A name that has the shape of a credential is not repeated: its parent stands for it, as in the leak phase.
        here = place if self.credential_in(name) else (place, name, position)
        return Found("schema/unknown-member", here, "writer", self.say(f"schema/unknown-member{variant}", **hint))

    def union_check(self, spec: Spec) -> Check:
        """The check of one of several objects: the branch that its tag names."""
        union, tag = self.unions[spec["name"]], spec["tag"]
        other = self.check({"kind": "choice", "values": list(union.branches)})
        is_unknown = self.unknown_version(self.specs[spec["branches"][0]["type"]])

        def check(value: object, place: Place | None, out: Out) -> None:
            if not isinstance(value, dict):
                out.append(self.wrong_type(place, "object", value))
                return
            chosen = union.type_of(value)
            if chosen is not None:
                self.objects[chosen](value, place, out)
            elif is_unknown(value, place, out):
                return
            elif tag not in value:
                out.append(self.missing(place, tag, "required"))
            else:
                other(value[tag], (place, tag, [*value].index(tag)), out)

        return check


class Condition:
    """Where a member has one of some values, others must be present or must not."""

    def __init__(self, spec: Spec) -> None:
        self.member, self.values = spec["member"], frozenset(spec["values"])
        self.required, self.forbidden = spec["required"], spec["forbidden"]
        self.text = " or ".join(f"{spec['member']} is {value}" for value in spec["values"])

    def holds(self, value: Mapping[str, object]) -> bool:
        found = value.get(self.member)
        return isinstance(found, str) and found in self.values

    def judge(self, phase: SchemaPhase, value: Mapping[str, object], place: Place | None, out: Out) -> None:
        for name in self.required:
            if name not in value:
                out.append(phase.missing(place, name, "required:condition", condition=self.text))
        for name in self.forbidden:
            if name in value:
                message = phase.say("schema/forbidden", name=repr(name), condition=self.text)
                out.append(Found("schema/forbidden", (place, name, [*value].index(name)), "reader", message))


def kind_of(value: object) -> str:
    """The JSON type of a parsed value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, (int, float, ExactNumber)):
        return "number"
    return "object" if isinstance(value, dict) else "array"


def _all_differ(items: list[object]) -> bool:
    forms = items if all(isinstance(item, str) for item in items) else [normal_form(item) for item in items]
    return len(set(forms)) == len(items)
