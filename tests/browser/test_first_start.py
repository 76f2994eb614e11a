"""Browser tests of a dashboard's start on an empty disk, and of its first visitor's actions."""

import shutil

import pytest

from tests.browser.serving import ALTERED, dashboard
from tests.browser.walk import choose_benchmark, follow


def press_ask_and_touch_nothing_else(watched):
    """Go to Ask a model and ask; the solver's six answers about the scene arrive with their kappas."""
    page = watched.page
    follow(watched, "Ask a model")
    watched.expect_heading("Ask a model")
    assert page.get_by_text("The prompt is empty").count() == 0
    page.locator(".st-key-ask-models button").click()
    page.get_by_text("Homography solver scores").wait_for()
    watched.settle()
    answers = page.locator(".st-key-asked-matrix tbody tr")
    judged = [row.locator("td").last for row in answers.all()[:6]]
    assert [cell.locator(".sign").count() for cell in judged] == [1] * 6


@pytest.mark.slow
def test_an_empty_disk_without_network_becomes_a_dashboard_of_scenes(watch, tmp_path, tiny_data):
    """With nothing on the disk and nothing to fetch, scenes are drawn, and a solver answers about one when asked.

    Tri-Bench that comes later is the default, and the scenes stay beside it.
    """
    data = tmp_path / "data"
    with dashboard(data, ALTERED, TRILENS_SOURCE=str(tmp_path / "nowhere")) as (url, _):
        watched = watch(url)
        watched.open("/")
        watched.page.get_by_text("no model has answered, only reference solvers").wait_for()
        watched.page.get_by_text("rendered by Trilens, not photographs").wait_for()
        watched.page.get_by_role("link", name="Cases").click()
        image = watched.page.locator(".gallery img").first
        image.wait_for()
        assert watched.page.request.get(url + image.get_attribute("src")).ok
        press_ask_and_touch_nothing_else(watched)
        shutil.copytree(tiny_data, data, dirs_exist_ok=True)
        watched.open("/")
        watched.page.get_by_text("too few to tell which model is most accurate").wait_for()
        choose_benchmark(watched, "Synthetic scenes")
        watched.page.get_by_text("only reference solvers").first.wait_for()
        watched.settle()
        assert "benchmark=synthetic" in watched.page.url
        watched.page.get_by_text("More charts: baselines and effects").click()
        watched.settle()
        watched.click_mark("ranking-chart", 0)
        watched.page.wait_for_url("**/cases?*scope=model*")
        watched.page.get_by_text("rendered by Trilens, not photographs").wait_for()
        assert "1 set" in watched.page.locator("[data-testid=stSidebar]").inner_text()
        assert watched.page.locator(".gallery a .caption").first.inner_text().startswith("s")
        watched.settle()
        other = watch(url)
        other.open(watched.page.url.removeprefix(url))
        other.page.get_by_text("rendered by Trilens, not photographs").wait_for()
