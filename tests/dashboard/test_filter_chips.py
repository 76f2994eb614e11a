"""Tests of filter chips above a page, and of links to things that do not exist."""

import pytest
import streamlit as st

from dashboard.pages.cases import router
from dashboard.runtime.state_keys import common as common_keys
from tests.dashboard.pages import drawn, open_page


def chips(app):
    """Return the labels of the chips."""
    return [button.label for button in app.button if (button.key or "").startswith("chip-")]


def test_every_filter_that_is_set_has_a_chip(shared):
    """A chip names its filter and removes only that one; *Clear all* removes the rest."""
    app = open_page("cases", model="GPT-5", pose="tilted", question="Q1 Side class")
    assert chips(app) == ["Model: GPT-5", "Question: Q1 Side class", "Pose: tilted"]
    app.button(key="chip-model").click().run()
    assert chips(app) == ["Question: Q1 Side class", "Pose: tilted"]
    app.button(key="clear-chips").click().run()
    assert chips(app) == []
    assert not app.exception


def test_many_values_are_counted(shared):
    """A chip names three values and counts the others."""
    app = open_page("compare")
    app.multiselect(key="question").set_value(["Q1", "Q2", "Q3", "Q4"]).run()
    assert chips(app)[0] == "Question: Q1 Side class, Q2 Angle class, Q3 AB / AC and 1 more"


def test_what_a_link_asks_for_and_is_not_there_is_said(shared):
    """A model, a measure and a factor that do not exist are named, as text; existing ones are not."""
    app = open_page("heatmaps", model=["GPT-5", "GPT-9 **bold**"], measure="Beauty", rows="Colour", columns="Question")
    said = [toast.value for toast in app.toast]
    assert any("GPT-9 \\*\\*bold\\*\\* under *Model*" in text for text in said)
    assert any("Beauty under *Measure*" in text for text in said)
    assert any("Colour under *Rows*" in text for text in said)
    assert len(said) == 3
    assert chips(app) == ["Model: GPT-5"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "asked", "said"),
    [("cases", {"outcome": "zzz"}, "Outcome"), ("compare", {"first": "Nobody", "slice": "zzz"}, "First run"),
     ("robustness", {"worst_of": "Nobody"}, "Model"), ("truth_audit", {"triangle": "999"}, "Triangle, the largest"),
     ("data", {"table": "zzz"}, "Table")],
)  # fmt: skip
def test_every_list_says_what_a_link_asks_for_in_vain(shared, page, asked, said):
    """A missing outcome, run, triangle or table is reported once; a choice on the page reports nothing."""
    app = open_page(page, **asked)
    first = [toast.value for toast in app.toast]
    assert len(first) == len(asked)
    assert any(f"under *{said}" in text for text in first)
    app.run()
    assert [toast.value for toast in app.toast] == []


def test_what_cases_adds_to_the_filters_has_chips_too(shared):
    """From a link's first run on, an outcome and the models that are right have chips, removable like the others."""
    app = open_page("cases", model="GPT-5", outcome="correct in 2D only", right="GPT-5")
    assert chips(app) == ["Model: GPT-5", "Outcome: correct in 2D only", "Correct: GPT-5"]
    app.button(key="chip-outcome").click().run()
    assert chips(app) == ["Model: GPT-5", "Correct: GPT-5"]
    assert app.selectbox(key="outcome").value == "any"
    app.button(key="clear-chips").click().run()
    assert chips(app) == []
    assert app.selectbox(key="right").value is None


def test_outcome_and_order_stand_below_the_model_and_the_question(shared):
    """The controls that a reader of failures sets first are together, above the filters of cases."""
    app = open_page("cases")
    labels = [getattr(widget, "label", "") for widget in app.sidebar]
    places = [labels.index(name) for name in ("Model", "Question", "Outcome", "Order", "Condition")]
    assert places == sorted(places)


@pytest.mark.parametrize("page", ["cases", "heatmaps", "compare", "robustness"])
def test_a_filter_of_cases_runs_nothing_of_another_page(shared, monkeypatch, page):
    """Only Cases has fragments with its filters' keys: a page that was left early would duplicate them."""
    keys, make_fragment, show_cases = set(), st.fragment, router.show

    def note_key(function=None, *, key=None, **settings):
        keys.add(key)
        return make_fragment(function, key=key, **settings)

    def note_cases(pinned_ids):
        keys.add(common_keys.CASES_BROWSER)  # this fragment is made once, when its module is loaded
        show_cases(pinned_ids)

    monkeypatch.setattr(st, "fragment", note_key)
    monkeypatch.setattr(router, "show", note_cases)
    assert not open_page(page, pose="planar").exception
    followed = {common_keys.CASES_FILTER_HEAD, common_keys.FILTER_CHIPS, common_keys.CASES_BROWSER}
    assert keys & followed == (followed if page == "cases" else set())


def test_the_former_name_of_an_outcome_becomes_its_present_name(shared):
    """A link with `nearer to 2D than to 3D` is redirected to the same link with `closer to 2D than to 3D`."""
    app = open_page("cases", outcome="nearer to 2D than to 3D", sort="closer to 2D")
    assert not app.exception
    (trip,) = drawn(app, "trip")
    assert (trip["parameters"], trip["corrects"]) == ({"outcome": ["closer to 2D than to 3D"]}, True)
