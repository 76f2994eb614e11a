"""Tests that keys of filters, pages and components never collide, and that browser input has the expected type."""

import importlib
import pkgutil

import pytest

from core.benchmarks.choice.benchmark_data import PROMPT
from core.benchmarks.choice.columns import make_factor_key
from core.benchmarks.validation import KEY, RESERVED_KEYS
from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.warehouse.build import build
from dashboard.page_files import PAGE_FILES
from dashboard.runtime import state_keys
from dashboard.runtime.link_parameters import PARAMETERS, build_filter_key
from dashboard.runtime.session_state import (
    ElementKey,
    ElementKeyFamily,
    StateKey,
    StateKeyFamily,
    read_sent,
    read_texts,
)
from tests.benchmarks.choice.made_tables import write_csv, write_image
from tests.cli.test_choice import run_command
from tests.dashboard.pages import open_page, opened
from tests.small_giq import fill_giq

NAMED_BEFORE = ("task", "trip", "gallery", "search", "keys", "words", "verdicts", "numbers", "next", "author")
"""Keys of a factor that were keys of pages, components or of what a page remembers."""

OWN = tuple(sorted((PARAMETERS - RESERVED_KEYS - {"benchmark"}) | set(NAMED_BEFORE)))
"""Factors of a benchmark of one's own: every name that a page has in the address, and those above."""

OWN_PAGES = ("overview", "cases", "heatmaps", "compare", "bias", "robustness", "benchmarks", "data", "glossary",
             "ask_a_model", "ask_yourself", "checkpoints", "slices", "items", "leaderboard", "review")  # fmt: skip


def test_no_two_filters_have_one_key():
    """A factor's filter has its own key, or another if a page has that parameter; no two factors share one."""
    keys = [*OWN, *(f"given_{key}" for key in OWN), *(f"given_given_{key}" for key in OWN), "pose", "given_pose"]
    filters = [build_filter_key(key) for key in keys]
    assert len(set(filters)) == len(keys)
    assert not PARAMETERS & set(filters)
    assert (build_filter_key("pose"), build_filter_key("task"), build_filter_key("label")) == (
        "pose",
        "task",
        "given_label",
    )
    assert not any(KEY.fullmatch(key) for key in ("part-of-page", "opened-note"))
    assert [make_factor_key(column) for column in ("Label", "scope", "room", "score")] == [
        "label", "scope", "room", "given_score"
    ]  # fmt: skip


def list_keys():
    """Return each listed key, and the template of each family, by `module.NAME`."""
    keys = {}
    for module in pkgutil.iter_modules(state_keys.__path__, f"{state_keys.__name__}."):
        for name, key in vars(importlib.import_module(module.name)).items():
            if isinstance(key, ElementKey | ElementKeyFamily | StateKeyFamily):
                keys[f"{module.name.rpartition('.')[2]}.{name}"] = key if isinstance(key, str) else key.template
    return keys


def test_every_key_is_a_parameter_or_has_a_hyphen():
    """Keys that a page gives to a widget, a chart or a component can never be a factor's key."""
    keys = list_keys()
    assert {name for name, text in keys.items() if "-" not in text and text not in PARAMETERS} == {
        "common.FILTER", "common.GALLERY_PAGE", "ask.PROVIDER_MODELS"
    }  # fmt: skip


def test_no_key_is_listed_twice():
    """Each key has one owner, so that two pages never share a value by accident."""
    names = [text for text in list_keys().values() if text != "{}"]  # factors and providers name their own keys
    assert len(names) > 300
    assert sorted(names) == sorted(set(names))


@pytest.fixture
def giq(fill_once, monkeypatch):
    """Show a small GIQ alone, for read-only tests."""
    monkeypatch.setenv("TRILENS_DATA", str(fill_once("giq", fill_giq).data))


def test_a_factor_and_a_part_of_a_page_do_not_meet(giq):
    """GIQ's factor *task* is chosen on Cases; Overview, its *Another*, and Cases again show no error (F1)."""
    app = open_page("cases")
    for page in ("overview", "cases"):
        app.switch_page(PAGE_FILES[page]).run()
        assert not app.exception
        if page == "overview":
            app.button(key="another-task").click().run()
            assert not app.exception


@pytest.fixture
def named_like_pages(fill_once, monkeypatch):
    """Return a user's benchmark whose factors have names that pages use too, and a model that answered."""

    def fill(made):
        folder, columns = made.data.parent / "source", [f"{name}!" for name in OWN]
        rows = []
        for number in range(24):
            write_image(folder / f"{number}.png")
            row = {"id": f"q{number}", "image": f"{number}.png", "question": "Which?", "A": "red", "B": "green"}
            levels = {column: f"level {(number + place) % 2}" for place, column in enumerate(columns)}
            rows.append({**row, "answer": "AB"[number % 2], **levels})
        table = write_csv(folder / "own.csv", rows)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TRILENS_DATA", str(made.data))
            run_command("add", table, *(part for column in columns for part in ("--factor", column)))
        own = made.select_benchmark("own")
        for run_id, text in (("first", "A"), ("second", "B")):
            run = Run(run_id, Model(run_id, run_id), "own", PROMPT, "original", "a test")
            write_journal(own.runs / f"{run_id}.jsonl", run, [Reply(run_id, row["id"], text) for row in rows])
        build(own)

    made = fill_once("named-like-pages", fill)
    monkeypatch.setenv("TRILENS_DATA", str(made.data))
    return made


@pytest.mark.slow
@pytest.mark.parametrize("page", OWN_PAGES)
def test_a_factor_may_have_any_name_of_a_page(named_like_pages, page):
    """Every page of a benchmark with factors named like page keys runs, is filtered and is cleared (F4)."""
    app = open_page(page, **{build_filter_key(key): "level 1" for key in ("task", "right", "label", "outcome")})
    assert not app.exception
    opened(app)
    assert not app.exception
    for button in app.button:
        if button.key in ("clear-filters", "another-task"):
            button.click().run()
            assert not app.exception


@pytest.mark.slow
def test_a_filter_named_like_a_page_s_own_choice_filters(named_like_pages):
    """A factor `right` narrows Cases beside the page's own `right`, and each has its own chip."""
    app = open_page("cases", given_right="level 1", given_outcome="level 1", outcome="wrong")
    assert not app.exception
    chips = {button.key: button.label for button in app.button if (button.key or "").startswith("chip-")}
    shown = {control.key for control in (*opened(app).pills, *app.multiselect)}
    assert {build_filter_key(key) for key in OWN} <= shown
    assert set(chips) == {"chip-given_right", "chip-given_outcome", "chip-outcome"}
    app.button(key="chip-given_right").click().run()
    assert not app.exception
    assert (app.multiselect(key="given_right").value, app.selectbox(key="outcome").value) == ([], "wrong")


REMEMBERED = (
    "trip-asked", "has-chosen-row", "palette-typed", "palette-opened", "task-place", "questions-taken", "session-keys",
    "models-open", "base-url", "ask-session", "ask-sitting", "own-photograph", "lab-refused", "lab-refusals", "pins",
    "shown-replies", "presenter-revealed", "presenter-dialog", "notes-written", "note-changed", "note-author",
    "asked-for-place", "clicked-cell", "has-shown-gallery", "case-left", "opened-last",
    "writers-secrets", "taking-logs", "forgotten-cases", "made-note", "given_right",
)  # fmt: skip
"""Keys under which a session remembers something that no widget holds."""

WRONG = (7, 0.5, "nothing of the kind", True, ["x", None], {"a": 1}, (), {1})


@pytest.mark.slow
@pytest.mark.parametrize("wrong", WRONG, ids=repr)
@pytest.mark.parametrize(
    "address",
    [("overview", {}), ("cases", {"case": "001_P0"}), ("cases", {"pins": "001_P0", "present": "1"}), ("lab", {}),
     ("cases", {"page": "x", "tile_size": "7", "group_by": "-1", "scope": "%%", "from": "&", "right_at": "nan"}),
     ("ask_a_model", {"case": "\x00", "view": "7"}), ("ask_yourself", {}), ("data", {})],
)  # fmt: skip
def test_what_is_remembered_may_be_of_any_type(shared, address, wrong):
    """A page whose session holds a value of a wrong type under each of its keys uses the default (F10)."""
    page, parameters = address
    app = open_page(page, **parameters)
    assert not app.exception
    for key in REMEMBERED:
        if key not in {control.key for control in (*app.text_input, *app.selectbox)}:
            app.session_state[key] = wrong
    assert not app.run().exception


def test_values_of_a_wrong_type_are_left_out(monkeypatch):
    """Each accessor of the session returns values of its type, and the default for everything else."""
    state = {"number": 3, "texts": ["a", 5], "sent": {"opened": "x", "pinned": [1]}, "text": "t"}
    monkeypatch.setattr("streamlit.session_state", state)
    number = StateKey("number", int)
    assert (number.read(), StateKey("number", str).read(), StateKey("none", str).read()) == (3, None, None)
    assert (number.is_present(), StateKey("none", str).is_present(), number.read_unchecked()) == (True, False, 3)
    assert (read_texts("texts"), read_texts("number"), read_texts("none")) == (["a"], [], [])
    assert (read_sent("sent", "opened", str), read_sent("sent", "pinned", dict), read_sent("text", "a", str)) == (
        "x", None, None,
    )  # fmt: skip
    assert (StateKey("text", int).take(), "text" in state) == (None, False)
    number.write(4)
    assert number.read() == 4
    number.forget()
    assert "number" not in state


@pytest.mark.parametrize("number", ["inf", "-inf", "1e999", "9" * 400, "nan", "many"])
@pytest.mark.parametrize(
    ("page", "key"), [("heatmaps", "fewest"), ("lab", "lab_photographs"), ("compare", "gap_published")]
)
def test_a_link_with_no_number_gives_the_default(shared, page, key, number):
    """A page is shown whatever a link contains instead of a number."""
    app = open_page(page, **{key: number})
    assert not app.exception
