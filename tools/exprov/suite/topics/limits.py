"""The size of a text, in bytes: exactly 1 MiB, and one byte more. Alone in their file, because they are long."""

from __future__ import annotations

from exprov.suite import documents as d
from exprov.suite.cases import Case, Edit, Row, group, row

# fmt: off
_LIMIT = 1 << 20


def spaces(size: int) -> Edit:
    """Fill the text up to `size` bytes."""
    return d.FALLBACK.around("end", " ", "spaces after the value", times=size - len(d.FALLBACK.data))


AT_LIMIT, OVER = group("limits.size",
    row("at-limit", "a text of exactly 1 MiB", spaces(_LIMIT)),
    row("over-limit", "a text of 1 MiB and one byte", spaces(_LIMIT + 1), "json/limit"),
    requires="limits",
)
FULL = AT_LIMIT.case()
CASES: list[Case | Row] = [FULL, OVER]
CASES += group("limits.size", "json/limit",
    row("over-limit-in-bytes", "a text of 1 MiB in characters, of which one takes two bytes",
        FULL.edit('"fast"', '"fas\u00e9"', "a letter that takes two bytes")),
    row("over-limit-with-mark", "a byte order mark and exactly 1 MiB: the mark counts, and the size is checked first",
        FULL.around("start", "\ufeff", "a byte order mark")),
    row("over-limit-and-no-text", "1 MiB and one byte that is not UTF-8: the size is checked first",
        FULL.around("end", b"\xff", "the byte 0xFF after the value")),
)
