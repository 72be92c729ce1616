/**
 * The world around your engine in an `emit` case, made from its facts: providers that replay their part, and a user.
 *
 * Plan over `providers` in their order, leave out those with `objections`, and `call` the rest until one succeeds. Look at
 * `cancelled` before `check`, before each attempt, and after each call and event: the user cancels meanwhile.
 *
 * - `before-attempts`: cancelled before `check` if there is no plan, else during it: the plan is made, nothing is attempted.
 * - `between-attempts`: cancelled while the last attempt fails. That attempt is failed, and no other one begins.
 * - `during-attempt`: cancelled while the provider runs; its call ends without a failure. That attempt is cancelled.
 */

/** Why there is no answer. transient: calling the same provider again may succeed, within the same attempt. */
export interface Failure {
  errorClass: string;
  message: string;
  transient: boolean;
}

export interface Provider {
  providerId: string;
  locality?: string;
  configuredModel?: string;
}

export class World {
  readonly providers: Provider[];
  cancelled: boolean;
  readonly #rejected: Map<string, string[]>;
  readonly #calls = new Map<string, number>();

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  constructor(readonly facts: any) {
    const plan = facts.plan ?? { rejections: [], chain: [] };
    this.#rejected = new Map(plan.rejections.map((one: any) => [one.providerId, one.reasonCodes]));
    this.providers = [...this.#rejected.keys(), ...plan.chain].map((id) =>
      facts.candidates.find((one: Provider) => one.providerId === id),
    );
    this.cancelled = facts.cancelled === "before-attempts" && facts.plan === undefined;
  }

  /** The validation of the request, before the plan: undefined if it may go on. */
  check(): Failure | undefined {
    const error = this.facts.planError;
    if (error !== undefined) return { ...error, transient: false };
    if (this.facts.cancelled === "before-attempts") this.cancelled = true;
    return undefined;
  }

  /** The reason codes why a provider cannot take the request; empty if it can. */
  objections(providerId: string): string[] {
    return this.#rejected.get(providerId) ?? [];
  }

  /** Call a provider: `opened` gets the model that it reports, `text` a piece of the answer. */
  call(
    providerId: string,
    opened: (model: string | undefined) => void,
    text: (piece: string) => void,
  ): Failure | undefined {
    const attempt = this.facts.attempts.find((one: any) => one.providerId === providerId);
    if (attempt.buffered) text(attempt.payload);
    const calls = (this.#calls.get(providerId) ?? 0) + 1;
    this.#calls.set(providerId, calls);
    if (calls <= attempt.retries) return { errorClass: "Unavailable", message: "try again", transient: true };
    opened(attempt.reportedModel);
    if (attempt.committed || attempt.did === "answered") text(attempt.payload);
    const failed = attempt.did === "failed";
    const when = failed ? "between-attempts" : "during-attempt";
    if (attempt === this.facts.attempts.at(-1) && this.facts.cancelled === when) this.cancelled = true;
    return failed ? { errorClass: attempt.errorClass, message: attempt.message, transient: false } : undefined;
  }
}
