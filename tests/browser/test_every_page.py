"""Every page in a real browser: whole, wide, in light colours, and open to everybody. `test_read_only` has the rest."""

from tests.browser import axe
from tests.browser.by_keyboard import faults_by_keyboard
from tests.browser.walk import every_page, faults


def test_every_page_is_whole_and_accessible(watch, axe_core, tiny_url):
    """Every page shows itself without an error, no wider than the screen, and axe-core finds nothing serious.

    By keyboard every control of every page is reached and seen there, and no page holds the focus.
    """
    watched = watch(tiny_url, 1440)
    found = {
        page: faults(watched) + axe.serious_findings(watched.page, axe_core) + faults_by_keyboard(watched)
        for page in every_page(watched)
    }
    assert found == {page: [] for page in found}


def test_the_widest_screen_is_not_filled(watch, tiny_url):
    """On a screen of 2560 pixels the columns of a table stay near each other."""
    watched = watch(tiny_url, 2560, 1300, stays=True)
    watched.open("/heatmaps")
    assert watched.page.locator("[data-testid=stMainBlockContainer]").bounding_box()["width"] <= 1760
