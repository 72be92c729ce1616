// Generated from tools/exprov/targets/rust/runtime/tests/golden.rs by `exprov generate`; edit that and run it again.
//! Every golden fixture: verdicts, findings, what is read and written again, canonical bytes and digest.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use execution_provenance::{self as ep, Carrier, Level, Validator, WriteError};
use serde::Deserialize as _;
use serde_json::Value;

fn load(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/1.0").join(name);
    let data = fs::read(path).expect("the fixtures are beside the crate");
    let mut deserializer = serde_json::Deserializer::from_slice(&data);
    // Some cases are nested deeply; the stack of a test is enough for them.
    deserializer.disable_recursion_limit();
    Value::deserialize(&mut deserializer).expect("JSON")
}

/// (rule, path, level)
type Findings = BTreeSet<(String, String, String)>;

fn found(validator: Validator, data: &[u8]) -> Findings {
    validator.validate(data).map(|one| (one.rule.to_string(), one.path, one.level.to_string())).collect()
}

fn expected(case: &Value) -> Findings {
    let text = |finding: &Value, name: &str| finding[name].as_str().expect(name).to_owned();
    let findings = case["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
    findings.iter().map(|one| (text(one, "rule"), text(one, "path"), text(one, "level"))).collect()
}

fn input(case: &Value) -> Vec<u8> {
    match case["input"]["text"].as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => base64(case["input"]["b64"].as_str().expect("text or b64")),
    }
}

fn base64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits = text.bytes().filter_map(|byte| ALPHABET.iter().position(|known| *known == byte));
    let (mut buffer, mut count, mut bytes) = (0, 0, Vec::new());
    for sextet in bits {
        (buffer, count) = ((buffer << 6 | sextet) & 0xffff, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.extend(u8::try_from(buffer >> count & 0xff));
        }
    }
    bytes
}

/// What is written again, and the canonical form and digest of that, by the type of the document.
fn rewritten(data: &[u8], carrier: Option<Carrier>) -> Result<(String, String, String), WriteError> {
    macro_rules! through {
        ($type:ident) => {{
            let read = ep::$type::from_json(data).map_err(WriteError::Invalid)?;
            Ok((read.to_json()?, read.canonical()?, read.digest()?))
        }};
    }
    match carrier {
        None => through!(ExecutionProvenance),
        Some(Carrier::TaskResult) => through!(TaskResult),
        Some(Carrier::StreamTerminalOutcome) => through!(StreamTerminalOutcome),
        Some(_) => through!(IndeRunError),
    }
}

/// What the crate does differently from what the case expects.
fn differences(case: &Value) -> Vec<String> {
    let id = case["id"].as_str().expect("id");
    let mut differences = Vec::new();
    let mut check = |what: &str, is_expected: bool| {
        if !is_expected {
            differences.push(format!("{id}: {what}"));
        }
    };
    let data = input(case);
    let carrier: Option<Carrier> = case["carrier"].as_str().map(|slug| slug.parse().expect("a carrier"));
    let writer = carrier.map_or(Validator::new(), |one| Validator::new().carrier(one));
    let reader = writer.level(Level::Reader);
    let expected = expected(case);
    let of_readers: Findings = expected.iter().filter(|(_, _, level)| level == "reader").cloned().collect();
    check("findings", found(writer, &data) == expected);
    check("findings of readers", found(reader, &data) == of_readers);
    check("verdict of writers", writer.is_valid(&data) == (case["writer"] == "valid"));
    check("verdict of readers", reader.is_valid(&data) == (case["reader"] == "valid"));
    check("error", writer.check(&data).is_ok() == (case["writer"] == "valid"));
    if case.get("canonical").is_some_and(Value::is_null) {
        check("no canonical form", matches!(ep::canonical(&data), Err(WriteError::NoCanonicalNumber(_))));
    }
    if let Some(canonical) = case["canonical"].as_str() {
        let digest = case["digest"].as_str().expect("digest");
        check("canonical form", ep::canonical(&data).as_deref() == Ok(canonical));
        let (written, of_type, digest_of_type) = rewritten(&data, carrier).expect(id);
        check("canonical form of the record", (of_type.as_str(), digest_of_type.as_str()) == (canonical, digest));
        check("written again", ep::canonical(&written).as_deref() == Ok(canonical));
        // What was written again hides nothing that a validator found before.
        check("findings of what was written", found(writer, written.as_bytes()).is_subset(&expected));
    }
    differences
}

#[test]
fn every_case() {
    let manifest = load("manifest.json");
    let (mut different, mut count) = (Vec::new(), 0);
    for topic in manifest["topics"].as_array().expect("topics") {
        let file = load(topic["file"].as_str().expect("file"));
        let cases = file["cases"].as_array().expect("cases");
        assert_eq!(Some(cases.len() as u64), topic["cases"].as_u64());
        different.extend(cases.iter().flat_map(differences));
        count += cases.len() as u64;
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert_eq!(Some(count), manifest["counts"]["cases"].as_u64());
}
