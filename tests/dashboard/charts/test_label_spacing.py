"""Places of labels that do not lie on one another."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.charts.label_spacing import space_labels

PLACES = st.lists(st.floats(-100, 100), min_size=1, max_size=12)


def test_labels_that_have_room_stay_where_they_are():
    """Places further apart than the gap are not moved; none gives none."""
    assert space_labels([5.0, 1.0, 3.0], 1.0) == [5.0, 1.0, 3.0]
    assert space_labels([], 1.0) == []


def test_labels_on_one_another_part_evenly():
    """Equal places part around the middle, in the order in which they are given."""
    assert space_labels([2.0, 2.0, 2.0], 1.0) == pytest.approx([1.0, 2.0, 3.0])
    assert space_labels([2.0, 2.5], 1.0) == pytest.approx([1.75, 2.75])


def test_without_room_for_the_gap_labels_share_what_there_is():
    """Between two ends that are too near the labels stand evenly from the one to the other."""
    assert space_labels([1.0, 1.0, 1.0], 10.0, 0.0, 4.0) == pytest.approx([0.0, 2.0, 4.0])


@given(PLACES, st.floats(0.1, 5))
def test_spread_labels_are_apart_in_their_order_and_within_the_ends(places, gap):
    """Labels end at least the gap apart, none overtakes another or leaves the axis, and a second go moves none."""
    found = space_labels(places, gap, -120.0, 120.0)
    ordered = sorted(range(len(places)), key=lambda number: places[number])
    steps = [found[b] - found[a] for a, b in pairwise(ordered)]
    assert all(step >= gap - 1e-6 for step in steps)
    assert all(-120.0 - 1e-6 <= place <= 120.0 + 1e-6 for place in found)
    assert space_labels(found, gap, -120.0, 120.0) == pytest.approx(found, abs=1e-6)
