"""The contract as frozen data: `build` makes it from the schemas, `lint` checks it, and programs hold its types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from exprov.contract.rules.tree import Expression


class Data(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    pass


class _Check(Data, frozen=True, tag_field="kind"):
    """What one value must be. A value of another type has the finding `schema/type` and no other."""


class Text(_Check, frozen=True, tag="text"):
    """A string of at least `min_length` code points; an identifier must be a name, too (see `Identifiers`)."""

    min_length: int = 0
    identifier: bool = False


class Constant(_Check, frozen=True, tag="constant"):
    """One fixed string."""

    value: str


class Version(_Check, frozen=True, tag="version"):
    """The contract version: another string is a version that this program does not know."""

    value: str


class Choice(_Check, frozen=True, tag="choice"):
    """One of a closed set of strings."""

    values: tuple[str, ...]


class Token(_Check, frozen=True, tag="token"):
    """A token of an open set: the shape `pattern`, which is `^[first][rest]*$`; a writer may emit only a known one."""

    pattern: str
    first: str
    rest: str
    known: tuple[str, ...]


class SetRef(_Check, frozen=True, tag="set"):
    """A token of the named set, closed or open."""

    name: str


class Boolean(_Check, frozen=True, tag="boolean"):
    pass


class Number(_Check, frozen=True, tag="number"):
    """A number, or an integer, between inclusive bounds, compared by its exact value."""

    integer: bool
    minimum: int | None = None
    maximum: int | None = None


class Array(_Check, frozen=True, tag="array"):
    items: Check
    min_items: int = 0
    unique: bool = False


class Ref(_Check, frozen=True, tag="object"):
    """An object of the named type."""

    name: str


class Free(_Check, frozen=True, tag="free"):
    """Any object; nothing in it is checked."""


Check = Text | Constant | Version | Choice | Token | SetRef | Boolean | Number | Array | Ref | Free


class Member(Data, frozen=True):
    """One member under its wire name. `writer_required` is asked of the root of a document only."""

    name: str
    title: str
    description: str
    check: Check
    required: bool = False
    writer_required: bool = False


class Condition(Data, frozen=True):
    """Where `member` has one of `values`, `required` members must be present and `forbidden` ones must not."""

    member: str
    values: tuple[str, ...]
    required: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()


class Rule(Data, frozen=True):
    """One rule of an object: `tree` must hold; the finding points at `path` inside the object."""

    id: str
    path: str
    message: str
    expression: str
    tree: Expression


class Object(Data, frozen=True):
    """An object, its members in wire order; open to unknown ones. No object that is an array's element has rules."""

    name: str
    description: str
    members: tuple[Member, ...]
    conditions: tuple[Condition, ...] = ()
    rules: tuple[Rule, ...] = ()

    def member(self, name: str) -> Member:
        return next(member for member in self.members if member.name == name)

    @property
    def version(self) -> tuple[str, str] | None:
        """The member that names the contract version, and the version; None for an object that names none."""
        return next(((m.name, m.check.value) for m in self.members if isinstance(m.check, Version)), None)


class Branch(Data, frozen=True):
    value: str
    type: str


class Union(Data, frozen=True):
    """One of several objects: `tag`, a required member, says which."""

    name: str
    description: str
    tag: str
    branches: tuple[Branch, ...]


class Set(Data, frozen=True):
    """A named set of tokens."""

    name: str
    description: str
    check: Choice | Token

    @property
    def values(self) -> tuple[str, ...]:
        """All values of a closed set, the known ones of an open set."""
        return self.check.values if isinstance(self.check, Choice) else self.check.known


def inner(check: Check) -> Check:
    """What an array's elements must be; any other check itself."""
    return check.items if isinstance(check, Array) else check


def resolved(check: Check, sets: Mapping[str, Set]) -> Check:
    """What a named set requires; any other check itself."""
    return sets[check.name].check if isinstance(check, SetRef) else check


@dataclass(frozen=True)
class Contract:
    """One version of the contract.

    `roots` maps each document's slug to the name of its type, the record first; `record` is the record's type. `carriers`
    maps the slugs of the other documents, in the order in which they are tried, to members by any of which each is
    recognised. `texts` are the first entry of each rule in the schemas, by id. `documents` are the texts of the files that
    packages ship, by their names, with LF at the ends of lines.
    """

    version: str
    record: str
    roots: Mapping[str, str]
    carriers: Mapping[str, tuple[str, ...]]
    objects: Mapping[str, Object]
    unions: Mapping[str, Union]
    sets: Mapping[str, Set]
    texts: Mapping[str, Mapping[str, str]]
    leaks: Mapping[str, Any]
    identifiers: Mapping[str, Any]
    messages: Mapping[str, str]
    seeds: Mapping[str, Mapping[str, str]]
    documents: Mapping[str, str]
    schemas: Mapping[str, Mapping[str, Any]]

    def branches(self, name: str) -> tuple[str, ...]:
        """The object types that a document of the type `name` can be: itself, or the branches of a union."""
        return tuple(branch.type for branch in self.unions[name].branches) if name in self.unions else (name,)
