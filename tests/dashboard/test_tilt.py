"""The Tilt page through AppTest."""

from tests.dashboard.pages import open_page, text_of


def test_tilt_without_measured_photographs_has_a_way_out(shared):
    """Where no tilt was measured the page counts the photographs and says why there is nothing."""
    app = open_page("tilt")
    assert "12 photographs fit these filters, 12 of them without a measured tilt" in text_of(app)
    assert any(button.label == "Clear all filters" for button in app.button)


def test_tilt_shows_bands_and_both_measures(tilted):
    """Every band of every model is in the table, 3D and 2D, and the accelerometer is compared."""
    app = open_page("tilt")
    text = text_of(app)
    assert "12 photographs, 0 without a measured tilt" in text
    assert "Too few triangles" in text
    assert "differ by 1.50° in the median" in text
    bands = app.dataframe[0].value
    assert set(bands["tilt"]) == {"0–10°", "10–20°", "40–50°", "50–60°"}
    assert len(bands) == 2 * 4 * 7
    worst = app.dataframe[1].value
    assert len(worst) == 12


def test_tilt_by_question_and_filtered(tilted):
    """By question there are lines for six questions and the solvers; a filter narrows the bands."""
    app = open_page("tilt")
    app.segmented_control(key="lines").set_value("question").run()
    assert not app.exception
    assert len(app.dataframe[0].value) == 2 * 4 * (6 + 2)
    app.multiselect(key="tilt").set_value(["40–50°"]).run()
    assert len(app.dataframe[0].value) == 2 * (6 + 2)
    assert "3 photographs, 0 without a measured tilt" in text_of(app)
    app.toggle(key="references").set_value(False).run()
    assert len(app.dataframe[0].value) == 2 * 6
