"""Tests of case and run pages with more runs than a page shows: the best are shown, all are counted."""

import pandas as pd
import pytest

from core.records import RIGHT_AT
from core.reports.cases import load_pinned_cases
from core.warehouse.read import NO_FILTERS, Warehouse, open_current
from dashboard.pages.data import downloads
from dashboard.widgets import tables
from tests.dashboard.pages import data_of, drawn, facts_of, matrix_of, open_page, text_of
from tests.dashboard.test_ask_yourself import sit

SHOWN, REFERENCES, RUNS = 20, 3, 67
CASE = "002_T0"
UNLISTED = "Made 0003 · made-0003-1"


@pytest.fixture
def rows_of(monkeypatch):
    """Record the largest number of rows that each query has returned since."""
    seen = {}
    ask = Warehouse.query

    def watched(self, name, **parameters):
        frame = ask(self, name, **parameters)
        seen[name] = max(seen.get(name, 0), len(frame))
        return frame

    monkeypatch.setattr(Warehouse, "query", watched)
    return seen


@pytest.fixture
def everything(crowd_workspace):
    """Return every answer of every run."""
    with open_current(crowd_workspace) as warehouse:
        return warehouse.query("answers", filters=NO_FILTERS)


def is_right(rows):
    """Return whether answers are right, by the plain definition."""
    return rows["score"] >= rows["question_kind"].map({"class": 1.0}).astype(float).fillna(RIGHT_AT)


def best_labels(crowd_workspace, count):
    """Return the best runs that are not references, in ranking order."""
    with open_current(crowd_workspace) as warehouse:
        ranking = warehouse.query("ranking", kinds=None)
    return list(ranking.loc[ranking["model_kind"] != "reference", "run_label"].head(count))


def test_a_case_shows_the_best_runs_and_counts_all(crowd, crowd_workspace, everything, rows_of):
    """The matrix, the replies and the choice of a triangle have the best runs; a line counts all that were asked."""
    app = open_page("cases", photograph=CASE)
    assert not app.exception
    columns = list(matrix_of(app).columns)[3:]
    assert columns[:SHOWN] == best_labels(crowd_workspace, SHOWN)
    assert len(columns) == len(app.selectbox(key="implied").options) == SHOWN + REFERENCES
    (replies,) = drawn(app, "toggles")
    assert sum(not label.startswith("Prompt ") for label in replies["labels"]) == SHOWN + REFERENCES
    here = everything[everything["case_id"] == CASE]
    right = is_right(here).groupby(here["question_id"], observed=True).sum()
    assert f"{SHOWN + REFERENCES} of {RUNS} shown" in text_of(app)
    assert f"Q1 {right['Q1']} of {RUNS}, " in text_of(app)
    assert f"Q6 {right['Q6']} of {RUNS}." in text_of(app)
    assert "answers" not in rows_of
    assert rows_of["case_answers"] == 6 * (SHOWN + REFERENCES) >= rows_of["commonest_answers"]
    assert rows_of["answers_in_group"] == 6 * (SHOWN + REFERENCES)


def test_a_chosen_run_of_a_case_is_shown_whatever_its_place(crowd, rows_of):
    """A link to a run far down the ranking shows it alone, with the sentence on its answers elsewhere."""
    app = open_page("cases", photograph=CASE, runs=UNLISTED)
    assert list(matrix_of(app).columns)[3:] == [UNLISTED]
    assert facts_of(app)[UNLISTED]
    assert "shown:" not in text_of(app)
    assert rows_of["answers_in_group"] == 6


def test_counts_are_those_of_the_runs_that_the_choice_leaves(crowd, everything):
    """If an image view is chosen, the line counts its runs, and the page shows the best of these."""
    views = everything[everything["case_id"] == CASE].groupby("image_view", observed=True)["run_id"].nunique()
    app = open_page("cases", photograph=CASE, image_views="original")
    here = everything[(everything["case_id"] == CASE) & (everything["image_view"] == "original")]
    right = is_right(here[here["question_id"] == "Q2"]).sum()
    assert f"of {views['original']} shown" in text_of(app)
    assert f"Q2 {right} of {views['original']}" in text_of(app)


def test_a_case_of_some_runs_shows_the_best_of_these(crowd_workspace):
    """Counts and runs of a case are those of the runs that were asked about it, by the plain definition."""
    with open_current(crowd_workspace) as warehouse:
        everything = warehouse.query("answers", filters=NO_FILTERS)
        some = sorted(everything["run_id"].unique())[::7]
        for of_runs in (None, some):
            rows = everything[everything["case_id"] == CASE]
            rows = rows if of_runs is None else rows[rows["run_id"].isin(some)]
            found = warehouse.query("case_counts", case_id=CASE, right_at=RIGHT_AT, of_runs=of_runs)
            for row in found.to_dict("records"):
                own = rows[rows["question_id"] == row["question_id"]]
                assert (row["n_runs"], row["n_read"]) == (len(own), (own["status"] == "ok").sum())
                assert row["n_right"] == is_right(own).sum()
                said = own.loc[own["status"] == "ok", "value_class"].dropna().astype(str).value_counts()
                assert (row["said"] or {}) == said.to_dict()
        assert set(warehouse.query("case_runs", case_id=CASE)["run_id"]) == set(everything["run_id"])
        assert warehouse.query("case_runs", case_id="nobody").empty


def test_tiles_have_a_few_runs(crowd, rows_of):
    """The strips of the gallery query eight runs; the choice of right and wrong models is a search."""
    app = open_page("cases")
    (gallery,) = drawn(app, "gallery")
    assert len(gallery["review"]["models"]) == 8
    assert rows_of["tile_answers"] <= 8 * 12
    assert "answers" not in rows_of


@pytest.mark.slow
def test_bias_reads_its_run_wherever_it_stands(crowd, everything, rows_of):
    """The habits of a run far down the ranking come from its own answers; lists of runs show it beside the best."""
    app = open_page("bias", run=UNLISTED)
    assert not app.exception
    own = everything[everything["run_label"] == UNLISTED]
    assert f"{len(own)} answers on 12 photographs" in text_of(app)
    assert rows_of["answers"] <= (SHOWN + REFERENCES + 1) * 72
    balanced = data_of(app, "balanced")
    assert UNLISTED in set(balanced["label"])
    assert len(balanced) <= SHOWN + REFERENCES + 1


@pytest.mark.slow
def test_one_s_own_place_is_among_all_models(crowd, everything, rows_of):
    """The sentence counts every run with a better mean on the same answers; the chart shows the best runs."""
    app = open_page("ask_yourself")
    sit(app)
    assert not app.exception
    assert "of 64 models are above you" in text_of(app)
    assert " shown: the best over all photographs. Over the questions that you answered" in text_of(app)
    assert "answers" not in rows_of


def test_scores_on_some_questions_are_plain_means(crowd_workspace, everything):
    """Each pair of case and question counts once, and no other answers do."""
    pairs = [("001_P0", "Q1"), ("001_P0", "Q4"), ("002_T1", "Q3")]
    cases, questions = ([pair[place] for pair in pairs] for place in (0, 1))
    with open_current(crowd_workspace) as warehouse:
        found = warehouse.query("run_scores_on", case_ids=cases, question_ids=questions).set_index("run_id")
    of_pairs = everything[
        [pair in set(pairs) for pair in zip(everything["case_id"], everything["question_id"], strict=True)]
    ]
    slow = of_pairs.dropna(subset=["score"]).groupby("run_id", observed=True)["score"].agg(["mean", "size"])
    assert set(found.index) == set(slow.index)
    for run_id, row in slow.iterrows():
        assert found.loc[run_id, "score"] == pytest.approx(100 * row["mean"])
        assert found.loc[run_id, "n"] == row["size"]


def test_the_audited_ranking_shows_the_best(crowd):
    """The table has twenty runs and states the total."""
    app = open_page("truth_audit")
    assert f"{SHOWN} of 64 shown" in text_of(app)


def test_data_finds_runs_and_refuses_what_is_too_large(crowd, monkeypatch):
    """Runs to export can be searched. A table beyond the limit names the command; a long one sends its first rows."""
    monkeypatch.setattr(downloads, "MOST_ROWS", 4000)
    monkeypatch.setattr(tables, "MOST_ROWS", 50)
    app = open_page("data", table="scored_answers")
    assert not app.exception
    listed = app.multiselect(key="export_runs").options
    assert len(listed) <= SHOWN
    assert UNLISTED not in listed
    app.text_input(key="find-export_runs").set_value(UNLISTED).run()
    assert UNLISTED in app.multiselect(key="export_runs").options
    buttons = {one.proto.label: one.proto for one in app.get("download_button")}
    assert buttons["Parquet"].disabled
    assert f"{RUNS * 72:,} rows; a download has at most 4,000" in buttons["Parquet"].help
    assert any("export scored_answers.parquet --table scored_answers" in code.value for code in app.code)
    assert f"The first 50 of {RUNS} rows; the CSV has all." in text_of(app)
    assert max(len(frame.value) for frame in app.dataframe) <= 50


def test_a_pinned_case_of_the_report_has_the_best_runs(crowd_workspace, tmp_path):
    """The table of a pinned case has the best runs and states the total."""
    with open_current(crowd_workspace) as warehouse:
        (case,) = load_pinned_cases(warehouse, [CASE], tmp_path)
    assert len(case.columns) == 3 + SHOWN + REFERENCES
    assert set(case.columns[3:]) >= set(best_labels(crowd_workspace, SHOWN))
    assert case.runs_text == f"{SHOWN + REFERENCES} of {RUNS} shown, the best."
    assert pd.Series(case.columns).is_unique
