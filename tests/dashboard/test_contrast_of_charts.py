"""Tests that chart text is readable in both themes, with contrasts computed from the settings and the style."""

import re
import tomllib
from itertools import combinations
from pathlib import Path

import pytest

from core.settings import REPOSITORY
from dashboard.charts.template import CELL_TEXT_PX, LABEL_PX
from dashboard.style import theme
from dashboard.style.palette import CLASSES, NEUTRAL, PICTURE, TEXT_ON_CLASSES, VERDICTS, WORLD, WORSE
from tests.dashboard.seen import VISIONS, contrast, difference

THEMES = tomllib.loads((REPOSITORY / ".streamlit" / "config.toml").read_text())["theme"]
STYLES = (Path(theme.__file__).parent / "pages.css").read_text(encoding="utf-8")
TEXTS = ("tick", "cbaxis", "textpoint", "hovertext", "title", "legendtext", "annotation-text")
"""What Plotly calls its texts: of axes, colour bars, marks, the mouse, titles, legends and labels."""


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_text_of_charts_is_readable(name):
    """Axes, legends, labels and hover text have a contrast of at least 4.5 on the page and its fields."""
    colours = THEMES[name]
    for ground in (colours["backgroundColor"], colours["secondaryBackgroundColor"]):
        text = theme._blend_colours(ground, colours["textColor"], theme.CHART_TEXT_SHARE)
        assert contrast(text, ground) >= 4.5
    assert min(CELL_TEXT_PX, LABEL_PX) >= 12


def test_every_text_of_a_chart_has_that_colour():
    """The style covers every kind of text, and takes the tested share of the text's colour."""
    (rule,) = re.findall(r"\.js-plotly-plot :is\(g\[class\$=tick\][^}]*\}", STYLES)
    for sort in TEXTS:
        assert sort in rule, sort
    assert "fill: currentColor !important; opacity: var(--trilens-chart-text-share);" in rule


@pytest.mark.parametrize("name", ["light", "dark"])
def test_text_in_cells_is_readable_on_every_colour_of_a_scale(name):
    """The theme's text has a contrast of 4.5 on each step of every heatmap scale."""
    colours = THEMES[name]
    for scale in ("chartSequentialColors", "chartDivergingColors"):
        for step in colours[scale]:
            assert contrast(step, colours["textColor"]) >= 4.5, (scale, step)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_marks_that_mean_something_stand_out(name):
    """World, picture, worse and neutral have a contrast of three in either theme, as graphics need."""
    for colour in (WORLD, PICTURE, WORSE, NEUTRAL):
        assert contrast(colour, THEMES[name]["backgroundColor"]) >= 3.0, colour


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_is_readable_on_its_colour(name):
    """The text on a class's colour has a contrast of at least 4.5 to it."""
    assert contrast(CLASSES[name], TEXT_ON_CLASSES) >= 4.5


@pytest.mark.parametrize("name", ["light", "dark"])
def test_text_on_the_accent_is_readable(name):
    """A selected list item and an accent-coloured button use the page's background as text colour: at least 4.5."""
    colours = THEMES[name]
    assert re.search(r"stBaseButton-primary\][^{]*:is\(p, span, svg\) \{\s*color: var\(--trilens-background\);", STYLES)
    assert contrast(colours["backgroundColor"], colours["primaryColor"]) >= 4.5


def test_the_styles_have_no_colour_of_their_own():
    """All colours except the shadow of an explanation follow the theme."""
    assert set(re.findall(r"#[0-9a-f]{3,8}\b", STYLES)) == {"#0003"}


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_grounds_of_verdicts_are_told_apart_and_read(name):
    """Any two verdict backgrounds have a contrast of 1.4 and differ in every vision, even in greyscale.

    Their text has 4.5.
    """
    grounds, colours = VERDICTS[name], THEMES[name]
    for one, other in combinations(grounds.values(), 2):
        assert contrast(one, other) >= 1.4, (one, other)
        for vision in VISIONS:
            assert difference(one, other, vision) > 9, (one, other, vision)
    for ground in grounds.values():
        assert contrast(ground, colours["textColor"]) >= 4.5
        assert contrast(ground, colours["backgroundColor"]) >= 1.35


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_more_right_an_answer_the_further_its_ground_from_the_page_s(name):
    """The order of contrasts is the same in both themes, so a reader who relies on brightness learns it once."""
    page = THEMES[name]["backgroundColor"]
    against_page = [contrast(VERDICTS[name][verdict], page) for verdict in ("wrong", "foil_only", "right")]
    assert against_page == sorted(against_page)


def test_verdicts_are_drawn_on_their_grounds_only():
    """The matrix and the strips use the palette's backgrounds, and the strips use a pattern for each verdict."""
    components = REPOSITORY / "dashboard" / "components"
    matrix, strip = ((components / f"{name}.css").read_text() for name in ("answers", "verdict_strip"))
    for verdict in VERDICTS["light"]:
        assert f"var(--verdict-{verdict})" in matrix
        assert f"var(--verdict-{verdict})" in strip
        assert f"--verdict-{verdict}: {VERDICTS['dark'][verdict]};" in theme.format_background_style(VERDICTS["dark"])
    patterns = re.findall(r"^\.(right|foil_only|wrong) \{ background: (\S+?)[( ]", strip, re.MULTILINE)
    assert len({pattern for _, pattern in patterns}) == 3, "solid, stripes and dots"


@pytest.mark.parametrize("path", sorted(Path(theme.__file__).parent.glob("*.css")), ids=lambda path: path.name)
def test_no_style_has_a_tag(path):
    """Streamlit removes a whole style that contains anything like a tag, even within a string."""
    assert re.findall(r"<[\w/!]", path.read_text(encoding="utf-8")) == []
