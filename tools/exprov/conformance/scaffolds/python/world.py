"""The world around your engine in an `emit` case, made from its facts: providers that replay their part, and a user.

Plan over `providers` in their order, leave out those with `objections`, and `call` the rest until one succeeds. Look at
`cancelled` before `check`, before each attempt, and after each call and event: the user cancels meanwhile.

- `before-attempts`: cancelled before `check` if there is no plan, else during it: the plan is made, nothing is attempted.
- `between-attempts`: cancelled while the last attempt fails. That attempt is failed, and no other one begins.
- `during-attempt`: cancelled while the provider runs; its call ends without a failure. That attempt is cancelled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass
class Failure:
    """Why there is no answer. transient: calling the same provider again may succeed, within the same attempt."""

    error_class: str
    message: str
    transient: bool = False


class World:
    """providers: `providerId`, and `locality` and `configuredModel` where they are declared. facts: has the request."""

    def __init__(self, facts: dict[str, Any]) -> None:
        plan = facts.get("plan", {"rejections": [], "chain": []})
        self._rejected = {one["providerId"]: one["reasonCodes"] for one in plan["rejections"]}
        self._attempts = {one["providerId"]: one for one in facts["attempts"]}
        self._calls = dict.fromkeys(self._attempts, 0)
        self.facts = facts
        known = {one["providerId"]: one for one in facts["candidates"]}
        self.providers = [known[id] for id in (*self._rejected, *plan["chain"])]
        self.cancelled = facts.get("cancelled") == "before-attempts" and "plan" not in facts

    def check(self) -> Failure | None:
        """The validation of the request, before the plan: None if it may go on."""
        error = self.facts.get("planError")
        if error is None and self.facts.get("cancelled") == "before-attempts":
            self.cancelled = True
        return None if error is None else Failure(error["errorClass"], error["message"])

    def objections(self, provider_id: str) -> list[str]:
        """The reason codes why a provider cannot take the request; empty if it can."""
        return list(self._rejected.get(provider_id, ()))

    def call(
        self, provider_id: str, opened: Callable[[str | None], None], text: Callable[[str], None]
    ) -> Failure | None:
        """Call a provider: `opened` gets the model that it reports, `text` a piece of the answer. None: no failure."""
        attempt = self._attempts[provider_id]
        if attempt.get("buffered"):
            text(attempt["payload"])
        self._calls[provider_id] += 1
        if self._calls[provider_id] <= attempt["retries"]:
            return Failure("Unavailable", "try again", transient=True)
        opened(attempt.get("reportedModel"))
        if attempt.get("committed") or attempt["did"] == "answered":
            text(attempt["payload"])
        is_last = attempt is self.facts["attempts"][-1]
        when = {"cancelled": "during-attempt", "failed": "between-attempts"}.get(attempt["did"])
        if is_last and when is not None and self.facts.get("cancelled") == when:
            self.cancelled = True
        return Failure(attempt["errorClass"], attempt["message"]) if attempt["did"] == "failed" else None
