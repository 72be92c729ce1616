"""Render `contract.rs`: the program as constant tables, with its rules as native functions."""

from __future__ import annotations

from collections.abc import Iterable

from exprov.program.model import (
    Array,
    Boolean,
    Check,
    Choice,
    Constant,
    Document,
    Free,
    Number,
    Object,
    Program,
    Ref,
    SetRef,
    Text,
    Token,
    Version,
)
from exprov.targets.common.naming import constant
from exprov.targets.rust.expressions import RustPrinter
from exprov.targets.rust.naming import literal, module, static, texts, variant

_USES = """//! The contract: what every document must be, as tables for the runtime.
#![allow(unused_imports, reason = "not every contract needs all of them")]
#![allow(clippy::redundant_closure_for_method_calls, clippy::nonminimal_bool, clippy::map_all_any_identity, reason = "rules are printed as written")]

use crate::catalogue::Rule as Id;
use crate::document::Value;
use crate::equality::same;
use crate::logic::{characters, compare, disjoint, distinct, element, size};
use crate::reader::Limits;
use crate::tables::{
    Check, Condition, Document, Identifiers, Leaks, Member, Object, Recognition, Redacted, Root, Rule, ValuePattern,
};
"""


def render(program: Program) -> str:
    parts = [
        _USES,
        f"/// The version of the contract.\npub const CONTRACT_VERSION: &str = {literal(program.version)};\n",
    ]
    parts += [f"const {_set(one.name)}: Check = {_check(one.check)};\n" for one in program.sets]
    parts += [_slots(one) for one in program.objects]
    ids = variant.distinct(one.id for one in program.findings)
    parts += [_object(program, one, ids) for one in program.objects]
    parts += [_document(program, one) for one in program.documents]
    parts += [_carriers(program), _leaks(program)]
    identifiers = program.identifiers
    parts.append(
        "pub(crate) static IDENTIFIERS: Identifiers = Identifiers {\n"
        f"    forbidden: {_ranges(identifiers.forbidden)},\n    blank: {_ranges(identifiers.blank)},\n"
        f"    missing: {texts(identifiers.missing)},\n}};\n"
    )
    limits = program.limits
    parts.append(
        f"/// The limits of a reader, unless you set others.\npub const DEFAULT_LIMITS: Limits = "
        f"Limits {{ max_bytes: {limits.max_bytes:_}, max_depth: {limits.max_depth} }};\n"
    )
    return "\n".join(parts)


def root(name: str) -> str:
    """The static that holds the table of a type."""
    return f"{constant(name)}_ROOT"


def _set(name: str) -> str:
    return f"{constant(name)}_CHECK"


def _check(check: Check) -> str:
    match check:
        case Text(min_length=least, identifier=is_identifier):
            return f"Check::Text {{ least: {least}, is_identifier: {_bool(is_identifier)} }}"
        case Constant(value=value):
            return f"Check::Constant({literal(value)})"
        case Version(value=value):
            return f"Check::Version({literal(value)})"
        case Choice(values=values):
            return f"Check::Choice({texts(values)})"
        case Token(pattern=pattern, known=known):
            return f"Check::Token {{ pattern: {literal(pattern)}, known: {texts(known)} }}"
        case SetRef(name=name):
            return _set(name)
        case Boolean():
            return "Check::Boolean"
        case Number(integer=integer, minimum=low, maximum=high):
            return (
                f"Check::Number {{ is_integer: {_bool(integer)}, minimum: {_option(low)}, maximum: {_option(high)} }}"
            )
        case Array(items=items, min_items=least, unique=unique):
            return f"Check::Array {{ items: &{_check(items)}, least: {least}, is_unique: {_bool(unique)} }}"
        case Ref(name=name):
            return f"Check::Object(&{static(name)})"
        case Free():
            return "Check::Free"


def _bool(value: bool) -> str:
    return str(value).lower()


def _option(value: int | None) -> str:
    return "None" if value is None else f"Some({value:_})"


def _slots(kind: Object) -> str:
    lines = [f"    pub(super) const {constant(one.name)}: usize = {slot};" for slot, one in enumerate(kind.members)]
    return "\n".join(
        ['#[allow(dead_code, reason = "not every member is in a rule")]', f"mod {module(kind.name)} {{", *lines, "}\n"]
    )


def _object(program: Program, kind: Object, ids: dict[str, str]) -> str:
    slots = {member.name: slot for slot, member in enumerate(kind.members)}
    members = _lines(
        f"Member {{ check: {_check(one.check)}, is_required: {_bool(one.required)}, is_asked: {_bool(one.writer_required)} }}"
        for one in kind.members
    )
    conditions = _lines(
        f"Condition {{ slot: {slots[one.member]}, values: {texts(one.values)}, "
        f"required: &{[slots[name] for name in one.required]}, forbidden: &{[slots[name] for name in one.forbidden]}, "
        f"words: {literal(' or '.join(f'{one.member} is {value}' for value in one.values))} }}"
        for one in kind.conditions
    )
    rules = "".join(
        f"        // {' '.join(rule.expression.split())}\n"
        f"        Rule {{\n            id: Id::{ids[rule.id]},\n            path: {texts(rule.path.split('/')[1:])},\n"
        f"            message: {literal(rule.message)},\n            holds: |this| {RustPrinter().print(rule.tree)},\n        }},\n"
        for rule in kind.rules
    )
    version = "None" if kind.version is None else f"Some(({literal(kind.version[0])}, {literal(kind.version[1])}))"
    return (
        f"pub(crate) static {static(kind.name)}: Object = Object {{\n"
        f"    names: {texts([one.name for one in kind.members])},\n    members: &[\n{members}    ],\n"
        f"    conditions: &[\n{conditions}    ],\n    rules: &[\n{rules}    ],\n    version: {version},\n}};\n"
        f"pub(crate) static {root(kind.name)}: Root = Root::Object(&{static(kind.name)});\n"
    )


def _lines(items: Iterable[str]) -> str:
    return "".join(f"        {item},\n" for item in items)


def _document(program: Program, document: Document) -> str:
    found = ""
    union = program.union(document.type)
    if union is not None:
        values = texts([one.value for one in union.branches])
        branches = ", ".join(f"&{static(one.type)}" for one in union.branches)
        found = (
            f"pub(crate) static {root(union.name)}: Root = "
            f"Root::Union {{ tag: &{literal(union.tag)}, values: {values}, branches: &[{branches}] }};\n"
        )
    name = "RECORD" if document is program.record else f"{constant(document.slug)}_DOCUMENT"
    records = ", ".join(texts(place) for place in document.records)
    return (
        f"{found}pub(crate) static {name}: Document = Document {{ root: &{root(document.type)}, "
        f"recognised_by: {texts(document.recognised_by)}, records: &[{records}] }};\n"
    )


def _carriers(program: Program) -> str:
    names = variant.distinct(one.slug for one in program.carriers)
    entries = "".join(
        f"    {names[one.slug]} = {literal(one.slug)}, {constant(one.slug)}_DOCUMENT;\n" for one in program.carriers
    )
    recognition = program.recognition
    order = ", ".join(f"&{constant(slug)}_DOCUMENT" for slug in recognition.order)
    return (
        f"crate::carrier::carriers! {{\n{entries}}}\n\n"
        f"/// Carriers in the order in which they are recognised.\n"
        f"pub(crate) static CARRIERS: &[&Document] = &[{order}];\n\n"
        f"pub(crate) static RECOGNITION: Recognition = Recognition {{\n"
        f"    record_only: {texts(recognition.record_only)},\n    record_members: {texts(recognition.record_members)},\n}};\n"
    )


def _leaks(program: Program) -> str:
    leaks = program.leaks
    values = "".join(
        f"        ValuePattern {{ id: {literal(one.id)}, keywords: {texts(one.keywords)}, pattern: {literal(one.pattern)} }},\n"
        for one in leaks.values
    )
    folded = ", ".join(f"({literal(one)}, {literal(letter)})" for one, letter in sorted(leaks.folded.items()))
    redacted = leaks.redacted
    names = (*leaks.credential_members, *leaks.credential_suffixes, *leaks.content_members, *leaks.message_members)
    return (
        f"pub(crate) static LEAKS: Leaks = Leaks {{\n    separators: {literal(leaks.separators)},\n"
        f"    longest: {max((len(one.encode()) for one in names), default=0)},\n    folded: &[{folded}],\n    redacted: Redacted {{ words: {texts(redacted.words)}, "
        f"fill: {literal(redacted.fill)}, brackets: {literal(redacted.brackets)} }},\n"
        f"    credential_members: {texts(sorted(leaks.credential_members))},\n"
        f"    credential_suffixes: {texts(leaks.credential_suffixes)},\n"
        f"    content_members: {texts(sorted(leaks.content_members))},\n"
        f"    message_members: {texts(sorted(leaks.message_members))},\n"
        f"    textless_members: {texts(leaks.textless_members)},\n"
        f"    known_members: {texts(sorted(leaks.known_members))},\n    values: &[\n{values}    ],\n}};\n"
    )


def _ranges(ranges: tuple[tuple[int, int], ...]) -> str:
    found = (f"('\\u{{{low:x}}}', '\\u{{{high:x}}}')" for low, high in sorted(ranges))
    return f"&[{', '.join(found)}]"
