"""The world around the engine, made from the facts of an emission case: a request, providers, and a user who may cancel.

Each fake replays its own part when the engine calls it; the engine does not know the facts. docs/implementers.md describes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from recorder import Descriptor
from reference_engine import Cancellation, EngineError, Opened, ProviderError, Request, Text

Facts = Mapping[str, Any]


class World:
    """What the engine gets for one emission case: `request`, `providers`, `check`, `deliver` and `cancellation`."""

    def __init__(self, facts: Facts) -> None:
        wanted = facts["request"]
        self.request = Request(wanted["prompt"], wanted["authorization"], facts["mode"], facts.get("profile"))
        self.cancellation = Cancellation()
        self.delivered: list[str] = []
        self.providers = _providers(facts, self.cancellation)
        self._refusal = facts.get("planError")
        self._cancels_before_attempts = facts.get("cancelled") == "before-attempts"
        if self._cancels_before_attempts and "plan" not in facts:
            self.cancellation.cancel()

    def check(self, request: Request) -> None:
        """The validation before the planning: rejects the request if the facts say so. Meanwhile the user may cancel."""
        if self._refusal is not None:
            raise EngineError(self._refusal["errorClass"], f"{self._refusal['message']}: {request.prompt}")
        if self._cancels_before_attempts:
            self.cancellation.cancel()

    def deliver(self, piece: str) -> None:
        """The application receives a piece of a stream."""
        self.delivered.append(piece)


class FakeProvider:
    """Rejects the request, or plays its script: its entry of `attempts` in the facts."""

    def __init__(self, descriptor: Descriptor, user: Cancellation) -> None:
        self._descriptor = descriptor
        self._user = user
        self.calls = 0
        self.rejection: Facts = {"reasonCodes": []}
        self.script: Facts | None = None
        self.cancelled_after_failure = False

    @property
    def descriptor(self) -> Descriptor:
        return self._descriptor

    def objections(self, request: Request) -> Sequence[str]:
        codes: Sequence[str] = self.rejection["reasonCodes"]
        return codes

    def call(self, request: Request, cancellation: Cancellation) -> Iterator[Opened | Text]:
        script = self.script
        if script is None:
            raise RuntimeError(f"the facts have no call to {self._descriptor.provider_id}")
        self.calls += 1
        if script.get("buffered"):
            yield Text(script["payload"])
        if self.calls <= script["retries"]:
            raise ProviderError("Unavailable", f"try again: {request.prompt}", transient=True)
        yield Opened(script.get("reportedModel"))
        if script.get("committed") or script["did"] == "answered":
            yield Text(script["payload"])
        if script["did"] == "cancelled":
            self._user.cancel()
            cancellation.check()
        if script["did"] == "failed":
            if self.cancelled_after_failure:
                self._user.cancel()
            raise ProviderError(script["errorClass"], script["message"])


def _providers(facts: Facts, user: Cancellation) -> list[FakeProvider]:
    """The configured candidates: first those that the facts rule out, then the chain in order."""
    fakes = {
        one["providerId"]: FakeProvider(
            Descriptor(one["providerId"], one.get("locality"), one.get("configuredModel")), user
        )
        for one in facts["candidates"]
    }
    plan = facts.get("plan", {"rejections": [], "chain": []})
    for rejection in plan["rejections"]:
        fakes[rejection["providerId"]].rejection = rejection
    for attempt in facts["attempts"]:
        fakes[attempt["providerId"]].script = attempt
    if facts["attempts"] and facts.get("cancelled") == "between-attempts":
        fakes[facts["attempts"][-1]["providerId"]].cancelled_after_failure = True
    return [fakes[one] for one in (*(one["providerId"] for one in plan["rejections"]), *plan["chain"])]
