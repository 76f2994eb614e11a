"""A read-only dashboard in a real browser: every page is used, and nothing on the disk changes."""

import hashlib

import pytest
from PIL import Image

from tests.browser.serving import dashboard
from tests.browser.test_every_page import PAGES
from tests.geometry.scenes import Camera, draw


def contents(folder):
    """Checksum and time of every file, and the folders."""
    return {
        path.relative_to(folder): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
        if path.is_file()
        else None
        for path in folder.rglob("*")
    }


@pytest.fixture(scope="module")
def url(tiny_data):
    """Address of a read-only dashboard; its visitors may use keys of their own."""
    with dashboard(tiny_data, TRILENS_READ_ONLY="1", TRILENS_VISITOR_KEYS="1") as (url, _):
        yield url


def test_no_visitor_changes_the_disk(watch, url, tiny_data, tmp_path):
    """Pages, filters, a question to a solver, an upload, a sitting, a scene: all work and leave no trace."""
    before = contents(tiny_data)
    watched = watch(url)
    page = watched.page
    for path in PAGES.values():
        watched.open(path)
        assert page.locator("[data-testid=stException]").count() == 0

    watched.open("/cases")
    page.locator("[data-testid=stSidebar]").get_by_role("button", name="tilted").click()
    watched.settle()
    page.locator(".gallery a").first.click()
    watched.settle()
    page.get_by_text("Write a note").click()
    assert page.get_by_role("button", name="Save").is_disabled()
    assert page.get_by_text("This dashboard is read-only: visitors write nothing.").count() > 0

    watched.open("/ask_a_model?photograph=002_T0")
    page.locator(".st-key-ask button").click()
    page.get_by_role("heading", name="What the stored models said to it").wait_for(timeout=20_000)
    watched.settle()
    assert page.get_by_role("switch", name="Keep replies in a journal").is_disabled()

    mine = tmp_path / "mine.jpg"
    Image.fromarray(draw(Camera(tilt_deg=30.0))).save(mine, quality=95)
    watched.open("/ask_a_model?way=Upload")
    page.locator("input[type=file]").set_input_files(mine)
    page.locator(".handle").first.wait_for(state="attached", timeout=20_000)
    watched.settle()
    page.locator(".st-key-ask button").click()
    page.get_by_text("agrees with the measured triangle").wait_for(timeout=20_000)

    watched.open("/ask_yourself")
    assert page.locator(".st-key-nickname input").is_disabled()
    page.locator(".st-key-begin button").click()
    page.get_by_role("radio", name="scalene").click()
    page.locator(".st-key-next button").click()
    watched.settle()

    watched.open("/lab")
    page.locator(".st-key-lab_board g[data-name=C]").focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**scene=*")
    watched.settle()

    assert contents(tiny_data) == before
