"""Tests of cohorts on the pages, through AppTest."""

import pytest

from core.review.cohorts import build_cohort_fields, read_cohorts
from core.review.review_file import EntryAuthor, append_entries
from tests.dashboard.pages import drawn, open_page, text_of

ADA = EntryAuthor("tri_bench", "Ada")


def save_cohort(workspace, name, case_ids, view=""):
    append_entries(workspace.data, ADA, [build_cohort_fields(name, "by hand", case_ids, view)])


def read_toasts(app):
    return " ".join(toast.value for toast in app.toast)


@pytest.fixture
def add_cohort(workspace, tiny_data):
    """Return a cohort of two photographs on a writable copy of the tiny release."""
    save_cohort(workspace, "Two", ["001_P0", "001_T0"])
    return workspace


@pytest.mark.parametrize("page", ["cases", "heatmaps", "compare", "bias", "slices", "review"])
def test_every_page_with_filters_has_the_cohort(add_cohort, page):
    """A link with a cohort sets the filter on each page with filters."""
    app = open_page(page, cohort="Two")
    assert not app.exception
    assert app.multiselect(key="cohort").value == ["Two"]


def test_a_cohort_narrows_cases(add_cohort):
    """Only the cohort's photographs are listed."""
    assert "**2 photographs**" in text_of(open_page("cases", cohort="Two"))


def test_a_link_to_an_unknown_cohort_is_reported(add_cohort):
    """The unknown cohort of a link is reported and ignored, even if no cohort exists."""
    app = open_page("cases", cohort="Three")
    assert "asks for Three under *Cohort*" in read_toasts(app)
    assert "**2 photographs**" not in text_of(app)


def test_without_cohorts_the_filter_is_missing(shared):
    """The filter appears with the first cohort; a link to a missing one is reported even before."""
    app = open_page("heatmaps", cohort="Two")
    assert not app.exception
    assert "asks for Two under *Cohort*" in read_toasts(app)
    assert not [widget for widget in app.multiselect if widget.key == "cohort"]


def open_form(app):
    app.session_state["opened-gallery-cohort"] = True
    return app.run()


def test_the_gallery_is_saved_under_a_name(add_cohort):
    """The form keeps the cases that fit; without a name, or with a name in use, it explains why it cannot."""
    app = open_form(open_page("cases", cohort="Two"))
    app.text_input(key="gallery-cohort-name").set_value("two")
    app.text_input(key="gallery-cohort-author").set_value("Bob")
    save_button = next(button for button in app.button if button.label == "Save")
    save_button.click().run()
    assert "There is a cohort two already" in text_of(app)
    app.text_input(key="gallery-cohort-name").set_value("Again")
    next(button for button in app.button if button.label == "Save").click().run()
    assert not app.exception
    saved = read_cohorts(add_cohort.data, "tri_bench")["Again"]
    assert (set(saved.case_ids), saved.author, saved.description) == ({"001_P0", "001_T0"}, "Bob", "Cohort: Two")


def test_the_description_follows_the_filters(add_cohort):
    """If a filter changes while the form is open, the form describes the cases that it saves."""
    app = open_form(open_page("cases", cohort="Two"))
    app.session_state["cohort"] = []
    app.session_state["pose"] = ["tilted"]
    app.run()
    app.text_input(key="gallery-cohort-name").set_value("Tilted ones")
    app.text_input(key="gallery-cohort-author").set_value("Bob")
    next(button for button in app.button if button.form_id == "gallery-cohort-form").click().run()
    assert not app.exception
    assert read_cohorts(add_cohort.data, "tri_bench")["Tilted ones"].description == "Pose: tilted"


def test_review_lists_exports_and_deletes_cohorts(add_cohort):
    """The page shows each cohort; deleting it removes the filter."""
    app = open_page("review", review_part="Cohorts")
    assert "**Two** · 2 photographs" in text_of(app)
    app.session_state["note-author"] = "Ada"
    app.run()
    next(button for button in app.button if button.label == "Delete it").click().run()
    assert not app.exception
    assert read_cohorts(add_cohort.data, "tri_bench") == {}
    assert "No cohort is saved yet" in text_of(app)


def test_visitors_see_cohorts_and_change_nothing(add_cohort, read_only):
    """The cohort and its filter are visible, the form is disabled with the reason, and the author's name is hidden."""
    before = (add_cohort.data / "codes.jsonl").read_bytes()
    app = open_form(open_page("cases", cohort="Two"))
    assert "**2 photographs**" in text_of(app)
    assert app.text_input(key="gallery-cohort-name").disabled
    assert "read-only" in text_of(app)
    text = text_of(open_page("review", review_part="Cohorts"))
    assert "Reviewer 1" in text
    assert "Ada" not in text
    assert (add_cohort.data / "codes.jsonl").read_bytes() == before


def test_the_presenter_steps_through_a_cohort(add_cohort):
    """A link presents the cohort's photographs one by one, without pinning them; the last slide has its name."""
    app = open_page("cases", photograph="001_P0", present="1", slides="Two")
    assert not app.exception
    assert [title.value for title in app.title] == ["001_P0 · 1 of 2"]
    app = open_page("cases", present="list", slides="Two")
    assert [title.value for title in app.title] == ["Two"]
    assert "pins" not in app.query_params


def test_a_presentation_of_an_unknown_cohort_is_reported(add_cohort):
    """The gallery opens instead."""
    app = open_page("cases", present="1", slides="Three")
    assert not app.exception
    assert "asks for Three" in read_toasts(app)
    assert "Cases" in [title.value for title in app.title]


def test_pinned_cases_are_saved_under_a_name(add_cohort):
    """The form offers the pins beside the filtered cases; the filters do not describe the pins."""
    app = open_form(open_page("cases", cohort="Two", pins="002_P0,001_T1"))
    app.text_input(key="gallery-cohort-name").set_value("Pins")
    app.text_input(key="gallery-cohort-author").set_value("Bob")
    app.radio(key="gallery-cohort-source").set_value("The 2 pinned")
    next(button for button in app.button if button.label == "Save").click().run()
    assert not app.exception
    saved = read_cohorts(add_cohort.data, "tri_bench")["Pins"]
    assert (saved.case_ids, saved.description) == (("002_P0", "001_T1"), "The 2 pinned")


HEATMAP = "heatmaps?pose=tilted&rows=Pose"


def fill_view_form(app, name):
    app.session_state["opened-view-cohort"] = True
    app.run()
    app.text_input(key="view-cohort-name").set_value(name)
    app.text_input(key="view-cohort-author").set_value("Bob")
    return next(button for button in app.button if button.form_id == "view-cohort-form").click().run()


def test_a_page_is_saved_with_all_that_is_chosen_on_it(add_cohort):
    """The view stores the page and its parameters. It has no cases, so it is not a filter, but its name is in use."""
    app = open_page("heatmaps", pose="tilted", rows="Pose")
    app.context["url"] = "http://localhost:8501/base/heatmaps"
    fill_view_form(app, "Tilted by pose")
    assert not app.exception
    saved = read_cohorts(add_cohort.data, "tri_bench")["Tilted by pose"]
    page, _, query = saved.view.partition("?")
    assert (page, saved.case_ids, saved.author) == ("heatmaps", (), "Bob")
    assert sorted(query.split("&")) == ["pose=tilted", "rows=Pose"]
    assert app.multiselect(key="cohort").options == ["Two"]
    app.session_state["opened-view-cohort"] = True
    app.text_input(key="view-cohort-name").set_value("TILTED by pose")
    next(button for button in app.button if button.form_id == "view-cohort-form").click().run()
    assert "There is a cohort TILTED by pose already" in text_of(app)


def test_cases_that_are_saved_keep_the_page_that_chose_them(add_cohort):
    """The cohort stores the address of the gallery, which opens the same selection again."""
    app = open_page("cases", cohort="Two", sort="Id")
    app.context["url"] = "http://localhost:8501/cases"
    open_form(app)
    app.text_input(key="gallery-cohort-name").set_value("Again")
    app.text_input(key="gallery-cohort-author").set_value("Bob")
    next(button for button in app.button if button.form_id == "gallery-cohort-form").click().run()
    assert "cohort=Two" in read_cohorts(add_cohort.data, "tri_bench")["Again"].view


def read_trip(app):
    [trip] = drawn(app, "trip")
    return trip["page"], trip["parameters"]


def test_review_and_the_palette_open_a_view(add_cohort):
    """Both open the page with the stored selection, and keep no filter of the page that the user leaves."""
    save_cohort(add_cohort, "Tilted by pose", [], HEATMAP)
    expected = ("heatmaps", {"pose": ["tilted"], "rows": ["Pose"]})
    app = open_page("review", review_part="Cohorts", pose="planar")
    assert "**Tilted by pose** · view of Heatmaps" in text_of(app)
    next(button for button in app.button if button.label == "Open view").click().run()
    assert read_trip(app) == expected
    app = open_page("overview")
    app.session_state["palette-typed"] = "pose"
    [palette] = drawn(app.run(), "palette")
    [entry] = [entry for entry in palette["found"] if entry["kind"] == "View"]
    assert (entry["label"], entry["detail"]) == ("Tilted by pose", "Heatmaps")
    app.session_state["palette-typed"] = "two"
    [palette] = drawn(app.run(), "palette")
    [entry] = [entry for entry in palette["found"] if entry["kind"] == "Cohort"]
    assert (entry["label"], entry["detail"]) == ("Two", "2 photographs")


def test_visitors_open_views_and_save_none(add_cohort, read_only):
    """The view is listed for visitors; the form is disabled with its reason."""
    save_cohort(add_cohort, "Tilted by pose", [], HEATMAP)
    before = (add_cohort.data / "codes.jsonl").read_bytes()
    app = open_page("review", review_part="Cohorts")
    assert not next(button for button in app.button if button.label == "Open view").disabled
    app.session_state["opened-view-cohort"] = True
    app.run()
    assert app.text_input(key="view-cohort-name").disabled
    assert "read-only" in text_of(app)
    assert (add_cohort.data / "codes.jsonl").read_bytes() == before
