//! Validates, reads and writes each document of standard input with the crate of the synthetic contract.

use std::io;

use execution_provenance::{Ending, Envelope, InvalidRecord, Level, Trace, Validator};
use serde_json::{Value, json};

fn main() {
    for line in io::stdin().lines() {
        let line = line.expect("UTF-8");
        let (slug, _, text): (String, String, String) = serde_json::from_str(&line).expect("slug, type and text");
        println!("{}", outcome(&slug, &text));
    }
}

fn outcome(slug: &str, text: &str) -> Value {
    let data = text.as_bytes();
    let validator = slug.parse().map_or(Validator::new(), |carrier| Validator::new().carrier(carrier));
    let findings: Vec<_> = validator.validate(data).collect();
    let told = findings.iter().map(|one| (one.rule.as_str(), one.path.as_str(), one.level.as_str()));
    let mut result = json!({
        "findings": told.collect::<Vec<_>>(),
        "writer": validator.is_valid(data),
        "reader": validator.level(Level::Reader).is_valid(data),
    });
    if findings.iter().all(|one| !one.rule.as_str().starts_with("schema/") || one.level == Level::Writer) {
        let parsed = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        result["again"] = (parsed(&written(slug, data).expect("the schema accepts it")) == parsed(text)).into();
    }
    result
}

fn written(slug: &str, data: &[u8]) -> Result<String, InvalidRecord> {
    let written = match slug {
        "envelope" => Envelope::from_json(data)?.to_json(),
        "ending" => Ending::from_json(data)?.to_json(),
        _ => Trace::from_json(data)?.to_json(),
    };
    Ok(written.expect("no member is known twice"))
}
