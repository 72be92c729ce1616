//! What your engine does, and how.

use std::error::Error;

use serde_json::{json, Value};

pub const ENGINE_NAME: &str = "my-engine";
pub const ENGINE_VERSION: &str = "0.0.0";

/// What you take away here is not asked and is counted as unsupported; what you leave must work.
pub const OPS: &[&str] = &["validate", "roundtrip", "canonical", "emit"];

pub fn declared() -> Value {
    json!({
        "contract": ["1.0"],
        "ops": OPS,
        "levels": ["reader", "writer"],
        // Of "carriers", "exact-numbers", "limits".
        "features": [],
        // The biggest integer that stays exact, the deepest nesting; null: no end.
        "limits": {"integer": null, "depth": null},
        // Or "first", if your engine stops at the first finding.
        "findings": "all",
        // How many cases may wait here at once.
        "window": 1,
    })
}

/// Every finding that counts at `level`, as (rule, path). `carrier` is None where `data` is the record itself.
pub fn validate(
    _data: &[u8],
    _carrier: Option<&str>,
    _level: &str,
) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    Err("not written yet: validate".into())
}

/// `data`, read by your engine and written again.
pub fn roundtrip(_data: &[u8], _carrier: Option<&str>) -> Result<Vec<u8>, Box<dyn Error>> {
    Err("not written yet: roundtrip".into())
}

/// The canonical form (RFC 8785) of `data`, and its SHA-256 in lower-case hexadecimal; None if there is none.
pub fn canonical(
    _data: &[u8],
    _carrier: Option<&str>,
) -> Result<Option<(Vec<u8>, String)>, Box<dyn Error>> {
    Err("not written yet: canonical".into())
}

/// The record that your engine emits when it goes through `facts`, see `world.rs`; or the payload of kind `carrier`.
pub fn emit(_facts: &Value, _carrier: Option<&str>) -> Result<Vec<u8>, Box<dyn Error>> {
    Err("not written yet: emit".into())
}
