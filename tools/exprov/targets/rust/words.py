"""Render the words: `messages.rs`, a constant for each message, and `catalogue.rs`, the rules and what they mean."""

from __future__ import annotations

from exprov.program.model import Program
from exprov.targets.common.naming import constant
from exprov.targets.rust.naming import doc, literal, variant


def messages(program: Program) -> str:
    lines = [
        "//! The words of findings. `{name}` is filled in.",
        '#![allow(dead_code, reason = "some are about parsed values, which this crate does not take")]',
        "",
    ]
    for id, text in program.messages.items():
        lines.append(f"pub(crate) const {constant(id)}: &str = {literal(text)};")
    return "\n".join(lines) + "\n"


def catalogue(program: Program) -> str:
    """An enum of all rule ids."""
    names = variant.distinct(finding.id for finding in program.findings)
    variants = "".join(f"{doc(one.title + '.', '    ')}    {names[one.id]},\n" for one in program.findings)
    entries = "".join(
        f"    {names[one.id]} = {literal(one.id)}, {one.level.capitalize()},\n"
        f"        {literal(one.title)},\n        {literal(one.why)},\n        {literal(one.remedy)};\n"
        for one in program.findings
    )
    return f"""//! Every rule: its id and what it means.
#![allow(clippy::doc_markdown, reason = "the words are the contract's")]

/// The id of a rule, which never changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {{
{variants}}}

crate::finding::rules! {{
{entries}}}
"""
