// Generated from tools/exprov/targets/rust/runtime/tests/golden.rs by `exprov generate`; edit that and run it again.
//! Every golden fixture: verdicts, findings, what is read and written again, canonical bytes and digest.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use execution_provenance::{self as ep, Carrier, Level, Validator, WriteError};
use serde_json::Value;

fn load(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/1.0").join(name);
    serde_json::from_slice(&fs::read(path).expect("the fixtures stand beside the crate")).expect("JSON")
}

/// (rule, path, level)
type Told = BTreeSet<(String, String, String)>;

fn told(findings: impl Iterator<Item = ep::Finding>) -> Told {
    findings.map(|one| (one.rule.to_string(), one.path, one.level.to_string())).collect()
}

fn expected(case: &Value) -> Told {
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

fn judge(case: &Value) {
    let id = case["id"].as_str().expect("id");
    let data = input(case);
    let carrier: Option<Carrier> = case["carrier"].as_str().map(|slug| slug.parse().expect("a carrier"));
    let writer = carrier.map_or(Validator::new(), |one| Validator::new().carrier(one));
    let reader = writer.level(Level::Reader);
    let expected = expected(case);
    assert_eq!(told(writer.validate(&data)), expected, "{id}");
    let of_readers: Told = expected.iter().filter(|(_, _, level)| level == "reader").cloned().collect();
    assert_eq!(told(reader.validate(&data)), of_readers, "{id}");
    assert_eq!(writer.is_valid(&data), case["writer"] == "valid", "{id}");
    assert_eq!(reader.is_valid(&data), case["reader"] == "valid", "{id}");
    assert_eq!(writer.check(&data).is_ok(), case["writer"] == "valid", "{id}");
    if let Some(canonical) = case["canonical"].as_str() {
        let digest = case["digest"].as_str().expect("digest");
        assert_eq!(ep::canonical(&data).as_deref(), Ok(canonical), "{id}");
        let (written, of_type, digest_of_type) = rewritten(&data, carrier).expect(id);
        assert_eq!((of_type.as_str(), digest_of_type.as_str()), (canonical, digest), "{id}");
        assert_eq!(ep::canonical(written.as_bytes()).as_deref(), Ok(canonical), "{id}");
        // What was written again hides nothing that a validator found before.
        assert!(told(writer.validate(written.as_bytes())).is_subset(&expected), "{id}");
    }
}

#[test]
fn every_case() {
    let manifest = load("manifest.json");
    let mut judged = 0;
    for topic in manifest["topics"].as_array().expect("topics") {
        let file = load(topic["file"].as_str().expect("file"));
        let cases = file["cases"].as_array().expect("cases");
        assert_eq!(Some(cases.len() as u64), topic["cases"].as_u64());
        cases.iter().for_each(judge);
        judged += cases.len() as u64;
    }
    assert_eq!(Some(judged), manifest["counts"]["cases"].as_u64());
}
