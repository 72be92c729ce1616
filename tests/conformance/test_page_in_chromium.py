"""The HTML pages in a real Chromium: what is shown, found, linked and reached by keyboard, and that no text becomes code.

Run where EXPROV_CHROMIUM names one, as `nox -s page` does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from conformance.chromium import Browser, find
from conformance.sample_run import HOSTILE, hostile, lossy, relayed
from exprov.conformance.results import Run
from exprov.report.conformance import html, values, words
from exprov.report.strength import html as strength
from exprov.strength.judge import Strength, Verdict

WIDE, PHONE = 1280, 360
BASE = "schema.fallback:roundtrip:reader"
FAILING = "forward.unknown-member.in-root:roundtrip:reader"
BYTES = "parse.encoding.latin-1:validate:reader"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser(find()) as one:
        yield one


@pytest.fixture(scope="module")
def run() -> Run:
    """All that did not pass and some of what did: pages that load fast."""
    full = lossy()
    listed = {one.id for one in full.mismatches} | {BASE}
    kept = tuple(
        one
        for place, one in enumerate(full.results)
        if one.outcome != "pass" or one.id in listed or one.topic == "unicode" or place % 20 == 0
    )
    return replace(full, results=kept, planned=len(kept))


@pytest.fixture(scope="module")
def page(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(html.render(run), "utf-8")
    return path


@pytest.fixture
def opened(browser: Browser, page: Path) -> Iterator[Browser]:
    browser.size(WIDE)
    browser.open(page)
    yield browser
    assert browser.complaints() == []
    assert browser.requested() == [page.resolve().as_uri()]


def listed(browser: Browser) -> list[str]:
    return list(browser.evaluate("[...document.querySelectorAll('#list .name')].map(node => node.textContent)"))


def status(browser: Browser) -> str:
    return str(browser.evaluate("document.getElementById('shown').textContent"))


def type_words(browser: Browser, text: str) -> None:
    """As a person does: into the focused field, the event after each change."""
    browser.evaluate("document.getElementById('words').select(), document.getElementById('words').focus()")
    browser.call("Input.insertText", text=text)
    browser.until(f"new URLSearchParams(location.hash.slice(2)).get('words') === {json.dumps(text)}")


def choose(browser: Browser, field: str, value: str) -> None:
    browser.evaluate(
        f"(() => {{ const field = document.getElementById({json.dumps(field)}); field.value = {json.dumps(value)};"
        " field.dispatchEvent(new Event('change')); })()"
    )


def click(browser: Browser, selector: str) -> None:
    """With the mouse, in the middle of what the selector finds."""
    place = browser.evaluate(
        f"(() => {{ const node = document.querySelector({json.dumps(selector)}); node.scrollIntoView({{block: 'center'}});"
        " const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"
    )
    for kind in ("mousePressed", "mouseReleased"):
        browser.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)


def body(browser: Browser) -> str:
    return str(browser.evaluate("document.querySelector('#list details[open] .body').innerText"))


# --- finding


def test_what_fails_is_shown_first(opened: Browser, run: Run) -> None:
    bad = [one.id for one, judged in zip(run.results, words.judgements(run), strict=True) if judged.is_bad]
    assert listed(opened) == bad[:100]
    assert status(opened) == f"Cases 1 to 100 of {len(bad)}"
    click(opened, "#next")
    assert listed(opened) == bad[100:]
    assert opened.evaluate("document.getElementById('next').disabled") is True
    click(opened, "#previous")
    assert listed(opened) == bad[:100]


def test_a_run_without_failures_shows_all_cases(browser: Browser, run: Run, tmp_path: Path) -> None:
    good = tuple(one for one in run.results if one.outcome == "pass")[:250]
    path = tmp_path / "good.html"
    path.write_text(html.render(replace(run, results=good, planned=250, mismatches=(), excused={})), "utf-8")
    browser.open(path)
    assert status(browser) == "Cases 1 to 100 of 250"


def test_cases_are_filtered_by_outcome_topic_rule_and_words(opened: Browser, run: Run) -> None:
    def ids(wanted: Any) -> list[str]:
        return [one.id for one in run.results if wanted(one)]

    click(opened, "button[data-outcome=crash]")
    assert listed(opened) == ids(lambda one: one.outcome == "crash")
    assert opened.evaluate("document.querySelector('[data-outcome=crash]').getAttribute('aria-pressed')") == "true"
    click(opened, "button[data-outcome='']")
    assert status(opened) == f"Cases 1 to 100 of {run.planned:,}"
    choose(opened, "topic", "unicode")
    unicode = ids(lambda one: one.topic == "unicode")
    assert listed(opened) == unicode[:100] and status(opened).endswith(f" {len(unicode)}")
    choose(opened, "topic", "")
    choose(opened, "rule", "rule/fallback-flag")
    assert listed(opened) == ids(lambda one: "rule/fallback-flag" in one.rules)
    click(opened, "button[data-outcome=fail]")
    type_words(opened, "CARRIERS writer")
    found = ids(lambda one: one.outcome == "fail" and "rule/fallback-flag" in one.rules and one.topic == "carriers")
    assert listed(opened) == [id for id in found if id.endswith(":writer")] != []
    type_words(opened, "no such thing")
    assert listed(opened) == [] and status(opened) == "No case matches."


def test_a_filter_is_kept_in_the_address(opened: Browser, page: Path) -> None:
    choose(opened, "rule", "json/encoding")
    click(opened, "button[data-outcome=crash]")
    shown, fragment = listed(opened), opened.evaluate("location.hash")
    opened.open(page, fragment)
    assert listed(opened) == shown != []
    assert opened.evaluate("document.getElementById('rule').value") == "json/encoding"


def test_every_rule_and_topic_can_be_chosen(opened: Browser, run: Run) -> None:
    for field, wanted in (
        ("rule", {rule for one in run.results for rule in one.rules}),
        ("topic", {one.topic for one in run.results}),
    ):
        options = opened.evaluate(f"[...document.getElementById('{field}').options].map(option => option.value)")
        assert options == ["", *sorted(wanted)]


def test_the_full_plan_is_one_page(browser: Browser, tmp_path: Path) -> None:
    full, path = lossy(), tmp_path / "full.html"
    path.write_text(html.render(full), "utf-8")
    browser.open(path, "#?outcome=&page=74")
    assert full.planned > 7000
    assert status(browser) == f"Cases 7,301 to 7,400 of {full.planned:,}"
    assert listed(browser) == [one.id for one in full.results[7300:7400]]
    assert browser.evaluate("document.querySelectorAll('*').length") < 1500
    type_words(browser, "limits.size over-limit:")
    assert listed(browser) == [f"limits.size.over-limit:validate:{level}" for level in ("reader", "writer")]
    assert browser.complaints() == []


# --- a case


def test_a_link_to_a_case_opens_it(opened: Browser, page: Path, run: Run) -> None:
    opened.open(page, f"#{quote(FAILING, safe='')}")
    case = next(one for one in run.results if one.id == FAILING)
    text = body(opened)
    assert case.input["text"] in text
    assert case.expected["output"]["text"] in text
    assert case.got is not None and case.got["output"]["text"] in text
    assert 'schema.fallback:roundtrip:reader, then add /futureMember: {"nested":[1,null]}' in text
    assert '/futureMember: want {"nested": [1, null]}, got nothing' in text
    assert opened.evaluate("document.activeElement.querySelector('.name').textContent") == FAILING
    assert -1 <= opened.evaluate("document.activeElement.getBoundingClientRect().top") < 20
    # From there to the case that it was made from, by its link.
    click(opened, "#list details[open] dd a")
    opened.until(f"document.activeElement.querySelector('.name')?.textContent === {json.dumps(BASE)}")


def test_the_part_that_differs_is_marked(opened: Browser, page: Path) -> None:
    opened.open(page, f"#{FAILING}")
    # The record came with other white space, and is shown in the form of the expected one.
    marked = opened.evaluate("document.querySelector('.differs figure mark').textContent")
    assert marked == 'futureMember":{"nested":[1,null]},"'
    assert "got, in canonical form" in body(opened)


def test_a_link_to_no_case_says_so(opened: Browser, page: Path) -> None:
    for fragment in ("#gone", "#%zz", f"#{quote('<img src=x>')}"):
        opened.open(page, fragment)
        assert status(opened) == "There is no such case in this run; all cases are shown."
        assert len(listed(opened)) == 100


def test_bytes_that_are_no_text_are_shown(opened: Browser, page: Path, run: Run) -> None:
    opened.open(page, f"#{BYTES}")
    case = next(one for one in run.results if one.id == BYTES)
    data = values.octets(case.input["b64"])
    assert data is not None
    text = body(opened)
    assert 'modelProfile":"f\\xe9"' in text
    assert values.hex_dump(data).splitlines()[3] in text
    assert "none" in text
    assert "called `Result::unwrap()` on an `Err` value: Utf8Error" in text


def test_a_case_is_filled_in_only_when_it_is_opened(opened: Browser) -> None:
    assert opened.evaluate("document.querySelectorAll('#list .body').length") == 0
    assert opened.evaluate("document.querySelectorAll('*').length") < 1500
    click(opened, "#list summary")
    opened.until("document.querySelectorAll('#list .body').length === 1")


# --- without a mouse, on a phone, in the dark


def test_a_case_is_reached_and_opened_by_keyboard(opened: Browser) -> None:
    opened.evaluate("document.getElementById('words').focus()")
    opened.press("Tab", 9)
    assert opened.evaluate("document.activeElement.matches('#list > li:first-child summary')") is True
    assert opened.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    opened.press("Enter", 13, "\r")
    opened.until("document.querySelector('#list > li:first-child details').open")
    opened.evaluate("document.querySelector('[data-outcome=crash]').focus()")
    opened.press(" ", 32, " ")
    opened.until("document.querySelector('[data-outcome=crash]').getAttribute('aria-pressed') === 'true'")


def test_every_control_has_a_name(opened: Browser) -> None:
    opened.call("Accessibility.enable")
    nodes = opened.call("Accessibility.getFullAXTree")["nodes"]
    roles = {"button", "searchbox", "combobox", "link", "search", "navigation", "region", "table"}
    named = [
        (node["role"]["value"], node["name"]["value"])
        for node in nodes
        if not node["ignored"] and node["role"]["value"] in roles and "name" in node
    ]
    assert {"button", "searchbox", "combobox", "link", "search", "navigation", "region"} <= {role for role, _ in named}
    assert [role for role, name in named if not name and role != "table"] == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [WIDE, PHONE, 320])
def test_nothing_is_wider_than_the_window(opened: Browser, page: Path, width: int, dark: bool) -> None:
    opened.size(width, dark=dark)
    for fragment in ("", "#?outcome=", f"#{FAILING}", f"#{BYTES}"):
        opened.open(page, fragment)
        opened.evaluate("for (const one of document.querySelectorAll('details.about')) one.open = true")
        opened.until("[...document.querySelectorAll('#list details[open]')].every(one => one.childElementCount === 2)")
        assert opened.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [width, width]


_CONTRAST = """(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = color => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => [r, g, b].map(part => part / 255).map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
    .reduce((sum, part, place) => sum + part * [.2126, .7152, .0722][place], 0);
  const back = node => { for (let one = node; one; one = one.parentElement) { const found = rgb(getComputedStyle(one).backgroundColor);
    if (found[3] === 255) return found; } return [255, 255, 255, 255]; };
  const low = new Set();
  for (const node of document.querySelectorAll("main *")) {
    if (![...node.childNodes].some(one => one.nodeType === 3 && one.data.trim()) || !node.checkVisibility() || node.closest(":disabled, noscript")) continue;
    const [a, b] = [light(rgb(getComputedStyle(node).color)), light(back(node))].sort((x, y) => y - x);
    if ((a + .05) / (b + .05) < 4.5) low.add(`${node.tagName}.${node.className} ${((a + .05) / (b + .05)).toFixed(2)}`);
  }
  return [...low];
})()"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_all_text_stands_out_from_its_background(opened: Browser, page: Path, dark: bool) -> None:
    opened.size(WIDE, dark=dark)
    opened.open(page, f"#{FAILING}")
    background = opened.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == ("rgb(13, 17, 23)" if dark else "rgb(255, 255, 255)")
    assert opened.evaluate(_CONTRAST) == []
    for outcome in ("crash", "unsupported", "pass", "flaky"):
        click(opened, f"button[data-outcome={outcome}]")
        assert opened.evaluate(_CONTRAST) == []


# --- hostile text


def test_no_text_becomes_markup_or_code(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "hostile.html"
    path.write_text(html.render(hostile()), "utf-8")
    browser.size(PHONE)
    browser.open(path, "#?outcome=")
    browser.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    browser.until("[...document.querySelectorAll('#list details')].every(one => one.childElementCount === 2)")
    assert browser.evaluate("typeof window.pwned") == "undefined"
    assert browser.evaluate("document.querySelectorAll('main img, main script, main iframe').length") == 0
    assert browser.evaluate("document.scripts.length") == 2
    assert browser.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [PHONE, PHONE]
    shown = browser.evaluate("document.querySelector('#list pre').textContent")
    assert "</script><script>window.pwned=1</script><!--<img src=x onerror=window.pwned=1>" in shown
    assert "\\u2028\\u202e\\x1b[31m\\x00" in shown and "\\ud800" in shown
    assert not set(shown) & set("\u2028\u202e\x1b\x00")
    # Its own link works as well.
    id = browser.evaluate("cases[0].id")
    browser.evaluate(
        "document.querySelector('#list details').open = false, document.querySelector('#list dd a').click()"
    )
    assert id.startswith("a </script>")
    assert browser.complaints() == []
    assert browser.requested() == [path.resolve().as_uri()]


def test_a_script_that_got_into_the_page_would_not_run(browser: Browser, page: Path, tmp_path: Path) -> None:
    path = tmp_path / "tampered.html"
    tampered = page.read_text("utf-8").replace(
        "<main>", "<main><script>window.pwned=1</script><img src=x onerror='pwned=1'>", 1
    )
    path.write_text(tampered, "utf-8")
    browser.open(path)
    assert browser.evaluate("typeof window.pwned") == "undefined"
    assert browser.evaluate("fetch('https://host.invalid/').then(() => 'answered', () => 'refused')") == "refused"
    told = browser.complaints()
    assert any("script" in text and "Content Security Policy" in text for text in told)
    assert any("https://host.invalid/" in text and "default-src 'none'" in text for text in told)


def test_the_page_of_a_matrix_alone(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "matrix.html"
    path.write_text(html.render_matrix(relayed()), "utf-8")
    browser.size(PHONE)
    browser.open(path)
    cells = browser.evaluate("[...document.querySelectorAll('td')].map(cell => cell.textContent)")
    assert cells == [
        "ok 512",
        "ok 512",
        "82 of 512 lost",
        "ok 512",
        "ok 512",
        "82 of 512 lost",
        "ok 512",
        "ok 512",
        "-",
    ]
    assert browser.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [PHONE, PHONE]
    assert browser.complaints() == []
    assert browser.requested() == [path.resolve().as_uri()]


def test_the_page_of_the_strength_fits_a_phone(browser: Browser, tmp_path: Path) -> None:
    id = "schema/stream-terminal-outcome#/$defs/StreamCompleted/properties/outcome/type:or null"
    verdicts = [
        Verdict(f"{id} {place}", "killed", "carriers.stream-completed.record.closed-set") for place in range(50)
    ]
    verdicts.append(Verdict("leak/x:off", "equivalent", reason="It cannot be told from the contract."))
    path = tmp_path / "strength.html"
    path.write_text(strength.render(Strength(1, tuple(verdicts)), "html"), "utf-8")
    for width in (WIDE, PHONE):
        browser.size(width)
        browser.open(path)
        assert browser.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [width, width]
        # In a column each on a wide screen, and one below the other on a phone.
        tops = browser.evaluate(
            "[...document.querySelector('tbody tr').cells].map(one => one.getBoundingClientRect().top)"
        )
        assert (tops == sorted(set(tops))) is (width == PHONE)
        choose(browser, "fate", "equivalent")
        shown = "[...document.querySelectorAll('tbody tr')].filter(row => row.checkVisibility()).map(row => row.cells[0].textContent)"
        assert browser.evaluate(shown) == ["leak/x:off"]
        assert browser.evaluate("document.getElementById('shown').textContent") == "1 of 51"
        assert browser.complaints() == []


def test_the_sample_is_hostile() -> None:
    for danger in ("</script>", "<!--", "\u2028", "\u202e", "\x1b", "\x00", "\ud800", "'", '"', "&"):
        assert danger in HOSTILE
