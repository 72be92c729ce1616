"""Render `types.rs`: the sets, and a struct or enum for each object and union."""

from __future__ import annotations

from exprov.program.model import (
    Array,
    Boolean,
    Check,
    Choice,
    Constant,
    Free,
    Member,
    Number,
    Object,
    Program,
    Ref,
    Set,
    SetRef,
    Union,
    Version,
)
from exprov.targets.rust.naming import doc, field, literal, static, type_name, variant
from exprov.targets.rust.tables import root

_EXACT = 2**53
_HEAD = """//! The types of the contract. Members that a version does not know are kept in `extra`.
#![allow(clippy::similar_names, clippy::doc_markdown, non_camel_case_types, reason = "the words are the contract's")]
#![allow(unused_imports, reason = "not every contract needs all of them")]

use crate::contract;
use crate::json::Members;
use crate::model::{closed_set, object_type, open_set, union_type};
use crate::number::ExactNumber;
"""
_DERIVE = "#[derive(Clone, Debug, PartialEq, Eq, Hash)]\n"


def render(program: Program) -> str:
    parts = [_HEAD]
    parts += [_closed(one) if isinstance(one.check, Choice) else _open(one) for one in program.sets]
    parts += [_object(one) for one in program.objects]
    parts += [_union(one) for one in program.unions]
    return "\n".join(parts)


def _closed(kind: Set) -> str:
    names = variant.distinct(kind.values)
    variants = "".join(f"{doc(f'`{value}`', '    ')}    {names[value]},\n" for value in kind.values)
    entries = ", ".join(f"{names[value]} = {literal(value)}" for value in kind.values)
    name = type_name(kind.name)
    return (
        f"{doc(kind.description)}#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\npub enum {name} {{\n{variants}}}\n\n"
        f"closed_set!({name} {{ {entries} }});\n"
    )


def _open(kind: Set) -> str:
    names = static.distinct(kind.values)
    entries = ", ".join(f"{names[value]} = {literal(value)}" for value in kind.values)
    name = type_name(kind.name)
    return f"{doc(kind.description)}{_DERIVE}pub struct {name}(std::borrow::Cow<'static, str>);\n\nopen_set!({name} {{ {entries} }});\n"


def _object(kind: Object) -> str:
    fields, taken, made, slots = "", [], [], []
    for slot, member in enumerate(kind.members):
        if _is_constant(member):
            continue
        name, written = field(member.name), type_of(member.check)
        fields += doc(member.description, "    ")
        fields += f"    pub {name}: {written if member.required else f'Option<{written}>'},\n"
        slots.append(f"{name} = {slot}")
        if member.required:
            is_text = written == "String"
            taken.append(f"{name}: {f'impl Into<{written}>' if is_text else written}")
        made.append((f"{name}: {name}.into()" if is_text else name) if member.required else f"{name}: None")
    name = type_name(kind.name)
    many = '    #[allow(clippy::too_many_arguments, reason = "all of them are required")]\n' if len(taken) > 7 else ""
    return (
        f"{doc(kind.description)}{_DERIVE}#[non_exhaustive]\npub struct {name} {{\n{fields}"
        f"    /// Members that this version does not know.\n    pub extra: Members,\n}}\n\n"
        f"impl {name} {{\n"
        f"    /// One with its required members.\n    #[must_use]\n{many}    pub fn new({', '.join(taken)}) -> Self {{\n"
        f"        Self {{ {', '.join([*made, 'extra: Members::new()'])} }}\n    }}\n}}\n\n"
        f"object_type!({name}, contract::{static(kind.name)}, contract::{root(kind.name)}, {{ {', '.join(slots)} }});\n"
    )


def _is_constant(member: Member) -> bool:
    """Whether the member says nothing: it is always there, and always the same."""
    return member.required and isinstance(member.check, Constant | Version)


def type_of(check: Check) -> str:
    match check:
        case SetRef(name=name) | Ref(name=name):
            return type_name(name)
        case Boolean():
            return "bool"
        case Number(integer=True, minimum=int(low), maximum=int(high)) if -_EXACT <= low and high <= _EXACT:
            return "u64" if low >= 0 else "i64"
        case Number():
            return "ExactNumber"
        case Array(items=items):
            return f"Vec<{type_of(items)}>"
        case Free():
            return "Members"
    return "String"


def _union(kind: Union) -> str:
    names = variant.distinct(one.value for one in kind.branches)
    variants = "".join(
        f"    /// Where `{kind.tag}` is `{one.value}`.\n    {names[one.value]}({type_name(one.type)}),\n"
        for one in kind.branches
    )
    entries = ", ".join(f"{names[one.value]} = {literal(one.value)}" for one in kind.branches)
    name = type_name(kind.name)
    return (
        f"{doc(kind.description)}{_DERIVE}"
        f'#[allow(clippy::large_enum_variant, reason = "a document is one value, never one of many")]\n'
        f"pub enum {name} {{\n{variants}}}\n\n"
        f"union_type!({name}, {literal(kind.tag)}, contract::{root(kind.name)}, {{ {entries} }});\n"
    )
