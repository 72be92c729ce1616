"""Write `engine-run.jsonl`: what an engine's log of 300 executions looks like, some records wrong in ways that happen.

Run it as `python examples/make_log.py > examples/engine-run.jsonl`; the same log comes out every time.
"""

import json
import random

PROVIDERS = {
    "phone_runtime": ("on_device", "pocket-3b", None),
    "edge_gateway": ("edge", "mid-20b", "mid-20b-q4"),
    "cloud_primary": ("cloud", "example-large", "example-large-2026-03-01"),
    "cloud_backup": ("cloud", "example-small", "example-small-2026-01-15"),
}
ERRORS = ["Timeout", "RateLimited", "Unavailable", "Offline", "AuthError", "Internal", "CapabilityMismatch"]
REASONS = ["offline", "privacy_constraint", "cloud_constraint", "capability_unavailable", "streaming_unavailable"]


def execution(rng: random.Random) -> dict:
    """One execution: a plan, attempts along its chain, and one of the ways in which that can end."""
    chain = rng.sample(list(PROVIDERS), 4)
    rejected = [chain.pop() for _ in range(rng.choice([0, 0, 0, 1, 2]))]
    end = rng.choices(["success", "exhausted", "stream failed", "cancelled", "cancelled between"], [80, 6, 4, 6, 4])[0]
    if end == "exhausted":
        failures, target = len(chain), None
    else:
        failures = min(rng.choices([0, 1, 2], [75, 20, 5])[0], len(chain) - 1)
        target = None if end == "cancelled between" else chain[failures]
    attempts = [{"providerId": p, "outcome": "failed", "errorClass": rng.choice(ERRORS)} for p in chain[:failures]]
    if target is not None:
        outcome = {"success": "succeeded", "cancelled": "cancelled", "stream failed": "failed"}[end]
        attempts.append({"providerId": target, "outcome": outcome})
        if outcome == "failed":
            attempts[-1]["errorClass"] = rng.choice(ERRORS)
    record = {
        "schemaVersion": "1.0",
        "attemptCount": len(attempts),
        "attempts": attempts,
        "fallbackOccurred": len(attempts) > 1,
        "locality": "unknown",
        "modelProfile": rng.choice(["auto", "auto", "fast", "private"]),
    }
    if target is not None:
        locality, configured, reported = PROVIDERS[target]
        record |= {"locality": locality, "providerId": target, "configuredModel": configured}
        if reported is not None:
            record["reportedModel"] = reported
    record["routeRejections"] = [
        {"providerId": p, "reasonCodes": rng.sample(REASONS, rng.choice([1, 1, 2]))} for p in rejected
    ]
    return record


def spoil(record: dict, kind: int) -> str:
    """The record as an engine with a bug would have written it."""
    text = json.dumps(record, separators=(",", ":"))
    if kind == 0:
        record["fallbackOccurred"] = not record["fallbackOccurred"]
    elif kind == 1:
        record["reportedModel"] = None
    elif kind == 2:
        record["locality"] = "On-Device"
    elif kind == 3:
        record["attemptCount"] += 1
    elif kind == 4:
        record["attempts"] = [{"providerId": "cloud_primary", "outcome": "failed", "errorClass": "ContextLength"}]
        record |= {"attemptCount": 1, "fallbackOccurred": False, "routeRejections": []}
        record |= {"providerId": "cloud_primary", "locality": "cloud"}
    elif kind == 5:
        record["routeRejections"] = [
            {"providerId": "old_runtime", "reasonCodes": ["offline"], "message": "socket closed"}
        ]
    elif kind == 6:
        record["durationMs"] = 812
    elif kind == 7:
        return text[: len(text) // 2]
    elif kind == 8:
        return text[:-1] + ',"locality":"edge"}'
    elif kind == 9:
        record["modelProfile"] = "https://api.example.test/v1?key=" + "EXAMPLE-NOT-A-KEY"
    return json.dumps(record, separators=(",", ":"))


def main() -> None:
    rng = random.Random(7)
    for number in range(300):
        record = execution(rng)
        wrong = number % 27 == 13
        print(spoil(record, number // 27 % 10) if wrong else json.dumps(record, separators=(",", ":")))


if __name__ == "__main__":
    main()
