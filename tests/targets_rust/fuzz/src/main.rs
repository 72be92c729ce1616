//! What must hold of any bytes: nothing panics, the ways to ask agree with each other, and `serde_json` agrees about what
//! is JSON.
//!
//! Run: `nox -s fuzz`.
#![no_main]

use execution_provenance::{self as ep, Carrier, Finding, Level, Rule, Validator};
use libfuzzer_sys::fuzz_target;
use serde::Deserialize as _;
use serde_json::Value;

fuzz_target!(|data: &[u8]| {
    let bare = Validator::new().max_findings(usize::MAX);
    let every = [bare, bare.recognise()].into_iter().chain(Carrier::ALL.iter().map(|one| bare.carrier(*one)));
    every.for_each(|validator| verdicts_agree(validator, data));
    json_is_json(bare, data);
    if let Ok(text) = ep::canonical(data) {
        assert_eq!(ep::canonical(&text), Ok(text));
    }
    macro_rules! written_again {
        ($($type:ident: $validator:expr),*) => {$(
            if let Ok(read) = ep::$type::from_json(data) {
                let written = read.to_json().expect("no member is known twice");
                assert!($validator.is_valid(&written) || !$validator.is_valid(data));
                assert_eq!(ep::$type::from_json(&written).as_ref(), Ok(&read));
            }
        )*};
    }
    written_again!(
        ExecutionProvenance: bare,
        TaskResult: bare.carrier(Carrier::TaskResult),
        StreamTerminalOutcome: bare.carrier(Carrier::StreamTerminalOutcome),
        IndeRunError: bare.carrier(Carrier::InderunError)
    );
});

fn verdicts_agree(writer: Validator, data: &[u8]) {
    let reader = writer.level(Level::Reader);
    let found: Vec<Finding> = writer.validate(data).collect();
    let of_readers: Vec<Finding> = found.iter().filter(|one| one.level == Level::Reader).cloned().collect();
    assert_eq!(writer.is_valid(data), found.is_empty());
    assert_eq!(reader.is_valid(data), of_readers.is_empty());
    assert_eq!(reader.validate(data).collect::<Vec<_>>(), of_readers);
    assert_eq!(writer.max_findings(1).validate(data).count(), found.len().min(1));
}

fn json_is_json(validator: Validator, data: &[u8]) {
    let found: Vec<Rule> = validator.validate(data).map(|one| one.rule).collect();
    if found.contains(&Rule::JsonLimit) {
        return;
    }
    let text = data.strip_prefix("\u{feff}".as_bytes()).unwrap_or(data);
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    deserializer.disable_recursion_limit();
    let is_json = Value::deserialize(&mut deserializer).is_ok() && deserializer.end().is_ok();
    let is_refused =
        [Rule::JsonSyntax, Rule::JsonEncoding, Rule::JsonLoneSurrogate].iter().any(|one| found.contains(one));
    assert_eq!(is_json, !is_refused, "{found:?}");
}
