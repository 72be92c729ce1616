"""The program: the validator of one contract version as plain data, free of any language.

A target turns it into files. `exprov program` prints it as JSON; its JSON Schema is derived from these classes.
"""

from __future__ import annotations

from typing import Literal

from exprov.contract.model import (
    Array,
    Boolean,
    Branch,
    Check,
    Choice,
    Condition,
    Constant,
    Data,
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
)

__all__ = [
    "Array", "Boolean", "Branch", "Check", "Choice", "Condition", "Constant", "Document", "Finding", "Free",
    "Identifiers", "Leaks", "Limits", "Member", "Number", "Object", "Program", "Recognition", "Ref", "Rule", "Set",
    "SetRef", "Text", "Token", "Union", "ValuePattern", "Version",
]  # fmt: skip


class Document(Data, frozen=True):
    """What a text can be: the record, which comes first, or a carrier of it.

    `type` names an object or a union. `records` are the places of records inside a carrier, as member names; `recognised_by`
    are members by any of which `auto` recognises the carrier.
    """

    slug: str
    type: str
    recognised_by: tuple[str, ...] = ()
    records: tuple[tuple[str, ...], ...] = ()


class Recognition(Data, frozen=True):
    """How `auto` finds the kind of a document.

    A document that has a member of `record_only` and none of `record_members` is a record. Any other is the first of
    `order` that it has a member of (`Document.recognised_by`), and a record if there is none.
    """

    record_only: tuple[str, ...]
    record_members: tuple[str, ...]
    order: tuple[str, ...]


class ValuePattern(Data, frozen=True):
    """A shape of credentials. A text can match `pattern` only if its lower-case form contains one of `keywords`.

    The capturing group that takes part in a match is the secret part. A match whose secret part is redacted does not count.
    """

    id: str
    description: str
    pattern: str
    keywords: tuple[str, ...]


class Redacted(Data, frozen=True):
    """A secret part that was redacted: one of `words` in any case, after `brackets` at its ends, or `fill` alone."""

    words: tuple[str, ...]
    fill: str
    brackets: str


class Leaks(Data, frozen=True):
    """The tables of the leak phase; names are in the form in which they are compared (lower case, no `separators`).

    Beside the ASCII letters, the characters in `folded` become others. A dotted name is also compared by its tails.

    Message names count only below the record's own `textless_members`. Members in `known_members` are never reported
    for their name.
    """

    separators: str
    folded: dict[str, str]
    redacted: Redacted
    credential_members: tuple[str, ...]
    credential_suffixes: tuple[str, ...]
    content_members: tuple[str, ...]
    message_members: tuple[str, ...]
    textless_members: tuple[str, ...]
    known_members: tuple[str, ...]
    values: tuple[ValuePattern, ...]


class Identifiers(Data, frozen=True):
    """What no identifier may contain, what it may not consist of alone, and what it may not be.

    The first two are ranges of code points, both ends included; `missing` are texts that languages print for no value.
    """

    forbidden: tuple[tuple[int, int], ...]
    blank: tuple[tuple[int, int], ...]
    missing: tuple[str, ...]


class Limits(Data, frozen=True):
    """How much a reader takes by default: bytes of UTF-8, and arrays and objects within one another."""

    max_bytes: int = 1 << 20
    max_depth: int = 512


class Finding(Data, frozen=True):
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


class Program(Data, frozen=True):
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
