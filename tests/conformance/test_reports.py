"""What the reports of a run say, that nothing is missing from them, and that no text in them becomes anything else."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from conformance.sample_run import CASE, FAILING, HOSTILE, REPORTS, hostile, lossy, of, relayed, small
from exprov.conformance.outcomes import OUTCOMES
from exprov.conformance.results import CaseResult, Cell, Difference, Matrix, Mismatch, Run
from exprov.printable import printable
from exprov.report.conformance import FORMATS, causes, comparison, html, matrix, sections, summary, text, values, words
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "schemas/protocol/1/conformance-report.schema.json").read_bytes())


@pytest.fixture(scope="module")
def run() -> Run:
    return lossy(every=20)


@pytest.fixture(scope="module")
def nasty() -> Run:
    return hostile()


# --- all formats


@pytest.mark.parametrize("file", sorted(REPORTS.iterdir()), ids=lambda file: file.suffix)
def test_a_small_run_with_everything(file: Path) -> None:
    # `python tests/conformance/sample_run.py` writes the files: read what it changes.
    assert FORMATS[file.suffix[1:]](small()) == file.read_text("utf-8")


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_that_a_terminal_a_browser_or_a_workflow_acts_on_is_in_a_report(name: str, nasty: Run) -> None:
    command = "::stop-commands::x\n::add-mask::y\n##[error]z"
    case = replace(
        CASE, outcome="error", title=command, reason=command, stderr=command,
        got={"status": "error", "::error::a": 1, "error": {"message": command, "trace": command}},
        differences=(Difference("::error::b", command, command),),
    )  # fmt: skip
    stale = Mismatch("stale", command, command)
    commands = of(case, replace(case, id="::error::c"), troubles=(command,), mismatches=(stale,))
    for one in (nasty, commands):
        report = FORMATS[name](one)
        assert report == FORMATS[name](one) and report.endswith("\n")
        report.encode("utf-8")
        for line in report.split("\n"):
            assert printable(line) == line
            assert not re.search(r"##[a-z]*\[", line)
            assert name == "github" or not line.lstrip().startswith("::")


def test_commands_of_ci_systems_are_broken_visibly() -> None:
    assert printable("a ##[error]b ##vso[x]c ###TeamCity[y] # ## [z] #[!x]") == (
        "a #\\x23[error]b #\\x23vso[x]c ##\\x23TeamCity[y] # ## [z] #[!x]"
    )
    assert printable(printable("##[x]")) == printable("##[x]")
    texts = {"##[x]": "####", "\\##": ["#", "###[y]"]}
    assert json.loads(values.ascii_json(texts)) == texts
    assert "##" not in values.ascii_json(texts)


def says_passed(name: str, report: str) -> bool:
    """Whether a report says so in the way of its format."""
    if name == "junit":
        root = ElementTree.fromstring(report)
        assert root.find(".//testcase") is not None
        return root.attrib["failures"] == root.attrib["errors"] == "0" and root.find(".//failure") is None
    if name == "tap":
        assert points(report)
        return all(ok for ok, *_ in points(report))
    assert ("PASSED" in report) != ("FAILED" in report)
    return "PASSED" in report


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_run_and_one_that_does_not_add_up(name: str) -> None:
    assert says_passed(name, FORMATS[name](Run({}, (), {}, "", 0, ())))
    assert not says_passed(name, FORMATS[name](Run({}, (), {}, "", 0, (), troubles=("no hello",))))
    report = FORMATS[name](of(CASE, CASE, planned=3))
    assert ('"addsUp":false' if name == "json" else "DOES NOT ADD UP: sum 2, results 2, plan 3") in report


@pytest.mark.parametrize("name", ["text", "junit", "tap", "github", "summary"])
def test_what_is_raw_looks_otherwise_than_what_is_escaped(name: str) -> None:
    raw, escaped = '{"a":"x\u2028e\u0301"}', '{"a":"x\\u2028\u00e9"}'
    failing = replace(
        CASE, op="canonical", outcome="fail", expected={"output": {"text": raw}}, got={"output": {"text": escaped}},
        differences=(Difference("output", raw, escaped),),
    )  # fmt: skip
    report = unescape(FORMATS[name](of(failing)))
    assert "x<U+2028>e<U+0301>" in report


# --- what a case means


STATES = {
    "pass": "ok", "fail": "failure", "wrong-reason": "failure", "unsupported": "skipped",
    "unsupported-undeclared": "failure", "error": "error", "crash": "error", "timeout": "error", "protocol": "error",
    "flaky": "failure", "not-run": "error",
}  # fmt: skip


def test_what_each_outcome_means_for_the_run() -> None:
    assert list(STATES) == list(OUTCOMES)
    for outcome, state in STATES.items():
        one = of(replace(CASE, outcome=outcome))
        assert words.judgements(one)[0].state == state
        assert words.passed(one) is (state in ("ok", "skipped"))


@pytest.mark.parametrize(
    ("case", "members", "state", "why", "headline"),
    [
        (CASE, {}, "ok", "", "PASSED: 1 of 1 cases pass"),
        (CASE, {"troubles": ("no bye",)}, "ok", "", "FAILED: 1 of 1 cases pass; trouble beside the cases: 1"),
        (FAILING, {}, "failure", "accepted", "FAILED: 0 of 1 cases pass; 1 unexpected (1 fail)"),
        (FAILING, {"excused": {CASE.id: "known"}}, "excused", "fail, as the baseline says: known",
         "PASSED: 0 of 1 cases pass; 1 excused by the baseline"),
        (CASE, {"mismatches": (Mismatch("fixed", CASE.id, "remove it"),)}, "failure", "baseline, fixed: remove it",
         "FAILED: 1 of 1 cases pass; 1 unexpected (1 pass against the baseline)"),
        (FAILING, {"mismatches": (Mismatch("different", CASE.id, "a crash"),)}, "failure", "baseline, different: a crash",
         "FAILED: 0 of 1 cases pass; 1 unexpected (1 fail)"),
        (FAILING, {"mismatches": (Mismatch("unexpected", CASE.id, "no entry"),)}, "failure", "accepted",
         "FAILED: 0 of 1 cases pass; 1 unexpected (1 fail)"),
        (CASE, {"mismatches": (Mismatch("stale", "gone", "remove it"),)}, "ok", "",
         "FAILED: 1 of 1 cases pass; baseline entries without a case: 1"),
    ],
)  # fmt: skip
def test_a_baseline_excuses_and_accuses(
    case: CaseResult, members: Mapping[str, Any], state: str, why: str, headline: str
) -> None:
    one = of(case, **members)
    (judged,) = words.judgements(one)
    assert (judged.state, judged.why, words.headline(one)) == (state, why, headline)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"op": "replace", "path": "/a", "value": {"b": 1}}, 'replace /a with {"b":1}'),
        ({"op": "replace", "path": "", "value": 1}, "replace the root with 1"),
        ({"op": "add", "path": "/a~1b", "value": None}, "add /a~1b: null"),
        ({"op": "remove", "path": "/a"}, "remove /a"),
        ({"op": "move", "from": "/a", "path": "/b"}, "move /a to /b"),
        ({"op": "else"}, '{"op":"else"}'),
        ({"edit": "a comma", "find": "}", "with": ",}"}, 'a comma: ",}" instead of "}"'),
        ({"edit": "a mark", "at": "start", "withB64": "77u/"}, "a mark: \ufeff at the start"),
        ({"edit": "bytes", "at": "whole", "withB64": "/w=="}, "bytes: \\xff instead of all text"),
        ({"edit": "spaces", "at": "end", "with": " ", "times": 1000}, 'spaces: " " 1,000 times at the end'),
    ],
)
def test_a_cause_in_words(change: Mapping[str, Any], expected: str) -> None:
    assert words.cause(replace(CASE, base="rules.good", change=change)) == f"rules.good, then {expected}"
    assert words.cause(CASE) == ""


def test_who_answered() -> None:
    assert words.engine(lossy()) == "lossy-engine 0.9.2 (Rust, tokio 1.40, linux, commit 3f2a91c)"
    assert words.engine(replace(lossy(), engine={})).startswith("an engine that said no hello, started as [")


# --- values


def test_bytes_are_shown_safely() -> None:
    assert values.payload({"b64": base64.b64encode(b'"\xff\xfe"\x00').decode()}) == '"\\xff\\xfe"\x00'
    assert values.payload({"b64": "%%"}) == "(not base64) %%"
    assert values.payload({"facts": {"a": 1}}) == '{"a":1}'
    assert (
        values.hex_dump(b"\x00A\xff" * 3) == "0000  00 41 ff 00 41 ff 00 41  .A..A..A\n0008  ff                       ."
    )
    assert values.hex_dump(b"\0" * 20, limit=8).endswith("\n... 20 bytes in all")


def test_want_and_got_member_by_member() -> None:
    got = {"status": "ok", "verdict": "valid", "findings": [], "error": None, "odd": 1}
    assert comparison.members(replace(CASE, got=got)) == [
        ("verdict", "invalid", "valid", ""),
        ("findings", "rule/fallback-flag at /fallbackOccurred", "none", ""),
        ("member odd", "", "1", ""),
    ]
    assert comparison.members(replace(CASE, expected={"verdict": "valid"}, got=None)) == [("verdict", "valid", "", "")]
    failed = replace(CASE, expected={}, got={"status": "error", "error": {"message": "m", "trace": "t"}})
    assert comparison.members(failed) == [("status", "", "error", ""), ("error", "", "m\nt", "")]
    # Without an answer, a digest is missed only if it was asked for.
    digest = replace(CASE, expected={"digest": "00"}, got={"status": "ok"})
    assert comparison.members(replace(digest, op="roundtrip")) == []
    assert comparison.members(replace(digest, op="canonical")) == [("digest", "00", "", "")]


@pytest.mark.parametrize(
    ("op", "outcome", "output", "shown"),
    [
        ("roundtrip", "fail", '{ "b": 2.0, "a": 1 }', ('{"a":1,"b":2}', '{ "b": 2.0, "a": 1 }')),
        ("emit", "fail", '{"b":1}', ('{"b":1}', "")),
        ("emit", "fail", '{"b":1,"b":1}', ('{"b":1,"b":1}', "")),
        ("emit", "fail", '{"b":1e400}', ('{"b":1e400}', "")),
        ("emit", "fail", "{ no", ("{ no", "")),
        ("canonical", "fail", '{ "a": 1 }', ('{ "a": 1 }', "")),
        ("roundtrip", "pass", '{ "a": 2 }', ('{ "a": 2 }', "")),
    ],
)
def test_outputs_are_compared_in_the_form_that_counts(
    op: str, outcome: str, output: str, shown: tuple[str, str]
) -> None:
    case = replace(
        CASE, op=op, outcome=outcome, expected={"output": {"text": '{"a":2}'}}, got={"output": {"text": output}}
    )
    assert comparison.members(case) == [("output", '{"a":2}', *shown)]


def test_long_outputs_are_cut_around_the_first_difference() -> None:
    want, got = "a" * 500 + "b" + "c" * 500, "a" * 500 + "x" + "c" * 500
    left, right = comparison.around(want, got, 60)
    assert left == "..." + "a" * 20 + "b" + "c" * 39 + "..."
    assert right == left.replace("b", "x")
    assert comparison.around("ab", "a", 60) == ("ab", "a")
    assert comparison.around("a" * 100, "", 30) == ("a" * 30 + "...", "")


# --- text


def test_the_text_is_bounded_and_names_every_failure(run: Run) -> None:
    lines = text.render(run).splitlines()
    bad = [one for one in words.judgements(run) if one.is_bad]
    named = [match[1] for line in lines if (match := re.match(r"(?:  also )?([a-z-]+: [a-z]+\.\S+)$", line))]
    assert sorted(named) == sorted(one.name for one in bad)
    assert sum(line.startswith("  title ") for line in lines) == len(causes.causes(run)) - 1
    counted = {line.split()[0]: int(line.split()[1].replace(",", "")) for line in lines[-13:-2]}
    assert counted == run.counts()
    many = of(
        *(replace(CASE, id=f"rules.c{n}:validate:reader", outcome="crash", stderr="e\n" * 10_000) for n in range(5000))
    )
    assert len(text.render(many)) < 300_000
    assert "  and 4,499 more, which the other formats list" in text.render(many).splitlines()


@pytest.mark.parametrize(
    ("members", "what", "difference"),
    [
        ({"differences": (Difference("findings", '{"rule":"json/syntax","path":"/a"}', ""),)}, "missing json/syntax (fail)",
         "missing /a json/syntax"),
        ({"differences": (Difference("/b", "1", ""),), "reason": "it differs in 12 places"}, "fail: it differs in N places",
         "/b: want 1, got nothing"),
        ({"outcome": "crash", "reason": "code 5", "got": None}, "crash: code N", "no answer"),
    ],
)  # fmt: skip
def test_causes_are_counted_and_have_an_example(members: Mapping[str, Any], what: str, difference: str) -> None:
    failing = replace(FAILING, **members)
    (cause,) = causes.causes(of(failing, replace(failing, id="other")))
    assert (cause.title, len(cause.results)) == (what, 2)
    assert causes.difference(failing) == difference


# --- JSON


def test_the_json_fits_its_schema_and_holds_everything(run: Run, nasty: Run) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    validator = Draft202012Validator(SCHEMA)
    for one in (run, nasty):
        report = FORMATS["json"](one)
        assert report.isascii()
        document = json.loads(report, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
        short = {**document, "results": [entry for entry in document["results"] if entry["state"] != "ok"]}
        assert [error.message for error in validator.iter_errors(short)] == []
        assert len(document["results"]) == one.planned
        assert document["summary"]["counts"] == one.counts()
    first = json.loads(FORMATS["json"](nasty))["results"][0]
    assert first["title"] == HOSTILE and first["got"]["number"] == "nan"
    assert first["stderr"] == HOSTILE and first["change"]["with"] == HOSTILE


def test_the_schema_knows_every_outcome_and_state() -> None:
    result = SCHEMA["$defs"]["result"]["properties"]
    assert result["outcome"]["enum"] == list(OUTCOMES)
    assert result["state"]["enum"] == [words.OK, words.SKIPPED, words.EXCUSED, words.FAILURE, words.ERROR]
    assert list(SCHEMA["properties"]["summary"]["properties"]["counts"]["properties"]) == list(OUTCOMES)


# --- JUnit


def test_the_xml_has_every_case_once_with_its_state(run: Run) -> None:
    root = ElementTree.fromstring(FORMATS["junit"](run))
    expected = [(one.result.id, {"excused": "skipped"}.get(one.state, one.state)) for one in words.judgements(run)]
    expected += [(check.name, "error" if check.wrong else "ok") for check in words.checks(run)]
    found = [
        (case.attrib["name"], [child.tag for child in case if child.tag != "system-err"])
        for case in root.iter("testcase")
    ]
    assert sorted(found) == sorted((id, [] if state == "ok" else [state]) for id, state in expected)
    tags = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
    for element in (root, *root.iterfind("testsuite")):
        assert {name: element.attrib[name] for name in tags} == {
            name: str(len(list(element.iter(tag)))) for name, tag in tags.items()
        }


def test_the_xml_is_well_formed_whatever_is_in_it(nasty: Run) -> None:
    report = FORMATS["junit"](nasty)
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]", report)
    root = ElementTree.fromstring(report)
    failure = root.find("testsuite/testcase/failure")
    assert failure is not None and failure.text is not None
    assert failure.attrib["type"] == "fail"
    assert failure.attrib["message"].startswith(f"baseline, expired: {printable(HOSTILE)}")
    error = root.find("testsuite/testcase/system-err")
    assert error is not None and error.text is not None
    assert error.text.split("\n")[1] == "\\x3a:error::y"


# --- TAP


def points(report: str) -> list[tuple[bool, int, str, str]]:
    """(ok, number, description, directive) of each test point, read as the specification says."""
    found = []
    for line in report.split("\n"):
        match = re.fullmatch(r"(not ok|ok) (\d+) - ((?:[^\\#]|\\[\\#])*?)(?: # ((?:SKIP|TODO) .*))?", line)
        if match:
            description = re.sub(r"\\(.)", r"\1", match[3])
            found.append((match[1] == "ok", int(match[2]), description, (match[4] or "").partition(" ")[0]))
    return found


def test_the_tap_has_a_point_for_every_case(run: Run) -> None:
    report = FORMATS["tap"](run)
    kinds = {words.OK: (True, ""), words.SKIPPED: (True, "SKIP"), words.EXCUSED: (False, "TODO")}
    expected = [(*kinds.get(one.state, (False, "")), one.result.id) for one in words.judgements(run)]
    expected += [(not check.wrong, "", check.name) for check in words.checks(run)]
    assert points(report) == [(ok, number, id, directive) for number, (ok, directive, id) in enumerate(expected, 1)]
    assert report.startswith(f"TAP version 14\n1..{len(expected)}\n")


def test_every_line_of_the_tap_is_one_of_the_protocol(run: Run, nasty: Run) -> None:
    assert [(ok, directive) for ok, _, _, directive in points(FORMATS["tap"](nasty))] == [
        (False, ""), (True, "SKIP"), (False, "TODO"), (True, ""), (False, ""), (True, ""), (False, ""),
    ]  # fmt: skip
    for one in (run, nasty):
        first, *parts = re.split(r"^  ---\n(.*?)^  \.\.\.\n", FORMATS["tap"](one), flags=re.MULTILINE | re.DOTALL)
        blocks = [yaml.safe_load(block) for block in parts[:20:2]]
        assert len(blocks) > 3 and all(isinstance(block["message"], str) for block in blocks)
        for line in "".join([first, *parts[1::2]]).splitlines()[2:]:
            assert line.startswith(("ok ", "not ok ", "# ")), line
    assert blocks[0]["detail"][1] == f"  title    | {printable(HOSTILE)}"


# --- GitHub


def decoded(text: str) -> str:
    return text.replace("%0A", "\n").replace("%0D", "\r").replace("%2C", ",").replace("%3A", ":").replace("%25", "%")


def commands(report: str) -> list[tuple[str, ...]]:
    found = [re.fullmatch(r"::(error|warning|notice) title=([^:,]*)::(.*)", line) for line in report.splitlines()]
    return [tuple(map(decoded, match.groups())) for match in found if match is not None]


def test_annotations_are_few_and_carry_text_as_text(run: Run, nasty: Run) -> None:
    report = FORMATS["github"](run)
    found = commands(report)
    assert len(found) == len(report.splitlines())
    # Ten errors: the last one counts the rest, and one is about the baseline.
    assert [kind for kind, *_ in found] == ["error"] * 10 + ["warning", "error"]
    assert found[9][1] == f"{len(causes.causes(run)) - 8} more causes of unexpected results"
    assert found[-1] == ("error", "conformance", words.headline(run))
    assert commands(FORMATS["github"](of(CASE))) == [("notice", "conformance", "PASSED: 1 of 1 cases pass")]
    found = commands(FORMATS["github"](nasty))
    assert found[2][1].startswith("fail: a </script>")
    assert found[2][2].startswith(f"baseline, expired: {printable(HOSTILE)}\n")


# --- Markdown


def test_the_summary_is_bounded_and_counts_everything(run: Run) -> None:
    report = FORMATS["summary"](run)
    assert len(report) < 100_000
    rows = dict(re.findall(r"^\| ([a-z-]+) \| \**([\d,]+)\** \|", report, re.MULTILINE))
    assert {name: int(number.replace(",", "")) for name, number in rows.items()} == run.counts()
    bad = sum(one.is_bad for one in words.judgements(run))
    assert f"### Unexpected: {bad} (the first {summary.ROWS})" in report
    assert report.count("| <code>") == summary.ROWS
    for section in sections.sections(run):
        assert f"### {section.heading}\n" in report


def test_a_reader_of_markdown_sees_text_and_tables_only(nasty: Run) -> None:
    report = FORMATS["summary"](nasty)
    plain = re.sub(r"</?code>|\*\*|^#+ |^\|[-:|]+\|$|\|", "", report, flags=re.MULTILINE)
    assert not re.search(r"[<>`*\[\]_@~$\\]|&(?!#\d+;)|://|#(?!\d+;)", plain)
    kinds = Counter()
    for token in MarkdownIt("gfm-like", {"linkify": False}).parse(report):
        for one in (token, *(token.children or ())):
            kinds[one.type.removesuffix("_open").removesuffix("_close")] += one.nesting >= 0
            assert one.type != "html_inline" or one.content in ("<code>", "</code>")
    assert set(kinds) <= {
        "heading", "paragraph", "inline", "text", "text_special", "html_inline", "bullet_list", "list_item", "strong",
        "table", "thead", "tbody", "tr", "th", "td",
    }  # fmt: skip
    assert kinds["table"] == 3


# --- HTML


class Reader(HTMLParser):
    """Collects the elements with their attributes, and the contents of scripts and styles; a comment is an error."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.raw: list[tuple[str | None, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.raw += [(self.cdata_elem, data)] if self.cdata_elem else []

    def handle_comment(self, data: str) -> None:
        pytest.fail(f"a comment: {data}")

    def data(self) -> Any:
        """The cases."""
        (data,) = [content for tag, content in self.raw if tag == "script" and content.startswith("{")]
        assert not re.search(r"[<>&\u2028\u2029]", data) and data.isascii()
        return json.loads(data)


def test_the_page_needs_nothing_and_lets_nothing_else_run(run: Run, nasty: Run) -> None:
    for page, scripts in ((html.render(run), 2), (html.render(nasty), 2), (html.render_matrix(relayed()), 0)):
        assert page.isascii()
        read = Reader(page)
        kinds = Counter(tag for tag, _ in read.elements)
        assert [kinds[tag] for tag in ("script", "img", "iframe", "object")] == [scripts, 0, 0, 0]
        for tag, attributes in read.elements:
            assert not [name for name in attributes if name.startswith("on") or name in ("src", "style")]
            reference = attributes.get("href")
            assert reference is None or reference.startswith("#") or (tag, reference) == ("link", "data:,")
        policy = next(attributes["content"] for _, attributes in read.elements if "http-equiv" in attributes)
        assert policy is not None and policy.startswith("default-src 'none'; ")
        for tag, content in read.raw:
            if not content.startswith("{"):
                digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
                assert f"{tag}-src 'sha256-{digest}'" in policy


def test_the_page_holds_every_case_and_each_text_once(run: Run, nasty: Run) -> None:
    page = html.render(run)
    document = Reader(page).data()
    assert [one["id"] for one in document["cases"]] == [one.id for one in run.results]
    assert len(set(document["texts"])) == len(document["texts"])
    assert max(map(len, document["texts"])) < html.TEXT + 100
    assert len(page) < 8_000_000
    document = Reader(html.render(nasty)).data()
    assert document["cases"][0]["id"] == nasty.results[0].id
    assert document["texts"][document["cases"][0]["input"]] == HOSTILE


def test_the_page_escapes_what_all_other_reports_escape() -> None:
    script = Path(html.__file__).with_name("page.js").read_text("utf-8")
    (escaped,) = re.findall(r"^const UNPRINTABLE = /(.+)/u;$", script, re.MULTILINE)
    characters = [chr(code) for code in range(0x11000)]
    assert [one for one in characters if re.search(escaped, one)] == [
        one for one in characters if printable(one) != one
    ]


def test_the_head_of_the_page_needs_no_script(run: Run) -> None:
    page = html.render(run)
    assert words.headline(run).partition("; ")[0] in page
    # There is a button for each outcome that occurs.
    counts = re.findall(r"<b>([\d,]+)</b> ([a-z-]+)</button>", html.render(of(CASE, FAILING)))
    assert counts == [("2", "all"), ("1", "unexpected"), ("1", "pass"), ("1", "fail")]
    assert '<a href="#schema.one-attempt%3Avalidate%3Areader">' in page


# --- the matrix


def test_the_matrix_as_text_and_as_a_page() -> None:
    assert '<td class="lost">82 of 512 lost</td>' in html.render_matrix(relayed())
    names = ("a", "b\x1b[0m")
    cells = {("a", "a"): Cell(3, 0), ("a", names[1]): Cell(1, 2, ("x: lost /a",)), (names[1], "a"): Cell(0, 0)}
    assert matrix.render(Matrix(names, cells)).splitlines() == [
        "writes \\ reads  a          b\\x1b[0m",
        "a               ok 3       2 of 3 lost",
        "b\\x1b[0m        none sent  -",
        "",
        "a wrote, b\\x1b[0m read and wrote back: 2 of 3 lost",
        "  - x: lost /a",
        "  and 1 more",
        "",
        "FAILED: 2 of 6 records were lost between 2 engines; 1 of 4 pairs were NOT TRIED",
    ]


SAME = ("a", "a")


@pytest.mark.parametrize(
    ("cells", "troubles", "figure"),
    [
        ({SAME: Cell(3, 0)}, (), "PASSED: 0 of 3 records were lost between 1 engines"),
        ({SAME: Cell(3, 0, skipped=2)}, (), "PASSED: "),
        (
            {SAME: Cell(3, 0)},
            ("no bye",),
            "FAILED: 0 of 3 records were lost between 1 engines; trouble beside the records: 1",
        ),
        ({SAME: Cell(2, 1)}, (), "FAILED: "),
        ({SAME: Cell(0, 0, skipped=2)}, (), "FAILED: "),
        ({}, (), "FAILED: "),
    ],
)
def test_a_matrix_passes_if_all_was_relayed_and_nothing_was_lost(
    cells: Mapping[tuple[str, str], Cell], troubles: tuple[str, ...], figure: str
) -> None:
    assert matrix.figure(Matrix(("a",), cells, (), troubles)).startswith(figure)
