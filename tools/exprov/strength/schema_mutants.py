"""Every keyword of the schemas at every place, made wrong: left out, wider, narrower, a value more or less.

Ids read `schema/execution-provenance#/properties/attemptCount/minimum:delete`: the document, the JSON Pointer of the
keyword, what happened to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from exprov.contract.model import Contract
from exprov.program import model
from exprov.program.model import Object, Program
from exprov.strength import ways
from exprov.strength.mutant import Mutant
from exprov.strength.ways import Part, swapped, without_each, wrong


def mutants(contract: Contract, program: Program) -> Iterator[Mutant]:
    """The mutants of every document, in the order of the schemas."""
    roots = {kind.name for document in program.documents for kind in program.root_objects(document)}
    for slug, schema in contract.schemas.items():
        defined = [(f"#/$defs/{name}", name) for name in schema.get("$defs", {})]
        for pointer, name in (*defined, ("#", contract.roots[slug])):
            field, part, wrongs = _definition(program, name, name in roots)
            items = getattr(program, field)
            for text, other in wrongs:
                changed = replace(program, **{field: swapped(items, part, other)})
                slash = "" if text.startswith(":") else "/"
                yield Mutant(f"schema/{slug}{pointer}{slash}{text}", changed)


def _definition(program: Program, name: str, is_root: bool) -> tuple[str, Any, Iterator[tuple[str, Any]]]:
    """Where the program holds what a schema defines under this name, what it is, and what can be wrong with it."""
    if union := program.union(name):
        return "unions", union, _union(union)
    if any(kind.name == name for kind in program.objects):
        kind = program.object(name)
        return "objects", kind, _object(program, kind, is_root=is_root)
    one = program.set(name)
    return "sets", one, ((text, replace(one, check=check)) for text, check in _set(one))


# --- objects ----------------------------------------------------------------------------------------------------------


def _object(program: Program, kind: Object, *, is_root: bool) -> Iterator[tuple[str, Object]]:
    def member(old: model.Member, *new: model.Member) -> Object:
        return replace(kind, members=swapped(kind.members, old, *new))

    unknown = "schema/unknown-member"
    yield "type:delete", wrong(kind, ways.leaving_out("schema/type"))
    yield ":unknown members allowed", wrong(kind, ways.leaving_out(unknown, "*"))
    yield ":unknown members forbidden", wrong(kind, ways.reporting(unknown, unknown, "*"))
    for one in kind.members:
        change = "drop" if one.required else "add"
        yield f"required:{change} {one.name}", member(one, replace(one, required=not one.required))
    for one in kind.members:
        if is_root and not one.required:
            change = "drop" if one.writer_required else "add"
            other = replace(one, writer_required=not one.writer_required)
            yield f"x-writer-required:{change} {one.name}", member(one, other)
    for one in kind.members:
        yield f"properties/{one.name}:delete", member(one)
        for text, check in _check(one.check):
            yield f"properties/{one.name}/{text}", member(one, replace(one, check=check))
    for index, condition in enumerate(kind.conditions):
        yield f"allOf/{index}:delete", replace(kind, conditions=swapped(kind.conditions, condition))
        for text, changed in _condition(program, kind, condition):
            yield f"allOf/{index}/{text}", replace(kind, conditions=swapped(kind.conditions, condition, changed))


def _condition(program: Program, kind: Object, condition: model.Condition) -> Iterator[tuple[str, model.Condition]]:
    member = condition.member
    yield "if:delete", wrong(condition, lambda holds: lambda value: True)
    yield "if/required:delete", wrong(condition, lambda holds: lambda value: member not in value or holds(value))
    place = f"if/properties/{member}/{'const' if len(condition.values) == 1 else 'enum'}"
    yield f"{place}:delete", wrong(condition, lambda holds: lambda value: member in value)
    check = kind.member(member).check
    check = program.set(check.name).check if isinstance(check, model.SetRef) else check
    for value, fewer in without_each(condition, "values"):
        yield f"{place}:drop {value}", fewer
    for value in check.values if isinstance(check, model.Choice) else ():
        if value not in condition.values:
            yield f"{place}:add {value}", replace(condition, values=(*condition.values, value))
    for name, fewer in without_each(condition, "required"):
        yield f"then/required:drop {name}", fewer
    for name, fewer in without_each(condition, "forbidden"):
        yield f"then/properties/{name}:delete", fewer


# --- checks -----------------------------------------------------------------------------------------------------------

# Checks where a value of a wrong type breaks another keyword if the type is not asked for.
_ALSO: dict[type, str] = {model.Version: "const", model.Constant: "const", model.Choice: "enum"}


def _type_deleted(check: Part) -> Part:
    also = _ALSO.get(type(check))
    return wrong(check, ways.reporting("schema/type", f"schema/{also}") if also else ways.leaving_out("schema/type"))


def _check(check: model.Check) -> Iterator[tuple[str, model.Check]]:
    """What can be wrong in the check of a member: keyword and change, and the wrong check."""
    # The rest of a reference to a set or an object is mutated where that is defined.
    if isinstance(check, model.SetRef | model.Ref):
        yield "$ref:delete", wrong(check, ways.anything)
        yield "$ref:or null", wrong(check, ways.null)
        return
    yield "type:or null", wrong(check, ways.null)
    yield "type:delete", _type_deleted(check)
    match check:
        case model.Version(value=value):
            yield "const:delete", model.Text()
            yield "const:change", model.Version(value=f"{value}.0")
            yield f"const:add {value}.0", wrong(check, ways.passing(lambda text: text == f"{value}.0"))
        case model.Constant(value=value):
            yield "const:delete", model.Text()
            yield "const:change", model.Constant(value=f"{value}x")
        case model.Choice(values=values):
            yield from _values("enum", check)
            yield "enum:add unheard_of", model.Choice(values=(*values, "unheard_of"))
        case model.Text(identifier=identifier):
            yield f"x-identifier:{'delete' if identifier else 'add'}", replace(check, identifier=not identifier)
            yield from _least("minLength", check, "min_length")
        case model.Number():
            yield from _number(check)
        case model.Array():
            yield from _array(check)
        case model.Free():
            yield "type:closed", wrong(check, ways.seeing(lambda object: [] if object else object))


def _least(keyword: str, check: Any, field: str) -> Iterator[tuple[str, Any]]:
    least = getattr(check, field)
    for change, value in (("delete", 0), ("narrow", least + 1)) if least else (("add", 1),):
        yield f"{keyword}:{change}", replace(check, **{field: value})


def _number(check: model.Number) -> Iterator[tuple[str, model.Check]]:
    change = "widen to number" if check.integer else "narrow to integer"
    yield f"type:{change}", replace(check, integer=not check.integer)
    for keyword, value, wider in (("minimum", check.minimum, -1), ("maximum", check.maximum, 1)):
        if value is not None:
            for change, other in (("delete", None), ("widen", value + wider), ("narrow", value - wider)):
                yield f"{keyword}:{change}", replace(check, **{keyword: other})


def _array(check: model.Array) -> Iterator[tuple[str, model.Check]]:
    yield from _least("minItems", check, "min_items")
    yield f"uniqueItems:{'delete' if check.unique else 'add'}", replace(check, unique=not check.unique)
    where = "items/$ref" if isinstance(check.items, model.SetRef | model.Ref) else "items"
    yield f"{where}:delete", replace(check, items=wrong(check.items, ways.anything))
    yield f"{where}:or null", replace(check, items=wrong(check.items, ways.null))


def _values(keyword: str, check: model.Choice | model.Token) -> Iterator[tuple[str, model.Check]]:
    """One value less, or none at all."""
    is_closed = isinstance(check, model.Choice)
    yield f"{keyword}:delete", model.Text() if is_closed else replace(check, known=())
    for value, fewer in without_each(check, "values" if is_closed else "known"):
        yield f"{keyword}:drop {value}", fewer


# --- sets and unions --------------------------------------------------------------------------------------------------


def _set(one: model.Set) -> Iterator[tuple[str, model.Check]]:
    check, values = one.check, one.values
    field, keyword = ("values", "enum") if isinstance(check, model.Choice) else ("known", "x-known-values")
    pattern = check.pattern if isinstance(check, model.Token) else ""
    yield "type:delete", _type_deleted(check)
    yield from _values(keyword, check)
    other = next(
        one
        for one in ("unheard_of", "x_unheard_of", "XUnheardOf")
        if not pattern or (one[0] in "xX" and re.search(pattern, one))
    )
    for name, value in (("the empty string", ""), (other, other)) if not pattern else ((other, other),):
        yield f"{keyword}:add {name}", replace(check, **{field: (*values, value)})
    yield f"{keyword}:compared without case", wrong(check, ways.comparing(str.lower, values))
    if any("_" in value for value in values):
        yield f"{keyword}:compared without _ and -", wrong(check, ways.comparing(_run_together, values))
    if pattern:
        yield "pattern:delete", wrong(check, ways.matching(""))
        for text, other in _patterns(pattern):
            yield f"pattern:{text}", wrong(check, ways.matching(other))


def _run_together(token: str) -> str:
    return re.sub("[_-]", "", token)


def _patterns(pattern: str) -> Iterator[tuple[str, str]]:
    """Patterns that differ from `pattern` in one place."""
    yield "without ^", pattern[1:]
    yield "without $", pattern[:-1]
    yield "$ before a line feed", pattern[:-1] + "\n?$"
    for number, match in enumerate(re.finditer(r"\[([^\]]*)\]([*+?]?)", pattern)):
        head, tail = pattern[: match.start(1)], pattern[match.end(1) :]
        parts = re.findall(r".-.|.", match[1])
        for part in parts if len(parts) > 1 else ():
            yield f"class {number} without {part}", head + "".join(other for other in parts if other != part) + tail
        for more in ("a-z", "A-Z", "0-9", "_", "-", " ", "."):
            if more not in parts:
                wider = match[1] + ("\\-" if more == "-" else more)
                yield f"class {number} with {'space' if more == ' ' else more}", head + wider + tail
        # Nothing but ASCII: no letter of another script is allowed.
        yield f"class {number} with other letters", head + match[1] + "\u00c0-\uffef" + tail
        for other in {"*": "+?", "": "?*"}[match[2]]:
            yield f"class {number} repeated {other}", pattern[: match.start(2)] + other + pattern[match.end(2) :]


def _union(union: model.Union) -> Iterator[tuple[str, model.Union]]:
    tag, branches = union.tag, union.branches
    place = f"properties/{tag}"
    nullable = ways.leaving_out("schema/type", tag, lambda value: value[tag] is None)

    def is_branch(value: str, document: Any) -> bool:
        return isinstance(document, dict) and document.get(tag) == value

    yield "type:delete", wrong(union, ways.leaving_out("schema/type"))
    yield f"required:drop {tag}", wrong(union, ways.leaving_out("schema/required", tag))
    yield f"{place}/type:delete", wrong(union, ways.reporting("schema/type", "schema/enum", tag))
    yield f"{place}/type:or null", wrong(union, nullable)
    yield f"{place}/enum:delete", wrong(union, ways.leaving_out("schema/enum", tag))
    yield f"{place}:delete", wrong(union, ways.leaving_out("schema/type schema/enum", tag))
    more = replace(branches[0], value="unheard_of")
    yield f"{place}/enum:add {more.value}", replace(union, branches=(*branches, more))
    for index, (branch, fewer) in enumerate(without_each(union, "branches")):
        yield f"{place}/enum:drop {branch.value}", fewer
        yield f"oneOf/{index}:delete", wrong(union, ways.passing(partial(is_branch, branch.value)))
        for other in branches:
            if other is not branch:
                mixed = swapped(branches, branch, replace(branch, type=other.type))
                yield f"oneOf/{index}:taken for {other.type}", replace(union, branches=mixed)
