"""From a click to what it opens: selections of charts and tables, and the pages' files."""

from types import SimpleNamespace

import pytest
import streamlit as st

from core.settings import REPOSITORY
from dashboard import links


@pytest.fixture
def select(monkeypatch):
    """Sets what a chart or a table has selected; `select.handled` collects what a handler gets."""
    state = {}
    monkeypatch.setattr(st, "session_state", state)

    def set_selection(key, **selection):
        state[key] = SimpleNamespace(selection=SimpleNamespace(**selection))

    set_selection.handled = []
    return set_selection


@pytest.mark.parametrize(
    ("customdata", "handled"), [("model a", "model a"), ([3], 3), (["Q1", "both"], ["Q1", "both"]), (0, 0)]
)
def test_a_click_hands_on_what_its_mark_carries(select, customdata, handled):
    """The handler gets the mark's `customdata` once, an only part without its list."""
    select("chart", points=[{"customdata": customdata}])
    links.on_mark("chart", select.handled.append)()
    assert select.handled == [handled]


def test_a_click_beside_all_marks_does_nothing(select):
    """A selection that is cleared reaches no handler."""
    select("chart", points=[])
    select("table", rows=[])
    links.on_mark("chart", select.handled.append)()
    links.on_row("table", select.handled.append)()
    assert select.handled == []


def test_a_chosen_row_hands_on_its_place(select):
    """The handler of a table gets the place of the chosen row."""
    select("table", rows=[4])
    links.on_row("table", select.handled.append)()
    assert select.handled == [4]


def test_every_page_has_its_path():
    """The constants name every file of a page, and no other."""
    named = {value for name, value in vars(links).items() if name.isupper() and str(value).endswith(".py")}
    assert named == {f"dashboard/app_pages/{path.name}" for path in (REPOSITORY / "dashboard/app_pages").glob("*.py")}


def test_a_run_leads_to_its_model_or_to_itself(twice):
    """The run that stands for its model leads to the model's cases, a further one to its own."""
    assert links.of_runs(["tri_bench-openai_gpt_5"]) == {"model": ["openai_gpt_5"]}
    assert links.of_runs(["second"]) == {"runs": ["second"]}
    assert links.of_runs(["second", "tri_bench-gemini_2.5_pro"]) == {"runs": ["second", "tri_bench-gemini_2.5_pro"]}
