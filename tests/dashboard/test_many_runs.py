"""Tests of pages with more runs than a page shows: the best and the chosen ones are shown, others can be found."""

import json

import pytest
import streamlit as st

from core.warehouse.read import Warehouse, open_current
from dashboard.pages.robustness import contradictions, measures_by_question
from dashboard.selection import run_limit
from tests.dashboard.pages import data_of, drawn, open_page, opened, text_of

SHOWN = 20
REFERENCES = 3
OTHER_SOLVERS = 1
"""Of them those that stand in the chart of the Overview as a row; the others are its lines."""
CONSTANT = 1
"""The best constant answer has a row in the chart of both scores, the first of the charts."""
ROWS_OF_RUN = 12 * 6
"""Answers of one run of the tiny release."""


@pytest.fixture
def largest(monkeypatch):
    """Record the number of rows of the largest query result so far."""
    seen = {"rows": 0}

    def watched(ask):
        def asked(self, *args, **kwargs):
            frame = ask(self, *args, **kwargs)
            seen["rows"] = max(seen["rows"], len(frame))
            return frame

        return asked

    for name in ("query", "aggregate"):
        monkeypatch.setattr(Warehouse, name, watched(getattr(Warehouse, name)))
    return seen


@pytest.fixture
def answers_read(monkeypatch):
    """Record the runs of every frame of answers that a query has returned so far."""
    seen, ask = [], Warehouse.query

    def asked(self, name, **parameters):
        frame = ask(self, name, **parameters)
        if name == "answers":
            seen.append(set(frame["run_id"]))
        return frame

    monkeypatch.setattr(Warehouse, "query", asked)
    return seen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "n_runs"), [("overview", 0), ("heatmaps", 0), ("tilt", 0), ("robustness", 1), ("compare", 0), ("bias", 2)]
)
def test_a_page_reads_the_answers_of_no_more_runs_than_it_has_to(crowd, answers_read, page, n_runs):
    """Everything about many runs is computed from sums; answers are read only for runs whose answers the page shows."""
    app = open_page(page, isosceles="12.0") if page == "bias" else open_page(page)
    assert not app.exception
    assert max(map(len, answers_read), default=0) == n_runs
    if page == "compare":
        app.selectbox(key="about").select_index(1).run()
        assert not app.exception
        assert max(map(len, answers_read)) == 2


@pytest.mark.slow
@pytest.mark.parametrize(("page", "most_runs"), [("heatmaps", 24), ("tilt", 24), ("robustness", 60), ("compare", 24)])
def test_a_page_shows_some_of_many_runs_and_says_so(crowd, largest, page, most_runs):
    """Twenty of the runs are shown, the page gives the total, and no query returns the answers of more.

    Robustness sums the sets of all runs, which its table lists, and never has as many rows as there are answers.
    """
    app = open_page(page)
    if page == "heatmaps":
        app.selectbox(key="rows").set_value("runs").run()
    app = opened(app)
    assert not app.exception
    assert f"{SHOWN + (page == 'compare') * REFERENCES} of" in text_of(app)
    assert largest["rows"] <= most_runs * ROWS_OF_RUN


def test_as_many_rows_as_are_shown(crowd):
    """A heatmap with runs as rows has the twenty best of them and the references, and more on request."""
    app = open_page("heatmaps")
    app.selectbox(key="rows").set_value("runs").run()
    assert data_of(app, "heatmap")["row_value"].nunique() == SHOWN + REFERENCES
    app.segmented_control(key="shown").set_value(50).run()
    assert data_of(app, "heatmap")["row_value"].nunique() == 50 + REFERENCES


def test_a_mean_over_models_takes_all_of_them(crowd, crowd_workspace):
    """If runs are not a factor, every pooled run counts, however many are shown."""
    app = open_page("heatmaps")
    app.selectbox(key="rows").set_value("question").run()
    app.selectbox(key="columns").set_value("pose").run()
    assert data_of(app, "heatmap")["answers"].sum() == (15 + 4) * ROWS_OF_RUN


def test_a_chosen_run_stands_first_whatever_its_place(crowd):
    """A link to a run far down the ranking shows it, alone."""
    app = open_page("heatmaps", runs="Made 0003 · made-0003-1", rows="Run")
    assert set(data_of(app, "heatmap")["row_value"]) == {"Made 0003 · made-0003-1"}


@pytest.mark.slow
def test_a_search_finds_a_run_that_is_not_listed(crowd):
    """The lists of Compare hold the best runs and search results; a run found there is compared with its nearest."""
    app = open_page("compare")
    first = app.selectbox(key="first")
    unlisted = next(
        name for name in (f"Made {n:04d} · made-{n:04d}-{way}" for n in range(15) for way in range(4))
        if name not in first.options
    )  # fmt: skip
    app.text_input(key="find-first").set_value(unlisted).run()
    assert unlisted in app.selectbox(key="first").options
    app.selectbox(key="first").select(unlisted).run()
    assert not app.exception
    assert unlisted.split(" · ")[1] in text_of(app)


def lines_of(app):
    """Return the models of the table of verdicts, in its order."""
    return [line["label"] for line in drawn(app, "ranking")[0]["lines"] if not line["is_reference"]]


def rows_of_chart(app):
    """Return the names beside the marks of the chart."""
    figure = json.loads(app.get("plotly_chart")[0].proto.spec)
    return figure["layout"]["yaxis"]["ticktext"]


def test_the_overview_shows_the_best_of_many_runs_and_says_so(crowd, largest):
    """Charts and tables have twenty runs and the references, captions give the total, and no query reads answers."""
    app = open_page("overview")
    assert not app.exception
    text = text_of(app)
    assert "20 of 64 shown." in text
    assert len(rows_of_chart(app)) == SHOWN + OTHER_SOLVERS + CONSTANT
    assert len(app.table[0].value) == SHOWN + REFERENCES - 1  # the homography solver sees no square and has no score
    listed = app.multiselect(key="models").options
    assert SHOWN <= len(listed) < 40


def test_a_search_on_the_overview_finds_a_run_far_down(crowd):
    """A run that is not listed is found by its name; once chosen, it is in the chart and in the tables."""
    app = open_page("overview")
    listed = app.multiselect(key="models").options
    label = next(
        name for name in (f"Made {n:04d} · made-{n:04d}-{way}" for n in range(15) for way in range(4))
        if name not in listed
    )  # fmt: skip
    app.text_input(key="find-models").set_value(label).run()
    assert label in app.multiselect(key="models").options
    app.multiselect(key="models").set_value([label.split(" · ")[1]]).run()
    assert not app.exception
    assert any(label.split(" · ")[1] in name for name in rows_of_chart(app))
    assert label in list(app.table[0].value["Model"])
    assert len(rows_of_chart(app)) == SHOWN + OTHER_SOLVERS + CONSTANT


def test_a_link_to_the_overview_restores_chosen_runs_and_their_number(crowd, crowd_workspace):
    """A link names a run far down and fifty runs: the chosen model is in the ranked chart, at its rank."""
    with open_current(crowd_workspace) as warehouse:
        ranking, runs = warehouse.query("ranking", kinds=["vlm"]), warehouse.query("answering_runs")
    pooled = set(runs.loc[runs["is_compared"], "run_id"])
    last = next(label for run_id, label in zip(ranking["run_id"][::-1], ranking["run_label"][::-1], strict=True)
                if run_id in pooled)  # fmt: skip
    app = open_page("overview", models=last, shown="50")
    assert last in lines_of(app)
    assert len(rows_of_chart(app)) == 50 + OTHER_SOLVERS + CONSTANT
    assert "50 of 64 shown." in text_of(app)


@pytest.mark.slow
def test_charts_by_groups_have_no_more_rows_than_a_browser_draws_at_once(crowd):
    """With sixty runs requested, Robustness draws the best ones and gives the total; its table has all of them."""
    app = open_page("robustness", shown="100")
    assert not app.exception
    drawn_rows = {key: len(figure["layout"]["yaxis"]["ticktext"]) for key, figure in charts_of(app).items()}
    n_questions = 6
    assert drawn_rows["robustness-by-question"] == n_questions * (measures_by_question.MAX_CHART_ROWS // n_questions)
    n_kinds = contradictions.MIN_KINDS
    assert drawn_rows["contradictions-chart"] == n_kinds * (measures_by_question.MAX_CHART_ROWS // n_kinds)
    assert (
        f"{measures_by_question.MAX_CHART_ROWS // n_questions} of 66 shown, the best ones; the table below has all."
        in text_of(app)
    )


def charts_of(app):
    """Return the charts of a page by their keys."""
    charts = {}
    for chart in app.get("plotly_chart"):
        charts[chart.proto.id.split("-", 2)[-1]] = json.loads(chart.proto.spec)
    return charts


def test_the_best_runs_are_found_once(crowd, monkeypatch):
    """A second rerun with the same choice does not sort runs again; another number of runs does."""
    st.cache_resource.clear()
    seen, places = [], run_limit.get_run_ranks
    monkeypatch.setattr(run_limit, "get_run_ranks", lambda: seen.append(1) or places())
    app = open_page("heatmaps", rows="runs", pose="Planar")
    n_seen = len(seen)
    assert n_seen > 0
    app.run()
    assert len(seen) == n_seen
    app.segmented_control(key="shown").set_value(100).run()
    assert len(seen) > n_seen
