"""Browser tests of a failure review by keys: a sample, codes, undo, a second pass, rates, and a search."""

import shutil
from urllib.parse import parse_qs, urlsplit

import pytest

from core.review.codebook import replay_entries
from core.review.review_file import read_entries
from tests.browser.serving import dashboard
from tests.conftest import read_folder_state

SECOND_PASS = "/review?review_queue=Second+pass%3A+answers+that+another+reviewer+has+decided"


@pytest.fixture(scope="module")
def review_data(tiny_data, tmp_path_factory):
    """Return a copy of the tiny release whose review only these tests write."""
    data = tmp_path_factory.mktemp("review") / "data"
    shutil.copytree(tiny_data, data)
    return data


@pytest.fixture(scope="module")
def review_url(review_data):
    """Return the address of its dashboard."""
    with dashboard(review_data) as (url, _):
        yield url


def state_of(data):
    return replay_entries(read_entries(data).entries, "tri_bench")


def enter_name(watched, name):
    watched.page.get_by_label("Your name").fill(name)
    watched.page.keyboard.press("Enter")
    watched.settle()


def press(watched, data, key):
    """Press a key and wait until the decision is written."""
    before = len(read_entries(data).entries)
    watched.page.keyboard.press(key)
    watched.until(lambda: len(read_entries(data).entries) > before)


def heading(watched):
    return watched.page.locator(".st-key-review-desk h3").inner_text()


@pytest.mark.slow
def test_twenty_answers_are_coded_by_keys(watch, review_url, review_data):
    """N defines a code, numbers assign it, U and S decide without one, Z undoes; then rates have intervals."""
    watched = watch(review_url)
    page = watched.page
    watched.open("/review")
    enter_name(watched, "Ada")
    page.get_by_role("button", name="Draw a sample").click()
    watched.settle()
    page.get_by_label("Number of answers").click()
    page.get_by_role("option", name="20", exact=True).click()
    watched.settle()
    page.get_by_role("button", name="Draw", exact=True).click()
    watched.until(lambda: bool(state_of(review_data).samples))
    page.keyboard.press("Escape")
    watched.settle()
    page.locator("h1").click()
    sample = next(iter(state_of(review_data).samples.values()))
    assert len(sample.answers) == 20

    page.keyboard.press("t")
    page.keyboard.type("a side is too long")
    page.keyboard.press("Enter")
    page.get_by_text("In your words: a side is too long").wait_for()
    watched.settle()
    page.keyboard.press("n")
    page.keyboard.type("Scale wrong")
    page.keyboard.press("Enter")
    watched.until(lambda: len(state_of(review_data).decisions) == 1)
    assert [decision["Ada"].text for decision in state_of(review_data).decisions.values()] == ["a side is too long"]
    second = heading(watched)
    press(watched, review_data, "u")
    press(watched, review_data, "z")
    assert heading(watched) == second
    for number in range(1, 20):
        press(watched, review_data, {5: "u", 6: "s"}.get(number, "1"))
    page.get_by_text("All answers of this list are decided.").wait_for()
    state = state_of(review_data)
    verdicts = [state.decisions[answer]["Ada"].verdict for answer in sample.answers]
    assert (verdicts.count("coded"), verdicts.count("unsure"), verdicts.count("skipped")) == (18, 1, 1)
    assert [code.name for code in state.active_codes] == ["Scale wrong"]

    watched.open("/review?review_part=Causes+per+model")
    page.get_by_text("The most frequent cause is").wait_for()
    assert page.locator(".st-key-review-rates .point").count() > 0
    watched.open("/cases?code=Scale+wrong")
    page.get_by_role("button", name="Cause of a wrong answer: Scale wrong").wait_for()
    page.locator(".gallery a").first.click()
    page.get_by_text("Failure causes", exact=True).wait_for()

    watched.open(f"/review?review_sample={sample.name.replace(' ', '+')}")
    enter_name(watched, "Ada")
    page.get_by_role("button", name="Draw a sample").click()
    watched.settle()
    page.get_by_role("button", name="Draw", exact=True).click()
    watched.until(lambda: len(state_of(review_data).samples) == 2)
    newest = next(iter(state_of(review_data).samples.values()))
    chosen = page.locator(".st-key-review_sample input")
    watched.until(lambda: chosen.input_value() == newest.name)
    assert watched.problems == []


@pytest.mark.slow
def test_a_second_coder_is_blind_and_the_codebook_changes(watch, review_url, review_data):
    """The first coder's codes are not on the page; agreement lists the differences, and a rename keeps the answers."""
    watched = watch(review_url)
    page = watched.page
    watched.open(SECOND_PASS)
    enter_name(watched, "Bob")
    page.get_by_label("Share of the reviewed answers").click()
    page.get_by_role("option", name="all").click()
    watched.settle()
    assert page.get_by_text("Ada").count() == 0
    assert page.get_by_text("a side is too long").count() == 0
    for key in ("1", "u"):
        press(watched, review_data, key)
    watched.open("/review?review_part=Two+reviewers")
    page.get_by_text("gave the same cause to").wait_for()

    watched.open("/review?review_part=List+of+causes")
    enter_name(watched, "Bob")
    page.get_by_role("button", name="Change").first.click()
    watched.settle()
    page.get_by_role("textbox", name="Name", exact=True).fill("<b>Scale</b>")
    page.get_by_role("button", name="Save", exact=True).click()
    watched.until(lambda: state_of(review_data).active_codes[0].name == "<b>Scale</b>")
    page.keyboard.press("Escape")
    page.get_by_text("renamed from “Scale wrong”").wait_for()
    assert page.get_by_text("<b>Scale</b>", exact=False).count() > 0
    assert watched.problems == []


@pytest.mark.slow
def test_a_search_opens_its_cases(watch, review_url):
    """Counts by run, replies with the words marked, and the same search as a filter of Cases."""
    watched = watch(review_url)
    page = watched.page
    watched.open("/review?review_part=Search+replies&find_text=scalene")
    page.get_by_text("answers with such a reply:").wait_for()
    page.get_by_role("button", name="Open the").click()
    watched.expect_heading("Cases")
    page.get_by_role("button", name="Words in a reply: scalene").wait_for()
    watched.open("/review?review_part=Search+replies&find_mode=Regular+expression&find_text=%28")
    page.get_by_text("The regular expression is not valid: missing )").wait_for()
    watched.open("/review?review_part=Search+replies&find_text=zzzz")
    page.get_by_text("No reply has this.").wait_for()
    assert watched.problems == []


@pytest.mark.slow
def test_a_page_is_saved_as_a_view_and_opened_from_the_palette(watch, review_url, review_data):
    """The view stores the current state of the page, including a clicked filter, and reopens it from another page."""
    watched = watch(review_url)
    page = watched.page
    watched.open("/heatmaps?rows=Pose&pose=tilted")
    page.get_by_role("button", name="planar").first.click()
    watched.settle()
    page.get_by_text("Save view", exact=True).click()
    watched.settle()
    sidebar = page.locator("[data-testid=stSidebar]")
    sidebar.get_by_label("Name", exact=True).fill("Rows by pose")
    sidebar.get_by_label("Your name").fill("Ada")
    sidebar.get_by_role("button", name="Save", exact=True).click()
    watched.until(lambda: "Rows by pose" in state_of(review_data).cohorts)
    page.get_by_text("Saved. Ctrl K and").wait_for()
    watched.open("/bias?pose=planar")
    page.keyboard.press("Control+k")
    page.keyboard.type("rows by")
    page.locator("dialog[open] [role=option]", has_text="Rows by pose").click()
    watched.expect_heading("Heatmaps")
    query = parse_qs(urlsplit(page.url).query)
    assert (query["rows"], query["pose"]) == (["Pose"], ["tilted", "planar"])
    assert watched.problems == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", ["/cases?photograph=001_P0", "/review?review_queue=Wrong+answers+that+fit+the+filters"]
)
def test_a_similar_case_opens_from_a_case_and_from_the_desk(watch, review_url, path):
    """The list is in an expander; a click on an entry opens the case itself, not only its address."""
    watched = watch(review_url)
    page = watched.page
    watched.open(path)
    if "review" in path:
        enter_name(watched, "Eve")
    page.get_by_text("Photographs like this one").click()
    watched.settle()
    tile = page.locator(".st-key-similar-gallery a").first
    case_id = tile.inner_text().split()[0]
    tile.click()
    watched.expect_heading(case_id)
    assert watched.problems == []


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_read_only_shows_all_and_writes_nothing(watch, review_data, tmp_path, theme):
    """The desk is disabled with its reason, keys do nothing, coders have no names, and the disk does not change."""
    data = tmp_path / "data"
    shutil.copytree(review_data, data)
    before = read_folder_state(data)
    with dashboard(data, TRILENS_READ_ONLY="1") as (url, _):
        watched = watch(url, 390, 900, theme)
        page = watched.page
        for part in ("Name+causes", "List+of+causes", "Causes+per+model", "Two+reviewers", "Search+replies", "Cohorts"):
            watched.open(f"/review?review_part={part}")
            assert page.get_by_text("Ada").count() == 0
            assert page.locator("[data-testid=stException]").count() == 0
        watched.open("/review")
        page.get_by_text("visitors can see causes and rates, but cannot name causes").first.wait_for()
        assert page.get_by_role("button", name="Draw a sample").is_disabled()
        page.keyboard.press("1")
        watched.settle()
        assert watched.problems == []
    assert read_folder_state(data) == before
