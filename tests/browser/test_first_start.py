"""How a dashboard starts: by its plain entry, and on an empty disk."""

import shutil

from tests.browser.serving import ALTERED, dashboard


def test_the_plain_entry_shows_photographs_too(watch, tiny_data):
    """`streamlit run streamlit_app.py`, as on Streamlit Community Cloud, shows the same pictures."""
    with dashboard(tiny_data, "streamlit_app.py") as (url, _):
        watched = watch(url)
        watched.open("/cases")
        images = watched.page.locator(".gallery img")
        images.first.scroll_into_view_if_needed()
        watched.until(lambda: images.first.evaluate("image => image.complete"))
        assert images.count() == 16
        assert images.first.evaluate("image => image.naturalWidth") > 100
        watched.page.close()


def test_an_empty_disk_without_network_becomes_a_dashboard_of_scenes(watch, tmp_path, tiny_data):
    """With nothing on the disk and nothing to fetch, scenes are drawn; Tri-Bench that comes later is the default."""
    data = tmp_path / "data"
    with dashboard(data, ALTERED, TRILENS_SOURCE=str(tmp_path / "nowhere")) as (url, _):
        watched = watch(url)
        watched.open("/")
        watched.page.get_by_text("no model has answered, only reference solvers").wait_for(timeout=60_000)
        watched.page.get_by_text("rendered by Trilens, not photographs").wait_for()
        watched.page.get_by_role("link", name="Cases").click()
        image = watched.page.locator(".gallery img").first
        image.wait_for()
        assert watched.page.request.get(url + image.get_attribute("src")).ok
        shutil.copytree(tiny_data, data, dirs_exist_ok=True)
        watched.open("/")
        watched.page.get_by_text("reads the triangles best").wait_for(timeout=15_000)
        switch = watched.page.locator(".st-key-benchmark")
        switch.get_by_text("Synthetic scenes").click()
        watched.page.get_by_text("only reference solvers").first.wait_for()
        watched.settle()
        assert "benchmark=synthetic" in watched.page.url
        mark = watched.page.locator(".st-key-ranking .scatterlayer .point").first.bounding_box()
        watched.page.mouse.click(mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)
        watched.page.wait_for_url("**/cases?*")
        watched.page.get_by_text("rendered by Trilens, not photographs").wait_for()
        assert watched.page.locator(".gallery a .caption").first.inner_text().startswith("s")
        watched.settle()
        other = watch(url)
        other.open(watched.page.url.removeprefix(url))
        other.page.get_by_text("rendered by Trilens, not photographs").wait_for()
        other.page.close()
        watched.page.close()
