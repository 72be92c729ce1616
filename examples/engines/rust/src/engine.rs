//! A small engine: it plans a route over its providers, attempts them in order, and records what happened.
//!
//! It knows nothing of conformance. `recorder.rs` is its bookkeeping; `world.rs` gives it fake providers and a fake user.

use std::cell::Cell;

use execution_provenance::{ErrorClass, ExecutionProvenance, Outcome, ReasonCode};

use crate::recorder::{Descriptor, Recorder};

const MAX_RETRIES: usize = 3;

/// Why there is no answer: a class for machines, a message for people.
#[derive(Clone, Debug)]
pub struct EngineError {
    pub error_class: ErrorClass,
    pub message: String,
}

/// Why a call of a provider ended without an answer. After a transient failure, the same provider may do better at once.
#[derive(Debug)]
pub enum Ended {
    Failed { error: EngineError, is_transient: bool },
    Cancelled,
}

/// The application's switch, looked at by the engine and by whatever provider is running.
#[derive(Debug, Default)]
pub struct Cancellation(Cell<bool>);

impl Cancellation {
    /// Ask for the execution to end. It ends where `check` is called next.
    pub fn cancel(&self) {
        self.0.set(true);
    }

    pub fn check(&self) -> Result<(), Ended> {
        if self.0.get() { Err(Ended::Cancelled) } else { Ok(()) }
    }
}

/// What the application wants. A stream is delivered as it comes; of a run, the whole text at the end.
#[derive(Clone, Debug)]
pub struct Request {
    pub prompt: String,
    pub is_stream: bool,
    pub profile: Option<String>,
}

/// What comes of a call: the response has begun, and names its model or does not; then pieces of the answer.
#[derive(Debug)]
pub enum Event {
    Opened(Option<String>),
    Text(String),
}

/// Somebody who can answer.
pub trait Provider {
    fn descriptor(&self) -> Descriptor;

    /// The reason codes for which it cannot take the request; none if it can.
    fn objections(&self, request: &Request) -> Vec<ReasonCode>;

    /// Answer, event by event.
    fn call(
        &self,
        request: &Request,
        cancellation: &Cancellation,
        on_event: &mut dyn FnMut(Event) -> Result<(), Ended>,
    ) -> Result<(), Ended>;
}

/// How an execution ended.
#[derive(Debug)]
pub enum End {
    Answered,
    Cancelled,
    Failed(EngineError),
}

/// How an execution ended, with its record; the text may be partial unless it was answered.
#[derive(Debug)]
pub struct Finished {
    pub end: End,
    pub text: String,
    pub provenance: ExecutionProvenance,
}

/// Carry out a request with `providers`, in their order. `check` may reject it; `deliver` receives pieces of a stream.
pub fn execute(
    request: &Request,
    providers: &[&dyn Provider],
    cancellation: &Cancellation,
    check: impl FnOnce(&Request) -> Result<(), EngineError>,
    deliver: impl FnMut(&str),
) -> Finished {
    let recorder = Recorder::new(request.profile.clone().unwrap_or_else(|| "auto".into()));
    let mut running = Running { request, cancellation, deliver, recorder, text: String::new() };
    let outcome = running.run(providers, check);
    let end = match outcome {
        Ok(()) => End::Answered,
        Err(Ended::Cancelled) => End::Cancelled,
        Err(Ended::Failed { error, .. }) => End::Failed(error),
    };
    Finished { end, provenance: running.recorder.record(), text: running.text }
}

/// One request on its way: the notes on it, and the text so far.
struct Running<'e, D> {
    request: &'e Request,
    cancellation: &'e Cancellation,
    deliver: D,
    recorder: Recorder,
    text: String,
}

impl<D: FnMut(&str)> Running<'_, D> {
    fn run(
        &mut self,
        providers: &[&dyn Provider],
        check: impl FnOnce(&Request) -> Result<(), EngineError>,
    ) -> Result<(), Ended> {
        self.cancellation.check()?;
        check(self.request).map_err(|error| Ended::Failed { error, is_transient: false })?;
        let route = self.plan(providers);
        self.attempt_all(&route)
    }

    /// The providers to attempt, in order; the recorder hears of the others.
    fn plan<'p>(&mut self, providers: &[&'p dyn Provider]) -> Vec<&'p dyn Provider> {
        let mut route = Vec::new();
        for provider in providers {
            let codes = provider.objections(self.request);
            if codes.is_empty() {
                route.push(*provider);
            } else {
                self.recorder.rejected(&provider.descriptor().provider_id, codes);
            }
        }
        route
    }

    /// Attempt one after the other until one answers; the last failure, or that it was cancelled.
    fn attempt_all(&mut self, route: &[&dyn Provider]) -> Result<(), Ended> {
        let message = "no provider can take the request".into();
        let mut last = EngineError { error_class: ErrorClass::UNAVAILABLE, message };
        for provider in route {
            self.cancellation.check()?;
            match self.attempt(*provider) {
                // Where the application has the beginning of this answer, another provider would start a different one.
                Err(Ended::Failed { error, .. }) if self.text.is_empty() => last = error,
                ended => return ended,
            }
        }
        // Whoever cancelled meanwhile wants to hear that, not about the last failure.
        self.cancellation.check()?;
        Err(Ended::Failed { error: last, is_transient: false })
    }

    /// One attempt, retries included: however often the provider is called, the recorder sees one outcome.
    fn attempt(&mut self, provider: &dyn Provider) -> Result<(), Ended> {
        self.recorder.attempt_began(provider.descriptor());
        let ended = self.call_with_retries(provider);
        match &ended {
            Ok(()) => self.recorder.attempt_ended(Outcome::Succeeded, None),
            Err(Ended::Cancelled) => self.recorder.attempt_ended(Outcome::Cancelled, None),
            Err(Ended::Failed { error, .. }) => {
                self.recorder.attempt_ended(Outcome::Failed, Some(error.error_class.clone()));
            }
        }
        ended
    }

    fn call_with_retries(&mut self, provider: &dyn Provider) -> Result<(), Ended> {
        for _ in 0..MAX_RETRIES {
            match self.call(provider) {
                Err(Ended::Failed { is_transient: true, .. }) if self.text.is_empty() => self.cancellation.check()?,
                ended => return ended,
            }
        }
        self.call(provider)
    }

    /// One call. Of a stream, the first piece that the application receives commits the execution to the provider.
    fn call(&mut self, provider: &dyn Provider) -> Result<(), Ended> {
        let mut answer = String::new();
        let (request, cancellation) = (self.request, self.cancellation);
        provider.call(request, cancellation, &mut |event| {
            // A provider may be slow to notice; nothing is delivered to an application that has cancelled.
            cancellation.check()?;
            match event {
                Event::Opened(model) => model.into_iter().for_each(|model| self.recorder.model_reported(model)),
                Event::Text(piece) if request.is_stream => {
                    self.recorder.committed();
                    self.text.push_str(&piece);
                    (self.deliver)(&piece);
                }
                Event::Text(piece) => answer.push_str(&piece),
            }
            Ok(())
        })?;
        self.text.push_str(&answer);
        Ok(())
    }
}
