"""Browser tests of a visitor's view of an error, and of its log entry."""

import json
import re

import pytest

from dashboard.server.request_log import WENT_WRONG
from tests.browser.serving import ALTERED, dashboard
from tests.browser.walk import faults
from tests.conftest import copy_data

TEXT = "a text of a visitor"


@pytest.mark.slow
def test_a_page_that_fails_says_its_number(watch, tmp_path, tiny_data):
    """The page shows a number, which the log has with the place in the code; the error's text is in neither."""
    copy_data(tiny_data, tmp_path / "data")
    with dashboard(tmp_path / "data", ALTERED, TEST_FAILS_WITH=TEXT) as (url, _):
        watched = watch(url)
        watched.page.goto(url)
        shown = watched.page.get_by_text(WENT_WRONG)
        shown.wait_for()
        (number,) = re.findall(r"error ([0-9a-f]{8})", shown.inner_text())
        assert faults(watched), "a walk through the pages would not notice it"
        assert TEXT not in watched.page.content()
    (log,) = tmp_path.glob("server-*.log")
    written = log.read_text()
    errors = [json.loads(line) for line in written.splitlines() if '"kind": "error"' in line]
    assert {(error["number"] == number, error["type"]) for error in errors} >= {(True, "KeyError")}
    assert any("streamlit_app.py" in place for place in errors[0]["where"])
    assert TEXT not in written
    assert "ScriptRunContext" not in written, "the owner's terminal has warnings that say nothing"
