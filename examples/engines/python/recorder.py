"""The engine's bookkeeping: it notes what happens while it happens, and makes the record from its notes.

It never gets anything that could leak: no prompt, no message, no payload.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from execution_provenance import Attempt, ExecutionProvenance, RouteRejection

Outcome = Literal["succeeded", "failed", "cancelled"]
Locality = Literal["on_device", "edge", "cloud", "unknown"]


@dataclass(frozen=True)
class Descriptor:
    """What a provider declares about itself; None for what it does not declare."""

    provider_id: str
    locality: Locality | None = None
    configured_model: str | None = None


@dataclass
class _Notes:
    """One attempt so far: `outcome` is None while it runs."""

    descriptor: Descriptor
    reported_model: str | None = None
    committed: bool = False
    outcome: Outcome | None = None
    error_class: str | None = None


@dataclass
class Recorder:
    """The notes on one execution, with the profile that it was routed within."""

    profile: str
    _rejections: list[RouteRejection] = field(default_factory=list)
    _attempts: list[_Notes] = field(default_factory=list)

    def rejected(self, provider_id: str, reason_codes: Sequence[str]) -> None:
        """The planner ruled this provider out."""
        self._rejections.append(RouteRejection(provider_id=provider_id, reason_codes=tuple(reason_codes)))

    def attempt_began(self, descriptor: Descriptor) -> None:
        """A provider is about to be called for the first time; retries do not begin another attempt."""
        self._attempts.append(_Notes(descriptor))

    def model_reported(self, model: str) -> None:
        """The running provider reported the model that it answers with."""
        self._attempts[-1].reported_model = model

    def committed(self) -> None:
        """The application has received something from the running provider, so no other one can take over."""
        self._attempts[-1].committed = True

    def attempt_ended(self, outcome: Outcome, error_class: str | None = None) -> None:
        """The running provider has finished; `error_class` is that of a failure."""
        self._attempts[-1].outcome = outcome
        self._attempts[-1].error_class = error_class

    def record(self) -> ExecutionProvenance:
        """The record of the execution, which has ended."""
        target = self._target()
        return ExecutionProvenance(
            schema_version="1.0",
            attempt_count=len(self._attempts),
            attempts=tuple(_attempt(notes) for notes in self._attempts),
            fallback_occurred=len(self._attempts) > 1,
            locality=(target.descriptor.locality if target else None) or "unknown",
            model_profile=self.profile,
            provider_id=target.descriptor.provider_id if target else None,
            configured_model=target.descriptor.configured_model if target else None,
            reported_model=target.reported_model if target else None,
            route_rejections=tuple(self._rejections),
        )

    def _target(self) -> _Notes | None:
        """Who the outcome is attributed to: the last provider, unless it failed before it delivered anything."""
        if not self._attempts:
            return None
        last = self._attempts[-1]
        return None if last.outcome == "failed" and not last.committed else last


def _attempt(notes: _Notes) -> Attempt:
    if notes.outcome is None:
        raise RuntimeError(f"the attempt of {notes.descriptor.provider_id} has not ended; record after the execution")
    return Attempt(provider_id=notes.descriptor.provider_id, outcome=notes.outcome, error_class=notes.error_class)
