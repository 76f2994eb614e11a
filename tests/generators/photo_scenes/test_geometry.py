"""Geometry on scenes with exact answers: tilts, distances, azimuths, and every object."""

import io
import math
from functools import cache

import numpy as np
import pytest
from PIL import Image

from core.generators.photo_scenes.camera import to_world_points
from core.generators.photo_scenes.occlusion import classify_polygon_occlusion
from core.generators.photo_scenes.render import render_jpeg
from core.generators.photo_scenes.sampling import frame_scene
from core.generators.photo_scenes.scene import NO_OBJECT, OBJECTS
from core.generators.photo_scenes.table import compute_sticker_corners_cm
from core.generators.photo_scenes.truth import compute_scene_truth
from core.geometry.board_measurement import measure_image
from core.geometry.camera_metadata import FILM_DIAGONAL_MM, CameraMetadata
from core.geometry.homography import TAPE_CM
from core.geometry.triangle import Triangle
from core.records import TRIANGLE_QUESTIONS
from core.scoring.metrics import compute_score
from tests.generators.photo_scenes.scenes import scene
from tests.geometry.scenes import fitted

pytestmark = pytest.mark.slow
"""What the tests share takes long: photographs that are drawn or made worse, and measured."""

TILTS_DEG = (0.0, 10.0, 25.0, 40.0, 55.0, 65.0)
DISTANCES_CM = (140.0, 165.0, 200.0)
OBJECT_PLACES = ((50.0, 52.0), (72.0, 62.0))


@cache
def picture(one):
    """Decode a scene's JPEG."""
    return np.asarray(Image.open(io.BytesIO(render_jpeg(one))))


def measured(one):
    """Measure a scene's JPEG with the focal length of its EXIF."""
    focal_px = round(one.focal_mm) / FILM_DIAGONAL_MM * math.hypot(one.width_px, one.height_px)
    return measure_image(picture(one), CameraMetadata(focal_px=focal_px))


def sides_cm(truth):
    """Return the true AB, BC and CA."""
    return truth.triangle_3d.ab, truth.triangle_3d.bc, truth.triangle_3d.ca


@pytest.fixture(scope="module")
def cases():
    """Scene, truth and measurement: 18 without an object, 40 with one."""
    scenes = [
        frame_scene(scene(tilt_deg=tilt, distance_cm=distance, azimuth_deg=20.0 * k, roll_deg=4.0, seed=k))
        for k, (tilt, distance) in enumerate((t, d) for t in TILTS_DEG for d in DISTANCES_CM)
    ]
    for k, name in enumerate(OBJECTS):
        for tilt in (7.0, 35.0, 50.0, 65.0):
            place = OBJECT_PLACES[k % 2]
            scenes.append(frame_scene(scene(tilt_deg=tilt, azimuth_deg=36.0 * k, object=name, object_cm=place,
                                       object_turn_deg=20.0 * k, distance_cm=150.0, seed=100 + k)))  # fmt: skip
    return [(one, compute_scene_truth(one), measured(one)) for one in scenes]


def test_every_border_is_found(cases):
    """With tilts up to 65 degrees and every object, no border is missed."""
    assert [(one.to_link(), m.border.reason) for one, _, m in cases if m.border.status != "found"] == []


def test_border_corners_are_right_within_a_pixel(cases):
    """Half of the corners are within a quarter of a pixel, and all within one pixel."""
    errors = np.array([np.linalg.norm(m.border.corners_px - truth.corners_px, axis=1) for _, truth, m in cases])
    assert np.median(errors) < 0.25
    assert errors.max() < 1.0


def test_the_tape_has_its_width(cases):
    """The fitted width of the tape is 4.8 cm to within a millimetre."""
    widths = [fitted(picture(one), m.border.corners_px).tape_cm for one, _, m in cases]
    assert widths == pytest.approx([TAPE_CM] * len(cases), abs=0.1)


def test_tilt_and_distance_are_right(cases):
    """Tilts are recovered to a tenth of a degree, distances to a third of a per cent."""
    for one, truth, m in cases:
        assert m.tilt_deg == pytest.approx(truth.tilt_deg, abs=0.1), one.to_link()
        assert m.pose.distance_cm == pytest.approx(truth.distance_cm, rel=0.003), one.to_link()


def test_visible_stickers_are_located(cases):
    """Fully visible stickers are found, half of them within a fifth of a pixel, all within one."""
    errors = []
    for one, truth, m in cases:
        triangles = None if one.solid is None else one.camera.to_px(one.solid.triangles)
        for vertex, true_px in zip("ABC", (truth.a_px, truth.b_px, truth.c_px), strict=True):
            corners_px = one.camera.to_px(to_world_points(compute_sticker_corners_cm(one, vertex)))
            if triangles is not None and classify_polygon_occlusion(corners_px, triangles) != "none":
                continue
            assert m.stickers[vertex].status == "found", (vertex, m.stickers[vertex].reason, one.to_link())
            errors.append(math.dist(m.stickers[vertex].centre_px, true_px))
    assert len(errors) > 150
    assert np.median(errors) < 0.2
    assert max(errors) < 1.0


def test_sides_are_right_to_millimetres(cases):
    """Without an object the triangle's sides come back to two millimetres, half of them to half a millimetre."""
    errors = [
        abs(found - true)
        for one, truth, m in cases
        if one.object == NO_OBJECT
        for found, true in zip(m.sides_cm, sides_cm(truth), strict=True)
    ]  # fmt: skip
    assert max(errors) < 0.2
    assert np.median(errors) < 0.05


def test_the_ceiling_scores_nearly_everything(cases):
    """Answers from the measured sides reach a mean score of 0.995 for numbers, and name 97 % of the classes."""
    numbers, classes = [], []
    for _, truth, m in cases:
        if None in m.sides_cm:
            continue
        answers = Triangle(*m.sides_cm).compute_answers()
        for question in TRIANGLE_QUESTIONS:
            scores = classes if question.kind == "class" else numbers
            scores.append(
                compute_score(question, answers[question.question_id], truth.answers_3d[question.question_id])
            )
    assert len(numbers) > 150
    assert np.mean(numbers) > 0.995
    assert np.mean(classes) > 0.97


def test_hidden_sticker_is_not_detected():
    """A completely hidden sticker is not detected anywhere else."""
    hiding = frame_scene(scene(object="box", object_cm=(48.0, 80.0), tilt_deg=45, distance_cm=150.0))
    assert compute_scene_truth(hiding).triangle_vertex_occlusion == "complete"
    assert measured(hiding).stickers["C"].status == "not_found"
