"""The text of charts is readable in both themes: contrasts computed from the settings and the style."""

import re
import tomllib

import pytest

from core.settings import REPOSITORY
from dashboard import theme
from dashboard.charts.palette import CLASSES, NEUTRAL, PICTURE, TEXT_ON_CLASSES, WORLD, WORSE
from dashboard.charts.template import CELL_TEXT_PX, LABEL_PX
from tests.dashboard.seen import contrast

THEMES = tomllib.loads((REPOSITORY / ".streamlit" / "config.toml").read_text())["theme"]
TEXTS = ("tick", "cbaxis", "textpoint", "hovertext", "title", "legendtext", "annotation-text")
"""What Plotly calls its texts: of axes, colour bars, marks, the mouse, titles, legends and labels."""


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_text_of_charts_is_readable(name):
    """Axes, legends, labels and what the mouse shows have a contrast of 4.5 and more on the page and its fields."""
    colours = THEMES[name]
    for ground in (colours["backgroundColor"], colours["secondaryBackgroundColor"]):
        text = theme._mixed(ground, colours["textColor"], theme.CHART_TEXT_SHARE)
        assert contrast(text, ground) >= 4.5
    assert min(CELL_TEXT_PX, LABEL_PX) >= 12


def test_every_text_of_a_chart_has_that_colour():
    """The style names every sort of text, and takes the share of the text's colour that is tested."""
    for sort in TEXTS:
        assert sort in theme._CHART_TEXT, sort
    assert f"opacity: {theme.CHART_TEXT_SHARE}" in theme._CHART_TEXT
    assert "currentColor !important" in theme._CHART_TEXT


@pytest.mark.parametrize("name", ["light", "dark"])
def test_text_in_cells_is_readable_on_every_colour_of_a_scale(name):
    """The theme's text has a contrast of 4.5 on each step of every scale of heatmaps."""
    colours = THEMES[name]
    for scale in ("chartSequentialColors", "chartDivergingColors"):
        for step in colours[scale]:
            assert contrast(step, colours["textColor"]) >= 4.5, (scale, step)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_marks_that_mean_something_stand_out(name):
    """World, picture, worse and neutral have a contrast of three on either theme, as graphics need."""
    for colour in (WORLD, PICTURE, WORSE, NEUTRAL):
        assert contrast(colour, THEMES[name]["backgroundColor"]) >= 3.0, colour


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_is_readable_on_its_colour(name):
    """The text on a class's colour has a contrast of at least 4.5 to it."""
    assert contrast(CLASSES[name], TEXT_ON_CLASSES) >= 4.5


@pytest.mark.parametrize("name", ["light", "dark"])
def test_text_on_the_accent_is_readable(name):
    """What is chosen in a list, and a button of the accent's colour, have the page's ground as text: 4.5 and more."""
    colours = THEMES[name]
    style = theme._ON_ACCENT.format(background=colours["backgroundColor"])
    assert f"color: {colours['backgroundColor']};" in style
    assert contrast(colours["backgroundColor"], colours["primaryColor"]) >= 4.5


def test_the_style_has_no_colour_of_its_own():
    """The text of charts follows the theme."""
    assert not re.search(r"#[0-9a-f]{3,6}", theme._CHART_TEXT)
