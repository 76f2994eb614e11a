"""Tests of geometry on scenes with exact answers: tilts, distances, azimuths, and every object."""

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
from tests.geometry.scenes import fit_tape

pytestmark = pytest.mark.slow
"""Drawing and measuring the shared photographs takes long."""

TILTS_DEG = (0.0, 10.0, 25.0, 40.0, 55.0, 65.0)
DISTANCES_CM = (140.0, 165.0, 200.0)
OBJECT_POSITIONS_CM = ((50.0, 52.0), (72.0, 62.0))


@cache
def render_photograph(scene):
    """Decode a scene's JPEG."""
    return np.asarray(Image.open(io.BytesIO(render_jpeg(scene))))


def measure_scene(scene):
    """Measure a scene's JPEG with the focal length of its EXIF."""
    focal_px = round(scene.focal_mm) / FILM_DIAGONAL_MM * math.hypot(scene.width_px, scene.height_px)
    return measure_image(render_photograph(scene), CameraMetadata(focal_px=focal_px))


def list_sides_cm(truth):
    """Return the true AB, BC and CA."""
    return truth.triangle_3d.ab, truth.triangle_3d.bc, truth.triangle_3d.ca


@pytest.fixture(scope="module")
def cases():
    """Return scene, truth and measurement: 18 without an object, 40 with one."""
    scenes = [
        frame_scene(scene(tilt_deg=tilt, distance_cm=distance, azimuth_deg=20.0 * k, roll_deg=4.0, seed=k))
        for k, (tilt, distance) in enumerate((t, d) for t in TILTS_DEG for d in DISTANCES_CM)
    ]
    for k, name in enumerate(OBJECTS):
        for tilt in (7.0, 35.0, 50.0, 65.0):
            position_cm = OBJECT_POSITIONS_CM[k % 2]
            scenes.append(frame_scene(scene(tilt_deg=tilt, azimuth_deg=36.0 * k, object=name, object_cm=position_cm,
                                       object_turn_deg=20.0 * k, distance_cm=150.0, seed=100 + k)))  # fmt: skip
    return [(scene, compute_scene_truth(scene), measure_scene(scene)) for scene in scenes]


def test_every_border_is_found(cases):
    """No border is missed at tilts up to 65 degrees, with any object."""
    assert [(example.to_link(), m.border.reason) for example, _, m in cases if m.border.status != "found"] == []


def test_border_corners_are_within_a_pixel(cases):
    """Half of the corners are within a quarter of a pixel, and all are within one pixel."""
    errors = np.array([np.linalg.norm(m.border.corners_px - truth.corners_px, axis=1) for _, truth, m in cases])
    assert np.median(errors) < 0.25
    assert errors.max() < 1.0


def test_the_fitted_tape_has_its_true_width(cases):
    """The width is 4.8 cm to within a millimetre."""
    widths = [fit_tape(render_photograph(example), m.border.corners_px).tape_cm for example, _, m in cases]
    assert widths == pytest.approx([TAPE_CM] * len(cases), abs=0.1)


def test_tilt_and_distance_are_right(cases):
    """Tilts are right to a tenth of a degree, distances to 0.3%."""
    for example, truth, m in cases:
        assert m.tilt_deg == pytest.approx(truth.tilt_deg, abs=0.1), example.to_link()
        assert m.pose.distance_cm == pytest.approx(truth.distance_cm, rel=0.003), example.to_link()


def test_visible_stickers_are_located(cases):
    """All fully visible stickers are within a pixel, half of them within a fifth of a pixel."""
    errors = []
    for example, truth, m in cases:
        triangles = None if example.solid is None else example.camera.to_px(example.solid.triangles)
        for vertex, true_px in zip("ABC", (truth.a_px, truth.b_px, truth.c_px), strict=True):
            corners_px = example.camera.to_px(to_world_points(compute_sticker_corners_cm(example, vertex)))
            if triangles is not None and classify_polygon_occlusion(corners_px, triangles) != "none":
                continue
            assert m.stickers[vertex].status == "found", (vertex, m.stickers[vertex].reason, example.to_link())
            errors.append(math.dist(m.stickers[vertex].centre_px, true_px))
    assert len(errors) > 150
    assert np.median(errors) < 0.2
    assert max(errors) < 1.0


def test_sides_are_right_to_two_millimetres(cases):
    """Without an object, all sides are right to two millimetres, half of them to half a millimetre."""
    errors = [
        abs(found - true)
        for example, truth, m in cases
        if example.object == NO_OBJECT
        for found, true in zip(m.sides_cm, list_sides_cm(truth), strict=True)
    ]  # fmt: skip
    assert max(errors) < 0.2
    assert np.median(errors) < 0.05


def test_answers_from_measured_sides_score_nearly_everything(cases):
    """Numbers have a mean score above 0.995, and 97% of the classes are right."""
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
    """A completely hidden sticker is not detected elsewhere."""
    hiding = frame_scene(scene(object="box", object_cm=(48.0, 80.0), tilt_deg=45, distance_cm=150.0))
    assert compute_scene_truth(hiding).triangle_vertex_occlusion == "complete"
    assert measure_scene(hiding).stickers["C"].status == "not_found"
