"""Tests of pins, the presenter and notes through AppTest."""

import errno
from datetime import UTC, datetime

import pytest
from streamlit.testing.v1 import AppTest

from core.benchmarks.triangles.spoken_questions import ABOUT, SENTENCES
from core.notes import read_notes, write_note
from core.records import TRIANGLE_QUESTIONS
from dashboard.data import current_benchmark
from dashboard.pages.cases import note_form
from dashboard.pages.cases.texts import READ_ONLY
from dashboard.widgets import pins
from dashboard.widgets.note_author import read_visible_notes
from tests.dashboard.pages import drawn, open_page, opened, text_of


def test_pinned_cases_are_presented(full):
    """A link with pins lists them; presenting shows one case alone, and then the next one."""
    app = open_page("cases", pins="002_T0,001_P0,nonsense")
    assert "Pinned (2)" in [expander.label for expander in app.expander]
    next(button for button in app.button if button.label == "Present").click().run()
    assert app.title[0].value == "002_T0 · 1 of 2"
    next(button for button in app.button if button.label == "Next").click().run()
    assert app.title[0].value == "001_P0 · 2 of 2"
    next(button for button in app.button if button.label == "End").click().run()
    assert app.title[0].value == "001_P0"


@pytest.mark.slow
def test_what_a_link_pins_in_vain_is_said(full):
    """Pins that do not exist are named once and leave the address, which keeps the others. So does a presentation."""
    app = open_page("cases", pins="002_T0,*999*,s1-001_T0")
    said = r"Not in Tri-Bench, so not pinned: \*999\* and s1-001_T0."
    assert [toast.value for toast in app.toast] == [said]
    assert app.query_params["pins"] == "002_T0"
    assert not app.run().toast
    app = open_page("cases", pins="nonsense", present="1")
    assert len(app.toast) == 2
    assert "The link opens a presentation but pins no photograph." in [toast.value for toast in app.toast]
    assert app.title[0].value == "Cases"
    assert not {"pins", "present"} & set(app.query_params)
    assert not open_page("cases", pins="002_T0", present="list").toast


def test_a_case_that_is_not_there_leaves_the_address(full):
    """The missing case is named above the gallery, and a link that is copied then does not contain it."""
    app = open_page("cases", case="999-T9")
    assert "There is no photograph “999-T9”. Showing all photographs." in [warning.value for warning in app.warning]
    assert "case" not in app.query_params


def test_more_pins_than_there_may_be_are_said(full, monkeypatch):
    """The first ones stay."""
    monkeypatch.setattr(pins, "MAX_PINS", 2)
    app = open_page("cases", pins="002_T0,001_P0,003_T1")
    assert app.query_params["pins"] == "002_T0,001_P0"
    assert [toast.value for toast in app.toast] == ["The link pins 3 photographs. Only the first 2 are kept."]


def test_a_room_is_asked_in_sentences_and_told_what_they_are_about(full):
    """Each question is asked once, as a sentence, about the table and not the picture.

    A chosen question is the only one.
    """
    asked = [part.value for part in open_page("cases", pins="002_T0", present="1").markdown]
    assert ABOUT in asked
    questions = [text for text in asked if text.startswith("**Q")]
    assert len(questions) == 6
    assert all(text.endswith("?") and len(text.split()) > 5 for text in questions)
    assert len({question.key for question in TRIANGLE_QUESTIONS} & set(SENTENCES)) == 6
    only = [part.value for part in open_page("cases", pins="002_T0", present="1", question="Q3 AB / AC").markdown]
    assert [text for text in only if text.startswith("**Q")] == ["**Q3**&ensp;How many times as long as AC is AB?"]


def test_a_slide_says_what_stands_below_a_number(full):
    """A revealed case has errors below its numbers and no scores, which an audience has no time to read."""
    app = open_page("cases", pins="002_T0", present="1")
    app.button(key="action-g").click().run()
    matrix = drawn(app, "answers")[0]
    number_cells = "numbers are correct within 10% (ratios) or 18° (angles); small number: answer minus truth"
    assert ["", number_cells] in [list(entry) for entry in matrix["legend"]]
    cells = [cell for column in matrix["columns"] for cell in column["cells"]]
    assert any(cell["error"] for cell in cells)
    assert not any(cell["scores"] for cell in cells)


def test_a_visitor_s_slide_offers_no_note(read_only):
    """A read-only dashboard has neither the buttons of notes and labels nor their keys on a slide."""
    (head,) = drawn(open_page("cases", pins="002_T0", present="1"), "action_header")
    assert [action["key"] for action in head["actions"]] == ["g", "Escape", "ArrowLeft", "ArrowRight"]
    assert not {"n", "N", "l", "L"} & set(head["listener"]["keys"])


def test_what_is_pinned_is_presented_from_over_the_gallery(full):
    """The gallery's head has a button that presents the pinned cases, and no button without pins."""
    app = open_page("cases")
    assert not any((button.key or "") == "present-pinned" for button in app.button)
    app = open_page("cases", pins="002_T0,001_P0")
    assert app.button(key="present-pinned").label == "Present 2 pinned"
    app.button(key="present-pinned").click().run()
    app.run()
    assert app.title[0].value == "002_T0 · 1 of 2"


@pytest.mark.slow
def test_what_is_pinned_is_presented_from_a_case(full):
    """An open case has the button too, pinned or not; the presentation begins with the first pinned one."""
    for case_id in ("001_P0", "001_T1"):
        app = open_page("cases", case=case_id, pins="002_T0,001_P0")
        app.button(key="action-present").click().run()
        app.run()
        assert app.title[0].value == "002_T0 · 1 of 2"
    assert "action-present" not in {button.key for button in open_page("cases", case="001_P0").button}


@pytest.mark.slow
def test_a_case_is_pinned_and_unpinned(full):
    """The button puts the case into the address and takes it out again."""
    app = open_page("cases", case="001_P0")
    next(button for button in app.button if button.label == "Pin").click().run()
    assert app.query_params["pins"] == "001_P0"
    next(button for button in app.button if button.label == "Unpin").click().run()
    assert "pins" not in app.query_params


@pytest.mark.slow
def test_a_note_is_written_and_found_again(full, workspace):
    """A note appears on its case and in the gallery, whose label filter then finds the photograph."""
    app = opened(open_page("cases", case="001_P0"))
    app.text_area[0].set_value("<b>It guesses.</b>")
    assert next(choice for choice in app.selectbox if choice.label == "Label").value is None
    next(choice for choice in app.selectbox if choice.label == "Label").set_value("interesting failure")
    next(field for field in app.text_input if field.label == "Your name").set_value("Ada")
    next(button for button in app.button if button.label == "Save").click().run()
    assert not app.exception
    assert "<b>It guesses.</b>" in [text.value for text in app.text]
    assert [note.author for note in read_notes(workspace.data).notes] == ["Ada"]
    app = open_page("cases")
    app.selectbox(key="label").set_value("interesting failure").run()
    assert "**1 photograph**" in text_of(app)


@pytest.mark.slow
def test_a_note_that_the_disk_refuses_stays_in_its_form(full, workspace, monkeypatch):
    """If a full or read-only disk cannot store a note, the page says why and keeps the text."""

    def refuse(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(note_form, "write_note", refuse)
    app = opened(open_page("cases", case="001_P0"))
    app.text_area[0].set_value("It guesses.")
    next(choice for choice in app.selectbox if choice.label == "Label").set_value("interesting failure")
    next(field for field in app.text_input if field.label == "Your name").set_value("Ada")
    next(button for button in app.button if button.label == "Save").click().run()
    assert not app.exception
    assert "No space left on device" in app.warning[0].value
    assert app.text_area[0].value == "It guesses."
    assert read_notes(workspace.data).notes == []


def test_read_only_means_no_notes(full, workspace, monkeypatch):
    """In read-only mode the form is shown, disabled, with the reason."""
    monkeypatch.setenv("TRILENS_READ_ONLY", "1")
    current_benchmark.get_settings.cache_clear()
    app = opened(open_page("cases", case="001_P0"))
    assert next(button for button in app.button if button.label == "Save").disabled
    assert app.text_area[0].disabled
    assert "read-only" in text_of(app)


def test_visitors_read_notes_and_not_who_wrote_them(full, workspace, monkeypatch):
    """A team sees its names; a read-only dashboard shows the same note as the team's, on the case and in the list."""
    write_note(workspace.data, "001_P0", "to discuss", "It guesses.", "Ada", datetime(2026, 1, 1, tzinfo=UTC))
    assert "Ada" in text_of(open_page("cases", case="001_P0"))
    monkeypatch.setenv("TRILENS_READ_ONLY", "1")
    current_benchmark.get_settings.cache_clear()
    for choices in ({"case": "001_P0"}, {"pins": "001_P0", "present": "list"}):
        text = text_of(open_page("cases", **choices))
        assert "the team" in text
        assert "Ada" not in text
    assert [note.author for note in read_visible_notes(workspace.home, is_read_only=True).notes] == ["the team"]


def test_the_gallery_lists_all_notes_when_it_is_asked_to(full, workspace):
    """The number of notes is below the gallery; their table, which is slow to draw, is loaded when opened."""
    for case_id in ("001_P0", "002_T0"):
        write_note(workspace.data, case_id, "to discuss", "It guesses.", "Ada", datetime(2026, 1, 1, tzinfo=UTC))
    app = open_page("cases")
    assert "Notes (2)" in [expander.label for expander in app.expander]
    assert not app.dataframe
    tables = [table.value for table in opened(app).dataframe]
    assert [list(table["case_id"]) for table in tables if "author" in table] == [["002_T0", "001_P0"]]


def save_and_delete():
    """Return a page whose browser sends input that the form does not offer."""
    from datetime import UTC, datetime

    from core.notes import Note
    from dashboard.pages.cases import note_form

    note_form._save("001_P0", "to discuss", "forged", "Eve", None)
    note_form._delete(Note(case_id="1", label="a", text="b", author="c", written_at=datetime.now(UTC)))


def test_read_only_holds_whatever_a_browser_sends(full, workspace, monkeypatch):
    """A note that is sent past the disabled form is neither written nor deleted."""
    monkeypatch.setenv("TRILENS_READ_ONLY", "1")
    current_benchmark.get_settings.cache_clear()
    app = AppTest.from_function(save_and_delete).run()
    assert not app.exception
    assert [warning.value for warning in app.warning] == [READ_ONLY] * 2
    assert read_notes(workspace.data).notes == []
