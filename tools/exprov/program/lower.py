"""Lower a contract to its program: what validators need to know beyond what each type says."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from exprov.contract.model import Contract, inner
from exprov.program.model import (
    Document,
    Finding,
    Identifiers,
    Leaks,
    Limits,
    Object,
    Program,
    Recognition,
    Ref,
)

_RANGE = re.compile(r"U\+([0-9A-F]{4,6})(?:\.\.U\+([0-9A-F]{4,6}))?")


def lower(contract: Contract) -> Program:
    """The program of a contract that was loaded, and so is free of faults."""
    documents = tuple(_document(contract, slug, name) for slug, name in contract.roots.items())
    return Program(
        version=contract.version,
        documents=documents,
        recognition=_recognition(contract, documents),
        objects=tuple(_in_reference_order(contract)),
        unions=tuple(contract.unions.values()),
        sets=tuple(contract.sets.values()),
        identifiers=_identifiers(contract),
        leaks=_leaks(contract),
        limits=Limits(),
        messages={id: text for id, text in contract.messages.items() if not id.startswith("$")},
        findings=tuple(_finding(contract, id) for id in contract.seeds),
    )


def _in_reference_order(contract: Contract, *roots: str) -> list[Object]:
    """The object types below `roots` (by default all), referred ones before those that refer to them."""
    ordered: dict[str, Object] = {}

    def visit(name: str) -> None:
        for member in contract.objects[name].members:
            check = inner(member.check)
            if isinstance(check, Ref) and check.name not in ordered:
                visit(check.name)
        ordered.setdefault(name, contract.objects[name])

    for name in roots or contract.objects:
        visit(name)
    return list(ordered.values())


def _document(contract: Contract, slug: str, name: str) -> Document:
    if name == contract.record:
        return Document(slug=slug, type=name)
    places = dict.fromkeys(place for root in contract.branches(name) for place in _records(contract, root))
    # The document's own record comes before those inside other documents of it.
    records = tuple(sorted(places, key=len))
    return Document(slug=slug, type=name, recognised_by=contract.carriers[slug], records=records)


def _records(contract: Contract, name: str) -> Iterator[tuple[str, ...]]:
    """Where records are in an object of the type `name`; never in arrays."""
    for member in contract.objects[name].members:
        if isinstance(member.check, Ref):
            if member.check.name == contract.record:
                yield (member.name,)
            else:
                yield from ((member.name, *rest) for rest in _records(contract, member.check.name))


def _recognition(contract: Contract, documents: tuple[Document, ...]) -> Recognition:
    roots = [contract.objects[root] for one in documents[1:] for root in contract.branches(one.type)]
    carried = {member.name for root in roots for member in root.members}
    by_slug = {one.slug: one for one in documents}
    places = [place for slug in contract.carriers for place in by_slug[slug].records]
    record = contract.objects[contract.record]
    return Recognition(
        record_only=tuple(one.name for one in record.members if one.required and one.name not in carried),
        record_members=tuple(dict.fromkeys(place[0] for place in places if len(place) == 1)),
        order=tuple(contract.carriers),
    )


def _leaks(contract: Contract) -> Leaks:
    known = {member.name for kind in _in_reference_order(contract, contract.record) for member in kind.members}
    tables = {**contract.leaks, "values": contract.leaks["credentialValues"], "knownMembers": sorted(known)}
    return msgspec.convert(tables, Leaks)


def _identifiers(contract: Contract) -> Identifiers:
    def ranges(name: str) -> tuple[tuple[int, int], ...]:
        found = [_RANGE.fullmatch(text) for text in contract.identifiers[name]]
        return tuple((int(one[1], 16), int(one[2] or one[1], 16)) for one in found if one is not None)

    missing = tuple(contract.identifiers["missing"])
    return Identifiers(forbidden=ranges("forbidden"), blank=ranges("blank"), missing=missing)


def _finding(contract: Contract, id: str) -> Finding:
    """What the id means. The texts of a rule are in the schemas, all others beside the inputs."""
    texts = dict(contract.texts.get(id, {}))
    texts["title"] = texts.get("message", "")
    return msgspec.convert({"id": id, "level": "reader", **texts, **contract.seeds[id]}, Finding)
