"""Tests of the Lab page through AppTest."""

import dataclasses
import json
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from core.analyses.scene_lab import STEPS, compute_class_spans
from core.generators.photo_scenes.sampling import frame_scene, sample_photographs
from core.generators.photo_scenes.scene import TriangleScene
from core.generators.photo_scenes.truth import compute_scene_truth
from core.solvers import SOLVERS_OF_SCENES
from dashboard.pages.lab import texts
from dashboard.pages.lab.class_bands_chart import CHARACTER_PX, PHONE_PX, draw_class_bands
from dashboard.pages.lab.scene_controls import START
from dashboard.pages.lab.solver_curves_chart import PLOT_PX, draw_solver_curves
from dashboard.style.palette import get_marker_style
from tests.conftest import read_folder_state
from tests.dashboard.pages import matrix_of, open_page, text_of


@pytest.fixture(autouse=True)
def _warehouse(shared):
    """Show a dashboard of the tiny release."""


def open_lab(link=None):
    """Return the Lab with a scene in its address."""
    app = open_page("lab", **({} if link is None else {"scene": link}))
    assert not app.exception
    return app


def link_of(app):
    """Return the link in the address."""
    value = app.query_params["scene"]
    return value if isinstance(value, str) else value[0]


def scene_of(app):
    """Return the scene in the address."""
    return TriangleScene.parse_link(link_of(app))


@pytest.mark.slow
def test_the_lab_shows_a_scene_and_its_answers():
    """Without a link it shows the first scene: a sentence, both truths, three solvers, the bands, and the commands."""
    app = open_lab()
    text = text_of(app)
    assert "On the table" in text
    assert f"{texts.NUMBERS_MISLEAD}Homography solver gets 6 of 6 correct in 3D" in text
    assert list(matrix_of(app).columns)[1:3] == ["3D, on the table", "2D, in the image"]
    assert "40 requests" in text
    assert "synthesize synthetic --out sweep/set --photographs 40" in app.code[-1].value


@pytest.mark.slow
def test_a_link_restores_a_scene():
    """Every control has the value of the link's scene, and the truth is that scene's."""
    scene = frame_scene(dataclasses.replace(START, tilt_deg=62.5, azimuth_deg=-40.0, noise=2.5, object="book", seed=11))
    app = open_lab(scene.to_link())
    assert app.slider(key="lab-tilt_deg").value == 62.5
    assert app.slider(key="lab-azimuth_deg").value == -40.0
    assert app.slider(key="lab-noise").value == 2.5
    assert app.slider(key="lab-distance_cm").value == scene.distance_cm
    assert app.selectbox(key="lab-object").value == "book"
    shown = matrix_of(app)["2D, in the image"].tolist()
    assert shown[2] == f"{compute_scene_truth(scene).answers_2d['Q3']:.3f}"


def test_a_slider_changes_the_scene_and_its_link():
    """Moving the tilt puts the new scene into the address; another visitor who opens it sees the same table."""
    app = open_lab()
    app.slider(key="lab-tilt_deg").set_value(65.0).run()
    assert scene_of(app).tilt_deg == 65.0
    other = open_lab(link_of(app))
    assert matrix_of(other).equals(matrix_of(app))


@pytest.mark.slow
def test_a_class_can_be_chosen_again_and_again():
    """Another triangle of a class has that class on the table and differs from the previous one."""
    app = open_lab()
    seen = []
    for _ in range(3):
        app.selectbox(key="lab-class").set_value("isosceles, right").run()
        triangle = scene_of(app).triangle
        assert (triangle.classify_sides(), triangle.classify_angles()) == ("isosceles", "right")
        seen.append(scene_of(app).a_cm)
    assert len(set(seen)) == 3


@pytest.mark.parametrize(
    "link", ["", "1~2~3", "<b>x</b>", "x" * 5000, START.to_link().replace("~1024~768", "~4096~4096")]
)
def test_an_odd_link_gets_a_sentence(link):
    """An invalid or too large scene is reported in a sentence without markup, and the first scene is shown."""
    app = open_lab(link)
    assert "first scene" in app.warning[0].value
    assert "<b>" not in app.warning[0].value
    assert len(app.warning[0].value) < 300
    assert app.slider(key="lab-tilt_deg").value == START.tilt_deg


@pytest.mark.slow
def test_a_sweep_draws_its_curves_once():
    """The button draws the stated number of images; the curves stay with scene and range, and disappear with others."""
    app = open_lab()
    assert f"{STEPS} images of this triangle" in text_of(app)
    app.slider(key="lab-range-tilt_deg").set_value((10.0, 60.0)).run()
    app.button(key="lab-sweep").click().run()
    assert not app.exception
    assert f"{STEPS} images rendered and measured" in text_of(app)
    app.slider(key="lab-tilt_deg").set_value(50.0).run()
    assert f"{STEPS} images rendered and measured" not in text_of(app)


def test_the_commands_hold_nothing_but_a_model_s_name():
    """A name that could end the command is refused instead of being shown in one."""
    app = open_lab()
    before = len(app.code)
    app.text_input(key="lab_model").set_value("x; rm -rf ~").run()
    assert "letters, digits" in app.warning[0].value
    assert len(app.code) == before - 1


def test_read_only_visitors_may_use_all_of_it(read_only):
    """The Lab writes nothing to the disk, so read-only mode changes nothing: the data folder stays unchanged."""
    before = read_folder_state(read_only.data)
    app = open_lab()
    app.slider(key="lab-tilt_deg").set_value(30.0).run()
    app.button(key="lab-sweep").click().run()
    assert not app.exception
    assert read_folder_state(read_only.data) == before


@pytest.mark.slow
def test_a_visitor_s_sweeps_cost_no_questions(monkeypatch):
    """In read-only mode a sweep, which only solvers answer, is drawn even if no question is left."""
    monkeypatch.setenv("TRILENS_READ_ONLY", "1")
    monkeypatch.setenv("TRILENS_VISITOR_QUESTIONS", "0")
    app = open_lab()
    app.button(key="lab-sweep").click().run()
    assert not app.exception
    assert not app.error
    assert f"{STEPS} images rendered and measured" in text_of(app)


def test_bands_are_the_spans():
    """Each bar begins and ends where its class does."""
    spans = compute_class_spans(START)
    bars = json.loads(draw_class_bands(spans, 45.0).to_json())["data"]
    ends = [(bar["base"][0], bar["base"][0] + bar["x"][0]) for bar in bars]
    assert np.allclose(ends, spans[["from_deg", "to_deg"]].to_numpy())


def names_of(figure):
    """Return each class name's left and right end on a telephone, by its row."""
    in_bars = [(bar.y[0], bar.base[0] + bar.x[0] / 2, bar.text[0]) for bar in figure.data if bar.text[0]]
    above = [(note.ay, note.ax, note.text) for note in figure.layout.annotations]
    reach = 80 / PHONE_PX * CHARACTER_PX / 2
    found = {}
    for row, middle, name in in_bars + above:
        found.setdefault(row, []).append((middle - reach * len(name), middle + reach * len(name)))
    return {row: sorted(ends) for row, ends in found.items()}


@pytest.mark.slow
def test_every_span_has_its_name_and_no_two_overlap():
    """For random triangles and directions: as many names as spans, no overlaps, and none outside the chart."""
    for scene in [START, *(shot.scene for shot in sample_photographs(48, seed=3) if shot.condition == "T0")]:
        spans = compute_class_spans(scene)
        rows = names_of(draw_class_bands(spans, scene.tilt_deg))
        assert sum(map(len, rows.values())) == len(spans)
        for ends in rows.values():
            assert 0 <= ends[0][0] < ends[-1][1] <= 80
            assert all(before[1] <= after[0] for before, after in pairwise(ends))


def test_a_narrow_span_is_named_above_the_bar():
    """A span of one degree has its name above it with a line to its middle; its wide neighbours have theirs inside."""
    spans = pd.DataFrame({"question_id": "Q2", "value": ["acute", "right", "obtuse"], "from_deg": [0.0, 40.0, 41.0],
                          "to_deg": [40.0, 41.0, 80.0]})  # fmt: skip
    figure = draw_class_bands(spans, 10.0)
    (note,) = figure.layout.annotations
    assert (note.text, note.x, note.ax) == ("right", 40.5, 40.5)
    assert note.ay > note.y > figure.data[1].y[0]
    assert [bar.text[0] for bar in figure.data] == ["acute", "", "obtuse"]


def test_curves_have_both_frames_of_each_solver():
    """3D is a solid line with filled marks, 2D a dotted one with open marks; both look as elsewhere, and are named."""
    rows = pd.DataFrame({"value": [0, 1], "model_id": "image_plane_solver", "label": "One", "score": [90.0, None],
                         "foil_score": [80.0, 70.0]})  # fmt: skip
    figure = draw_solver_curves(rows, "Tilt")
    world, picture = figure.data
    assert (world.line.dash, picture.line.dash) == ("solid", "dot")
    look = get_marker_style("image_plane_solver", {"image_plane_solver": "reference"})
    assert (world.marker.symbol, picture.marker.symbol) == (look.shape, f"{look.shape}-open")
    assert world.line.color == picture.line.color == look.colour
    assert [note.text for note in figure.layout.annotations] == ["<i>One, 3D</i>", "<i>One, 2D</i>"]
    assert picture.y.tolist() == [80.0, 70.0]


def test_the_names_of_curves_stand_at_their_ends():
    """Each name is no further from its line's end than its neighbours require, and the axis ends with the lines."""
    rows = pd.DataFrame([
        {"value": value, "model_id": model_id, "label": SOLVERS_OF_SCENES[model_id].model.display_name, "score": score,
         "foil_score": foil_score}
        for model_id, score, foil_score in (("homography_solver", 100.0, 50.0), ("image_plane_solver", 39.0, 100.0),
                                            ("noisy_image_plane_solver", 37.0, 87.0))
        for value in (0.0, 70.0)
    ] + [{"value": 80.0, "model_id": "homography_solver", "label": "Homography solver"}])  # fmt: skip
    figure = draw_solver_curves(rows, "Tilt")
    assert figure.layout.xaxis.range == (0.0, 70.0)
    ends = [trace.y[1] for trace in figure.data]
    low, high = figure.layout.yaxis.range
    off_px = [
        abs(note.y - end) / (high - low) * PLOT_PX for note, end in zip(figure.layout.annotations, ends, strict=True)
    ]
    assert len(off_px) == 6
    assert max(off_px) < 20
