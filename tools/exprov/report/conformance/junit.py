"""A run as JUnit XML, as Jenkins, GitLab and others read it: a suite for each topic, and one for the run as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from exprov.conformance.results import CaseResult, Run
from exprov.report.conformance.detail import detail
from exprov.report.conformance.values import lines_of, plain, shortened
from exprov.report.conformance.words import (
    ERROR,
    EXCUSED,
    FAILURE,
    SKIPPED,
    Judgement,
    checks,
    engine,
    judgements,
    suite,
)

MESSAGE = 500
_COLONS = re.compile(r"^(\s*):(?=:)")


def render(run: Run) -> str:
    """The document. An excused case is "skipped", with the reason, because the format has no expected failures."""
    topics: dict[str, list[tuple[CaseResult, Judgement]]] = {}
    for pair in zip(run.results, judgements(run), strict=True):
        topics.setdefault(pair[0].topic, []).append(pair)
    found = checks(run)
    states = [one.state for pairs in topics.values() for _, one in pairs]
    broken = sum(bool(check.wrong) for check in found)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f"<testsuites{_attributes(f'exprov: {engine(run)}', states, len(found), broken, run.milliseconds)}>")
    for topic, pairs in topics.items():
        spent = sum(result.milliseconds for result, _ in pairs)
        lines.append(f"<testsuite{_attributes(topic, [one.state for _, one in pairs], 0, 0, spent)}>")
        for result, one in pairs:
            lines += _case(result, one)
        lines.append("</testsuite>")
    lines.append(f"<testsuite{_attributes('run', [], len(found), broken, 0)}>")
    lines.append("<properties>")
    for name, value in (("engine", engine(run)), ("suite", suite(run)), ("nonce", run.nonce)):
        lines.append(f'<property name="{name}" value={_attribute(value)}/>')
    lines.append("</properties>")
    for check in found:
        start = f'<testcase classname="exprov.run" name={_attribute(check.name)} time="0.000"'
        if check.wrong:
            text = "\n".join(_text(line) for line in check.wrong)
            lines += [f"{start}>", f"<error message={_attribute(check.wrong[0])}>{text}</error>", "</testcase>"]
        else:
            lines.append(f"{start}/>")
    lines += ["</testsuite>", "</testsuites>"]
    return "\n".join(lines) + "\n"


def _attributes(name: str, states: list[str], checked: int, broken: int, milliseconds: float) -> str:
    numbers = {
        "tests": len(states) + checked,
        "failures": states.count(FAILURE),
        "errors": states.count(ERROR) + broken,
        "skipped": states.count(SKIPPED) + states.count(EXCUSED),
    }
    counted = "".join(f' {key}="{number}"' for key, number in numbers.items())
    return f' name={_attribute(name)}{counted} time="{milliseconds / 1000:.3f}"'


def _case(result: CaseResult, one: Judgement) -> Iterator[str]:
    classname = f"exprov.{result.topic}.{result.op}.{result.level}"
    start = (
        f"<testcase classname={_attribute(classname)} name={_attribute(result.id)}"
        f' time="{result.milliseconds / 1000:.3f}"'
    )
    body = list(_body(result, one))
    if not body:
        yield f"{start}/>"
        return
    yield f"{start}>"
    yield from body
    yield "</testcase>"


def _body(result: CaseResult, one: Judgement) -> Iterator[str]:
    message = _attribute(shortened(one.why, MESSAGE))
    if one.is_bad:
        element = "failure" if one.state == FAILURE else "error"
        text = "\n".join(_text(line) for line in detail(result))
        yield f"<{element} type={_attribute(result.outcome)} message={message}>{text}</{element}>"
    elif one.state in (SKIPPED, EXCUSED):
        yield f"<skipped message={message}/>"
    if result.stderr:
        lines = "\n".join(_text(line) for line in lines_of(result.stderr))
        yield f"<system-err>{lines}</system-err>"


def _text(line: str) -> str:
    # In a log, GitHub takes a line that begins with two colons for a command.
    return _COLONS.sub(r"\1&#58;", escape(plain(line)))


def _attribute(text: str) -> str:
    return quoteattr(plain(text))
