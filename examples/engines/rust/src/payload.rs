//! What the application is handed when an execution has ended: a payload that carries the record.

use execution_provenance::{
    Carrier, ErrorClass, ExactNumber, FinishReason, IndeRunError, StreamCancelled, StreamCompleted, StreamError,
    StreamTerminalOutcome, TaskResult, Telemetry, TextOutput, WriteError,
};

use crate::engine::{End, Finished, Request};

/// The payload of a finished execution, and its JSON text.
pub fn of(finished: Finished, request: &Request, run_id: &str) -> Result<(Carrier, String), WriteError> {
    let Finished { end, text, provenance } = finished;
    let (run_id, provenance) = (run_id.to_owned(), Some(provenance));
    if request.is_stream {
        let outcome = match end {
            End::Answered => {
                let mut completed = StreamCompleted::new(run_id, text);
                completed.provenance = provenance;
                StreamTerminalOutcome::Completed(completed)
            }
            End::Cancelled => {
                let mut cancelled = StreamCancelled::new(run_id, text);
                cancelled.provenance = provenance;
                StreamTerminalOutcome::Cancelled(cancelled)
            }
            End::Failed(error) => {
                let mut failed = StreamError::new(run_id, IndeRunError::new(error.error_class, error.message));
                (failed.partial_text, failed.provenance) = (Some(text), provenance);
                StreamTerminalOutcome::Error(failed)
            }
        };
        return Ok((Carrier::StreamTerminalOutcome, outcome.to_json()?));
    }
    let target = provenance.as_ref().and_then(|record| record.provider_id.clone());
    let mut error = match (end, target) {
        // A run that was cancelled has a result if a provider was running then.
        (end @ (End::Answered | End::Cancelled), Some(target)) => {
            let reason = if matches!(end, End::Answered) { FinishReason::Stop } else { FinishReason::Cancelled };
            let telemetry = Telemetry::new(target, ExactNumber::from(1));
            let mut result = TaskResult::new(run_id, TextOutput::new(text), reason, telemetry);
            result.provenance = provenance;
            return Ok((Carrier::TaskResult, result.to_json()?));
        }
        (End::Answered | End::Cancelled, None) => {
            IndeRunError::new(ErrorClass::UNAVAILABLE, "the execution was cancelled")
        }
        (End::Failed(error), _) => IndeRunError::new(error.error_class, error.message),
    };
    (error.run_id, error.provenance) = (Some(run_id), provenance);
    Ok((Carrier::InderunError, error.to_json()?))
}
