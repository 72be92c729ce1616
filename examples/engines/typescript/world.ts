/**
 * The world around the engine, made from the facts of an emission case: a request, providers, and a user who may cancel.
 *
 * Each fake replays its own part when the engine calls it; the engine does not know the facts. docs/implementers.md
 * describes them.
 */

import { setImmediate } from "node:timers/promises";

import type { ErrorClass, ReasonCode } from "execution-provenance";
import type { Descriptor } from "./recorder.js";
import { EngineError, ProviderError, type Provider, type ProviderEvent, type TaskRequest } from "./reference_engine.js";

/** The input of an emission case. */
export interface Facts {
  readonly mode: "run" | "stream";
  readonly profile?: string;
  readonly request: { readonly prompt: string; readonly authorization: string };
  readonly candidates: readonly Descriptor[];
  readonly plan?: { readonly rejections: readonly Rejection[]; readonly chain: readonly string[] };
  readonly planError?: { readonly errorClass: ErrorClass; readonly message: string };
  readonly attempts: readonly Script[];
  readonly cancelled?: "before-attempts" | "between-attempts" | "during-attempt";
}

interface Rejection {
  readonly providerId: string;
  readonly reasonCodes: readonly ReasonCode[];
  readonly message: string;
}

/** What an attempted provider did. */
interface Script {
  readonly providerId: string;
  readonly did: "answered" | "failed" | "cancelled";
  readonly errorClass?: ErrorClass;
  readonly message?: string;
  readonly committed?: boolean;
  readonly buffered?: boolean;
  readonly retries: number;
  readonly reportedModel?: string;
  readonly payload: string;
}

/** What the engine gets for one emission case: `request`, `providers`, `check`, `deliver` and `signal`. */
export class World {
  readonly request: TaskRequest;
  readonly providers: readonly FakeProvider[];
  readonly signal: AbortSignal;
  readonly delivered: string[] = [];
  readonly #facts: Facts;
  readonly #user = new AbortController();

  constructor(facts: Facts) {
    this.#facts = facts;
    this.request = { ...facts.request, mode: facts.mode, profile: facts.profile };
    this.signal = this.#user.signal;
    this.providers = providers(facts, this.#user);
    if (facts.cancelled === "before-attempts" && facts.plan === undefined) this.#user.abort();
  }

  /** The validation before the planning: rejects the request if the facts say so. Meanwhile the user may cancel. */
  readonly check = async (request: TaskRequest): Promise<void> => {
    const { planError, cancelled } = this.#facts;
    await setImmediate();
    if (planError !== undefined) {
      throw new EngineError(planError.errorClass, `${planError.message}: ${request.prompt}`);
    }
    if (cancelled === "before-attempts") this.#user.abort();
  };

  /** The application receives a piece of a stream. */
  readonly deliver = (piece: string): void => {
    this.delivered.push(piece);
  };
}

/** Rejects the request, or plays its script: its entry of `attempts` in the facts. */
class FakeProvider implements Provider {
  calls = 0;
  rejection: Rejection | undefined;
  script: Script | undefined;
  isCancelledAfterFailure = false;

  constructor(
    readonly descriptor: Descriptor,
    private readonly user: AbortController,
  ) {}

  objections(): readonly ReasonCode[] {
    return this.rejection?.reasonCodes ?? [];
  }

  async *call(request: TaskRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
    const script = this.script;
    if (script === undefined) throw new Error(`the facts have no call to ${this.descriptor.providerId}`);
    this.calls += 1;
    await setImmediate();
    if (script.buffered) yield { type: "text", piece: script.payload };
    if (this.calls <= script.retries) throw new ProviderError("Unavailable", `again, please: ${request.prompt}`, true);
    yield { type: "opened", model: script.reportedModel };
    await setImmediate();
    if (script.committed || script.did === "answered") yield { type: "text", piece: script.payload };
    if (script.did === "cancelled") {
      this.user.abort();
      signal.throwIfAborted();
    }
    if (script.did === "failed") {
      if (this.isCancelledAfterFailure) this.user.abort();
      throw new ProviderError(script.errorClass ?? "Internal", script.message ?? "");
    }
  }
}

/** The configured candidates: first those that the facts rule out, then the chain in order. */
function providers(facts: Facts, user: AbortController): FakeProvider[] {
  const fakes = new Map(facts.candidates.map((one) => [one.providerId, new FakeProvider(one, user)]));
  const fake = (providerId: string): FakeProvider => {
    const found = fakes.get(providerId);
    if (found === undefined) throw new Error(`the facts have no candidate ${providerId}`);
    return found;
  };
  const { rejections, chain } = facts.plan ?? { rejections: [], chain: [] };
  for (const rejection of rejections) fake(rejection.providerId).rejection = rejection;
  for (const script of facts.attempts) fake(script.providerId).script = script;
  const last = facts.attempts.at(-1);
  if (last !== undefined) fake(last.providerId).isCancelledAfterFailure = facts.cancelled === "between-attempts";
  return [...rejections.map((one) => one.providerId), ...chain].map(fake);
}
