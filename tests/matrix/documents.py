"""Documents of the synthetic contract: each construct at each place, right and wrong, with what has to be found.

What is wrong with a value follows from how the value was made. Which rules hold is asked of a CEL evaluator.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from matrix.contract import CONSTRUCTS, VARIANTS, Fault, Json, example
from oracles import broken_rules, contents_of

Found = tuple[str, str, str]


class Document(NamedTuple):
    """A text, the slug of what it is, and the findings to expect: (rule, path, level)."""

    name: str
    slug: str
    text: str
    findings: frozenset[Found] = frozenset()

    @property
    def is_variant(self) -> bool:
        """Whether it is one of the documents that differ in the rules that hold."""
        return ": variant " in self.name

    @property
    def is_schema_valid(self) -> bool:
        return not any(rule.startswith("schema/") and level == "reader" for rule, _, level in self.findings)


@dataclass(frozen=True)
class Place:
    """An object with every construct, by its path in a valid document.

    rules: whether it has rules. again: whether its type has another place, too, where each construct is wrong once.
    awkward: further optional members.
    """

    name: str
    slug: str
    path: str
    base: Json = field(repr=False)
    rules: bool = True
    again: bool = False
    awkward: dict[str, Json] = field(default_factory=dict, repr=False)

    def document(self, name: str, edit: dict[str, Json], *found: Found) -> Document:
        """The document with members of the object set, or removed where the value is `...`; paths of `found` are below it."""
        document = json.loads(json.dumps(self.base))
        target = document
        for step in self.path.split("/")[1:]:
            target = target[int(step)] if isinstance(target, list) else target[step]
        for member, value in edit.items():
            target[member] = value
            if value is ...:
                del target[member]
        below = frozenset((rule, self.path + path, level) for rule, path, level in found)
        return Document(f"{self.name}: {name}", self.slug, json.dumps(document), below)


def places(contents: Json) -> list[Place]:
    """Every kind of object."""
    schemas = {name.removesuffix(".schema.json"): schema for name, schema in contents.items()}
    trace = example(schemas["execution-provenance"]) | {"plainIfAny": "x"}
    envelope = example(schemas["envelope"]) | {"ofThreeIfAny": "abc", "trace": trace}
    branches = schemas["ending"]["$defs"]
    types, words = (example(schemas["execution-provenance"]["$defs"][name]) for name in ("Types", "Words"))
    awkward = {"typesIfAny": types, "wordsIfAny": words}
    every = {"everyIfAny": example(schemas["envelope"]["$defs"]["EveryWord"])}
    done = example(branches["Done"]) | {"ofThreeIfAny": "abc", "trace": trace}
    failed = example(branches["Failed"]) | {"problem": envelope}
    return [
        Place("record", "execution-provenance", "", trace, awkward=awkward),
        Place("nested object", "execution-provenance", "/inner", trace),
        Place("array element", "execution-provenance", "/elements/0", trace, rules=False),
        Place("carrier", "envelope", "", envelope, awkward=awkward | every),
        Place("carried record", "envelope", "/trace", envelope, again=True),
        Place("first branch", "ending", "", done),
        Place("second branch", "ending", "", failed),
        Place("carrier in a branch", "ending", "/problem", failed, again=True),
    ]


def _wrong(place: Place) -> Iterator[Document]:
    """Each construct with each of its wrong values, absent, null, and of another type."""
    for one in CONSTRUCTS[:3] if place.again else CONSTRUCTS:
        other: Json = 5 if isinstance(one.good, str | list | dict) else "x"
        faults = (Fault(None, "schema/type"), Fault(other, "schema/type"), *one.faults)
        for member, some in ((one.name, faults), (f"{one.name}IfAny", faults[-2:])):
            for fault in some:
                found = (fault.rule, f"/{member}{fault.below}", fault.level)
                yield place.document(f"{member} is {fault.value!a}", {member: fault.value}, found)
        yield place.document(f"{one.name} is absent", {one.name: ...}, ("schema/required", f"/{one.name}", "reader"))


def _conditions(place: Place) -> Iterator[Document]:
    for edit, rule, path in (
        ({"mode": "on"}, "schema/required", "/since"),
        ({"mode": "on", "since": "x", "barred": False}, "schema/forbidden", "/barred"),
        ({"mode": "off", "since": "x"}, "schema/forbidden", "/since"),
        ({"mode": "idle", "since": "x"}, "schema/forbidden", "/since"),
        ({"closedNamed": "green"}, "schema/required", "/mode"),
    ):
        yield place.document(f"condition with {edit}", edit, (rule, path, "reader"))
    for edit in ({"mode": "on", "since": "x"}, {"mode": "idle", "barred": True}, {"closedNamed": "red", "mode": "off"}):
        yield place.document(f"condition with {edit}", edit)


def _more(place: Place) -> Iterator[Document]:
    """Versions, unknown members, what a writer must write, and every construct given."""
    yield place.document("another version", {"version": "2.0"}, ("schema/unknown-version", "/version", "reader"))
    # All below is of that version, too.
    edit = {"version": "9", "whole": "x", "leaf": ..., "unheard": 1}
    yield place.document("another version, and more", edit, ("schema/unknown-version", "/version", "reader"))
    yield place.document("a version that is a number", {"version": 1.0}, ("schema/type", "/version", "reader"))
    yield place.document("an unknown member", {"unheard": {"of": 1}}, ("schema/unknown-member", "/unheard", "writer"))
    yield place.document("a name that is nearly known", {"Whole": 1}, ("schema/unknown-member", "/Whole", "writer"))
    every = {f"{one.name}IfAny": one.good for one in CONSTRUCTS}
    yield place.document("every optional member", {"version": "1.0", **every, "plainIfAny": "x", **place.awkward})
    for name in ("plainIfAny", "ofThreeIfAny"):
        if place.path == "" and name in place.base:
            yield place.document(f"{name} is absent", {name: ...}, ("schema/required", f"/{name}", "writer"))
    for secret, rule in (("apiKey", "leak/credential-member"), ("prompt", "leak/content-member")):
        is_record = place.slug == "execution-provenance" or "/trace" in place.path
        found = [(rule, f"/free/any/{secret}", "writer")] if is_record else []
        yield place.document(f"{secret} in a free object", {"free": {"any": {secret: "x"}}}, *found)


def documents(schemas: Path) -> list[Document]:
    """All documents, those first whose findings are known; the rest are valid by the schema, and differ in what rules hold."""
    contents = contents_of(schemas / "1.0")
    every = places(contents)
    found = [one for place in every for one in (*_wrong(place), *_conditions(place), *_more(place))]
    ending = every[-1]
    for tag, rule in (("other", "schema/enum"), (1, "schema/type"), (None, "schema/type"), (..., "schema/required")):
        found.append(
            Place("union", "ending", "", ending.base).document(
                f"tag {tag}", {"ending": tag}, (rule, "/ending", "reader")
            )
        )
    for place in every:
        for number, edit in enumerate(VARIANTS if place.rules else ()):
            one = place.document(f"variant {number}", edit)
            broken = broken_rules(json.loads(one.text), one.slug, contents)
            found.append(one._replace(findings=frozenset((rule, path, "reader") for rule, path in broken)))
    return found


TYPES = {"execution-provenance": "Trace", "envelope": "Envelope", "ending": "Ending"}


def disagreements(command: list[str | Path], every: list[Document], env: dict[str, str] | None = None) -> list[str]:
    """The first ten differences between what is expected of the documents and what a program over a package reports.

    The program reads a JSON array a line: slug, type and text. A line that it writes has the `findings`, the verdicts at
    level `writer` and `reader`, and, of a document that can be read, whether it is the same when written `again`.
    """
    lines = "".join(json.dumps([one.slug, TYPES[one.slug], one.text]) + "\n" for one in every)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, env=env)
    assert (done.returncode, done.stderr) == (0, "")
    found = []
    for one, line in zip(every, done.stdout.splitlines(), strict=True):
        outcome = json.loads(line)
        expected: dict[str, Json] = {
            "findings": sorted(map(list, one.findings)),
            "writer": not one.findings,
            "reader": all(level != "reader" for _, _, level in one.findings),
        }
        expected |= {"again": True} if one.is_schema_valid else {}
        if outcome | {"findings": sorted(outcome["findings"])} != expected:
            found.append(f"{one.name}: expected {expected}, and got {outcome}")
    return found[:10]
