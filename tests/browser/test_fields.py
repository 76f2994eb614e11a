"""Browser tests of MMPerspective, GIQ and 3DSRBench: the pages with content that only they have, wide and narrow."""

import pytest

from tests.browser import axe
from tests.browser.walk import every_page, faults

SHOW = ("Overview", "Cases", "Heatmaps", "Compare", "Bias", "Precision", "Robustness", "Paper", "Ask a model", "Lab")


@pytest.mark.slow
@pytest.mark.parametrize("benchmark", ["mmperspective", "giq", "3dsrbench"])
def test_pages_of_a_field_are_whole_on_a_telephone_in_the_dark(watch, axe_core, fields_url, benchmark):
    """Narrow and dark, each page is complete and fits the screen, and its text contrasts with its background."""
    watched = watch(fields_url, 390, 900, "dark")
    pages = every_page(watched, SHOW, {}, start=f"/?benchmark={benchmark}")
    found = {page: faults(watched) + axe.serious_findings(watched.page, axe_core, ["color-contrast"]) for page in pages}
    assert found == {page: [] for page in SHOW}
