"""Browser tests of Cases: opening a photograph and returning, keyboard, layers, zoom."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.walk import follow


@pytest.mark.slow
def test_an_open_case_begins_at_its_top(watch, tiny_url):
    """A case opened from far down in the gallery shows its heading."""
    watched = watch(tiny_url, height=500, stays=True)
    watched.open("/cases")
    watched.page.locator(".gallery a").last.scroll_into_view_if_needed()
    watched.page.locator(".gallery a").last.click()
    watched.page.wait_for_url("**case=*")
    watched.settle()
    assert watched.page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == 0


def test_arrow_keys_walk_through_the_cases(watch, tiny_url):
    """Right opens the next photograph, left the previous one, Escape the gallery; the browser's Back works too."""
    watched = watch(tiny_url, stays=True)
    watched.open("/cases?sort=by+number&case=001_P0")
    watched.expect_heading("001_P0")
    for key, expected in (("ArrowRight", "001_P1"), ("ArrowRight", "001_T0"), ("ArrowLeft", "001_P1")):
        watched.page.keyboard.press(key)
        watched.expect_heading(expected)
        assert f"case={expected}" in watched.page.url
    watched.page.go_back()
    watched.expect_heading("001_T0")
    watched.page.keyboard.press("Escape")
    watched.expect_heading("Cases")
    assert "case=" not in watched.page.url


@pytest.mark.slow
def test_a_gallery_works_by_keyboard(watch, tiny_url):
    """Thumbnails and their pins can be reached with Tab and used with Enter, and have names for a screen reader."""
    watched = watch(tiny_url, stays=True)
    watched.open("/cases")
    tile = watched.page.locator(".gallery a").nth(1)
    name = r"\d{3}_[PT][01] (planar|tilted)(, object)? score 3D \d+% · 2D \d+%"
    assert re.fullmatch(name, " ".join(tile.text_content().split()))
    watched.page.locator(".gallery a").first.focus()
    first, case_id = watched.page.locator(".gallery .caption").all_inner_texts()[:2]
    watched.page.keyboard.press("Tab")
    assert watched.page.get_by_role("button", name=f"Pin {first}").evaluate("node => node.matches(':focus')")
    watched.page.keyboard.press("Tab")
    watched.page.keyboard.press("Enter")
    watched.settle()
    watched.expect_heading(case_id)


@pytest.mark.slow
def test_layers_are_switched_and_the_link_remembers(watch, tiny_url):
    """Switching a layer off removes its shapes, and a link opens the photograph without that layer."""
    watched = watch(tiny_url)
    watched.open("/cases?case=002_T0")
    lines = watched.page.locator(".st-key-case-photograph svg line.line[data-layer=sides]")
    lines.first.wait_for(state="attached")
    assert lines.count() == 3
    watched.page.get_by_role("button", name="Layers").click()
    watched.page.get_by_role("button", name="Sides").click()
    lines.first.wait_for(state="detached")
    assert lines.count() == 0
    other = watch(tiny_url)
    other.open(watched.page.url.removeprefix(tiny_url))
    other.page.locator(".st-key-case-photograph svg circle").first.wait_for(state="attached")
    assert other.page.locator(".st-key-case-photograph svg line.line[data-layer=sides]").count() == 0


@pytest.mark.slow
def test_the_photograph_zooms_and_pans_without_a_rerun(watch, tiny_url):
    """Buttons, keys, double click and dragging change the view; *show all* restores it."""
    watched = watch(tiny_url, stays=True)
    watched.open("/cases?case=002_T0")
    photograph = watched.page.locator(".st-key-case-photograph")
    svg = photograph.locator(".photograph > svg")
    whole = svg.get_attribute("viewBox")
    photograph.get_by_role("button", name="Zoom in").click()
    zoomed = svg.get_attribute("viewBox")
    assert zoomed != whole
    box = svg.bounding_box()
    watched.page.mouse.move(box["x"] + 200, box["y"] + 200)
    watched.page.mouse.down()
    watched.page.mouse.move(box["x"] + 150, box["y"] + 170, steps=4)
    watched.page.mouse.up()
    assert svg.get_attribute("viewBox") != zoomed
    photograph.get_by_role("button", name="Show all").click()
    assert svg.get_attribute("viewBox") == whole
    svg.focus()
    watched.page.keyboard.press("+")
    assert svg.get_attribute("viewBox") != whole
    watched.page.keyboard.press("0")
    assert svg.get_attribute("viewBox") == whole
    svg.dblclick()
    assert svg.get_attribute("viewBox") != whole


def test_clear_clears_whatever_is_set(watch, tiny_url):
    """All restrictions of the gallery are counted, and one click clears them, including the gallery's page."""
    watched = watch(tiny_url, stays=True)
    sidebar = watched.page.get_by_test_id("stSidebar")
    watched.open(
        "/cases?model=GPT-5&question=Q1+Side+class&outcome=wrong&right=Qwen2.5-VL-32B&wrong=GPT-5&sort=by+number"
    )
    sidebar.get_by_text("Filters · ").wait_for()
    assert "Filters · 5 set" in sidebar.inner_text()
    sidebar.get_by_role("button", name="Clear", exact=True).click()
    watched.settle()
    assert "Filters · 0 set" in sidebar.inner_text()
    assert watched.page.url.endswith("/cases?sort=by+number")
    watched.page.get_by_text("16 photographs", exact=True).wait_for()
    watched.open("/cases?outcome=wrong&page=2")
    assert watched.page.locator(".gallery a").count() < 12
    sidebar.get_by_role("button", name="Clear", exact=True).click()
    watched.settle()
    assert watched.page.url.endswith("/cases")
    assert watched.page.locator(".gallery a").count() == 12


def test_filters_stay_from_page_to_page(watch, tiny_url):
    """The sidebar's links and the browser's Back keep the filters, the limit of numbers, and their parameters."""
    watched = watch(tiny_url)
    sidebar = watched.page.get_by_test_id("stSidebar")
    watched.open("/compare?pose=tilted&right_at=0.7")
    sidebar.get_by_role("link", name="Cases", exact=True).click()
    for title in ("Cases", "Compare"):
        watched.expect_heading(title)
        assert "Filters · 1 set" in sidebar.inner_text()
        assert "pose=tilted" in watched.page.url
        assert "right_at=0.7" in watched.page.url
        if title == "Cases":
            watched.page.go_back()


@pytest.mark.slow
def test_a_gallery_in_groups_keeps_its_pins(watch, tiny_url):
    """Pins work by mouse and by keys without opening a case: they keep focus and position, and persist with groups."""
    watched = watch(tiny_url, height=700)
    page = watched.page
    watched.open("/cases?sort=by+number&tile_size=small")
    pins = page.locator(".gallery button.pin")
    assert pins.first.evaluate("node => [node.offsetWidth, node.offsetHeight]") == [40, 40]
    assert pins.first.evaluate("node => getComputedStyle(node).opacity") == "0"
    page.locator(".gallery .tile").first.hover()
    assert pins.first.evaluate("node => getComputedStyle(node).opacity") == "1"
    pins.first.click()
    page.wait_for_url("**pins=001_P0")
    watched.settle()
    page.locator(".gallery a").last.focus()
    before = page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**pins=001_P0%2C003_T1")
    watched.settle()
    assert pins.last.evaluate("node => node.matches(':focus')")
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == before
    page.get_by_role("combobox", name="Group by").click()
    page.get_by_role("option", name="Object").click()
    page.locator(".gallery h2").first.wait_for()
    watched.settle()
    pressed = page.locator(".gallery button[aria-pressed=true]")
    kept = (
        pressed.evaluate_all("nodes => nodes.map(node => node.ariaLabel)"),
        page.locator(".gallery h2").all_inner_texts(),
    )
    assert "Pin 001_P0" in kept[0]
    tile = page.locator(".gallery a").nth(5)
    case_id = tile.locator(".caption").inner_text()
    for leave in (lambda: page.keyboard.press("Escape"), page.go_back):
        tile.click()
        watched.settle()
        watched.expect_heading(case_id)
        leave()
        watched.expect_heading("Cases")
        assert page.locator(".gallery a").nth(5).evaluate("node => node.matches(':focus.last')")
        labels = pressed.evaluate_all("nodes => nodes.map(node => node.ariaLabel)")
        assert (labels, page.locator(".gallery h2").all_inner_texts()) == kept
        assert all(part in page.url for part in ("group_by=Object", "tile_size=small", "pins=001_P0%2C003_T1"))
    page.get_by_role("button", name="Pin 001_P0").click()
    page.wait_for_url("**pins=003_T1**")
    watched.settle()


@pytest.mark.slow
def test_answers_that_fit_the_flat_image_best_are_four_clicks_away(watch, tiny_url):
    """A link from Overview opens Cases with the outcome and the order, whose sentence is above the gallery."""
    watched = watch(tiny_url)
    watched.open("/")
    follow(watched, "Cases")
    watched.expect_heading("Cases")
    sidebar = watched.page.get_by_test_id("stSidebar")
    watched.open_list("Outcome", sidebar)
    watched.page.get_by_role("option", name="correct in 2D only").click()
    watched.settle()
    sidebar.get_by_text("closer to 2D", exact=True).click()
    watched.settle()
    expect(
        watched.page.get_by_text("answers closer to the flat image (2D) than to the world (3D) first")
    ).to_be_visible()
