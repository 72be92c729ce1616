//! What the golden fixtures do not show: the types, hostile texts, numbers, places and SHA-256.

use execution_provenance::{
    self as ep, Attempt, ErrorClass, ExactNumber, ExecutionProvenance, JsonText, Level, Limits, Locality, Members,
    Outcome, Position, Rule, StreamTerminalOutcome, Validator, WriteError,
};

const TEXT: &str = concat!(
    r#"{"schemaVersion":"1.0","attemptCount":1,"attempts":[{"providerId":"cloud_a","outcome":"succeeded"}],"#,
    r#""fallbackOccurred":false,"locality":"cloud","modelProfile":"auto","providerId":"cloud_a","#,
    r#""configuredModel":"example-large","routeRejections":[]}"#,
);

fn record() -> ExecutionProvenance {
    ExecutionProvenance::from_json(TEXT).expect("a record in order")
}

fn with(member: &str) -> String {
    format!("{},{member}}}", &TEXT[..TEXT.len() - 1])
}

fn told(text: &str) -> Vec<String> {
    ep::validate(text).map(|one| format!("{} {}", one.rule, one.path)).collect()
}

#[test]
fn a_record_is_read_made_and_written() {
    let read = record();
    assert_eq!((read.provider_id.as_deref(), read.locality), (Some("cloud_a"), Locality::Cloud));
    assert_eq!((read.attempts[0].outcome, &read.attempts[0].error_class), (Outcome::Succeeded, &None));
    let attempts = vec![Attempt::new("cloud_a", Outcome::Succeeded)];
    let mut made = ExecutionProvenance::new(1, attempts, false, Locality::Cloud, "auto", Vec::new());
    (made.provider_id, made.configured_model) = (Some("cloud_a".into()), Some("example-large".into()));
    assert_eq!(made, read);
    assert_eq!(made.to_json().as_deref(), Ok(TEXT));
    assert_eq!(made.digest(), ep::digest(TEXT));
}

#[test]
fn open_and_closed_sets() {
    assert_eq!(Locality::ALL.len(), 4);
    assert_eq!("on_device".parse(), Ok(Locality::OnDevice));
    assert_eq!("moon".parse::<Locality>(), Err(ep::UnknownValue));
    assert!(ErrorClass::TIMEOUT.is_known() && ErrorClass::new("Timeout") == ErrorClass::TIMEOUT);
    let future = ErrorClass::new("SomethingNew");
    assert_eq!((future.is_known(), future.as_str()), (false, "SomethingNew"));
}

#[test]
fn unknown_members_are_kept_in_order_with_their_text() {
    let text = with(r#""z":[1.0, {"a" : "\u0041 \n"}],"__proto__":1e400,"a":12345678901234567890"#);
    let mut read = ExecutionProvenance::from_json(&text).expect("readers accept unknown members");
    let names: Vec<_> = read.extra.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let expected = [("z", r#"[1.0,{"a":"\u0041 \n"}]"#), ("__proto__", "1e400"), ("a", "12345678901234567890")];
    assert_eq!(names, expected);
    let written = with(r#""z":[1.0,{"a":"\u0041 \n"}],"__proto__":1e400,"a":12345678901234567890"#);
    assert_eq!(read.to_json(), Ok(written));
    assert_eq!(read.canonical(), Err(WriteError::NoCanonicalNumber("/__proto__".into())));
    read.extra.insert("locality", "1".parse().expect("JSON"));
    assert_eq!(read.to_json(), Err(WriteError::Collision("locality".into())));
    let secret = r#"{"sk-proj-abcdefghijklmnopqrstuv":1e400}"#;
    assert_eq!(ep::canonical(secret), Err(WriteError::NoCanonicalNumber(String::new())));
    assert!(read.extra.remove("locality").is_some() && read.extra.get("locality").is_none());
    assert!("[1".parse::<JsonText>().is_err());
    assert!(Members::new().is_empty());
}

#[test]
fn a_union_is_one_case_a_branch() {
    let text = format!(
        r#"{{"schemaVersion":"1.0","runId":"r","outcome":"completed","finalText":"Hello.","error":1,"provenance":{TEXT}}}"#
    );
    let read = StreamTerminalOutcome::from_json(&text).expect("in order");
    let StreamTerminalOutcome::Completed(completed) = &read else { panic!("{read:?}") };
    assert_eq!((completed.final_text.as_str(), completed.provenance.as_ref()), ("Hello.", Some(&record())));
    // A member of another branch is an unknown one.
    assert_eq!(completed.extra.get("error").map(JsonText::as_str), Some("1"));
    let recognised: Vec<_> = Validator::new().recognise().validate(&text).map(|one| one.path).collect();
    assert_eq!(recognised, ["/error"]);
    assert!(StreamTerminalOutcome::from_json(br#"{"schemaVersion":"1.0","runId":"r","outcome":"lost"}"#).is_err());
}

#[test]
fn numbers_keep_their_value() {
    let number = |text: &'static str| ExactNumber::new(text).expect(text);
    let powered = |text: String| ExactNumber::new(text).expect("a number");
    let huge = powered(format!("1e{}", "9".repeat(400)));
    assert!(huge < powered(format!("10e{}", "9".repeat(400))));
    assert!(huge == powered(format!("0.1e1{}", "0".repeat(400))));
    assert!(number("1e-99999999999999999999999999999999999999999") > number("0"));
    assert!(number("-1.5") < number("-1.49") && number("1.0") == number("1") && number("-0") == number("0"));
    assert!(number("9007199254740993") > number("9007199254740992"));
    assert!(huge.is_integer());
    assert_eq!((number("1.5e1").to_i64(), number("-2e1").to_u64(), number("1e0").to_u64()), (Some(15), None, Some(1)));
    assert_eq!((number("0.1").to_f64(), number("0.5").to_f64(), number("1e400").to_f64()), (None, Some(0.5), None));
    assert_eq!(number("1.50").to_f64_lossy().to_bits(), 1.5_f64.to_bits());
    assert_eq!(ExactNumber::try_from(1e23).map(|one| one.to_string()), Ok("1e+23".into()));
    assert!(ExactNumber::try_from(f64::NAN).is_err() && ExactNumber::new("01").is_err());
    assert_eq!(ExactNumber::from(7_u32), number("7.0"));
}

#[test]
fn canonical_text_is_that_of_rfc_8785() {
    let canonical = |text: &str| ep::canonical(text).expect(text);
    // Halfway between two decimals, the even one; beside a power of two, the one that reads as the same number.
    assert_eq!(canonical("[1007896219074089.25,5.684341886080802e-14]"), "[1007896219074089.2,5.684341886080802e-14]");
    let members = r#"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#;
    assert_eq!(canonical(members), "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{fb33}\":3}");
}

#[test]
fn sha_256_is_that_of_the_standard() {
    // What `hashlib` makes of the digests of all lengths around the ends of two blocks.
    let digest = |text: &str| ep::digest(format!("\"{text}\"").as_bytes()).expect("a string");
    let all: String = (0..130).map(|length| digest(&"a".repeat(length))).collect();
    assert_eq!(digest(&all), "e284b0dbcd790c8665113d45c0910b86e97b33eb667a94e84983f2154e7b16b0");
}

#[test]
fn findings_have_places_and_an_order() {
    let found: Vec<_> = ep::validate("\u{feff}[1,\n \"é\" 2".as_bytes()).collect();
    let places: Vec<_> = found.iter().map(|one| (one.rule, one.position)).collect();
    let at = |line, column, offset| Some(Position { line, column, offset });
    assert_eq!(places, [(Rule::JsonByteOrderMark, at(1, 1, 0)), (Rule::JsonSyntax, at(2, 6, 13))]);
    assert!(found[1].to_string().starts_with("json/syntax at (root), line 2, column 6: "), "{}", found[1]);
    // A missing member comes before those that are there; leaks and rules are among the others.
    let wrong =
        TEXT.replace(r#""providerId":"cloud_a","outcome""#, r#""prompt":1,"outcome""#).replace("cloud\"", "edge_\"");
    let expected = [
        "schema/required /attempts/0/providerId",
        "schema/unknown-member /attempts/0/prompt",
        "leak/content-member /attempts/0/prompt",
        "schema/enum /locality",
    ];
    assert_eq!(told(&wrong), expected);
}

#[test]
fn levels_limits_and_errors() {
    let text = with(r#""prompt":1"#);
    let reader = Validator::new().level(Level::Reader);
    assert!(reader.is_valid(&text) && reader.check(&text).is_ok() && !ep::is_valid(&text));
    let error = ep::check(&text).expect_err("two findings");
    assert!(error.to_string().starts_with("2 findings\n  schema/unknown-member at /prompt: "), "{error}");
    assert_eq!(error.findings().iter().map(|one| one.level).max(), Some(Level::Writer));
    let small = Validator::new().limits(Limits { max_bytes: 10, max_depth: 2 });
    let found: Vec<_> = small.validate(TEXT).map(|one| one.rule).collect();
    assert_eq!(found, [Rule::JsonLimit]);
    assert!(ExecutionProvenance::from_json_within(TEXT, Limits { max_bytes: 1 << 20, max_depth: 2 }).is_err());
}

#[test]
fn hostile_texts_end() {
    // Work that grew with the square of a text, or a call per level, would not.
    let deep = format!("{}{}", "[".repeat(400_000), "]".repeat(400_000));
    let limits = Limits { max_bytes: 1 << 20, max_depth: u32::MAX };
    let found: Vec<_> = Validator::new().limits(limits).validate(deep.as_bytes()).map(|one| one.rule).collect();
    assert_eq!(found, [Rule::SchemaType]);
    assert_eq!(ep::canonical(deep.as_bytes()), Ok(deep));
    let members: Vec<_> = (0..60_000).map(|index| format!("\"m{index}\":{index}")).collect();
    let unknown = with(&members.join(","));
    let found = ep::check(&unknown).expect_err("unknown members");
    assert_eq!((found.findings().len(), found.omitted()), (1_000, 59_000));
    assert_eq!(ExecutionProvenance::from_json(unknown.as_bytes()).expect("in order").to_json(), Ok(unknown));
    let repeated = vec!["\"m\":1"; 60_000].join(",");
    let found = ep::check(&with(&repeated)).expect_err("repeated members");
    assert_eq!((found.findings().len(), found.omitted()), (1_000, 58_999));
    assert!(found.to_string().ends_with("\n  and 58999 more"));
    let broken: Vec<_> = (0..20_000).map(|index| format!("\"\\ud800{}\":1", index % 10_000)).collect();
    let found = ep::check(&with(&broken.join(","))).expect_err("broken names");
    assert_eq!((found.findings().len(), found.omitted()), (1_000, 29_000));
    for piece in ["password=aaaa", "bearer ", "key", "sk-", "eyJ", "://a", "Aa0"] {
        let text = TEXT.replace("example-large", &piece.repeat(200_000 / piece.len()));
        assert_eq!(told(&text), [""; 0], "{piece}");
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use super::*;

    #[test]
    fn reads_and_writes_what_json_text_does() {
        let text = with(r#""big":12345678901234567890123,"list":[[],{},[1.5,null,true,"x\n"]]"#);
        let read: ExecutionProvenance = serde_json::from_str(&text).expect("in order");
        assert_eq!(read.to_json(), Ok(text));
        let value = serde_json::to_value(record()).expect("every number fits");
        assert_eq!(value.to_string().parse::<serde_json::Value>().ok(), serde_json::from_str(TEXT).ok());
        assert_eq!(serde_json::from_value::<ExecutionProvenance>(value).ok(), Some(record()));
        assert!(serde_json::to_string(&read).is_err());
    }

    #[test]
    fn is_as_strict_as_json_text() {
        for wrong in
            [r#"["1.0",1]"#, &TEXT.replace("1.0", "2.0"), &TEXT.replace("\"auto\"", "null"), &with(r#""locality":1"#)]
        {
            assert!(serde_json::from_str::<ExecutionProvenance>(wrong).is_err(), "{wrong}");
        }
    }
}
