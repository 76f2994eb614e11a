"""Browser tests of logs: dropped on Data, previewed, imported, ranked; the program's scores are beside ours."""

import re
from base64 import b64encode
from io import BytesIO

import pytest
from PIL import Image, ImageDraw

from core.runs.journal import list_journal_paths, read_journal
from core.workspace import Workspace
from tests.browser import axe
from tests.browser.serving import ALTERED, dashboard
from tests.browser.walk import choose_benchmark, follow
from tests.conftest import copy_data
from tests.dashboard.test_import_logs import LOG, NAMELESS, lines
from tests.made_runs import PHOTOGRAPHS
from tests.tiny_release import write_tiny_release

WHICH = "Which shape is red?\nA. the circle\nB. the square"
REPLY = "It is the circle, so A."


def shape(number):
    """Return a data URI of a drawn image: a shape on paper, at a different place for each number."""
    image = Image.new("RGB", (320, 240), "white")
    ImageDraw.Draw(image).ellipse((20 + 40 * number, 60, 120 + 40 * number, 160), fill="firebrick")
    file = BytesIO()
    image.save(file, "PNG")
    return f"data:image/png;base64,{b64encode(file.getvalue()).decode()}"


@pytest.fixture(scope="module")
def with_release(tiny_data, tmp_path_factory):
    """Return a workspace and address of a dashboard whose data folder also holds the tiny release's files."""
    workspace = Workspace(tmp_path_factory.mktemp("logs") / "data")
    copy_data(tiny_data, workspace.data)
    write_tiny_release(workspace.release, triangles=4)
    with dashboard(workspace.data, ALTERED) as (url, _):
        yield workspace, url


def imported(workspace):
    """Return the names of the journals of imported runs."""
    return {path.name for path in list_journal_paths(workspace.runs) if path.name.startswith("import-")}


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_log_goes_in_by_the_page(watch, with_release, axe_core, tmp_path, theme):
    """A dropped log is previewed before the import; then its runs are ranked and compared with the program's scores."""
    workspace, url = with_release
    log = tmp_path / "boards.json"
    log.write_bytes(LOG)
    watched = watch(url, theme=theme)
    page = watched.page
    watched.open("/data?data_part=Import")
    assert page.locator(".st-key-logs-files").get_by_text("200MB per file").count() == 1
    before = imported(workspace)
    page.locator(".st-key-logs-files input[type=file]").set_input_files(log)
    page.get_by_text("2 runs with 13 replies can be imported").wait_for()
    watched.settle()
    assert imported(workspace) == before
    assert axe.serious_findings(page, axe_core) == []
    page.locator(".st-key-take-logs").scroll_into_view_if_needed()
    watched.settle()
    watched.shoot(f"import-logs-planned-{theme}")

    page.locator(".st-key-take-logs button").click()
    page.get_by_text("The ranking with them:").wait_for()
    watched.settle()
    assert len(imported(workspace)) == 2
    assert page.get_by_text("of 13 replies have another score here").count() == 1
    page.get_by_role("tab", name="Runs").click()
    page.get_by_role("heading", name="Runs", exact=True).scroll_into_view_if_needed()
    watched.settle()
    watched.shoot(f"import-logs-taken-{theme}")
    page.get_by_role("heading", name="Scores from the original evaluation harness").scroll_into_view_if_needed()
    watched.settle()
    watched.shoot(f"harness-said-{theme}")

    page.get_by_text("Replies that differ", exact=True).click()
    table = page.locator(".st-key-external_scores-table [data-testid=stDataFrame]")
    table.scroll_into_view_if_needed()
    watched.settle()
    box = table.bounding_box()
    page.mouse.click(box["x"] + 16, box["y"] + 1.5 * box["height"] / 13)  # twelve rows below their headings
    page.wait_for_url(re.compile(r"/cases\?.*case=001_P0"))


@pytest.mark.slow
def test_logs_that_no_benchmark_knows_go_in_by_the_page(watch, with_release, tmp_path):
    """A map names the cases of a log.

    The questions of another log become a benchmark, whose cases show image and reply.
    """
    workspace, url = with_release
    nameless, asked, mapping = (tmp_path / f"20261122_03230{place}_samples_{name}" for place, name in enumerate(
        ("boards.jsonl", "shapes.jsonl", "map.csv")))  # fmt: skip
    nameless.write_bytes(NAMELESS)
    shown = [(number, WHICH, REPLY, {"input_media": [shape(number)]}) for number in range(3)]
    asked.write_bytes(lines(*shown, (3, "Which one do you like?", "None.", {})))
    mapping.write_text(f"index,case_id\n0,{PHOTOGRAPHS[0]}\n1,{PHOTOGRAPHS[1]}\n")
    watched = watch(url)
    page = watched.page
    watched.open("/data?data_part=Import")
    page.get_by_text("If a log does not name its cases").click()
    _say(watched, "Model, for logs that do not name it", "looker")
    page.locator(".st-key-logs-files input[type=file]").set_input_files(nameless)
    page.get_by_text("0 runs with 0 replies can be imported; 2 rows or files are refused.").wait_for()
    page.locator(".st-key-logs-map input[type=file]").set_input_files(mapping)
    page.get_by_text("1 run with 2 replies can be imported; 0 rows or files are refused.").wait_for()

    watched.open("/data?data_part=Import")
    page.get_by_text("If a log does not name its cases").click()
    _say(watched, "Model, for logs that do not name it", "looker")
    _say(watched, "Create a new benchmark from the logs, called", "shapes")
    page.locator(".st-key-logs-files input[type=file]").set_input_files(asked)
    page.get_by_text(
        "3 questions would be the new benchmark. 1 run with 3 replies can be imported; 1 row or"
    ).wait_for()
    watched.settle()
    assert not workspace.select_benchmark("shapes").data.exists()
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.locator(".st-key-take-logs").scroll_into_view_if_needed()
        watched.settle()
        watched.shoot(f"import-logs-new-benchmark-{theme}")
    page.locator(".st-key-take-logs button").click()
    page.get_by_text("1 run of shapes is imported. The ranking with it:").wait_for()
    watched.settle()
    assert [len(read_journal(path).replies) for path in list_journal_paths(workspace.select_benchmark("shapes").runs) if
            path.name.startswith("import-")] == [3]  # fmt: skip

    choose_benchmark(watched, "shapes")
    follow(watched, "Cases")
    watched.expect_heading("Cases")
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        watched.visit("/cases?benchmark=shapes&case=0")
        watched.expect_heading("0")
        assert page.get_by_text("A · the circle").count() >= 1
        image = page.locator(".st-key-image-1 svg image")
        assert page.request.get(url + image.get_attribute("href")).ok
        watched.shoot(f"import-logs-case-{theme}")


def _say(watched, label, text):
    """Type a text into a field."""
    field = watched.page.get_by_role("textbox", name=label, exact=True)
    field.fill(text)
    field.press("Enter")
    watched.settle()
