"""Each page through Streamlit's AppTest: full, without answers, without photographs, and without a warehouse."""

import pytest
from streamlit.testing.v1 import AppTest

from core import prepare_synthetic
from core.errors import SceneError
from core.report import FIGURE_TITLES
from core.settings import REPOSITORY
from core.warehouse.build import build
from dashboard import preparing, queries, reproduction
from tests.tiny_release import write_tiny_release

PAGES = ("overview", "cases", "heatmaps", "truth_audit", "data", "lab")


@pytest.fixture(autouse=True)
def _fresh_caches():
    """No page sees the warehouse of an earlier test."""
    queries.settings.clear()
    preparing.preparation.clear()


def open_page(page, **query_params):
    """The app on one page, run once."""
    app = AppTest.from_file(str(REPOSITORY / "streamlit_app.py"), default_timeout=30)
    for name, value in query_params.items():
        app.query_params[name] = value
    app.run()
    if page != "overview":
        app.switch_page(f"dashboard/app_pages/{page}.py").run()
    return app


def text_of(app):
    """All text that a page shows."""
    parts = [*app.markdown, *app.caption, *app.title, *app.subheader, *app.header, *app.info, *app.warning]
    return "\n".join(str(part.value) for part in parts)


@pytest.fixture
def full(settings, tiny_release):
    """The tiny release, built."""
    return build(settings, tiny_release)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_itself(full, page):
    """With data every page runs without an error, says what it is, and gives the author credit."""
    app = open_page(page)
    assert not app.exception
    assert "Amit Bendkhale, CC BY 4.0" in text_of(app)
    assert app.title[0].value == page.capitalize().replace("_", " ")


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("bare", [{"with_answers": False}, {"with_images": False}])
def test_a_page_works_without_answers_or_photographs(settings, tmp_path, page, bare):
    """Where answers or photographs are missing, every page still runs without an error."""
    build(settings, write_tiny_release(tmp_path / "bare", **bare))
    assert not open_page(page).exception


def test_without_answers_the_pages_say_so(settings, tmp_path):
    """The overview says that nobody but the references answered, and the cases show the photographs."""
    build(settings, write_tiny_release(tmp_path / "bare", with_answers=False))
    assert "no model has answered" in text_of(open_page("overview"))
    assert "12 photographs" in text_of(open_page("cases"))


def test_without_photographs_the_gallery_says_so(settings, tmp_path):
    """Photographs that are not on the disk are counted, and the gallery is there all the same."""
    build(settings, write_tiny_release(tmp_path / "bare", with_images=False))
    assert "Of 12 the file is not on this disk" in text_of(open_page("cases"))


def full_disk(*_, **__):
    raise SceneError("no space left on device")


def test_without_a_warehouse_a_page_says_what_is_missing(settings, monkeypatch):
    """Where not even scenes can be drawn, the page says why, and that one may try again."""
    monkeypatch.setenv("TRILENS_SOURCE", str(settings.data / "nowhere"))
    monkeypatch.setattr(prepare_synthetic, "synthesize", full_disk)
    app = AppTest.from_file(str(REPOSITORY / "streamlit_app.py"), default_timeout=30).run()
    preparing.preparation()._thread.join()
    app.run()
    assert not app.exception
    assert "nowhere is no folder" in app.warning[0].value
    assert app.button[0].label == "Try again"


def test_an_empty_disk_without_network_shows_synthetic_scenes(settings, monkeypatch):
    """The page shows how far it is, then the scenes; every page says that they are, and how to get the photographs."""
    monkeypatch.setenv("TRILENS_SOURCE", str(settings.data / "nowhere"))
    monkeypatch.setattr(prepare_synthetic, "PHOTOGRAPHS", 8)
    app = AppTest.from_file(str(REPOSITORY / "streamlit_app.py"), default_timeout=30).run()
    preparing.preparation()._thread.join()
    app.run()
    for page in PAGES:
        app.switch_page(f"dashboard/app_pages/{page}.py").run()
        assert not app.exception, page
        assert "Synthetic scenes, drawn by Trilens: no photographs" in app.info[0].value
        assert "no model was asked" in app.info[0].value
        assert "`make run" in app.info[0].value
        assert "Bendkhale" not in text_of(app)
    app.switch_page("dashboard/app_pages/overview.py").run()
    assert "no model has answered, only reference solvers" in text_of(app)
    assert "The paper, computed again" not in text_of(app)


@pytest.fixture
def both(settings, tiny_release, monkeypatch):
    """The tiny release and two synthetic triangles, each with its warehouse."""
    monkeypatch.setattr(prepare_synthetic, "PHOTOGRAPHS", 8)
    prepare_synthetic.prepare_synthetic(settings)
    return build(settings, tiny_release)


@pytest.mark.parametrize("page", PAGES)
def test_a_switch_chooses_the_benchmark(both, page):
    """Tri-Bench comes first without a word of scenes; the switch shows these on every page, and goes back."""
    app = open_page(page)
    assert "Synthetic scenes, drawn" not in "".join(info.value for info in app.info)
    for benchmark, is_synthetic in (("synthetic", True), ("tri_bench", False)):
        app.segmented_control(key="benchmark").set_value(benchmark).run()
        assert not app.exception
        assert ("Synthetic scenes, drawn" in "".join(info.value for info in app.info)) == is_synthetic
        assert ("Amit Bendkhale, CC BY 4.0" in text_of(app)) != is_synthetic


def test_a_link_remembers_the_benchmark(both):
    """`?benchmark=synthetic` opens the scenes, and the choice stays on other pages; nonsense opens Tri-Bench."""
    app = open_page("cases", benchmark="synthetic")
    assert "**8 photographs**" in text_of(app)
    app.switch_page("dashboard/app_pages/heatmaps.py").run()
    assert "Synthetic scenes, drawn" in app.info[0].value
    assert "**12 photographs**" in text_of(open_page("cases", benchmark="imagenet"))


def test_the_switch_is_not_there_for_one_benchmark(full):
    """With one benchmark there is nothing to choose."""
    assert "benchmark" not in {control.key for control in open_page("overview").segmented_control}


def test_filters_of_one_benchmark_do_not_empty_the_other(both):
    """Changing the benchmark clears filters and the open photograph, which the other does not have."""
    app = open_page("cases", photograph="002_T0")
    app.multiselect(key="model").set_value(["openai_gpt_5"]).run()
    app.segmented_control(key="benchmark").set_value("synthetic").run()
    assert not app.exception
    assert "**8 photographs**" in text_of(app)


def test_the_overview_says_who_is_best_from_the_data(full):
    """The findings name the models and figures that the warehouse gives."""
    text = text_of(open_page("overview"))
    assert "Gemini 2.5 Pro reads the triangles best" in text
    assert "The best fixed answer, given without looking" in text


def test_the_overview_shows_every_published_table(full):
    """Each part of the paper has its tables, computed, published, as difference and with n."""
    app = open_page("overview")
    titles = []
    for part in reproduction.PARTS:
        app.segmented_control(key="paper_part").set_value(part).run()
        titles += [title.value for title in app.subheader]
        seen = []
        for view in reproduction.VIEWS:
            app.segmented_control(key="reproduction_view").set_value(view).run()
            assert not app.exception
            seen.append(app.table[-1].value.to_csv())
        assert len(set(seen)) > 1
    # Figure 2 is published by the release's result tables only, which the tiny release lacks.
    assert titles == [title for figure_id, title in FIGURE_TITLES.items() if figure_id != "kappa_by_condition"]


def test_filters_select_cases(full):
    """A filter leaves fewer photographs; clearing brings them back."""
    app = open_page("cases")
    app.pills(key="pose").set_value(["tilted"]).run()
    assert "**6 photographs**" in text_of(app)
    app.multiselect(key="object").set_value(["apple"]).run()
    assert "**3 photographs**" in text_of(app)
    app.button(key="clear_filters").click().run()
    assert "**12 photographs**" in text_of(app)


def test_an_empty_selection_has_a_way_out(full):
    """Filters that nothing fits give a sentence and a button that clears them."""
    app = open_page("cases")
    app.pills(key="pose").set_value(["planar"]).run()
    app.pills(key="condition").set_value(["T0"]).run()
    assert "No photograph fits these filters" in text_of(app)
    next(button for button in app.button if button.label == "Clear all filters").click().run()
    assert "**12 photographs**" in text_of(app)


@pytest.mark.parametrize(
    "outcome", ["wrong", "right", "right_in_2d_only", "fits_the_picture", "contradicted", "unreadable"]
)
def test_outcomes_can_be_chosen(full, outcome):
    """Every outcome shows its photographs or says that there are none."""
    app = open_page("cases")
    app.selectbox(key="outcome").set_value(outcome).run()
    assert not app.exception
    text = text_of(app)
    assert ("No photograph fits" in text) == (outcome == "unreadable")


def test_an_address_opens_a_case(full):
    """`?photograph=002_T0` opens that photograph with answers, replies and the prompt."""
    app = open_page("cases", photograph="002_T0")
    assert app.title[0].value == "002_T0"
    assert "The four conditions of triangle 002" in text_of(app)
    assert len(app.table[1].value) == 7
    assert "What is triangle ABC like?" in app.code[-1].value
    assert len(app.code) == 4 + 3 + 1


def test_the_root_address_opens_a_case_too(full):
    """`/?photograph=002_T0` leads to the same case."""
    app = open_page("overview", photograph="002_T0")
    assert app.title[0].value == "002_T0"


@pytest.mark.parametrize("name", ["999_T9", "<b>x</b>", "![a](http://x.y/z.png)", "x" * 5000])
def test_an_unknown_photograph_gets_a_sentence_and_the_gallery(full, name):
    """An id that does not exist is named, escaped and shortened, and the gallery is shown."""
    app = open_page("cases", photograph=name)
    assert not app.exception
    assert "There is no photograph" in app.warning[0].value
    assert len(app.warning[0].value) < 300
    assert "<b>" not in app.warning[0].value
    assert "**12 photographs**" in text_of(app)


def test_next_and_previous_follow_the_gallery(full):
    """Next goes to the next photograph of the chosen order, and back to the gallery."""
    app = open_page("cases", photograph="001_P0")
    app.segmented_control(key="sort").set_value("id").run()
    buttons = {button.label: button for button in app.button}
    assert buttons["Previous"].disabled
    buttons["Next"].click().run()
    assert app.title[0].value == "001_P1"
    next(button for button in app.button if button.label == "Gallery").click().run()
    assert app.title[0].value == "Cases"


@pytest.mark.parametrize("measure", ["kappa_3d", "difference", "skill", "nearer_2d", "unreadable"])
def test_heatmaps_of_any_two_factors(full, measure):
    """Every pair of factors gives a grid for every measure."""
    app = open_page("heatmaps")
    app.segmented_control(key="measure").set_value(measure).run()
    options = app.selectbox(key="rows").options
    for rows in range(0, len(options), 3):
        app.selectbox(key="rows").select_index(rows)
        app.selectbox(key="columns").select_index((rows + 4) % len(options)).run()
        assert not app.exception
    app.selectbox(key="panels").select_index(3).run()
    assert not app.exception


def test_the_same_factor_twice_is_a_diagonal(full):
    """A factor against itself is drawn and does not fail."""
    app = open_page("heatmaps")
    app.selectbox(key="rows").select_index(1)
    app.selectbox(key="columns").select_index(1).run()
    assert not app.exception


def test_a_new_build_is_seen_without_a_restart(settings, tiny_release, tmp_path):
    """After another build a rerun of an open page shows the new warehouse."""
    build(settings, tiny_release)
    app = open_page("cases")
    assert "**12 photographs**" in text_of(app)
    build(settings, write_tiny_release(tmp_path / "larger", triangles=4))
    app.run()
    assert "**16 photographs**" in text_of(app)
