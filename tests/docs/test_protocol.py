"""The conversation on the page about the protocol is one that the driver and the Python adapter have."""

from __future__ import annotations

import json
import subprocess
import sys

from docs.pages import ROOT, blocks
from exprov.conformance import driver, plan, protocol

PAGE = ROOT / "docs" / "protocol.md"
ADAPTER = [sys.executable, str(ROOT / "examples" / "engines" / "python" / "adapter.py"), "--engine"]


def conversation(sign: str, words: tuple[str, ...] = ()) -> list[str]:
    """The messages after this sign, each on one line again."""
    text = "".join(block.text for block in blocks(PAGE, "text") if block.words == words)
    return [line[2:] for line in text.replace("\n  ", "").splitlines() if line.startswith(f"{sign} ")]


def test_what_the_driver_says() -> None:
    planned = {case.id: case for case in plan.load().cases}
    hello, *cases, bye = (protocol.decode_driver(line.encode()) for line in conversation(">"))
    assert hello == protocol.greeting(hello["run"], hello["suite"])
    assert hello["suite"]["version"] == plan.load().version
    assert bye == protocol.BYE
    assert cases == [planned[case["id"]].question(driver.Options().timeout_ms) for case in cases]
    assert {case["op"] for case in cases} == set(protocol.OPS)


def test_what_the_adapter_answers() -> None:
    lines = conversation(">")
    finished = subprocess.run(ADAPTER, input="".join(f"{line}\n" for line in lines), capture_output=True, text=True)
    answers = [json.loads(line) for line in finished.stdout.splitlines()]
    shown = [json.loads(line) for line in conversation("<")]
    # The page was written on another machine.
    assert answers[0].pop("engine").keys() == shown[0].pop("engine").keys()
    assert shown == answers
    assert answers[-1]["answered"] == len(lines) - 2


def test_what_other_engines_answer() -> None:
    messages = [protocol.decode_engine(line.encode()) for line in conversation("<", ("engines",))]
    assert [message["status"] for message in messages if message["type"] == "result"] == [
        "ok",
        "error",
        "unsupported",
    ]


def test_time_for_the_hello() -> None:
    text = " ".join(PAGE.read_text("utf-8").split())
    assert f"has {driver.Options().start_timeout_ms // 1000} seconds" in text
