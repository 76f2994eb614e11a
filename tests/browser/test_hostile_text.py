"""Browser tests of a benchmark whose every text is hostile: shown literally, with nothing fetched from elsewhere."""

from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.browser.serving import dashboard
from tests.conftest import copy_data
from tests.hostile_benchmark import ALL, BENCHMARK_ID, SIGNS, make_case_id
from tests.inference.clients.server import answering

FIRST = make_case_id(0)
CASE = {"photograph": FIRST}
PRESENTED = {**CASE, "pins": f"{FIRST},{make_case_id(4)}"}
PAGES = (
    ("", {}),
    ("cases", {}),
    ("cases", CASE),
    ("cases", {**PRESENTED, "present": "1"}),
    ("cases", {**PRESENTED, "present": "list"}),
    ("heatmaps", {"rows": "Model", "columns": "Room", "panels": "Light"}),
    ("compare", {"slice": "Room"}),
    ("bias", {}),
    ("precision", {}),
    ("robustness", {}),
    ("checkpoints", {}),
    ("slices", {}),
    ("items", {}),
    ("leaderboard", {}),
    ("review", {}),
    ("benchmarks", {}),
    ("data", {}),
    ("glossary", {}),
    ("ask_a_model", CASE),
    ("ask_yourself", {}),
)
"""Page and parameters; every page that the benchmark has."""

NAMING = (("", {}), ("cases", CASE))
"""Of these, the ones that name every model once all is opened."""

OPEN_ALL = """
    () => {
        for (const one of document.querySelectorAll("[data-testid=stMain] details:not([open]) > summary")) one.click();
    }
"""

MARKUP = """
    signs => {
        const found = [];
        const all = (selector, says) => {
            const nodes = [...document.querySelectorAll(selector)].filter(says);
            found.push(...nodes.map(node => node.outerHTML.slice(0, 300)));
        };
        const text = node => node.textContent.trim();
        const leads = node => [...node.attributes].some(({name, value}) =>
            ["href", "xlink:href", "src", "srcset", "action", "style", "poster"].includes(name)
            && /evil/.test(value) && !/^[#/]/.test(value) && !value.startsWith(location.origin));
        all("a, img, image, use, form, video, source, [style]", leads);
        all(".katex, .katex-html, mjx-container, .MathJax", () => true);
        all("[data-testid=stIconMaterial]", node => text(node) === "bug");
        all("strong, em, b, i", node => ["b", "z"].includes(text(node)));
        all("tspan", node => ["b", "z", "y"].includes(text(node)));
        all("code", node => text(node) === "c");
        all(".stMarkdownColoredText, .stMarkdownBadge", node => text(node) === "x");
        if (/😄/.test(document.body.innerText)) found.push("an emoji");
        return found;
    }
"""
"""What would be there if a sign of the benchmark were read as markup, element by element."""

SHOWN = """
    () => document.body.textContent.replaceAll("\\u2060", "")
"""


@pytest.fixture(scope="module", params=["serve.py", "streamlit_app.py"])
def hostile_url(hostile_workspace, tmp_path_factory, request):
    """Return the address of a dashboard of the hostile benchmark, with our headers or Streamlit's server alone."""
    data = tmp_path_factory.mktemp("hostile") / "data"
    copy_data(hostile_workspace.data, data)
    with dashboard(data, request.param) as (url, _):
        yield url


def address(page, parameters):
    """Return a page of the benchmark with parameters."""
    return f"/{page}?{urlencode({'benchmark': BENCHMARK_ID, **parameters})}"


def faults(watched):
    """Return the texts on the page, with everything opened, that are read as markup."""
    found = watched.page.evaluate(MARKUP, list(SIGNS))
    watched.page.evaluate(OPEN_ALL)
    watched.settle()
    found += watched.page.evaluate(MARKUP, list(SIGNS))
    for popover in watched.page.locator("[data-testid=stMain] [data-testid=stPopover] button:enabled").all():
        popover.click()
        watched.settle()
        found += watched.page.evaluate(MARKUP, list(SIGNS))
        watched.page.keyboard.press("Escape")
    return found + watched.problems


def wait_for_models(watched):
    """Wait until the page names each model, with its sign."""
    names = [f"Model {number} {sign}" for number, sign in enumerate(SIGNS)]
    watched.page.wait_for_function(f"names => names.every(name => ({SHOWN})().includes(name))", arg=names)


@pytest.mark.slow
def test_every_page_shows_hostile_text_as_it_is(watch, hostile_url):
    """No page loads from or links to other hosts, or shows a formula, an icon or a style that a text requests."""
    watched = watch(hostile_url)
    watched.open(address("", {}))
    found, shown = {}, {}
    for page, parameters in PAGES:
        watched.visit(address(page, parameters))
        found[page, *parameters] = faults(watched)
        if (page, parameters) in NAMING:
            wait_for_models(watched)
        shown[page, *parameters] = watched.page.evaluate(SHOWN)
    assert found == {page: [] for page in found}
    assert ALL in shown["cases", "photograph"]


@pytest.mark.slow
def test_lists_notes_and_a_reply_show_hostile_text_as_it_is(watch, hostile_url):
    """List options, the dialog of labels, a filter chip, search results, and a model that answers show literal text."""
    watched = watch(hostile_url)
    page = watched.page
    watched.open(address("cases", {"room": f"room {SIGNS[4]}", "scope": urlencode({"question": ALL, "room": ALL})}))
    page.get_by_test_id("stSidebar").get_by_role("combobox", name="Model").click()
    assert page.get_by_role("option", name=SIGNS[4]).count()
    assert faults(watched) == []
    watched.open(address("cases", {**PRESENTED, "present": "1"}))
    page.get_by_role("button", name="Label", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="label").nth(len(SIGNS) - 1).wait_for()
    watched.settle()
    said = dialog.inner_text().replace("\u2060", "")
    assert [sign for sign in SIGNS if f"label {sign}" not in said] == []
    assert faults(watched) == []
    watched.open(address("ask_a_model", CASE))
    with answering() as server:
        server.acts = ["script"]
        page.get_by_role("tab", name="Own server").click()
        page.get_by_role("textbox", name="Address").fill(server.url("local"))
        page.keyboard.press("Tab")
        watched.settle()
        page.locator(".st-key-local input").click()
        page.keyboard.type(f"{SIGNS[0]}{SIGNS[6]}")
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        watched.settle()
        page.locator(".st-key-ask-models button").click()
        page.get_by_text("See its answers").or_(page.get_by_text("notes on how")).first.wait_for()
        watched.settle()
    assert f"{SIGNS[0]}{SIGNS[6]}" in page.evaluate(SHOWN)
    assert faults(watched) == []


@pytest.mark.slow
def test_the_report_shows_hostile_text_as_it_is(watch, hostile_url, tmp_path):
    """The downloaded page has the texts and fetches nothing, even when it is opened from the disk."""
    watched = watch(hostile_url)
    watched.open(address("", {}))
    with watched.page.expect_download() as waiting:
        watched.page.get_by_role("button", name="Report", exact=True).click()
    body = Path(waiting.value.path()).read_text(encoding="utf-8")
    (tmp_path / "report.html").write_text(body, encoding="utf-8")
    requests = []
    page = watched.page.context.new_page()
    page.on("request", lambda request: requests.append(request.url))
    page.goto((tmp_path / "report.html").as_uri())
    assert page.evaluate(MARKUP, list(SIGNS)) == []
    assert requests == [(tmp_path / "report.html").as_uri()]
    page.locator("summary").click()
    text = page.locator("body").inner_text()
    page.close()
    assert [sign for number, sign in enumerate(SIGNS) if f"Model {number} {sign}" not in text] == []
