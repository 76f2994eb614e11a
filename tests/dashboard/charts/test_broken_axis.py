"""Tests of an axis that leaves out empty ranges: order, distances and labels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.pages.tilt.broken_axis import BREAK_DEG, EMPTY_DEG, build_broken_axis

ROOM_DEG = 2.5
TILTS = st.lists(st.floats(0, 90), min_size=1, max_size=40)


def test_without_a_long_empty_stretch_every_tilt_stands_at_its_number():
    """Without a long empty range the axis is an ordinary one, from before the first mark to after the last."""
    axis = build_broken_axis([3.0, 14.0, 25.0], ROOM_DEG)
    assert axis.cuts == ()
    assert axis.map_tilts([0.0, 7.5]).tolist() == [0.0, 7.5]
    assert axis.build_layout(10)["range"] == [0.5, 27.5]
    assert axis.build_layout(10)["ticktext"] == ["10°", "20°"]
    assert axis.draw_breaks("x", 0.0, 1.0) == []


def test_an_empty_stretch_becomes_a_break():
    """Between 10 and 40 degrees, everything but the space beside the marks shrinks to the break and has no label."""
    axis = build_broken_axis([10.0, 40.0], ROOM_DEG)
    assert axis.cuts == ((12.5, 37.5),)
    assert axis.map_tilts([10.0, 12.5, 37.5, 40.0]).tolist() == pytest.approx([10.0, 12.5, 15.5, 18.0])
    assert axis.build_layout(10)["ticktext"] == ["10°", "40°"]
    stripe, strokes = axis.draw_breaks("x", 0.0, 1.0)
    assert (stripe["x0"], stripe["x1"], strokes["xanchor"]) == pytest.approx((12.5, 15.5, 14.0))


@given(TILTS)
def test_tilts_keep_their_order_and_what_is_near_its_distance(tilts):
    """For any marks, tilts keep their order, neighbours up to the limit their distance, and none lies in a break."""
    axis, ordered = build_broken_axis(tilts, ROOM_DEG), sorted(tilts)
    apart, drawn = np.diff(ordered), np.diff(axis.map_tilts(ordered))
    near = apart <= EMPTY_DEG
    assert drawn[near] == pytest.approx(apart[near], abs=1e-9)
    assert drawn[~near] == pytest.approx(2 * ROOM_DEG + BREAK_DEG)
    assert not any(start < tilt < end for tilt in tilts for start, end in axis.cuts)
