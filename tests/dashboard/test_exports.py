"""Tests of the exports on the page Data: runs in the formats of other programs."""

import shlex

from core.exporters.formats import FORMS
from dashboard.pages.data import exports
from tests.dashboard.pages import open_page, text_of


def button_of(app):
    return next(element.proto for element in app.get("download_button") if "export-download" in element.proto.id)


def test_the_best_run_as_an_inspect_log_is_what_is_offered_first(shared):
    """The format, the best model's run and small images are preselected, and the command has the same choices."""
    app = open_page("data")
    assert not app.exception
    assert app.multiselect(key="export_runs").value == ["tri_bench-gemini_2.5_pro"]
    assert not button_of(app).disabled
    (command,) = (code.value for code in app.code if " export " in code.value)
    assert shlex.split(command)[1:] == [
        "export", "tri_bench-inspect.eval", "--as", "inspect", "--run", "tri_bench-gemini_2.5_pro",
        "--pictures", "preview", "--benchmark", "tri_bench",
    ]  # fmt: skip


def test_every_form_can_be_chosen(shared):
    """Each format has its sentence, and a choice of images only if it contains some."""
    app = open_page("data")
    for form in FORMS.values():
        app.selectbox(key="export_form").select(form.title).run()
        assert not app.exception
        assert form.opened_by in text_of(app)
        assert not button_of(app).disabled


def test_without_a_run_there_is_nothing_to_download(shared):
    """With no run chosen, the button is disabled with the reason."""
    app = open_page("data")
    app.multiselect(key="export_runs").set_value([]).run()
    assert (button_of(app).disabled, button_of(app).help) == (True, "Choose at least one run.")


def test_too_much_is_for_the_command_line(shared, monkeypatch):
    """Beyond the limits of a download the button is disabled with the reason, and the command stays."""
    monkeypatch.setattr(exports, "_count_replies", lambda: {"tri_bench-gemini_2.5_pro": 2001})
    app = open_page("data")
    assert button_of(app).disabled
    assert "a download has at most 2,000" in button_of(app).help
    assert any(" export " in code.value for code in app.code)


def test_a_visitor_may_export(read_only):
    """A read-only dashboard offers the same downloads."""
    app = open_page("data")
    assert not app.exception
    assert not button_of(app).disabled
