"""Tests of regions and boxes in the cells of a table."""

import numpy as np
import pytest

from core.benchmarks.choice.cells import CellError
from core.benchmarks.choice.coordinate_truths import read_box, read_region
from core.benchmarks.choice.open_rows import guess_type
from core.question_types.points import PointType
from core.question_types.regions import build_polygon_region, parse_region

SIZE = (200, 100)
LEFT = [[20, 10], [60, 10], [60, 50], [20, 50]]
RIGHT = [[100, 10], [140, 10], [140, 50], [100, 50]]
OVERLAP = [[40, 10], [80, 10], [80, 50], [40, 50]]


def flatten(ring):
    return [number for point in ring for number in point]


@pytest.mark.parametrize(("cell", "inside", "outside"), [
    (LEFT, [(40, 30)], [(80, 30)]),
    (flatten(LEFT), [(40, 30)], [(80, 30)]),
    ([flatten(LEFT)], [(40, 30)], [(80, 30)]),
    ([flatten(LEFT), flatten(RIGHT)], [(40, 30), (120, 30)], [(80, 30), (120, 60)]),
    ([flatten(LEFT), flatten(RIGHT[:3])], [(40, 30), (130, 30)], [(105, 45), (80, 30)]),
    ([LEFT, RIGHT], [(40, 30), (120, 30)], [(80, 30)]),
    ([LEFT, OVERLAP], [(30, 30), (50, 30), (70, 30)], [(90, 30)]),
    ([LEFT, LEFT], [(40, 30)], [(80, 30)]),
    ([20, 10, 60, 50], [(21, 11), (59, 49)], [(61, 30), (40, 51)]),
    ([[20, 10, 60, 50]], [(40, 30)], [(61, 30)]),
    ("[20, 10, 60, 50]", [(40, 30)], [(61, 30)]),
])  # fmt: skip
def test_every_form_of_a_region_is_read(cell, inside, outside):
    """A polygon, COCO's flat lists, the union of several parts, and a box are regions."""
    region = parse_region(read_region("region", cell, SIZE))
    points = np.array([*inside, *outside]) / SIZE
    assert region.contains(points).tolist() == [True] * len(inside) + [False] * len(outside)


def test_a_box_may_be_given_by_width_and_height():
    """With --xywh the last two numbers are width and height."""
    region = parse_region(read_region("region", [20, 10, 40, 40], SIZE, is_xywh=True))
    assert region.contains(np.array([(0.25, 0.45), (0.35, 0.3)])).tolist() == [True, False]


@pytest.mark.parametrize("cell", [
    [1, 2, 3], [[10, 10], [20, 20]], [1, 2, 3, 4, 5], [[10, 10, 20], [1, 2, 3]], [60, 50, 20, 10],
    [10, 10, 20, 20, 900, 20],
])  # fmt: skip
def test_invalid_regions_raise(cell):
    """Incomplete coordinates, two points, swapped corners and vertices outside the image are not a region."""
    with pytest.raises(CellError):
        read_region("region", cell, SIZE)


def test_a_list_of_a_single_box_is_a_box():
    """A list that contains a single box is read as that box."""
    assert read_box("answer", [[20, 10, 60, 50]], SIZE) == read_box("answer", [20, 10, 60, 50], SIZE)
    assert [guess_type([[20, 10, 60, 50]]), guess_type([flatten(LEFT)])] == ["box", "point"]


@pytest.mark.parametrize(("width", "height"), [(0.003, 0.003), (0.5, 0.002), (0.01, 0.001), (1e-4, 1e-4)])
def test_small_polygons_have_an_area_and_a_centre(width, height):
    """A polygon smaller than a grid cell is not empty, and its centre is inside."""
    left, top = 0.41234, 0.71234
    ring = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
    truth = build_polygon_region([ring])
    region = parse_region(truth)
    assert PointType("inside").find_problem(truth) is None
    assert region.area == pytest.approx(width * height, rel=0.1)
    assert region.contains(np.array([region.centre])).all()
    assert region.depth == pytest.approx(min(width, height) / 2, rel=0.1)
    assert region.compute_distances(np.array([region.centre, (left - 0.1, top)])) == pytest.approx([0, 0.1], abs=0.01)


def test_a_polygon_without_area_is_empty():
    """Three points on a line enclose no area."""
    truth = build_polygon_region([[(0.1, 0.1), (0.2, 0.2), (0.3, 0.3)]])
    assert PointType("inside").find_problem(truth) == "the region is empty"


def test_a_region_is_the_union_of_its_parts():
    """A point in two overlapping parts is inside, and the area counts the overlap once."""
    region = parse_region(
        build_polygon_region([[(0, 0), (0.5, 0), (0.5, 1), (0, 1)], [(0.25, 0), (0.75, 0), (0.75, 1), (0.25, 1)]])
    )
    assert region.contains(np.array([(0.4, 0.5)])).all()
    assert region.area == pytest.approx(0.75, abs=0.01)
