"""Tests of the Truth audit page through AppTest."""

from tests.dashboard.pages import open_page, text_of


def test_the_audited_ranking_has_models_only(shared):
    """The table of both rankings names the four models and no reference.

    Three triangles show nothing about a change.
    """
    ranking = open_page("truth_audit").table[-1].value
    assert len(ranking) == 4
    assert not ranking["Model"].str.contains("solver|constant", case=False).any()
    assert set(ranking["verdict"]) == {"too few triangles to tell"}


def test_sections_without_content_are_left_out(scenes_workspace, monkeypatch):
    """Without models no ranking is shown, and without a second measure of tilt no comparison of both."""
    monkeypatch.setenv("TRILENS_DATA", str(scenes_workspace.data))
    app = open_page("truth_audit")
    assert not app.exception
    assert [header.value for header in app.header] == ["Evidence"]


def test_the_truth_of_the_release_was_published(shared):
    """The audit of the release judges the published values."""
    assert "#### The published truth cannot be audited" in text_of(open_page("truth_audit"))


def test_scenes_are_called_scenes_and_what_they_show_was_drawn(scenes_workspace, monkeypatch):
    """The audit of synthetic scenes mentions neither photographs nor published values."""
    monkeypatch.setenv("TRILENS_DATA", str(scenes_workspace.data))
    text = text_of(open_page("truth_audit"))
    assert "The scenes of 2 of 2 triangles agree with the drawn truth." in text
    assert "published" not in text
    assert ": the scenes agree.**" in text
