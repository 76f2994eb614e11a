"""Tests of the scope of Cases through AppTest: within filters, on every benchmark, and with invalid links."""

from urllib.parse import urlencode

import pytest

from dashboard.selection.drilldown import Drilldown
from tests.dashboard.pages import open_page, text_of


def chip_of(app):
    """Return the text of the chip, or None without a chip."""
    return next((button.label for button in app.button if button.key == "remove-scope"), None)


def test_a_scope_narrows_the_filters(shared):
    """Cases match both the scope and the filters.

    If these exclude each other, none is listed, and a reset is offered.
    """
    scope = urlencode({"object": "apple"})
    assert "**6 photographs**" in text_of(open_page("cases", scope=scope))
    assert "**3 photographs**" in text_of(open_page("cases", scope=scope, pose="tilted"))
    app = open_page("cases", scope=scope, object="none")
    assert "No photograph fits these filters" in text_of(app)
    next(button for button in app.button if button.label == "Clear all filters").click().run()
    assert "**12 photographs**" in text_of(app)
    assert chip_of(app) is None


@pytest.mark.parametrize(
    ("chosen", "left"), [(None, ["a", "b"]), (["b", "c"], ["b"]), (["c"], [])], ids=["all", "some", "none"]
)
def test_a_scope_within_filters_of_the_same_factor(chosen, left):
    """A factor in both scope and filters keeps its common levels, and other factors stay unchanged."""
    scope = Drilldown({"model": ["a", "b"]})
    assert scope.narrow({"model": chosen, "question": ["Q1"], "with_references": False}) == {
        "model": left, "question": ["Q1"], "with_references": False
    }  # fmt: skip


def test_a_scope_takes_runs_within_filters_by_run(twice):
    """An additional run is a scope too, alone and within a filter by its prompt."""
    scope = urlencode({"runs": "GPT-5 · live"})
    assert "**3 photographs**" in text_of(open_page("cases", scope=scope))
    app = open_page("cases", scope=scope, question="Q1 Side class")
    assert "**3 photographs**" in text_of(app)
    assert chip_of(app) == "from a link: GPT-5 · live"
    assert "No photograph fits" in text_of(open_page("cases", scope=scope, runs="GPT-5 · second"))


def test_a_scope_speaks_the_benchmark_s_words(gepbench):
    """A figure's level and question form a scope, as a triangle's object does."""
    app = open_page(
        "cases", scope=urlencode({"level": "easy", "question": "Existence"}), **{"from": "heatmaps?rows=Level"}
    )
    assert not app.exception
    assert chip_of(app) == "from Heatmaps: Level = easy × Existence"
    assert "**2 " in text_of(app)


@pytest.mark.parametrize("benchmark", ["gepbench", "shared"])
def test_from_precision_the_way_back_is_there_where_the_page_is(benchmark, request):
    """A click on Precision opens Cases and returns, on a benchmark with margins only."""
    request.getfixturevalue(benchmark)
    app = open_page("cases", **{"from": "precision"})
    ways = [button.label for button in app.button if button.key == "go-back"]
    assert ways == (["Back to Precision"] if benchmark == "gepbench" else [])


@pytest.mark.parametrize("page", ["checkpoints", "slices", "items", "review"])
def test_the_way_back_leads_to_every_page_that_opens_cases(shared, page):
    """Each of these pages opens Cases, so Cases names it and links back."""
    app = open_page("cases", **{"from": f"{page}?x=1"})
    assert [button.label for button in app.button if button.key == "go-back"] == [f"Back to {page.capitalize()}"]


@pytest.mark.parametrize(
    "origin", ["https://elsewhere.org/x", "//elsewhere.org", "lab", "javascript:alert(1)", "x" * 9000]
)
def test_the_way_back_leads_to_our_analyses_only(shared, origin):
    """Any other origin that a link names has no button."""
    app = open_page("cases", scope=urlencode({"object": "apple"}), **{"from": origin})
    assert not app.exception
    assert not [button for button in app.button if button.key == "go-back"]
    assert chip_of(app) == "from a link: Object = apple"


def test_what_a_scope_names_wrongly_is_said(shared):
    """A model that does not exist is named, escaped, and the rest of the scope applies."""
    app = open_page("cases", scope=urlencode({"model": "<b>Nobody</b>", "object": "apple", "nonsense": "x"}))
    assert not app.exception
    assert "Nobody" in app.warning[0].value
    assert "<b>" not in app.warning[0].value
    assert "**6 photographs**" in text_of(app)


def test_a_reference_model_is_a_scope_where_references_are_hidden(shared):
    """A link to the cases of a solver shows them even if the switch is off."""
    app = open_page("cases", scope=urlencode({"model": "Homography solver"}), references="false")
    assert chip_of(app) == "from a link: Homography solver"
    assert "**12 photographs**" in text_of(app)
