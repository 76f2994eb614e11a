"""Tests of the page Leaderboard through AppTest, and of seconds, tokens and cost in all lists of runs."""

import json
from math import log10

import pandas as pd
import pytest

from dashboard.pages.leaderboard import texts
from dashboard.pages.leaderboard.cost_score_chart import draw_cost_score
from dashboard.widgets import run_usage
from tests.conftest import copy_data
from tests.dashboard.pages import drawn, open_page, opened, text_of
from tests.small_blindtest import fill_blindtest

TITLE = "Tri-Bench"


def table_of(app):
    """Return the table of models."""
    (table,) = app.dataframe
    return table.value


def test_models_have_scores_with_intervals_and_gains(shared):
    """Without a choice the table has score, gain and verdict of this benchmark's models, the best first."""
    app = open_page("leaderboard")
    assert not app.exception
    table = table_of(app)
    assert table["tri_bench:score"].is_monotonic_decreasing
    assert len(table) == 4
    assert not table["is_reference"].any()
    assert table["tri_bench:gain"].notna().all()
    assert set(table["tri_bench:gain:verdict"]) == {"too few to tell"}
    assert f"#### {TITLE}: 3 triangles are too few to tell which model is most accurate" in text_of(app)
    assert "no run here has both token counts and a known price." in text_of(app)
    assert not app.header
    titles = [column["label"] for column in json.loads(app.dataframe[0].proto.columns).values() if "label" in column]
    assert len(set(titles)) == len(titles)


def test_references_have_their_own_table_and_gains(shared):
    """It is folded; the gain of a reference is over the constants on its own cases, whose number is stated."""
    app = open_page("leaderboard")
    assert len(app.dataframe) == 1
    opened(app)
    assert not app.exception
    references = app.dataframe[-1].value
    assert references["is_reference"].all()
    assert "tri_bench:gain:verdict" not in app.dataframe[-1].proto.columns


def test_the_current_benchmark_comes_first(fill_once, tiny_workspace, monkeypatch):
    """It precedes the benchmark that is first elsewhere, and the table has its models alone."""

    def fill(made):
        copy_data(tiny_workspace.data, made.data)
        copy_data(fill_once("blindtest", fill_blindtest).data, made.data)

    monkeypatch.setenv("TRILENS_DATA", str(fill_once("triangles and circles", fill).data))
    app = open_page("leaderboard", benchmark="blindtest")
    (leaders,) = app.table
    assert list(leaders.value["Benchmark"]) == ["BlindTest circles", TITLE]
    assert "BlindTest circles" in text_of(app)
    table = table_of(app)
    assert table["blindtest:score"].notna().all()
    assert "tri_bench:score" not in table
    both = open_page("leaderboard", benchmark="blindtest", on=[TITLE, "BlindTest circles"])
    assert {"tri_bench:score", "blindtest:score"} <= set(table_of(both))
    assert f"#### Models on {TITLE} and BlindTest circles" in text_of(both)


def test_columns_without_a_figure_are_named(shared):
    """If no run reports seconds, a sentence says so instead of a column of zeros; sets are shares of whole sets."""
    app = open_page("leaderboard", columns="latency")
    assert f"Not known for any of these models: {TITLE}: median seconds." in text_of(app)
    app.multiselect(key="columns").set_value(["robustness"]).run()
    assert not app.exception
    assert table_of(app)["tri_bench:robustness"].between(0, 100).any()


def test_a_link_with_the_former_name_of_skill_keeps_its_other_columns(shared):
    """`columns=gain over blind` redirects the browser to `columns=skill`."""
    (trip,) = drawn(open_page("leaderboard", columns=["gain over blind", "latency"]), "trip")
    assert (trip["parameters"], trip["corrects"]) == ({"columns": ["skill", "latency"]}, True)


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


def test_the_sentence_says_who_is_best_and_whether_it_beats_the_best_constant_answer():
    """The gain follows the verdict; models that are not distinguishable from the best are named after it."""
    best = texts.describe_leader(
        "X", "A", "score", "75.3", "better than the best constant answer", "+7.7 (+4.5 to +10.9)", [], is_alone=False
    )
    assert (
        best
        == "On X, A is the best model: score 75.3%, better than the best constant answer (+7.7 points, +4.5 to +10.9)."
    )
    tied = texts.describe_leader("X", "A", "accuracy", "47.3", "", "", ["B", "C"], is_alone=False)
    assert tied == "On X, A has the highest accuracy: 47.3%. B and C are not distinguishable from it."


def test_the_first_sentence_counts_the_benchmarks_on_which_the_best_model_beats_the_best_constant_answer():
    """It is true of any number; the model whose numbers follow is apart from those not distinguishable from it."""
    start = "benchmarks with answers, the best model beats the best constant answer."
    assert texts.describe_benchmarks(3, 3) == f"On each of the 3 {start}"
    assert texts.describe_benchmarks(0, 2) == f"On 0 of 2 {start}"
    assert texts.name_leaders("A", "", ["B", "C"]) == "A (not distinguishable from B and C)"
    assert texts.name_leaders("A", "fast", ["B"]) == "A (fast; not distinguishable from B)"
    assert texts.name_leaders("A", "", []) == "A"
    alone = texts.describe_leader("X", "A", "accuracy", "47.3", "", "", [], is_alone=True)
    assert alone == "On X, A is the only compared model: accuracy 47.3%."
