"""Browser tests of the real photographs."""

import pytest


@pytest.mark.slow
def test_the_real_photographs(watch, real_url):
    """On the real dataset a case shows its photograph with the triangle on it; no image of it is stored."""
    watched = watch(real_url, stays=True)
    watched.open("/?case=037_T0")
    watched.expect_heading("037_T0")
    image = watched.page.locator(".st-key-case-photograph svg image")
    assert watched.page.request.get(real_url + image.get_attribute("href")).ok
    assert watched.page.locator(".st-key-case-photograph svg circle").count() == 6
    board = watched.page.locator(".st-key-rectified-view svg")
    assert watched.page.request.get(real_url + board.locator("image").get_attribute("href")).ok
    for layer, lines in (("true", 3), ("measured", 3), ("implied", 3), ("square", 4)):
        assert board.locator(f"line[data-layer={layer}]").count() == lines
    assert "Amit Bendkhale, CC BY 4.0" in watched.page.locator("[data-testid=stMain]").inner_text()


@pytest.mark.slow
def test_from_a_blamed_side_to_its_evidence_and_photograph(watch, real_url):
    """A mark of the audit's chart opens that triangle's evidence.

    A view there opens the case, which reports the doubt.
    """
    watched = watch(real_url, stays=True)
    watched.open("/truth_audit")
    watched.click_mark("blamed-sides", 2)
    watched.page.wait_for_url("**/truth_audit?*triangle=*")
    group_id = watched.page.url.split("triangle=")[1][:3]
    watched.page.get_by_text(f"{group_id}: ").first.wait_for()
    tile = watched.page.locator(".st-key-rectified-views .gallery a").first
    assert f"/cases?case={group_id}_" in tile.get_attribute("href")
    tile.click()
    watched.page.wait_for_url("**/cases?*")
    watched.expect_heading(f"{group_id}_P0")
    watched.page.get_by_text("The published truth is in doubt.").wait_for()
    watched.page.get_by_role("link", name="Evidence").click()
    watched.expect_heading("Truth audit")
    assert f"triangle={group_id}" in watched.page.url


@pytest.mark.slow
def test_a_link_shows_the_triangle_that_a_model_implies(watch, real_url):
    """The model whose answers are drawn is in the address, and its sentence is shown."""
    watched = watch(real_url, stays=True)
    watched.open("/cases?case=037_T0&implied=GPT-5")
    text = watched.page.locator("[data-testid=stMain]").inner_text()
    assert "The numbers of GPT-5 describe" in text or "No triangle has the numbers of GPT-5" in text
