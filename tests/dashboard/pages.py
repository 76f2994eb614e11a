"""Helpers that open and read the app's pages in tests."""

import json

import pandas as pd
from streamlit.runtime.state.common import user_key_from_element_id
from streamlit.testing.v1 import AppTest

from core.settings import REPOSITORY
from dashboard.page_files import PAGE_FILES
from dashboard.runtime.state_keys import cases as cases_keys

PAGES = (
    "overview", "cases", "heatmaps", "compare", "checkpoints", "bias", "tilt", "robustness", "slices", "items",
    "truth_audit", "benchmarks", "leaderboard", "paper", "data", "glossary", "ask_a_model", "ask_yourself", "lab",
)  # fmt: skip


def open_app():
    """Return the app on its first page, run once."""
    return open_page("overview")


def open_page(page, /, **query_params):
    """Return the app on one page, run once."""
    app = AppTest.from_file(str(REPOSITORY / "streamlit_app.py"), default_timeout=60)
    for name, value in query_params.items():
        app.query_params[name] = value
    if page != "overview":
        app.switch_page(PAGE_FILES[page])
    return app.run()


def opened(app):
    """Return the page after opening each expander with lazy content, choosing each reply, and running it again."""
    app.session_state[cases_keys.SHOWN_REPLIES] = [
        label for toggles in drawn(app, "toggles") for label in toggles["labels"]
    ]
    for expander in app.expander:
        if expander.proto.id:
            app.session_state[user_key_from_element_id(expander.proto.id)] = True
    return app.run()


def data_of(app, name):
    """Return the table that a page shows below a chart when it is opened, by its file name."""
    key = f"opened-{name}"
    if key not in app.session_state or not app.session_state[key]:
        app.session_state[key] = True
        app.run()
    (place,) = [one for one in app.expander if one.proto.id and user_key_from_element_id(one.proto.id) == key]
    return place.dataframe[0].value


def switch_of(app):
    """Return the switch between benchmarks: buttons, or a list if there are many."""
    return next(control for control in (*app.segmented_control, *app.selectbox) if control.key == "benchmark")


def text_of(app):
    """Return all text of a page without the zero-width characters that keep Streamlit from reading icons into it."""
    parts = [*app.markdown, *app.caption, *app.title, *app.subheader, *app.header, *app.info, *app.warning]
    texts = [str(part.value) for part in parts]
    for question in drawn(app, "question"):
        texts += [question["text"], *(sentence for one in question["lists"] for sentence in one["sentences"])]
    return "\n".join(texts).replace("\u2060", "")


def drawn(app, name):
    """Return the data that the page passes to our own components of this name, in order."""
    return [
        read_data(element.proto)
        for element in app.get("bidi_component")
        if element.proto.component_name == f"trilens_{name}"
    ]


def drawn_all(app):
    """Return the data that the page passes to all our own components."""
    return [read_data(element.proto) for element in app.get("bidi_component")]


def read_data(proto):
    return json.loads(proto.json or proto.mixed.json)


def facts_of(app):
    """Return the contents of a case's small tables, by name."""
    tables = [table for one in drawn(app, "facts") for table in one["tables"]]
    return {name: value for table in tables for name, value in [*table["values"], *table["folded"]]}


def matrix_of(app, place=0):
    """Return a matrix of answers as a table of texts; a cell joins the available value, error, scores and verdict."""
    (*_, matrix) = drawn(app, "answers")[: place + 1]
    parts = ("text", "error", "scores", "verdict")
    columns = {
        column["title"]: [
            *(" ".join(cell[part] for part in parts if cell[part]) for cell in column["cells"]),
            *([column["foot"]] if matrix["foot"] else []),
        ]
        for column in matrix["columns"]
    }
    return pd.DataFrame({"Question": [*matrix["questions"], *([matrix["foot"]] if matrix["foot"] else [])]} | columns)
