//! Lets the conformance driver ask the crate, and with `--engine` also the reference engine beside this file.
//!
//! ```text
//! exprov conformance run -- target/release/execution-provenance-engines --engine
//! ```
//!
//! One JSON object per line on standard input, one per line on standard output; `docs/implementers.md` explains every
//! message.

mod engine;
mod payload;
mod recorder;
mod world;

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use execution_provenance::{
    Carrier, ExecutionProvenance, IndeRunError, Level, StreamTerminalOutcome, TaskResult, Validator, WriteError,
};
use serde_json::{Value, json};

type Answer = Result<Value, Box<dyn Error>>;

/// The verdict at the level that is asked for, with every finding that counts there.
fn validate(case: &Value) -> Answer {
    let level = if case["level"] == "reader" { Level::Reader } else { Level::Writer };
    let mut validator = Validator::new().level(level);
    if let Some(carrier) = carrier(case)? {
        validator = validator.carrier(carrier);
    }
    let data = bytes_of(&case["input"])?;
    let findings = validator.validate(&data).map(|one| json!({"rule": one.rule.as_str(), "path": one.path}));
    let findings: Vec<_> = findings.collect();
    Ok(json!({"verdict": if findings.is_empty() { "valid" } else { "invalid" }, "findings": findings}))
}

/// What is left of the input once the binding has read it and written it again.
fn roundtrip(case: &Value) -> Answer {
    let data = bytes_of(&case["input"])?;
    let text = match carrier(case)? {
        None => ExecutionProvenance::from_json(&data)?.to_json()?,
        Some(Carrier::TaskResult) => TaskResult::from_json(&data)?.to_json()?,
        Some(Carrier::StreamTerminalOutcome) => StreamTerminalOutcome::from_json(&data)?.to_json()?,
        Some(_) => IndeRunError::from_json(&data)?.to_json()?,
    };
    Ok(json!({"output": {"text": text}}))
}

/// The canonical bytes, and their digest, of what the binding has read; `null` if there is no canonical form.
fn canonical(case: &Value) -> Answer {
    let written = roundtrip(case)?;
    let text = written["output"]["text"].as_str().unwrap_or_default();
    match execution_provenance::canonical(text) {
        Ok(canonical) => Ok(json!({"output": {"text": canonical}, "digest": execution_provenance::digest(text)?})),
        Err(WriteError::NoCanonicalNumber(_)) => Ok(json!({"output": null})),
        Err(other) => Err(other.into()),
    }
}

/// The record of an execution that the reference engine carries out, in a world made from the facts; or, where the case
/// names a carrier, the payload that the application is handed.
fn emit(case: &Value) -> Answer {
    let request = world::request(&case["input"]["facts"]);
    let finished = world::execution(&case["input"]["facts"], &request);
    let text = match carrier(case)? {
        None => finished.provenance.to_json()?,
        Some(asked) => match payload::of(finished, &request, "run-1")? {
            (made, text) if made == asked => text,
            (made, _) => return Err(format!("such an execution ends in a {made}").into()),
        },
    };
    Ok(json!({"output": {"text": text}}))
}

fn carrier(case: &Value) -> Result<Option<Carrier>, Box<dyn Error>> {
    Ok(case["carrier"].as_str().map(str::parse).transpose()?)
}

/// The exact bytes of an input. Bytes that are not text are sent as base64.
fn bytes_of(input: &Value) -> Result<Vec<u8>, Box<dyn Error>> {
    match input["text"].as_str() {
        Some(text) => Ok(text.as_bytes().to_vec()),
        None => Ok(STANDARD.decode(input["b64"].as_str().ok_or("the case has neither text nor b64")?)?),
    }
}

type Op = (&'static str, fn(&Value) -> Answer);

const OPS: &[Op] = &[("validate", validate), ("roundtrip", roundtrip), ("canonical", canonical), ("emit", emit)];

/// The operations that are offered: `emit` only with the engine.
fn ops() -> &'static [Op] {
    let has_engine = std::env::args().any(|argument| argument == "--engine");
    if has_engine { OPS } else { &OPS[..3] }
}

/// What this engine is and does. A case outside of it is not sent, so nothing may be declared that is not there.
fn hello(message: &Value) -> Answer {
    let spoken = &message["protocol"];
    if !spoken.as_array().is_some_and(|all| all.contains(&json!(1))) {
        return Err(format!("this adapter speaks protocol 1, and the driver speaks {spoken}").into());
    }
    let engine = json!({
        "name": "execution-provenance-rust",
        "version": execution_provenance::VERSION,
        "language": "rust",
        "runtime": "native",
        "os": std::env::consts::OS,
    });
    Ok(json!({
        "type": "hello",
        "protocol": 1,
        "run": message["run"],
        "engine": engine,
        "contract": [execution_provenance::CONTRACT_VERSION],
        "ops": ops().iter().map(|(name, _)| name).collect::<Vec<_>>(),
        "levels": ["reader", "writer"],
        "features": ["carriers", "exact-numbers", "limits"],
        "limits": {"integer": null, "depth": null},
        "findings": "all",
        "window": 16,
    }))
}

/// The result of one case. Whatever goes wrong here is an answer, too: the driver goes on with the next case.
fn answer(case: &Value) -> Value {
    let mut result = json!({"type": "result", "id": case["id"]});
    let Some((_, op)) = ops().iter().find(|(name, _)| case["op"] == *name) else {
        result["status"] = json!("unsupported");
        result["unsupported"] = json!({"feature": case["op"]});
        return result;
    };
    let message = match catch_unwind(AssertUnwindSafe(|| op(case))) {
        Ok(Ok(Value::Object(members))) => {
            result["status"] = json!("ok");
            members.into_iter().for_each(|(name, value)| result[name] = value);
            return result;
        }
        Ok(Ok(other)) => format!("an answer that is not an object: {other}"),
        Ok(Err(error)) => error.to_string(),
        Err(_) => "panic: see standard error".to_owned(),
    };
    result["status"] = json!("error");
    result["error"] = json!({"message": message});
    result
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut input = io::stdin().lock();
    let mut answered = 0;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let message: Value = serde_json::from_slice(&line)?;
        match message["type"].as_str() {
            Some("hello") => send(&hello(&message)?)?,
            Some("case") => {
                send(&answer(&message))?;
                answered += 1;
            }
            Some("bye") => return send(&json!({"type": "bye", "answered": answered})),
            _ => {}
        }
    }
}

/// One line, and out at once: the driver waits for it.
fn send(message: &Value) -> Result<(), Box<dyn Error>> {
    let mut output = io::stdout().lock();
    writeln!(output, "{message}")?;
    Ok(output.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the golden fixtures say of executions: the facts, and the record in canonical form.
    fn executions() -> Vec<Value> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../generated/fixtures/1.0/executions.json");
        let file: Value = serde_json::from_slice(&std::fs::read(path).expect(path)).expect("JSON");
        let cases = file["cases"].as_array().expect("cases").clone();
        cases.into_iter().filter(|case| case["facts"].is_object() && case["carrier"].is_null()).collect()
    }

    #[test]
    fn records_and_their_carriers_are_those_of_the_execution() {
        let cases = executions();
        assert!(cases.len() > 100);
        for case in &cases {
            let (id, facts) = (&case["id"], &case["facts"]);
            let request = world::request(facts);
            let finished = world::execution(facts, &request);
            assert_eq!(finished.provenance.canonical().ok().as_deref(), case["canonical"].as_str(), "{id}");
            let record = finished.provenance.to_json().expect("no member is known twice");
            assert!(!record.contains("CANARY"), "{id}");
            let (carrier, text) = payload::of(finished, &request, "run-1").expect("no member is known twice");
            assert_eq!(Validator::new().carrier(carrier).check(text.as_bytes()), Ok(()), "{id}: {text}");
            assert!(text.contains(&record), "{id}");
        }
    }

    #[test]
    fn what_goes_wrong_is_an_answer_too() {
        let broken = answer(&json!({"id": "1", "op": "canonical", "level": "reader", "input": {"text": "\"\u{2028}"}}));
        assert_eq!((&broken["id"], &broken["status"]), (&json!("1"), &json!("error")));
        let message = broken["error"]["message"].as_str().unwrap_or_default();
        assert!(message.starts_with("1 finding\n  json/syntax at (root)"), "{message}");
        let unknown = answer(&json!({"id": "2", "op": "constructor", "input": {}}));
        assert_eq!(unknown["unsupported"], json!({"feature": "constructor"}));
        // Without the engine, nothing is emitted.
        assert_eq!(answer(&json!({"id": "3", "op": "emit", "input": {}}))["status"], json!("unsupported"));
        assert!(hello(&json!({"protocol": [2]})).is_err());
    }
}
