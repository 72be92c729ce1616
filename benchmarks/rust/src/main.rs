//! What a verdict costs in Rust: the whole writer verdict of the crate against `serde_json` alone and with `jsonschema`,
//! which checks the schema alone (no rules, no leaks, no repeated members, no exact numbers).
//!
//! Run: `cargo run --release [PATH-OF-THE-REPOSITORY [REPEATS]]`. Everything is measured in one process on the same
//! records: each repeat times every contender once, in turn; a figure is the median over the repeats.

use std::hint::black_box;
use std::time::Instant;
use std::{env, fs};

use execution_provenance::{ExecutionProvenance, is_valid, validate};
use serde_json::Value;

type Contender<'c> = (&'static str, Box<dyn Fn(&[u8]) -> bool + 'c>);

fn main() {
    let mut arguments = env::args().skip(1);
    let root = arguments.next().unwrap_or_else(|| "../..".into());
    let repeats = arguments.next().map_or(60, |text| text.parse().expect("a number of repeats"));
    let log = fs::read(format!("{root}/examples/engine-run.jsonl")).expect("the example log");
    let lines: Vec<&[u8]> = log.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
    let (valid, wrong): (Vec<_>, Vec<_>) = lines.into_iter().partition(is_valid);
    let schema = fs::read(format!("{root}/schemas/1.0/execution-provenance.schema.json")).expect("the schema");
    let schema = jsonschema::validator_for(&serde_json::from_slice(&schema).expect("JSON")).expect("a schema");

    let parsed = |data: &[u8]| serde_json::from_slice::<Value>(data).is_ok();
    let judged = |data: &[u8]| serde_json::from_slice(data).is_ok_and(|value| schema.is_valid(&value));
    let listed = |data: &[u8]| serde_json::from_slice(data).is_ok_and(|value| schema.iter_errors(&value).count() == 0);
    let contenders: Vec<Contender> = vec![
        ("serde_json::Value", Box::new(parsed)),
        ("serde_json and jsonschema", Box::new(judged)),
        ("is_valid, whole writer verdict", Box::new(is_valid)),
        ("validate, all findings", Box::new(|data| validate(data).next().is_none())),
        ("from_json, typed, schema only", Box::new(|data| ExecutionProvenance::from_json(data).is_ok())),
    ];
    println!("median of {repeats} repeats; us for one record, and over serde_json::Value");
    for (title, records) in groups(&valid) {
        report(&title, &records, &contenders, repeats);
    }
    let wrong: Vec<Vec<u8>> = wrong.into_iter().map(<[u8]>::to_vec).collect();
    let contenders: Vec<Contender> = vec![
        ("serde_json::Value", Box::new(parsed)),
        ("serde_json and jsonschema", Box::new(listed)),
        ("is_valid", Box::new(is_valid)),
        ("validate, all findings", Box::new(|data| validate(data).count() == 0)),
    ];
    report("wrong records", &wrong, &contenders, repeats);
}

/// The valid records in several layouts.
fn groups(valid: &[&[u8]]) -> Vec<(String, Vec<Vec<u8>>)> {
    let values = || valid.iter().map(|line| serde_json::from_slice::<Value>(line).expect("JSON"));
    let unique = |(index, line): (usize, &&[u8])| {
        let text = String::from_utf8_lossy(line);
        text.replace("_a\"", &format!("_a{index}\"")).replace("-large", &format!("-large-{index}")).into_bytes()
    };
    vec![
        (format!("{} valid records", valid.len()), valid.iter().map(|line| line.to_vec()).collect()),
        ("spaced".into(), values().map(|value| serde_json::to_vec_pretty(&value).expect("JSON")).collect()),
        ("members in the alphabet's order".into(), values().map(|value| value.to_string().into_bytes()).collect()),
        ("unique strings".into(), valid.iter().enumerate().map(unique).collect()),
    ]
}

fn report(title: &str, records: &[Vec<u8>], contenders: &[Contender], repeats: usize) {
    let bytes = records.iter().map(Vec::len).sum::<usize>() / records.len();
    println!("\n{title} ({bytes} bytes)");
    let rounds = 20_000 / records.len() + 1;
    let mut times = vec![Vec::new(); contenders.len()];
    for _ in 0..repeats {
        for ((_, run), times) in contenders.iter().zip(&mut times) {
            let start = Instant::now();
            for _ in 0..rounds {
                for record in records {
                    black_box(run(black_box(record)));
                }
            }
            times.push(start.elapsed().as_secs_f64() * 1e6 / (rounds * records.len()) as f64);
        }
    }
    let medians: Vec<f64> = times
        .iter_mut()
        .map(|times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        })
        .collect();
    for ((name, _), median) in contenders.iter().zip(&medians) {
        println!("  {name:32} {median:7.3}  {:6.2}", median / medians[0]);
    }
}
