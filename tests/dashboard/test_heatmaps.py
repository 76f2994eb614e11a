"""The Heatmaps page through AppTest."""

import pytest

from tests.dashboard.pages import open_page


@pytest.mark.parametrize("measure", ["kappa_3d", "difference", "skill", "nearer_2d", "unreadable"])
def test_heatmaps_of_any_two_factors(full, measure):
    """Every pair of factors gives a grid for every measure."""
    app = open_page("heatmaps")
    app.segmented_control(key="measure").set_value(measure).run()
    options = app.selectbox(key="rows").options
    for rows in range(0, len(options), 3):
        app.selectbox(key="rows").select_index(rows)
        app.selectbox(key="columns").select_index((rows + 4) % len(options)).run()
        assert not app.exception
    app.selectbox(key="panels").select_index(3).run()
    assert not app.exception


def test_the_same_factor_twice_is_a_diagonal(full):
    """A factor against itself is drawn and does not fail."""
    app = open_page("heatmaps")
    app.selectbox(key="rows").select_index(1)
    app.selectbox(key="columns").select_index(1).run()
    assert not app.exception
