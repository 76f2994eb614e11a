"""Tests of the truth of a user's photograph, and of the warnings about it."""

import numpy as np
import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from core.geometry.border import find_border
from core.geometry.camera_metadata import CameraMetadata
from core.geometry.sticker_detection import find_stickers
from core.inference.image_views import LoadedPhotograph
from dashboard.pages.ask.measured_truth import CORNERS, VERTICES, build_subject
from dashboard.widgets.truth_source import describe_truth_source
from tests.dashboard.pages import drawn
from tests.geometry.scenes import Camera, draw

CAMERA = Camera(25.0, 3.0, turn_deg=12.0, distance_cm=170.0)


def own_subject(height_cm, has_exif):
    """Return a drawn photograph of a frame of 100 cm x `height_cm`, measured like an upload."""
    pixels = draw(CAMERA, board_cm=(100.0, height_cm))
    facts = CameraMetadata(CAMERA.focal_px if has_exif else None)
    border = find_border(pixels, facts)
    assert border.status == "found", border.reason
    stickers = find_stickers(pixels, border.homography)
    points = dict(zip(CORNERS, (tuple(corner) for corner in border.corners_px.tolist()), strict=True))
    points |= {vertex: stickers[vertex].centre_px for vertex in VERTICES}
    scene = LoadedPhotograph(Image.fromarray(pixels), facts)
    return build_subject("own-1", scene, "", points, points, border.residual_px)


def shown(subject):
    """Return the app's section on the uncertainty of the truth, run alone."""

    def part():
        import streamlit as st

        from dashboard.pages.ask.measured_truth import show_uncertainty

        show_uncertainty(st.session_state["subject"])

    app = AppTest.from_function(part)
    app.session_state["subject"] = subject
    return app.run()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("height_cm", "has_exif", "words"),
    [(100.0, True, []), (95.0, True, ["5.3% off a square"]), (100.0, False, ["a rectangle can pass for a square"])],
)
def test_what_speaks_against_a_square_is_said(shared, height_cm, has_exif, words):
    """A square with EXIF has no warning; a frame of 100 x 95 cm and an image without EXIF have one each."""
    app = shown(own_subject(height_cm, has_exif))
    assert not app.exception
    assert len(app.warning) == len(words)
    for warning, word in zip(app.warning, words, strict=True):
        assert word in warning.value


def test_the_sides_of_a_frame_that_is_no_square_are_unsure(shared):
    """The uncertainty of the sides of a frame of 100 x 95 cm is about their difference from the truth."""
    square, frame = own_subject(100.0, True).measured, own_subject(95.0, True).measured
    errors_cm = np.abs(np.subtract(frame.sides_cm, square.sides_cm))
    assert errors_cm.max() > 1.5
    assert (errors_cm < 2 * np.array(frame.sides_sd_cm)).all()
    assert max(square.sides_sd_cm) < 1.5 < max(frame.sides_sd_cm)


def draw_board(row):
    """Run the board of a photograph without answers; return the app and the texts of the board's legend."""

    def part():
        import streamlit as st

        from dashboard.pages.ask.answers_view import as_frame
        from dashboard.pages.cases import board_view

        board_view.show(st.session_state["row"], as_frame([]), "data:image/jpeg;base64,")

    app = AppTest.from_function(part)
    app.session_state["row"] = row
    app.run()
    assert not app.exception
    (board,) = drawn(app, "photograph")
    return app, [entry["text"] for entry in board["legend"]]


def test_the_board_names_the_truth_only_where_there_is_one(shared):
    """A user's photograph has a measured triangle and no truth; a scene's is exact, a benchmark's as it states."""
    own = own_subject(100.0, True).row
    app, legend = draw_board(own)
    assert describe_truth_source(own) is None
    assert legend == ["from the photo"]
    assert [option for option in app.pills(key="rectified").options if option.startswith("True")] == []
    sides = {"ab_cm": 50.0, "bc_cm": 66.0, "ca_cm": 55.0}
    for benchmark_id, known in (("synthetic", "exact"), ("tri_bench", "by tape"), ("mine", "as published")):
        app, legend = draw_board({**own, **sides, "benchmark_id": benchmark_id})
        assert legend == [known, "from the photo"]
        assert f"True, {known}" in app.pills(key="rectified").options
        assert f"Solid: {known}." in app.caption[0].value
