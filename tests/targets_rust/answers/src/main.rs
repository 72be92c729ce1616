//! Answers questions about inputs with the Rust crate: one JSON object a line, in and out.

use std::io;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use execution_provenance::{self as ep, Carrier, Finding, Level, Validator, WriteError};
use serde_json::{Value, json};

fn main() {
    for line in io::stdin().lines() {
        let question: Value = serde_json::from_str(&line.expect("UTF-8")).expect("JSON");
        let data = STANDARD.decode(question["b64"].as_str().expect("b64")).expect("base64");
        println!("{}", answer(&data, question["carrier"].as_str()));
    }
}

fn answer(data: &[u8], carrier: Option<&str>) -> Value {
    let validator = match carrier {
        None => Validator::new(),
        Some("auto") => Validator::new().recognise(),
        Some(slug) => Validator::new().carrier(slug.parse().expect("a carrier")),
    };
    let mut answer = json!({
        "findings": validator.validate(data).map(finding).collect::<Vec<_>>(),
        "valid": validator.is_valid(data),
        "reader": validator.level(Level::Reader).is_valid(data),
    });
    if let Ok((written, canonical)) = model(data, carrier) {
        answer["written"] = written.into();
        match canonical {
            Ok((text, digest)) => (answer["canonical"], answer["digest"]) = (text.into(), digest.into()),
            Err(_) => answer["canonical"] = json!({"error": "RangeError"}),
        }
    }
    answer
}

fn finding(one: Finding) -> Value {
    let mut told =
        json!({"rule": one.rule.as_str(), "path": one.path, "level": one.level.as_str(), "message": one.message});
    if let Some(place) = one.position {
        (told["line"], told["column"], told["offset"]) = (place.line.into(), place.column.into(), place.offset.into());
    }
    told
}

type Written = (String, Result<(String, String), WriteError>);

fn model(data: &[u8], carrier: Option<&str>) -> Result<Written, ep::InvalidRecord> {
    macro_rules! written {
        ($type:ident) => {{
            let record = ep::$type::from_json(data)?;
            let canonical = record.canonical().and_then(|text| Ok((text, record.digest()?)));
            Ok((record.to_json().expect("no member is known twice"), canonical))
        }};
    }
    match carrier.map(str::parse) {
        Some(Ok(Carrier::TaskResult)) => written!(TaskResult),
        Some(Ok(Carrier::StreamTerminalOutcome)) => written!(StreamTerminalOutcome),
        Some(Ok(Carrier::InderunError)) => written!(IndeRunError),
        _ => written!(ExecutionProvenance),
    }
}
