"""Tests of repeats on pages: the section on Robustness and the strip of a case."""

import pytest

from core.analyses.run_variants import FACETS
from dashboard.pages.robustness import repeats_texts as texts
from tests.dashboard.pages import data_of, open_page, opened, text_of


@pytest.fixture
def repeated(workspace, tiny_release, monkeypatch):
    """Return the app on the tiny release with two passes and a mirrored run of a model."""
    from core.warehouse.build import build
    from tests.warehouse.test_run_designs import write_pass

    write_pass(workspace, "mine-1", [0] * 12)
    write_pass(workspace, "mine-2", [0] * 6 + [3] * 6)
    write_pass(workspace, "mine-m", [1] * 12, view="mirrored")
    build(workspace, tiny_release)


@pytest.mark.slow
def test_robustness_has_the_sentence_chart_and_tables(repeated):
    """The section names the model and the difference; its tables have every design, and the measures of lmms-eval."""
    app = open_page("robustness")
    assert not app.exception
    assert texts.REPEATS_TITLE in [header.value for header in app.header]
    assert "With another image view (original / mirrored), Mine changes" in text_of(app)
    assert "more than half of 2 passes" in text_of(app)
    rows = data_of(app, "repeats").set_index("differs")
    assert list(rows.index) == [FACETS["view"], FACETS["pass"]]  # what changes most comes first
    assert rows.loc[FACETS["view"], "n_runs"] == 3
    assert rows["floor"].notna().all()
    shown = text_of(opened(app))
    assert "Standard deviations of one answer" in shown
    assert "those of lmms-eval" in shown


@pytest.mark.slow
def test_a_case_shows_what_each_pass_answered(repeated):
    """Each design and question has a row with the answers of its passes; models that were asked once have none."""
    app = open_page("cases", photograph="001_P0")
    assert not app.exception
    assert "What each pass answered" in [header.value for header in app.subheader]
    strips = next(table.value for table in app.table if "Passes" in table.value)
    assert set(strips["Asked with"]) == {"original", "mirrored"}
    assert set(strips["Model"]) == {"Mine"}
    assert len(strips) == 12
    assert set(strips["Correct"]) <= {"0 of 2", "2 of 2", "0 of 1", "1 of 1"}


@pytest.mark.slow
def test_without_repeats_neither_is_shown(workspace, tiny_data):
    """Models that were asked once have no section and no strip."""
    assert texts.REPEATS_TITLE not in [header.value for header in open_page("robustness").header]
    assert "What each pass answered" not in [
        header.value for header in open_page("cases", photograph="001_P0").subheader
    ]
