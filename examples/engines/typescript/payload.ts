/** What the application gets when an execution has ended: a payload that carries the record. */

import type { IndeRunError, StreamTerminalOutcome, TaskResult } from "execution-provenance";
import type { Result, TaskRequest } from "./reference_engine.js";

export type Payload = IndeRunError | StreamTerminalOutcome | TaskResult;

/** The payload of an execution; a stream has one of its own for each way to end. */
export function payloadOf(request: TaskRequest, result: Result, runId: string): Payload {
  const { text, provenance } = result;
  const head = { schemaVersion: "1.0", runId, provenance } as const;
  if (request.mode === "stream") {
    if (result.status === "failed") return { ...head, outcome: "error", error: errorOf(result), partialText: text };
    if (result.status === "cancelled") return { ...head, outcome: "cancelled", partialText: text };
    return { ...head, outcome: "completed", finalText: text };
  }
  // A run that was cancelled has a result if a provider was running then.
  const { providerId } = provenance;
  if (result.status === "failed" || providerId === undefined) return { ...head, ...errorOf(result) };
  return {
    ...head,
    output: { type: "text", text },
    finishReason: result.status === "cancelled" ? "cancelled" : "stop",
    telemetry: { providerUsed: providerId, totalMs: 1 },
  };
}

function errorOf(result: Result): IndeRunError {
  const { errorClass, message } =
    result.status === "failed" ? result.error : { errorClass: "Unavailable", message: "cancelled" };
  return { schemaVersion: "1.0", errorClass, message };
}
