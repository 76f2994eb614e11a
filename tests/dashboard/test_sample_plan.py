"""Tests of Compare's panel on the number of groups that a difference needs, through AppTest."""

from core.records import FEW_GROUPS
from tests.dashboard.pages import open_page, opened, text_of
from tests.small_blindtest import fill_blindtest


def test_the_panel_plans_for_the_two_runs_once_opened(fill_once, monkeypatch):
    """A closed panel computes nothing; an open panel's sentence follows the sliders."""
    monkeypatch.setenv("TRILENS_DATA", str(fill_once("blindtest", fill_blindtest).data))
    app = open_page("compare", benchmark="blindtest", first="GPT-4o", second="Claude 3.5 Sonnet")
    assert "both models must answer" not in text_of(app)
    app = opened(app)
    assert "To detect a difference of 2.0 points with 80% probability" in text_of(app)
    app.slider(key="plan_detect").set_value(20.0)
    app.slider(key="plan_power").set_value(0.5).run()
    assert not app.exception
    assert "To detect a difference of 20.0 points with 50% probability" in text_of(app)
    app.segmented_control(key="plan_of").set_value("released_replies-gpt-4o").run()
    assert not app.exception
    assert "To detect that GPT-4o differs from a fixed score by 20.0 points with 50% probability" in text_of(app)


def test_too_few_groups_are_a_sentence(shared):
    """Three triangles are too few for a variance."""
    app = opened(open_page("compare", first="GPT-5", second="Gemini 2.5 Pro"))
    assert not app.exception
    assert f"fewer than {FEW_GROUPS} triangles" in text_of(app)
