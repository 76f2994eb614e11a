"""Tests of the Robustness page through AppTest."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from core.warehouse.build import build
from core.workspace import Workspace
from tests.conftest import copy_built_release
from tests.dashboard.pages import data_of, open_page, text_of
from tests.made_runs import write_run


@pytest.mark.slow
def test_robustness_says_who_and_shows_every_measure(shared):
    """The sentence names a model, and the table has every measure of every run and question."""
    app = open_page("robustness")
    assert "Highest so far: Gemini 2.5 Flash, right in all views" in text_of(app)
    table = data_of(app, "robustness")
    assert {"Gemini 2.5 Pro", "GPT-5", "Best constant answer"} < set(table["label"])
    assert len(table) == 5 * 6 * table["run_id"].nunique()
    for measure in app.segmented_control(key="measure_of").options:
        app.segmented_control(key="measure_of").set_value(measure).run()
        assert not app.exception


def test_the_bar_of_robustness_is_set_by_the_slider(shared):
    """Another score threshold for right numbers changes the figures, and the page states the threshold."""
    app = open_page("robustness")
    before = data_of(app, "robustness")["value"].sum()
    app.slider(key="right_at").set_value(0.5).run()
    assert "right within 50% (ratios) or 90° (angles)" in text_of(app)
    assert data_of(app, "robustness")["value"].sum() > before


def test_robustness_needs_two_views(shared):
    """With one condition chosen there is nothing to compare, and a button clears the filters."""
    app = open_page("robustness")
    app.pills(key="condition").set_value(["T0"]).run()
    assert "No two photographs of a set" in text_of(app)
    next(button for button in app.button if button.label == "Clear all filters").click().run()
    assert "Highest so far: Gemini 2.5 Flash, right in all views" in text_of(app)


@pytest.mark.slow
def test_the_worst_triangles_follow_model_and_question(shared):
    """For a model and a question, the triangles with varying scores are shown, or a sentence that there are none."""
    app = open_page("robustness")
    seen = set()
    for question in app.selectbox(key="worst_question").options:
        app.selectbox(key="worst_question").set_value(question).run()
        assert not app.exception
        seen.add("score varies by" in text_of(app))
    app.selectbox(key="worst_of").set_value(app.selectbox(key="worst_of").options[-1]).run()
    assert not app.exception
    assert True in seen


@pytest.mark.slow
def test_contradictions_are_listed_by_kind_and_model(shared):
    """A kind and a model give the sentences of the replies, or one that says there are none."""
    app = open_page("robustness")
    for model in app.selectbox(key="of_model").options:
        app.selectbox(key="of_model").set_value(model).run()
        assert not app.exception
        listed = [table.value for table in app.dataframe if "sentence" in table.value]
        assert bool(listed) != ("does not contradict itself" in text_of(app))
        assert all(set(table["run_label"]) == {model} for table in listed)


def test_a_claim_leads_to_the_sets_of_its_model(shared):
    """The button beside the first sentence shows, further down, the sets of the model that it names."""
    app = open_page("robustness")
    app.selectbox(key="worst_of").set_value(app.selectbox(key="worst_of").options[-1]).run()
    assert app.button(key="robustness-claim-0").label == "See its worst sets"
    app.button(key="robustness-claim-0").click().run()
    assert app.selectbox(key="worst_of").value == "tri_bench-gemini_2.5_flash"
    assert app.session_state["opened-sets"]


def test_sections_are_folded_unless_the_address_sets_their_controls(shared):
    """The page shows one chart and the sentences; a link to the worst sets of a question opens that section alone."""
    folded = ("opened-by-question", "opened-sets", "opened-contradiction-kinds")
    app = open_page("robustness")
    assert [app.session_state[key] for key in folded] == [False, False, False]
    assert "Replies without any contradiction, in %: " in text_of(app)
    app = open_page("robustness", worst_question="Q2 Angle class")
    assert [app.session_state[key] for key in folded] == [False, True, False]


@pytest.mark.slow
def test_scenes_without_models_have_a_headline_and_begin_with_a_solver_that_varies(scenes_workspace, monkeypatch):
    """If only references answered, the page reports them, and the worst sets are not those of a constant."""
    monkeypatch.setenv("TRILENS_DATA", str(scenes_workspace.data))
    app = open_page("robustness")
    assert "#### No model has answered yet. " in text_of(app)
    assert re.search(r"\*\*.+ is right in all views for \d+\.\d% .*of the questions, .+\.\*\*", text_of(app))
    assert app.selectbox(key="worst_of").value != "reference-blind_constant"


def test_a_measure_without_sets_is_named_in_a_sentence(shared):
    """A selection whose sets have no value for the chosen measure gives a sentence instead of a chart."""

    def show_nothing_of_a_measure():
        import pandas as pd

        from dashboard.pages.robustness.measures_by_question import show_by_question

        columns = ["measure", "run_id", "question_id", "model_id", "label", "value", "low", "high", "n_groups"]
        show_by_question(pd.DataFrame(columns=columns), "stable")

    app = AppTest.from_function(show_nothing_of_a_measure, default_timeout=60).run()
    assert not app.exception
    assert "This measure does not apply to any set of this selection: the same in all views." in text_of(app)


@pytest.fixture(scope="module")
def perturbed(tmp_path_factory, tiny_workspace):
    """Return a data folder whose model `mine` was asked twice with the original image, and once in grey."""
    made = Workspace(tmp_path_factory.mktemp("perturbed") / "data")
    for run_id, view in (("plain-1", "original"), ("plain-2", "original"), ("changed", "grey")):
        write_run(made, run_id, 12, view=view, prompt_id="same")
    build(made, copy_built_release(tiny_workspace, made.data.parent / "release"))
    return made


@pytest.mark.slow
def test_views_that_keep_the_truth_are_compared_with_the_original(perturbed, monkeypatch):
    """A sentence states that there are too few groups; the table has change, flips, floor and excess."""
    monkeypatch.setenv("TRILENS_DATA", str(perturbed.data))
    app = open_page("robustness")
    text = text_of(app)
    assert "Does a view that keeps the truth change the answers?" in text
    assert "too few to tell if a view changes a score" in text
    assert "No answer flips with any of 1 changed views." in text
    (row,) = data_of(app, "view_changes").to_dict("records")
    assert (row["label"], row["view"], row["reference_id"], row["n"]) == ("Mine", "grey", "plain-1", 48)
    assert row["value"] == row["flips"] == row["floor"] == row["excess"] == 0


def test_without_changed_views_the_page_names_the_command(shared):
    """If no model was asked with a changed view, one sentence says so and how to ask."""
    app = open_page("robustness")
    assert "No selected model was asked about the same cases" in text_of(app)
    assert "--views original,shifted,jpeg_60,half_size,grey,framed" in text_of(app)
    assert "Does a view that keeps the truth change the answers?" not in [header.value for header in app.header]
