"""A run as JUnit XML, as Jenkins, GitLab and others read it: a suite for each topic, and one for the run as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from exprov.conformance.results import Run
from exprov.printable import printable
from exprov.report.conformance.detail import detail
from exprov.report.conformance.values import harmless, lines_of, shortened
from exprov.report.conformance.words import ERROR, OK, Judged, checks, engine, judgements, suite

MESSAGE = 500


def render(run: Run) -> str:
    """The document. An excused case is "skipped", with the reason, because the format has no expected failures."""
    root = _element(None, "testsuites", name=f"exprov: {engine(run)}")
    topics: dict[str, list[Judged]] = {}
    for one in judgements(run):
        topics.setdefault(one.result.topic, []).append(one)
    for topic, cases in topics.items():
        suite_of_topic = _element(root, "testsuite", name=topic)
        for one in cases:
            _case(suite_of_topic, one)
        _count(suite_of_topic, sum(one.result.milliseconds for one in cases))
    whole = _element(root, "testsuite", name="run")
    properties = _element(whole, "properties")
    for name, value in (("engine", engine(run)), ("suite", suite(run)), ("nonce", run.nonce)):
        _element(properties, "property", name=name, value=value)
    for check in checks(run):
        case = _element(whole, "testcase", classname="exprov.run", name=check.name, time="0.000")
        if check.wrong:
            _element(case, "error", check.wrong, message=check.wrong[0])
    _count(whole, 0)
    _count(root, run.milliseconds)
    indent(root, "")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, "unicode")}\n'


def _element(parent: Element | None, tag: str, lines: Iterable[str] = (), **attributes: str) -> Element:
    shown = {name: printable(value) for name, value in attributes.items()}
    element = Element(tag, shown) if parent is None else SubElement(parent, tag, shown)
    element.text = "\n".join(map(harmless, lines)) or None
    return element


def _count(element: Element, milliseconds: float) -> None:
    """Add the numbers of what is in the element."""
    kinds = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
    element.attrib |= {name: str(sum(1 for _ in element.iter(tag))) for name, tag in kinds.items()}
    element.set("time", f"{milliseconds / 1000:.3f}")


def _case(parent: Element, one: Judged) -> None:
    result, message = one.result, shortened(one.why, MESSAGE)
    classname = f"exprov.{result.topic}.{result.op}.{result.level}"
    seconds = f"{result.milliseconds / 1000:.3f}"
    case = _element(parent, "testcase", classname=classname, name=result.id, time=seconds)
    if one.is_bad:
        _element(case, "error" if one.state == ERROR else "failure", detail(one), type=result.outcome, message=message)
    elif one.state != OK:
        _element(case, "skipped", message=message)
    if result.stderr:
        _element(case, "system-err", lines_of(result.stderr))
