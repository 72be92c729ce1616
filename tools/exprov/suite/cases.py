"""A golden case, and the rows from which topics build them: a document in order, or such a document with one edit."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from exprov import exit_codes
from exprov.errors import ExprovError
from exprov.suite.canonical import canonical_of
from exprov.suite.edits import Change, apply, compact, value_at

Level = Literal["reader", "writer"]

# The findings for which no reader may reject a record (section 2 of the contract); every other one is reader level.
_WRITER = (
    "json/byte-order-mark",
    "leak/",
    *(f"schema/{keyword}" for keyword in ("unknown-member", "unknown-token", "integer-form", "identifier-text")),
)
# The findings that no member can have: they are always at the root (section 3).
_OF_THE_TEXT = ("json/syntax", "json/encoding", "json/limit", "json/byte-order-mark")


class SuiteError(ExprovError):
    """A case that does not prove what it claims: its id and what is wrong with it."""

    exit_code = exit_codes.SCHEMA_ERROR

    def __init__(self, case: str, reason: str) -> None:
        super().__init__(case, reason)
        self.case = case
        self.reason = reason

    def __str__(self) -> str:
        return f"case {self.case}: {self.reason}"


@dataclass(frozen=True, order=True)
class Expected:
    """One expected finding."""

    path: str
    rule: str
    level: Level


_FINDING = re.compile(r"(\S+)(?: (root|/.*?))?( writer)?")


def expected(text: str, place: str = "") -> Expected:
    """Return the finding that `text` writes as `RULE [POINTER | root] [writer]`.

    Without a pointer, it is at `place`: where the case's edit is. `writer` is for a rule that has both levels.
    """
    match = _FINDING.fullmatch(text)
    assert match is not None, text
    rule, path, writer = match.groups(default="")
    at_root = path == "root" or rule in _OF_THE_TEXT
    return Expected(
        "" if at_root else path or place, rule, "writer" if writer or rule.startswith(_WRITER) else "reader"
    )


@dataclass(frozen=True)
class Edit:
    """One change of a document in order. `path`: where it is; the root for an edit of the bytes."""

    base: Case
    change: Change
    path: str = ""


@dataclass(frozen=True)
class Case:
    """One case.

    id: readable and never reused. data: the exact bytes of the input. findings: exactly what is expected, sorted.
    source and change: the id of the case in order that this one was made from, and the one change (`from`, `change`).
    facts: what happened in the execution whose record the input is. requires: what a validator must be able to do.
    """

    id: str
    title: str
    data: bytes
    findings: tuple[Expected, ...] = ()
    tags: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    carrier: str | None = None
    source: str | None = None
    change: Change | None = None
    facts: Mapping[str, Any] | None = None

    @property
    def name(self) -> str:
        """The id without the topic."""
        return self.id.partition(".")[2]

    @property
    def reader(self) -> str:
        return "invalid" if any(finding.level == "reader" for finding in self.findings) else "valid"

    @property
    def writer(self) -> str:
        return "invalid" if self.findings else "valid"

    @property
    def value(self) -> Any:
        """The parsed input; only for inputs that parse."""
        return json.loads(self.data.decode("utf-8-sig"))

    def to_json(self) -> dict[str, Any]:
        """The case as the topic file holds it, members in their order."""
        canonical = canonical_of(self.data) if self.reader == "valid" else None
        members = {
            "id": self.id,
            "title": self.title,
            "tags": list(self.tags),
            "requires": list(self.requires),
            "carrier": self.carrier,
            "input": self._input(),
            "reader": self.reader,
            "writer": self.writer,
            "findings": [{"rule": one.rule, "path": one.path, "level": one.level} for one in self.findings],
            "canonical": None if canonical is None else canonical.decode(),
            "digest": None if canonical is None else hashlib.sha256(canonical).hexdigest(),
            "from": self.source,
            "change": self.change,
            "facts": self.facts,
        }
        absent = {name for name, value in members.items() if value is None}
        if self.reader == "valid":
            # No canonical form is an answer, not an omission.
            absent -= {"canonical", "digest"}
        return {name: value for name, value in members.items() if name not in absent}

    def _input(self) -> dict[str, str]:
        try:
            return {"text": self.data.decode()}
        except UnicodeDecodeError:
            return {"b64": base64.b64encode(self.data).decode()}

    # --- edits

    def set(self, path: str, value: Any) -> Edit:
        """Replace what is at `path`."""
        return Edit(self, {"op": "replace", "path": path, "value": value}, path)

    def add(self, path: str, value: Any) -> Edit:
        return Edit(self, {"op": "add", "path": path, "value": value}, path)

    def remove(self, path: str) -> Edit:
        return Edit(self, {"op": "remove", "path": path}, path)

    def move(self, source: str, path: str) -> Edit:
        return Edit(self, {"op": "move", "from": source, "path": path}, path)

    def write(self, path: str, text: str, name: str = "") -> Edit:
        """Write the value of the member at `path` as `text`, which may go on with other members."""
        member = f'"{path.rpartition("/")[2]}":'
        found = compact(value_at(self.value, path)).decode()
        return replace(self.edit(member + found, member + text, name), path=path)

    def edit(self, find: str, new: str | bytes, name: str = "") -> Edit:
        """Replace the only occurrence of `find` in the text. `name` says how; it is the case's title if empty."""
        return Edit(self, {"edit": name, "find": find} | _with(new))

    def around(self, where: Literal["start", "end", "whole"], new: str | bytes, name: str = "", times: int = 1) -> Edit:
        """Put `new` before the text, behind it or in its place."""
        return Edit(self, {"edit": name, "at": where} | _with(new) | ({"times": times} if times > 1 else {}))


def _with(new: str | bytes) -> dict[str, str]:
    return {"with": new} if isinstance(new, str) else {"withB64": base64.b64encode(new).decode()}


def document(
    id: str,
    title: str,
    value: Any,
    *,
    carrier: str | None = None,
    tags: Iterable[str] = (),
    facts: Mapping[str, Any] | None = None,
) -> Case:
    """Return the case of a document in order."""
    requires = ("carriers",) if carrier else ()
    return Case(id, title, compact(value), tags=tuple(tags), requires=requires, carrier=carrier, facts=facts)


@dataclass(frozen=True)
class Row:
    """A case as a topic writes it: what `edit` makes of its base, and the findings that follow from that edit.

    tags: if None, `two-findings` where there are several.
    """

    slug: str
    title: str
    edit: Edit
    findings: tuple[str, ...]
    requires: str = ""
    tags: tuple[str, ...] | None = None

    def case(self) -> Case:
        """Raise SuiteError if the base is not in order or the edit does not fit it."""
        base, change = self.edit.base, dict(self.edit.change)
        if change.get("edit") == "":
            change["edit"] = self.title
        if base.findings:
            raise SuiteError(self.slug, f"its base {base.id} is not in order")
        try:
            data = apply(base.data, change)
        except (ValueError, LookupError, TypeError) as error:
            reason = f"its change does not fit its base {base.id} ({error}); start from a base that has what is changed"
            raise SuiteError(self.slug, reason) from None
        if data == base.data:
            raise SuiteError(self.slug, "the change changes nothing")
        several = ("two-findings",) if len(self.findings) > 1 else ()
        return Case(
            id=self.slug,
            title=self.title,
            data=data,
            findings=tuple(sorted(expected(one, self.edit.path) for one in self.findings)),
            tags=several if self.tags is None else self.tags,
            requires=(*base.requires, self.requires) if self.requires else base.requires,
            carrier=base.carrier,
            source=base.id,
            change=change,
        )


def row(
    slug: str, title: str, edit: Edit, *findings: str, requires: str = "", tags: tuple[str, ...] | None = None
) -> Row:
    """Return a row. Each finding is written as `expected` reads it."""
    return Row(slug, title, edit, findings, requires, tags)


def group(
    prefix: str, *parts: str | Row | Iterable[Row], requires: str = "", tags: tuple[str, ...] | None = None
) -> list[Row]:
    """Return the rows in order, their ids below `prefix`. A string among `parts` is a finding that all of them have."""
    common = tuple(one for one in parts if isinstance(one, str))
    return [
        replace(
            one,
            slug=f"{prefix}.{one.slug}",
            findings=(*common, *one.findings),
            requires=requires or one.requires,
            tags=one.tags if tags is None else tags,
        )
        for some in parts
        if not isinstance(some, str)
        for one in ([some] if isinstance(some, Row) else some)
    ]


def slug_of(pointer: str) -> str:
    """A pointer as a part of an id: `/attempts/0/providerId` -> `attempts-0-provider-id`; the root is `root`."""
    text = "".join(f"-{one.lower()}" if one.isupper() else one for one in pointer.strip("/"))
    return "".join(one if one.isascii() and one.isalnum() else "-" for one in text).strip("-") or "root"
