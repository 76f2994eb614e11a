"""Tests that text of models, users, tables and logs is never markup, on every page of a benchmark of hostile text."""

import json
from urllib.parse import urlencode

import pytest

from core.formatting import escape_markdown
from dashboard.pages.ask.prompt_options import OWN
from dashboard.runtime.link_parameters import build_filter_key
from dashboard.runtime.state_keys import common as common_keys
from dashboard.runtime.state_keys import shell as shell_keys
from tests.conftest import copy_data
from tests.dashboard.markup import faults_of
from tests.dashboard.pages import PAGES, drawn, open_page, opened
from tests.dashboard.test_ask_a_model import ask
from tests.dashboard.test_import_logs import drop, waited
from tests.hostile_benchmark import ALL, BENCHMARK_ID, SIGNS, TASKS, make_case_id, make_task_title
from tests.inference.clients.server import answering

FIRST, SECOND = make_case_id(0), make_case_id(1)
PINS = f"{FIRST},{SECOND}"
LABELS = {"question": make_task_title(1), "model": f"Model 3 {SIGNS[3]}", "room": f"room {SIGNS[1]}"}
"""What is chosen, by factor, as addresses have it."""


def filters(**labels):
    """Return the parameters that choose these labels."""
    return {build_filter_key(key): label for key, label in labels.items()}


STATES = [
    *((page, {}) for page in (*PAGES, "precision")),
    *(("cases", {"photograph": make_case_id(number)}) for number in range(0, 12, 5)),
    ("cases", {"photograph": FIRST, "pins": PINS, "present": "1"}),
    ("cases", {"photograph": FIRST, "pins": PINS, "present": "list"}),
    ("cases", filters(**LABELS)),
    ("cases", {"group_by": "Room", "label": f"label {SIGNS[2]}", "outcome": "unreadable", "sort": "best first"}),
    ("cases", {"group_by": "Group"}),
    ("cases", {"right": f"Model 1 {SIGNS[1]}", "wrong": f"Model 6 {SIGNS[6]}"}),
    ("cases", {"scope": urlencode({"room": LABELS["room"], "question": LABELS["question"]}), "from": "heatmaps"}),
    ("cases", {"scope": urlencode({"room": ALL, ALL: ALL}), "photograph": ALL, "pins": f"{FIRST},{ALL}"}),
    ("heatmaps", {"rows": "Room", "columns": "Question", "panels": "Light"}),
    ("heatmaps", {"rows": "Model", "columns": "Room", "of_cell": urlencode({"room": LABELS["room"]})}),
    ("heatmaps", {"rows": "Run", "columns": "Prompt"}),
    ("compare", {"slice": "Room", "first": f"Model 5 {SIGNS[5]}", "second": f"Model 2 {SIGNS[2]}"}),
    ("compare", {"slice": "Question", "about": LABELS["question"], **filters(room=LABELS["room"])}),
    ("bias", {"run": f"Model 5 {SIGNS[5]}", "about": make_task_title(2)}),
    ("robustness", {"sets_of": make_task_title(3), "worst_of": f"Model 11 {SIGNS[11]}"}),
    ("overview", {"chart": ALL, "benchmark": BENCHMARK_ID}),
    ("data", {"table": "answers"}),
    ("ask_a_model", {"case": ALL}),
    ("benchmarks", {"claims_of": ALL}),
    *((page, {"benchmark": "tri_bench"}) for page in PAGES),
    ("cases", {"benchmark": "tri_bench", "photograph": "001_P0", "pins": "001_P0,002_P0"}),
    ("cases", {"benchmark": "tri_bench", "photograph": "001_P0", "pins": "001_P0,002_P0", "present": "1"}),
    ("bias", {"benchmark": "tri_bench", "run": f"Hostile 4 {SIGNS[4]}", "about": "Q4 |B − C|"}),
    ("tilt", {"benchmark": "tri_bench", "lines": "Questions"}),
    ("heatmaps", {"benchmark": "tri_bench", "rows": "Run", "columns": "Object"}),
]  # fmt: skip


@pytest.fixture
def hostile(hostile_workspace, monkeypatch):
    """Return the hostile benchmark, for read-only tests."""
    monkeypatch.setenv("TRILENS_DATA", str(hostile_workspace.data))


@pytest.fixture
def own_hostile(hostile_workspace, workspace):
    """Return the hostile benchmark in a folder of this test alone."""
    copy_data(hostile_workspace.data, workspace.data)
    return workspace


def open_hostile(page, **parameters):
    """Return a page of the hostile benchmark."""
    app = open_page(page, **{"benchmark": BENCHMARK_ID} | parameters)
    assert not app.exception
    return app


def faults(app):
    """Return the texts of a page that are read as markup, or have backslashes where no markup is read."""
    assert not app.exception
    nodes = [*app.main, *app.sidebar, *app.toast]
    return sorted({fault for node in nodes for fault in faults_of(node)})


@pytest.mark.slow
@pytest.mark.parametrize(("page", "parameters"), STATES)
def test_nothing_on_a_page_is_markup(hostile, page, parameters):
    """For any address, labels, options, headings, captions, tables and charts show characters literally."""
    app = open_hostile(page, **parameters)
    assert faults(app) == []
    assert faults(opened(app)) == []


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["Model", "item", "Task", ALL])
def test_nothing_that_a_search_finds_is_markup(hostile, typed):
    """Matching names and a search text without a match are shown literally."""
    app = open_hostile("cases", photograph=FIRST)
    app.text_input(key=common_keys.CASE_JUMP).set_value(typed).run()
    assert faults(app) == []
    app = open_hostile("overview")
    app.session_state[shell_keys.TYPED_TEXT] = typed
    assert faults(app.run()) == []


@pytest.mark.slow
def test_dialogs_of_a_presentation_have_no_markup(own_hostile):
    """Notes and labels of the presenter, and a note written there, are shown literally."""
    for key in "nl":
        app = open_hostile("cases", photograph=FIRST, pins=PINS, present="1")
        app.button(key="action-g").click().run()
        assert faults(app) == []
        app.button(key=f"action-{key}").click().run()
        assert faults(app) == []


@pytest.mark.slow
def test_replies_on_ask_a_model_have_no_markup(own_hostile):
    """Models with hostile names answer, one with an error; replies, remarks, errors and the history are plain text."""
    with answering() as server:
        app = open_hostile("ask_a_model", photograph=FIRST)
        app.selectbox(key="prompt").set_value(OWN).run()
        app.text_area(key="own-prompt").set_value(f"{ALL} {{text}}").run()
        app.text_input(key="base-url").set_value(server.url("local"))
        for act in ("ok", "400", "script"):
            server.acts = [act]
            app.multiselect(key="local").set_value([f"{act}-{SIGNS[0]}{SIGNS[6]}{SIGNS[7]}"]).run()
            ask(app)
            assert faults(app) == []
        assert faults(opened(app)) == []
        app.multiselect(key="local").set_value([f"model {ALL}"]).run()
        assert faults(app) == []


@pytest.mark.slow
def test_a_sitting_of_ask_yourself_has_no_markup(own_hostile):
    """Questions, options, and the user's nickname beside those of models are plain text."""
    app = open_hostile("ask_yourself")
    app.text_input(key="sitting-nickname").set_value(f"me {SIGNS[1]}").run()
    app.button(key="sitting-begin").click().run()
    for _ in app.session_state["ask-sitting"].case_ids:
        assert faults(app) == []
        app.radio[0].set_value("A").run()
        app.button(key="sitting-next").click().run()
    assert "You" in set(app.table[0].value["Model or person"])
    assert faults(app) == []


@pytest.mark.slow
def test_imported_logs_have_no_markup(own_hostile):
    """Names of files, models and tasks, refusals, and the ranking after the import are plain text."""
    rows = [{"case_id": make_case_id(number), "reply": f"A {ALL}", "model": f"new {SIGNS[1]}"} for number in range(12)]
    rows += [{"case_id": ALL, "reply": "A", "model": f"new {SIGNS[0]}"}]
    log = "".join(json.dumps(row) + "\n" for row in rows).encode()
    app = drop(open_hostile("data"), (f"{SIGNS[1].replace('/', '')}.jsonl", log), (f"{SIGNS[0]}.txt", ALL.encode()))
    assert faults(opened(app)) == []
    app.button(key="take-logs").click().run()
    waited(app)
    assert "is imported" in app.success[0].value
    assert faults(app) == []


def test_an_address_may_have_the_bare_label_of_a_button(hostile):
    """A link that has the displayed label opens as well as one with the escaped label that a click writes."""
    label, run = make_task_title(2), f"Model 5 {SIGNS[5]}"
    (trip,) = drawn(open_hostile("bias", run=run, about=label), "trip")
    assert (trip["parameters"], trip["corrects"]) == ({"about": [escape_markdown(label)]}, True)
    app = open_hostile("bias", run=run, about=escape_markdown(label))
    assert app.session_state["about"] == TASKS[2]
    assert [toast.value for toast in app.toast] == []


def test_the_search_for_markup_finds_it(hostile):
    """Every kind of element is checked: the same characters, if Streamlit read them as markup, are detected there."""
    from streamlit.testing.v1 import AppTest

    def script():
        import pandas as pd
        import plotly.graph_objects as go
        import streamlit as st

        sign = "[x](http://evil.example/)"
        st.markdown(f"a {sign}")
        st.radio("a", [sign])
        st.selectbox(sign, ["a"])
        st.pills("a", [sign])
        st.button("a", help=sign)
        st.expander(sign).metric(sign, sign)
        st.table(pd.DataFrame({sign: [1]}))
        st.table(pd.DataFrame({"a": [sign]}))
        st.plotly_chart(go.Figure(go.Bar(x=["<b>z</b>"], y=[1])))
        st.toast(sign)
        st.progress(0.5, sign)
        st.multiselect("a", [r"\[x\](http" + "\u2060" + "://evil.example/)"])

    found = faults(AppTest.from_function(script).run())
    assert escape_markdown(SIGNS[1]) == r"\[x\](http" + "\u2060" + "://evil.example/)"
    assert {fault.split(":")[0] for fault in found} >= {
        "Markdown.body", "Radio.options", "Selectbox.label", "Option.content", "Button.help", "Expandable.label",
        "Metric.label", "table", "figure.data.x", "Toast.body", "Progress.text", "MultiSelect.options",
    }  # fmt: skip
