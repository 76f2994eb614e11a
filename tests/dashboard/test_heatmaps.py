"""Tests of the Heatmaps page through AppTest."""

import json
from urllib.parse import parse_qs, urlencode

import pandas as pd
import pytest
import streamlit as st

from core.analyses.phrases import GIVEN_CONSTANTS, describe_skill_interval
from dashboard.pages.heatmaps.texts import LUCK_OF_CHOICE
from dashboard.widgets import tables
from tests.dashboard.pages import data_of, drawn, open_page, opened, text_of

ANSWERS, WITH_REFERENCES = 4 * 12 * 6, 7 * 12 * 6
"""Of the tiny release. References take part where the model is a factor."""

MADE_OF_ANSWERS = (
    "Difficulty and agreement come from the same answers that the pages show: a photograph is hard because models fail "
    "on it, so score is low there by construction."
)


def cells_of(app, rows, columns):
    """Return the table below the chart, for two factors chosen by their positions."""
    app.selectbox(key="rows").select_index(rows)
    app.selectbox(key="columns").select_index(columns).run()
    assert not app.exception
    return data_of(app, "heatmap")


@pytest.mark.slow
@pytest.mark.parametrize(
    "measure", ["kappa_3d", "difference", "skill", "nearer_2d", "effect_tilt", "effect_object", "unreadable"]
)
def test_heatmaps_of_any_two_factors(shared, measure):
    """For every measure, the grid of any two factors, with panels too, has each answer in exactly one cell."""
    app = open_page("heatmaps")
    app.segmented_control(key="measure").set_value(measure).run()
    options = app.selectbox(key="rows").options
    for rows in range(0, len(options), 3):
        columns = (rows + 4) % len(options)
        cells = cells_of(app, rows, columns)
        total = WITH_REFERENCES if {"Model", "Run"} & {options[rows], options[columns]} else ANSWERS
        assert cells["answers"].sum() == total
        assert not cells.duplicated(["row_value", "column_value"]).any()
        assert f"{total} answers, {cells['unreadable'].sum()} unreadable" in text_of(app)
    app.selectbox(key="rows").select("question")
    app.selectbox(key="columns").select("object").run()
    total = data_of(app, "heatmap")["answers"].sum()
    app.selectbox(key="panels").select("pose").run()
    assert not app.exception
    in_panels = data_of(app, "heatmap")
    assert in_panels["answers"].sum() == total
    assert set(in_panels["panel_value"]) == {"planar", "tilted"}
    assert not in_panels.duplicated(["row_value", "column_value", "panel_value"]).any()


def test_the_same_factor_twice_is_a_diagonal(shared):
    """A factor against itself is drawn: a cell for each value, with all of its answers."""
    cells = cells_of(open_page("heatmaps"), 1, 1)
    assert list(cells["row_value"]) == list(cells["column_value"])
    assert list(cells["answers"]) == [ANSWERS // 6] * 6


def test_panels_are_of_another_factor(shared):
    """Rows and columns cannot be panels, which would have one row each.

    Panels are reset if their factor becomes one.
    """
    app = open_page("heatmaps", panels="Pose")
    assert not {"Model", "Question"} & set(app.selectbox(key="panels").options)
    assert set(data_of(app, "heatmap")["panel_value"]) == {"planar", "tilted"}
    app.selectbox(key="rows").select("pose").run()
    assert not app.exception
    assert app.selectbox(key="panels").value is None
    assert "panels" not in app.query_params
    assert set(data_of(app, "heatmap")["panel_value"]) == {""}


def test_the_table_begins_with_the_models(tiny_warehouse, shared):
    """The cells below the chart are in its order: those of reference models come last."""
    rows = data_of(open_page("heatmaps"), "heatmap")["row_value"]
    kinds = tiny_warehouse.query("ranking", kinds=None).set_index("run_label")["model_kind"]
    of_reference = [kinds.get(label) == "reference" for label in rows]
    assert any(of_reference)
    assert of_reference == sorted(of_reference)


def answers_by(app, row_value):
    """Return the number of answers in a value's row of the table below the chart."""
    cells = data_of(app, "heatmap")
    return int(cells[cells["row_value"] == row_value]["answers"].sum())


def test_a_model_is_a_row_of_one_run(twice):
    """With models as rows, GPT-5 is represented by its published run alone, though it was asked again and live."""
    app = open_page("heatmaps")
    assert answers_by(app, "GPT-5") == answers_by(app, "Gemini 2.5 Pro") == 12 * 6
    assert data_of(app, "heatmap")["answers"].sum() == WITH_REFERENCES


def test_means_over_models_do_not_see_further_runs(twice):
    """If models are not a factor, the answers are those of one run per model."""
    cells = cells_of(open_page("heatmaps"), 1, 2)
    assert cells["answers"].sum() == ANSWERS


def test_runs_are_a_factor(twice):
    """With runs as rows, every run of GPT-5 has its own row, including live questions."""
    app = open_page("heatmaps", rows="Run")
    published, second, live = (
        answers_by(app, f"GPT-5 · {run_id}") for run_id in ("tri_bench-openai_gpt_5", "second", "live")
    )
    assert (published, second, live) == (12 * 6, 12 * 6, 3 * 6)


def test_a_run_can_be_chosen(twice):
    """A run chosen by its label, also in an address, is the only one that counts."""
    app = open_page("heatmaps", runs="GPT-5 · second")
    assert app.multiselect(key="runs").value == ["second"]
    assert data_of(app, "heatmap")["answers"].sum() == 12 * 6
    assert answers_by(app, "GPT-5") == 12 * 6


@pytest.mark.slow
def test_image_view_and_prompt_are_factors_and_filters(viewed):
    """As factors, prompt and view count every run; as filters, only the runs that have them."""
    app = open_page("heatmaps", rows="Image view")
    assert answers_by(app, "rectified") == (6 + 3) * 6
    app.selectbox(key="rows").select("prompts").run()
    assert answers_by(app, "prompt of asked") == 6 * 6
    opened(app).multiselect(key="image_views").select("rectified").run()
    assert data_of(app, "heatmap")["answers"].sum() == (6 + 3) * 6
    assert "**6 photographs**" in text_of(open_page("cases", image_views="rectified"))


def test_choices_of_one_run_need_no_filter(shared):
    """If every run has the same prompt and view, neither can be chosen, but a link that chooses one is valid."""
    app = opened(open_page("heatmaps"))
    assert not {"prompts", "image_views"} & {box.key for box in app.multiselect}
    app = open_page("heatmaps", prompts="tri_bench")
    assert app.multiselect(key="prompts").value == ["tri_bench"]


def test_answers_without_a_value_are_counted(shared):
    """Answers about photographs without a measured tilt are counted in a sentence and in no cell."""
    app = open_page("heatmaps")
    app.selectbox(key="rows").select("tilt").run()
    assert f"{ANSWERS} answers without *Tilt band* are left out" in text_of(app)
    assert not app.dataframe
    assert not app.get("plotly_chart")


def test_factors_made_of_answers_say_so(shared):
    """If difficulty is a factor or agreement a filter, the page says that they come from the same answers."""
    app = open_page("heatmaps")
    assert MADE_OF_ANSWERS not in text_of(app)
    app = opened(app)
    assert app.multiselect(key="difficulty").help == app.multiselect(key="agreement").help == MADE_OF_ANSWERS
    app.selectbox(key="columns").select("difficulty").run()
    assert MADE_OF_ANSWERS in text_of(app)
    assert MADE_OF_ANSWERS in text_of(open_page("heatmaps", agreement="agree"))


def test_skill_comes_first_and_says_how_many_cells_are_significant(shared):
    """Without a choice the page shows skill and counts the models' cells whose intervals exclude 0."""
    app = open_page("heatmaps", fewest="1")
    assert app.segmented_control(key="measure").value == "skill"
    cells = data_of(app, "heatmap")
    of_models = cells[~cells["row_value"].isin(["Best constant answer", "Homography solver", "Image-plane solver"])]
    assert (of_models["n_groups"] < 10).all()
    assert f"Skill is not significantly different from 0 in any of {len(of_models)} cells." in text_of(app)
    assert describe_skill_interval("triangles") in text_of(app)
    assert LUCK_OF_CHOICE not in text_of(app), "no score to beat is stated"
    assert GIVEN_CONSTANTS not in text_of(open_page("heatmaps", measure="Score 3D"))


@pytest.mark.slow
def test_each_benchmark_draws_constants_of_its_own(beside_gepbench):
    """The intervals of skill do not depend on whether another benchmark was viewed before."""

    def intervals(benchmark):
        return data_of(open_page("heatmaps", benchmark=benchmark, fewest="1"), "heatmap")[["low", "high"]]

    st.cache_resource.clear()
    alone = intervals("gepbench")
    assert alone["low"].notna().any()
    st.cache_resource.clear()
    intervals("tri_bench")
    pd.testing.assert_frame_equal(intervals("gepbench"), alone)


def test_the_highest_cell_is_not_said_to_be_alone_where_others_have_its_number(shared):
    """Cells with the same written number are counted beside it; if all cells have it, the page says whose they are."""
    app = open_page("heatmaps", measure="Closer to 2D", fewest="1")
    cells = data_of(app, "heatmap")
    of_models = cells[~cells["row_value"].isin(["Best constant answer", "Homography solver", "Image-plane solver"])]
    others = (of_models["value"].round(1) == of_models["value"].max().round(1)).sum() - 1
    assert others > 1
    assert f"and {others} more cells, lowest for" in text_of(app)
    assert "Unreadable is 0.0% in every cell of a model." in text_of(
        open_page("heatmaps", measure="Unreadable", fewest="1")
    )


def spec_of(app):
    """Return the map as the page passes it to Plotly."""
    return json.loads(app.get("plotly_chart")[0].proto.spec)


def test_what_fits_the_flat_picture_is_counted_beyond_the_constant(shared):
    """Values, colours and the sentence are a model's gain over the blind constant, whose value is below each."""
    app = open_page("heatmaps", measure="Preference for 2D", fewest="1")
    cells = data_of(app, "heatmap")
    assert cells["raw"].sub(cells["constant"]).sub(cells["value"]).abs().max() < 1e-9
    assert (cells.loc[cells["row_value"] == "Best constant answer", "value"] == 0).all()
    assert cells.loc[cells["row_value"] == "Best constant answer", "raw"].abs().max() > 0
    assert "Preference for 2D is not significantly different from 0 in any of 24 cells" in text_of(app)
    texts = [text for trace in spec_of(app)["data"] for text in trace.get("text", ())]
    assert sum(map(bool, texts)) > 30
    assert all("constant " in text for text in texts if text)
    assert GIVEN_CONSTANTS in text_of(app)
    other = app_of("Score 3D")
    assert not any("constant " in text for trace in spec_of(other)["data"] for text in trace.get("text", ()))
    assert "best constant answer" not in other.get("plotly_chart")[0].proto.spec


def app_of(measure):
    """Return the page with a measure."""
    return open_page("heatmaps", measure=measure, fewest="1")


def test_a_link_with_a_measure_s_former_name_becomes_the_same_link_with_its_name(shared):
    """Former names of measures, charts and orders are redirected, and nothing is reported as missing."""
    for page, key, former, name in (
        ("heatmaps", "measure", "2D minus 3D", "Preference for 2D"),
        ("heatmaps", "measure", "2D minus 3D beyond constant", "Preference for 2D"),
        ("heatmaps", "measure", "2D − 3D beyond baseline", "Preference for 2D"),
        ("heatmaps", "measure", "Nearer to 2D", "Closer to 2D"),
        ("overview", "chart", "Habit or looking", "Habit vs. image use"),
        ("cases", "sort", "2D minus 3D", "closer to 2D"),
    ):
        app = open_page(page, **{key: former})
        (trip,) = drawn(app, "trip")
        assert trip["parameters"] == {key: [name]}
        assert not app.toast


def test_a_link_with_a_reference_model_s_former_name_becomes_the_same_link_with_its_name(shared):
    """`model=Blind constant` is the best constant answer, also in a scope; nothing is reported as missing."""
    app = open_page("cases", model="Blind constant", scope="model=Blind+constant&condition=P0")
    (trip,) = drawn(app, "trip")
    assert trip["parameters"] == {
        "model": ["Best constant answer"], "scope": ["model=Best+constant+answer&condition=P0"]
    }  # fmt: skip
    assert not app.toast


@pytest.mark.slow
def test_references_alone_are_called_what_they_are(bare):
    """Without models' answers the count leaves out the blind constant, no mean is over solvers, and the page says so.

    If the answers of several references are pooled, the page names them.
    """
    bare("answers")
    app = open_page("heatmaps", fewest="1")
    cells = data_of(app, "heatmap")
    judged = cells[(cells["row_value"] != "Best constant answer") & (cells["n"] > 0)]
    assert 0 < len(judged) < len(cells)
    assert "Reference models: Skill is not significantly different" in text_of(app)
    assert f"of {len(judged)} cells" in text_of(app)
    assert "of the models' cells" not in text_of(app)
    rows = spec_of(app)["layout"]["yaxis"]["ticktext"]
    assert sorted(rows) == ["<i>Best constant answer</i>", "<i>Homography solver</i>", "<i>Image-plane solver</i>"]
    app.selectbox(key="rows").select("condition").run()
    assert "means over reference models: Best constant answer, Homography solver and Image-plane solver." in text_of(
        app
    )
    app = open_page("heatmaps", rows="Condition", model="Homography solver")
    assert "These are the answers of Homography solver, a reference model." in text_of(app)


def test_the_link_of_a_cell_shows_its_cases_and_says_what_is_not_there(shared):
    """The address stores the open cell. Its cases are tiles below the map, and a value that does not exist is named.

    That value is removed from the address. A tile has the answer, the truth and the foil, as in the gallery.
    """
    app = open_page("heatmaps", of_cell="model=GPT-5&question=Q3 AB %2F AC&object=zebra")
    assert not app.exception
    assert [toast.value for toast in app.toast] == [
        "The link asks for zebra under *Open cell*, which does not exist and was ignored."
    ]
    assert parse_qs(app.query_params["of_cell"]) == {"model": ["GPT-5"], "question": ["Q3 AB / AC"]}
    (gallery,) = drawn(app, "gallery")
    assert len(gallery["tiles"]) == 12
    for tile in gallery["tiles"]:
        assert [part.split()[0] for part in tile["detail"].split(" · ")] == ["said", "is", "looks"]
    assert "12 photographs, worst score 3D first: 12 answers, 0 unreadable." in text_of(app)
    assert app.button(key="all-of-cell").label == "Open all in Cases"
    app.button(key="close-cell").click().run()
    assert "of_cell" not in app.query_params
    assert not drawn(app, "gallery")


@pytest.mark.parametrize(
    ("asked", "named"), [("nonsense", "nonsense"), ("zoo=zebra", "zoo=zebra"), ("model=", "model")]
)
def test_a_cell_that_there_is_not_is_said(shared, asked, named):
    """A link that names no cell is reported and removed from the address; nothing is open."""
    app = open_page("heatmaps", of_cell=asked)
    assert not app.exception
    assert [toast.value for toast in app.toast] == [
        f"The link asks for {named} under *Open cell*, which does not exist and was ignored."
    ]
    assert "of_cell" not in app.query_params
    assert not drawn(app, "gallery")


def test_a_cell_of_several_questions_has_their_mean_scores(shared):
    """If a cell's cases ask several questions, a tile has the case's mean scores."""
    app = open_page("heatmaps", rows="Object", columns="Pose", of_cell="pose=planar")
    (gallery,) = drawn(app, "gallery")
    assert all(tile["detail"].startswith("score 3D ") for tile in gallery["tiles"])


@pytest.mark.parametrize(
    ("cell", "is_framed"),
    [("model=GPT-5&question=Q1 Side class", True), ("question=Q1 Side class", True), ("pose=planar", False),
     ("model=GPT-5&model=Gemini 2.5 Pro&question=Q1 Side class", False)],
)  # fmt: skip
def test_the_cell_of_a_link_is_marked_on_the_map(shared, cell, is_framed):
    """A cell or mean has a frame on the map however it was opened; other selections of cases have none."""
    app = open_page("heatmaps", of_cell=cell)
    assert len(spec_of(app)["layout"].get("shapes", ())) == is_framed


def test_a_row_is_ticked_while_its_cell_is_open(shared, monkeypatch):
    """The tick of the table's row is removed when its cell is closed or another one is opened."""
    app = open_page("heatmaps")
    first = data_of(app, "heatmap").iloc[0]
    monkeypatch.setattr(tables, "read_selected_row", lambda name: 0 if name == "heatmap" else None)

    def times(of_cell):
        app.query_params["of_cell"] = of_cell
        state = app.run().session_state
        return int("forgotten-heatmap" in state and state["forgotten-heatmap"])

    own = urlencode({"model": first["row_value"], "question": first["column_value"]})
    assert times(own) == 0
    assert times(urlencode({"model": first["row_value"], "question": "Q6 Angle range"})) == 1
    assert times("") == 2


def test_a_row_without_a_mean_is_the_last_one(shared_both):
    """The best constant answer has no skill, so its row comes below all others, also among references alone."""
    app = open_page("heatmaps", benchmark="synthetic")
    assert not app.exception
    models = list(dict.fromkeys(data_of(app, "heatmap")["row_value"]))
    assert len(models) > 2
    assert models[-1] == "Best constant answer"
