"""One case of the suite, and the ways to make one: a document that is in order, or such a document with one change."""

from __future__ import annotations

import base64
import copy
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from exprov import exit_codes
from exprov.errors import ExprovError
from exprov.suite.canonical import canonical_of

Level = Literal["reader", "writer"]

# The findings that no reader may refuse a record for (section 2 of the contract); every other one is reader level.
WRITER_RULES = frozenset(
    {
        "json/byte-order-mark",
        "schema/unknown-member",
        "schema/unknown-token",
        "schema/integer-form",
        "schema/identifier-text",
        "leak/content-member",
        "leak/message",
        "leak/credential-member",
        "leak/credential-value",
    }
)


class SuiteError(ExprovError):
    """A case that does not prove what it claims: its id and what is wrong with it. A fault of the suite, not of a user."""

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

    rule: str
    path: str
    level: Level


def expected(text: str) -> Expected:
    """The finding that `text` writes as `RULE`, `RULE POINTER` or, where the rule has two levels, `RULE POINTER writer`.

    The pointer begins with a slash; without one it is the root.
    """
    rule, _, rest = text.partition(" ")
    path, level = rest, "writer" if rule in WRITER_RULES else "reader"
    if rest.endswith(" writer"):
        path, level = rest.removesuffix(" writer"), "writer"
    return Expected(rule, path, "writer" if level == "writer" else "reader")


@dataclass(frozen=True)
class Case:
    """One case.

    id: readable and never reused. data: the exact bytes of the input. findings: the exact set that is expected.
    source and change: the id of the case in order that this one was made from, and the one change (`from`, `change`).
    facts: what happened in the execution whose record the input is. requires: what a validator must be able to do.
    """

    id: str
    title: str
    data: bytes
    findings: frozenset[Expected] = frozenset()
    tags: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    carrier: str | None = None
    source: str | None = None
    change: Mapping[str, Any] | None = None
    facts: Mapping[str, Any] | None = None

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
        result: dict[str, Any] = {
            "id": self.id,
            "title": self.title,
            "tags": list(self.tags),
            "requires": list(self.requires),
        }
        if self.carrier is not None:
            result["carrier"] = self.carrier
        result["input"] = self._input()
        result["reader"] = self.reader
        result["writer"] = self.writer
        result["findings"] = [
            {"rule": one.rule, "path": one.path, "level": one.level}
            for one in sorted(self.findings, key=lambda one: (one.path, one.rule))
        ]
        canonical = canonical_of(self.data) if self.reader == "valid" else None
        if canonical is not None:
            result["canonical"] = canonical.decode()
            result["digest"] = hashlib.sha256(canonical).hexdigest()
        if self.source is not None:
            result["from"] = self.source
            result["change"] = dict(self.change or {})
        if self.facts is not None:
            result["facts"] = dict(self.facts)
        return result

    def _input(self) -> dict[str, str]:
        try:
            return {"text": self.data.decode()}
        except UnicodeDecodeError:
            return {"b64": base64.b64encode(self.data).decode()}


def compact(value: Any) -> bytes:
    """`value` as JSON text in UTF-8 without white space, members in their order."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


# --- changes


def apply(data: bytes, change: Mapping[str, Any]) -> bytes:
    """`data` with `change`: an RFC 6902 operation (`op`), or an edit of its bytes (`edit`).

    An edit replaces the one place where the text `find` stands, or `at` "start" or "end" adds there, or `at`
    "whole" puts in place of the text, `with` (or `withB64`), `times` times. Raises ValueError for a change that does not fit.
    """
    if "op" in change:
        return compact(patch(json.loads(data), change))
    inserted = _bytes_of(change) * int(change.get("times", 1))
    if change.get("at") == "whole":
        return inserted
    if change.get("at") == "start":
        return inserted + data
    if change.get("at") == "end":
        return data + inserted
    find = change["find"].encode()
    if data.count(find) != 1:
        raise ValueError(f"{change['find']!r} stands {data.count(find)} times in the base")
    return data.replace(find, inserted)


def _bytes_of(change: Mapping[str, Any]) -> bytes:
    return base64.b64decode(change["withB64"]) if "withB64" in change else str(change["with"]).encode()


def patch(document: Any, operation: Mapping[str, Any]) -> Any:
    """A copy of `document` after one operation of RFC 6902: add, remove, replace or move."""
    if operation["path"] == "":
        return operation["value"]
    result = copy.deepcopy(document)
    kind = operation["op"]
    if kind == "move":
        value = _take(result, operation["from"])
        _put(result, operation["path"], value)
    elif kind == "remove":
        _take(result, operation["path"])
    elif kind == "replace":
        container, key = _container(result, operation["path"])
        container[key]
        container[key] = operation["value"]
    elif kind == "add":
        _put(result, operation["path"], operation["value"])
    else:
        raise ValueError(f"no such operation: {kind}")
    return result


def at(document: Any, pointer: str) -> Any:
    """What stands at the JSON Pointer."""
    for token in pointer.split("/")[1:]:
        document = document[int(token) if isinstance(document, list) else _name(token)]
    return document


def _name(token: str) -> str:
    return token.replace("~1", "/").replace("~0", "~")


def escape(name: str) -> str:
    """`name` as a reference token of a JSON Pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def _container(document: Any, pointer: str) -> tuple[Any, Any]:
    parent, _, token = pointer.rpartition("/")
    container = at(document, parent)
    return container, (int(token) if isinstance(container, list) else _name(token))


def _take(document: Any, pointer: str) -> Any:
    container, key = _container(document, pointer)
    return container.pop(key)


def _put(document: Any, pointer: str, value: Any) -> None:
    parent, _, token = pointer.rpartition("/")
    container = at(document, parent)
    if isinstance(container, list):
        container.insert(len(container) if token == "-" else int(token), value)
    else:
        container[_name(token)] = value


# --- topics


@dataclass
class Topic:
    """The cases of one file, in the order in which they are added."""

    name: str
    cases: list[Case] = field(default_factory=list)

    def document(
        self,
        slug: str,
        title: str,
        value: Any,
        findings: Iterable[str] = (),
        *,
        carrier: str | None = None,
        tags: Iterable[str] = (),
        requires: Iterable[str] = (),
        facts: Mapping[str, Any] | None = None,
    ) -> Case:
        """Add a case of its own: `value` is the document, or its exact bytes."""
        data = value if isinstance(value, bytes) else compact(value)
        return self._add(
            Case(
                id=f"{self.name}.{slug}",
                title=title,
                data=data,
                findings=frozenset(map(expected, findings)),
                tags=tuple(tags),
                requires=_requires(carrier, requires),
                carrier=carrier,
                facts=facts,
            )
        )

    def changed(
        self,
        slug: str,
        title: str,
        base: Case,
        change: Mapping[str, Any],
        findings: Iterable[str] = (),
        *,
        tags: Iterable[str] = (),
        requires: Iterable[str] = (),
    ) -> Case:
        """Add a case that is `base` after one change. Raises SuiteError if the base is not in order or does not change."""
        identity = f"{self.name}.{slug}"
        if base.findings:
            raise SuiteError(identity, f"its base {base.id} is not in order")
        try:
            data = apply(base.data, change)
        except (ValueError, LookupError, TypeError) as error:
            reason = f"its change does not fit its base {base.id} ({error}); start from a base that has what is changed"
            raise SuiteError(identity, reason) from None
        if data == base.data:
            raise SuiteError(identity, "the change changes nothing")
        return self._add(
            Case(
                id=identity,
                title=title,
                data=data,
                findings=frozenset(map(expected, findings)),
                tags=tuple(tags),
                requires=_requires(base.carrier, requires),
                carrier=base.carrier,
                source=base.id,
                change=change,
            )
        )

    def _add(self, case: Case) -> Case:
        self.cases.append(case)
        return case


def _requires(carrier: str | None, others: Iterable[str]) -> tuple[str, ...]:
    return (("carriers",) if carrier else ()) + tuple(others)


def slug_of(pointer: str) -> str:
    """A pointer as a part of an id: `/attempts/0/providerId` -> `attempts-0-provider-id`; the root is `root`."""
    text = "".join(f"-{one.lower()}" if one.isupper() else one for one in pointer.strip("/"))
    return "".join(one if one.isascii() and one.isalnum() else "-" for one in text).strip("-") or "root"


def add(path: str, value: Any) -> dict[str, Any]:
    return {"op": "add", "path": path, "value": value}


def remove(path: str) -> dict[str, Any]:
    return {"op": "remove", "path": path}


def replace(path: str, value: Any) -> dict[str, Any]:
    return {"op": "replace", "path": path, "value": value}


def move(source: str, path: str) -> dict[str, Any]:
    return {"op": "move", "from": source, "path": path}


def edit(name: str, find: str, text: str) -> dict[str, Any]:
    """An edit of the text: the one place where `find` stands becomes `text`."""
    return {"edit": name, "find": find, "with": text}


def edit_bytes(name: str, find: str, data: bytes) -> dict[str, Any]:
    """An edit of the bytes, for what is no text."""
    return {"edit": name, "find": find, "withB64": base64.b64encode(data).decode()}
