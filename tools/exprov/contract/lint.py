"""What a contract must be as a whole, so that every target can rely on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from exprov.contract.model import Array, Contract, Member, Ref, inner
from exprov.contract.place import Place
from exprov.contract.source import LEAKS, SEEDS, Source

_Places = Mapping[str, Place]


def lint(contract: Contract, source: Source, places: _Places) -> None:
    """Raise SchemaError for the first fault. `places` are those of the types by their names."""
    _check_shapes(contract, places)
    _check_writer_required(contract, places)
    _check_leaking_names(contract, source, places)
    _check_textless_members(contract, source)
    _check_seeds(contract, Place(source.folder / SEEDS))
    _check_examples(source)


def _held(contract: Contract, name: str) -> Iterator[tuple[Member, str]]:
    """The members of a type that hold objects of another, and the names of those."""
    for member in contract.objects[name].members:
        if isinstance(check := inner(member.check), Ref):
            yield member, check.name


def _check_shapes(contract: Contract, places: _Places) -> None:
    """No type holds itself. No element of an array has rules or holds the record: both are looked for in objects only."""
    below: dict[str, set[str]] = {}

    def visit(name: str, above: tuple[str, ...]) -> set[str]:
        """The types in the type `name`, itself included."""
        found = {name}
        for member, held in _held(contract, name):
            place = places[name] / "properties" / member.name
            if held in (*above, name):
                raise place.error(f"{held} holds itself", "a record has a fixed depth")
            inside = below[held] if held in below else visit(held, (*above, name))
            if isinstance(member.check, Array):
                if contract.objects[held].rules:
                    raise place.error(f"{held} has rules and is in an array", "state them on the outer type")
                if contract.record in inside:
                    raise place.error(f"{held} holds records and is in an array", "hold one record in each object")
            found |= inside
        below[name] = found
        return found

    for name in contract.objects:
        visit(name, ())


def _check_writer_required(contract: Contract, places: _Places) -> None:
    """Only what a document can be has members that a writer must write: nothing asks for them anywhere else."""
    roots = {branch for name in contract.roots.values() for branch in contract.branches(name)}
    for kind in contract.objects.values():
        if kind.name not in roots and any(member.writer_required for member in kind.members):
            raise (places[kind.name] / "x-writer-required").error(
                f"{kind.name} is not a document, so nothing would ask for the members", "state it on a document"
            )


def _check_leaking_names(contract: Contract, source: Source, places: _Places) -> None:
    """No member of the record has a name that the leak phase looks for: known names are exempt, wherever they are."""
    leaks, reached = source.leaks, [contract.record]
    for name in reached:
        reached += [held for _, held in _held(contract, name) if held not in reached]
        for member in contract.objects[name].members:
            flat = member.name.lower()
            if flat in leaks["credentialMembers"] or flat.endswith(tuple(leaks["credentialSuffixes"])):
                what = "credentials"
            elif flat in leaks["contentMembers"]:
                what = "request content"
            elif flat in leaks["messageMembers"]:
                what = "free text on an attempt or a rejection"
            else:
                continue
            raise (places[name] / "properties" / member.name).error(
                f"the leak phase reports this name, as one for {what}, which a record never holds",
                f"choose another name, or remove it from the lists of {source.folder / LEAKS}",
            )


def _check_textless_members(contract: Contract, source: Source) -> None:
    """The members below which free text is a leak are arrays of the record."""
    record = contract.objects[contract.record]
    arrays = {member.name for member in record.members if isinstance(member.check, Array)}
    for index, name in enumerate(source.leaks["textlessMembers"]):
        if name not in arrays:
            place = Place(source.folder / LEAKS) / "textlessMembers" / index
            raise place.error(f"{name!r} is not an array of the record", "correct it")


def _check_seeds(contract: Contract, file: Place) -> None:
    """Every rule has inputs, and no inputs are for a rule that no schema states."""
    ids = contract.texts.keys()
    for id in sorted(ids - contract.seeds.keys()):
        raise file.error(f"{id} has no failing and passing input", "add them under its id")
    for id, seed in contract.seeds.items():
        if id not in ids and id.startswith(("rule/", "carrier/")):
            raise (file / id).error("no schema states this rule", "remove it")
        if "carrier" in seed and seed["carrier"] not in contract.carriers:
            raise (file / id / "carrier").error("is not a carrier", f"name one of {', '.join(contract.carriers)}")


def _check_examples(source: Source) -> None:
    """Every example is valid by the schema beside it."""
    documents = source.documents.values()
    resources = [(one.content["$id"], Resource.from_contents(one.content, DRAFT202012)) for one in documents]
    registry: Registry[Any] = Registry().with_resources(resources)
    for document in documents:
        for place, examples in _examples(Place(document.place.path), document.content):
            schema = {"$ref": f"{document.content['$id']}#{place.pointer}"}
            for index, example in enumerate(examples):
                error = best_match(Draft202012Validator(schema, registry=registry).iter_errors(example))
                if error is not None:
                    at = place / "examples" / index
                    for step in error.absolute_path:
                        at /= step
                    message = error.message if len(error.message) <= 200 else f"{error.message[:197]}..."
                    raise at.error(
                        f"the example is not valid by the schema beside it: {message}",
                        "correct the example or the schema",
                    )


def _examples(place: Place, schema: Mapping[str, Any]) -> Iterator[tuple[Place, list[Any]]]:
    """The examples in a schema and, before them, in its parts, each with the place of what they are examples of."""
    for keyword in ("$defs", "properties"):
        for name, part in schema.get(keyword, {}).items():
            yield from _examples(place / keyword / name, part)
    if "examples" in schema:
        yield place, schema["examples"]
