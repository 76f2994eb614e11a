"""Browser tests of Overview's first screen: the task's image from above, and verdicts that open their cases."""

import math

import pytest
from playwright.sync_api import expect

from core.benchmarks.registry import SYNTHETIC
from core.warehouse.read import open_current
from tests.browser.walk import choose_benchmark

SIDES = ("ab_cm", "bc_cm", "ca_cm")

WHERE = """
    root => {
        const at = ({ x, y, width, height }) => [x + width / 2, y + height / 2]
        return [...root.querySelectorAll("circle")].map(ring => at(ring.getBoundingClientRect()))
    }
"""
"""Where the stickers are on the screen."""


def sides_of(points):
    """Return the lengths of a triangle's sides, scaled so that the longest is 1."""
    sides = [math.dist(start, end) for start, end in zip(points, [*points[1:], points[0]], strict=True)]
    return [side / max(sides) for side in sides]


def test_the_first_screen_of_the_overview(watch, both_url, scenes_workspace):
    """From above the picture has the true triangle; a verdict and a finding open their cases, and Back returns.

    The sides on the screen have the ratios of the truth, which they do not have in the picture.
    """
    watched = watch(both_url)
    watched.open("/?benchmark=synthetic")
    page = watched.page
    photo = page.locator(".st-key-task-picture .photo")
    before = photo.evaluate(WHERE)
    case_id = page.get_by_role("link", name="Open s").inner_text().split()[-1]
    with open_current(scenes_workspace.select_benchmark(SYNTHETIC)) as warehouse:
        true = warehouse.load_table("photographs").set_index("photograph_id").loc[case_id]
    divider = page.get_by_role("slider", name="Divider between the photograph and the view from above")
    divider.press("ArrowRight")
    expect(divider).to_have_attribute("aria-valuenow", "55")
    page.get_by_role("button", name="Turn to view from above").click()
    expect(page.get_by_role("button", name="As photographed")).to_have_attribute("aria-pressed", "true")
    wanted = [true[side] / max(true[list(SIDES)]) for side in SIDES]
    assert sides_of(photo.evaluate(WHERE)) == pytest.approx(wanted, abs=0.03)
    assert sides_of(before) != pytest.approx(wanted, abs=0.03)

    choose_benchmark(watched, "Tri-Bench")
    model = page.locator(".ranking tbody tr:not(.reference)").first
    name = model.locator(".model").inner_text()
    model.locator(".phrase").first.press("Enter")
    watched.expect_heading("Cases")
    chip = page.get_by_role("button", name="from Overview: ")
    assert name in chip.inner_text()
    page.go_back()
    watched.expect_heading("Overview")
    page.locator("[class*=st-key-headline-0-cases] button").click()
    watched.expect_heading("Cases")
    chip.wait_for()
