// Generated from tools/exprov/targets/rust/runtime/src/lib.rs by `exprov generate`; edit that and run it again.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod carrier;
#[rustfmt::skip]
mod catalogue;
mod checks;
#[rustfmt::skip]
mod contract;
mod document;
mod encoding;
mod equality;
mod finding;
mod json;
mod leaks;
mod logic;
#[rustfmt::skip]
mod messages;
mod model;
mod near;
mod number;
mod reader;
mod report;
mod sha256;
mod syntax;
mod tables;
mod text_enum;
#[rustfmt::skip]
mod types;
mod validator;
#[cfg(feature = "serde")]
mod with_serde;
mod write;

pub use catalogue::Rule;
pub use contract::{CONTRACT_VERSION, Carrier, DEFAULT_LIMITS};
pub use finding::{Finding, InvalidRecord, Level, Position, RuleInfo};
pub use json::{JsonText, Members};
pub use number::{ExactNumber, NotANumber};
pub use reader::Limits;
pub use text_enum::UnknownValue;
pub use types::*;
pub use validator::{Findings, Validator};
pub use write::{WriteError, canonical, digest};

/// The version of this crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The findings of a record, at writer level; see [`Validator`] for other settings.
#[must_use]
pub fn validate(data: &(impl AsRef<[u8]> + ?Sized)) -> Findings<'_> {
    Validator::new().validate(data)
}

/// Whether a record has no finding.
#[must_use]
pub fn is_valid(data: &(impl AsRef<[u8]> + ?Sized)) -> bool {
    Validator::new().is_valid(data)
}

/// Reject a record that has findings.
///
/// # Errors
///
/// `InvalidRecord`, which carries all findings.
pub fn check(data: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), InvalidRecord> {
    Validator::new().check(data)
}
