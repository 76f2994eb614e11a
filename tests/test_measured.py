"""Measurements as rows of the warehouse: kept by content, and never twice."""

import json

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from core.benchmarks import tri_bench
from core.geometry.homography import (
    BOARD_CM,
    TAPE_CM,
    VIEW_MARGIN_CM,
    VIEW_PX_PER_CM,
    Homography,
    map_points,
    view_from_board,
)
from core.geometry.triangle import Triangle
from core.images import derived_path, open_upright
from core.measured import geometry_version, measure_photographs
from core.warehouse.build import build
from core.warehouse.read import open_current
from core.warehouse.rows import rectified_truths
from tests.geometry.scenes import PLACES_CM, STICKERS, TAPE, Camera, draw

CAMERA = Camera(42.0, 5.0, 25.0, 180.0)


@pytest.fixture
def blank(tmp_path):
    """A picture with nothing on it."""
    path = tmp_path / "blank.png"
    Image.fromarray(np.full((200, 300, 3), 220, np.uint8)).save(path)
    return path


def test_a_photograph_is_measured_once(tmp_path, blank):
    """The second time the kept measurement is read, whatever has become of the file; no key, nothing to measure."""
    first = measure_photographs([(blank, "k" * 24), (blank, None)], tmp_path, lambda: None)
    assert first[0]["border_status"] == "not_found"
    assert first[0]["border_reason"]
    assert first[1] == {}
    blank.unlink()
    assert measure_photographs([(blank, "k" * 24)], tmp_path, lambda: None) == first[:1]
    assert json.loads((tmp_path / f"{'k' * 24}-{geometry_version()}.json").read_text()) == first[0]


def test_rectified_truths_are_those_of_the_measured_sides():
    """Three measured sides give six answers by the same formulas; fewer, or a line, give none."""
    rows = {
        "001_P0": {"ab_rect_cm": 30.0, "bc_rect_cm": 40.0, "ca_rect_cm": 50.0},
        "001_P1": {"ab_rect_cm": 30.0, "bc_rect_cm": None, "ca_rect_cm": 50.0},
        "001_T0": {"ab_rect_cm": 30.0, "bc_rect_cm": 20.0, "ca_rect_cm": 50.0},
        "001_T1": {},
    }
    truths = list(rectified_truths(rows))
    assert {truth.photograph_id for truth in truths} == {"001_P0"}
    assert {truth.question_id: truth.value for truth in truths} == Triangle(30.0, 40.0, 50.0).answers()


def test_the_real_warehouse_holds_what_was_measured(real_settings):
    """Borders, tilts and sides of the real photographs stand in the warehouse; what is absent is null."""
    with open_current(real_settings) as warehouse:
        photographs = warehouse.table("photographs")
        truths = warehouse.table("truths")
    present = photographs[photographs["image_status"] == "present"]
    found = present[present["border_status"] == "found"]
    assert len(found) >= 0.99 * len(present)
    assert all(len(corners) == 8 for corners in found["border_px"])
    assert (found["tilt_deg"] - found["tilt_imu_deg"]).abs().max() < 3.0
    assert (found["ab_rect_cm"] - found["ab_cm"]).abs().median() < 0.6
    assert photographs[photographs["image_status"] == "absent"]["border_status"].isna().all()
    assert (truths["frame"] == "rectified").sum() >= 6 * 0.97 * len(present)


def drawn(path, change):
    """A drawn board written as a JPEG named like a photograph, after a change that takes and gives a Pillow image."""
    image = change(Image.fromarray(draw(CAMERA)))
    if isinstance(image, bytes):
        path.write_bytes(image)
    else:
        image.save(path, "PNG" if image.mode in ("RGBA", "I;16", "I") else "JPEG", quality=92)


def sixteen_bits(image):
    return Image.fromarray(np.asarray(image.convert("L"), dtype=np.uint16) * 257)


@pytest.mark.parametrize(
    ("change", "status", "border"),
    [
        (lambda image: image, "present", "found"),
        (lambda image: image.convert("RGBA"), "present", "found"),
        (lambda image: image.convert("L"), "present", "not_found"),
        (sixteen_bits, "present", "not_found"),
        (lambda image: b"", "refused", None),
        (lambda image: b"A text.", "refused", None),
        (lambda image: image.tobytes("jpeg", "RGB")[:5000], "refused", None),
    ],
    ids=["colour", "alpha", "grey", "16 bits", "empty", "text", "cut off"],
)
def test_a_build_takes_whatever_lies_in_the_folder(settings, tiny_release, change, status, border):
    """Odd photographs are measured, not found or refused with a line; every build ends, and solvers say why not."""
    drawn(tiny_release / tri_bench.IMAGES / "001_P0.jpg", change)
    result = build(settings, tiny_release)
    assert len(result.refusals) == (status == "refused")
    with open_current(settings) as warehouse:
        photograph = warehouse.table("photographs").set_index("photograph_id").loc["001_P0"]
        replies = warehouse.table("replies").set_index(["model_id", "photograph_id"])
    assert photograph["image_status"] == status
    assert photograph["border_status"] == border or (border is None and pd.isna(photograph["border_status"]))
    if status == "refused":
        assert ("homography_solver", "001_P0") not in replies.index
        return
    solved = replies.loc["homography_solver", "001_P0"]
    assert solved["status"] == ("ok" if border == "found" else "missing")
    assert isinstance(solved["error"], str) == (border != "found")
    assert isinstance(photograph["rectified_key"], str) == (border == "found")


def test_the_rectified_view_is_the_board_from_above(tmp_path):
    """The kept view shows tape where the board has tape, and the stickers at their places in centimetres."""
    path = tmp_path / "photograph.png"
    Image.fromarray(draw(CAMERA)).save(path)
    [row] = measure_photographs([(path, "k" * 24)], tmp_path, lambda: None)
    view = np.asarray(open_upright(derived_path(tmp_path, row["rectified_key"], "rectified")), dtype=float)
    size = round(VIEW_PX_PER_CM * (BOARD_CM + 2 * VIEW_MARGIN_CM))
    assert view.shape == (size, size, 3)
    homography = Homography.from_corners(np.reshape(row["border_px"], (4, 2)))
    for vertex, place_cm in PLACES_CM.items():
        seen_cm = homography.to_board(CAMERA.px([place_cm]))
        x, y = np.rint(map_points(view_from_board(VIEW_PX_PER_CM, VIEW_MARGIN_CM), seen_cm)[0]).astype(int)
        assert np.abs(view[y, x] - STICKERS[vertex]).max() < 25
    middle_of_tape = round(VIEW_PX_PER_CM * (VIEW_MARGIN_CM - TAPE_CM / 2))
    assert np.abs(view[size // 2, middle_of_tape] - TAPE).max() < 25
