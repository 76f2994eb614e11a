"""Tests of the Tilt page through AppTest."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.dashboard.pages import data_of, open_page, opened, text_of


def test_tilt_without_measured_photographs_has_a_way_out(shared):
    """If no tilt was measured, the page counts the photographs and explains why it is empty."""
    app = open_page("tilt")
    assert "12 photographs fit these filters, 12 of them without a measured tilt" in text_of(app)
    assert any(button.label == "Clear all filters" for button in app.button)


@pytest.mark.slow
def test_tilt_shows_bands_and_both_measures(tilted):
    """Every band of every model is in the table, 3D and 2D, and the accelerometer is compared."""
    app = open_page("tilt")
    text = text_of(app)
    assert "12 photographs." in text
    assert "without a measured tilt" not in text
    assert "Too few triangles" in text
    bands = data_of(app, "tilt")
    assert set(bands["tilt"]) == {"0–10°", "10–20°", "40–50°", "50–60°"}
    assert len(bands) == 2 * 4 * 7
    audit = open_page("truth_audit")
    assert "differ by 1.50° (median)" in text_of(audit)
    worst = data_of(audit, "tilts")
    assert len(worst) == 12


@pytest.mark.slow
def test_tilt_by_question_and_filtered(tilted):
    """By question there are lines for six questions and the solvers; a filter narrows the bands."""
    app = open_page("tilt")
    app.segmented_control(key="lines").set_value("question").run()
    assert not app.exception
    assert len(data_of(app, "tilt")) == 2 * 4 * (6 + 2)
    opened(app).multiselect(key="tilt").set_value(["40–50°"]).run()
    assert len(data_of(app, "tilt")) == 2 * (6 + 2)
    assert "3 photographs." in text_of(app)
    app.toggle(key="references").set_value(False).run()
    assert len(data_of(app, "tilt")) == 2 * 6


def _many_panels():
    import streamlit as st

    from dashboard.pages.tilt.line_styles import LineStyle
    from dashboard.pages.tilt.small_multiples import _choose_panels

    lines = {f"run {number}": LineStyle(f"Model {number}", "#111111") for number in range(40)}
    st.text(",".join(_choose_panels(list(lines), lines)))


def test_of_many_models_the_best_have_panels_and_others_are_added():
    """With forty lines the first eight have a panel, the page says so, and a chosen one is added to them."""
    app = AppTest.from_function(_many_panels).run()
    best = [f"run {number}" for number in range(8)]
    assert app.text[0].value.split(",") == best
    assert app.multiselect(key="more_panels").placeholder.startswith("8 of 40 shown")
    app.multiselect(key="more_panels").set_value(["run 30"]).run()
    assert app.text[0].value.split(",") == [*best, "run 30"]
    assert "9 of 40 shown." in text_of(app)
