"""Tests of measuring a photograph: a generated scene with and without EXIF, and files that are not images."""

import math

import numpy as np
import pytest
from PIL import Image

from core.errors import ImageError
from core.geometry.board_measurement import measure_image
from core.photographs.measurements import measure_photograph
from tests.geometry.scenes import POSITIONS_CM, TABLE, Camera, draw

CAMERA = Camera(42.0, 5.0, 25.0, 180.0)
TRUE_CM = [math.dist(POSITIONS_CM[a], POSITIONS_CM[b]) for a, b in ("AB", "BC", "CA")]


def save_photograph(tmp_path, image, focal_mm=None):
    exif = Image.Exif()
    if focal_mm is not None:
        exif.get_ifd(0x8769)[0xA405] = focal_mm
    path = tmp_path / "photograph.jpg"
    Image.fromarray(image).save(path, quality=92, exif=exif)
    return path


def test_a_generated_triangle_is_measured_to_two_millimetres(tmp_path):
    """Sides, tilt and distance of a generated photograph are recovered from its file alone."""
    measured = measure_photograph(save_photograph(tmp_path, draw(CAMERA), focal_mm=29))
    assert measured.border.status == "found", measured.border.reason
    assert measured.sides_cm == pytest.approx(TRUE_CM, abs=0.15)
    assert measured.tilt_deg == pytest.approx(42.0, abs=0.2)
    assert measured.pose.distance_cm == pytest.approx(180.0, rel=0.01)
    assert measured.tilt_imu_deg is None


def test_a_photograph_without_exif_has_sides_but_no_pose(tmp_path):
    """Border, stickers and sides are measured."""
    measured = measure_photograph(save_photograph(tmp_path, draw(CAMERA)))
    assert measured.sides_cm == pytest.approx(TRUE_CM, abs=0.15)
    assert (measured.pose, measured.tilt_deg, measured.tilt_imu_deg) == (None, None, None)


def test_hidden_sticker_removes_its_two_sides():
    """If B is hidden only CA is measured; the other sides are None."""
    image = draw(CAMERA, {vertex: POSITIONS_CM[vertex] for vertex in "AC"})
    assert measure_image(image).sides_cm == (None, None, pytest.approx(TRUE_CM[2], abs=0.15))


def test_an_empty_table_has_no_measurements():
    """Without border and stickers there is a reason, and everything else is None."""
    measured = measure_image(np.full((768, 1024, 3), TABLE, dtype=np.uint8))
    assert measured.border.reason
    assert measured.sides_cm == (None, None, None)
    assert measured.pose is None


@pytest.mark.parametrize("content", [b"", b"This is a text.", b"\xff\xd8\xff\xe0broken"])
def test_invalid_image_file_is_rejected(tmp_path, content):
    """An empty file, a text and a broken image named .jpg raise an error."""
    path = tmp_path / "photograph.jpg"
    path.write_bytes(content)
    with pytest.raises(ImageError):
        measure_photograph(path)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "CMYK"])
def test_all_image_modes_are_handled(tmp_path, mode):
    """Grey, alpha, palette and CMYK images are measured without an error."""
    path = tmp_path / ("photograph.jpg" if mode == "CMYK" else "photograph.png")
    Image.fromarray(draw(CAMERA)).convert(mode).save(path, quality=95)
    measured = measure_photograph(path)
    assert measured.border.status == ("not_found" if mode == "L" else "found"), measured.border.reason
