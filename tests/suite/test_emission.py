"""The executions of the suite: all there are, each with its payload, and with facts that never reach a record."""

from __future__ import annotations

import json
from collections import Counter

from suite.committed import CASES, TOPICS

RECORDS = [case for case in TOPICS["executions"] if "carrier" not in case]


def test_facts_hold_what_the_record_does_not() -> None:
    for case in RECORDS:
        facts = json.dumps(case["facts"])
        assert "CANARY" in facts and "sk-CANARY" in facts
        assert "CANARY" not in case["input"]["text"], case["id"]
        assert case["findings"] == []


def test_every_execution_has_its_carrier() -> None:
    for case in RECORDS:
        carrier = CASES[f"{case['id']}.carrier"]
        assert json.loads(carrier["input"]["text"])["provenance"] == json.loads(case["input"]["text"])
        assert carrier["facts"] == case["facts"]
    assert len(TOPICS["executions"]) == 2 * len(RECORDS)


def test_the_executions_are_all_there_are() -> None:
    """Counted by hand: a chain of k providers ends in 1 + 3k ways as a run and in 1 + 5k as a stream, 2 if it is empty.

    Before an attempt it can be cancelled; each attempt can succeed or be cancelled; between two it can be cancelled;
    all can fail. A stream can also fail or be cancelled after each commit. Of the plans with up to three providers, 4 have
    an empty chain, 6 a chain of one, 4 of two, 1 of three; without a plan there are 2 ways in each mode.
    """
    plans = {0: 4, 1: 6, 2: 4, 3: 1}
    run, stream = (sum(n * (each * k + 1 if k else 2) for k, n in plans.items()) + 2 for each in (3, 5))
    assert Counter(case["facts"]["mode"] for case in RECORDS) == {"run": run, "stream": stream}
    assert len({json.dumps(case["facts"], sort_keys=True) for case in RECORDS}) == run + stream
