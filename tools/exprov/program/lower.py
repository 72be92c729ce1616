"""Lower a contract to its program. The one place where the meaning of a schema becomes what validators do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exprov.contract import model, types
from exprov.contract.catalogue import entries
from exprov.contract.model import Contract
from exprov.program.model import (
    Array,
    Boolean,
    Branch,
    Check,
    Choice,
    Condition,
    Constant,
    Document,
    Finding,
    Free,
    Identifiers,
    Leaks,
    Limits,
    Member,
    Number,
    Object,
    Program,
    Recognition,
    Ref,
    Rule,
    Set,
    SetRef,
    Text,
    Token,
    Union,
    ValuePattern,
    Version,
)

_RANGE = re.compile(r"U\+([0-9A-F]{4,6})(?:\.\.U\+([0-9A-F]{4,6}))?")
_TOKEN = re.compile(r"\^\[(.*?)\]\[(.*?)\]\*\$")


def lower(contract: Contract) -> Program:
    """The program of a contract that was loaded, and so is free of faults."""
    objects = tuple(_object(contract, kind) for kind in _in_reference_order(contract))
    documents = tuple(_document(contract, slug, name) for slug, name in contract.roots.items())
    return Program(
        version=contract.version,
        documents=documents,
        recognition=_recognition(contract),
        objects=objects,
        unions=tuple(
            Union(
                name=union.name,
                description=union.description,
                tag=union.tag,
                branches=tuple(Branch(value=value, type=name) for value, name in union.branches),
            )
            for union in contract.unions.values()
        ),
        sets=tuple(
            Set(name=one.name, description=one.description, check=_set_check(one.type))
            for one in contract.sets.values()
        ),
        identifiers=_identifiers(contract),
        leaks=_leaks(contract),
        limits=Limits(),
        messages={id: text for id, text in contract.messages.items() if not id.startswith("$")},
        findings=tuple(
            Finding(**{**entry, "carrier": entry["carrier"] or None})  # type: ignore[arg-type]
            for entry in entries(contract)
        ),
    )


def _in_reference_order(contract: Contract, *roots: str) -> list[model.ObjectType]:
    """The object types below `roots` (by default all), referred ones before those that refer to them."""
    ordered: dict[str, model.ObjectType] = {}

    def visit(name: str) -> None:
        for member in contract.objects[name].members:
            kind = types.inner(member.type)
            if isinstance(kind, types.RefType) and kind.name not in ordered:
                visit(kind.name)
        ordered.setdefault(name, contract.objects[name])

    for name in roots or contract.objects:
        visit(name)
    return list(ordered.values())


def _object(contract: Contract, kind: model.ObjectType) -> Object:
    return Object(
        name=kind.name,
        description=kind.description,
        members=tuple(
            Member(
                name=member.name,
                title=member.title,
                description=member.description,
                check=_check(contract, member.type, member.name),
                required=member.required,
                writer_required=member.writer_required,
            )
            for member in kind.members
        ),
        conditions=tuple(
            Condition(member=one.member, values=one.values, required=one.required, forbidden=one.forbidden)
            for one in kind.conditions
        ),
        rules=tuple(
            Rule(
                id=rule.id,
                path=rule.path,
                message=f"{rule.message}; {rule.remedy[0].lower()}{rule.remedy[1:].removesuffix('.')}",
                expression=rule.expression,
                tree=rule.tree,
            )
            for rule in kind.rules
        ),
    )


def _check(contract: Contract, kind: types.ValueType, name: str) -> Check:
    match kind:
        case types.StringType(const=str(value)):
            return Version(value=value) if name == contract.version_member else Constant(value=value)
        case types.StringType(name=str(named)):
            return SetRef(name=named)
        case types.StringType(values=(_, *_)) | types.StringType(pattern=str()):
            return _set_check(kind)
        case types.StringType():
            return Text(min_length=kind.min_length, identifier=kind.identifier)
        case types.NumberType():
            return Number(integer=kind.integer, minimum=kind.minimum, maximum=kind.maximum)
        case types.BooleanType():
            return Boolean()
        case types.ArrayType():
            return Array(items=_check(contract, kind.items, ""), min_items=kind.min_items, unique=kind.unique)
        case types.RefType(name=named):
            return Ref(name=named)
        case types.FreeObjectType():
            return Free()


def _set_check(kind: types.StringType) -> Choice | Token:
    if kind.pattern is None:
        return Choice(values=kind.values)
    parts = _TOKEN.fullmatch(kind.pattern)
    assert parts is not None, "the meta-schema allows no other pattern"
    return Token(pattern=kind.pattern, first=parts[1], rest=parts[2], known=kind.known)


def _document(contract: Contract, slug: str, name: str) -> Document:
    if name == contract.record:
        return Document(slug=slug, type=name)
    places = dict.fromkeys(place for root in contract.branches(name) for place in _records(contract, root))
    carrier = next(one for one in contract.carriers if one.slug == slug)
    # The document's own record comes before those inside other documents of it.
    ordered = sorted(places, key=len)
    return Document(slug=slug, type=name, recognised_by=carrier.recognised_by, records=tuple(ordered))


def _records(contract: Contract, name: str) -> Iterator[tuple[str, ...]]:
    """Where records are in an object of the type `name`; never in arrays."""
    for member in contract.objects[name].members:
        if isinstance(member.type, types.RefType):
            if member.type.name == contract.record:
                yield (member.name,)
            else:
                yield from ((member.name, *rest) for rest in _records(contract, member.type.name))


def _recognition(contract: Contract) -> Recognition:
    carried = {
        m.name
        for one in contract.carriers
        for root in contract.branches(contract.roots[one.slug])
        for m in contract.objects[root].members
    }
    places = [_document(contract, one.slug, contract.roots[one.slug]).records for one in contract.carriers]
    return Recognition(
        record_only=tuple(
            m.name for m in contract.objects[contract.record].members if m.required and m.name not in carried
        ),
        record_members=tuple(dict.fromkeys(place[0] for found in places for place in found if len(place) == 1)),
        order=tuple(one.slug for one in contract.carriers),
    )


def _leaks(contract: Contract) -> Leaks:
    tables = contract.leaks
    known = {member.name for kind in _in_reference_order(contract, contract.record) for member in kind.members}
    return Leaks(
        separators=tables["separators"],
        credential_members=tuple(tables["credentialMembers"]),
        credential_suffixes=tuple(tables["credentialSuffixes"]),
        content_members=tuple(tables["contentMembers"]),
        message_members=tuple(tables["messageMembers"]),
        textless_members=tuple(tables["textlessMembers"]),
        known_members=tuple(sorted(known)),
        values=tuple(
            ValuePattern(
                id=value["id"],
                description=value["description"],
                pattern=value["pattern"],
                keywords=tuple(value["keywords"]),
            )
            for value in tables["credentialValues"]
        ),
    )


def _identifiers(contract: Contract) -> Identifiers:
    def ranges(name: str) -> tuple[tuple[int, int], ...]:
        found = [_RANGE.fullmatch(text) for text in contract.identifiers[name]]
        return tuple((int(one[1], 16), int(one[2] or one[1], 16)) for one in found if one is not None)

    return Identifiers(forbidden=ranges("forbidden"), blank=ranges("blank"))
