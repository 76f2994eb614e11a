"""The Overview page through AppTest."""

from core.analyses.published import FIGURE_TITLES
from dashboard.parts import reproduction
from tests.dashboard.pages import open_page, text_of


def test_the_overview_says_who_is_best_from_the_data(shared):
    """The findings name the models and figures that the warehouse gives."""
    text = text_of(open_page("overview"))
    assert "Gemini 2.5 Pro reads the triangles best" in text
    assert "The best fixed answer, which never looks" in text


def test_the_overview_shows_every_published_table(shared):
    """Each part of the paper has its tables, computed, published, as difference and with n."""
    app = open_page("overview")
    titles = []
    for part in reproduction.PARTS:
        app.segmented_control(key="paper_part").set_value(part).run()
        titles += [title.value for title in app.subheader]
        seen = []
        for column in reproduction.COLUMNS:
            app.segmented_control(key="reproduction_view").set_value(column).run()
            assert not app.exception
            seen.append(app.table[-1].value.to_csv())
        assert len(set(seen)) > 1
    # Figure 2 is published by the release's result tables only, which the tiny release lacks.
    assert titles == [title for figure_id, title in FIGURE_TITLES.items() if figure_id != "kappa_by_condition"]
