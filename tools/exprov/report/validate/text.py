"""The report for people: a line per finding, then a summary."""

from __future__ import annotations

from exprov.checking.check import UNREADABLE, Result
from exprov.printable import printable
from exprov.report.validate import Report, Summary


class TextReport(Report):
    """`FILE:LINE: /pointer: rule-id: what is wrong; what to do`; FILE:LINE:COLUMN where it does not parse."""

    def add(self, result: Result) -> str:
        lines = []
        record = result.record
        # No line begins like a command for a workflow of GitHub.
        place = f"./{record.file}" if record.file.lstrip().startswith("::") else record.file
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
