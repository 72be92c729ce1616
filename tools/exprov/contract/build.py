"""Build the model of a contract from its schema files. Each fault is raised at its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from exprov.contract import rules
from exprov.contract.model import (
    Carrier,
    Condition,
    Contract,
    Member,
    ObjectType,
    Rule,
    SetType,
    UnionType,
)
from exprov.contract.place import Place
from exprov.contract.source import RECORD, SUFFIX, Document, Source
from exprov.contract.types import ArrayType, BooleanType, FreeObjectType, NumberType, RefType, StringType, ValueType

_Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Definition:
    """A schema with a name: a document, or one of its `$defs`."""

    name: str
    file: str
    place: Place
    schema: _Schema

    @property
    def is_object(self) -> bool:
        return self.schema["type"] == "object" and "oneOf" not in self.schema


def build(source: Source) -> tuple[Contract, dict[str, Place]]:
    """The contract, and the places of its types by their names."""
    record = source.documents[RECORD]
    if "oneOf" in record.content:
        raise (record.place / "oneOf").error("the record is one of several objects", "describe it as one object")
    definitions = _definitions(source)
    every = list(definitions.values())
    _check_names(every)
    objects = {one.name: _object(one, definitions) for one in every if one.is_object}
    unions = {one.name: _union(one, definitions, objects) for one in every if "oneOf" in one.schema}
    objects = _with_rules([one for one in every if one.is_object], objects)
    roots = {slug: str(document.content["title"]) for slug, document in source.documents.items()}
    contract = Contract(
        version=source.version,
        version_member=_version_member(source.version, record, objects[roots[RECORD]]),
        record=roots[RECORD],
        roots=roots,
        carriers=(),
        objects=objects,
        unions=unions,
        sets={one.name: _set(one) for one in every if one.schema["type"] == "string"},
        leaks=source.leaks,
        identifiers=source.identifiers,
        messages=source.messages,
        seeds=source.seeds,
        documents=source.texts(),
        schemas={slug: document.content for slug, document in source.documents.items()},
    )
    contract = replace(contract, carriers=_carriers(source, contract))
    return contract, {one.name: one.place for one in every}


def _definitions(source: Source) -> dict[str, Definition]:
    """Every definition by its absolute reference; those of a document come before the document itself."""
    found = {}
    for document in source.documents.values():
        file = document.place.path.name
        for name, schema in document.content.get("$defs", {}).items():
            place = document.place / "$defs" / name
            found[f"{file}#/$defs/{name}"] = Definition(name, file, place, schema)
            if schema["title"] != name:
                raise (place / "title").error("differs from the name", f"write {name!r}")
        found[file] = Definition(document.content["title"], file, document.place, document.content)
    return found


def _check_names(definitions: Iterable[Definition]) -> None:
    """Type names are one namespace over all documents, and so are the members of a type, whatever style a language has."""
    types: dict[str, Definition] = {}
    for one in definitions:
        other = types.setdefault(one.name.lower(), one)
        place = one.place if one.place.pointer else one.place / "title"
        if other is not one:
            what = "is defined" if other.name == one.name else f"differs only in case from {other.name!r}, which is"
            raise place.error(f"{one.name!r} {what} in {other.file}, too", "rename one of them")
        members: dict[str, str] = {}
        for name in one.schema.get("properties", ()):
            if members.setdefault(name.lower(), name) != name:
                reason = f"differs from {members[name.lower()]!r} only in case, which some languages do not keep apart"
                raise (one.place / "properties" / name).error(reason, "rename one of them")


def _referred(place: Place, reference: str, file: str, definitions: Mapping[str, Definition]) -> Definition:
    found = definitions.get(f"{file}{reference}" if reference.startswith("#") else reference)
    if found is None:
        known = [name.removeprefix(file) if name.startswith(f"{file}#") else name for name in definitions]
        near = get_close_matches(reference, known, n=1)
        remedy = f"did you mean {near[0]!r}? " if near else ""
        raise (place / "$ref").error(
            f"the reference {reference!r} leads to nothing in this directory",
            f"{remedy}refer to a document or a `#/$defs/...` of this version; nothing is fetched from a network",
        )
    return found


def _known(place: Place, name: str, members: Iterable[str]) -> None:
    if name not in members:
        raise place.error(f"{name!r} is not a member here", "describe it in properties, or correct it")


def _object(one: Definition, definitions: Mapping[str, Definition]) -> ObjectType:
    schema, members = one.schema, {}
    for keyword in ("required", "x-writer-required"):
        for index, name in enumerate(schema.get(keyword, ())):
            _known(one.place / keyword / index, name, schema["properties"])
    for name, content in schema["properties"].items():
        kind, described = _type(one.place / "properties" / name, content, one.file, definitions)
        members[name] = Member(
            name=name,
            title=described["title"],
            description=described["description"],
            type=kind,
            required=name in schema["required"],
            writer_required=name in schema.get("x-writer-required", ()),
        )
    conditions = [
        _condition(one.place / "allOf" / index, condition, members)
        for index, condition in enumerate(schema.get("allOf", ()))
    ]
    return ObjectType(one.name, schema["description"], tuple(members.values()), tuple(conditions), ())


def _type(place: Place, schema: _Schema, file: str, definitions: Mapping[str, Definition]) -> tuple[ValueType, _Schema]:
    """The type that `schema` states, and the schema that describes it: the referred one for a reference."""
    if "$ref" in schema:
        one = _referred(place, schema["$ref"], file, definitions)
        if "oneOf" in one.schema:
            raise place.error(f"{one.name} is one of several types", "refer to one of them")
        return (RefType(one.name) if one.is_object else _string(one.place, one.schema, one.name)), one.schema
    kind: ValueType
    match schema["type"]:
        case "string":
            kind = _string(place, schema)
        case "integer" | "number" as number:
            low, high = (None if (bound := schema.get(name)) is None else int(bound) for name in ("minimum", "maximum"))
            if low is not None and high is not None and low > high:
                raise (place / "minimum").error("is above the maximum, so no number fits", "correct one of them")
            kind = NumberType(number == "integer", low, high)
        case "boolean":
            kind = BooleanType()
        case "array":
            items, _ = _type(place / "items", schema["items"], file, definitions)
            kind = ArrayType(items, int(schema.get("minItems", 0)), schema.get("uniqueItems", False))
        case _:
            kind = FreeObjectType()
    return kind, schema


def _string(place: Place, schema: _Schema, name: str | None = None) -> StringType:
    pattern = schema.get("pattern")
    for index, token in enumerate(schema.get("x-known-values", ())):
        if not re.fullmatch(pattern or "", token):
            raise (place / "x-known-values" / index).error("does not match the pattern", "correct one of them")
    return StringType(
        min_length=int(schema.get("minLength", 0)),
        identifier=schema.get("x-identifier", False),
        const=schema.get("const"),
        values=tuple(schema.get("enum", ())),
        pattern=pattern,
        known=tuple(schema.get("x-known-values", ())),
        name=name,
    )


def _set(one: Definition) -> SetType:
    return SetType(one.name, one.schema["description"], _string(one.place, one.schema, one.name))


def _condition(place: Place, schema: _Schema, members: Mapping[str, Member]) -> Condition:
    ((name, test),) = schema["if"]["properties"].items()
    if schema["if"]["required"] != [name]:
        raise (place / "if" / "required").error(
            f"must require {name!r} alone",
            "without it, a record that lacks the member meets a second, spurious finding",
        )
    tested = place / "if" / "properties" / name
    _known(tested, name, members)
    kind = members[name].type
    values = (test["const"],) if "const" in test else tuple(test["enum"])
    if not isinstance(kind, StringType) or not set(values) <= set(kind.values):
        raise tested.error("tests a value that the member cannot have", "name values of its closed set")
    required, forbidden = tuple(schema["then"].get("required", ())), tuple(schema["then"].get("properties", ()))
    for member in (*required, *forbidden):
        _known(place / "then", member, members)
    return Condition(name, values, required, forbidden)


def _union(one: Definition, definitions: Mapping[str, Definition], objects: Mapping[str, ObjectType]) -> UnionType:
    (tag,), branches = one.schema["required"], []
    if tag not in one.schema["properties"]:
        raise (one.place / "required" / 0).error(f"{tag!r} is not described", "describe it in properties")
    for index, reference in enumerate(one.schema["oneOf"]):
        place = one.place / "oneOf" / index
        branch = _referred(place, reference["$ref"], one.file, definitions)
        kind = objects[branch.name].member(tag) if branch.is_object and tag in branch.schema["properties"] else None
        if kind is None or not kind.required or not isinstance(kind.type, StringType) or kind.type.const is None:
            raise place.error(f"{branch.name} has no required constant {tag!r}", "give every branch one")
        branches.append((kind.type.const, branch.name))
    if [value for value, _ in branches] != one.schema["properties"][tag]["enum"]:
        place = one.place / "properties" / tag / "enum"
        raise place.error("differs from the branches' constants", "list them in the order of the branches")
    return UnionType(one.name, one.schema["description"], tag, tuple(branches))


def _with_rules(definitions: Iterable[Definition], objects: Mapping[str, ObjectType]) -> dict[str, ObjectType]:
    """The objects with their rules, which are typed against the members of all."""
    known: rules.Members = {
        name: {member.name: (member.type, member.required) for member in kind.members} for name, kind in objects.items()
    }
    texts: dict[str, Any] = {}
    found = {}
    for one in definitions:
        checked: dict[str, Rule] = {}
        for index, rule in enumerate(one.schema.get("x-rules", ())):
            place, id = one.place / "x-rules" / index, rule["id"]
            # One rule may be on several types, each with its own expression. Its texts are the same.
            said = {key: value for key, value in rule.items() if key != "expression"}
            if texts.setdefault(id, said) != said:
                raise place.error(f"{id} has other texts elsewhere", "write the same texts, or rename one of them")
            if id in checked:
                raise (place / "id").error(f"{id} is here twice", "remove one of them")
            if not _leads_to_a_member(objects, one.name, rule["path"]):
                raise (place / "path").error(f"{rule['path']!r} is not a place in {one.name}", "name a member of it")
            try:
                checked[id] = Rule(tree=rules.check(rules.parse(rule["expression"]), one.name, known), **rule)
            except (rules.RuleSyntaxError, rules.RuleTypeError) as error:
                raise (place / "expression").error(f"{id}: {error}", "correct the expression") from None
        found[one.name] = replace(objects[one.name], rules=tuple(checked.values()))
    return found


def _leads_to_a_member(objects: Mapping[str, ObjectType], name: str, path: str) -> bool:
    """Whether `path` is a place in the type: itself, a member, or a member of an object that a member holds."""
    kind: ValueType | None = RefType(name)
    for step in path.split("/")[1:]:
        members = objects[kind.name].members if isinstance(kind, RefType) else ()
        kind = next((member.type for member in members if member.name == step), None)
    return kind is not None


def _version_member(version: str, record: Document, kind: ObjectType) -> str:
    """The member of the record that is the constant version."""
    for member in kind.members:
        if isinstance(member.type, StringType) and member.type.const == version and member.required:
            return member.name
    reason = f"no required member has the constant {version!r}"
    raise (record.place / "properties").error(reason, "add the member that names the contract version")


def _carriers(source: Source, contract: Contract) -> tuple[Carrier, ...]:
    """The carriers in the order in which they are tried, as the record's `x-carriers` lists them."""
    for slug, document in source.documents.items():
        if slug != RECORD and "x-carriers" in document.content:
            raise (document.place / "x-carriers").error("only the record lists its carriers", "remove it")
    record, found = source.documents[RECORD], {}
    for index, entry in enumerate(record.content.get("x-carriers", ())):
        place = record.place / "x-carriers" / index
        slug = entry["document"].removesuffix(SUFFIX)
        if slug not in contract.roots or slug == RECORD or slug in found:
            raise (place / "document").error("is not another document of this version", "correct it")
        branches = contract.branches(contract.roots[slug])
        members = {member.name for branch in branches for member in contract.objects[branch].members}
        for at, member in enumerate(entry["recognisedBy"]):
            _known(place / "recognisedBy" / at, member, members)
        found[slug] = Carrier(slug, tuple(entry["recognisedBy"]))
    missing = sorted(set(contract.roots) - {RECORD, *found})
    if missing:
        raise (record.place / "x-carriers").error(f"{missing[0]} is missing", "list every other document")
    return tuple(found.values())
