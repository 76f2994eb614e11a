"""Tests of scores that came with replies: Data lists the cases where another program's score differs, with links."""

import pytest

from core.records import RIGHT_AT, Model, Reply, Run
from core.runs.journal import write_journal
from core.warehouse.build import build
from core.warehouse.read import open_current
from tests.conftest import copy_built_release
from tests.dashboard.pages import data_of, open_page, text_of
from tests.made_runs import PROMPT, make_answer


@pytest.fixture(scope="session")
def scored_workspace(fill_once, tiny_workspace):
    """Return a workspace of the tiny release plus a run whose program scored three of its four replies."""
    run = Run("said", Model("m", "Looker"), "p", PROMPT, "original", "another program")
    replies = [
        Reply("said", "001_P0", make_answer(), said_score=1.0),
        Reply("said", "001_P1", "no idea", said_score=0.0),
        Reply("said", "001_T0", None, "api_error", "HTTP 500", said_score=1.0),
        Reply("said", "001_T1", make_answer()),
    ]

    def fill(made):
        write_journal(made.runs / "said.jsonl", run, replies)
        build(made, copy_built_release(tiny_workspace, made.data.parent / "release"))

    return fill_once("scored", fill)


@pytest.fixture
def scored(scored_workspace, monkeypatch):
    """Return the same workspace, for read-only tests."""
    monkeypatch.setenv("TRILENS_DATA", str(scored_workspace.data))
    return scored_workspace


def test_the_query_sets_both_scores_side_by_side(scored):
    """Our score is the mean over a case's questions, unreadable ones as wrong. A case without a score has no row."""
    with open_current(scored) as warehouse:
        rows = warehouse.query("external_scores", differs_from=None, most=None).set_index("case_id")
        slow = warehouse.query("case_answers", case_id="001_P0", right_at=RIGHT_AT, of_runs=None)
    assert rows["said"].to_dict() == {"001_P0": 100.0, "001_P1": 0.0, "001_T0": 100.0}
    assert rows["score"][["001_P1", "001_T0"]].tolist() == [0.0, 0.0]
    ours = slow[slow["run_id"] == "said"]
    scores = ours["score"].where(ours["status"] == "ok", 0.0)
    assert rows.at["001_P0", "score"] == pytest.approx(100 * scores.mean())
    assert 0 < rows.at["001_P0", "score"] < 100


def test_differences_and_runs_are_those_of_the_rows(scored):
    """Differing replies are listed largest difference first, up to the limit; a run has its counts and both means."""
    with open_current(scored) as warehouse:
        rows = warehouse.query("external_scores", differs_from=None, most=None)
        for limit in (0.5, 60.0, 100.0):
            apart = (rows["said"] - rows["score"]).abs()
            slow = rows.assign(apart=apart)[apart > limit].sort_values("apart", ascending=False, kind="stable")
            found = warehouse.query("external_scores", differs_from=limit, most=100)
            assert list(found["case_id"]) == list(slow["case_id"])
            assert (
                list(warehouse.query("external_scores", differs_from=limit, most=1)["case_id"])
                == list(found["case_id"])[:1]
            )
            (run,) = warehouse.query("external_scores_by_run", differs_from=limit).to_dict("records")
            assert (run["replies"], run["differing"]) == (len(rows), len(slow))
            assert (run["said"], run["score"]) == pytest.approx((rows["said"].mean(), rows["score"].mean()))


def test_replies_that_differ_are_listed_by_run_and_open_their_case(scored):
    """The section says how many replies differ, by run, and lists the largest differences first."""
    app = open_page("data")
    assert not app.exception
    assert "2 of 3 replies have another score here than in the program that asked." in text_of(app)
    runs = data_of(app, "said_by_run")
    assert runs[["replies", "differing"]].to_numpy().tolist() == [[3, 2]]
    listed = data_of(app, "external_scores")
    assert listed["case_id"].tolist() == ["001_T0", "001_P0"]


def test_without_scores_of_other_programs_it_says_so(shared):
    """If no reply came with a score, the section is a sentence."""
    headers = [header.value for header in open_page("data").header]
    assert "Runs" in headers
    assert "Scores from the original evaluation harness" not in headers
