//! The engine's bookkeeping: it notes what happens while it happens, and makes the record from its notes.
//!
//! Nothing that could leak is ever handed to it: no prompt, no message, no payload. What it does not hold it cannot emit.

use execution_provenance::{Attempt, ErrorClass, ExecutionProvenance, Locality, Outcome, ReasonCode, RouteRejection};

/// What a provider declares about itself; it need not declare more than its id.
#[derive(Clone, Debug)]
pub struct Descriptor {
    pub provider_id: String,
    pub locality: Option<Locality>,
    pub configured_model: Option<String>,
}

/// One attempt, as far as it has got: it has no `outcome` while it runs.
struct Notes {
    descriptor: Descriptor,
    reported_model: Option<String>,
    committed: bool,
    outcome: Option<Outcome>,
    error_class: Option<ErrorClass>,
}

/// The notes on one execution, under the profile that it was routed within.
pub struct Recorder {
    profile: String,
    rejections: Vec<RouteRejection>,
    attempts: Vec<Notes>,
}

impl Recorder {
    pub fn new(profile: String) -> Self {
        Self { profile, rejections: Vec::new(), attempts: Vec::new() }
    }

    /// The planner ruled this provider out.
    pub fn rejected(&mut self, provider_id: &str, reason_codes: Vec<ReasonCode>) {
        self.rejections.push(RouteRejection::new(provider_id.to_owned(), reason_codes));
    }

    /// A provider is about to be called for the first time. Retries belong to the same attempt.
    pub fn attempt_began(&mut self, descriptor: Descriptor) {
        let notes = Notes { descriptor, reported_model: None, committed: false, outcome: None, error_class: None };
        self.attempts.push(notes);
    }

    /// The running provider named the model that it answers with.
    pub fn model_reported(&mut self, model: String) {
        self.running().reported_model = Some(model);
    }

    /// The application has received something of the running provider: from here on nobody else can take over.
    pub fn committed(&mut self) {
        self.running().committed = true;
    }

    /// The running provider is done; `error_class` is that of a failure.
    pub fn attempt_ended(&mut self, outcome: Outcome, error_class: Option<ErrorClass>) {
        let notes = self.running();
        (notes.outcome, notes.error_class) = (Some(outcome), error_class);
    }

    fn running(&mut self) -> &mut Notes {
        let last = self.attempts.last_mut().filter(|notes| notes.outcome.is_none());
        last.expect("an attempt is running; begin one first")
    }

    /// The record of the execution, which has ended.
    pub fn record(&self) -> ExecutionProvenance {
        let target = self.target();
        let mut record = ExecutionProvenance::new(
            self.attempts.len() as u64,
            self.attempts.iter().map(attempt).collect(),
            self.attempts.len() > 1,
            target.and_then(|notes| notes.descriptor.locality).unwrap_or(Locality::Unknown),
            self.profile.clone(),
            self.rejections.clone(),
        );
        if let Some(Notes { descriptor, reported_model, .. }) = target {
            record.provider_id = Some(descriptor.provider_id.clone());
            record.configured_model.clone_from(&descriptor.configured_model);
            record.reported_model.clone_from(reported_model);
        }
        record
    }

    /// The attempt that the outcome is attributed to. An attempt that failed before it delivered anything is not: the
    /// execution had already moved on from it, or had no provider left.
    fn target(&self) -> Option<&Notes> {
        self.attempts.last().filter(|last| last.outcome != Some(Outcome::Failed) || last.committed)
    }
}

fn attempt(notes: &Notes) -> Attempt {
    let outcome = notes.outcome.expect("the attempt has ended; record after the execution");
    let mut attempt = Attempt::new(notes.descriptor.provider_id.clone(), outcome);
    attempt.error_class.clone_from(&notes.error_class);
    attempt
}
