"""Tests of Compare's panel on the gap between two scores, through AppTest."""

import numpy as np

from core.analyses.score_gap import GapPart, ScoreGap
from dashboard.pages.compare.score_gap_chart import draw_score_gap
from tests.dashboard.pages import open_page, opened, text_of


def test_the_panel_explains_the_gap_once_opened(shared):
    """A closed panel shows nothing; an open one names the model as the factor, and lists the cases that change."""
    app = open_page("compare", first="GPT-5", second="Gemini 2.5 Pro")
    assert "changes by" not in text_of(app)
    app = opened(app)
    assert not app.exception
    assert "score 3D changes by" in text_of(app)
    assert "model" in text_of(app)
    assert "Nothing else that the warehouse knows differs" in text_of(app)
    assert "always about score 3D" in text_of(
        opened(open_page("compare", frame="2D", first="GPT-5", second="Gemini 2.5 Pro"))
    )


def test_bars_lead_from_one_score_to_the_other():
    """Each bar starts where the last ended; names are escaped."""
    nan = float("nan")
    parts = (GapPart("extraction", 6.0, 4.0, 8.0, ("a",)), GapPart("cases asked", -2.0, nan, nan, ()))
    figure = draw_score_gap(ScoreGap("A<b>", "B", 40.0, 44.0, parts, 20))
    bars, scores = figure.data
    np.testing.assert_allclose(bars.base, [40.0, 46.0])
    np.testing.assert_allclose(np.add(bars.base, bars.x), [46.0, 44.0])
    assert list(scores.x) == [40.0, 44.0]
    assert "95% CI" in bars.hovertext[0]
    assert "95% CI" not in bars.hovertext[1]


def test_a_bar_leads_to_its_cases_if_it_changes_any():
    """The mark of a bar is its factor; a bar without cases has none."""
    parts = (GapPart("extraction", 6.0, 4.0, 8.0, ("a",)), GapPart("cases asked", -2.0, 0.0, 0.0, ()))
    bars, _ = draw_score_gap(ScoreGap("A", "B", 40.0, 44.0, parts, 20)).data
    assert list(bars.customdata) == ["extraction", None]


def test_a_published_score_is_compared_with_the_first_run(shared):
    """Until a score is entered the panel says what to do; then its sentence links to the publication."""
    app = opened(open_page("compare", first="GPT-5", second="Gemini 2.5 Pro"))
    app.segmented_control(key="gap_scored_by").set_value("published").run()
    assert "Enter the published score" in text_of(app)
    app.number_input(key="gap_published").set_value(80.0).run()
    assert not app.exception
    assert "to the publication (80.0%)" in text_of(app)
    assert "the publication's own replies" in text_of(app)
