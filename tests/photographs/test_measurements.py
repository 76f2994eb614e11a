"""Tests of measurements of photographs, from their files to the warehouse."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from core.benchmarks.triangles import dataset_facts
from core.benchmarks.triangles.benchmark_data import compute_rectified_truths
from core.geometry.homography import (
    BOARD_CM,
    TAPE_CM,
    VIEW_MARGIN_CM,
    VIEW_PX_PER_CM,
    Homography,
    compute_view_from_board,
    map_points,
)
from core.geometry.triangle import Triangle
from core.photographs.derived_images import derive_images
from core.photographs.load_image import load_upright_image
from core.photographs.measurements import MeasuredPhotograph
from core.photographs.web_copies import get_derived_path
from core.warehouse.build import build
from core.warehouse.read import open_current
from tests.geometry.scenes import POSITIONS_CM, STICKERS, TAPE, Camera, draw
from tests.tiny_release import write_tiny_release

CAMERA = Camera(42.0, 5.0, 25.0, 180.0)


def test_rectified_truths_follow_from_the_measured_sides():
    """Three measured sides give six answers; fewer sides, or a flat triangle, give none."""
    measured = {
        "001_P0": MeasuredPhotograph("found", sides_cm=(30.0, 40.0, 50.0)),
        "001_P1": MeasuredPhotograph("found", sides_cm=(30.0, None, 50.0)),
        "001_T0": MeasuredPhotograph("found", sides_cm=(30.0, 20.0, 50.0)),
        "001_T1": MeasuredPhotograph("not_found"),
    }
    truths = list(compute_rectified_truths(measured))
    assert {truth.case_id for truth in truths} == {"001_P0"}
    assert {truth.question_id: truth.value for truth in truths} == Triangle(30.0, 40.0, 50.0).compute_answers()


WHOLE = MeasuredPhotograph(
    "found",
    corners_px=((1.25, 2.0), (30.0, 2.5), (31.0, 40.0), (1 / 3, 41.0)),
    border_residual_px=0.2,
    border_support=0.9,
    tilt_deg=41.5,
    distance_cm=151.0,
    sides_cm=(30.0, 40.0, 50.0),
    stickers_px=((1.5, 2.5), (3.5, 4.5), (5.5, 0.1 + 0.2)),
    rectified_key="k",
)


@pytest.mark.parametrize(
    "measured",
    [
        WHOLE,
        MeasuredPhotograph("not_found", "too dark"),
        replace(WHOLE, sides_cm=(30.0, None, None), stickers_px=((1.5, 2.5), None, None)),
    ],
    ids=["whole", "nothing", "one sticker"],
)
def test_measurements_round_trip_as_json(measured):
    """The stored record is restored to the last bit."""
    assert MeasuredPhotograph.parse_json(measured.to_json()) == measured


def test_sides_are_returned_only_if_all_three_are_known():
    """All sides and stickers are returned only if all three were measured."""
    assert WHOLE.all_sides_cm == (30.0, 40.0, 50.0)
    assert WHOLE.all_stickers_px == ((1.5, 2.5), (3.5, 4.5), (5.5, 0.1 + 0.2))
    partial = replace(WHOLE, sides_cm=(30.0, None, 50.0), stickers_px=((1.5, 2.5), (3.5, 4.5), None))
    assert partial.all_sides_cm is None
    assert partial.all_stickers_px is None


def test_the_real_warehouse_has_the_measurements(real_workspace):
    """Borders, tilts and sides of the real photographs are in the warehouse; missing ones are null."""
    with open_current(real_workspace) as warehouse:
        photographs = warehouse.load_table("photographs")
        truths = warehouse.load_table("truths")
    present = photographs[photographs["image_status"] == "present"]
    found = present[present["border_status"] == "found"]
    assert len(found) >= 0.99 * len(present)
    assert all(len(corners) == 8 for corners in found["border_px"])
    assert (found["tilt_deg"] - found["tilt_imu_deg"]).abs().max() < 3.0
    assert (found["ab_rect_cm"] - found["ab_cm"]).abs().median() < 0.6
    assert photographs[photographs["image_status"] == "absent"]["border_status"].isna().all()
    assert (truths["frame"] == "rectified").sum() >= 6 * 0.97 * len(present)


def write_board(path, change):
    """Write a drawn board as a JPEG or PNG after a change of the Pillow image."""
    image = change(Image.fromarray(draw(CAMERA)))
    if isinstance(image, bytes):
        path.write_bytes(image)
    else:
        image.save(path, "PNG" if image.mode in ("RGBA", "I;16", "I") else "JPEG", quality=92)


def convert_to_16_bits(image):
    return Image.fromarray(np.asarray(image.convert("L"), dtype=np.uint16) * 257)


ODD_PHOTOGRAPHS = {
    "colour": ("001_P0", lambda image: image, "present", "found"),
    "alpha": ("001_P1", lambda image: image.convert("RGBA"), "present", "found"),
    "grey": ("001_T0", lambda image: image.convert("L"), "present", "not_found"),
    "16 bits": ("001_T1", convert_to_16_bits, "present", "not_found"),
    "empty": ("002_P0", lambda image: b"", "refused", None),
    "text": ("002_P1", lambda image: b"A text.", "refused", None),
    "cut off": ("002_T0", lambda image: image.tobytes("jpeg", "RGB")[:5000], "refused", None),
}
"""Photograph, change of the drawn board, expected image status and border status, by kind."""


@pytest.fixture(scope="module")
def odd_warehouse(fill_once):
    """Build a warehouse of a release with one photograph of each odd kind."""

    def fill(workspace):
        release = write_tiny_release(workspace.data.parent / "release")
        for case_id, change, _, _ in ODD_PHOTOGRAPHS.values():
            write_board(release / dataset_facts.IMAGES / f"{case_id}.jpg", change)
        build(workspace, release)

    with open_current(fill_once("odd", fill)) as warehouse:
        yield warehouse


@pytest.mark.parametrize("kind", ODD_PHOTOGRAPHS)
def test_build_handles_odd_photographs(odd_warehouse, kind):
    """Odd photographs are measured, not found, or rejected with a reason, and solvers give the reason."""
    case_id, _, status, border = ODD_PHOTOGRAPHS[kind]
    photograph = odd_warehouse.load_table("photographs").set_index("photograph_id").loc[case_id]
    replies = odd_warehouse.load_table("replies").set_index(["model_id", "photograph_id"])
    refusals = odd_warehouse.load_table("refusals")
    assert (refusals["source"] + refusals["location"]).str.contains(case_id).sum() == (status == "refused")
    assert photograph["image_status"] == status
    assert photograph["border_status"] == border or (border is None and pd.isna(photograph["border_status"]))
    if status == "refused":
        assert ("homography_solver", case_id) not in replies.index
        return
    solved = replies.loc["homography_solver", case_id]
    assert solved["status"] == ("ok" if border == "found" else "missing")
    assert isinstance(solved["error"], str) == (border != "found")
    assert isinstance(photograph["rectified_key"], str) == (border == "found")


@pytest.mark.slow
def test_the_rectified_view_shows_the_board_at_its_positions(tmp_path):
    """The stored view has tape and stickers at their positions in centimetres."""
    path = tmp_path / "photograph.png"
    Image.fromarray(draw(CAMERA)).save(path)
    [image] = derive_images([path], tmp_path, lambda: None)
    view = np.asarray(
        load_upright_image(get_derived_path(tmp_path, image.measured.rectified_key, "rectified")), dtype=float
    )
    size = round(VIEW_PX_PER_CM * (BOARD_CM + 2 * VIEW_MARGIN_CM))
    assert view.shape == (size, size, 3)
    homography = Homography.build_from_corners(image.measured.corners_px)
    for vertex, place_cm in POSITIONS_CM.items():
        measured_cm = homography.to_board(CAMERA.px([place_cm]))
        x, y = np.rint(map_points(compute_view_from_board(VIEW_PX_PER_CM, VIEW_MARGIN_CM), measured_cm)[0]).astype(int)
        assert np.abs(view[y, x] - STICKERS[vertex]).max() < 25
    middle_of_tape = round(VIEW_PX_PER_CM * (VIEW_MARGIN_CM - TAPE_CM / 2))
    assert np.abs(view[size // 2, middle_of_tape] - TAPE).max() < 25
