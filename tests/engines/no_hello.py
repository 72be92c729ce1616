"""Listens and never says hello."""

from __future__ import annotations

import speaking

speaking.hear()
speaking.hear()
