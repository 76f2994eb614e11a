"""Tests of the sentence on how well published numbers are reproduced."""

import pandas as pd
import pytest

from core.analyses.reproduction import describe_reproduction, format_checked_values


def rows(*figures):
    """Return rows of the query `reproduction`: decimals (None for all), difference, whether reproduced."""
    frame = pd.DataFrame(figures, columns=["decimals", "difference", "is_reproduced"])
    return frame.assign(computed=1.0)


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        ([(1, 0.04, True), (None, 2e-13, True)], "2 of 2 published numbers are reproduced exactly"),
        ([(1, 0.04, True)], "1 of 1 published numbers are reproduced exactly"),
        (
            [(1, 0.04, True), (None, 2e-3, True)],
            "2 of 2 published numbers are reproduced, printed ones to the last digit, unrounded ones within 0.002",
        ),
        ([(1, 0.4, False), (1, 0.0, True)], "1 of 2 published numbers are reproduced"),
    ],
)
def test_figures_without_a_difference_are_exact(figures, expected):
    """Printed figures may differ by rounding and unrounded ones by the last bits; anything more is stated."""
    assert describe_reproduction(rows(*figures)) == expected


def test_without_answers_nothing_is_reproduced():
    """If no figure can be computed, the sentence states why."""
    frame = rows((1, float("nan"), False)).assign(computed=float("nan"))
    assert describe_reproduction(frame) == "No published number of 1 can be computed, because no answers exist"


def test_checked_values_state_the_computed_figure_only_if_it_differs():
    """A reproduced figure has a check mark; a figure that cannot be computed has no text."""
    frame = pd.DataFrame(
        [(75.3, 75.304, 1, True), (75.3, 74.9, 1, False), (64.321, 64.321, None, True), (3.0, None, 0, False)],
        columns=["published", "computed", "decimals", "is_reproduced"],
    )
    assert list(format_checked_values(frame)) == ["75.3 ✓", "75.3 → 74.9", "64.32 ✓", None]
