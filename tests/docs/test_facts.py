"""What the tables of the pages list is what there is: options, exit codes, rules, members, outcomes, files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from docs.cli import offered, options
from docs.pages import PAGES, ROOT, name, section, tables
from execution_provenance import RULES
from exprov import exit_codes, shapes
from exprov.cli import VERBS
from exprov.cli.conformance import ACTIONS
from exprov.conformance import protocol
from exprov.conformance.outcomes import OUTCOMES
from exprov.suite.emission import emissions

DOCS = ROOT / "docs"


def codes(cells: Iterable[str]) -> list[str]:
    """What is set as code in some cells."""
    return [code for cell in cells for code in re.findall("`(.+?)`", cell)]


def rows(page: str, header: str, heading: str = "") -> list[list[str]]:
    """The rows of all tables below a heading whose first header is this."""
    return [row for rows in tables(DOCS / page, header, heading) for row in rows]


def first(page: str, header: str, heading: str = "") -> list[str]:
    """What is set as code in the first column of those rows."""
    return codes(row[0] for row in rows(page, header, heading))


# The page, the heading of the table and the command whose options it lists.
OPTION_TABLES = [
    ("validate.md", "", ("validate",)),
    ("rules.md", "", ("rules",)),
    ("strength.md", "", ("strength",)),
    ("program.md", "", ("program",)),
    ("generate.md", "", ("generate",)),
    ("conformance.md", "Options of `run`", ("conformance", "run")),
    ("conformance.md", "Doctor", ("conformance", "doctor")),
    ("conformance.md", "Matrix", ("conformance", "matrix")),
]


@pytest.mark.parametrize(("page", "heading", "command"), OPTION_TABLES, ids=lambda value: "-".join(value) or "all")
def test_options(page: str, heading: str, command: tuple[str, ...]) -> None:
    listed = {code.split()[0].partition("=")[0] for code in first(page, "option", heading)}
    assert listed == options(command)


def test_commands_of_fixtures() -> None:
    listed = {tuple(code.split()[1:3]) for code in first("fixtures.md", "command")}
    assert listed == {path for path in offered("fixtures") if len(path) == 2}


def test_every_verb_has_a_page() -> None:
    assert {verb for verb in VERBS if not (DOCS / f"{verb}.md").is_file()} == set()


def test_exit_codes() -> None:
    listed = {int(row[0]): row[1].replace(" ", "_").upper() for row in rows("exit-codes.md", "code")}
    stated = {value: key for key, value in vars(exit_codes).items() if isinstance(value, int)}
    assert listed == stated
    assert {int(row[0]): row[2] for row in rows("exit-codes.md", "code")} == exit_codes.MEANINGS


def test_rules_of_the_contract() -> None:
    listed = first("contract.md", "id")
    keywords = [id for id in RULES if id.startswith("schema/") and id not in listed]
    assert set(listed) == set(RULES) - set(keywords)
    assert {id.removeprefix("schema/") for id in keywords} <= {
        "type", "required", "const", "enum", "pattern", "minLength", "minimum", "maximum", "minItems", "uniqueItems"
    }  # fmt: skip


def test_members_of_the_contract() -> None:
    schema = json.loads((ROOT / "schemas/1.0/execution-provenance.schema.json").read_bytes())
    types, meanings, attempt, rejection = (
        codes(row[0] for row in rows) for rows in tables(DOCS / "contract.md", "member", "1. Members")
    )
    assert types == meanings == list(schema["properties"])
    assert attempt == list(schema["$defs"]["Attempt"]["properties"])
    assert rejection == list(schema["$defs"]["RouteRejection"]["properties"])
    known = {name: schema["$defs"][name]["x-known-values"] for name in ("ErrorClass", "ReasonCode")}
    part = section((DOCS / "contract.md").read_text("utf-8"), "Closed and open sets")
    listed = [codes([text]) for text in re.findall(r"^Known .*?:(.*?)\n\n", f"{part}\n\n", re.MULTILINE | re.DOTALL)]
    assert listed == list(known.values())


def test_lists_of_conformance() -> None:
    assert first("conformance.md", "action") == list(ACTIONS)
    assert first("conformance.md", "operation") == list(protocol.OPS)
    assert first("conformance.md", "outcome") == list(OUTCOMES)


def test_hello() -> None:
    members = {codes(row[:1])[0]: codes(row[1:]) for row in rows("protocol.md", "member", "hello")}
    hello = shapes.load("protocol/1/engine-hello")["properties"]
    assert members.keys() == hello.keys() - {"type", "protocol", "run"}
    assert members["ops"] == list(protocol.OPS)
    assert members["levels"] == list(protocol.LEVELS)
    assert members["features"] == list(protocol.FEATURES) == first("protocol.md", "feature")
    assert set(members["engine"]) == set(hello["engine"]["properties"])
    assert set(shapes.load("protocol/1/case")["properties"]["carrier"]["enum"]) <= set(
        codes([section((DOCS / "protocol.md").read_text("utf-8"), "roundtrip")])
    )


def test_facts_of_an_execution() -> None:
    everything = [facts for _, facts in emissions()]
    attempts = [attempt for facts in everything for attempt in facts["attempts"]]
    part = section((DOCS / "implementers.md").read_text("utf-8"), "Emission")
    assert first("implementers.md", "member of `facts`") == [
        "mode", "profile", "request", "candidates", "plan", "planError", "attempts", "cancelled"
    ]  # fmt: skip
    assert set(first("implementers.md", "member of `facts`")) == {name for facts in everything for name in facts}
    listed = set(first("implementers.md", "member of an attempt"))
    assert listed == {name for attempt in attempts for name in attempt} - {"providerId"}
    inner = [facts[name] for facts in everything for name in ("request", "plan", "planError") if name in facts]
    inner += [candidate for facts in everything for candidate in facts["candidates"]]
    named = set(re.findall(r"[`.]([A-Za-z]+)`", part))
    assert {name for members in inner for name in members} <= named


def test_glossary_is_in_order() -> None:
    words = [row[0] for row in rows("glossary.md", "word")]
    assert words == sorted(set(words))


def test_index_has_every_page() -> None:
    linked = set(re.findall(r"\]\(([a-z-]+\.md)\)", (DOCS / "index.md").read_text("utf-8")))
    assert linked == {path.name for path in DOCS.glob("*.md")} - {"index.md"}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_files_exist(page: Path) -> None:
    """Files and directories of the repository that a page names."""
    text = page.read_text("utf-8")
    found = re.findall(r"`((?:examples|generated|schemas|docs|tests|tools|benchmarks)/[\w./-]*)`", text)
    assert [path for path in found if not (ROOT / path).exists()] == []
