/**
 * A small engine: it plans a route over its providers, attempts them in order, and records what happened.
 *
 * It knows nothing of conformance. `recorder.ts` is its bookkeeping; `world.ts` gives it fake providers and a fake user.
 */

import type { ErrorClass, ExecutionProvenance, ReasonCode } from "execution-provenance";
import { Recorder, type Descriptor } from "./recorder.js";

export const MAX_RETRIES = 3;

/** Why there is no answer: a class for machines, a message for people. */
export class EngineError extends Error {
  override readonly name: string = "EngineError";

  constructor(
    readonly errorClass: ErrorClass,
    message: string,
  ) {
    super(message);
  }
}

/** A call of a provider failed. If it is `transient`, the same provider may succeed at once. */
export class ProviderError extends EngineError {
  override readonly name: string = "ProviderError";

  constructor(
    errorClass: ErrorClass,
    message: string,
    readonly transient = false,
  ) {
    super(errorClass, message);
  }
}

/** What the application wants. `mode` "stream": text as it comes; "run": the whole text at the end. */
export interface TaskRequest {
  readonly prompt: string;
  readonly authorization: string;
  readonly mode: "run" | "stream";
  readonly profile?: string;
}

/** The events of a call: the response has begun, perhaps with the model; then pieces of the answer. */
export type ProviderEvent =
  | { readonly type: "opened"; readonly model?: string }
  | { readonly type: "text"; readonly piece: string };

/** A model somewhere that can answer. */
export interface Provider {
  readonly descriptor: Descriptor;

  /** The reason codes why it cannot take the request; empty if it can. */
  objections(request: TaskRequest): readonly ReasonCode[];

  /**
   * Answer. The end of the events is success. Throws ProviderError for a failure and, like `fetch`, the reason of the
   * signal when it is aborted.
   */
  call(request: TaskRequest, signal: AbortSignal): AsyncIterable<ProviderEvent>;
}

/** Rejects a request by throwing an EngineError. */
export type Check = (request: TaskRequest) => void | Promise<void>;

/** The application receives a piece of a stream; the next one waits until it has. */
export type Deliver = (piece: string) => void | Promise<void>;

/** How the execution ended, with its record; `text` may be partial unless it was answered. */
export type Result = { readonly text: string; readonly provenance: ExecutionProvenance } & (
  | { readonly status: "answered" | "cancelled" }
  | { readonly status: "failed"; readonly error: EngineError }
);

/** Carries out requests with `providers`, in their order. One engine can carry out several requests at once. */
export class Engine {
  readonly #providers: readonly Provider[];
  readonly #check: Check;

  constructor(providers: readonly Provider[], check: Check) {
    this.#providers = providers;
    this.#check = check;
  }

  /**
   * Carry out a request. Pieces of a stream go to `deliver` as they come, and `signal` cancels. Failures of providers are
   * results; whatever else a provider or the application throws is passed on.
   */
  async execute(request: TaskRequest, deliver: Deliver, signal: AbortSignal): Promise<Result> {
    const execution = new Execution(request, deliver, signal);
    try {
      signal.throwIfAborted();
      await this.#check(request);
      await execution.attemptAll(execution.plan(this.#providers));
    } catch (error) {
      if (error instanceof EngineError) return { status: "failed", error, ...execution.outcome() };
      if (isCancellation(error, signal)) return { status: "cancelled", ...execution.outcome() };
      throw error;
    }
    return { status: "answered", ...execution.outcome() };
  }
}

/** One request in progress: the notes on it, and the text so far. */
class Execution {
  readonly #request: TaskRequest;
  readonly #deliver: Deliver;
  readonly #signal: AbortSignal;
  readonly #recorder: Recorder;
  readonly #pieces: string[] = [];

  constructor(request: TaskRequest, deliver: Deliver, signal: AbortSignal) {
    this.#request = request;
    this.#deliver = deliver;
    this.#signal = signal;
    this.#recorder = new Recorder(request.profile ?? "auto");
  }

  /** The providers to attempt, in order; the recorder notes the others. */
  plan(providers: readonly Provider[]): Provider[] {
    return providers.filter((provider) => {
      const codes = provider.objections(this.#request);
      if (codes.length > 0) this.#recorder.rejected(provider.descriptor.providerId, codes);
      return codes.length === 0;
    });
  }

  /** Attempt one after the other until one answers; throw the last error, or the reason of the cancellation. */
  async attemptAll(route: readonly Provider[]): Promise<void> {
    let error = new EngineError("Unavailable", "no provider can take the request");
    for (const provider of route) {
      this.#signal.throwIfAborted();
      try {
        return await this.#attempt(provider);
      } catch (failure) {
        // The application has the beginning of this answer, and another provider would start a different one.
        if (!(failure instanceof ProviderError) || this.#pieces.length > 0) throw failure;
        error = failure;
      }
    }
    // If the application has cancelled meanwhile, that is the result, not the last failure.
    this.#signal.throwIfAborted();
    throw error;
  }

  /** One attempt, retries included: the recorder gets one outcome, however often the provider is called. */
  async #attempt(provider: Provider): Promise<void> {
    this.#recorder.attemptBegan(provider.descriptor);
    try {
      await this.#callWithRetries(provider);
    } catch (error) {
      if (error instanceof ProviderError) this.#recorder.attemptEnded({ outcome: "failed", errorClass: error.errorClass });
      else if (isCancellation(error, this.#signal)) this.#recorder.attemptEnded({ outcome: "cancelled" });
      throw error;
    }
    this.#recorder.attemptEnded({ outcome: "succeeded" });
  }

  async #callWithRetries(provider: Provider): Promise<void> {
    for (let retriesLeft = MAX_RETRIES; ; retriesLeft--) {
      try {
        return await this.#call(provider);
      } catch (error) {
        const mayRetry = error instanceof ProviderError && error.transient && this.#pieces.length === 0;
        if (!mayRetry || retriesLeft === 0) throw error;
      }
      this.#signal.throwIfAborted();
    }
  }

  /** One call. Of a stream, the first piece that the application receives commits the execution to the provider. */
  async #call(provider: Provider): Promise<void> {
    const answer: string[] = [];
    for await (const event of provider.call(this.#request, this.#signal)) {
      // A provider may go on for a while; nothing is delivered to an application that has cancelled.
      this.#signal.throwIfAborted();
      if (event.type === "opened") {
        if (event.model !== undefined) this.#recorder.modelReported(event.model);
      } else if (this.#request.mode === "stream") {
        this.#recorder.committed();
        this.#pieces.push(event.piece);
        await this.#deliver(event.piece);
      } else {
        answer.push(event.piece);
      }
    }
    this.#pieces.push(...answer);
  }

  outcome(): { text: string; provenance: ExecutionProvenance } {
    return { text: this.#pieces.join(""), provenance: this.#recorder.record() };
  }
}

function isCancellation(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted && error === signal.reason;
}
