//! The world around your engine in an `emit` case, made from its facts: providers that replay their part, and a user.
//!
//! Plan over `providers` in their order, leave out those with `objections`, and `call` the rest until one succeeds. Look at
//! `cancelled` before `check`, before each attempt, and after each call and event: the user cancels meanwhile.
//!
//! - `before-attempts`: cancelled before `check` if there is no plan, else during it: the plan is made, nothing is attempted.
//! - `between-attempts`: cancelled while the last attempt fails. That attempt is failed, and no other one begins.
//! - `during-attempt`: cancelled while the provider runs; its call ends without a failure. That attempt is cancelled.

use std::collections::HashMap;

use serde_json::Value;

/// Why there is no answer. `transient`: calling the same provider again may succeed, within the same attempt.
#[derive(Debug)]
pub struct Failure {
    pub error_class: String,
    pub message: String,
    pub transient: bool,
}

/// `facts` has the request; `cancelled` is whether the user has cancelled by now.
pub struct World {
    pub facts: Value,
    pub cancelled: bool,
    calls: HashMap<String, u64>,
}

impl World {
    pub fn new(facts: &Value) -> Self {
        let cancelled = facts["cancelled"] == "before-attempts" && facts["plan"].is_null();
        Self { facts: facts.clone(), cancelled, calls: HashMap::new() }
    }

    /// The providers: `providerId`, and `locality` and `configuredModel` where they are declared.
    pub fn providers(&self) -> Vec<&Value> {
        let plan = &self.facts["plan"];
        let rejected = list(&plan["rejections"]).iter().map(|one| &one["providerId"]);
        let known = list(&self.facts["candidates"]);
        rejected
            .chain(list(&plan["chain"]))
            .filter_map(|id| known.iter().find(|one| one["providerId"] == *id))
            .collect()
    }

    /// The validation of the request, before the plan.
    pub fn check(&mut self) -> Result<(), Failure> {
        if let Some(error) = self.facts.get("planError") {
            return Err(failure(error));
        }
        self.cancelled |= self.facts["cancelled"] == "before-attempts";
        Ok(())
    }

    /// The reason codes why a provider cannot take the request; empty if it can.
    pub fn objections(&self, provider_id: &str) -> Vec<String> {
        let rejections = list(&self.facts["plan"]["rejections"]);
        let rejection = rejections.iter().find(|one| one["providerId"] == provider_id);
        rejection.map_or(&[][..], |one| list(&one["reasonCodes"])).iter().map(text_of).collect()
    }

    /// Call a provider: `opened` gets the model that it reports, `text` a piece of the answer.
    pub fn call(
        &mut self,
        provider_id: &str,
        opened: impl FnOnce(Option<&str>),
        mut text: impl FnMut(&str),
    ) -> Result<(), Failure> {
        let attempts = list(&self.facts["attempts"]);
        let place = attempts.iter().position(|one| one["providerId"] == provider_id);
        let place = place.expect("only providers of the chain are called");
        let attempt = &attempts[place];
        let payload = attempt["payload"].as_str().unwrap_or_default();
        if attempt["buffered"] == true {
            text(payload);
        }
        let calls = self.calls.entry(provider_id.to_owned()).or_default();
        *calls += 1;
        if *calls <= attempt["retries"].as_u64().unwrap_or_default() {
            let message = "try again".to_owned();
            return Err(Failure { error_class: "Unavailable".to_owned(), message, transient: true });
        }
        opened(attempt["reportedModel"].as_str());
        if attempt["committed"] == true || attempt["did"] == "answered" {
            text(payload);
        }
        let failed = attempt["did"] == "failed";
        let when = if failed { "between-attempts" } else { "during-attempt" };
        self.cancelled |= place + 1 == attempts.len() && self.facts["cancelled"] == when;
        if failed { Err(failure(attempt)) } else { Ok(()) }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn failure(value: &Value) -> Failure {
    Failure { error_class: text_of(&value["errorClass"]), message: text_of(&value["message"]), transient: false }
}
