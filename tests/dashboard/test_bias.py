"""Tests of the Bias page through AppTest."""

import pandas as pd
import pytest

from dashboard.pages.bias.run_forest import select_first_runs
from tests.dashboard.pages import drawn, open_page, text_of


@pytest.mark.slow
def test_bias_names_the_habits_of_a_run(shared):
    """Habits are described as far as three triangles show them, and every question can be opened."""
    app = open_page("bias")
    app.selectbox(key="run").set_value("tri_bench-qwen_2.5_32b").run()
    assert "#### No significant preference: Qwen2.5-VL-32B gives no single class significantly" in text_of(app)
    for question_id in ("Q1", "Q2", "Q3", "Q4", "Q5", "Q6"):
        for frame in ("3d", "2d"):
            app.segmented_control(key="about").set_value(question_id)
            app.segmented_control(key="frame").set_value(frame).run()
            assert not app.exception
    assert " with the answer " in text_of(app)


def test_bias_counts_the_photographs_of_a_cell(shared):
    """The chosen cell of the confusion matrix shows as many photographs as the model confused in that way."""
    app = open_page("bias")
    app.selectbox(key="run").set_value("tri_bench-qwen_2.5_32b").run()
    app.selectbox(key="cell").set_value(("truth", "equilateral", "scalene")).run()
    assert "**4 photographs with equilateral in 3D called scalene.**" in text_of(app)
    app.selectbox(key="cell").set_value(("truth", "scalene", "equilateral")).run()
    assert "**0 photographs with scalene in 3D called equilateral.**" in text_of(app)
    assert not app.exception


@pytest.mark.slow
def test_who_makes_no_mistake_is_shown_where_it_is_right(scenes_workspace, monkeypatch):
    """For a run without mistakes, the first cell is the most common right answer, not one without photographs."""
    monkeypatch.setenv("TRILENS_DATA", str(scenes_workspace.data))
    app = open_page("bias", run="Homography solver")
    assert app.selectbox(key="run").value == "reference-homography_solver"
    assert not app.exception
    against, truth, answer = app.selectbox(key="cell").value
    assert against == "truth"
    assert truth == answer
    assert f" with {truth} in 3D called {answer}.**" in text_of(app)
    assert "**0 " not in text_of(app)


def test_bias_scores_again_under_other_tolerances(shared):
    """At the paper's tolerances nothing changes; others change classes, and the page says whether the ranking does."""
    app = open_page("bias")
    assert "At these tolerances no true class changes." in text_of(app)
    app.slider(key="isosceles").set_value(20.0).run()
    assert not app.exception
    assert "Over all questions" in text_of(app)
    assert "Over Q1 and Q2 alone" in text_of(app)


@pytest.mark.slow
def test_bias_works_on_a_single_photograph_and_question(shared):
    """Filters that leave almost nothing still give a page without an error; if they leave nothing, the page says so."""
    app = open_page("bias")
    app.pills(key="condition").set_value(["P0"])
    app.multiselect(key="side_3d").set_value(["equilateral"])
    app.multiselect(key="question").set_value(["Q4"]).run()
    assert not app.exception
    assert " with the answer " in text_of(app)
    app.pills(key="pose").set_value(["tilted"]).run()
    assert "No answer fits these filters" in text_of(app)
    app.switch_page("dashboard/pages/compare/compare.py").run()
    assert not app.exception


@pytest.mark.slow
def test_a_habit_of_a_number_is_shown_further_down(shared):
    """The sentence on a repeated number selects its question and the number, and the page shows their photographs."""
    app = open_page("bias")
    app.selectbox(key="run").set_value("reference-blind_constant").run()
    (button,) = [one for one in app.button if one.label == "With this answer"]
    assert "% of its" in text_of(app)
    button.click().run()
    assert not app.exception
    assert app.segmented_control(key="about").value in ("Q3", "Q4", "Q5", "Q6")
    assert " with the answer " in text_of(app)
    assert any(one["is_asked"] for one in drawn(app, "reveal"))


def test_of_many_runs_the_first_chart_has_those_that_differ_from_chance():
    """The page's run, the best model's and baselines are always in it, runs of too few groups are not."""
    n_runs = 20
    rows = pd.DataFrame(
        {
            "run_id": [f"r{n}" for n in range(n_runs)],
            "kind": ["reference", *["model"] * (n_runs - 1)],
            "n_groups": [2 if n == 7 else 30 for n in range(n_runs)],
            "low": [51.0 if n in (5, 7) else 40.0 for n in range(n_runs)],
            "high": [49.0 if n == 12 else 60.0 for n in range(n_runs)],
        }
    )
    assert list(select_first_runs(rows, 50.0, "r9")["run_id"]) == ["r0", "r1", "r5", "r9", "r12"]
    few = rows.head(8)
    assert select_first_runs(few, 50.0, "r1") is few


@pytest.mark.slow
def test_a_page_of_reference_models_says_so(scenes_workspace, monkeypatch):
    """Without a model's answer, the page says that no model has answered, and opens a run with mistakes."""
    monkeypatch.setenv("TRILENS_DATA", str(scenes_workspace.data))
    app = open_page("bias")
    assert "No model has answered yet." in text_of(app)
    assert app.selectbox(key="run").value != "reference-homography_solver"
