"""The report for programs: one JSON object in the shape of `validate-report.schema.json`, written as a stream."""

from __future__ import annotations

import json

from msgspec.structs import asdict

from exprov.printable import unlike_commands
from exprov.report.validate import Problem, Report, Summary


class JsonReport(Report):
    """`findings` comes before `summary`, so that it need not be held; an unreadable input is one of the findings."""

    def begin(self) -> str:
        return f'{{"level": {json.dumps(self.level)}, "findings": ['

    def problem(self, problem: Problem) -> str:
        members = {name: value for name, value in asdict(problem).items() if value is not None}
        return f"{',' if self.shown else ''}\n{unlike_commands(json.dumps(members))}"

    def end(self, summary: Summary) -> str:
        counts = {name: getattr(summary, name) for name in ("records", "valid", "invalid", "unreadable")}
        counts["omitted"] = self.omitted
        close = "\n], " if self.shown else "], "
        return f'{close}"summary": {json.dumps(counts)}}}\n'
