"""What the findings of one run suggest as a whole: that the command was asked to read its input in the wrong way.

Bounded: of each input the first MiB at most is looked at, and a document is parsed again for a few findings only.
"""

from __future__ import annotations

import json
import re

from execution_provenance._read import read_quickly
from execution_provenance._validator import read, validator

from exprov.checking.check import CheckOptions, Result
from exprov.inputs.record import Record
from exprov.inputs.records import is_json_lines
from exprov.printable import printable

_MOST_BYTES = 1 << 20
_MOST_DOCUMENTS = 100
# Findings in the place of a line that adds nothing to the text.
_EMPTY_LINES = ("jsonl/blank-line", "json/byte-order-mark")
# The longest line of a log that is searched for a record behind something.
_LONGEST_LINE = 1 << 16
# What a record is found to lack that is none.
_LACKS_ATTEMPTS = {("schema/required", "/attempts"), ("schema/required", "/attemptCount")}
_ARRAY = "--array validates each of its elements as a record"
_PLAIN_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_SPACE = re.compile(r"[ \t\n\r]*")
_decode = json.JSONDecoder().raw_decode


class Hints:
    """Takes the results of a run, and gives at most one hint of each kind.

    `add` is owed every invalid result, and the valid ones too while `is_following`.
    """

    def __init__(self, options: CheckOptions) -> None:
        self.options = options
        self.is_following = False
        self._file = ""
        self._lines: list[bytes] = []
        self._size = 0
        self._documents = 0
        self._hints: dict[str, str] = {}

    def add(self, result: Result) -> None:
        record = result.record
        if self.is_following and (record.file != self._file or record.line is None or record.line <= len(self._lines)):
            self._finish()
        if self.is_following:
            self._follow(record)
        elif not result.valid:
            self._begin(result)

    def end(self) -> list[str]:
        """The hints, each one line."""
        self._finish()
        return [printable(f"hint: {hint}") for hint in self._hints.values()]

    def _begin(self, result: Result) -> None:
        record = result.record
        if record.data is None:
            # A text may begin with a line that is blank.
            if record.line == 1 and record.finding is not None and record.finding.rule in _EMPTY_LINES:
                self._start(record)
            return
        is_first = record.index is None and record.line in (None, 1)
        rules = {(finding.rule, finding.path) for finding in result.findings}
        if record.line is None and record.index is None:
            if ("schema/type", "") in rules and record.data.lstrip().startswith(b"["):
                self._add("array", f"{record.file} holds an array: {_ARRAY}")
        elif is_first and any(rule == "json/syntax" or (rule, path) == ("schema/type", "") for rule, path in rules):
            self._start(record)
        if record.line is not None and ("json/syntax", "") in rules:
            self._look_behind(record, record.data)
        if not self.options.steps and _LACKS_ATTEMPTS <= rules:
            if self.options.carrier in (None, "auto"):
                self._look_inside(record, record.data)

    def _add(self, kind: str, hint: str) -> None:
        self._hints.setdefault(kind, hint)

    # --- a text over several lines that was read as JSON Lines

    def _start(self, record: Record) -> None:
        self.is_following, self._file, self._lines, self._size = True, record.file, [], 0
        self._follow(record)

    def _follow(self, record: Record) -> None:
        line = record.data
        if line is None:
            if record.finding is None or record.finding.rule not in _EMPTY_LINES:
                if record.finding is None or record.finding.rule != "jsonl/empty-input":
                    self._finish(is_cut=True)
                return
            line = b""
        self._lines.append(line)
        self._size += len(line) + 1
        if self._size > _MOST_BYTES:
            self._finish(is_cut=True)

    def _finish(self, *, is_cut: bool = False) -> None:
        if not self.is_following:
            return
        text = b"\n".join(self._lines).removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
        self.is_following, self._lines = False, []
        kinds, lines, is_whole = _values(text)
        is_lines = is_json_lines(self._file)
        if is_whole and not is_cut and kinds == ["array"]:
            remedy = "write one record a line, or give it the ending .json and pass --array" if is_lines else _ARRAY
            self._add("array", f"{self._file} holds an array, not JSON Lines: {remedy}")
        elif lines <= 1 or set(kinds) != {"object"}:
            return
        elif is_whole and not is_cut and len(kinds) == 1:
            end = "write it on one line, or give the file the ending .json"
            remedy = end if is_lines else "--input-format json reads it as one record"
            self._add("json", f"{self._file} is one JSON object over several lines, not JSON Lines: {remedy}")
        elif is_cut or is_whole:
            remedy = "write each on one line, as `jq -c .` does"
            self._add("json", f"{self._file} holds objects that span several lines, not JSON Lines: {remedy}")

    # --- a record behind something

    def _look_behind(self, record: Record, data: bytes) -> None:
        start = data.find(b'{"')
        if start <= 0 or "prefix" in self._hints or self._documents >= _MOST_DOCUMENTS:
            return
        if len(data) > _LONGEST_LINE or any(bracket in data[:start] for bracket in b"{["):
            return
        self._documents += 1
        value = read_quickly(data[start:], self.options.limits)
        if isinstance(value, dict) and ("attempts" in value or "provenance" in value):
            what = f"{_place(record)} has a JSON object behind {start} bytes of something else"
            self._add("prefix", f"{what}: if a log puts that before each record, take it away first")

    # --- a record that travels on something

    def _look_inside(self, record: Record, data: bytes) -> None:
        if "inside" in self._hints or self._documents >= _MOST_DOCUMENTS:
            return
        self._documents += 1
        value, _ = read(data, self.options.limits)
        if not isinstance(value, dict):
            return
        place = _place(record)
        slug = validator().slug(value, "auto")
        if slug != validator().record and self.options.carrier is None:
            what = f"{place} has the members of a carrier ({slug})"
            remedy = "--carrier auto validates the record under its member provenance"
            self._add("inside", f"{what}: if it is one, {remedy}")
            return
        for name, item in value.items():
            is_record = isinstance(item, dict) and (name == "provenance" or {"attempts", "attemptCount"} <= item.keys())
            # A name that has the shape of a credential is never shown.
            if is_record and _PLAIN_NAME.fullmatch(name) and validator().reader.is_nameable(name):
                what = f"{place} is not a record, and holds one under {name}"
                self._add("inside", f"{what}: if all are like it, pass --at /{name}")
                return
        if slug == validator().record and self.options.carrier == "auto":
            what = f"{place} was taken for a bare record, since its members do not tell what carries one"
            self._add("auto", f"{what}: if something does, name it with --carrier")


def _place(record: Record) -> str:
    return record.file if record.line is None else f"{record.file}:{record.line}"


def _values(text: str) -> tuple[list[str], int, bool]:
    """The kinds of the JSON values in `text`, the most lines that one of them takes, and whether there is nothing else."""
    kinds: list[str] = []
    lines = at = 0
    while (at := _SPACE.match(text, at).end()) < len(text):  # type: ignore[union-attr]
        try:
            value, end = _decode(text, at)
        except (ValueError, RecursionError):
            return kinds, lines, False
        kinds.append("object" if isinstance(value, dict) else "array" if isinstance(value, list) else "other")
        lines = max(lines, text.count("\n", at, end) + 1)
        at = end
    return kinds, lines, bool(kinds)
