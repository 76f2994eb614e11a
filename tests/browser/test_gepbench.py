"""Browser tests of a multiple-choice benchmark: every page, and the way from a cell to an item and its options."""

import pytest

from tests.browser import axe
from tests.browser.by_keyboard import faults_by_keyboard
from tests.browser.walk import PAGES, every_page, faults, open_cell

OWN_OF_TRIANGLES = ("Tilt", "Truth audit")
HAS = [title for title in PAGES if title not in OWN_OF_TRIANGLES]
HAS.insert(HAS.index("Robustness"), "Precision")
ITEM, OTHER = "easy-counting-000000", "hard-existence-000000"
BY_ADDRESS = {
    ITEM: f"/cases?photograph={ITEM}",
    f"{OTHER} · 1 of 2": f"/cases?photograph={OTHER}&pins={OTHER},{ITEM}&present=1",
    "Bias": "/bias?run=Hasty&about=Size",
}


@pytest.mark.slow
def test_every_page_is_whole_and_accessible(watch, axe_core, gepbench_url):
    """Every page shows itself without an error, no wider than the screen, and axe-core finds nothing serious.

    By keyboard every control is reached and seen there, and no page holds the focus. The sidebar leads to the pages
    that every benchmark has and to Precision, and to none of those of triangles.
    """
    watched = watch(gepbench_url, 1440)
    found = {
        page: faults(watched) + axe.serious_findings(watched.page, axe_core) + faults_by_keyboard(watched)
        for page in every_page(watched, HAS, BY_ADDRESS)
    }
    assert found == {page: [] for page in found}
    assert len(found) == len(HAS) + len(BY_ADDRESS)
    links = watched.page.get_by_test_id("stSidebarNavLink").all_inner_texts()
    assert [text.split("\n")[-1] for text in links] == HAS


@pytest.mark.slow
def test_every_page_is_whole_on_a_telephone_in_the_dark(watch, axe_core, gepbench_url):
    """Narrow and dark, every page is complete, and its text contrasts with its background."""
    watched = watch(gepbench_url, 390, 900, "dark")
    found = {
        page: faults(watched) + axe.serious_findings(watched.page, axe_core, ["color-contrast"])
        for page in every_page(watched, HAS, BY_ADDRESS)
    }
    assert found == {page: [] for page in found}


def test_a_link_to_a_page_of_another_benchmark_says_so(watch, gepbench_url):
    """Tilt and Truth audit say why they do not apply to this benchmark, without filters; /overview is the Overview."""
    watched = watch(gepbench_url)
    for path, title in (("tilt", "Tilt"), ("truth_audit", "Truth audit")):
        watched.open(f"/{path}")
        watched.expect_heading(title)
        assert "There are none in GePBench, drawn by Trilens." in watched.page.get_by_test_id("stMain").inner_text()
        assert "Filters" not in watched.page.get_by_test_id("stSidebar").inner_text()
    watched.open("/overview?references=false")
    watched.expect_heading("Overview")
    assert watched.page.url.startswith(f"{gepbench_url}/?")
    assert watched.page.get_by_role("dialog").count() == 0


def test_from_a_cell_to_an_item_and_its_link(watch, gepbench_url):
    """A cell opens its items, a thumbnail the item with its options, and the address opens the same elsewhere."""
    watched = watch(gepbench_url, stays=True)
    watched.open("/heatmaps?measure=Accuracy&rows=Level&columns=Question")
    open_cell(watched, 1)
    watched.expect_heading("Cases")
    assert watched.page.get_by_role("button", name="from Heatmaps: Level = easy × Existence").count() == 1
    tiles = watched.page.locator(".gallery a")
    assert tiles.count() == 2
    case_id = tiles.first.locator(".caption").inner_text()
    assert case_id.startswith("easy-existence-")
    tiles.first.click()
    watched.settle()
    watched.expect_heading(case_id)
    image = watched.page.locator(".st-key-image-1 svg image")
    assert watched.page.request.get(gepbench_url + image.get_attribute("href")).ok
    watched.page.get_by_text("· correct").wait_for()
    other = watch(gepbench_url)
    other.open(watched.page.url.removeprefix(gepbench_url))
    other.expect_heading(case_id)
    assert "1 set" in other.page.locator("[data-testid=stSidebar]").inner_text()


@pytest.mark.slow
def test_a_link_with_filters_opens_the_same_items(watch, gepbench_url):
    """A level that the user selects is in the address, which shows the same items to another user."""
    watched = watch(gepbench_url, stays=True)
    watched.open("/cases")
    watched.page.get_by_text("36 items", exact=True).wait_for()
    sidebar = watched.page.locator("[data-testid=stSidebar]")
    sidebar.get_by_role("button", name="hard", exact=True).click()
    watched.page.get_by_text("12 items", exact=True).wait_for()
    watched.settle()
    captions = watched.page.locator(".gallery a .caption").all_inner_texts()
    assert all(caption.startswith("hard-") for caption in captions)
    other = watch(gepbench_url)
    other.open(watched.page.url.removeprefix(gepbench_url))
    assert other.page.locator(".gallery a .caption").all_inner_texts() == captions


def test_items_are_pinned_and_grouped_in_the_gallery(watch, gepbench_url):
    """Tiles show the answer and the key; two pins and the groups persist after opening an item and returning."""
    watched = watch(gepbench_url)
    page = watched.page
    watched.open("/cases?model=Hasty&group_by=Level&sort=by+number")
    headings = page.locator(".gallery h2")
    assert headings.first.inner_text() == "easy · 12 items"
    assert " ".join(page.locator(".gallery .detail").first.inner_text().split()).startswith("said A (Yes")
    assert page.locator(".gallery [role=img]").first.get_attribute("aria-label") in ("Hasty: correct", "Hasty: wrong")
    pins = page.locator(".gallery button.pin")
    for place in (0, 1):
        page.locator(".gallery .tile").nth(place).hover()
        pins.nth(place).click()
    watched.until(lambda: "%2C" in page.url)
    case_id = page.locator(".gallery .caption").nth(1).inner_text()
    page.locator(".gallery a").nth(1).click()
    watched.expect_heading(case_id)
    page.go_back()
    watched.expect_heading("Cases")
    assert headings.first.inner_text() == "easy · 12 items"
    assert page.locator(".gallery button[aria-pressed=true]").count() == 2
    assert page.locator(".gallery a").nth(1).evaluate("node => node.matches(':focus')")
