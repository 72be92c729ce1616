"""An engine whose answers and faults are in a table: `python engine.py TABLE.json`.

The table has `answers` (planned id -> the members of the right result) and `faults` (planned id -> [name of a function below,
argument...]; "" stands for every other id). Further members: `hello`, changes to the hello, where null removes a member; `first`,
text before the hello; `ends`, a fault instead of a proper end; `log`, a file for the ids of the cases that are asked.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TABLE: dict[str, Any] = json.loads(Path(sys.argv[1]).read_text("utf-8"))
Case = dict[str, Any]
asked: Counter[str] = Counter()
answered = 0
is_spoilt = False


# --- the protocol -----------------------------------------------------------------------------------------------------


def write(data: bytes) -> None:
    """Bytes to the driver, at once."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def say(message: dict[str, Any]) -> None:
    global answered
    answered += message["type"] == "result"
    # Without the members that a table takes away; null as an output is an answer.
    kept = {name: value for name, value in message.items() if value is not None or name == "output"}
    write(json.dumps(kept).encode() + b"\n")


def hear() -> Case:
    """The next message of the driver; the end of the input is a bye."""
    line = sys.stdin.buffer.readline()
    return dict(json.loads(line)) if line else {"type": "bye"}


def greet() -> None:
    write(TABLE.get("first", "").encode())
    declared = {
        "contract": ["1.0"],
        "ops": ["validate", "roundtrip", "canonical", "emit"],
        "levels": ["reader", "writer"],
        "features": ["carriers", "exact-numbers", "limits"],
        "limits": {"integer": None, "depth": None},
        "findings": "all",
        "window": 8,
    }
    engine = {"name": "table-engine", "version": "1", "language": "python"}
    run = hear()["run"]
    say({"type": "hello", "protocol": 1, "run": run, "engine": engine, **declared, **TABLE.get("hello", {})})


def cases() -> Iterator[Case]:
    while (message := hear())["type"] != "bye":
        yield message


def answer(case: Case, **members: Any) -> None:
    """Say the right answer, with some members changed."""
    say({"type": "result", "id": case["id"], "status": "ok", **TABLE["answers"].get(case["id"], {}), **members})


# --- faults: what is done instead of the answer, or, if True is returned, before it ------------------------------------


def exit(case: Case, code: int) -> None:
    os._exit(code)


def signal(case: Case, number: int) -> None:
    os.kill(os.getpid(), number)


def hang(case: Case) -> None:
    time.sleep(60)


def interrupt(case: Case, number: int, note: str) -> None:
    """Send the driver a signal, and hang."""
    Path(note).write_text(str(os.getpid()), "utf-8")
    os.kill(os.getppid(), number)
    hang(case)


def part(case: Case, then: str) -> None:
    """Write the beginning of a line, and end or hang."""
    write(b'{"type":"result","id":')
    globals()[then](case, *([0] if then == "exit" else []))


def close(case: Case, descriptor: int) -> None:
    os.close(descriptor)
    hang(case)


def words(case: Case, text: str, code: int | None = None) -> bool:
    """Write to standard error, and answer or exit."""
    os.write(2, text.encode("latin-1"))
    if code is not None:
        os._exit(code)
    return True


def line(case: Case, text: str) -> None:
    write(text.encode("latin-1"))


def then(case: Case, text: str) -> None:
    answer(case)
    line(case, text)


def times(case: Case, count: int) -> None:
    for _ in range(count):
        answer(case)


def says(case: Case, members: dict[str, Any]) -> None:
    """The right answer with other members."""
    answer(case, **members)


def error(case: Case, message: str) -> None:
    answer(case, status="error", error={"message": message})


def spoil(case: Case) -> None:
    """Fail, and answer wrongly from now on."""
    global is_spoilt
    is_spoilt = True
    error(case, "I am spoilt now")


def waver(case: Case) -> bool:
    """Answer wrongly when asked again."""
    if asked[case["id"]] > 1:
        answer(case, verdict="valid", findings=[])
    return asked[case["id"]] == 1


def exit_later(case: Case) -> bool:
    """Exit when asked again."""
    if asked[case["id"]] > 1:
        os._exit(5)
    return True


def leave(case: Case, note: str, program: str, leaves_group: bool = False) -> None:
    """Exit, and leave a child that holds the pipes; its process id goes to the file `note`."""
    child = subprocess.Popen([sys.executable, "-S", "-c", program], start_new_session=leaves_group)
    Path(note).write_text(str(child.pid), "utf-8")
    os._exit(7)


def crowd(case: Case) -> bool:
    """Exit if there is more than one case at once."""
    time.sleep(0.1)
    os.set_blocking(0, False)
    following = sys.stdin.buffer.peek(1)
    os.set_blocking(0, True)
    if following:
        os._exit(9)
    return True


def layout(case: Case) -> None:
    """Write the record back in another layout each time."""
    answer(case, output={"text": " " * asked[case["id"]] + case["input"]["text"]})


def copy(case: Case, replaced: dict[str, str], rejected: str = "\n") -> bool:
    """Write the record back with texts replaced; fail at a text that is rejected."""
    if case["op"] == "emit":
        return True
    text = case["input"]["text"]
    if rejected in text:
        error(case, "not like this")
        return False
    for old, new in replaced.items():
        text = text.replace(old, new)
    say({"type": "result", "id": case["id"], "status": "ok", "output": {"text": text}})
    return False


def misbehave(case: Case, fault: list[Any]) -> bool:
    name, *arguments = fault
    return bool(globals()[name](case, *arguments))


greet()
for case in cases():
    asked[case["id"]] += 1
    if "log" in TABLE:
        with open(TABLE["log"], "a", encoding="utf-8") as log:
            log.write(f"{case['id']}\n")
    fault = TABLE.get("faults", {}).get(case["id"], TABLE.get("faults", {}).get(""))
    if fault is None or misbehave(case, fault):
        answer(case, **({"verdict": "valid", "findings": []} if is_spoilt else {}))
say({"type": "bye", "answered": answered})
if "ends" in TABLE:
    misbehave({}, TABLE["ends"])
