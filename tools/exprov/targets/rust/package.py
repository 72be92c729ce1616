"""Render `Cargo.toml`."""

from __future__ import annotations

from exprov.program.model import Program


def manifest(program: Program) -> str:
    return f"""[package]
name = "execution-provenance"
version = "{program.version}.0-dev.0"
edition = "2024"
rust-version = "1.85"
description = "The ExecutionProvenance contract: types, validator, canonical form and digest"
license = "Apache-2.0"
readme = "README.md"
keywords = ["provenance", "validation", "json"]
# The tests need the golden fixtures, which are beside the crate in its repository.
exclude = ["/tests", "/rustfmt.toml"]

[features]
# Serialize and Deserialize for the types; what is read is checked as strictly as text.
serde = ["dep:serde"]

[dependencies]
# Linear-time patterns, by the Rust project; no dependencies. SHA-256 is ours: 57 lines, where sha2 brings nine crates.
regex-lite = {{ version = "0.1", default-features = false, features = ["std", "string"] }}
serde = {{ version = "1", default-features = false, features = ["std"], optional = true }}

[dev-dependencies]
serde_json = {{ version = "1", features = ["arbitrary_precision"] }}

[package.metadata.docs.rs]
all-features = true

[lints.clippy]
pedantic = {{ level = "warn", priority = -1 }}
"""
