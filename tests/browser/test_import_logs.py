"""Logs in a real browser: dropped on Data, looked at, taken, ranked; what the program said stands beside our scores."""

import re

import pytest

from core.runs.journal import journal_paths
from core.settings import Settings
from tests.browser import axe
from tests.browser.serving import ALTERED, dashboard
from tests.conftest import copy_data
from tests.dashboard.test_import_logs import LOG
from tests.tiny_release import write_tiny_release


@pytest.fixture(scope="module")
def with_release(tiny_data, tmp_path_factory):
    """Settings and address of a dashboard whose data folder holds the tiny release's own files too."""
    settings = Settings(data=tmp_path_factory.mktemp("logs") / "data")
    copy_data(tiny_data, settings.data)
    write_tiny_release(settings.release, triangles=4)
    with dashboard(settings.data, ALTERED) as (url, _):
        yield settings, url


def imported(settings):
    """The names of the journals of imported runs."""
    return {path.name for path in journal_paths(settings.runs) if path.name.startswith("import-")}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_log_goes_in_by_the_page(watch, with_release, axe_core, tmp_path, theme):
    """A dropped log is shown before it is taken; taken, its runs are ranked and compared with what the program said."""
    settings, url = with_release
    log = tmp_path / "boards.json"
    log.write_bytes(LOG)
    watched = watch(url, theme=theme)
    page = watched.page
    watched.open("/data")
    assert page.get_by_text("200MB per file").count() == 1
    before = imported(settings)
    page.locator(".st-key-logs input[type=file]").set_input_files(log)
    page.get_by_text("2 runs with 13 replies can be taken").wait_for(timeout=20_000)
    watched.settle()
    assert imported(settings) == before
    assert axe.serious_findings(page, axe_core) == []
    page.locator(".st-key-take_logs").scroll_into_view_if_needed()
    watched.settle()
    watched.shoot(f"import-logs-planned-{theme}")

    page.locator(".st-key-take_logs button").click()
    page.get_by_text("The ranking with them:").wait_for(timeout=30_000)
    watched.settle()
    assert len(imported(settings)) == 2
    assert page.get_by_text("of 13 replies have another score here").count() == 1
    page.get_by_role("heading", name="Files").scroll_into_view_if_needed()
    watched.settle()
    watched.shoot(f"import-logs-taken-{theme}")
    page.get_by_role("heading", name="Scores that came with replies").scroll_into_view_if_needed()
    watched.settle()
    watched.shoot(f"harness-said-{theme}")

    table = page.locator(".st-key-said_scores_table [data-testid=stDataFrame]")
    table.scroll_into_view_if_needed()
    watched.settle()
    box = table.bounding_box()
    page.mouse.click(box["x"] + 16, box["y"] + 1.5 * box["height"] / 13)  # twelve rows below their headings
    page.wait_for_url(re.compile(r"/cases\?.*photograph=001_P0"))
