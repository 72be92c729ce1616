"""The report for programs: one JSON object in the shape of `tools/exprov/report/validate/validate-report.schema.json`, written as a stream."""

from __future__ import annotations

import json

from exprov.checking.check import UNREADABLE, Result
from exprov.printable import unlike_commands
from exprov.report.validate import Report, Summary


class JsonReport(Report):
    """`findings` comes before `summary`, so that it need not be held; an unreadable input is one of the findings."""

    _separator = "\n"

    def begin(self) -> str:
        return f'{{"level": {json.dumps(self.level)}, "findings": ['

    def add(self, result: Result) -> str:
        items = []
        for finding in result.findings:
            if self.take():
                entry = self._place(result)
                if finding.line is not None:
                    entry["line"] = finding.line
                entry.update(rule=finding.rule, path=finding.path, level=finding.level, message=finding.message)
                if finding.column is not None:
                    entry["column"] = finding.column
                if finding.offset is not None:
                    entry["offset"] = finding.offset
                items.append(self._item(entry))
        if result.error is not None and self.take():
            entry = self._place(result)
            message = f"{result.error.reason}; {result.error.remedy}"
            entry.update(rule=UNREADABLE, path="", level="reader", message=message)
            items.append(self._item(entry))
        return "".join(items)

    def end(self, summary: Summary) -> str:
        counts = {
            "records": summary.records,
            "valid": summary.valid,
            "invalid": summary.invalid,
            "unreadable": summary.unreadable,
        }
        close = "\n], " if self.shown else "], "
        return f'{close}"summary": {json.dumps(counts)}}}\n'

    def _place(self, result: Result) -> dict[str, object]:
        entry: dict[str, object] = {"file": result.record.file}
        if result.record.line is not None:
            entry["line"] = result.record.line
        if result.record.index is not None:
            entry["index"] = result.record.index
        return entry

    def _item(self, entry: dict[str, object]) -> str:
        item = self._separator + unlike_commands(json.dumps(entry))
        self._separator = ",\n"
        return item
