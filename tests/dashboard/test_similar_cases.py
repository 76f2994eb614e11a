"""Cases like the open one, through AppTest."""

from dashboard.pages.cases import similar_cases
from tests.dashboard.pages import drawn, open_page, text_of


def test_an_open_case_lists_similar_ones(shared):
    """The list opens on demand, has photographs of other triangles only, and states what they share."""
    app = open_page("cases", photograph="001_P0")
    assert "Photographs like this one" in [expander.label for expander in app.expander]
    assert "list to look at" not in text_of(app)
    app.session_state["opened-similar-cases"] = True
    app.run()
    assert not app.exception
    assert "A list to look at, not a test" in text_of(app)
    [tiles] = [gallery["tiles"] for gallery in drawn(app, "gallery") if "models alike" in str(gallery)]
    assert tiles
    assert not [tile for tile in tiles if str(tile).startswith("{'case_id': '001")]


def test_many_cases_have_a_sentence_instead(shared, monkeypatch):
    """Above the limit, a case states that the list is left out."""
    monkeypatch.setattr(similar_cases, "MAX_CASES", 5)
    app = open_page("cases", photograph="001_P0")
    assert "Photographs like this one" not in [expander.label for expander in app.expander]
    assert "Similar photographs are listed for benchmarks of up to 5 photographs." in text_of(app)
