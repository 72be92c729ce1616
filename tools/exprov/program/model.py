"""The program: the validator of one contract version as plain data, free of any language.

A target turns it into files. `exprov program` prints it as JSON; its JSON Schema is derived from these classes.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from exprov.contract.rules.tree import Expression


class _Data(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    pass


class _Check(_Data, frozen=True, tag_field="kind"):
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
    """A number, or an integer, between inclusive bounds, judged by its exact value."""

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
    """Any object; nothing in it is judged."""


Check = Text | Constant | Version | Choice | Token | SetRef | Boolean | Number | Array | Ref | Free


class Member(_Data, frozen=True):
    """One member under its wire name. `writer_required` is asked of the root of a document only."""

    name: str
    title: str
    description: str
    check: Check
    required: bool = False
    writer_required: bool = False


class Condition(_Data, frozen=True):
    """Where `member` has one of `values`, `required` members must be present and `forbidden` ones must not."""

    member: str
    values: tuple[str, ...]
    required: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()


class Rule(_Data, frozen=True):
    """One rule of an object: `tree` must hold; the finding points at `path` inside the object."""

    id: str
    path: str
    message: str
    expression: str
    tree: Expression


class Object(_Data, frozen=True):
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


class Branch(_Data, frozen=True):
    value: str
    type: str


class Union(_Data, frozen=True):
    """One of several objects: `tag`, a required member, says which."""

    name: str
    description: str
    tag: str
    branches: tuple[Branch, ...]


class Set(_Data, frozen=True):
    """A named set of tokens."""

    name: str
    description: str
    check: Choice | Token

    @property
    def values(self) -> tuple[str, ...]:
        """All values of a closed set, the known ones of an open set."""
        return self.check.values if isinstance(self.check, Choice) else self.check.known


class Document(_Data, frozen=True):
    """What a text can be: the record, which comes first, or a carrier of it.

    `type` names an object or a union. `records` are the places of records inside a carrier, as member names; `recognised_by`
    are members by any of which `auto` recognises the carrier.
    """

    slug: str
    type: str
    recognised_by: tuple[str, ...] = ()
    records: tuple[tuple[str, ...], ...] = ()


class Recognition(_Data, frozen=True):
    """How `auto` finds the kind of a document.

    A document that has a member of `record_only` and none of `record_members` is a record. Any other is the first of
    `order` that it has a member of (`Document.recognised_by`), and a record if there is none.
    """

    record_only: tuple[str, ...]
    record_members: tuple[str, ...]
    order: tuple[str, ...]


class ValuePattern(_Data, frozen=True):
    """A shape of credentials. A text can match `pattern` only if its lower-case form contains one of `keywords`."""

    id: str
    description: str
    pattern: str
    keywords: tuple[str, ...]


class Leaks(_Data, frozen=True):
    """The tables of the leak phase; names are in the form in which they are compared (lower case, no `separators`).

    Message names count only below the record's own `textless_members`. Members in `known_members` are never reported
    for their name.
    """

    separators: str
    credential_members: tuple[str, ...]
    credential_suffixes: tuple[str, ...]
    content_members: tuple[str, ...]
    message_members: tuple[str, ...]
    textless_members: tuple[str, ...]
    known_members: tuple[str, ...]
    values: tuple[ValuePattern, ...]


class Identifiers(_Data, frozen=True):
    """Ranges of code points, both ends included: what no identifier may contain, and what it may not consist of alone."""

    forbidden: tuple[tuple[int, int], ...]
    blank: tuple[tuple[int, int], ...]


class Limits(_Data, frozen=True):
    """How much a reader takes by default: bytes of UTF-8, and arrays and objects within one another."""

    max_bytes: int = 1 << 20
    max_depth: int = 512


class Finding(_Data, frozen=True):
    """What a rule id means: the texts behind `exprov explain`, with an input that fails it and one that passes."""

    id: str
    level: Literal["reader", "writer"]
    title: str
    why: str
    remedy: str
    failing: str
    passing: str
    expression: str = ""
    carrier: str | None = None


class Program(_Data, frozen=True):
    """The whole validator. `messages` maps an id to its words, with what is filled in, in braces."""

    version: str
    documents: tuple[Document, ...]
    recognition: Recognition
    objects: tuple[Object, ...]
    unions: tuple[Union, ...]
    sets: tuple[Set, ...]
    identifiers: Identifiers
    leaks: Leaks
    limits: Limits
    messages: dict[str, str]
    findings: tuple[Finding, ...]

    @property
    def record(self) -> Document:
        return self.documents[0]

    @property
    def carriers(self) -> tuple[Document, ...]:
        return self.documents[1:]

    def object(self, name: str) -> Object:
        return next(kind for kind in self.objects if kind.name == name)

    def union(self, name: str) -> Union | None:
        return next((union for union in self.unions if union.name == name), None)

    def set(self, name: str) -> Set:
        return next(one for one in self.sets if one.name == name)

    def root_objects(self, document: Document) -> tuple[Object, ...]:
        """The type of a document, or the types that it is one of."""
        union = self.union(document.type)
        names = [branch.type for branch in union.branches] if union else [document.type]
        return tuple(self.object(name) for name in names)
