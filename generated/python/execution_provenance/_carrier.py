# Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
"""What a record can travel on."""

from __future__ import annotations

from typing import Literal, TypeAlias

Carrier: TypeAlias = Literal["inderun-error", "stream-terminal-outcome", "task-result", "auto"]
