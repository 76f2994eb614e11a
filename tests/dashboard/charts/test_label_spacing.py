"""Tests of label positions that do not overlap."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.charts.label_spacing import space_labels

PLACES = st.lists(st.floats(-100, 100), min_size=1, max_size=12)


def test_labels_that_have_room_stay_where_they_are():
    """Positions further apart than the gap are not moved; an empty list stays empty."""
    assert space_labels([5.0, 1.0, 3.0], 1.0) == [5.0, 1.0, 3.0]
    assert space_labels([], 1.0) == []


def test_labels_on_one_another_part_evenly():
    """Equal positions spread around their middle, in the order given."""
    assert space_labels([2.0, 2.0, 2.0], 1.0) == pytest.approx([1.0, 2.0, 3.0])
    assert space_labels([2.0, 2.5], 1.0) == pytest.approx([1.75, 2.75])


def test_without_room_for_the_gap_labels_share_what_there_is():
    """Between two ends that are too close together, the labels are spaced evenly from one to the other."""
    assert space_labels([1.0, 1.0, 1.0], 10.0, 0.0, 4.0) == pytest.approx([0.0, 2.0, 4.0])


@given(PLACES, st.floats(0.1, 5))
def test_spread_labels_are_apart_in_their_order_and_within_the_ends(places, gap):
    """Labels end at least the gap apart, keep their order and stay on the axis, and a second pass moves none."""
    found = space_labels(places, gap, -120.0, 120.0)
    ordered = sorted(range(len(places)), key=lambda number: places[number])
    steps = [found[b] - found[a] for a, b in pairwise(ordered)]
    assert all(step >= gap - 1e-6 for step in steps)
    assert all(-120.0 - 1e-6 <= place <= 120.0 + 1e-6 for place in found)
    assert space_labels(found, gap, -120.0, 120.0) == pytest.approx(found, abs=1e-6)
