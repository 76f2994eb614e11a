"""Browser tests of the marks of points and boxes over an image: one per model, none hidden by another."""

import pytest

from core.benchmarks.registry import MEASUREMENTS
from core.warehouse.read import open_current
from core.workspace import Workspace
from tests.browser.serving import ALTERED, dashboard
from tests.small_measurements import fill_measurements

MARKS = """
    root => [...root.querySelectorAll("svg .mark")].map(mark => {
        const sign = mark.querySelector(".mark-sign"), {left, top, width, height} = sign.getBoundingClientRect();
        const point = mark.querySelector(".mark-point").getBoundingClientRect();
        return {
            path: sign.getAttribute("d"), at: [left + width / 2, top + height / 2], size: Math.max(width, height),
            point: [point.left + point.width / 2, point.top + point.height / 2]
        };
    })
"""


@pytest.mark.slow
def test_coinciding_points_keep_their_own_marks_apart(watch, tmp_path):
    """If two models point at the same place, both marks are fully visible, differ in shape, and lead to one point."""
    workspace = Workspace(tmp_path / "data")
    fill_measurements(workspace)
    with open_current(workspace.select_benchmark(MEASUREMENTS)) as warehouse:
        cases = warehouse.load_table("cases")
    pointing = cases.loc[cases["case_id"].str.endswith("nearest"), "case_id"]
    n_coinciding = 0
    with dashboard(workspace.data, ALTERED) as (url, _):
        watched = watch(url, stays=True)
        watched.open("/data")
        for case_id in pointing:
            watched.visit(f"/cases?benchmark={MEASUREMENTS}&photograph={case_id}")
            watched.expect_heading(case_id)
            marks = watched.page.locator(".photograph").first.evaluate(MARKS)
            assert len(marks) > 1
            for place, mark in enumerate(marks):
                for other in marks[place + 1 :]:
                    assert mark["path"] != other["path"]
                    (x, y), (other_x, other_y) = mark["at"], other["at"]
                    assert max(abs(x - other_x), abs(y - other_y)) > 0.6 * mark["size"], case_id
                    n_coinciding += mark["point"] == pytest.approx(other["point"], abs=0.5)
    assert n_coinciding
