"""Every page in a real browser: whole, in both themes, wide and narrow, and open to everybody."""

import pytest

from tests.browser import axe

PAGES = {
    "overview": "/",
    "cases": "/cases",
    "case": "/cases?photograph=002_T0",
    "presenter": "/cases?photograph=002_T0&pins=002_T0,001_P0&present=1",
    "heatmaps": "/heatmaps",
    "compare": "/compare",
    "bias": "/bias",
    "bias_of_numbers": "/bias?about=Q4 |B − C|",
    "tilt": "/tilt",
    "robustness": "/robustness",
    "truth_audit": "/truth_audit",
    "data": "/data",
    "ask_a_model": "/ask_a_model",
    "ask_yourself": "/ask_yourself",
    "lab": "/lab",
}


@pytest.mark.parametrize(("server", "width", "theme"), [("tiny_url", 1440, "light"), ("read_only_url", 390, "dark")])
@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_whole_and_accessible(request, watch, axe_core, name, server, width, theme):
    """Every page shows itself without an error, no wider than the screen, and axe-core finds nothing serious.

    Read-only, none of them changes the disk.
    """
    watched = watch(request.getfixturevalue(server), width, 900, theme)
    watched.open(PAGES[name])
    assert watched.page.locator("[data-testid=stException]").count() == 0
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    assert watched.shoot(f"{name}-{width}-{theme}").stat().st_size > 10_000
    assert axe.serious_findings(watched.page, axe_core) == []


def test_the_widest_screen_is_not_filled(watch, tiny_url):
    """On a screen of 2560 pixels the columns of a table stay near each other."""
    watched = watch(tiny_url, 2560, 1300)
    watched.open("/heatmaps")
    assert watched.page.locator("[data-testid=stMainBlockContainer]").bounding_box()["width"] <= 1760
