"""Tests of a benchmark with names, classes, choices and foils for only some questions, through AppTest."""

import json

import pytest

from core.benchmarks.giq.solvers import SOLVERS
from core.formatting import MISSING
from dashboard.pages.compare.texts import describe_missing_levels
from dashboard.pages.lab import texts as lab_texts
from dashboard.pages.overview.ranking import BASELINE_LABELS
from dashboard.style import palette
from tests.dashboard.pages import drawn, matrix_of, open_page, text_of
from tests.small_giq import PAIRS, fill_giq

EVERY_PAGE = (
    "overview", "cases", "heatmaps", "compare", "bias", "precision", "robustness", "paper", "data", "glossary",
    "ask_a_model", "ask_yourself",
)  # fmt: skip


@pytest.fixture
def giq(fill_once, monkeypatch):
    """Show a small GIQ alone, for read-only tests."""
    monkeypatch.setenv("TRILENS_DATA", str(fill_once("giq", fill_giq).data))


@pytest.mark.parametrize("page", EVERY_PAGE)
def test_every_page_runs(giq, page):
    """Each page shows names, classes and choices side by side without an error, with the credit."""
    app = open_page(page)
    assert not app.exception
    assert "Solids drawn by Trilens after GIQ" in text_of(app)


@pytest.mark.parametrize(
    ("scene", "advice"), [("name~wid_1", lab_texts.TRY_VIEWS), ("central~wid_1", lab_texts.TRY_MISLEADING_VIEWS)]
)
def test_the_lab_says_above_its_sliders_that_none_changes_the_answer(giq, scene, advice):
    """Sliders only move the camera around a solid: the page says so, and what is worth trying."""
    app = open_page("lab", scene=scene)
    assert not app.exception
    assert lab_texts.QUESTION_OF_CAMERA in [text.value for text in app.markdown]
    assert advice in [caption.value for caption in app.caption]


def test_guessing_is_no_line_beside_means_of_answers_without_options(giq):
    """Names have no options, so the mean over all answers has no line for guessing."""
    (ranking,) = drawn(open_page("overview"), "ranking")
    baselines = {line["label"]: line["value"] for line in ranking["lines"] if line["label"] in BASELINE_LABELS.values()}
    assert set(baselines) == set(BASELINE_LABELS.values())
    fitted = [value for label, value in baselines.items() if not label.startswith("Best constant answer")]
    lines = {mark["name"].rpartition(" ")[0]: mark["value"] for mark in ranking["marks"]}
    blind_score = lines.pop("best constant answer")
    assert sorted(lines.values()) == sorted(fitted)
    assert f"best constant answer {blind_score:.1f}" in {mark["name"] for mark in ranking["marks"]}


def test_means_have_a_row_for_who_answered_for_some_of_them(giq):
    """The outline solver names no solid: it has no mean for naming, and has the other means."""
    (means,) = [table.value for table in open_page("overview").table if "Naming, mean of groups, %" in table.value]
    outline = means.set_index("Model").loc["Outline solver (image plane)"]
    assert outline["Naming, mean of groups, %"] == MISSING
    assert outline["Mean of balanced accuracies, %"] != MISSING


@pytest.mark.parametrize("question_id", ["group", "family", "central", "same"])
def test_bias_shows_classes_and_letters(giq, question_id):
    """Groups and families have a matrix like letters; names are too many for one and are not offered."""
    app = open_page("bias", about=question_id)
    assert not app.exception
    offered = app.segmented_control(key="about").options
    assert offered == ["Group named", "Family named", "Central symmetry", "4-fold axis", "5-fold axis", "Same solid"]
    assert "Does the flat image mislead the models?" in [header.value for header in app.header]
    columns = [list(table.value) for table in app.table]
    assert any("Correct if outline agrees, %" in own and "Errors equal to outline, %" in own for own in columns)


def test_bias_counts_the_questions_that_it_leaves_out_and_keeps_the_order_of_options(giq):
    """A caption counts the questions and its help names those left out; Yes comes before No in every question."""
    app = open_page("bias", run="Hasty")
    assert not app.exception
    (caption,) = [caption for caption in app.caption if "Shown: " in caption.value]
    assert "of 8 questions" in caption.value
    assert "Name and Name from three images are left out" in caption.help
    spec = json.loads(app.get("plotly_chart")[0].proto.spec)
    options: dict[str, list[str]] = {}
    lengths: dict[str, list[float]] = {}
    lines = [trace["x"] for trace in spec["data"] if trace.get("mode") == "lines"]
    for label, (start, end) in zip(spec["layout"]["yaxis"]["ticktext"], lines, strict=True):
        question, _, option = label.partition(":")
        lengths.setdefault(question, []).append(abs(start - end))
        options.setdefault(question, []).append(option.strip())
    longest = [max(of_question) for of_question in lengths.values()]
    assert longest[0] > 0
    assert longest == sorted(longest, reverse=True)
    of_choices = [names for names in options.values() if names[0].endswith(")")]
    assert of_choices
    assert all(names == sorted(names, key=lambda name: name[-2]) for names in of_choices)


def test_compare_names_the_questions_without_a_common_answer(giq):
    """The outline solver names no solid: these questions are named, unless a filter leaves out questions anyway."""
    runs = {"first": "Truth solver", "second": "Outline solver (image plane)"}
    missing = describe_missing_levels("Name, Group named, Family named and Name from three images")
    assert missing in text_of(open_page("compare", **runs))
    assert missing not in text_of(open_page("compare", task="symmetry", **runs))


def test_a_tile_has_every_image_of_its_case(giq):
    """Tiles of pairs and of three images show all of them."""
    expected = {"naming-wid_1-1": 0, "naming-three-wid_1": 2, "rotation-hard": 1}
    for case_id, n_further in expected.items():
        (gallery,) = drawn(open_page("cases", case_search=case_id), "gallery")
        urls = [[tile["url"], *(image["url"] for image in tile["further_images"])] for tile in gallery["tiles"]]
        assert {len(of_tile) for of_tile in urls} == {1 + n_further}
        assert all(len(set(of_tile)) == len(of_tile) for of_tile in urls)


@pytest.mark.slow
@pytest.mark.parametrize(
    "case_id", ["naming-wid_1-1", "naming-three-wid_1", "symmetry-central-wid_3", "rotation-hard-wid_5-wid_5-0"]
)
def test_every_kind_of_case_has_its_page(giq, case_id):
    """Cases and Ask a model show a name, a yes or no, and a pair of images."""
    for page in ("cases", "ask_a_model"):
        app = open_page(page, photograph=case_id)
        assert not app.exception


@pytest.mark.slow
def test_bias_says_how_well_two_answers_are_told_apart(giq):
    """Each question with two options has d' of the run that always answers A: it discriminates nothing."""
    app = open_page("bias")
    asked = app.selectbox(key="told_question")
    assert asked.options == ["Central symmetry", "4-fold axis", "5-fold axis"]  # all pairs of these solids are the same
    for question in asked.options:
        app.selectbox(key="told_question").set_value(question).run()
        assert not app.exception
        assert "Hasty does not significantly distinguish Yes from No in " in text_of(app)
    app.selectbox(key="told_question").set_value("4-fold axis").run()
    among = app.selectbox(key="told_among")
    assert "Family of symmetry: icosahedral" not in among.options  # of which no solid has the axis
    assert "Group of solids: platonic" in among.options
    among.set_value("Group of solids: platonic").run()
    assert not app.exception


def test_robustness_counts_claims_that_no_solid_allows(giq):
    """Four impossible claims have a share for each run, with the reason behind a button."""
    app = open_page("robustness")
    assert not app.exception
    assert "Does a model make impossible claims about a solid or pair?" in [expander.label for expander in app.expander]
    assert "Robust, or always the same answer?" not in [header.value for header in app.header]
    assert any("Same option in every order, %" in list(table.value) for table in app.table)


def test_precision_has_the_curve_over_the_angle(giq):
    """Without a pair of different solids there is no margin, and the angle of rotation has its sentence and slopes."""
    app = open_page("precision")
    assert not app.exception
    assert [header.value for header in app.header] == [
        "Accuracy and smallest rotation between two images of the same solid"
    ]
    assert "a model that always answers *same* is right at every angle" in text_of(app)
    assert any("Points per 10°" in list(table.value) for table in app.table)


def test_three_pictures_have_a_mean_of_their_own(giq):
    """Naming from one image and from three are shown side by side, and the page says which answers count together."""
    app = open_page("overview")
    text = text_of(app)
    assert "Naming from three images, mean of groups (only Name from three images): the mean of 2 cells" in text
    assert "a reply about one image to name counts three times" in text


def test_people_are_asked_about_pairs(giq):
    """A session has pairs of images side by side, same or different, 30 seconds each."""
    app = open_page("ask_yourself")
    assert f"You see {PAIRS} of the items that the models get. You have 30 seconds for each;" in text_of(app)
    app.button(key="sitting-begin").click().run()
    assert not app.exception
    (radio,) = app.radio
    assert sorted(option[3:] for option in radio.options) == ["different", "same"]
    assert app.text[0].value == "Do these two pictures show the same polyhedron, only rotated?"


def test_what_is_not_built_is_said(giq):
    """Data lists the missing solids among the omissions."""
    app = open_page("data")
    assert any("195 of the 224 solids" in str(table.value.to_dict()) for table in app.dataframe)


def test_its_solvers_have_the_looks_of_solvers():
    """The truth solver and the outline solver are on the palette's list."""
    assert {model.model_id for model, _, _ in SOLVERS.values()} <= set(palette.SOLVERS)


def test_a_long_name_of_the_foil_is_a_sign_in_strips(giq):
    """GIQ's foil is the outline: its sign fits into a cell, and the legend has signs beside the counted names."""
    (gallery,) = drawn(open_page("cases"), "gallery")
    legend = {verdict: sign for verdict, sign, _ in gallery["review"]["legend"]}
    assert legend == {"": "n/3", "right": "✓", "foil_only": "◇", "wrong": "✕", "unreadable": "?"}


def test_habits_stand_by_titles_and_not_by_ids(giq):
    """Bias names each question once, by its title."""
    habits = next(table.value for table in open_page("bias").table if "most common answer" in table.value)
    assert habits.columns[0] == "Question"
    assert "Name from three images" in set(habits["Question"])


def test_statements_say_who_makes_them(giq):
    """Each row of *Text compared with tables* names the authors with their words, a table, or this program."""
    app = open_page("paper")
    assert not app.exception
    assert "drawn by Trilens, so scores on them are not comparable with these." in text_of(app)
    assert "Source: GIQ, figure of the project site" in text_of(app)
    (table,) = [one.value for one in app.table if "stated by" in one.value]
    stated = list(table["stated by"])
    assert len(stated) == 15
    assert "The authors state it (“user study with 42 participants”)" in stated
    assert "A table or figure shows it" in stated


def test_a_case_without_options_has_its_correct_answer_beside_the_question(giq):
    """The name is there with what else it counts for; the table has no column of truths or answers that are missing."""
    app = open_page("cases", case="naming-wid_1-1")
    (question,) = drawn(app, "question")
    assert question["lists"] == [
        {
            "options": [],
            "sentences": ["The same answer is also scored for Group named (platonic) and Family named (tetrahedral)."],
            "correct": "tetrahedron",
        }
    ]
    (alone,) = drawn(open_page("cases", case="naming-three-wid_1"), "question")
    assert alone["lists"] == [{"options": [], "sentences": [], "correct": "tetrahedron"}]
    columns = list(matrix_of(app).columns)
    assert "Truth 3D" in columns
    assert "Truth outline" not in columns
    assert "Truth solver" in columns
    assert "Outline solver (image plane)" not in columns
    assert "Truth outline" in matrix_of(open_page("cases", case="symmetry-central-wid_3"))
