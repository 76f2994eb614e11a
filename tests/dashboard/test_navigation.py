"""Tests of navigation from clicks: selections of charts and tables, and the pages' files."""

import plotly.graph_objects as go
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from core.settings import REPOSITORY
from dashboard.page_files import PAGE_FILES
from dashboard.widgets import navigation
from dashboard.widgets.chart_display import list_marks


@pytest.fixture
def select(monkeypatch):
    """Set the selection of a chart or a table; `select.handled` collects what a handler receives."""
    state = {}
    monkeypatch.setattr(st, "session_state", state)

    def set_selection(key, **selection):
        state[key] = {"selection": selection}

    set_selection.handled = []
    return set_selection


@pytest.mark.parametrize(
    ("customdata", "handled"), [("model a", "model a"), ([3], 3), (["Q1", "both"], ["Q1", "both"]), (0, 0)]
)
def test_a_click_hands_on_what_its_mark_carries(select, customdata, handled):
    """The handler receives the mark's `customdata` once, and a single part without its list."""
    select("chart", points=[{"customdata": customdata}])
    navigation.make_mark_callback("chart", select.handled.append)()
    assert select.handled == [handled]


def test_a_click_beside_all_marks_does_nothing(select):
    """A cleared selection reaches no handler."""
    select("chart", points=[])
    select("table", rows=[])
    navigation.make_mark_callback("chart", select.handled.append)()
    navigation.make_row_callback("table", 5, select.handled.append)()
    assert select.handled == []


def test_a_chosen_row_hands_on_its_place(select):
    """The handler of a table receives the position of the chosen row."""
    select("table", rows=[4])
    navigation.make_row_callback("table", 5, select.handled.append)()
    assert select.handled == [4]


@pytest.mark.parametrize("wrong", [7, "x", [], ["x"], [{}], [{"customdata": None}], None])
def test_what_no_chart_sends_reaches_no_handler(select, wrong):
    """A selection that a browser has made up, and a row that does not exist, do nothing."""
    select("chart", points=wrong)
    navigation.make_mark_callback("chart", select.handled.append)()
    for rows in ([5], [-1], ["1"], wrong):
        select("table", rows=rows)
        navigation.make_row_callback("table", 5, select.handled.append)()
    assert select.handled == []


def test_a_mark_is_one_of_the_chart_s_own():
    """Marks are listed as a browser sends them: lists, a single part as itself, cells of a heatmap one by one."""
    figure = go.Figure([go.Scatter(x=[1, 2], y=[1, 2], customdata=[["a"], ["b"]]),
                        go.Bar(x=[1], y=[1], customdata=[["Q1", "m"]]),
                        go.Heatmap(z=[[1, 2]], customdata=[[("p", "q"), ("r", "s")]]),
                        go.Scatter(x=[1], y=[1])])  # fmt: skip
    assert list(list_marks(figure)) == ["a", "b", ["Q1", "m"], ["p", "q"], ["r", "s"]]


def test_every_page_has_its_path():
    """The constants name every page; each file exists, and its name is the page's path in the address."""
    named = {value for name, value in vars(navigation).items() if name.isupper() and str(value).endswith(".py")}
    assert named == set(PAGE_FILES.values())
    for page, file in PAGE_FILES.items():
        assert (REPOSITORY / file).is_file()
        assert (REPOSITORY / file).stem == page


def test_a_run_leads_to_its_model_or_to_itself(twice):
    """The run that represents its model links to the model's cases, another run to its own."""
    assert navigation.build_run_filter(["tri_bench-openai_gpt_5"]) == {"model": ["openai_gpt_5"]}
    assert navigation.build_run_filter(["second"]) == {"runs": ["second"]}
    assert navigation.build_run_filter(["hidden meanwhile"]) == {"runs": ["hidden meanwhile"]}
    assert navigation.build_run_filter(["second", "tri_bench-gemini_2.5_pro"]) == {
        "runs": ["second", "tri_bench-gemini_2.5_pro"]
    }


def _among_many():
    import streamlit as st

    from dashboard.runtime.session_state import ElementKey
    from dashboard.selection.selectors import choose_or_take_first

    few, many = ({f"m{number}": f"Model {number}" for number in range(count)} for count in (3, 40))
    st.text(",".join(choose_or_take_first(few, key=ElementKey("few"), shown=8, which="the best")))
    st.text(",".join(choose_or_take_first(many, key=ElementKey("many"), shown=8, which="the best")))


def test_of_many_options_the_first_stand_until_others_are_chosen():
    """A few models are all shown without a list; of forty, the first eight or the chosen ones, in their order."""
    app = AppTest.from_function(_among_many).run()
    assert [box.key for box in app.multiselect] == ["many"]
    assert app.multiselect[0].placeholder == "8 of 40, the best; type to find others"
    assert [text.value for text in app.text] == ["m0,m1,m2", ",".join(f"m{number}" for number in range(8))]
    app.multiselect[0].set_value(["m30", "m2"]).run()
    assert app.text[1].value == "m2,m30"
