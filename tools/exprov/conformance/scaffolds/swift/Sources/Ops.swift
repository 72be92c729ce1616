// What your engine does, and how.

import Foundation

let engineName = "my-engine"
let engineVersion = "0.0.0"

/// What you take away here is not asked and is counted as unsupported; what you leave must work.
let ops = ["validate", "roundtrip", "canonical", "emit"]

let declared: Message = [
    "contract": ["1.0"],
    "ops": ops,
    "levels": ["reader", "writer"],
    "features": [String](), // of "carriers", "exact-numbers", "limits"
    // The biggest integer that stays exact, the deepest nesting; null: no end.
    "limits": ["integer": NSNull(), "depth": NSNull()],
    "findings": "all", // or "first", if your engine stops at the first finding
    "window": 1, // how many cases may wait here at once
]

/// This op has no code yet.
struct NotWritten: Error {
    let message: String
}

struct Finding {
    let rule: String
    let path: String
}

/// Every finding that counts at `level`. `carrier` is nil where `data` is the record itself.
func validate(_ data: Data, carrier: String?, level: String) throws -> [Finding] {
    throw NotWritten(message: "not written yet: validate")
}

/// `data`, read by your engine and written again.
func roundtrip(_ data: Data, carrier: String?) throws -> Data {
    throw NotWritten(message: "not written yet: roundtrip")
}

/// The canonical form (RFC 8785) of `data`, and its SHA-256 in lower-case hexadecimal; nil if there is none.
func canonical(_ data: Data, carrier: String?) throws -> (form: Data, digest: String)? {
    throw NotWritten(message: "not written yet: canonical")
}

/// The record that your engine emits when it goes through `facts`, see World.swift; or the payload of kind `carrier`.
func emit(_ facts: Message, carrier: String?) throws -> Data {
    throw NotWritten(message: "not written yet: emit")
}
