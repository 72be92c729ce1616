"""Stops reading after its hello, so that what the driver writes piles up."""

from __future__ import annotations

import threading

import speaking

speaking.greet(window=10_000)
threading.Event().wait()
