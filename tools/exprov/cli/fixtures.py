"""The golden fixtures: list the cases, show one, export the folder, or compare it with an older suite.

`changes OLD` takes a folder of fixtures or a cases.lock. Exit codes: 0 done, 1 a case was removed or changed and the suite
does not declare it, or a retired id is used again, 2 wrong usage or no such case, 3 something could not be read or is no
suite, 6 the export could not be written.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from exprov import atomic, exit_codes, fixtures
from exprov.errors import OutputError, UsageError
from exprov.printable import printable

_SHOWN = 4000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--fixtures", type=Path, metavar="DIR", help="another folder of fixtures than the one that is installed"
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listing = actions.add_parser(
        "list", help="one line per case: its id, its two verdicts and its title", allow_abbrev=False
    )
    listing.add_argument("--topic", action="append", metavar="NAME", help="only this topic (may be repeated)")
    listing.add_argument("--rule", metavar="RULE", help="only cases with a finding of this rule")
    show = actions.add_parser("show", help="one case: what it is, what is expected and why", allow_abbrev=False)
    show.add_argument("id", metavar="ID", help="the id of a case, as `list` or a report shows it")
    show.add_argument("--input", action="store_true", help="print the exact bytes of the input and nothing else")
    export = actions.add_parser("export", help="copy the folder", allow_abbrev=False)
    export.add_argument("directory", type=Path, metavar="DIR", help="a folder that does not exist or is empty")
    compare = actions.add_parser(
        "changes", help="what is new, changed or tightened since an older suite", allow_abbrev=False
    )
    compare.add_argument("old", type=Path, metavar="OLD", help="a folder of fixtures, or a cases.lock")


def execute(args: argparse.Namespace) -> int:
    """Do what the action says; raise UsageError or InputError for what does not exist."""
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
        raise UsageError(f"no case has a finding of the rule {rule!r}", _near(rule, found))
    shown = [
        case
        for case in suite.cases.values()
        if (topics is None or case["id"].partition(".")[0] in topics)
        and (rule is None or any(finding["rule"] == rule for finding in case["findings"]))
    ]
    width = max((len(case["id"]) for case in shown), default=0)
    for case in shown:
        print(printable(f"{case['id']:{width}}  {case['reader']:7}  {case['writer']:7}  {case['title']}"))
    return exit_codes.VALID


def _near(rule: str, known: Collection[str]) -> str:
    from difflib import get_close_matches

    same = sorted(other for other in known if other.rpartition("/")[2] == rule)
    near = same or get_close_matches(rule, sorted(known), n=3)
    return f"did you mean {' or '.join(near)}?" if near else "`exprov rules` lists the rules"


def _golden(suite: fixtures.Suite, id: str) -> str:
    """The id of a case, for which that of one of its questions, ID:OPERATION:LEVEL, may stand."""
    return id if id in suite.cases else id.partition(":")[0]


def _show(case: Mapping[str, Any], only_input: bool) -> int:
    data = fixtures.data(case)
    if only_input:
        import sys

        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return exit_codes.VALID
    for line in _told(case, data):
        print(printable(line))
    return exit_codes.VALID


def _told(case: Mapping[str, Any], data: bytes) -> Iterator[str]:
    """The lines that tell a case; none of them is fit to be shown yet."""
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
            yield f"  {rule.title}. {rule.why} More: `exprov explain {rule.id}`"
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


def _export(folder: Path, directory: Path) -> int:
    fixtures.load(folder)
    files = fixtures.files(folder)
    try:
        if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
            raise UsageError(f"{directory} is there and not an empty folder", "name another one, or empty it")
    except OSError as error:
        raise OutputError(str(directory), error) from None
    atomic.write_folder(directory, files)
    print(printable(f"{len(files)} files exported to {directory}"))
    return exit_codes.VALID


def _changes(suite: fixtures.Suite, old: Path) -> int:
    found = list(fixtures.changes(old, suite))
    for change in found:
        print(printable(f"{change.kind}: {change.id}" + (f" (declared: {change.why})" if change.why else "")))
    retired = sum(change.is_of_retired for change in found)
    if retired:
        print(f"{retired} retired ids are used again or forgotten; take other ids, and keep what is retired")
    undeclared = sum(change.breaks for change in found) - retired
    if undeclared:
        print(f"{undeclared} cases were removed or changed and are not declared; give them new ids, or declare why")
    if retired or undeclared:
        return exit_codes.FINDINGS
    print(f"{len(found)} differences, none of them undeclared")
    return exit_codes.VALID
