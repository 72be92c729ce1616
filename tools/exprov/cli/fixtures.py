"""List the golden cases, show one, export the directory, or compare it with an older suite.

`changes OLD` ends with 1 if a case was removed or changed and the suite does not
declare it, or if a retired id is used again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from exprov import atomic, fixtures
from exprov.cli.arguments import new_folder
from exprov.errors import UsageError
from exprov.exit_codes import DRIFT, FINDINGS, UNREADABLE, UNWRITABLE, USAGE, VALID
from exprov.printable import printable
from exprov.suggestions import did_you_mean

EXIT_CODES = (VALID, FINDINGS, USAGE, UNREADABLE, DRIFT, UNWRITABLE)
_SHOWN = 4000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--fixtures", type=Path, metavar="DIR", help="use this directory instead of the installed fixtures"
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    def add(name: str, help: str) -> argparse.ArgumentParser:
        return actions.add_parser(name, help=help, description=help.capitalize() + ".", allow_abbrev=False)

    listing = add("list", "list the cases, one per line: id, verdicts, title")
    listing.add_argument("--topic", action="append", metavar="NAME", help="list only this topic (may be repeated)")
    listing.add_argument("--rule", metavar="RULE", help="list only cases with a finding of this rule")
    show = add("show", "show one case: what it is, what is expected and why")
    show.add_argument("id", metavar="ID", help="the id of a case, as in `list` or a report")
    show.add_argument("--input", action="store_true", help="print only the exact bytes of the input")
    export = add("export", "copy the directory")
    export.add_argument("directory", type=new_folder, metavar="DIR", help="a directory that does not exist or is empty")
    compare = add("changes", "compare the suite with an older one")
    compare.add_argument("old", type=Path, metavar="OLD", help="a directory of fixtures, or a cases.lock")


def execute(args: argparse.Namespace) -> int:
    """Do what the action says. Raises UsageError or InputError for what does not exist."""
    folder = args.fixtures or fixtures.folder()
    if args.action == "export":
        return _export(folder, args.directory)
    suite = fixtures.load(folder)
    if args.action == "list":
        return _list(suite, args.topic, args.rule)
    if args.action == "show":
        return _show(suite.case(_golden(suite, args.id)), args.input)
    return _changes(suite, args.old)


def _list(suite: fixtures.Suite, topics: list[str] | None, rule: str | None) -> int:
    known = [topic["topic"] for topic in suite.manifest["topics"]]
    for topic in topics or ():
        if topic not in known:
            raise UsageError(f"there is no topic {topic!r}", f"the topics are: {', '.join(known)}")
    found = {finding["rule"] for case in suite.cases.values() for finding in case["findings"]}
    if rule is not None and rule not in found:
        raise UsageError(
            f"no case has a finding of the rule {rule!r}", did_you_mean(rule, found, "`exprov rules` lists the rules")
        )
    shown = [
        case
        for case in suite.cases.values()
        if (topics is None or case["id"].partition(".")[0] in topics)
        and (rule is None or any(finding["rule"] == rule for finding in case["findings"]))
    ]
    width = max((len(case["id"]) for case in shown), default=0)
    for case in shown:
        print(printable(f"{case['id']:{width}}  {case['reader']:7}  {case['writer']:7}  {case['title']}"))
    return VALID


def _golden(suite: fixtures.Suite, id: str) -> str:
    """The id of a golden case, given that or the id of one of its questions, ID:OPERATION:LEVEL."""
    return id if id in suite.cases else id.partition(":")[0]


def _show(case: Mapping[str, Any], only_input: bool) -> int:
    data = fixtures.data(case)
    if only_input:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return VALID
    for line in _described(case, data):
        print(printable(line))
    return VALID


def _described(case: Mapping[str, Any], data: bytes) -> Iterator[str]:
    """The lines that describe a case, not yet printable."""
    from execution_provenance import RULES

    yield from (case["id"], case["title"], "", f"reader: {case['reader']}, writer: {case['writer']}")
    for name in ("carrier", "from"):
        if name in case:
            yield f"{name}: {case[name]}"
    if "change" in case:
        yield f"change: {_line(case['change'])}"
    for finding in case["findings"]:
        yield f"finding: {finding['rule']} at {finding['path'] or 'the root'} ({finding['level']})"
        rule = RULES.get(finding["rule"])
        if rule is not None:
            yield f"  {rule.title}. {rule.why} See `exprov explain {rule.id}`"
    if "digest" in case:
        yield f"digest: {case['digest']}"
    if "facts" in case:
        yield from f"facts: {json.dumps(case['facts'], indent=2)}".split("\n")
    shown = data.decode("utf-8", "backslashreplace")
    more = f" (the first {_SHOWN} characters; all with --input)" if len(shown) > _SHOWN else ""
    yield from ("", f"input, {len(data)} bytes{more}:", shown[:_SHOWN])


def _line(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _export(folder: fixtures.Folder, directory: Path) -> int:
    fixtures.load(folder)
    files = fixtures.files(folder)
    atomic.write_folder(directory, files)
    print(printable(f"{len(files)} files exported to {directory}"))
    return VALID


def _changes(suite: fixtures.Suite, old: Path) -> int:
    found = list(fixtures.changes(old, suite))
    for change in found:
        print(printable(f"{change.kind}: {change.id}" + (f" (declared: {change.why})" if change.why else "")))
    retired = sum(change.is_of_retired for change in found)
    if retired:
        print(f"{retired} retired ids are used again or forgotten; choose other ids, and keep the retired ones listed")
    undeclared = sum(change.breaks for change in found) - retired
    if undeclared:
        print(f"{undeclared} cases were removed or changed and are not declared; give them new ids, or declare why")
    if retired or undeclared:
        return FINDINGS
    print(f"{len(found)} differences, all of them declared or new")
    return VALID
