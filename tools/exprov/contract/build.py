"""Build the model of a contract from its schema files. Each fault is raised at its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

import msgspec

from exprov.contract import rules
from exprov.contract.model import (
    Array,
    Boolean,
    Branch,
    Check,
    Choice,
    Condition,
    Constant,
    Contract,
    Free,
    Member,
    Number,
    Object,
    Ref,
    Rule,
    Set,
    SetRef,
    Text,
    Token,
    Union,
    Version,
    resolved,
)
from exprov.contract.place import Place
from exprov.contract.source import RECORD, SUFFIX, Source

_Schema = Mapping[str, Any]
_TOKEN = re.compile(r"\^\[(.*?)\]\[(.*?)\]\*\$")


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
    sets = {one.name: _set(one) for one in every if one.schema["type"] == "string"}
    asked, members = record.content["required"], record.content["properties"]
    version = next((name for name in asked if members.get(name, {}).get("const") == source.version), "")
    objects = {one.name: _object(one, definitions, sets, version) for one in every if one.is_object}
    if not version:
        reason = f"no required member has the constant {source.version!r}"
        raise (record.place / "properties").error(reason, "add the member that names the contract version")
    unions = {one.name: _union(one, definitions, objects) for one in every if "oneOf" in one.schema}
    objects, texts = _with_rules([one for one in every if one.is_object], objects, sets)
    roots = {slug: str(document.content["title"]) for slug, document in source.documents.items()}
    contract = Contract(
        version=source.version,
        record=roots[RECORD],
        roots=roots,
        carriers={},
        objects=objects,
        unions=unions,
        sets=sets,
        texts=texts,
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


def _object(one: Definition, definitions: Mapping[str, Definition], sets: Mapping[str, Set], version: str) -> Object:
    schema, members = one.schema, {}
    for keyword in ("required", "x-writer-required"):
        for index, name in enumerate(schema.get(keyword, ())):
            _known(one.place / keyword / index, name, schema["properties"])
    for name, content in schema["properties"].items():
        check, described = _check(one.place / "properties" / name, content, one.file, definitions)
        members[name] = Member(
            name=name,
            title=described["title"],
            description=described["description"],
            check=Version(value=check.value) if isinstance(check, Constant) and name == version else check,
            required=name in schema["required"],
            writer_required=name in schema.get("x-writer-required", ()),
        )
    conditions = tuple(
        _condition(one.place / "allOf" / index, condition, members, sets)
        for index, condition in enumerate(schema.get("allOf", ()))
    )
    return Object(
        name=one.name, description=schema["description"], members=tuple(members.values()), conditions=conditions
    )


def _check(place: Place, schema: _Schema, file: str, definitions: Mapping[str, Definition]) -> tuple[Check, _Schema]:
    """The check that `schema` states, and the schema that describes it: the referred one for a reference."""
    if "$ref" in schema:
        one = _referred(place, schema["$ref"], file, definitions)
        if "oneOf" in one.schema:
            raise place.error(f"{one.name} is one of several types", "refer to one of them")
        return (Ref(name=one.name) if one.is_object else SetRef(name=one.name)), one.schema
    check: Check
    match schema["type"]:
        case "string":
            check = _string(place, schema)
        case "integer" | "number" as number:
            low, high = (None if (bound := schema.get(name)) is None else int(bound) for name in ("minimum", "maximum"))
            if low is not None and high is not None and low > high:
                raise (place / "minimum").error("is above the maximum, so no number fits", "correct one of them")
            check = Number(integer=number == "integer", minimum=low, maximum=high)
        case "boolean":
            check = Boolean()
        case "array":
            items, _ = _check(place / "items", schema["items"], file, definitions)
            check = Array(
                items=items, min_items=int(schema.get("minItems", 0)), unique=schema.get("uniqueItems", False)
            )
        case _:
            check = Free()
    return check, schema


def _string(place: Place, schema: _Schema) -> Text | Constant | Choice | Token:
    if "const" in schema:
        return Constant(value=schema["const"])
    if "enum" in schema:
        return Choice(values=tuple(schema["enum"]))
    if "pattern" not in schema:
        return Text(min_length=int(schema.get("minLength", 0)), identifier=schema.get("x-identifier", False))
    pattern, known = schema["pattern"], tuple(schema["x-known-values"])
    for index, token in enumerate(known):
        if not re.fullmatch(pattern, token):
            raise (place / "x-known-values" / index).error("does not match the pattern", "correct one of them")
    parts = _TOKEN.fullmatch(pattern)
    assert parts is not None, "the meta-schema allows no other pattern"
    return Token(pattern=pattern, first=parts[1], rest=parts[2], known=known)


def _set(one: Definition) -> Set:
    check = _string(one.place, one.schema)
    assert isinstance(check, Choice | Token), "the meta-schema allows no other definition of a string"
    return Set(name=one.name, description=one.schema["description"], check=check)


def _condition(place: Place, schema: _Schema, members: Mapping[str, Member], sets: Mapping[str, Set]) -> Condition:
    ((name, test),) = schema["if"]["properties"].items()
    if schema["if"]["required"] != [name]:
        raise (place / "if" / "required").error(
            f"must require {name!r} alone",
            "without it, a record that lacks the member meets a second, spurious finding",
        )
    tested = place / "if" / "properties" / name
    _known(tested, name, members)
    check = resolved(members[name].check, sets)
    values = (test["const"],) if "const" in test else tuple(test["enum"])
    if not isinstance(check, Choice) or not set(values) <= set(check.values):
        raise tested.error("tests a value that the member cannot have", "name values of its closed set")
    required, forbidden = tuple(schema["then"].get("required", ())), tuple(schema["then"].get("properties", ()))
    for member in (*required, *forbidden):
        _known(place / "then", member, members)
    return Condition(member=name, values=values, required=required, forbidden=forbidden)


def _union(one: Definition, definitions: Mapping[str, Definition], objects: Mapping[str, Object]) -> Union:
    (tag,), branches = one.schema["required"], []
    if tag not in one.schema["properties"]:
        raise (one.place / "required" / 0).error(f"{tag!r} is not described", "describe it in properties")
    for index, reference in enumerate(one.schema["oneOf"]):
        place = one.place / "oneOf" / index
        branch = _referred(place, reference["$ref"], one.file, definitions)
        member = objects[branch.name].member(tag) if branch.is_object and tag in branch.schema["properties"] else None
        if member is None or not member.required or not isinstance(member.check, Constant):
            raise place.error(f"{branch.name} has no required constant {tag!r}", "give every branch one")
        branches.append(Branch(value=member.check.value, type=branch.name))
    if [branch.value for branch in branches] != one.schema["properties"][tag]["enum"]:
        place = one.place / "properties" / tag / "enum"
        raise place.error("differs from the branches' constants", "list them in the order of the branches")
    return Union(name=one.name, description=one.schema["description"], tag=tag, branches=tuple(branches))


def _with_rules(
    definitions: Iterable[Definition], objects: Mapping[str, Object], sets: Mapping[str, Set]
) -> tuple[dict[str, Object], dict[str, dict[str, str]]]:
    """The objects with their rules, which are typed against the members of all, and the first entry of each rule."""
    known = {name: {one.name: (one.check, one.required) for one in kind.members} for name, kind in objects.items()}
    entries: dict[str, dict[str, str]] = {}
    found = {}
    for one in definitions:
        checked: dict[str, Rule] = {}
        for index, entry in enumerate(one.schema.get("x-rules", ())):
            place, id = one.place / "x-rules" / index, entry["id"]
            # One rule may be on several types, each with its own expression. Its texts are the same.
            if entries.setdefault(id, entry) != {**entry, "expression": entries[id]["expression"]}:
                raise place.error(f"{id} has other texts elsewhere", "write the same texts, or rename one of them")
            if id in checked:
                raise (place / "id").error(f"{id} is here twice", "remove one of them")
            if not _leads_to_a_member(objects, one.name, entry["path"]):
                raise (place / "path").error(f"{entry['path']!r} is not a place in {one.name}", "name a member of it")
            try:
                tree = rules.check(entry["expression"], one.name, known, sets)
            except rules.RuleError as error:
                raise (place / "expression").error(f"{id}: {error}", "correct the expression") from None
            remedy = entry["remedy"][0].lower() + entry["remedy"][1:].removesuffix(".")
            message = f"{entry['message']}; {remedy}"
            checked[id] = Rule(id=id, path=entry["path"], message=message, expression=entry["expression"], tree=tree)
        found[one.name] = msgspec.structs.replace(objects[one.name], rules=tuple(checked.values()))
    return found, entries


def _leads_to_a_member(objects: Mapping[str, Object], name: str, path: str) -> bool:
    """Whether `path` is a place in the type: itself, a member, or a member of an object that a member holds."""
    check: Check | None = Ref(name=name)
    for step in path.split("/")[1:]:
        members = objects[check.name].members if isinstance(check, Ref) else ()
        check = next((member.check for member in members if member.name == step), None)
    return check is not None


def _carriers(source: Source, contract: Contract) -> dict[str, tuple[str, ...]]:
    """The carriers in the order in which they are tried, as the record's `x-carriers` lists them."""
    for slug, document in source.documents.items():
        if slug != RECORD and "x-carriers" in document.content:
            raise (document.place / "x-carriers").error("only the record lists its carriers", "remove it")
    record = source.documents[RECORD]
    found: dict[str, tuple[str, ...]] = {}
    for index, entry in enumerate(record.content.get("x-carriers", ())):
        place = record.place / "x-carriers" / index
        slug = entry["document"].removesuffix(SUFFIX)
        if slug not in contract.roots or slug == RECORD or slug in found:
            raise (place / "document").error("is not another document of this version", "correct it")
        branches = contract.branches(contract.roots[slug])
        members = {member.name for branch in branches for member in contract.objects[branch].members}
        for at, member in enumerate(entry["recognisedBy"]):
            _known(place / "recognisedBy" / at, member, members)
        found[slug] = tuple(entry["recognisedBy"])
    missing = sorted(set(contract.roots) - {RECORD, *found})
    if missing:
        raise (record.place / "x-carriers").error(f"{missing[0]} is missing", "list every other document")
    return found
