"""A contract that uses everything that the meta-schema allows, on every kind of object, under every awkward name."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any, NamedTuple

from samples import SCHEMAS

BASE = "https://execution-provenance.dev/schemas/1.0"
RECORD = "execution-provenance.schema.json"
Json = Any


class Fault(NamedTuple):
    """A wrong value of a construct, and its finding: rule, where below the member, level."""

    value: Json
    rule: str
    below: str = ""
    level: str = "reader"


class Construct(NamedTuple):
    """A way to describe a member, a right value and wrong ones. `null` and a value of another type are wrong of all."""

    name: str
    schema: dict[str, Json]
    good: Json
    faults: tuple[Fault, ...] = ()


LEAF = {"id": "a", "rank": 0}
NUL = "a\u0000b"
CONSTRUCTS = (
    Construct("constant", {"type": "string", "const": "fixed"}, "fixed", (Fault("Fixed", "schema/const"),)),
    Construct("closedInline", {"type": "string", "enum": ["one", "two"]}, "one", (Fault("three", "schema/enum"),)),
    Construct("closedNamed", {"$ref": f"{RECORD}#/$defs/Colour"}, "red", (Fault("blue", "schema/enum"),)),
    Construct("openInline", {"type": "string", "pattern": "^[a-z][a-z_]*$", "x-known-values": ["known"]}, "known",
              (Fault("a b", "schema/pattern"), Fault("strange", "schema/unknown-token", "", "writer"))),
    Construct("openNamed", {"$ref": f"{RECORD}#/$defs/Token"}, "first",
              (Fault("First", "schema/pattern"), Fault("strange", "schema/unknown-token", "", "writer"))),
    Construct("plain", {"type": "string"}, ""),
    Construct("ofThree", {"type": "string", "minLength": 3}, "abc",
              (Fault("ab", "schema/minLength"), Fault("\U0001f600\U0001f600", "schema/minLength"))),
    Construct("identifier", {"type": "string", "minLength": 1, "x-identifier": True}, "id",
              (Fault("", "schema/minLength"), Fault(NUL, "schema/identifier-text", "", "writer"))),
    Construct("anyIdentifier", {"type": "string", "x-identifier": True}, "id",
              (Fault(NUL, "schema/identifier-text", "", "writer"),)),
    Construct("whole", {"type": "integer"}, 7, (Fault(1.5, "schema/type"),)),
    Construct("fromZero", {"type": "integer", "minimum": 0}, 7, (Fault(-1, "schema/minimum"),)),
    Construct("toZero", {"type": "integer", "maximum": 0}, -7, (Fault(1, "schema/maximum"),)),
    Construct("bounded", {"type": "integer", "minimum": -2, "maximum": 9}, 5,
              (Fault(-3, "schema/minimum"), Fault(10, "schema/maximum"), Fault(0.5, "schema/type"))),
    Construct("ratio", {"type": "number"}, 1.5),
    Construct("share", {"type": "number", "minimum": -1, "maximum": 1}, 0.5,
              (Fault(-1.25, "schema/minimum"), Fault(1.25, "schema/maximum"))),
    Construct("flag", {"type": "boolean"}, True, (Fault(1, "schema/type"),)),
    Construct("colours", {"type": "array", "items": {"$ref": f"{RECORD}#/$defs/Colour"}}, ["red", "red"],
              (Fault(["red", "blue"], "schema/enum", "/1"), Fault([1], "schema/type", "/0"))),
    Construct("tokens", {"type": "array", "items": {"$ref": f"{RECORD}#/$defs/Token"}}, ["first"],
              (Fault(["first", "First"], "schema/pattern", "/1"),
               Fault(["first", "strange"], "schema/unknown-token", "/1", "writer"))),
    Construct("leaves", {"type": "array", "items": {"$ref": f"{RECORD}#/$defs/Leaf"}}, [LEAF],
              (Fault([LEAF, {"rank": 0}], "schema/required", "/1/id"), Fault([[]], "schema/type", "/0"))),
    Construct("two", {"type": "array", "items": {"$ref": f"{RECORD}#/$defs/Colour"}, "minItems": 2}, ["red", "green"],
              (Fault(["red"], "schema/minItems"),)),
    Construct("each", {"type": "array", "items": {"$ref": f"{RECORD}#/$defs/Token"}, "uniqueItems": True}, ["first", "second"],
              (Fault(["first", "first"], "schema/uniqueItems"),)),
    Construct("eachLeaf", {"type": "array", "items": {"$ref": f"{RECORD}#/$defs/Leaf"}, "uniqueItems": True, "minItems": 1}, [LEAF],
              (Fault([LEAF, {"rank": 0, "id": "a"}], "schema/uniqueItems"), Fault([], "schema/minItems"))),
    Construct("leaf", {"$ref": f"{RECORD}#/$defs/Leaf"}, LEAF,
              (Fault({"rank": 0}, "schema/required", "/id"), Fault({"id": "a", "rank": 10}, "schema/maximum", "/rank"))),
    Construct("free", {"type": "object"}, {"any": [1, {"thing": None}]}),
)  # fmt: skip

# Names that some language, its library or the generated code needs itself. Members are written in camelCase, types in Pascal.
WORDS, TYPES = map(str.split, Path(__file__).with_name("names.txt").read_text("utf-8").split("\n\n"))

# Each node of the rule language, over members that every object with rules has: (id, expression, path).
RULES = (
    ("absent-or-x", '!has(this.plainIfAny) || this.plainIfAny == "x"', "/plainIfAny"),
    ("flag-says", "this.flag == (this.bounded > 1)", "/flag"),
    ("whole-is-more", "this.whole >= this.bounded", ""),
    ("ratio-is-less", "this.ratio < 3 && this.ratio != -1", "/ratio"),
    ("share-of-ratio", "this.share <= this.ratio || this.whole == this.ratio", "/share"),
    ("plain-in-list", 'this.plain in ["", "x", "\u00e9\U0001f600"]', "/plain"),
    ("colour-in-colours", "this.closedNamed in this.colours", "/closedNamed"),
    ("colour-in-literal", '["red", "green"].exists_one(c, c == this.closedNamed) && this.closedInline in ["one"]', ""),
    ("first-leaf", 'size(this.leaves) > 0 && this.leaves[0].id != "z"', "/leaves"),
    ("last-leaf", "size(this.leaves) == 0 || this.leaves[size(this.leaves) - 1].rank < 9", "/leaves"),
    ("second-of-two", 'this.two[1] != "red" || size(this.two) >= 3 && this.two[size(this.two) - 2] == "red"', "/two"),
    ("size-of-text", "size(this.plain) < 2", "/plain"),
    ("sum-of-sizes", "size(this.colours) + 1 - size(this.leaves) <= 2", "/colours"),
    ("either-way", 'this.flag ? this.plain != "y" : this.plain == "y"', "/plain"),
    ("chosen-text", '(this.flag ? this.plain : this.identifier) != "q"', "/identifier"),
    ("chosen-leaf", "has(this.leafIfAny) ? (this.flag ? this.leaf : this.leafIfAny).rank < 5 : !this.flag || this.flag", ""),
    ("every-rank", "this.leaves.all(leaf, leaf.rank >= 0 && (leaf.rank < 5 || has(leaf.memo)))", "/leaves"),
    ("no-memo", '!this.leaves.exists(leaf, has(leaf.memo) && leaf.memo == "bad")', "/leaves"),
    ("one-a", 'this.leaves.exists_one(leaf, leaf.id == "a")', "/leaves"),
    ("filter-in-all", "this.leaves.all(a, size(this.leaves.filter(b, b.id == a.id)) == 1)", "/leaves"),
    ("mapped-id", '"a" in this.leaves.map(leaf, leaf.id)', "/leaves"),
    ("mapped-rank", "!this.leaves.map(leaf, leaf.rank).exists(rank, rank > 7)", "/leaves"),
    ("mapped-flag", "this.leaves.map(leaf, leaf.rank == 0).exists(zero, zero)", "/leaves"),
    ("filtered", "this.leaves.filter(leaf, leaf.rank > 0).all(leaf, has(leaf.memo))", "/leaves"),
    ("distinct", "this.leaves.all(a, this.leaves.exists_one(b, b.id == a.id))", "/leaves"),
    ("disjoint", "this.leaves.all(a, !this.eachLeaf.exists(b, a.id == b.id)) || size(this.leaves) == 1", "/eachLeaf"),
    ("joined-by-rank", "this.leaves.all(a, this.eachLeaf.exists(b, a.rank == b.rank))", "/eachLeaf"),
    ("same-leaf", "!has(this.leafIfAny) || this.leaf == this.leafIfAny", "/leafIfAny"),
    ("leaf-in-leaves", "this.leaf in this.leaves || this.leaf == this.eachLeaf[0]", "/leaf"),
    ("inside-leaf", '!(has(this.leaf.memo) && this.leaf.memo == "bad")', "/leaf/memo"),
    ("free-is-there", "has(this.freeIfAny) || this.flag", "/freeIfAny"),
    *(
        (f"variable-{word.lower()}", f'this.leaves.all({word}, {word}.id != "{word}")', "/leaves")
        for word in ("class", "self", "fn", "lambda", "func", "len", "size", "match", "type", "data", "value", "item")
    ),
)  # fmt: skip
# Edits of an object, valid by the schema, that make each rule false and true.
VARIANTS: tuple[dict[str, Json], ...] = (
    {},
    {"plainIfAny": "x", "closedInline": "two", "whole": -100, "ratio": -1, "freeIfAny": {}},
    {"plainIfAny": "y", "flag": False, "plain": "y", "closedNamed": "green", "mode": "off"},
    {"flag": False, "bounded": 1, "plain": "\u00e9\U0001f600", "ratio": 3, "share": -1, "freeIfAny": {"a": 1}},
    {"ratio": 0.25, "whole": 2**60, "plain": "\U0001f600"},
    {"ratio": 7.0, "whole": 7, "share": 1, "identifier": "q", "flag": False},
    {"leaves": [], "colours": [], "two": ["red", "red", "green"]},
    {"leaves": [], "colours": ["green", "green"], "two": ["green", "red"]},
    {"leaves": [LEAF, {"id": "b", "rank": 9}], "two": ["red", "red"]},
    {"leaves": [LEAF, {"id": "a", "rank": 6, "memo": "fine"}], "leafIfAny": LEAF},
    {"leaves": [{"id": "z", "rank": 8, "memo": "bad"}, {"id": "b", "rank": 1}], "leaf": {"id": "c", "rank": 9, "memo": "bad"}},
    {"leafIfAny": {"id": "a", "rank": 7}, "flag": False, "leaf": {"id": "a", "rank": 0, "memo": "fine"}},
    {"leaf": {"id": "a", "rank": 9, "of": {"x": [1]}}, "leafIfAny": {"of": {"x": [1.0]}, "rank": 9, "id": "a"}},
    {"eachLeaf": [{"id": "b", "rank": 3}], "leaves": [{"id": "b", "rank": 3}, {"id": "c", "rank": 3}]},
    {"leaves": [{"id": word, "rank": 0} for word in ("class", "self", "fn", "lambda", "func", "len")]},
    {"leaves": [{"id": word, "rank": 0} for word in ("size", "match", "type", "data", "value", "item")]},
)  # fmt: skip


TABLES = {name: json.loads((SCHEMAS / "1.0" / name).read_text("utf-8")) for name in ("leaks.json", "messages.json")}
LEAKING = {name for key in ("contentMembers", "messageMembers") for name in TABLES["leaks.json"][key]}
HARMLESS = [word for word in WORDS if word.lower() not in LEAKING]
TYPE_MEMBERS = {name: f"{name[0].lower()}{name[1:]}IfAny" for name in TYPES}


def described(schema: Json, example: Json, **more: Json) -> Json:
    if "$ref" in schema:
        return schema
    return {"title": "A title", "description": "A description.", **schema, "examples": [example], **more}


def named(name: str) -> Json:
    return {"$ref": f"{RECORD}#/$defs/{name}"}


def simple(title: str, properties: dict[str, Json], example: Json, **more: Json) -> Json:
    """An object; the members that the example has are required."""
    required = [name for name in properties if name in example]
    return described({"type": "object", "required": required, "properties": properties}, example, title=title, **more)


def everything(title: str, more: dict[str, tuple[Json, Json]], *, rules: bool = True, **keywords: Json) -> Json:
    """An object with every construct, required and optional, a version, conditions and rules.

    `more` are further members with their values; those whose names end with IfAny are optional.
    """
    properties = {"version": described({"type": "string", "const": "1.0"}, "1.0")}
    for one in CONSTRUCTS:
        properties[one.name] = described(one.schema, one.good)
        properties[f"{one.name}IfAny"] = described(one.schema, one.good)
    properties |= {name: described(schema, value) for name, (schema, value) in (CONDITIONAL | more).items()}
    example = {one.name: one.good for one in CONSTRUCTS} | {
        name: value for name, (_, value) in more.items() if not name.endswith("IfAny")
    }
    conditions = [
        {"if": {"required": [name], "properties": {name: test}}, "then": then} for name, test, then in CONDITIONS
    ]
    texts = {"message": "A rule", "why": "A reason.", "remedy": "Do it."}
    stated = [{"id": f"rule/{id}", "expression": expression, "path": path, **texts} for id, expression, path in RULES]
    return simple(title, properties, example, allOf=conditions, **({"x-rules": stated} if rules else {}), **keywords)


CONDITIONAL: dict[str, tuple[Json, Json]] = {
    "mode": ({"type": "string", "enum": ["on", "off", "idle"]}, "on"),
    "since": ({"type": "string"}, "x"),
    "barred": ({"type": "boolean"}, True),
}
CONDITIONS: tuple[tuple[str, Json, Json], ...] = (
    ("mode", {"const": "on"}, {"required": ["since"], "properties": {"barred": False}}),
    ("mode", {"enum": ["off", "idle"]}, {"properties": {"since": False}}),
    ("closedNamed", {"const": "green"}, {"required": ["mode"]}),
)
LEAF_MEMBERS = {
    "id": described({"type": "string"}, "a"),
    "rank": described({"type": "integer", "minimum": 0, "maximum": 9}, 0),
    "memo": described({"type": "string"}, "x"),
    "of": described({"type": "object"}, {}),
}


def _types() -> dict[str, Json]:
    """A third of the awkward names are objects, a third closed sets and a third open sets."""
    closed = {"type": "string", "enum": ["a", "None", "self", "1", ""]}
    opened = {"type": "string", "pattern": "^[a-z][a-z-]*$", "x-known-values": ["a", "self"]}
    found = {name: simple(name, {"is": described({"type": "string"}, "x")}, {"is": "x"}) for name in TYPES[::3]}
    found |= {name: described(closed, "a", title=name) for name in TYPES[1::3]}
    return found | {name: described(opened, "a", title=name) for name in TYPES[2::3]}


def _words(title: str, words: list[str]) -> Json:
    return simple(title, {word: described({"type": "string"}, "x") for word in words}, dict.fromkeys(words, "x"))


def example(schema: Json) -> Json:
    return schema["examples"][0]


def files() -> dict[str, Json]:
    """The schemas and tables of the contract, by their names."""
    types = _types()
    awkward = {name: {"is": "x"} if types[name]["type"] == "object" else "a" for name in TYPES}
    of_types = simple("Types", {TYPE_MEMBERS[name]: named(name) for name in TYPES}, {})
    of_types["required"] = [*TYPE_MEMBERS.values()]
    of_types["examples"] = [{TYPE_MEMBERS[name]: value for name, value in awkward.items()}]
    element = everything("Element", {}, rules=False)
    elements = {"elements": ({"type": "array", "items": named("Element")}, [example(element)])}
    inner = everything("Inner", elements)
    words = _words("Words", HARMLESS)
    inner_too = elements | {"inner": (named("Inner"), example(inner))}
    awkward_too = {"wordsIfAny": (named("Words"), example(words)), "typesIfAny": (named("Types"), example(of_types))}
    version = {"version": ({"type": "string", "const": "1.0"}, "1.0")}
    trace = everything("Trace", version | inner_too | awkward_too, **{"x-writer-required": ["plainIfAny"]})
    of_trace = {"trace": ({"$ref": RECORD}, example(trace))}
    every_word = _words("EveryWord", WORDS)
    envelope = everything(
        "Envelope",
        of_trace | awkward_too | {"everyIfAny": ({"$ref": "#/$defs/EveryWord"}, example(every_word))},
        **{"x-writer-required": ["ofThreeIfAny"], "$defs": {"EveryWord": every_word}},
    )
    outcome = {value: {"ending": ({"type": "string", "const": value}, value)} for value in ("done", "failed")}
    done = everything("Done", outcome["done"] | of_trace, **{"x-writer-required": ["ofThreeIfAny"]})
    problem = ({"$ref": "envelope.schema.json"}, example(envelope))
    failed = everything("Failed", outcome["failed"] | {"problem": problem})
    ending = {
        **described({"type": "object", "required": ["ending"]}, example(done), title="Ending"),
        "properties": {"ending": described({"type": "string", "enum": ["done", "failed"]}, "done")},
        "oneOf": [{"$ref": "#/$defs/Done"}, {"$ref": "#/$defs/Failed"}],
        "$defs": {"Done": done, "Failed": failed},
    }
    trace["x-carriers"] = [
        {"document": "ending.schema.json", "recognisedBy": ["ending"]},
        {"document": "envelope.schema.json", "recognisedBy": ["everyIfAny", "trace"]},
    ]
    colour = described({"type": "string", "enum": ["red", "green"]}, "red", title="Colour")
    token = {"type": "string", "pattern": "^[a-z][a-z]*$", "x-known-values": ["first", "second"]}
    trace["$defs"] = types | {
        "Colour": colour,
        "Token": described(token, "first", title="Token"),
        "Leaf": simple("Leaf", LEAF_MEMBERS, LEAF),
        **{one["title"]: one for one in (words, of_types, element, inner)},
    }
    seeds = {f"rule/{id}": {"failing": "", "passing": ""} for id, _, _ in RULES}
    documents = {RECORD: trace, "envelope.schema.json": envelope, "ending.schema.json": ending}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {
        **{name: {**head, "$id": f"{BASE}/{name}", **schema} for name, schema in documents.items()},
        "leaks.json": TABLES["leaks.json"] | {"textlessMembers": ["elements"]},
        "messages.json": TABLES["messages.json"],
        "identifiers.json": json.loads((SCHEMAS / "1.0" / "identifiers.json").read_text("utf-8")),
        "seeds/findings.json": seeds | SEEDS,
    }


_KEPT = json.loads((SCHEMAS / "1.0" / "seeds" / "findings.json").read_text("utf-8"))
SEEDS = {id: seed | {"carrier": "envelope"} for id, seed in _KEPT.items() if not id.startswith(("rule/", "carrier/"))}


def write(folder: Path) -> Path:
    """Write the contract below `folder`, with the real meta-schemas; return the directory of schemas."""
    shutil.copytree(SCHEMAS / "meta", folder / "meta")
    for name, content in files().items():
        path = folder / "1.0" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content, indent=2), "utf-8")
    return folder
