// Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
/** The contract's types, as they are on the wire. Members that a version does not know are kept, unnamed. */

import { Codec as codec } from "./codec.js";
import type { ExactNumber as exact } from "./number.js";
import type { JsonObject as free } from "./tree.js";

/**
 * Where the attributed provider declares that it executes; `unknown` when no provider is attributed or it declares
 * nothing. Never inferred from a name.
 */
export type Locality = "on_device" | "edge" | "cloud" | "unknown";

/** Every value of Locality. */
export const LOCALITY_VALUES: readonly Locality[] = ["on_device", "edge", "cloud", "unknown"];

/** How an attempt ended. */
export type Outcome = "succeeded" | "failed" | "cancelled";

/** Every value of Outcome. */
export const OUTCOME_VALUES: readonly Outcome[] = ["succeeded", "failed", "cancelled"];

/** The known values of ErrorClass. */
export type KnownErrorClass =
  | "CapabilityMismatch"
  | "Offline"
  | "AuthError"
  | "RateLimited"
  | "Timeout"
  | "Unavailable"
  | "Internal";

/** The kind of failure, as a token. An open set: readers accept a class that they do not know. */
export type ErrorClass = KnownErrorClass | (string & {});

/** The known values of ErrorClass. */
export const ERROR_CLASS_VALUES: readonly KnownErrorClass[] = ["CapabilityMismatch", "Offline", "AuthError", "RateLimited", "Timeout", "Unavailable", "Internal"];

/** The known values of ReasonCode. */
export type KnownReasonCode =
  | "task_not_supported"
  | "run_not_supported"
  | "streaming_not_supported"
  | "streaming_unavailable"
  | "privacy_constraint"
  | "cloud_constraint"
  | "offline"
  | "capability_unavailable";

/** Why the route planner ruled a provider out, as a token. An open set: readers accept a code that they do not know. */
export type ReasonCode = KnownReasonCode | (string & {});

/** The known values of ReasonCode. */
export const REASON_CODE_VALUES: readonly KnownReasonCode[] = [
  "task_not_supported",
  "run_not_supported",
  "streaming_not_supported",
  "streaming_unavailable",
  "privacy_constraint",
  "cloud_constraint",
  "offline",
  "capability_unavailable",
];

/** Why the output ended. */
export type FinishReason = "stop" | "length" | "cancelled" | "error";

/** Every value of FinishReason. */
export const FINISH_REASON_VALUES: readonly FinishReason[] = ["stop", "length", "cancelled", "error"];

/** One provider that was attempted, retries included, and how that ended. */
export type Attempt = {
  /** The stable id of a provider, as the engine's own configuration spells it. */
  readonly providerId: string;
  /** How an attempt ended. */
  readonly outcome: Outcome;
  /** The kind of failure, as a token. An open set: readers accept a class that they do not know. */
  readonly errorClass?: ErrorClass | undefined;
} & (
  | { readonly outcome: "succeeded" | "cancelled"; readonly errorClass?: undefined }
  | { readonly outcome: "failed"; readonly errorClass: ErrorClass }
);

/** One provider that was ruled out before any attempt. Codes only: no message. */
export interface RouteRejection {
  /** The stable id of a provider, as the engine's own configuration spells it. */
  readonly providerId: string;
  /** Every reason for the rejection, each once. */
  readonly reasonCodes: readonly ReasonCode[];
}

/**
 * How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the
 * outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It
 * never holds request content, credentials or provider payloads.
 */
export interface ExecutionProvenance {
  /** The contract version under which this record is to be read. */
  readonly schemaVersion: "1.0";
  /**
   * How many providers were attempted. 0 when validation or routing failed, or when the execution was cancelled
   * before any attempt.
   */
  readonly attemptCount: number;
  /** Every provider that was attempted, in the order of the attempts. */
  readonly attempts: readonly Attempt[];
  /** Whether more than one provider was attempted. */
  readonly fallbackOccurred: boolean;
  /**
   * Where the attributed provider declares that it executes; `unknown` when no provider is attributed or it
   * declares nothing. Never inferred from a name.
   */
  readonly locality: Locality;
  /** The profile within which the request was routed; `auto` when the request named none. */
  readonly modelProfile: string;
  /**
   * The target of the outcome: the provider that produced the result, that a stream had committed to when it ended,
   * or that was running when the execution was cancelled. Absent when there is no such provider.
   */
  readonly providerId?: string | undefined;
  /** The model that the target is bound to, as its descriptor declares it. Absent when it declares none. */
  readonly configuredModel?: string | undefined;
  /**
   * The model identifier that the target reported in its own response. Absent when it reported none; never filled
   * in from the configuration.
   */
  readonly reportedModel?: string | undefined;
  /** The providers that the route planner ruled out before any attempt, each with its reasons. */
  readonly routeRejections: readonly RouteRejection[];
}

/** The error in which an execution ended, with the provenance record of what was attempted. */
export interface IndeRunError {
  /** The contract version under which this error is to be read. */
  readonly schemaVersion: "1.0";
  /** The kind of failure, as a token. An open set: readers accept a class that they do not know. */
  readonly errorClass: ErrorClass;
  /** What went wrong, for a person. */
  readonly message: string;
  /** The engine's id for this execution. */
  readonly runId?: string | undefined;
  /** The provider that the error came from. */
  readonly providerId?: string | undefined;
  /** Whether the same request may succeed later. */
  readonly retryable?: boolean | undefined;
  /** How long to wait before a retry, in milliseconds. */
  readonly retryAfterMs?: number | exact | undefined;
  /** Further facts of the error, in a shape of the engine's own. */
  readonly details?: free | undefined;
  /**
   * How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the
   * outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It
   * never holds request content, credentials or provider payloads.
   */
  readonly provenance?: ExecutionProvenance | undefined;
}

/** Token counts that the provider reported. */
export interface Usage {
  /** Tokens in the request. */
  readonly inputTokens: number | exact;
  /** Tokens in the answer. */
  readonly outputTokens: number | exact;
  /** Tokens that the provider counted in all. */
  readonly totalTokens: number | exact;
}

/** What the engine measured of the execution. */
export interface Telemetry {
  /** The provider that produced the outcome. */
  readonly providerUsed: string;
  /** Wall time of the execution, in milliseconds. */
  readonly totalMs: number | exact;
  /** The kind of failure, as a token. An open set: readers accept a class that they do not know. */
  readonly errorClass?: ErrorClass | undefined;
}

/** A stream that delivered its whole text. */
export interface StreamCompleted {
  /** The contract version under which this outcome is to be read. */
  readonly schemaVersion: "1.0";
  /** The engine's id for this execution. */
  readonly runId: string;
  /** How the stream ended. */
  readonly outcome: "completed";
  /** The whole text of the stream. */
  readonly finalText: string;
  /** Why the output ended. */
  readonly finishReason?: FinishReason | undefined;
  /** Token counts that the provider reported. */
  readonly usage?: Usage | undefined;
  /** What the engine measured of the execution. */
  readonly telemetry?: Telemetry | undefined;
  /**
   * How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the
   * outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It
   * never holds request content, credentials or provider payloads.
   */
  readonly provenance?: ExecutionProvenance | undefined;
}

/** A stream that ended in an error. */
export interface StreamError {
  /** The contract version under which this outcome is to be read. */
  readonly schemaVersion: "1.0";
  /** The engine's id for this execution. */
  readonly runId: string;
  /** How the stream ended. */
  readonly outcome: "error";
  /** The error in which an execution ended, with the provenance record of what was attempted. */
  readonly error: IndeRunError;
  /** What the stream had delivered when it ended. */
  readonly partialText?: string | undefined;
  /**
   * How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the
   * outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It
   * never holds request content, credentials or provider payloads.
   */
  readonly provenance?: ExecutionProvenance | undefined;
}

/** A stream that was cancelled. */
export interface StreamCancelled {
  /** The contract version under which this outcome is to be read. */
  readonly schemaVersion: "1.0";
  /** The engine's id for this execution. */
  readonly runId: string;
  /** How the stream ended. */
  readonly outcome: "cancelled";
  /** What the stream had delivered when it ended. */
  readonly partialText: string;
  /** Why it was cancelled, for a person. */
  readonly reason?: string | undefined;
  /**
   * How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the
   * outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It
   * never holds request content, credentials or provider payloads.
   */
  readonly provenance?: ExecutionProvenance | undefined;
}

/** The text that the execution produced. */
export interface TextOutput {
  /** The kind of output; 1.0 knows text alone. */
  readonly type: "text";
  /** The text itself. */
  readonly text: string;
}

/** The result of an execution that returned its output in one piece, with the provenance record beside it. */
export interface TaskResult {
  /** The contract version under which this result is to be read. */
  readonly schemaVersion: "1.0";
  /** The engine's id for this execution. */
  readonly runId: string;
  /** The text that the execution produced. */
  readonly output: TextOutput;
  /** Why the output ended. */
  readonly finishReason: FinishReason;
  /** Token counts that the provider reported. */
  readonly usage?: Usage | undefined;
  /** What the engine measured of the execution. */
  readonly telemetry: Telemetry;
  /**
   * How one AI execution was carried out: every provider attempted and how each attempt ended, the target that the
   * outcome is attributed to with what it declared and reported, and which candidates were ruled out beforehand. It
   * never holds request content, credentials or provider payloads.
   */
  readonly provenance?: ExecutionProvenance | undefined;
}

/**
 * How a stream ended: completed, in an error, or cancelled. `outcome` says which, and so which other members are
 * present.
 */
export type StreamTerminalOutcome = StreamCompleted | StreamError | StreamCancelled;

/** Reads and writes Attempt. */
export const Attempt: codec<Attempt> = new codec("Attempt");

/** Reads and writes RouteRejection. */
export const RouteRejection: codec<RouteRejection> = new codec("RouteRejection");

/** Reads and writes ExecutionProvenance. */
export const ExecutionProvenance: codec<ExecutionProvenance> = new codec("ExecutionProvenance");

/** Reads and writes IndeRunError. */
export const IndeRunError: codec<IndeRunError> = new codec("IndeRunError");

/** Reads and writes Usage. */
export const Usage: codec<Usage> = new codec("Usage");

/** Reads and writes Telemetry. */
export const Telemetry: codec<Telemetry> = new codec("Telemetry");

/** Reads and writes StreamCompleted. */
export const StreamCompleted: codec<StreamCompleted> = new codec("StreamCompleted");

/** Reads and writes StreamError. */
export const StreamError: codec<StreamError> = new codec("StreamError");

/** Reads and writes StreamCancelled. */
export const StreamCancelled: codec<StreamCancelled> = new codec("StreamCancelled");

/** Reads and writes TextOutput. */
export const TextOutput: codec<TextOutput> = new codec("TextOutput");

/** Reads and writes TaskResult. */
export const TaskResult: codec<TaskResult> = new codec("TaskResult");

/** Reads and writes StreamTerminalOutcome. */
export const StreamTerminalOutcome: codec<StreamTerminalOutcome> = new codec("StreamTerminalOutcome");
