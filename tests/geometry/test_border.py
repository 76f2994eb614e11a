"""Tests of border detection on generated scenes with exactly known corners, and on images without a border."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from core.geometry.border import find_border
from core.geometry.border_candidates import _detect_edge_points, compute_tape_channels
from core.geometry.camera_metadata import CameraMetadata
from core.geometry.homography import BOARD_CM, BOARD_CORNERS_CM, TAPE_CM
from tests.geometry.scenes import FLOOR, TABLE, TAPE, Camera, compute_corner_distance_px, draw, fit_tape

STRAIGHT = Camera(7.0, 3.0, distance_cm=140.0)
TILTED = Camera(45.0, -6.0, 38.0, distance_cm=175.0)
STEEP = Camera(68.0, 2.0, 30.0, distance_cm=190.0)
PORTRAIT = Camera(50.0, 4.0, 20.0, distance_cm=230.0, width_px=768, height_px=1024)
CAMERAS = {"straight": STRAIGHT, "tilted": TILTED, "steep": STEEP, "portrait": PORTRAIT}


def make_camera_metadata(camera, tilt_deg=None):
    tilt = math.radians(camera.tilt_deg if tilt_deg is None else tilt_deg)
    return CameraMetadata(camera.focal_px, np.array([0.0, math.sin(tilt), math.cos(tilt)]))


def make_disc(x, y, radius):
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return np.column_stack([x + radius * np.cos(angle), y + radius * np.sin(angle)])


def convert_to_jpeg(image, quality=85):
    return np.ascontiguousarray(cv2.imdecode(cv2.imencode(".jpg", image[..., ::-1], [1, quality])[1], 1)[..., ::-1])


@pytest.mark.slow
@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)
def test_corners_are_within_a_fifth_of_a_pixel(camera):
    """This holds for straight, tilted, steep and portrait images, with and without JPEG compression."""
    image = draw(camera)
    for picture in (image, convert_to_jpeg(image)):
        border = find_border(picture, make_camera_metadata(camera))
        assert border.status == "found", border.reason
        assert compute_corner_distance_px(border.corners_px, camera.px(BOARD_CORNERS_CM)) < 0.2
        assert border.residual_px < 0.5
        assert min(border.side_support) > 0.9
        assert fit_tape(picture, border.corners_px).tape_cm == pytest.approx(TAPE_CM, abs=0.1)


@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)
def test_border_is_detected_without_exif(camera):
    """Detection needs nothing but the image."""
    border = find_border(draw(camera))
    assert border.status == "found", border.reason
    assert compute_corner_distance_px(border.corners_px, camera.px(BOARD_CORNERS_CM)) < 0.2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("marks", "tolerance_px"),
    [
        ([(make_disc(20, -2, 4), (255, 255, 255)), (make_disc(70, 102, 5), (255, 255, 255))], 0.3),
        ([(make_disc(0, 0, 15), (60, 60, 62))], 0.6),
        ([(make_disc(100, 0, 15), TAPE), (make_disc(0, 100, 9), (250, 250, 250))], 0.6),
        ([([(30, -9), (75, -9), (75, 20), (30, 20)], (110, 30, 40))], 0.6),
        ([([(-55, 10), (-20, 10), (-20, 90), (-55, 90)], (150, 112, 62))], 0.3),
        ([([(-59, -35), (159, -35), (159, -20), (-59, -20)], (120, 82, 45))], 0.3),
    ],
    ids=["burnt-out lamps", "object on a corner", "brown and white on corners", "object on a side", "stool", "wood"],
)
@pytest.mark.parametrize("camera", [STRAIGHT, TILTED], ids=["straight", "tilted"])
def test_disturbances_do_not_move_the_corners(camera, marks, tolerance_px):
    """Reflections, hidden corners and sides, and other brown objects do not move the corners."""
    border = find_border(draw(camera, marks=marks), make_camera_metadata(camera))
    assert border.status == "found", border.reason
    assert compute_corner_distance_px(border.corners_px, camera.px(BOARD_CORNERS_CM)) < tolerance_px


@pytest.mark.parametrize("gain", [(0.35, 0.35, 0.35), (1.1, 1.0, 0.75), (0.8, 0.95, 1.15)], ids=["dim", "warm", "cold"])
def test_lighting_does_not_matter(gain):
    """A dim room, a warm lamp and a cold sky do not change the corners."""
    image = np.clip(draw(TILTED) * np.array(gain), 0, 255).astype(np.uint8)
    border = find_border(image, make_camera_metadata(TILTED))
    assert border.status == "found", border.reason
    assert compute_corner_distance_px(border.corners_px, TILTED.px(BOARD_CORNERS_CM)) < 0.3


@pytest.mark.slow
@pytest.mark.parametrize("factor", [0.5, 2, 3])
def test_image_size_does_not_matter(factor):
    """The same scene at half, two and three times the pixels has the same corners in its own pixels."""
    camera = replace(
        TILTED, width_px=int(1024 * factor), height_px=int(768 * factor), focal_px=TILTED.focal_px * factor
    )  # fmt: skip
    border = find_border(draw(camera), make_camera_metadata(camera))
    assert border.status == "found", border.reason
    assert compute_corner_distance_px(border.corners_px, camera.px(BOARD_CORNERS_CM)) < 0.3 * max(factor, 1)


def make_empty_table():
    return np.full((768, 1024, 3), TABLE, dtype=np.uint8)


def make_noise():
    return np.random.default_rng(0).integers(0, 256, (768, 1024, 3), dtype=np.uint8)


def make_wood():
    rng = np.random.default_rng(0)
    planks = np.repeat(rng.uniform(0.8, 1.15, 16), 64)[:, None] * np.ones((1, 768))
    grain = cv2.GaussianBlur(rng.normal(0, 1, (768, 1024)), (0, 0), sigmaX=40, sigmaY=1)
    brightness = planks.T * (1 + grain / grain.std() * 0.1)
    return np.clip(brightness[..., None] * np.array([150, 110, 62]), 0, 255).astype(np.uint8)


def make_curtain():
    x = np.arange(1024)
    folds = 0.75 + 0.25 * np.sin(x / 17.0)
    return np.clip(np.ones((768, 1, 1)) * folds[None, :, None] * np.array([205, 190, 165]), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("picture", [make_empty_table, make_noise, make_wood, make_curtain])
def test_image_without_a_border_has_a_reason(picture):
    """An empty table, noise, wood and a curtain are not detected, with a reason."""
    border = find_border(picture())
    assert (border.status, border.homography, border.corners_px) == ("not_found", None, None)
    assert border.reason


@pytest.mark.parametrize("shape", [(10, 10, 3), (63, 500, 3), (1, 1, 3)])
def test_tiny_image_is_rejected(shape):
    """An image too small for tape is not detected; the reason has its size."""
    assert f"{shape[1]} x {shape[0]}" in find_border(np.zeros(shape, dtype=np.uint8)).reason


@pytest.mark.parametrize("camera", [STRAIGHT, TILTED], ids=["straight", "tilted"])
def test_three_sides_are_not_enough(camera):
    """A border with a whole side painted over is not found."""
    marks = [([(-9, -9), (109, -9), (109, 1), (-9, 1)], TABLE)]
    assert find_border(draw(camera, marks=marks), make_camera_metadata(camera)).status == "not_found"


@pytest.mark.parametrize("with_exif", [True, False])
@pytest.mark.parametrize("height_cm", [75.0, 88.0])
def test_rectangle_is_rejected(with_exif, height_cm):
    """A taped rectangle is rejected by its shape if the focal length is known, and by its tape otherwise."""
    image = draw(STRAIGHT, board_cm=(100.0, height_cm), positions_cm={})
    border = find_border(image, CameraMetadata(STRAIGHT.focal_px) if with_exif else None)
    assert border.status == "not_found"
    assert "square" in border.reason


def test_wrong_tape_width_is_rejected():
    """A square of 6 cm strips is rejected, because the tape's outer edge is not where it must be."""
    marks = [([(-6, -6), (106, -6), (106, 106), (-6, 106)], TAPE), ([(0, 0), (100, 0), (100, 100), (0, 100)], TABLE)]
    border = find_border(draw(STRAIGHT, marks=marks), make_camera_metadata(STRAIGHT))
    assert border.status == "not_found"
    assert "cm wide" in border.reason or "only one edge" in border.reason


def test_edge_of_a_brown_plate_is_rejected():
    """A white square on brown wood has inner edges only and is rejected."""
    marks = [
        ([(-59, -59), (159, -59), (159, 159), (-59, 159)], TAPE),
        ([(0, 0), (100, 0), (100, 100), (0, 100)], TABLE),
    ]
    assert find_border(draw(STRAIGHT, marks=marks), make_camera_metadata(STRAIGHT)).status == "not_found"


def make_joints(tile_cm, width_cm, shift_cm=0.0):
    """Return brown joints of a square-tiled floor, one tile on the board; all rows but one are shifted right."""
    pitch = tile_cm + width_cm
    rows = [-width_cm + pitch * i for i in range(-1, 4)]
    level = [([(-59, y), (159, y), (159, y + width_cm), (-59, y + width_cm)], TAPE) for y in rows]
    upright = []
    for row, top in enumerate(rows):
        for left in (-width_cm + shift_cm * (row != 1) + pitch * i for i in range(-3, 5)):
            if -59 < left < 159 - width_cm:
                box = [(left, top), (left + width_cm, top), (left + width_cm, top + pitch), (left, top + pitch)]
                upright.append((box, TAPE))
    everything = [([(-59, -59), (159, -59), (159, 159), (-59, 159)], TABLE)]
    return everything + level + upright


@pytest.mark.slow
@pytest.mark.parametrize("camera", [STRAIGHT, TILTED, STEEP], ids=["straight", "tilted", "steep"])
@pytest.mark.parametrize(
    ("tile_cm", "width_cm", "shift_cm"),
    [(BOARD_CM, TAPE_CM, 0.0), (BOARD_CM, TAPE_CM, 50.0), (45.0, 45.0 * TAPE_CM / BOARD_CM, 0.0)],
    ids=["tiles of a metre", "tiles in bond", "tiles of 45 cm"],
)
def test_tiled_floor_is_rejected(camera, tile_cm, width_cm, shift_cm):
    """Brown joints with the proportions of the tape are rejected, because they continue past the corners."""
    border = find_border(draw(camera, {}, marks=make_joints(tile_cm, width_cm, shift_cm)), make_camera_metadata(camera))
    assert border.status == "not_found"


@pytest.mark.parametrize("beyond_cm", [(25.0, 0.0, 0.0, 0.0), (6.0, 6.0, 6.0, 6.0)], ids=["one", "all a little"])
def test_overlong_tape_is_accepted(beyond_cm):
    """One tape a hand's width too long, or all tapes slightly too long, do not move the border."""
    whole = BOARD_CM + TAPE_CM
    ends = [
        [(whole, -TAPE_CM), (whole + beyond_cm[0], -TAPE_CM), (whole + beyond_cm[0], 0), (whole, 0)],
        [(BOARD_CM, whole), (whole, whole), (whole, whole + beyond_cm[1]), (BOARD_CM, whole + beyond_cm[1])],
        [
            (-TAPE_CM, whole),
            (-TAPE_CM - beyond_cm[2], whole),
            (-TAPE_CM - beyond_cm[2], BOARD_CM),
            (-TAPE_CM, BOARD_CM),
        ],
        [(-TAPE_CM, -TAPE_CM), (-TAPE_CM, -TAPE_CM - beyond_cm[3]), (0, -TAPE_CM - beyond_cm[3]), (0, -TAPE_CM)],
    ]
    border = find_border(draw(STRAIGHT, marks=[(end, TAPE) for end in ends]), make_camera_metadata(STRAIGHT))
    assert border.status == "found", border.reason
    assert compute_corner_distance_px(border.corners_px, STRAIGHT.px(BOARD_CORNERS_CM)) < 0.3


def test_accelerometer_can_reject_a_border():
    """A border whose tilt is far from the accelerometer's is rejected, with the difference as reason."""
    border = find_border(draw(TILTED), make_camera_metadata(TILTED, tilt_deg=TILTED.tilt_deg - 5.0))
    assert border.status == "not_found"
    assert "5.0 degrees off the accelerometer" in border.reason


def test_wrong_focal_length_is_rejected():
    """With twice the true focal length the board is not a square and is not detected."""
    border = find_border(draw(TILTED), CameraMetadata(2 * TILTED.focal_px))
    assert border.status == "not_found"
    assert "focal length" in border.reason


def test_corner_outside_the_image_is_found():
    """A corner slightly outside the image is the intersection of its two sides."""
    camera = replace(TILTED, distance_cm=152.0)
    true_px = camera.px(BOARD_CORNERS_CM)
    assert 5 < true_px[:, 1].max() - camera.height_px < 30
    border = find_border(draw(camera), make_camera_metadata(camera))
    assert border.status == "found", border.reason
    assert compute_corner_distance_px(border.corners_px, true_px) < 0.5


def test_floor_only_image_has_no_border():
    """An image of only the floor has no border."""
    assert find_border(np.full((768, 1024, 3), FLOOR, dtype=np.uint8)).status == "not_found"


def test_memory_layout_does_not_matter():
    """The edge points are bit-identical at any memory alignment of the image."""
    yellow, _ = compute_tape_channels(draw(STRAIGHT, noise=6.0))
    found = set()
    for shift in range(16):
        memory = np.empty(yellow.size + 16, dtype=np.float32)
        moved = memory[shift : shift + yellow.size].reshape(yellow.shape)
        moved[...] = yellow
        points = _detect_edge_points(moved)
        found.add((points.position.tobytes(), points.direction.tobytes()))
    assert len(found) == 1
