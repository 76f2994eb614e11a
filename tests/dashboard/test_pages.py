"""Each page through Streamlit's AppTest: full, without answers, without photographs, and without a warehouse."""

import pytest
from streamlit.testing.v1 import AppTest

from core import prepare_synthetic
from core.errors import SceneError
from core.notes import read_notes
from core.report import FIGURE_TITLES
from core.settings import REPOSITORY
from core.warehouse.build import build
from dashboard import preparing, queries, reproduction
from tests.tiny_release import write_tiny_release

PAGES = (
    "overview", "cases", "heatmaps", "compare", "bias", "tilt", "robustness", "truth_audit", "data", "ask_a_model",
    "ask_yourself", "lab",
)  # fmt: skip


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
def full(tiny_data):
    """The tiny release, built."""
    return tiny_data


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


@pytest.fixture
def tilted(tilted_settings, monkeypatch):
    """Drawn boards under known tilts, in four bands of 3 photographs each."""
    monkeypatch.setenv("TRILENS_DATA", str(tilted_settings.data))


def test_tilt_without_measured_photographs_has_a_way_out(full):
    """Where no tilt was measured the page counts the photographs and says why there is nothing."""
    app = open_page("tilt")
    assert "12 photographs fit these filters, 12 of them without a measured tilt" in text_of(app)
    assert any(button.label == "Clear all filters" for button in app.button)


def test_tilt_shows_bands_and_both_measures(tilted):
    """Every band of every model is in the table, 3D and 2D, and the accelerometer is compared."""
    app = open_page("tilt")
    text = text_of(app)
    assert "12 photographs, 0 without a measured tilt" in text
    assert "Too few triangles" in text
    assert "differ by 1.50° in the median" in text
    bands = app.dataframe[0].value
    assert set(bands["tilt_band"]) == {"0–10°", "10–20°", "40–50°", "50–60°"}
    assert len(bands) == 2 * 4 * 7
    worst = app.dataframe[1].value
    assert len(worst) == 12


def test_tilt_by_question_and_filtered(tilted):
    """By question there are lines for six questions and the solvers; a filter narrows the bands."""
    app = open_page("tilt")
    app.segmented_control(key="lines").set_value("question").run()
    assert not app.exception
    assert len(app.dataframe[0].value) == 2 * 4 * (6 + 2)
    app.multiselect(key="tilt").set_value(["40–50°"]).run()
    assert len(app.dataframe[0].value) == 2 * (6 + 2)
    assert "3 photographs, 0 without a measured tilt" in text_of(app)
    app.toggle(key="references").set_value(False).run()
    assert len(app.dataframe[0].value) == 2 * 6


def test_robustness_says_who_and_shows_every_measure(full):
    """The sentence names a model, the table has every measure of every run and question."""
    app = open_page("robustness")
    assert "Most robust" in text_of(app)
    table = app.dataframe[0].value
    assert {"Gemini 2.5 Pro", "GPT-5", "Blind constant"} < set(table["label"])
    assert len(table) == 5 * 6 * table["run_id"].nunique()
    for measure in app.segmented_control(key="measure_of").options:
        app.segmented_control(key="measure_of").set_value(measure).run()
        assert not app.exception


def test_the_bar_of_robustness_is_set_by_the_slider(full):
    """With another kappa that makes a number right the figures are others, and the page says which it is."""
    app = open_page("robustness")
    before = app.dataframe[0].value["value"].sum()
    app.slider(key="right_at").set_value(0.5).run()
    assert "right from a kappa of 50%" in text_of(app)
    assert app.dataframe[0].value["value"].sum() > before


def test_robustness_needs_two_views(full):
    """With one condition chosen there is nothing to compare, and a button clears the filters."""
    app = open_page("robustness")
    app.pills(key="condition").set_value(["T0"]).run()
    assert "No two views of a triangle" in text_of(app)
    next(button for button in app.button if button.label == "Clear all filters").click().run()
    assert "Most robust" in text_of(app)


def test_the_worst_triangles_follow_model_and_question(full):
    """For a model and a question the triangles that swing are shown, or a sentence that none does."""
    app = open_page("robustness")
    seen = set()
    for question in app.selectbox(key="worst_question").options:
        app.selectbox(key="worst_question").set_value(question).run()
        assert not app.exception
        seen.add("kappa swings by" in text_of(app))
    app.selectbox(key="worst_of").set_value(app.selectbox(key="worst_of").options[-1]).run()
    assert not app.exception
    assert True in seen


def test_contradictions_are_listed_by_kind_and_model(full):
    """A kind and a model lead to the sentences of the replies, or to one that there are none."""
    app = open_page("robustness")
    for model in app.selectbox(key="of_model").options:
        app.selectbox(key="of_model").set_value(model).run()
        assert not app.exception
        listed = [table.value for table in app.dataframe if "sentence" in table.value]
        assert bool(listed) != ("does not contradict itself" in text_of(app))
        assert all(len(table) for table in listed)


def test_a_new_build_is_seen_without_a_restart(settings, tiny_release, tmp_path):
    """After another build a rerun of an open page shows the new warehouse."""
    build(settings, tiny_release)
    app = open_page("cases")
    assert "**12 photographs**" in text_of(app)
    build(settings, write_tiny_release(tmp_path / "larger", triangles=4))
    app.run()
    assert "**16 photographs**" in text_of(app)


def test_pinned_cases_are_presented(full):
    """A link with pins lists them; presenting shows one case alone, and the next one after it."""
    app = open_page("cases", pins="002_T0,001_P0,nonsense")
    assert "Pinned (2)" in [expander.label for expander in app.expander]
    next(button for button in app.button if button.label == "Present").click().run()
    assert app.title[0].value == "002_T0 · 1 of 2"
    next(button for button in app.button if button.label == "Next").click().run()
    assert app.title[0].value == "001_P0 · 2 of 2"
    next(button for button in app.button if button.label == "End").click().run()
    assert app.title[0].value == "001_P0"


def test_a_case_is_pinned_and_unpinned(full):
    """The button puts the case into the address and takes it out again."""
    app = open_page("cases", photograph="001_P0")
    next(button for button in app.button if button.label == "Pin").click().run()
    assert app.query_params["pins"] == "001_P0"
    next(button for button in app.button if button.label == "Unpin").click().run()
    assert "pins" not in app.query_params


def test_a_note_is_written_and_found_again(full, settings):
    """A note appears on its case and in the gallery, whose label filter then finds the photograph."""
    app = open_page("cases", photograph="001_P0")
    app.text_area[0].set_value("<b>It guesses.</b>")
    app.text_input[0].set_value("Ada")
    next(button for button in app.button if button.label == "Save").click().run()
    assert not app.exception
    assert "<b>It guesses.</b>" in [text.value for text in app.text]
    assert [note.author for note in read_notes(settings.data).notes] == ["Ada"]
    app = open_page("cases")
    app.selectbox(key="label").set_value("interesting failure").run()
    assert "**1 photographs**" in text_of(app)


def test_read_only_means_no_notes(full, settings, monkeypatch):
    """In read-only mode the form is there, disabled, with the reason."""
    monkeypatch.setenv("TRILENS_READ_ONLY", "1")
    queries.settings.clear()
    app = open_page("cases", photograph="001_P0")
    assert next(button for button in app.button if button.label == "Save").disabled
    assert app.text_area[0].disabled
    assert "read-only" in text_of(app)


def test_compare_says_who_is_ahead(full):
    """The first sentence is the verdict on the chosen two; chosen the other way round the same one is ahead."""
    app = open_page("compare")
    assert len(app.selectbox(key="first").options) == 7
    runs = ("tri_bench-qwen_2.5_32b", "tri_bench-gemini_2.5_pro")
    for first, second in (runs, runs[::-1]):
        app.selectbox(key="first").set_value(first)
        app.selectbox(key="second").set_value(second).run()
        assert not app.exception
        sentence = next(part.value for part in app.markdown if part.value.startswith("####"))
        assert "cannot be told apart" in sentence
        assert "Gemini 2.5 Pro is 9.5 points of kappa 3D ahead (95 % interval −" in sentence


def test_compare_wants_two_runs(full):
    """One run against itself, or filters that leave one, get a sentence; the filters a way out."""
    app = open_page("compare")
    app.selectbox(key="second").set_value(app.selectbox(key="first").value).run()
    assert "A run agrees with itself" in text_of(app)
    app.multiselect(key="model").set_value(["openai_gpt_5"]).run()
    assert "takes answers of two runs" in text_of(app)
    next(button for button in app.button if button.label == "Clear all filters").click().run()
    assert not app.exception
    assert "takes answers of two runs" not in text_of(app)


def test_compare_slices_by_every_factor(full):
    """Every factor gives a sentence with the number of comparisons, against 3D and 2D."""
    app = open_page("compare")
    for frame in ("3d", "2d"):
        app.segmented_control(key="frame").set_value(frame).run()
        for place in range(len(app.selectbox(key="slice").options)):
            app.selectbox(key="slice").select_index(place).run()
            assert not app.exception
            assert "can be told apart in" in text_of(app)


def test_compare_shows_the_photographs_of_an_outcome(full):
    """Each outcome, over all questions and of one, has its photographs or says that there are none."""
    app = open_page("compare")
    app.selectbox(key="second").set_value("tri_bench-qwen_2.5_32b").run()
    counts = {}
    for about in (None, "Q2"):
        for who in ("both", "only_first", "only_second", "none"):
            app.selectbox(key="about").set_value(about)
            app.selectbox(key="who").set_value(who).run()
            assert not app.exception
            captions = [caption.value for caption in app.caption if "Below each" in caption.value]
            counts[about, who] = int(captions[0].split()[0]) if captions else 0
    assert sum(counts["Q2", who] for who in ("both", "only_first", "only_second", "none")) == 12
    assert counts[None, "only_first"] >= counts["Q2", "only_first"] > 0


def test_references_can_be_compared_or_left_out(full):
    """With the switch off no reference stands in the choices; alone they can still be compared."""
    app = open_page("compare")
    app.toggle(key="references").set_value(False).run()
    assert not app.exception
    assert not {"Blind constant", "Homography solver"} & set(app.selectbox(key="first").options)
    app.toggle(key="references").set_value(True)
    app.multiselect(key="model").set_value(["blind_constant", "homography_solver"]).run()
    assert not app.exception
    assert set(app.selectbox(key="first").options) == {"Blind constant", "Homography solver"}


def test_bias_names_the_habits_of_a_run(full):
    """Habits are told as far as three triangles show them, and every question can be looked at."""
    app = open_page("bias")
    app.selectbox(key="run").set_value("tri_bench-qwen_2.5_32b").run()
    assert "#### Qwen2.5-VL-32B says no class more often than it is there" in text_of(app)
    for question_id in ("Q1", "Q2", "Q3", "Q4", "Q5", "Q6"):
        for frame in ("3d", "2d"):
            app.segmented_control(key="about").set_value(question_id)
            app.segmented_control(key="frame").set_value(frame).run()
            assert not app.exception
    assert "photographs get the answer" in text_of(app)


def test_bias_counts_the_photographs_of_a_cell(full):
    """The chosen cell of the confusion matrix shows as many photographs as the model confused so."""
    app = open_page("bias")
    app.selectbox(key="run").set_value("tri_bench-qwen_2.5_32b").run()
    app.selectbox(key="cell").set_value(("3d", "equilateral", "scalene")).run()
    assert "**4 photographs show equilateral in 3D and are called scalene.**" in text_of(app)
    app.selectbox(key="cell").set_value(("3d", "scalene", "equilateral")).run()
    assert "**0 photographs show scalene in 3D and are called equilateral.**" in text_of(app)
    assert not app.exception


def test_bias_scores_again_under_other_tolerances(full):
    """At the paper's tolerances nothing changes; others change classes and say whether the ranking survives."""
    app = open_page("bias")
    assert "At these tolerances every true class is as published." in text_of(app)
    app.slider(key="isosceles").set_value(20.0).run()
    assert not app.exception
    assert "Over all questions" in text_of(app)
    assert "Over Q1 and Q2 alone" in text_of(app)


def test_bias_works_on_a_single_photograph_and_question(full):
    """Filters that leave hardly anything still give a page without an error, and nothing gets a way out."""
    app = open_page("bias")
    app.pills(key="condition").set_value(["P0"])
    app.multiselect(key="side_3d").set_value(["equilateral"])
    app.multiselect(key="question").set_value(["Q4"]).run()
    assert not app.exception
    assert "photographs get the answer" in text_of(app)
    app.pills(key="pose").set_value(["tilted"]).run()
    assert "No answer fits these filters" in text_of(app)
    app.switch_page("dashboard/app_pages/compare.py").run()
    assert not app.exception
