"""Tests of the chart of both tilt measures: click data and the named photographs."""

import itertools

import pandas as pd
import pytest

from dashboard.pages.truth_audit.bland_altman_chart import draw_bland_altman


def rows(differences_deg, tilt_deg=40.0):
    table = pd.DataFrame({"difference_deg": differences_deg, "tilt_deg": tilt_deg})
    ids = [f"{number:03d}_T0" for number in range(len(table))]
    return table.assign(case_id=ids, tilt_imu_deg=table["tilt_deg"] - table["difference_deg"])


def named(figure):
    return {note.text: note for note in figure.layout.annotations if note.text.endswith("_T0")}


def test_the_difference_stands_over_the_mean():
    """Each mark carries its photograph and lies, within the frame, at the mean of both tilts and their difference."""
    differences = rows([2.0, -1.9, 1.0, 0.9, 0.8, 0.7])
    figure = draw_bland_altman(differences, 0.8, 1.9)
    [scatter] = figure.data
    assert list(scatter.customdata) == list(differences["case_id"])
    assert list(scatter.y) == [2.0, -1.9, 1.0, 0.9, 0.8, 0.7]
    assert list(scatter.x) == pytest.approx([39.0, 40.95, 39.5, 39.55, 39.6, 39.65])
    low, high = figure.layout.yaxis.range
    assert low < -1.9
    assert high > 2.0
    assert [note.text for note in figure.layout.annotations[-2:]] == ["equal", "median"]
    assert {shape.y0 for shape in figure.layout.shapes} == {-1.9, 0.0, 0.8}


def test_the_largest_differences_are_named_apart_from_one_another():
    """The first five photographs are named. If two are at one place, their names are on either side or in two rows."""
    notes = named(
        draw_bland_altman(rows([2.0, 1.99, 1.98, -1.9, -1.89, 0.7], [64.0, 63.9, 64.0, 40.0, 40.0, 50.0]), 0.4, 1.2)
    )
    assert sorted(notes) == [f"{number:03d}_T0" for number in range(5)]
    places = [(note.xanchor, round(note.y, 6)) for note in notes.values()]
    for anchor in ("left", "right"):
        heights = sorted(y for side, y in places if side == anchor)
        assert all(high - low > 0.1 for low, high in itertools.pairwise(heights))
