"""Tests of sticker detection on generated scenes with exactly known centres, among objects of the same colours."""

import numpy as np
import pytest

from core.geometry.sticker_detection import find_stickers
from tests.geometry.scenes import POSITIONS_CM, STICKERS, TABLE, Camera, draw

STRAIGHT, TILTED, STEEP = Camera(6.0), Camera(45.0, -5.0, 33.0, 170.0), Camera(68.0, 0.0, 25.0, 190.0)


def make_square(x, y, size):
    half = size / 2
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


@pytest.mark.parametrize("camera", [STRAIGHT, TILTED, STEEP], ids=["straight", "tilted", "steep"])
def test_centres_are_within_a_third_of_a_pixel(camera):
    """With a known board, all three centres are also within two millimetres."""
    stickers = find_stickers(draw(camera), camera.homography)
    for vertex, position_cm in POSITIONS_CM.items():
        assert stickers[vertex].status == "found", stickers[vertex].reason
        assert stickers[vertex].centre_px == pytest.approx(tuple(camera.px([position_cm])[0]), abs=0.33)
        assert stickers[vertex].centre_cm == pytest.approx(position_cm, abs=0.2)


def test_stickers_are_found_without_the_board():
    """Without a homography, centres are in pixels only."""
    stickers = find_stickers(draw(TILTED))
    for vertex, position_cm in POSITIONS_CM.items():
        assert stickers[vertex].status == "found", stickers[vertex].reason
        assert stickers[vertex].centre_px == pytest.approx(tuple(TILTED.px([position_cm])[0]), abs=0.5)
        assert stickers[vertex].centre_cm is None


@pytest.mark.slow
@pytest.mark.parametrize("with_board", [True, False])
def test_stickers_of_a_large_photograph_are_in_its_own_pixels(with_board):
    """At three times the pixels, centres are within a pixel, with and without the board."""
    camera = Camera(45.0, -5.0, 33.0, 170.0, focal_px=2574.0, width_px=3072, height_px=2304)
    stickers = find_stickers(draw(camera), camera.homography if with_board else None)
    for vertex, position_cm in POSITIONS_CM.items():
        assert stickers[vertex].status == "found", stickers[vertex].reason
        assert stickers[vertex].centre_px == pytest.approx(tuple(camera.px([position_cm])[0]), abs=1.0)


@pytest.mark.parametrize("vertex", list("ABC"))
def test_a_sticker_next_to_the_tape_is_found(vertex):
    """A sticker half a centimetre from the tape is separated from it, also the yellow one."""
    places = {**POSITIONS_CM, vertex: (60.0, 2.0)}
    sticker = find_stickers(draw(TILTED, places), TILTED.homography)[vertex]
    assert sticker.status == "found", sticker.reason
    assert sticker.centre_cm == pytest.approx((60.0, 2.0), abs=0.3)


@pytest.mark.parametrize("with_board", [True, False])
def test_a_missing_sticker_is_not_found(with_board):
    """A missing sticker has a reason, and the others are found."""
    places = {"A": POSITIONS_CM["A"], "C": POSITIONS_CM["C"]}
    stickers = find_stickers(draw(TILTED, places), TILTED.homography if with_board else None)
    assert [stickers[vertex].status for vertex in "ABC"] == ["found", "not_found", "found"]
    assert "yellow" in stickers["B"].reason
    assert stickers["B"].centre_px is None


def test_objects_of_sticker_colours_are_ignored():
    """Books, an apple, a strip and a coloured cube do not distract the detection."""
    cube = [
        (make_square(60 + 1.9 * i, 55 + 1.9 * j, 1.6), STICKERS["ABC"[(i + j) % 3]]) for i in range(3) for j in range(3)
    ]
    angle = np.linspace(0, 2 * np.pi, 30)
    apple = np.column_stack([30 + 4 * np.cos(angle), 60 + 4 * np.sin(angle)])
    marks = [
        ([(10, 50), (25, 50), (25, 72), (10, 72)], STICKERS["C"]),
        ([(75, 60), (95, 60), (95, 74), (75, 74)], STICKERS["A"]),
        (apple, STICKERS["A"]),
        ([(40, 30), (55, 30), (55, 31), (40, 31)], STICKERS["B"]),
        (make_square(61.9, 56.9, 6.5), (20, 20, 20)),
        *cube,
    ]
    stickers = find_stickers(draw(TILTED, marks=marks), TILTED.homography)
    for vertex, position_cm in POSITIONS_CM.items():
        assert stickers[vertex].centre_cm == pytest.approx(position_cm, abs=0.2)


def test_duplicate_stickers_are_rejected():
    """If there are two red stickers, neither is chosen."""
    image = draw(STRAIGHT, marks=[(make_square(80, 60, 3.0), STICKERS["A"])])
    sticker = find_stickers(image, STRAIGHT.homography)["A"]
    assert sticker.status == "not_found"
    assert "more than one" in sticker.reason


@pytest.mark.parametrize("with_board", [True, False])
def test_an_empty_image_has_no_stickers(with_board):
    """A uniform image gives three reasons and no error."""
    image = np.full((768, 1024, 3), TABLE, dtype=np.uint8)
    stickers = find_stickers(image, STRAIGHT.homography if with_board else None)
    assert all(sticker.status == "not_found" and sticker.reason for sticker in stickers.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    "light",
    [(0.75, 0.92, 1.1), (1.1, 0.92, 0.7), (0.4, 0.4, 0.4), (0.45, 0.4, 0.32)],
    ids=["cold", "warm", "dark", "dusk"],
)
@pytest.mark.parametrize("with_board", [True, False])
def test_stickers_are_found_in_any_light(light, with_board):
    """All three stickers are found under a cold sky, under a warm lamp, in a dark room and at dusk."""
    image = np.clip(np.rint(draw(TILTED) * np.array(light)), 0, 255).astype(np.uint8)
    stickers = find_stickers(image, TILTED.homography if with_board else None)
    for vertex, position_cm in POSITIONS_CM.items():
        assert stickers[vertex].status == "found", stickers[vertex].reason
        assert stickers[vertex].centre_px == pytest.approx(TILTED.px([position_cm])[0], abs=1.0)


def add_half_shadow(image, light, angle_deg=30.0):
    """Return the image with a soft-edged shadow over half of it; `light` is the remaining share of each colour."""
    y, x = np.indices(image.shape[:2])
    angle = np.radians(angle_deg)
    into_px = (x - image.shape[1] / 2) * np.cos(angle) + (y - image.shape[0] / 2) * np.sin(angle)
    shade = (1 + np.tanh(into_px / 15.0)) / 2
    return np.clip(np.rint(image * (1 - shade[..., None] * (1 - np.array(light)))), 0, 255).astype(np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize("light", [(0.5, 0.5, 0.5), (0.42, 0.44, 0.46)], ids=["half", "deep and cold"])
@pytest.mark.parametrize("angle_deg", [30.0, 120.0, 210.0, 300.0])
def test_a_shadow_does_not_hide_the_stickers(light, angle_deg):
    """A shadow over any half of the board does not move the stickers."""
    stickers = find_stickers(add_half_shadow(draw(TILTED), light, angle_deg), TILTED.homography)
    for vertex, position_cm in POSITIONS_CM.items():
        assert stickers[vertex].status == "found", stickers[vertex].reason
        assert stickers[vertex].centre_px == pytest.approx(TILTED.px([position_cm])[0], abs=1.0)


@pytest.mark.parametrize("deviation", [12.0, 20.0, 28.0])
def test_noise_does_not_hide_the_stickers(deviation):
    """In a noisy image all three stickers are within a pixel."""
    stickers = find_stickers(draw(TILTED, noise=deviation), TILTED.homography)
    for vertex, position_cm in POSITIONS_CM.items():
        assert stickers[vertex].status == "found", stickers[vertex].reason
        assert stickers[vertex].centre_px == pytest.approx(TILTED.px([position_cm])[0], abs=1.0)


def test_patch_on_a_black_book_is_not_a_sticker():
    """A wide black object is not a shadow, so a red square on it is not the red sticker."""
    places = {vertex: POSITIONS_CM[vertex] for vertex in "BC"}
    marks = [(make_square(60, 55, 26), (22, 22, 22)), (make_square(60, 55, 3), STICKERS["A"])]
    stickers = find_stickers(draw(TILTED, places, marks=marks), TILTED.homography)
    assert [stickers[vertex].status for vertex in "ABC"] == ["not_found", "found", "found"]
