//! The adapter between the conformance driver and your engine: it speaks the protocol already, and you write the four ops
//! in `ops.rs`. One JSON object per line on standard input and output; standard error is yours.

mod ops;
#[allow(dead_code)] // Until `emit` is written.
mod world;

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

use base64::{engine::general_purpose::STANDARD, Engine as _};
use serde_json::{json, Value};

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
    output.flush()?;
    Ok(())
}

fn hello(message: &Value) -> Result<Value, Box<dyn Error>> {
    let spoken = message["protocol"]
        .as_array()
        .is_some_and(|all| all.contains(&json!(1)));
    if !spoken {
        return Err(format!(
            "this adapter speaks protocol 1, and the driver speaks {}",
            message["protocol"]
        )
        .into());
    }
    let mut reply = ops::declared();
    reply["type"] = json!("hello");
    reply["protocol"] = json!(1);
    reply["run"] = message["run"].clone();
    reply["engine"] = json!({
        "name": ops::ENGINE_NAME,
        "version": ops::ENGINE_VERSION,
        "language": "rust",
        "runtime": "native",
        "os": std::env::consts::OS,
    });
    Ok(reply)
}

fn answer(case: &Value) -> Value {
    let id = &case["id"];
    let op = case["op"].as_str().unwrap_or_default();
    if !ops::OPS.contains(&op) {
        return json!({"type": "result", "id": id, "status": "unsupported", "unsupported": {"feature": op}});
    }
    let message = match catch_unwind(AssertUnwindSafe(|| perform(op, case))) {
        Ok(Ok(mut reply)) => {
            reply["type"] = json!("result");
            reply["id"] = id.clone();
            reply["status"] = json!("ok");
            return reply;
        }
        Ok(Err(error)) => error.to_string(),
        Err(_) => "panic: see standard error".to_string(),
    };
    json!({"type": "result", "id": id, "status": "error", "error": {"message": message}})
}

/// The members of the result that the op gives.
fn perform(op: &str, case: &Value) -> Result<Value, Box<dyn Error>> {
    let carrier = case["carrier"].as_str();
    if op == "emit" {
        return Ok(json!({"output": output(ops::emit(&case["input"]["facts"], carrier)?)}));
    }
    let data = input_bytes(&case["input"])?;
    match op {
        "validate" => {
            let found = ops::validate(&data, carrier, case["level"].as_str().unwrap_or("writer"))?;
            let verdict = if found.is_empty() { "valid" } else { "invalid" };
            let findings: Vec<Value> = found
                .iter()
                .map(|(rule, path)| json!({"rule": rule, "path": path}))
                .collect();
            Ok(json!({"verdict": verdict, "findings": findings}))
        }
        "roundtrip" => Ok(json!({"output": output(ops::roundtrip(&data, carrier)?)})),
        _ => Ok(match ops::canonical(&data, carrier)? {
            Some((form, digest)) => json!({"output": output(form), "digest": digest}),
            None => json!({"output": null}),
        }),
    }
}

fn input_bytes(input: &Value) -> Result<Vec<u8>, Box<dyn Error>> {
    if let Some(text) = input["text"].as_str() {
        return Ok(text.as_bytes().to_vec());
    }
    Ok(STANDARD.decode(
        input["b64"]
            .as_str()
            .ok_or("the case has neither text nor b64")?,
    )?)
}

fn output(data: Vec<u8>) -> Value {
    match String::from_utf8(data) {
        Ok(text) => json!({"text": text}),
        Err(error) => json!({"b64": STANDARD.encode(error.as_bytes())}),
    }
}
