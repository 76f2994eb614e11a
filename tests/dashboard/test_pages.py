"""Tests of every page through AppTest: with all data, without answers, without photographs, without a warehouse."""

from datetime import timedelta, timezone

import pytest

from core.errors import SceneError
from core.generators.triangles import write
from core.notes import write_note
from core.warehouse.build import build
from dashboard.pages.heatmaps.texts import LUCK_OF_CHOICE
from dashboard.shell import setup_page
from tests.dashboard.pages import PAGES, open_app, open_page, text_of
from tests.tiny_release import write_tiny_release


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_itself(shared, page):
    """With data every page runs without an error, describes itself, and gives the author credit."""
    app = open_page(page)
    assert not app.exception
    assert "Amit Bendkhale, CC BY 4.0" in text_of(app)
    assert app.title[0].value == page.capitalize().replace("_", " ")


@pytest.mark.parametrize("page", ["overview", "heatmaps", "compare", "bias", "robustness", "slices", "paper", "data"])
def test_a_page_with_scores_names_the_parser_behind_them(shared, page):
    """The explanation of the figures names the parser of the replies."""
    assert "Replies are parsed as JSON if possible, else searched for the six keys." in text_of(open_page(page))


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("missing", ["answers", "images"])
def test_a_page_works_without_answers_or_photographs(bare, page, missing):
    """If answers or photographs are missing, every page still runs without an error."""
    bare(missing)
    assert not open_page(page).exception


def test_a_link_marks_a_word_of_the_glossary(shared):
    """The word of a link has a background; a word that does not exist is named in a warning."""
    app = open_page("glossary", term="Skill")
    assert text_of(app).count("blue-background") == 1
    assert "**:blue-background[Skill]**" in text_of(app)
    app = open_page("glossary", term="Nonsense")
    assert "blue-background" not in text_of(app)
    assert "Nonsense" in app.toast[0].value


def test_without_answers_the_pages_say_so(bare):
    """The overview states what to beat and the answers to its samples, and Cases shows the photographs."""
    bare("answers")
    text = text_of(open_page("overview"))
    assert "no model has answered" in text
    assert "The score to beat is" in text
    assert text.count("Correct: **") == text.count("The flat image (2D): **") == 7, "six samples and the example"
    assert "12 photographs" in text_of(open_page("cases"))


def test_without_answers_heatmaps_compares_skill_with_the_score_to_beat(bare):
    """Both are on the first screen, so the page says why their distance may differ a little from skill."""
    bare("answers")
    text = text_of(open_page("heatmaps"))
    assert "The score to beat is" in text
    assert LUCK_OF_CHOICE in text
    assert LUCK_OF_CHOICE not in text_of(open_page("heatmaps", measure="Score 3D"))


def test_without_photographs_the_gallery_says_so(bare):
    """Photographs that are not on the disk are counted, and the gallery is still shown."""
    bare("images")
    assert "12 image files are missing" in text_of(open_page("cases"))


def full_disk(*_, **__):
    raise SceneError("no space left on device")


def test_without_a_warehouse_a_page_says_what_is_missing(workspace, monkeypatch):
    """If not even scenes can be drawn, the page says why and offers to try again."""
    monkeypatch.setenv("TRILENS_SOURCE", str(workspace.data / "nowhere"))
    monkeypatch.setattr(write, "synthesize", full_disk)
    app = open_app()
    setup_page.get_preparation("tri_bench")._thread.join()
    app.run()
    assert not app.exception
    assert "nowhere is not a folder" in app.warning[0].value
    assert app.button[0].label == "Try again"


def test_a_visitor_starts_no_preparation(workspace, monkeypatch):
    """If a read-only dashboard has lost its data, a page says so, and nothing is fetched, drawn or written."""
    monkeypatch.setenv("TRILENS_READ_ONLY", "1")
    app = open_app()
    assert not app.exception
    assert setup_page.get_preparation("tri_bench")._thread is None
    assert not workspace.data.exists()


@pytest.mark.slow
def test_a_new_build_is_seen_without_a_restart(workspace, tiny_data, tmp_path):
    """After another build, rerunning an open page shows the new warehouse."""
    app = open_page("cases")
    assert "**12 photographs**" in text_of(app)
    build(workspace, write_tiny_release(tmp_path / "larger", triangles=4))
    app.run()
    assert "**16 photographs**" in text_of(app)


def test_pages_say_utc_wherever_the_machine_is(tokyo, tiny_data):
    """The footer of a page and the page Data state the time of the build in UTC, a note its own time."""
    built = f"{tokyo:%Y-%m-%d %H:%M} UTC"
    text = text_of(open_page("data"))
    assert f"Data built {built}" in text
    assert f"Built {built}" in text
    write_note(tiny_data, "001_P0", "label", "text", "author", tokyo.astimezone(timezone(timedelta(hours=9))))
    assert f"author, {built}" in text_of(open_page("cases", photograph="001_P0"))
