"""The report for people: a line per finding, then a summary."""

from __future__ import annotations

from exprov.printable import printable
from exprov.report.validate import Problem, Report, Summary


class TextReport(Report):
    """`FILE:LINE: /pointer: rule-id: what is wrong; what to do`; FILE:LINE:COLUMN where it does not parse."""

    def problem(self, problem: Problem) -> str:
        # No line begins like a command for a workflow of GitHub.
        at = f"./{problem.file}" if problem.file.lstrip().startswith("::") else problem.file
        at += "" if problem.index is None else f"[{problem.index}]"
        at += "".join(f":{number}" for number in (problem.line, problem.column) if number is not None)
        pointer = f"{problem.path}: " if problem.path else ""
        return printable(f"{at}: {pointer}{problem.rule}: {problem.message}") + "\n"

    def end(self, summary: Summary) -> str:
        more = f"{self.omitted} more findings not shown; see them with --max-findings\n" if self.omitted else ""
        noun = "record" if summary.records == 1 else "records"
        return (
            f"{more}{summary.records} {noun}: {summary.valid} valid, {summary.invalid} invalid, "
            f"{summary.unreadable} unreadable ({self.level} level)\n"
        )
