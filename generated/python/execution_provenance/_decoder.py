# Generated from tools/exprov/targets/python/runtime/_decoder.py by `exprov generate`; edit that and run it again.
"""Decoders of msgspec, made at first need and without an interruption.

msgspec calls Python while it makes a decoder of a class, and a KeyboardInterrupt there ends the process with a crash. So
signals to this thread wait until the decoder is there; one at import would delay every start.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.json import Decoder

T = TypeVar("T")


def decoder(kind: type[T], hook: Callable[[type, Any], Any] | None = None) -> Decoder[T]:
    """A decoder of `kind`; `hook` makes what msgspec does not know."""
    if not hasattr(signal, "pthread_sigmask"):
        return Decoder(kind, dec_hook=hook)
    held = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        return Decoder(kind, dec_hook=hook)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
