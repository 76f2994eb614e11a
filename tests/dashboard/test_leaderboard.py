"""Tests of the page Leaderboard through AppTest, and of seconds, tokens and cost in all lists of runs."""

import json
from math import log10

import pandas as pd
import pytest

from dashboard.pages.leaderboard.cost_score_chart import draw_cost_score
from dashboard.widgets import run_usage
from tests.conftest import copy_data
from tests.dashboard.pages import open_page, text_of
from tests.small_blindtest import fill_blindtest

TITLE = "Tri-Bench"


def table_of(app):
    """Return the table of models."""
    (table,) = app.dataframe
    return table.value


def test_models_have_scores_with_intervals_and_gains(shared):
    """Without a choice the table has score and gain of this benchmark; the best is first, references are last."""
    app = open_page("leaderboard")
    assert not app.exception
    table = table_of(app)
    assert table["tri_bench:score"].head(4).is_monotonic_decreasing
    assert table["is_reference"].is_monotonic_increasing
    assert table["tri_bench:gain"].head(4).notna().all()
    assert f"**{TITLE}**: " in text_of(app)
    assert "Answering blind, by the best constant answer to other triangles, reaches" in text_of(app)
    assert "no run here has both token counts and a known price." in text_of(app)
    assert not app.header


def test_the_current_benchmark_comes_first(fill_once, tiny_workspace, monkeypatch):
    """Its sentence precedes that of the benchmark that is first elsewhere, and the table has its models alone."""

    def fill(made):
        copy_data(tiny_workspace.data, made.data)
        copy_data(fill_once("blindtest", fill_blindtest).data, made.data)

    monkeypatch.setenv("TRILENS_DATA", str(fill_once("triangles and circles", fill).data))
    app = open_page("leaderboard", benchmark="blindtest")
    text = text_of(app)
    assert text.index("**BlindTest circles**: ") < text.index(f"**{TITLE}**: ")
    table = table_of(app)
    assert table["blindtest:score"].notna().all()
    assert "tri_bench:score" not in table
    both = table_of(open_page("leaderboard", benchmark="blindtest", on=[TITLE, "BlindTest circles"]))
    assert {"tri_bench:score", "blindtest:score"} <= set(both)


def test_columns_without_a_figure_are_named(shared):
    """If no run reports seconds, a sentence says so instead of a column of zeros; sets are shares of whole sets."""
    app = open_page("leaderboard", columns="latency")
    assert f"Not known for any of these models: {TITLE}: median seconds." in text_of(app)
    app.multiselect(key="columns").set_value(["robustness"]).run()
    assert not app.exception
    assert table_of(app)["tri_bench:robustness"].between(0, 100).any()


def test_a_family_filters_the_models(shared):
    """Only models whose names begin with that word remain."""
    app = open_page("leaderboard", series="Gemini")
    assert set(table_of(app)["family"]) == {"Gemini"}


def test_what_runs_cost_is_shown_where_it_is_known(shared, monkeypatch):
    """Known tokens and a price give the leaderboard a chart, and Overview and Data have the columns."""
    known = run_usage.load_run_usage

    def with_usage():
        usage = known()
        return usage.assign(cost_usd=2.5, median_latency_s=3.25, input_tokens=1000.0, output_tokens=200.0)

    for module in ("dashboard.pages.leaderboard.sections", "dashboard.widgets.run_usage"):
        monkeypatch.setattr(f"{module}.load_run_usage", with_usage)
    app = open_page("leaderboard", columns="cost")
    assert not app.exception
    assert (table_of(app)["tri_bench:cost"].head(4) == 2.5).all()
    (chart,) = app.get("plotly_chart")
    assert "US$ per 1,000 replies" in json.dumps(json.loads(chart.proto.spec)["layout"])
    data = open_page("data")
    runs = next(table.value for table in data.dataframe if "cost_usd" in table.value)
    assert set(runs["median_latency_s"]) == {3.25}


def test_usage_counts_only_replies_that_report_it(shared):
    """The tiny runs report nothing: every figure is missing, none is zero."""
    app = open_page("data")
    runs = next(table.value for table in app.dataframe if "cost_usd" in table.value)
    assert runs[list(run_usage.USAGE_TITLES)].isna().all(axis=None)


@pytest.mark.parametrize("n_models", [1, 20])
def test_cost_is_on_a_logarithmic_axis_with_intervals(n_models):
    """Every mark is within the axis; names are escaped and written only if they fit."""
    rows = pd.DataFrame(
        {
            "model_id": [f"m{n}" for n in range(n_models)],
            "label": ["<b>m</b>"] * n_models,
            "cost": [0.5 * 1.2**n for n in range(n_models)],
            "score": 60.0,
            "low": 55.0,
            "high": 66.0,
        }
    )
    figure = draw_cost_score(rows, {}, "score, %")
    (marks,) = figure.data
    low, high = figure.layout.xaxis.range
    assert low < log10(rows["cost"].min())
    assert log10(rows["cost"].max()) < high
    assert list(marks.error_y.array) == [6.0] * n_models
    assert ("text" in marks.mode) == (n_models == 1)
    assert "<b>" not in marks.hovertext[0]
