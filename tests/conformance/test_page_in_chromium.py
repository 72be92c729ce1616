"""The HTML pages in a real Chromium: what is shown, found, linked and reached by keyboard, and that no text becomes code.

Run where EXPROV_CHROMIUM names one, as `nox -s page` does.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from conformance.sample_run import HOSTILE, hostile, lossy, relayed
from exprov.conformance.results import Run
from exprov.report.conformance import html, values, words
from exprov.report.strength import html as strength
from exprov.strength.judge import Strength, Verdict

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

WIDE, PHONE = 1280, 360
BASE = "schema.fallback:roundtrip:reader"
FAILING = "forward.unknown-member.in-root:roundtrip:reader"
BYTES = "parse.encoding.latin-1:validate:reader"
WIDTHS = "[innerWidth, document.documentElement.scrollWidth]"

Visit = Callable[..., "Page"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    wanted = os.environ.get("EXPROV_CHROMIUM")
    if not wanted:
        pytest.skip("takes long and needs Chromium: nox -s page runs it")
    program = shutil.which(wanted)
    assert program is not None, f"EXPROV_CHROMIUM is {wanted!r}, which is not a program here: install Chromium"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Chromium's sandbox does not start for the superuser, who runs containers.
        yield playwright.chromium.launch(executable_path=program, chromium_sandbox=os.geteuid() != 0)


@pytest.fixture
def complaints() -> list[str]:
    """What the console, uncaught errors and the content security policy said; a test takes away what it expects."""
    return []


@pytest.fixture
def visit(browser: Browser, complaints: list[str]) -> Iterator[Visit]:
    """Opens a page in a new window. In the end, no window has complained or asked for anything but its page."""
    requested, opened, pages = [], [], []

    def visit(path: Path, fragment: str = "", width: int = WIDE, dark: bool = False) -> Page:
        size = {"width": width, "height": 900}
        page = browser.new_page(viewport=size, is_mobile=width < 600, color_scheme="dark" if dark else "light")
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: requested.append(request.url.partition("#")[0]))
        opened.append(path.resolve().as_uri())
        pages.append(page)
        page.goto(f"{opened[-1]}{fragment}")
        return page

    yield visit
    for page in pages:
        page.close()
    assert (complaints, requested) == ([], opened)


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


def write(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


@pytest.fixture(scope="module")
def report(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("page") / "report.html", html.render(run))


def ids(run: Run, wanted: Callable[[Any], bool]) -> list[str]:
    return [one.id for one in run.results if wanted(one)]


def listed(page: Page) -> list[str]:
    return page.locator("#list .name").all_text_contents()


def status(page: Page) -> str | None:
    return page.locator("#shown").text_content()


def outcome(page: Page, name: str) -> Locator:
    return page.locator(f"button[data-outcome='{name}']")


def type_words(page: Page, text: str) -> None:
    page.locator("#words").fill(text)
    page.wait_for_url(lambda url: f"words={text.replace(' ', '+').replace(':', '%3A')}" in url)


def body(page: Page) -> str:
    return page.locator("#list details[open] .body").inner_text()


# --- finding


def test_what_fails_is_shown_first(visit: Visit, report: Path, run: Run) -> None:
    page = visit(report)
    bad = [one.result.id for one in words.judgements(run) if one.is_bad]
    assert listed(page) == bad[:100]
    assert status(page) == f"Cases 1 to 100 of {len(bad)}"
    page.locator("#next").click()
    assert listed(page) == bad[100:]
    assert page.locator("#next").is_disabled()
    page.locator("#previous").click()
    assert listed(page) == bad[:100]


def test_a_run_without_failures_shows_all_cases(visit: Visit, run: Run, tmp_path: Path) -> None:
    good = tuple(one for one in run.results if one.outcome == "pass")[:250]
    passed = replace(run, results=good, planned=250, mismatches=(), excused={})
    assert status(visit(write(tmp_path / "good.html", html.render(passed)))) == "Cases 1 to 100 of 250"


def test_cases_are_filtered_by_outcome_topic_rule_and_words(visit: Visit, report: Path, run: Run) -> None:
    page = visit(report)
    outcome(page, "crash").click()
    assert listed(page) == ids(run, lambda one: one.outcome == "crash")
    assert outcome(page, "crash").get_attribute("aria-pressed") == "true"
    outcome(page, "").click()
    assert status(page) == f"Cases 1 to 100 of {run.planned:,}"
    page.select_option("#topic", "unicode")
    unicode = ids(run, lambda one: one.topic == "unicode")
    assert listed(page) == unicode[:100] and f"{status(page)}".endswith(f" {len(unicode)}")
    page.select_option("#topic", "")
    page.select_option("#rule", "rule/fallback-flag")
    assert listed(page) == ids(run, lambda one: "rule/fallback-flag" in one.rules)
    outcome(page, "fail").click()
    # A filter is kept in the address.
    assert listed(visit(report, page.evaluate("location.hash"))) == listed(page) != []
    type_words(page, "CARRIERS writer")
    found = ids(
        run, lambda one: one.outcome == "fail" and "rule/fallback-flag" in one.rules and one.topic == "carriers"
    )
    assert listed(page) == [id for id in found if id.endswith(":writer")] != []
    type_words(page, "no such thing")
    assert listed(page) == [] and status(page) == "No case matches."
    page.locator(".topics > summary").click()
    page.locator(".topics a", has_text="unicode").click()
    page.locator("#shown", has_text=f" {len(unicode)}").wait_for()


def test_every_rule_and_topic_can_be_chosen(visit: Visit, report: Path, run: Run) -> None:
    page = visit(report)
    for field, wanted in (
        ("rule", {rule for one in run.results for rule in one.rules}),
        ("topic", {one.topic for one in run.results}),
    ):
        options = page.locator(f"#{field} option").evaluate_all("all => all.map(one => one.value)")
        assert options == ["", *sorted(wanted)]


def test_the_full_plan_is_one_page(visit: Visit, tmp_path: Path) -> None:
    full = lossy()
    page = visit(write(tmp_path / "full.html", html.render(full)), "#?outcome=&page=74")
    assert full.planned > 7000
    assert status(page) == f"Cases 7,301 to 7,400 of {full.planned:,}"
    assert listed(page) == [one.id for one in full.results[7300:7400]]
    # A case is filled in only when it is opened.
    assert page.locator("*").count() < 1500
    page.locator("#list summary").first.click()
    page.locator("#list .body").wait_for()
    assert page.locator("#list .body").count() == 1
    type_words(page, "limits.size over-limit:")
    assert listed(page) == [f"limits.size.over-limit:validate:{level}" for level in ("reader", "writer")]


# --- a case


def test_a_link_to_a_case_opens_it(visit: Visit, report: Path, run: Run) -> None:
    page = visit(report, f"#{quote(FAILING, safe='')}")
    case = next(one for one in run.results if one.id == FAILING)
    assert case.got is not None
    for shown in (
        case.input["text"],
        case.expected["output"]["text"],
        case.got["output"]["text"],
        'schema.fallback:roundtrip:reader, then add /futureMember: {"nested":[1,null]}',
        '/futureMember: want {"nested": [1, null]}, got nothing',
        "got, in canonical form",
    ):
        assert shown in body(page)
    # The record came with other white space, and is shown in the form of the expected one.
    assert page.locator(".differs figure mark").first.text_content() == 'futureMember":{"nested":[1,null]},"'
    focused = page.locator("summary:focus .name")
    assert focused.text_content() == FAILING
    assert -1 <= page.evaluate("document.activeElement.getBoundingClientRect().top") < 20
    # From there to the case that it was made from, by its link.
    page.locator("#list details[open] dd a").first.click()
    page.locator("summary:focus .name", has_text=BASE).wait_for()


def test_a_link_to_no_case_says_so(visit: Visit, report: Path) -> None:
    for fragment in ("#gone", "#%zz", f"#{quote('<img src=x>')}"):
        page = visit(report, fragment)
        assert status(page) == "There is no such case in this run; all cases are shown."
        assert len(listed(page)) == 100


def test_bytes_that_are_no_text_are_shown(visit: Visit, report: Path, run: Run) -> None:
    text = body(visit(report, f"#{BYTES}"))
    data = values.octets(next(one.input["b64"] for one in run.results if one.id == BYTES))
    assert data is not None
    error = "called `Result::unwrap()` on an `Err` value: Utf8Error"
    for shown in ('modelProfile":"f\\xe9"', values.hex_dump(data).splitlines()[3], "none", error):
        assert shown in text


# --- without a mouse, on a phone, in the dark


def test_a_case_is_reached_and_opened_by_keyboard(visit: Visit, report: Path) -> None:
    page = visit(report)
    page.locator("#words").press("Tab")
    focused = page.locator("#list > li:first-child summary:focus")
    assert focused.evaluate("node => getComputedStyle(node).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    page.locator("#list > li:first-child details[open]").wait_for()
    outcome(page, "crash").press("Space")
    assert outcome(page, "crash").get_attribute("aria-pressed") == "true"


def test_every_control_has_a_name(visit: Visit, report: Path) -> None:
    page = visit(report)
    page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    roles = {"button", "searchbox", "combobox", "link", "search", "navigation", "region"}
    named = [
        (node["role"]["value"], node["name"]["value"])
        for node in nodes
        if not node["ignored"] and node["role"]["value"] in roles and "name" in node
    ]
    assert {role for role, _ in named} == roles
    assert [role for role, name in named if not name] == []


def test_the_first_failure_is_above_the_fold_of_a_phone(visit: Visit, report: Path) -> None:
    # What remains of a small phone's screen beside the bars of a browser.
    assert visit(report, width=390).evaluate("document.querySelector('#list li').getBoundingClientRect().bottom") < 620


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [WIDE, PHONE, 320])
def test_nothing_is_wider_than_the_window(visit: Visit, report: Path, width: int, dark: bool) -> None:
    for fragment in ("", "#?outcome=", f"#{FAILING}", f"#{BYTES}"):
        page = visit(report, fragment, width, dark)
        page.locator("main > details, form details").evaluate_all("all => all.forEach(one => one.open = true)")
        assert page.evaluate(WIDTHS) == [width, width]


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
def test_all_text_stands_out_from_its_background(visit: Visit, report: Path, dark: bool) -> None:
    page = visit(report, f"#{FAILING}", dark=dark)
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == ("rgb(13, 17, 23)" if dark else "rgb(255, 255, 255)")
    assert page.evaluate(_CONTRAST) == []
    for name in ("crash", "unsupported", "pass", "flaky"):
        outcome(page, name).click()
        assert page.evaluate(_CONTRAST) == []


# --- hostile text


def test_no_text_becomes_markup_or_code(visit: Visit, tmp_path: Path) -> None:
    for danger in ("</script>", "<!--", "\u2028", "\u202e", "\x1b", "\x00", "\ud800", "'", '"', "&"):
        assert danger in HOSTILE
    page = visit(write(tmp_path / "hostile.html", html.render(hostile())), "#?outcome=", PHONE)
    page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    page.locator("#list .body").nth(2).wait_for()
    assert page.evaluate("typeof window.pwned") == "undefined"
    assert page.locator("main :is(img, script, iframe)").count() == 0
    assert page.locator("script").count() == 2
    assert page.evaluate(WIDTHS) == [PHONE, PHONE]
    shown = page.locator("#list pre").first.text_content()
    assert shown is not None
    assert "</script><script>window.pwned=1</script><!--<img src=x onerror=window.pwned=1>" in shown
    assert "\\u2028\\u202e\\x1b[31m\\x00" in shown and "\\ud800" in shown
    assert not set(shown) & set("\u2028\u202e\x1b\x00")
    # Nor does its id in the address.
    page.locator("#list dd a[href^='#a%20']").first.click()
    assert page.evaluate("location.hash").startswith("#a%20%3C%2Fscript%3E")


def test_a_script_that_got_into_the_page_would_not_run(
    visit: Visit, report: Path, tmp_path: Path, complaints: list[str]
) -> None:
    bad = "<main><script>window.pwned=1</script><img src='data:,' onerror='pwned=1'>"
    page = visit(write(tmp_path / "tampered.html", report.read_text("utf-8").replace("<main>", bad, 1)))
    assert page.evaluate("typeof window.pwned") == "undefined"
    assert page.evaluate("fetch('https://host.invalid/').then(() => 'answered', () => 'rejected')") == "rejected"
    assert any("inline script" in text and "Content Security Policy" in text for text in complaints)
    assert any("https://host.invalid/" in text and "default-src 'none'" in text for text in complaints)
    complaints.clear()


def test_the_page_of_a_matrix_alone(visit: Visit, tmp_path: Path) -> None:
    page = visit(write(tmp_path / "matrix.html", html.render_matrix(relayed())), width=PHONE)
    kept, lost = "ok 512", "82 of 512 lost"
    assert page.locator("td").all_text_contents() == [kept, kept, lost, kept, kept, lost, kept, kept, "-"]
    assert page.evaluate(WIDTHS) == [PHONE, PHONE]


@pytest.mark.parametrize("width", [WIDE, PHONE])
def test_the_page_of_the_strength_fits_a_phone(visit: Visit, tmp_path: Path, width: int) -> None:
    id = "schema/stream-terminal-outcome#/$defs/StreamCompleted/properties/outcome/type:or null"
    killed = "carriers.stream-completed.record.closed-set"
    verdicts = [Verdict(f"{id} {place}", "killed", killed) for place in range(50)]
    verdicts.append(Verdict("leak/x:off", "equivalent", reason="It behaves exactly like the contract."))
    text = strength.render(Strength(1, tuple(verdicts)), "html")
    page = visit(write(tmp_path / "strength.html", text), width=width)
    assert page.evaluate(WIDTHS) == [width, width]
    # In a column each on a wide screen, and one below the other on a phone.
    tops = page.locator("tbody tr:first-child td").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().top)"
    )
    assert (tops == sorted(set(tops))) is (width == PHONE)
    page.select_option("#fate", "equivalent")
    assert page.locator("tbody tr:visible td:first-child").all_text_contents() == ["leak/x:off"]
    assert status(page) == "1 of 51"
