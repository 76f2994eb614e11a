"""Tests of a second reader's readings on the pages: beside a raw reply, by name, and counted on Data."""

import json

import pytest

from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.warehouse.build import build
from core.warehouse.read import open_current
from tests.conftest import copy_built_release
from tests.dashboard.pages import open_page, opened, text_of
from tests.made_rereadings import write_rereadings
from tests.made_runs import PROMPT

UNREAD = "I cannot tell what kind of triangle this is."
EXTRACTED = {"side_type": "none", "angle_type": "right", "ab_over_ac": 1.25, "abs_b_minus_c_deg": "none",
             "max_over_min_side": "none", "angle_range_deg": "<b>many</b>"}  # fmt: skip


WHOLE = {"side_type": "equilateral", "angle_type": "right", "ab_over_ac": 1.0, "abs_b_minus_c_deg": 0.0,
                "max_over_min_side": 1.5, "angle_range_deg": 40.0}  # fmt: skip


def _extract(case_id):
    """Return what the extractor reads: two answers of the unread reply, and the first reply's six of both others."""
    return json.dumps(EXTRACTED if case_id == "001_P1" else WHOLE)


@pytest.fixture(scope="session")
def reread_workspace(fill_once, tiny_workspace):
    """Return a workspace of the tiny release plus a reread run of three replies, one of them unread."""
    run = Run("mine", Model("m", "Looker"), "p", PROMPT, "original", "another program")
    replies = [Reply("mine", "001_P0", json.dumps(WHOLE)), Reply("mine", "001_P1", UNREAD, said_score=0.5),
               Reply("mine", "001_T0", json.dumps(WHOLE | {"ab_over_ac": 1.3, "angle_type": "acute"}))]  # fmt: skip

    def fill(made):
        write_journal(made.runs / "mine.jsonl", run, replies)
        folder = copy_built_release(tiny_workspace, made.data.parent / "release")
        write_rereadings(made, folder, "mine", _extract)
        build(made, folder)

    return fill_once("reread", fill)


@pytest.fixture
def reread(reread_workspace, monkeypatch):
    """Return the same workspace, for read-only tests."""
    monkeypatch.setenv("TRILENS_DATA", str(reread_workspace.data))
    return reread_workspace


def test_a_value_that_is_not_allowed_spoils_only_its_question(reread):
    """One of six keys is nonsense: the other five count, and the nonsense is kept with its reason."""
    with open_current(reread) as warehouse:
        rows = warehouse.load_table("rereadings").query("case_id == '001_P1'").set_index("question_id")
    assert rows["status"].to_dict() == {
        "Q1": "none", "Q2": "read", "Q3": "read", "Q4": "none", "Q5": "none", "Q6": "invalid"
    }  # fmt: skip
    assert rows.at["Q2", "value_class"] == "right"
    assert rows.at["Q3", "value_number"] == 1.25
    assert "allowed is a number in degrees" in rows.at["Q6", "reason"]


@pytest.mark.slow
def test_a_case_shows_the_three_readings_by_name(reread):
    """The harness's score, the rule's reading and the extractor's are beside the raw reply, each by its name."""
    text = text_of(opened(open_page("cases", photograph="001_P1")))
    assert "- Harness: score 0.5" in text
    assert "- Rule: not stated" in text
    shown = text.replace("\\", "")
    assert (
        "- Second reader local:reader: Angle class: right; AB / AC: 1.25; no answer in the reply: Side class, " in shown
    )
    assert "nothing usable: Angle range" in shown
    assert "<b>" not in text


def test_a_case_without_rereadings_says_nothing_of_them(shared):
    """If nothing was reread, the replies are unchanged."""
    text = text_of(opened(open_page("cases", photograph="001_P1")))
    assert "Second reader" not in text


def counts_of(app):
    """Return the counts of the section Provenance, by their names."""
    (counts,) = [table.value for table in app.table if "Content" in table.value]
    return dict(counts.to_numpy())


def test_data_counts_what_was_reread(reread):
    """The page has the number of reread replies, and a table with agreement and both scores."""
    app = open_page("data")
    assert not app.exception
    assert counts_of(app)["Replies reread"] == 3
    (table,) = [frame.value for frame in app.dataframe if "extractor_id" in frame.value]
    row = table.iloc[0]
    assert (row["replies"], row["n_sample"], row["n_unread"], row["n_extracted"]) == (3, 12, 6, 2)
    assert row["agreement"] == pytest.approx(100 * 10 / 12)


def test_data_without_rereadings_has_no_section(shared):
    """By default the page shows nothing about rereading."""
    app = open_page("data")
    assert "A second reader" not in [part.value for part in app.header]
    assert "Replies" in counts_of(app)
    assert "Replies reread" not in counts_of(app)
