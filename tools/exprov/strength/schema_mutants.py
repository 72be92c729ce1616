"""Every keyword of the schemas at every place, made wrong: left out, wider, narrower, a value more or less.

Ids read `schema/execution-provenance#/properties/attemptCount/minimum:delete`: the document, the JSON Pointer of the
keyword, what happened to it. A mutant is an edit of the rendered schema phase, whose tables hold one line per member:
what the meta-schema would refuse can be made this way, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from exprov.contract.model import Condition, Contract, Member, ObjectType, UnionType
from exprov.contract.types import ArrayType, BooleanType, FreeObjectType, NumberType, RefType, StringType, ValueType
from exprov.strength.mutant import Apply, Mutant
from exprov.strength.subject import Subject
from exprov.targets.python.naming import constant, literal, literals, snake

VERSION_MEMBER = "schemaVersion"
# What mutated lines call, put before the first function of the schema phase.
_PRELUDE = '''
import re as _re


def anything(value, path, out):
    pass


def untyped(kind, check):
    """`check` without its type: a value of another type is not looked at."""
    return lambda value, path, out: check(value, path, out) if isinstance(value, kind) else None


def relabelled_type(check):
    """A number without its type: whatever is no number is not looked at, and a fraction is as good as an integer."""

    def judge(value, path, out):
        found = []
        check(value, path, found)
        out += [one for one in found if one.rule != "schema/type"]

    return judge


def nullable(check):
    return lambda value, path, out: None if value is None else check(value, path, out)


def relabelled(old, new, check):
    """`check` with findings of the rule `old` under the rule `new`."""

    def relabel(value, path, out):
        found = []
        check(value, path, found)
        out += [c.Finding(new if one.rule == old else one.rule, one.path, one.level, "") for one in found]

    return relabel


def token(pattern, known):
    shape = _re.compile(pattern[:-1] + r"\\Z" if pattern.endswith("$") else pattern)

    def check(value, path, out):
        if not isinstance(value, str):
            out.append(c.wrong_type(path, "a string", value))
        elif value not in known:
            if shape.search(value):
                out.append(c.Finding("schema/unknown-token", path, "writer", ""))
            else:
                out.append(c.Finding("schema/pattern", path, "reader", ""))

    return check


def folded(fold, known, check):
    """`check`, less strict: a string that is a known one after `fold` is taken for it."""
    forms = {fold(one) for one in known}
    return lambda value, path, out: None if isinstance(value, str) and fold(value) in forms else check(value, path, out)


def _apart(text):
    return text.replace("_", "").replace("-", "")


def closed_member(path, name, known, present, before):
    return c.Finding("schema/unknown-member", c.unknown_member(path, name, known, present, before).path, "reader", "")


'''
_IMPORT = "from . import _checks as c\n"
Edit = Callable[[str], str]


def mutants(contract: Contract) -> Iterator[Mutant]:
    """The mutants of every document, in the order of the schemas."""
    for slug, document in contract.schemas.items():
        for name, schema in document.get("$defs", {}).items():
            place = f"schema/{slug}#/$defs/{name}"
            if name in contract.objects:
                yield from _object(contract, place, contract.objects[name], schema)
            else:
                yield from _set(place, contract.sets[name].type, constant(name))
        name = contract.roots[slug]
        if name in contract.unions:
            yield from _union(f"schema/{slug}#", contract.unions[name])
        else:
            yield from _object(contract, f"schema/{slug}#", contract.objects[name], document)


def _edited(edit: Edit) -> Apply:
    """A subject whose schema phase is the edited text. An edit that changes nothing is an error of this module."""

    def apply(subject: Subject) -> None:
        source = edit(subject.schema_source)
        if source == subject.schema_source:
            raise AssertionError("the edit changes nothing in the rendered schema phase")
        subject.set_schema(source.replace(_IMPORT, _IMPORT + _PRELUDE, 1))

    return apply


# --- objects ----------------------------------------------------------------------------------------------------------


def _object(contract: Contract, place: str, kind: ObjectType, schema: Any) -> Iterator[Mutant]:
    function, table = snake(kind.name), constant(kind.name) + "_MEMBERS"

    def body(old: str, new: str) -> Apply:
        return _edited(lambda source: _in_function(source, function, lambda text: text.replace(old, new)))

    wrong_type = '        out.append(c.wrong_type(path, "an object", value))\n'
    yield Mutant(f"{place}/type:delete", body(wrong_type, ""))
    unknown = f"c.unknown_member(path, name, {table}, value, len(out))"
    yield Mutant(f"{place}:unknown members allowed", body(f"out.append({unknown})", "pass"))
    yield Mutant(
        f"{place}:unknown members forbidden", body(unknown, f"closed_member(path, name, {table}, value, len(out))")
    )
    for member in kind.members:
        # Where conditions ask for the same member there is a second such line, with a reason.
        missing = f"    if {literal(member.name)} not in value:\n        out.append(c.missing(path, {literal(member.name)}))\n"
        if member.required:
            yield Mutant(f"{place}/required:drop {member.name}", body(missing, ""))
        else:
            loop = "    for name, item in value.items():\n"
            yield Mutant(f"{place}/required:add {member.name}", body(loop, missing + loop))
    if _is_root(contract, kind.name):
        for member in kind.members:
            if member.writer_required:
                yield Mutant(f"{place}/x-writer-required:drop {member.name}", _asked(kind, member, asked=False))
            elif not member.required:
                yield Mutant(f"{place}/x-writer-required:add {member.name}", _asked(kind, member, asked=True))
    for member in kind.members:
        yield from _member(
            contract, f"{place}/properties/{member.name}", kind, member, schema["properties"][member.name]
        )
    for index, condition in enumerate(kind.conditions):
        yield from _condition(f"{place}/allOf/{index}", kind, condition)


def _member(contract: Contract, place: str, kind: ObjectType, member: Member, schema: Any) -> Iterator[Mutant]:
    line = re.compile(
        rf"(?<=^{constant(kind.name)}_MEMBERS: dict\[str, c\.Check\] = {{\n)(?P<before>(?:    .*\n)*?)"
        rf"    {re.escape(literal(member.name))}: (?P<code>.*),\n",
        re.MULTILINE,
    )

    def code(edit: Edit) -> Apply:
        def change(match: re.Match[str]) -> str:
            return f"{match['before']}    {literal(member.name)}: {edit(match['code'])},\n"

        return _edited(lambda source: line.sub(change, source, count=1))

    yield Mutant(f"{place}:delete", _edited(lambda source: line.sub(lambda match: match["before"], source, count=1)))
    # The rest of a reference to a set or an object stands, and is mutated, where that is defined.
    if "$ref" in schema:
        yield Mutant(f"{place}/$ref:delete", code(lambda _: "anything"))
        yield Mutant(f"{place}/$ref:or null", code(lambda old: f"nullable({old})"))
        return
    yield Mutant(f"{place}/type:or null", code(lambda old: f"nullable({old})"))
    if member.name == VERSION_MEMBER and isinstance(member.type, StringType) and member.type.const is not None:
        expected = member.type.const
        yield Mutant(f"{place}/type:delete", code(lambda old: f'relabelled("schema/type", "schema/const", {old})'))
        yield Mutant(f"{place}/const:delete", _version(contract, kind, code(lambda _: "c.string"), None))
        other = f"{expected}.0"
        yield Mutant(
            f"{place}/const:change", _version(contract, kind, code(lambda _: f"c.version({literal(other)})"), (other,))
        )
        either = f"lambda v, p, o: c.version({literal(expected)})(v, p, o) if v != {literal(other)} else None"
        yield Mutant(f"{place}/const:add {other}", _version(contract, kind, code(lambda _: either), (expected, other)))
        return
    for text, edit in _of_type(member.type):
        yield Mutant(f"{place}/{text}", code(edit))


def _of_type(kind: ValueType) -> Iterator[tuple[str, Edit]]:
    """What can be wrong in a type that is written out where it is used: keyword and change, and the edit of its code."""

    def becomes(new: str) -> Edit:
        return lambda _: new

    def swap(old: str, new: str) -> Edit:
        return lambda code: re.sub(rf"{old}(?=[,)])", new, code)

    match kind:
        case StringType(const=str(const)):
            yield "type:delete", lambda code: f'relabelled("schema/type", "schema/const", {code})'
            yield "const:delete", becomes("c.string")
            yield "const:change", becomes(f"c.constant({literal(const + 'x')})")
        case StringType(values=(_, *_) as values):
            yield from _of_enum(values)
        case StringType():
            yield "type:delete", lambda code: f"untyped(str, {code})"
            if kind.identifier:
                yield "x-identifier:delete", becomes(f"c.text({kind.min_length})")
            else:
                yield "x-identifier:add", becomes(f"c.identifier({kind.min_length})")
            make = "c.identifier" if kind.identifier else "c.text"
            if kind.min_length:
                yield "minLength:delete", becomes(f"{make}(0)")
                yield "minLength:narrow", becomes(f"{make}({kind.min_length + 1})")
            else:
                yield "minLength:add", becomes(f"{make}(1)")
        case NumberType():
            yield "type:delete", lambda code: f"relabelled_type({code})"
            other = not kind.integer
            yield (
                f"type:{'narrow to integer' if other else 'widen to number'}",
                swap(f"integer={kind.integer}", f"integer={other}"),
            )
            for keyword, value, wider in (("minimum", kind.minimum, -1), ("maximum", kind.maximum, 1)):
                if value is not None:
                    yield f"{keyword}:delete", swap(f"{keyword}={value}", f"{keyword}=None")
                    yield f"{keyword}:widen", swap(f"{keyword}={value}", f"{keyword}={value + wider}")
                    yield f"{keyword}:narrow", swap(f"{keyword}={value}", f"{keyword}={value - wider}")
        case BooleanType():
            yield "type:delete", becomes("anything")
        case ArrayType():
            yield "type:delete", lambda code: f"untyped(list, {code})"
            if kind.min_items:
                yield "minItems:delete", swap(f"min_items={kind.min_items}", "min_items=0")
                yield "minItems:narrow", swap(f"min_items={kind.min_items}", f"min_items={kind.min_items + 1}")
            else:
                yield "minItems:add", swap("min_items=0", "min_items=1")
            yield (
                f"uniqueItems:{'delete' if kind.unique else 'add'}",
                swap(f"unique={kind.unique}", f"unique={not kind.unique}"),
            )
            where = "items/$ref" if isinstance(kind.items, RefType) or getattr(kind.items, "name", None) else "items"
            yield (
                f"{where}:delete",
                lambda code: re.sub(r"^c\.array\(.*, min_items=", "c.array(anything, min_items=", code),
            )
            yield (
                f"{where}:or null",
                lambda code: re.sub(r"^c\.array\((.*), min_items=", r"c.array(nullable(\1), min_items=", code),
            )
        case FreeObjectType():
            yield "type:delete", becomes("anything")
            yield (
                "type:closed",
                becomes(
                    'lambda v, p, o: c.free_object(v, p, o) if not v else o.append(c.Finding("schema/unknown-member", p, "reader", ""))'
                ),
            )
        case RefType():
            return


def _of_enum(values: tuple[str, ...]) -> Iterator[tuple[str, Edit]]:
    yield "type:delete", lambda code: f'relabelled("schema/type", "schema/enum", {code})'
    yield "enum:delete", lambda _: "c.string"
    for value in values:
        rest = tuple(other for other in values if other != value)
        yield f"enum:drop {value}", lambda _, rest=rest: f"c.closed({literals(rest)})"  # type: ignore[misc]
    yield "enum:add unheard_of", lambda _: f"c.closed({literals((*values, 'unheard_of'))})"


def _condition(place: str, kind: ObjectType, condition: Condition) -> Iterator[Mutant]:
    function = snake(kind.name)
    test = f"c.one_of(value.get({literal(condition.member)}), {literals(condition.values)})"
    head = f"    if {test}:\n"

    def tested(new: str) -> Apply:
        return _edited(
            lambda source: _in_function(source, function, lambda text: text.replace(head, f"    if {new}:\n"))
        )

    yield Mutant(f"{place}:delete", tested("False"))
    yield Mutant(f"{place}/if:delete", tested("True"))
    present = f"{literal(condition.member)} in value"
    yield Mutant(f"{place}/if/required:delete", tested(f"not {present} or {test}"))
    keyword = "const" if len(condition.values) == 1 else "enum"
    yield Mutant(f"{place}/if/properties/{condition.member}/{keyword}:delete", tested(present))
    kind_of = kind.member(condition.member).type
    known = kind_of.values if isinstance(kind_of, StringType) else ()
    for value in known:
        if value in condition.values:
            values = tuple(other for other in condition.values if other != value)
        else:
            values = (*condition.values, value)
        change = "drop" if value in condition.values else "add"
        new = f"c.one_of(value.get({literal(condition.member)}), {literals(values)})" if values else "False"
        yield Mutant(f"{place}/if/properties/{condition.member}/{keyword}:{change} {value}", tested(new))
    for name in condition.required:
        lines = rf"        if {re.escape(literal(name))} not in value:\n            out\.append\(c\.missing\(.*, why=.*\)\)\n"
        yield Mutant(f"{place}/then/required:drop {name}", _edited(_without(function, head, lines)))
    for name in condition.forbidden:
        lines = rf"        if {re.escape(literal(name))} in value:\n            out\.append\(c\.forbidden\(.*\)\)\n"
        yield Mutant(f"{place}/then/properties/{name}:delete", _edited(_without(function, head, lines)))


def _without(function: str, head: str, lines: str) -> Edit:
    """Without `lines` below `head`, which get a statement that does nothing in their place."""
    pattern = re.compile(f"({re.escape(head)}(?:        .*\n)*?){lines}")
    return lambda source: _in_function(source, function, lambda text: pattern.sub(r"\1        pass\n", text, count=1))


def _in_function(source: str, name: str, edit: Edit) -> str:
    start = source.index(f"def {name}(value: object")
    end = source.index("\n\n\n", start)
    return source[:start] + edit(source[start:end] + "\n") + source[end + 1 :]


# --- sets and unions --------------------------------------------------------------------------------------------------


def _set(place: str, kind: StringType, name: str) -> Iterator[Mutant]:
    values = kind.values or kind.known
    keyword = "enum" if kind.values else "x-known-values"
    line = f"{name} = {literals(values)}\n"
    old = f"c.closed({name})" if kind.values else f"c.token({literal(kind.pattern or '')}, {name})"

    def uses(new: str) -> Apply:
        return _edited(lambda source: source.replace(old, new))

    def listed(new: tuple[str, ...]) -> Apply:
        return _edited(lambda source: source.replace(line, f"{name} = {literals(new)}\n"))

    yield Mutant(
        f"{place}/type:delete",
        uses(
            f'relabelled("schema/type", "schema/{"enum" if kind.values else "pattern"}", {old})'
            if kind.values
            else f"untyped(str, {old})"
        ),
    )
    yield Mutant(f"{place}/{keyword}:delete", uses("c.string") if kind.values else listed(()))
    for value in values:
        yield Mutant(f"{place}/{keyword}:drop {value}", listed(tuple(other for other in values if other != value)))
    if kind.values:
        yield Mutant(f"{place}/{keyword}:add the empty string", listed((*values, "")))
    other = next(text for text in ("unheard_of", "UnheardOf") if re.search(kind.pattern or "", text))
    yield Mutant(f"{place}/{keyword}:add {other}", listed((*values, other)))
    for text, fold in (("without case", "str.lower"), ("without _ and -", "_apart")):
        if text == "without case" or any("_" in value for value in values):
            yield Mutant(f"{place}/{keyword}:compared {text}", uses(f"folded({fold}, {name}, {old})"))
    if kind.pattern is not None:
        yield Mutant(f"{place}/pattern:delete", uses(f'token("", {name})'))
        for text, pattern in _patterns(kind.pattern):
            yield Mutant(f"{place}/pattern:{text}", uses(f"token({literal(pattern)}, {name})"))


def _patterns(pattern: str) -> Iterator[tuple[str, str]]:
    """Patterns that differ from `pattern` in one place."""
    if pattern.startswith("^"):
        yield "without ^", pattern[1:]
    if pattern.endswith("$"):
        yield "without $", pattern[:-1]
        yield "$ before a line feed", pattern[:-1] + "\n?$"
    for number, match in enumerate(re.finditer(r"\[([^\]]*)\]([*+?]?)", pattern)):
        parts = re.findall(r".-.|.", match[1])
        for part in parts:
            if len(parts) > 1:
                rest = "".join(other for other in parts if other != part)
                yield f"class {number} without {part}", pattern[: match.start(1)] + rest + pattern[match.end(1) :]
        for more in ("a-z", "A-Z", "0-9", "_", "-", " ", "."):
            if more not in parts:
                wider = match[1] + ("\\-" if more == "-" else more)
                yield (
                    f"class {number} with {'space' if more == ' ' else more}",
                    pattern[: match.start(1)] + wider + pattern[match.end(1) :],
                )
        # Nothing but ASCII: a letter of another script is none here.
        yield (
            f"class {number} with other letters",
            pattern[: match.start(1)] + match[1] + "\u00c0-\uffef" + pattern[match.end(1) :],
        )
        for other in {"*": "+?", "": "?*"}.get(match[2], ""):
            yield (
                f"class {number} repeated {other or 'once'}",
                pattern[: match.start(2)] + other + pattern[match.end(2) :],
            )


def _union(place: str, union: UnionType) -> Iterator[Mutant]:
    function, table, tag = snake(union.name), constant(union.name) + "_BRANCHES", literal(union.tag)

    def body(old: str, new: str) -> Apply:
        return _edited(lambda source: _in_function(source, function, lambda text: text.replace(old, new)))

    last = f'        c.closed(tuple({table}))(value[{tag}], f"{{path}}/{union.tag}", out)'
    relabelled = last.replace(
        f"c.closed(tuple({table}))", f'relabelled("schema/type", "schema/enum", c.closed(tuple({table})))'
    )
    yield Mutant(
        f"{place}/type:delete", body('        out.append(c.wrong_type(path, "an object", value))', "        pass")
    )
    yield Mutant(
        f"{place}/required:drop {union.tag}", body(f"        out.append(c.missing(path, {tag}))", "        pass")
    )
    yield Mutant(f"{place}/properties/{union.tag}/type:delete", body(last, relabelled))
    yield Mutant(
        f"{place}/properties/{union.tag}/type:or null", body(last, f"        if value[{tag}] is not None:\n    {last}")
    )
    yield Mutant(
        f"{place}/properties/{union.tag}/enum:delete",
        body(last, f"        if not isinstance(value[{tag}], str):\n    {last}"),
    )
    yield Mutant(f"{place}/properties/{union.tag}:delete", body(last, "        pass"))
    for index, (value, name) in enumerate(union.branches):
        entry = f"    {literal(value)}: {snake(name)},\n"

        def branch(new: str, entry: str = entry) -> Apply:
            return _edited(lambda source: source.replace(entry, new))

        yield Mutant(f"{place}/properties/{union.tag}/enum:drop {value}", branch(""))
        if index == 0:
            more = entry.replace(literal(value), literal("unheard_of"))
            yield Mutant(f"{place}/properties/{union.tag}/enum:add unheard_of", branch(entry + more))
        yield Mutant(f"{place}/oneOf/{index}:delete", branch(f"    {literal(value)}: anything,\n"))
        others = [other for _, other in union.branches if other != name]
        for other in others:
            yield Mutant(f"{place}/oneOf/{index}:judged as {other}", branch(f"    {literal(value)}: {snake(other)},\n"))


# --- what the validator does around the schema phase ------------------------------------------------------------------


def _is_root(contract: Contract, name: str) -> bool:
    branches = {branch for union in contract.unions.values() for _, branch in union.branches}
    return name in contract.roots.values() or name in branches


def _type_of(subject: Subject, value: Any, carrier: Any) -> str | None:
    """The name of the type that a whole document is judged by."""
    contract = subject.contract
    name = contract.roots[subject.validator._slug(value, carrier)]
    if name not in contract.unions:
        return name
    tag = value.get(contract.unions[name].tag) if isinstance(value, dict) else None
    return next((branch for token, branch in contract.unions[name].branches if token == tag), None)


def _asked(kind: ObjectType, member: Member, *, asked: bool) -> Apply:
    """A member that writers are asked for, or are not, whatever the schema says."""

    def apply(subject: Subject) -> None:
        judge_value, missing = subject.validator.judge_value, subject.checks.missing("", member.name, "writer")

        def judge_asked(value: Any, carrier: Any) -> list[Any]:
            findings: list[Any] = judge_value(value, carrier)
            if not isinstance(value, dict) or member.name in value or _type_of(subject, value, carrier) != kind.name:
                return findings
            if subject.validator._is_unknown_version(value):
                return findings
            others = [
                one for one in findings if (one.rule, one.path, one.level) != (missing.rule, missing.path, "writer")
            ]
            return [*others, missing] if asked else others

        subject.set(subject.validator, "judge_value", judge_asked)

    return apply


def _version(contract: Contract, kind: ObjectType, edit: Apply, accepted: tuple[str, ...] | None) -> Apply:
    """A version check of one type that accepts other versions (any, for None): the validator looks at it first of all."""

    def apply(subject: Subject) -> None:
        edit(subject)
        validator = subject.validator
        judge_value, is_unknown_version = validator.judge_value, validator._is_unknown_version
        top: list[Any] = []

        def judge_noted(value: Any, carrier: Any) -> Any:
            top[:] = [value, _type_of(subject, value, carrier)]
            return judge_value(value, carrier)

        def is_unknown(value: dict[str, Any]) -> Any:
            name = top[1] if value is top[0] else contract.record
            if name != kind.name:
                return is_unknown_version(value)
            version = value.get(VERSION_MEMBER)
            return isinstance(version, str) and accepted is not None and version not in accepted

        original = validator._checks.version

        def version(expected: str) -> Any:
            # The finding of the unknown version itself, which the validator words with the one that it knows.
            return original("") if accepted is not None else original(expected)

        subject.set(validator, "judge_value", judge_noted)
        subject.set(validator, "_is_unknown_version", is_unknown)
        subject.set(validator._checks, "version", version)

    return apply
