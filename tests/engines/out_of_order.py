"""Waits until three cases are there, and answers them in reverse: what a window allows."""

from __future__ import annotations

import queue
import threading

import speaking

speaking.greet(window=3)
arrived: queue.Queue[dict | None] = queue.Queue()


def listen() -> None:
    for case in speaking.cases():
        arrived.put(case)
    arrived.put(None)


threading.Thread(target=listen).start()
is_over = False
while not is_over:
    held = []
    try:
        while len(held) < 3:
            case = arrived.get(timeout=0.2)
            if case is None:
                is_over = True
                break
            held.append(case)
    except queue.Empty:
        pass
    for case in reversed(held):
        speaking.answer(case)
