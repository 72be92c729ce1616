"""The contract as frozen data: what the targets render. Built from a Source; a target never sees raw JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exprov.contract import rules
from exprov.contract.rules.syntax import Node
from exprov.contract.rules.tree import Expression
from exprov.contract.source import RECORD, SEEDS, SUFFIX, Document, Source, escape
from exprov.contract.types import ArrayType, BooleanType, FreeObjectType, NumberType, RefType, StringType, ValueType
from exprov.errors import SchemaError


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
    """Where `member` has one of `values`, `required` members must stand and `forbidden` ones may not."""

    member: str
    values: tuple[str, ...]
    required: tuple[str, ...]
    forbidden: tuple[str, ...]


@dataclass(frozen=True)
class Rule:
    """One cross-member rule: its typed tree over `this`, and the fixed pointer of its finding inside the object."""

    id: str
    expression: str
    tree: Node
    typed: Expression
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
    """One of several objects, told apart by the value of `tag`: `branches` maps each value to a type's name."""

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


# Members of the generated types, and the names by which their annotations call the types of values.
_RESERVED = frozenset(
    "fromjson fromdict tojson todict canonical digest extra data self cls "
    "str int float bool list dict tuple any literal mapping field".split()
)


def _flat(name: str) -> str:
    return name.lower()


def build(source: Source) -> Contract:
    """Build the model; raise SchemaError for what the meta-schema cannot see (names, conditions, rules)."""
    return _Builder(source).build()


class _Builder:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.objects: dict[str, ObjectType] = {}
        self.unions: dict[str, UnionType] = {}
        self.sets: dict[str, SetType] = {}
        self.homes: dict[str, str] = {}
        self.pending: list[tuple[Document, str, str, dict[str, Any]]] = []

    def build(self) -> Contract:
        documents = self.source.documents
        roots = {slug: document.content["title"] for slug, document in documents.items()}
        for slug, document in documents.items():
            for name, schema in document.content.get("$defs", {}).items():
                self._claim(document, f"/$defs/{name}", name)
                if schema["title"] != name:
                    raise SchemaError(document.path, f"/$defs/{name}/title", "differs from the name", f"write {name!r}")
                if schema["type"] == "object":
                    self._object(document, f"/$defs/{name}", name, schema)
                else:
                    kind = self._string(schema, name)
                    for index, token in enumerate(kind.known):
                        if kind.pattern is not None and not re.search(kind.pattern, token):
                            place = f"/$defs/{name}/x-known-values/{index}"
                            raise SchemaError(document.path, place, "does not match the pattern", "correct one of them")
                    self.sets[name] = SetType(name, schema["description"], kind)
            self._claim(document, "/title", roots[slug])
            if "oneOf" in document.content:
                self._union(document, roots[slug])
            else:
                self._object(document, "", roots[slug], document.content)
        self._shapes()
        self._collisions()
        self._rules()
        self._leaking_names(roots[RECORD])
        version_member = self._version_member(roots[RECORD])
        carriers = self._carriers(roots)
        self._textless_members(roots[RECORD])
        self._seeds()
        self.source.check_examples()
        return Contract(
            version=self.source.version,
            version_member=version_member,
            record=roots[RECORD],
            roots=roots,
            carriers=carriers,
            objects=self.objects,
            unions=self.unions,
            sets=self.sets,
            leaks=self.source.leaks,
            identifiers=self.source.identifiers,
            messages=self.source.messages,
            seeds=self.source.seeds,
            documents=self.source.texts(),
            schemas={slug: document.content for slug, document in documents.items()},
        )

    def _collisions(self) -> None:
        """Names that differ only in case are one name in a language of another style: `fooBar` and `fooBAR`."""
        spelt: dict[str, str] = {}
        for name, home in self.homes.items():
            other = spelt.setdefault(_flat(name), name)
            if other != name:
                path = self.source.folder / home
                raise SchemaError(path, f"/$defs/{name}", f"differs from {other!r} only in case", "rename one")
        for document, pointer, _, schema in self.pending:
            members: dict[str, str] = {}
            for name in schema["properties"]:
                place = f"{pointer}/properties/{name}"
                other = members.setdefault(_flat(name), name)
                if other != name:
                    raise SchemaError(document.path, place, f"differs from {other!r} only in case", "rename one")
                if _flat(name) in _RESERVED:
                    raise SchemaError(
                        document.path, place, "is a name that generated types need themselves", "rename it"
                    )

    def _claim(self, document: Document, pointer: str, name: str) -> None:
        """Type names are one namespace over all documents: targets put them side by side."""
        if name in self.homes:
            raise SchemaError(document.path, pointer, f"{name!r} is defined in {self.homes[name]} too", "rename one")
        self.homes[name] = document.path.name

    def _object(self, document: Document, pointer: str, name: str, schema: dict[str, Any]) -> None:
        properties = schema["properties"]
        required, writer_required = schema["required"], schema.get("x-writer-required", [])
        for keyword in ("required", "x-writer-required"):
            for index, member in enumerate(schema.get(keyword, [])):
                self._known(document, f"{pointer}/{keyword}/{index}", member, properties)
        members = []
        for key, content in properties.items():
            place = f"{pointer}/properties/{key}"
            kind, described = self._type(document, place, content)
            members.append(
                Member(key, described["title"], described["description"], kind, key in required, key in writer_required)
            )
        conditions = tuple(
            self._condition(
                document, f"{pointer}/allOf/{index}", condition, {member.name: member for member in members}
            )
            for index, condition in enumerate(schema.get("allOf", []))
        )
        self.objects[name] = ObjectType(name, schema["description"], tuple(members), conditions, ())
        self.pending.append((document, pointer, name, schema))

    def _union(self, document: Document, name: str) -> None:
        content = document.content
        tag = content["required"][0]
        if tag not in content["properties"]:
            raise SchemaError(document.path, "/required/0", f"{tag!r} is not described", "describe it in properties")
        branches = []
        for index, reference in enumerate(content["oneOf"]):
            found = self.source.resolve(document.slug, f"/oneOf/{index}", reference["$ref"])
            branch = self.objects.get(found.schema.get("title", ""))
            member = next((m for m in branch.members if m.name == tag and m.required), None) if branch else None
            if branch is None or member is None or not isinstance(member.type, StringType) or not member.type.const:
                raise SchemaError(
                    document.path, f"/oneOf/{index}", f"has no required constant {tag!r}", "give every branch one"
                )
            branches.append((member.type.const, branch.name))
        if [value for value, _ in branches] != content["properties"][tag]["enum"]:
            raise SchemaError(
                document.path, f"/properties/{tag}/enum", "differs from the branches' constants", "list them in order"
            )
        self.unions[name] = UnionType(name, content["description"], tag, tuple(branches))

    def _type(self, document: Document, pointer: str, schema: dict[str, Any]) -> tuple[ValueType, dict[str, Any]]:
        """The type that `schema` states, and the schema that describes it (the referred one for a reference)."""
        if "$ref" in schema:
            found = self.source.resolve(document.slug, pointer, schema["$ref"])
            target = found.schema
            if "oneOf" in target:
                raise SchemaError(
                    document.path, pointer, f"{target['title']} is one of several types", "refer to one of them"
                )
            if target["type"] == "object":
                return RefType(target["title"]), target
            return self._string(target, target["title"]), target
        kind = schema["type"]
        if kind == "string":
            return self._string(schema), schema
        if kind in ("integer", "number"):
            if schema.get("minimum", 0) > schema.get("maximum", schema.get("minimum", 0)):
                raise SchemaError(
                    document.path, f"{pointer}/minimum", "is above the maximum", "no number fits; correct one"
                )
            return NumberType(kind == "integer", schema.get("minimum"), schema.get("maximum")), schema
        if kind == "boolean":
            return BooleanType(), schema
        if kind == "array":
            items, _ = self._type(document, f"{pointer}/items", schema["items"])
            return ArrayType(items, schema.get("minItems", 0), schema.get("uniqueItems", False)), schema
        return FreeObjectType(), schema

    @staticmethod
    def _string(schema: dict[str, Any], name: str | None = None) -> StringType:
        return StringType(
            min_length=schema.get("minLength", 0),
            identifier=schema.get("x-identifier", False),
            const=schema.get("const"),
            values=tuple(schema.get("enum", ())),
            pattern=schema.get("pattern"),
            known=tuple(schema.get("x-known-values", ())),
            name=name,
        )

    def _condition(
        self, document: Document, pointer: str, schema: dict[str, Any], members: dict[str, Member]
    ) -> Condition:
        ((name, test),) = schema["if"]["properties"].items()
        if schema["if"]["required"] != [name]:
            raise SchemaError(
                document.path,
                f"{pointer}/if/required",
                f"must require {name!r} alone",
                "without it, a record that lacks the member meets a second, spurious finding",
            )
        self._known(document, f"{pointer}/if/properties/{escape(name)}", name, members)
        kind = members[name].type
        values = (test["const"],) if "const" in test else tuple(test["enum"])
        if not isinstance(kind, StringType) or not set(values) <= set(kind.values):
            raise SchemaError(
                document.path,
                f"{pointer}/if/properties/{escape(name)}",
                "tests a value that the member cannot have",
                "correct it",
            )
        required = tuple(schema["then"].get("required", ()))
        forbidden = tuple(schema["then"].get("properties", ()))
        for member in (*required, *forbidden):
            self._known(document, f"{pointer}/then", member, members)
        return Condition(name, values, required, forbidden)

    @staticmethod
    def _known(document: Document, pointer: str, name: str, members: Any) -> None:
        if name not in members:
            raise SchemaError(
                document.path, pointer, f"{name!r} is no member here", "describe it in properties, or correct it"
            )

    def _shapes(self) -> None:
        """No type holds itself, and none that stands in an array has rules: what targets rely on."""
        places = {name: (document, pointer) for document, pointer, name, _ in self.pending}
        ruled = {name for _, _, name, schema in self.pending if "x-rules" in schema}
        finished: set[str] = set()

        def visit(name: str, above: tuple[str, ...]) -> None:
            document, pointer = places[name]
            for member in self.objects[name].members:
                kind = member.type.items if isinstance(member.type, ArrayType) else member.type
                place = f"{pointer}/properties/{member.name}"
                if not isinstance(kind, RefType):
                    continue
                if kind.name in (*above, name):
                    raise SchemaError(document.path, place, f"{kind.name} holds itself", "a record has a fixed depth")
                if isinstance(member.type, ArrayType) and kind.name in ruled:
                    raise SchemaError(
                        document.path,
                        place,
                        f"{kind.name} has rules and stands in an array",
                        "state them on the outer type",
                    )
                if kind.name not in finished:
                    visit(kind.name, (*above, name))
            finished.add(name)

        for name in self.objects:
            visit(name, ())

    def _target(self, name: str, path: str) -> bool:
        """Whether a rule's pointer names a place in the type: a member, or a member of an object that a member holds."""
        kind: ValueType = RefType(name)
        for step in path.split("/")[1:]:
            members = self.objects[kind.name].members if isinstance(kind, RefType) else ()
            found = next((member.type for member in members if member.name == step), None)
            if found is None:
                return False
            kind = found
        return True

    def _rules(self) -> None:
        known: rules.Members = {
            name: {member.name: (member.type, member.required) for member in kind.members}
            for name, kind in self.objects.items()
        }
        texts: dict[str, dict[str, Any]] = {}
        for document, pointer, name, schema in self.pending:
            checked: list[Rule] = []
            for index, rule in enumerate(schema.get("x-rules", [])):
                place = f"{pointer}/x-rules/{index}"
                try:
                    tree = rules.parse(rule["expression"])
                    typed = rules.check(tree, name, known)
                except (rules.RuleSyntaxError, rules.RuleTypeError) as error:
                    raise SchemaError(
                        document.path, f"{place}/expression", f"{rule['id']}: {error}", "correct the expression"
                    ) from None
                # One rule may stand on several types, each with its own expression; what it says is one text.
                told = {key: value for key, value in rule.items() if key != "expression"}
                if texts.setdefault(rule["id"], told) != told:
                    raise SchemaError(
                        document.path, place, f"{rule['id']} stands elsewhere with another text", "rename one"
                    )
                if any(other.id == rule["id"] for other in checked):
                    raise SchemaError(document.path, f"{place}/id", f"{rule['id']} stands here twice", "remove one")
                if not self._target(name, rule["path"]):
                    raise SchemaError(
                        document.path, f"{place}/path", f"{rule['path']!r} is no place in {name}", "name a member of it"
                    )
                checked.append(Rule(tree=tree, typed=typed, **rule))
            old = self.objects[name]
            self.objects[name] = ObjectType(old.name, old.description, old.members, old.conditions, tuple(checked))

    def _leaking_names(self, record: str) -> None:
        """No member of the record has a name that the leak phase looks for: known names are exempt from it, wherever they stand."""
        leaks = self.source.leaks
        suffixes = tuple(leaks["credentialSuffixes"])
        places = {name: (document, pointer) for document, pointer, name, _ in self.pending}
        seen: set[str] = set()

        def visit(name: str) -> None:
            if name in seen:
                return
            seen.add(name)
            document, pointer = places[name]
            for member in self.objects[name].members:
                flat = _flat(member.name)
                what = ""
                if flat in leaks["credentialMembers"] or flat.endswith(suffixes):
                    what = "credentials"
                elif flat in leaks["contentMembers"]:
                    what = "request content"
                elif flat in leaks["messageMembers"]:
                    what = "free text on an attempt or a rejection"
                if what:
                    raise SchemaError(
                        document.path,
                        f"{pointer}/properties/{member.name}",
                        f"the leak phase reports this name, as one for {what}, which a record never holds",
                        f"choose another name, or take it from the lists of {self.source.folder / 'leaks.json'}",
                    )
                kind = member.type.items if isinstance(member.type, ArrayType) else member.type
                if isinstance(kind, RefType):
                    visit(kind.name)

        visit(record)

    def _version_member(self, record: str) -> str:
        """The member of the record that is the constant version."""
        for member in self.objects[record].members:
            if isinstance(member.type, StringType) and member.type.const == self.source.version and member.required:
                return member.name
        path = self.source.documents[RECORD].path
        reason = f"no required member has the constant {self.source.version!r}"
        raise SchemaError(path, "/properties", reason, "add the member that names the contract version")

    def _carriers(self, roots: Mapping[str, str]) -> tuple[Carrier, ...]:
        """The carriers in the order in which they are tried, as the record's `x-carriers` lists them."""
        found: list[Carrier] = []
        for slug, document in self.source.documents.items():
            if slug != RECORD and "x-carriers" in document.content:
                raise SchemaError(document.path, "/x-carriers", "only the record lists its carriers", "remove it")
        record = self.source.documents[RECORD]
        for index, entry in enumerate(record.content.get("x-carriers", ())):
            place = f"/x-carriers/{index}"
            slug = entry["document"].removesuffix(SUFFIX)
            if slug not in roots or slug == RECORD or any(one.slug == slug for one in found):
                raise SchemaError(
                    record.path, f"{place}/document", "is not another document of this version", "correct it"
                )
            name = roots[slug]
            branches = [kind for _, kind in self.unions[name].branches] if name in self.unions else [name]
            known = {member.name for kind in branches for member in self.objects[kind].members}
            for at, member in enumerate(entry["recognisedBy"]):
                self._known(record, f"{place}/recognisedBy/{at}", member, known)
            found.append(Carrier(slug, tuple(entry["recognisedBy"])))
        missing = sorted(set(roots) - {RECORD, *(one.slug for one in found)})
        if missing:
            raise SchemaError(record.path, "/x-carriers", f"{missing[0]} is missing", "list every other document")
        return tuple(found)

    def _textless_members(self, record: str) -> None:
        """The members below which free text is a leak are arrays of the record."""
        arrays = {member.name for member in self.objects[record].members if isinstance(member.type, ArrayType)}
        for index, name in enumerate(self.source.leaks["textlessMembers"]):
            if name not in arrays:
                path = self.source.folder / "leaks.json"
                raise SchemaError(
                    path, f"/textlessMembers/{index}", f"{name!r} is not an array of the record", "correct it"
                )

    def _seeds(self) -> None:
        """Every rule has a failing and a passing input; every finding that is no rule of a schema has its texts too."""
        path = self.source.folder / SEEDS
        ids = {rule.id for kind in self.objects.values() for rule in kind.rules}
        for id in sorted(ids - set(self.source.seeds)):
            raise SchemaError(path, "", f"{id} has no failing and passing input", "add them under its id")
        for id, seed in self.source.seeds.items():
            pointer = f"/{id.replace('/', '~1')}"
            if id not in ids and id.startswith(("rule/", "carrier/")):
                raise SchemaError(path, pointer, "no schema states this rule", "remove it")
            texts = ("failing", "passing") if id in ids else ("level", "title", "why", "remedy", "failing", "passing")
            if not isinstance(seed, dict) or not all(isinstance(seed.get(text), str) for text in texts):
                raise SchemaError(path, pointer, f"needs the strings {', '.join(texts)}", "write them")
            carriers = [slug for slug in self.source.documents if slug != RECORD]
            if "carrier" in seed and seed["carrier"] not in carriers:
                raise SchemaError(path, f"{pointer}/carrier", "is no carrier", f"name one of {', '.join(carriers)}")
