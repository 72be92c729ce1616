"""Answers as the table says, and does wrong what its `faults` name: {planned id: [name, argument...]}; "" stands for every other id.

More in the table: `hello`, changes to the hello; `first`, bytes before it; `ends`, what is done instead of a proper end.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections import Counter
from typing import Any

import speaking

FAULTS: dict[str, list[Any]] = speaking.TABLE.get("faults", {})
asked: Counter[str] = Counter()
spoilt = False


def say_result(case: dict[str, Any], **members: Any) -> None:
    speaking.answer(case, **members)


def misbehave(case: dict[str, Any], name: str, *arguments: Any) -> bool:
    """Do what the fault is; return whether the case is still to be answered properly."""
    global spoilt
    write = speaking.write
    if name == "exit":
        os._exit(*arguments)
    elif name == "signal":
        os.kill(os.getpid(), *arguments)
    elif name == "hang":
        time.sleep(60)
    elif name == "half":
        write(b'{"type":"result","id":')
        os._exit(0)
    elif name == "unended":
        write(b'{"type":"result","id":')
        time.sleep(60)
    elif name == "stdin":
        os.close(0)
        time.sleep(60)
    elif name == "stderr":
        sys.stderr.write(arguments[0])
        sys.stderr.flush()
        return True
    elif name == "write":
        write(arguments[0].encode())
        return bool(arguments[1:])
    elif name == "then":
        say_result(case)
        write(arguments[0].encode())
    elif name == "thrice":
        for _ in range(arguments[0]):
            say_result(case)
    elif name == "error":
        say_result(case, status="error", error={"message": arguments[0]})
    elif name == "spoil":
        spoilt = True
        say_result(case, status="error", error={"message": "I am spoilt now"})
    elif name == "wavers":
        if asked[case["id"]] == 1:
            return True
        say_result(case, verdict="valid", findings=[])
    elif name == "dies later":
        if asked[case["id"]] == 1:
            return True
        os._exit(5)
    elif name == "leaves":
        # A child goes on writing to standard error when the engine has ended.
        noise = "import sys, time\nwhile True:\n    sys.stderr.write('x'); sys.stderr.flush(); time.sleep(0.01)"
        subprocess.Popen([sys.executable, "-S", "-c", noise], stdin=subprocess.DEVNULL)
        time.sleep(0.5)
        os._exit(7)
    elif name == "layouts":
        record = case["input"]["text"]
        say_result(case, output={"text": " " * asked[case["id"]] + record})
    elif name == "crowded":
        # More than one case at once is too much.
        if select.select([0], [], [], 0.3)[0]:
            os._exit(9)
        return True
    elif name == "output":
        say_result(case, output={"text": '"' + "x" * arguments[0] + '"'})
    else:
        raise SystemExit(f"no such fault: {name}")
    return False


if speaking.TABLE.get("first"):
    speaking.write(speaking.TABLE["first"].encode())
speaking.greet(**speaking.TABLE.get("hello", {}))
for case in speaking.cases():
    asked[case["id"]] += 1
    fault = FAULTS.get(case["id"], FAULTS.get("", ()))
    if fault and not misbehave(case, *fault):
        continue
    if spoilt:
        say_result(case, verdict="valid", findings=[])
    else:
        say_result(case)
if "ends" in speaking.TABLE:
    misbehave({}, *speaking.TABLE["ends"])
