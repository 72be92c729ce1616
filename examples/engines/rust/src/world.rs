//! The world around the engine, made from the facts of an emission case: a request, providers, and a user who may cancel.
//!
//! Each fake replays its own part when the engine calls it, and nobody tells the engine what will come. The facts' shape:
//! `docs/implementers.md`.

use std::cell::Cell;

use execution_provenance::{ErrorClass, ReasonCode};
use serde_json::Value;

use crate::engine::{Cancellation, Ended, EngineError, Event, Finished, Provider, Request, execute};
use crate::recorder::Descriptor;

/// What the application wants.
pub fn request(facts: &Value) -> Request {
    Request {
        prompt: text(&facts["request"]["prompt"]),
        is_stream: facts["mode"] == "stream",
        profile: facts["profile"].as_str().map(str::to_owned),
    }
}

/// What the engine makes of an execution that goes as `facts` say.
pub fn execution(facts: &Value, request: &Request) -> Finished {
    let cancellation = Cancellation::default();
    let cancelled = facts["cancelled"].as_str();
    if cancelled == Some("before-attempts") && facts["plan"].is_null() {
        cancellation.cancel();
    }
    // Validation precedes planning: it fails if the facts say so. Meanwhile, the user may cancel.
    let check = |request: &Request| {
        if let Some(error) = facts["planError"].as_object() {
            return Err(failure(&error["errorClass"], format!("{}: {}", text(&error["message"]), request.prompt)));
        }
        if cancelled == Some("before-attempts") {
            cancellation.cancel();
        }
        Ok(())
    };
    let providers = providers(facts);
    let providers: Vec<&dyn Provider> = providers.iter().map(|one| one as &dyn Provider).collect();
    execute(request, &providers, &cancellation, check, |_| {})
}

/// Objects, or plays its script: the entry of `attempts` in the facts that is about it.
struct FakeProvider<'f> {
    candidate: &'f Value,
    rejection: Option<&'f Value>,
    script: Option<&'f Value>,
    is_cancelled_after_failure: bool,
    calls: Cell<u64>,
}

impl Provider for FakeProvider<'_> {
    fn descriptor(&self) -> Descriptor {
        Descriptor {
            provider_id: text(&self.candidate["providerId"]),
            locality: self.candidate["locality"].as_str().map(|name| name.parse().expect("a locality")),
            configured_model: self.candidate["configuredModel"].as_str().map(str::to_owned),
        }
    }

    fn objections(&self, _: &Request) -> Vec<ReasonCode> {
        list(self.rejection.map_or(&Value::Null, |one| &one["reasonCodes"]))
            .map(|code| ReasonCode::new(text(code)))
            .collect()
    }

    fn call(
        &self,
        request: &Request,
        cancellation: &Cancellation,
        on_event: &mut dyn FnMut(Event) -> Result<(), Ended>,
    ) -> Result<(), Ended> {
        let script = self.script.expect("the facts know of the call");
        self.calls.set(self.calls.get() + 1);
        if script["buffered"] == true {
            on_event(Event::Text(text(&script["payload"])))?;
        }
        if self.calls.get() <= script["retries"].as_u64().unwrap_or_default() {
            let error = failure(&"Unavailable".into(), format!("again, please: {}", request.prompt));
            return Err(Ended::Failed { error, is_transient: true });
        }
        on_event(Event::Opened(script["reportedModel"].as_str().map(str::to_owned)))?;
        if script["committed"] == true || script["did"] == "answered" {
            on_event(Event::Text(text(&script["payload"])))?;
        }
        if script["did"] == "cancelled" {
            cancellation.cancel();
            cancellation.check()?;
        }
        if script["did"] == "failed" {
            if self.is_cancelled_after_failure {
                cancellation.cancel();
            }
            let error = failure(&script["errorClass"], text(&script["message"]));
            return Err(Ended::Failed { error, is_transient: false });
        }
        Ok(())
    }
}

/// The candidates as the engine is configured with them: those that the facts rule out, then in order the others.
fn providers(facts: &Value) -> Vec<FakeProvider<'_>> {
    let about = |entries: &'_ Value, id: &str| list(entries).position(|one| one["providerId"] == id);
    let (rejections, attempts) = (&facts["plan"]["rejections"], &facts["attempts"]);
    let last = list(attempts).last().map(|one| &one["providerId"]);
    let fake = |id: String| FakeProvider {
        candidate: &facts["candidates"][about(&facts["candidates"], &id).expect("a candidate")],
        rejection: about(rejections, &id).map(|at| &rejections[at]),
        script: about(attempts, &id).map(|at| &attempts[at]),
        is_cancelled_after_failure: facts["cancelled"] == "between-attempts" && last.is_some_and(|one| *one == id),
        calls: Cell::new(0),
    };
    let ruled_out = list(rejections).map(|one| text(&one["providerId"]));
    ruled_out.chain(list(&facts["plan"]["chain"]).map(text)).map(fake).collect()
}

fn failure(error_class: &Value, message: String) -> EngineError {
    EngineError { error_class: ErrorClass::new(text(error_class)), message }
}

fn list(value: &Value) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
    value.as_array().map(Vec::as_slice).unwrap_or_default().iter()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
