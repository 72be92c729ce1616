/**
 * The engine's bookkeeping: it notes what happens while it happens, and makes the record from its notes.
 *
 * It never gets anything that could leak: no prompt, no message, no payload.
 */

import type {
  Attempt,
  ErrorClass,
  ExecutionProvenance,
  Locality,
  ReasonCode,
  RouteRejection,
} from "execution-provenance";

/** What a provider declares about itself; only its id is required. */
export interface Descriptor {
  readonly providerId: string;
  readonly locality?: Locality;
  readonly configuredModel?: string;
}

/** How an attempt ended. */
export type Ending =
  | { readonly outcome: "failed"; readonly errorClass: ErrorClass }
  | { readonly outcome: "succeeded" | "cancelled" };

/** One attempt so far: it has no `ending` while it runs. */
interface Notes {
  readonly descriptor: Descriptor;
  reportedModel?: string;
  committed: boolean;
  ending?: Ending;
}

/** The notes on one execution, with the profile that it was routed within. */
export class Recorder {
  readonly #profile: string;
  readonly #rejections: RouteRejection[] = [];
  readonly #attempts: Notes[] = [];

  constructor(profile: string) {
    this.#profile = profile;
  }

  /** The planner ruled this provider out. */
  rejected(providerId: string, reasonCodes: readonly ReasonCode[]): void {
    this.#rejections.push({ providerId, reasonCodes: [...reasonCodes] });
  }

  /** A provider is about to be called for the first time; retries do not begin another attempt. */
  attemptBegan(descriptor: Descriptor): void {
    this.#attempts.push({ descriptor, committed: false });
  }

  /** The running provider reported the model that it answers with. */
  modelReported(model: string): void {
    this.#running().reportedModel = model;
  }

  /** The application has received something from the running provider, so no other one can take over. */
  committed(): void {
    this.#running().committed = true;
  }

  /** The running provider has finished. */
  attemptEnded(ending: Ending): void {
    this.#running().ending = ending;
  }

  /** The record of the execution, which has ended. Members that are undefined are not written. */
  record(): ExecutionProvenance {
    const target = this.#target();
    return {
      schemaVersion: "1.0",
      attemptCount: this.#attempts.length,
      attempts: this.#attempts.map(attempt),
      fallbackOccurred: this.#attempts.length > 1,
      locality: target?.descriptor.locality ?? "unknown",
      modelProfile: this.#profile,
      providerId: target?.descriptor.providerId,
      configuredModel: target?.descriptor.configuredModel,
      reportedModel: target?.reportedModel,
      routeRejections: [...this.#rejections],
    };
  }

  #running(): Notes {
    const notes = this.#attempts.at(-1);
    if (notes === undefined || notes.ending !== undefined) throw new Error("no attempt is running; begin one first");
    return notes;
  }

  /** Who the outcome is attributed to: the last provider, unless it failed before it delivered anything. */
  #target(): Notes | undefined {
    const last = this.#attempts.at(-1);
    return last?.ending?.outcome === "failed" && !last.committed ? undefined : last;
  }
}

function attempt({ descriptor: { providerId }, ending }: Notes): Attempt {
  if (ending === undefined) throw new Error(`the attempt of ${providerId} has not ended; record after the execution`);
  return { providerId, ...ending };
}
