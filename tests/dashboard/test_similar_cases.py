"""Tests of cases similar to the open one, through AppTest."""

import pytest

from core.analyses.similar_cases import choose_candidates
from dashboard.pages.cases import similar_cases
from dashboard.runtime.state_keys import common as common_keys
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


@pytest.mark.parametrize(("benchmark", "names"), [("gepbench", {"margin_size"}), ("shared", {"Q3 truth", "Q6 truth"})])
def test_margins_and_true_numbers_are_parameters(request, monkeypatch, benchmark, names):
    """Cases are close by the margin of their question and by the numbers that are asked for."""
    request.getfixturevalue(benchmark)
    compared = []

    def note_parameters(case_id, groups, levels, parameters):
        compared.append(parameters)
        return choose_candidates(case_id, groups, levels, parameters)

    monkeypatch.setattr(similar_cases, "choose_candidates", note_parameters)
    case_id = next(tile["case_id"] for tile in drawn(open_page("cases"), "gallery")[0]["tiles"])
    app = open_page("cases", photograph=case_id)
    app.session_state["opened-similar-cases"] = True
    app.run()
    assert not app.exception
    [parameters] = compared
    assert names <= set(parameters.columns)
    assert parameters[sorted(names)].notna().any().all()


def test_the_desk_lists_cases_like_the_one_that_is_coded(shared):
    """The list of the case's page is also below the image of the desk."""
    app = open_page("review", review_queue="Wrong answers that fit the filters")
    app.session_state[common_keys.NOTE_AUTHOR] = "Ada"
    app.run()
    assert "Photographs like this one" in [expander.label for expander in app.expander]
