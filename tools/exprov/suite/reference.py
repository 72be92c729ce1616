"""The reference model: what happened in an execution (the facts) -> the one record that a correct engine emits for it.

It follows the contract's text sentence by sentence and knows no schema and no rule. `executions` enumerates every
execution over an ordered list of providers.

Facts are plain JSON, so that an engine in another language can be driven by them:

- `mode`: "run" or "stream". `profile`: the profile that the request named; absent where it named none.
- `request`: the prompt and a credential. Nothing of it may reach the record.
- `candidates`: every provider, with the `locality` and `configuredModel` that its descriptor declares, if it does.
- `plan`: `rejections` (`providerId`, `reasonCodes`, and a `message` that may not reach the record) and `chain`, the
  providers to attempt in order. Absent where there was no plan; `planError` then says why, unless it was cancelled.
- `attempts`: what each attempted provider did: `did` ("answered", "failed", "cancelled"). A failure has an `errorClass`
  and a `message`. `committed`: whether a stream had delivered something. `buffered`: whether a run had held back text.
  `retries`: those within the attempt. `reportedModel` and `payload` are of the provider's own response.
- `cancelled`: where the engine saw that it was cancelled: "before-attempts", "between-attempts" or "during-attempt";
  absent where it saw no cancellation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

Mode = Literal["run", "stream"]
MODES: tuple[Mode, ...] = ("run", "stream")


def record(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The record of the execution that `facts` tell."""
    plan = facts.get("plan", {"rejections": [], "chain": []})
    attempts = [_attempt(attempt) for attempt in facts["attempts"]]
    target = _target(facts)
    result: dict[str, Any] = {
        "schemaVersion": "1.0",
        "attemptCount": len(attempts),
        "attempts": attempts,
        "fallbackOccurred": len(attempts) > 1,
        "locality": "unknown",
        "modelProfile": facts.get("profile", "auto"),
    }
    if target is not None:
        descriptor = next(one for one in facts["candidates"] if one["providerId"] == target["providerId"])
        result["locality"] = descriptor.get("locality", "unknown")
        result["providerId"] = target["providerId"]
        if "configuredModel" in descriptor:
            result["configuredModel"] = descriptor["configuredModel"]
        if "reportedModel" in target:
            result["reportedModel"] = target["reportedModel"]
    # Codes only: what the planner says to people stays behind.
    result["routeRejections"] = [
        {"providerId": one["providerId"], "reasonCodes": list(one["reasonCodes"])} for one in plan["rejections"]
    ]
    return result


_OUTCOMES = {"answered": "succeeded", "failed": "failed", "cancelled": "cancelled"}


def _attempt(attempt: Mapping[str, Any]) -> dict[str, Any]:
    """Retries are part of the attempt; of a failure, only the class is recorded."""
    result = {"providerId": attempt["providerId"], "outcome": _OUTCOMES[attempt["did"]]}
    if attempt["did"] == "failed":
        result["errorClass"] = attempt["errorClass"]
    return result


def _target(facts: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The attempt of the provider that produced the result, that a stream had committed to, or that was running when
    the execution was cancelled."""
    if not facts["attempts"]:
        return None
    last: Mapping[str, Any] = facts["attempts"][-1]
    produced = last["did"] == "answered"
    committed = bool(last.get("committed", False))
    running = last["did"] == "cancelled"
    return last if produced or committed or running else None


# --- enumeration


@dataclass(frozen=True)
class Execution:
    """What distinguishes one execution from the others, before details such as models and messages are filled in.

    chain: the providers to attempt in order; rejected: those ruled out; both empty and `planned` false without a plan.
    failed: how many attempts failed before the last thing that happened. end: what that was:

    - "not-planned": validation or routing failed;
    - "cancelled-before": cancelled before any attempt;
    - "cancelled-between": cancelled after `failed` attempts, before the next began;
    - "succeeded", "cancelled-during": of the attempt after the failed ones;
    - "committed-failed", "committed-cancelled": the same attempt of a stream, after it had delivered something;
    - "exhausted": every provider of the chain failed, or there was none.
    """

    mode: Mode
    planned: bool
    rejected: tuple[str, ...]
    chain: tuple[str, ...]
    failed: int
    end: str

    @property
    def attempted(self) -> tuple[str, ...]:
        running = self.end in ("succeeded", "cancelled-during", "committed-failed", "committed-cancelled")
        return self.chain[: self.failed + running]

    @property
    def slug(self) -> str:
        """A readable name, unique among all executions over one list of providers."""
        if not self.planned:
            return f"{self.mode}.no-plan.{self.end}"
        names = [f"chain-{_initials(self.chain)}", f"rejected-{_initials(self.rejected)}"]
        return ".".join((self.mode, *names, self.end if self.end == "exhausted" else f"{self.end}-after-{self.failed}"))


def _initials(providers: Sequence[str]) -> str:
    return "".join(provider.rpartition("_")[2] for provider in providers) or "none"


def executions(providers: Sequence[str]) -> Iterator[Execution]:
    """Every execution over the first zero, one, ... of `providers`, in both modes; chains keep their order."""
    for mode in MODES:
        for end in ("not-planned", "cancelled-before"):
            yield Execution(mode, False, (), (), 0, end)
        for count in range(len(providers) + 1):
            for ruled_out in product((False, True), repeat=count):
                plan = list(zip(providers, ruled_out, strict=False))
                rejected, chain = (tuple(one for one, out in plan if out == wanted) for wanted in (True, False))
                yield from ends(mode, rejected, chain)


def ends(mode: Mode, rejected: tuple[str, ...], chain: tuple[str, ...]) -> Iterator[Execution]:
    """Every way in which an execution with this plan can go."""

    def execution(failed: int, end: str) -> Execution:
        return Execution(mode, True, rejected, chain, failed, end)

    yield execution(0, "cancelled-before")
    for failed in range(len(chain)):
        if failed:
            yield execution(failed, "cancelled-between")
        yield execution(failed, "succeeded")
        yield execution(failed, "cancelled-during")
        if mode == "stream":
            yield execution(failed, "committed-failed")
            yield execution(failed, "committed-cancelled")
    yield execution(len(chain), "exhausted")
