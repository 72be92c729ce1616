"""The contract as frozen data. `build` makes it from the schemas, `lint` checks it as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exprov.contract.rules.tree import Expression
from exprov.contract.types import StringType, ValueType


@dataclass(frozen=True)
class Member:
    """One member of an object, under its wire name."""

    name: str
    title: str
    description: str
    type: ValueType
    required: bool
    writer_required: bool


@dataclass(frozen=True)
class Condition:
    """If `member` has one of `values`, the `required` members must be present and the `forbidden` ones absent."""

    member: str
    values: tuple[str, ...]
    required: tuple[str, ...]
    forbidden: tuple[str, ...]


@dataclass(frozen=True)
class Rule:
    """One cross-member rule: its typed tree over `this`, and the fixed pointer of its finding inside the object."""

    id: str
    expression: str
    tree: Expression
    path: str
    message: str
    why: str
    remedy: str


@dataclass(frozen=True)
class ObjectType:
    """An object with known members, in wire order; open to unknown ones."""

    name: str
    description: str
    members: tuple[Member, ...]
    conditions: tuple[Condition, ...]
    rules: tuple[Rule, ...]

    def member(self, name: str) -> Member:
        return next(member for member in self.members if member.name == name)


@dataclass(frozen=True)
class UnionType:
    """One of several objects. `branches` are the values of `tag`, each with the name of its type."""

    name: str
    description: str
    tag: str
    branches: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class SetType:
    """A named set of tokens, closed or open."""

    name: str
    description: str
    type: StringType


@dataclass(frozen=True)
class Carrier:
    """A document that carries the record, and members by any of which it is recognised."""

    slug: str
    recognised_by: tuple[str, ...]


@dataclass(frozen=True)
class Contract:
    """One version of the contract.

    `roots` maps each document's slug to the name of its type, the record first; `record` is the record's type and
    `version_member` its member that names the version. `carriers` are the other documents, in the order in which they are
    tried. `documents` are the texts of the files that packages ship, by their names, with LF at the ends of lines.
    """

    version: str
    version_member: str
    record: str
    roots: Mapping[str, str]
    carriers: tuple[Carrier, ...]
    objects: Mapping[str, ObjectType]
    unions: Mapping[str, UnionType]
    sets: Mapping[str, SetType]
    leaks: Mapping[str, Any]
    identifiers: Mapping[str, Any]
    messages: Mapping[str, str]
    seeds: Mapping[str, Mapping[str, str]]
    documents: Mapping[str, str]
    schemas: Mapping[str, Mapping[str, Any]]

    def branches(self, name: str) -> tuple[str, ...]:
        """The object types that a document of the type `name` can be: itself, or the branches of a union."""
        return tuple(kind for _, kind in self.unions[name].branches) if name in self.unions else (name,)
