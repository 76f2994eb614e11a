"""Tests of runs on the page Data: listed with score and cost, hidden, deleted and restored; off for visitors."""

import json

import pytest

from core.formatting import escape_markdown
from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.runs.open_journal import open_journal
from core.warehouse.build import build
from core.workflows.run_removal import list_removed_runs
from tests.dashboard.pages import open_page, text_of
from tests.tiny_release import write_tiny_release

LABEL = "Looker **b**"
NAME = "our [best] one"
RUN = Run("mine", Model("looker", LABEL), "p", "What?", "original", "a test")


@pytest.fixture
def here(workspace, full):
    """Return the tiny release with its files and a user's run, built."""
    write_tiny_release(workspace.release)
    write_journal(workspace.runs / "mine.jsonl", RUN, [Reply("mine", "001_P0", '{"side_type": "scalene"}')])
    build(workspace)
    return workspace


def listed(app):
    """Return the table of runs, by their ids."""
    assert not app.exception
    (rows,) = [frame.value for frame in app.dataframe if {"name", "prompt", "cases"} <= set(frame.value)]
    return rows.set_index("run_id")


def changed(app):
    """Return the app after the running change has ended."""
    app.session_state["run-change"].wait()
    return app.run()


@pytest.mark.slow
@pytest.mark.parametrize("removal", ["hidden", "deleted"])
def test_a_run_is_removed_and_restored(here, removal):
    """A click removes the run from the warehouse, and *Undo* restores it with the same score."""
    app = open_page("data")
    before = listed(app)
    assert before.loc["mine", ["model", "prompt", "cases"]].tolist() == [LABEL, "p", "1 of 12"]
    assert app.selectbox(key="run-to-change").options == [before.loc["mine", "name"]]
    app = changed(app.button(key=f"run-{removal}").click().run())
    assert f"{escape_markdown(LABEL)} is {removal}." in [message.value for message in app.success]
    assert "mine" not in listed(app).index
    assert [run.removal for run in list_removed_runs(here)] == [removal]
    assert [box for box in app.selectbox if box.key == "run-to-change"] == []
    app = changed(app.button(key="run-undo-mine").click().run())
    assert listed(app).equals(before)
    assert list_removed_runs(here) == []


@pytest.mark.slow
def test_a_run_is_renamed_and_named_as_before(here):
    """After a build a new name is the run's label, also for a removed run; *Undo* restores the former one."""
    app = open_page("data")
    before = listed(app)
    journal = (here.runs / "mine.jsonl").read_bytes()
    assert app.button(key="run-renamed").disabled
    app.text_input(key="run-new-name").set_value(NAME).run()
    app = changed(app.button(key="run-renamed").click().run())
    assert f"{escape_markdown(LABEL)} is now called {escape_markdown(NAME)}." in [m.value for m in app.success]
    assert f"A run of {escape_markdown(LABEL)} is now called {escape_markdown(NAME)}." in text_of(app)
    chart = open_page("heatmaps", fewest="1").get("plotly_chart")[0].proto.spec
    rows = json.loads(chart)["layout"]["yaxis"]["ticktext"]
    assert (sum(NAME in row for row in rows), sum("Looker" in row for row in rows)) == (1, 0)
    assert listed(app).loc["mine", "name"] == NAME
    assert app.selectbox(key="run-to-change").options == [NAME]
    assert (here.runs / "mine.jsonl").read_bytes() == journal
    assert escape_markdown(NAME) in list(open_page("overview").table[0].value["Model"])
    app = changed(app.button(key="run-hidden").click().run())
    assert [run.label for run in list_removed_runs(here)] == [NAME]
    app = changed(app.button(key="run-undo-mine").click().run())
    app = changed(app.button(key="run-undo-name-mine").click().run())
    assert f"{escape_markdown(NAME)} has its former name again." in [message.value for message in app.success]
    assert listed(app).equals(before)
    assert not [button for button in app.button if button.key == "run-undo-name-mine"]


@pytest.mark.slow
def test_a_name_of_another_run_is_refused(here):
    """The label of another run is refused as a name, and the page says so."""
    app = open_page("data")
    app.text_input(key="run-new-name").set_value("GPT-5").run()
    app = changed(app.button(key="run-renamed").click().run())
    assert "GPT-5 is already the name of another run." in app.error[0].value
    assert listed(app).loc["mine", "name"] == LABEL


@pytest.mark.slow
def test_a_change_that_fails_says_why(here):
    """If the journal is missing, the page says so and what to do, and the run stays listed."""
    app = open_page("data")
    (here.runs / "mine.jsonl").unlink()
    app = changed(app.button(key="run-hidden").click().run())
    assert "No journal of the run mine exists" in app.error[0].value
    assert "mine" in listed(app).index


def test_runs_are_listed_without_references(shared):
    """Each run of a model has name, model, prompt, cases and score, the best first; reference models are left out."""
    rows = listed(open_page("data"))
    assert len(rows) > 1
    assert rows["score"].is_monotonic_decreasing
    assert not [run_id for run_id in rows.index if run_id.startswith("reference-")]


def test_a_read_only_dashboard_shows_runs_and_changes_none(read_only):
    """The runs are listed, with one sentence on what is disabled, and without buttons or an uploader."""
    app = open_page("data")
    assert len(listed(app))
    assert any("This demo is read-only" in message.value for message in app.info)
    assert not [button for button in app.button if (button.key or "").startswith("run-")]
    assert "Hide" not in text_of(app)


def test_a_run_under_way_shows_its_progress(workspace, full):
    """While another writer holds a journal, the page states how many cases are answered; otherwise nothing."""
    assert "Under way" not in text_of(open_page("data"))
    with open_journal(workspace.runs / "mine.jsonl", RUN) as journal:
        journal.append(Reply("mine", "001_P0", "x"))
        app = open_page("data")
        assert not app.exception
        assert "Under way" in [header.value for header in app.header]
        (bar,) = app.get("progress")
        assert "1 of 12 photographs answered; last reply" in bar.proto.text


def test_a_link_with_an_unknown_part_says_so(shared):
    """An unknown part of the page and an unknown status of files are named with what was done instead."""
    app = open_page("data", data_part="Basement", file_status="lost")
    assert not app.exception
    texts = " ".join(message.value for message in app.toast)
    assert "Basement" in texts
    assert "lost" in texts
