"""Measurements as rows of the warehouse: kept by content, and never twice."""

import json

import numpy as np
import pytest
from PIL import Image

from core import measured
from core.geometry.triangle import Triangle
from core.measured import geometry_version, measure_photographs
from core.warehouse.read import open_current
from core.warehouse.rows import rectified_truths


@pytest.fixture
def blank(tmp_path):
    """A picture with nothing on it."""
    path = tmp_path / "blank.png"
    Image.fromarray(np.full((200, 300, 3), 220, np.uint8)).save(path)
    return path


def test_a_photograph_is_measured_once(tmp_path, blank, monkeypatch):
    """The second time the kept measurement is read; without a key there is nothing to measure."""
    first = measure_photographs([(blank, "k" * 24), (blank, None)], tmp_path, lambda: None)
    assert first[0]["border_status"] == "not_found"
    assert first[0]["border_reason"]
    assert first[1] == {}
    monkeypatch.setattr(measured, "measure_image", None)
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
