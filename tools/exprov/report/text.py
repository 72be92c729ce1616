"""The report for people: a line per finding, then a summary."""

from __future__ import annotations

import re

from exprov.checking import UNREADABLE, Result
from exprov.report import Report, Summary

# Control characters, line separators, marks that change the direction of what follows, and halves of surrogate pairs.
_UNPRINTABLE = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff\\ud800-\\udfff]"
)


class TextReport(Report):
    """`FILE:LINE: /pointer: rule-id: what is wrong; what to do`; FILE:LINE:COLUMN where it does not parse."""

    def add(self, result: Result) -> str:
        lines = []
        record = result.record
        place = record.file
        if record.index is not None:
            place += f"[{record.index}]"
        for finding in result.findings:
            if self.take():
                if finding.column is not None:
                    at = f"{place}:{finding.line}:{finding.column}"
                else:
                    at = f"{place}:{record.line}" if record.line is not None else place
                pointer = f"{finding.path}: " if finding.path else ""
                lines.append(printable(f"{at}: {pointer}{finding.rule}: {finding.message}") + "\n")
        if result.error is not None and self.take():
            at = f"{place}:{record.line}" if record.line is not None else place
            lines.append(printable(f"{at}: {UNREADABLE}: {result.error.reason}; {result.error.remedy}") + "\n")
        return "".join(lines)

    def end(self, summary: Summary) -> str:
        more = f"{self.omitted} more findings not shown; see them with --max-findings\n" if self.omitted else ""
        noun = "record" if summary.records == 1 else "records"
        return (
            f"{more}{summary.records} {noun}: {summary.valid} valid, {summary.invalid} invalid, "
            f"{summary.unreadable} unreadable ({self.level} level)\n"
        )


def printable(text: str) -> str:
    """`text` with everything escaped that could move the cursor or reorder the line."""
    return _UNPRINTABLE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
