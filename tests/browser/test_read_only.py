"""Browser tests of a read-only dashboard: no action changes anything on the disk."""

import pytest
from PIL import Image

from tests.browser import axe
from tests.browser.walk import every_page, faults
from tests.geometry.scenes import Camera, draw


@pytest.mark.slow
def test_every_page_is_whole_on_a_telephone_in_the_dark(watch, axe_core, read_only_url):
    """Read-only, narrow and dark, every page is whole, and its text stands out from its ground.

    Everything else that axe-core looks for is the same as on a wide screen, where `test_every_page` looks for it.
    """
    watched = watch(read_only_url, 390, 900, "dark")
    found = {
        page: faults(watched) + axe.serious_findings(watched.page, axe_core, ["color-contrast"])
        for page in every_page(watched)
    }
    assert found == {page: [] for page in found}


@pytest.mark.slow
def test_no_visitor_changes_the_disk(watch, read_only_url, tmp_path):
    """Filters, a note, a question to a solver, an upload, a quiz and a scene are all available and leave no trace."""
    watched = watch(read_only_url)
    page = watched.page
    watched.open("/cases")
    page.locator("[data-testid=stSidebar]").get_by_role("button", name="tilted").click()
    watched.settle()
    page.locator(".gallery a").first.click()
    watched.settle()
    page.get_by_text("Write a note").click()
    assert page.get_by_role("button", name="Save").is_disabled()
    assert page.get_by_text("This dashboard is read-only: visitors cannot write notes.").count() > 0

    watched.visit("/ask_a_model?photograph=002_T0")
    page.locator(".st-key-ask-models button").click()
    page.get_by_role("heading", name="Stored answers to this photograph").wait_for()
    watched.settle()
    assert page.get_by_role("switch", name="Save to results").is_disabled()

    mine = tmp_path / "mine.jpg"
    Image.fromarray(draw(Camera(tilt_deg=30.0))).save(mine, quality=95)
    watched.visit("/ask_a_model?way=Upload")
    page.locator("input[type=file]").set_input_files(mine)
    page.locator(".handle").first.wait_for(state="attached")
    watched.settle()
    page.locator(".st-key-ask-models button").click()
    page.get_by_text("% against the measured triangle").wait_for()

    watched.visit("/ask_yourself")
    assert page.locator(".st-key-sitting-nickname input").is_disabled()
    page.locator(".st-key-sitting-begin button").click()
    page.get_by_role("radio", name="scalene").click()
    page.locator(".st-key-sitting-next button").click()
    watched.settle()

    watched.visit("/lab")
    page.locator(".st-key-lab-board g[data-name=C]").focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**scene=*")
    watched.settle()
