"""Tests of pages of a multiple-choice benchmark through AppTest: wording, filters, letters and parsers."""

import json
import re

import pandas as pd
import pytest
import streamlit as st

from core.benchmarks.gepbench.item_reader import ITEMS
from core.runs.journal import list_journal_paths, read_journal
from dashboard.pages.cases import case_replies
from tests.conftest import copy_data
from tests.dashboard.pages import PAGES, data_of, drawn, facts_of, matrix_of, open_page, opened, switch_of, text_of
from tests.dashboard.test_ask_a_model import ask
from tests.inference.clients import server
from tests.small_gepbench import CASES, N_ITEMS

OWN_OF_TRIANGLES = ("tilt", "truth_audit")
OWN = ("precision",)
OVER_ALL = ("benchmarks", "leaderboard")
EVERY_BENCHMARK = [page for page in PAGES if page not in (*OWN_OF_TRIANGLES, *OVER_ALL)]
WORDS_OF_TRIANGLES = re.compile(r"photograph|triangle|kappa|tape measure|\b[23]D\b", re.IGNORECASE)
CREDIT = "Figures made by Trilens after GePBench, Xing et al."


@pytest.mark.parametrize("page", [*EVERY_BENCHMARK, *OWN])
def test_every_page_has_the_words_of_the_benchmark(gepbench, page):
    """Each page runs without an error, gives the credit, and does not mention photographs of triangles."""
    app = open_page(page)
    assert not app.exception
    assert app.title[0].value == page.capitalize().replace("_", " ")
    text = text_of(app)
    assert CREDIT in text
    assert WORDS_OF_TRIANGLES.findall(text) == []


@pytest.mark.parametrize(("page", "key"), [("overview", "score-ranking"), ("precision", "precision-verdicts")])
def test_a_table_of_verdicts_has_its_room_before_the_browser_draws_it(gepbench, page, key):
    """Content below the table does not move down when a slow browser draws the table."""
    styles = " ".join(element.proto.body for element in open_page(page).get("html"))
    rooms = re.findall(rf"\.st-key-{key} {{ min-height: (\d+)px; }}", styles)
    assert rooms
    assert all(int(room) > 2 * 50 for room in rooms)


@pytest.fixture
def offered(monkeypatch):
    """Record the titles in the navigation, by section, of the last run."""
    seen, navigation = {}, st.navigation

    def record(sections, **settings):
        seen.clear()
        seen.update({name: [page.title for page in pages] for name, pages in sections.items() if name})
        return navigation(sections, **settings)

    monkeypatch.setattr(st, "navigation", record)
    return seen


@pytest.mark.slow
def test_pages_of_triangles_are_offered_with_triangles_only(beside_gepbench, offered):
    """Tilt and Truth audit are in the navigation of Tri-Bench and not in GePBench's, in either order of visits."""
    app = open_page("overview")
    with_own = {name: list(titles) for name, titles in offered.items()}
    assert with_own == {
        "Results": [
            "Overview",
            "Cases",
            "Heatmaps",
            "Compare",
            "Checkpoints",
            "Slices",
            "Items",
            "Bias",
            "Tilt",
            "Robustness",
            "Leaderboard",
            "Review",
        ],
        "Trust": ["Truth audit", "Benchmarks", "Paper", "Data", "Glossary"],
        "Try": ["Ask a model", "Ask yourself", "Lab"],
    }
    switch_of(app).set_value("gepbench").run()
    assert offered == {
        "Results": [
            "Overview",
            "Cases",
            "Heatmaps",
            "Compare",
            "Checkpoints",
            "Slices",
            "Items",
            "Bias",
            "Precision",
            "Robustness",
            "Leaderboard",
            "Review",
        ],
        "Trust": ["Benchmarks", "Paper", "Data", "Glossary"],
        "Try": ["Ask a model", "Ask yourself", "Lab"],
    }
    switch_of(app).set_value("tri_bench").run()
    assert offered == with_own


def test_a_reply_has_an_error_only_where_there_was_one(gepbench, monkeypatch):
    """A reply without an error has no error line above it, even if another reply to the case has an error."""
    of_warehouse = case_replies.run_query

    def with_an_error(name, **parameters):
        found = of_warehouse(name, **parameters)
        if name != "case_replies":
            return found
        return found.assign(error=pd.Series(["cut off"] + [float("nan")] * (len(found) - 1), found.index))

    monkeypatch.setattr(case_replies, "run_query", with_an_error)
    app = opened(open_page("cases", case="easy-counting-000000"))
    assert not app.exception
    assert len(drawn(app, "reply")) > 1
    assert "nan" not in {part.value for part in (*app.caption, *app.code)}


LINKS_OF_TRIANGLES = {
    "overview": {"chart": "Habit vs. image use", "read_on": "planar"},
    "cases": {"outcome": "right in 2D only", "pose": "tilted", "question": "Q3 AB / AC"},
    "heatmaps": {"measure": "Closer to 2D", "rows": "Tilt band", "columns": "Side class, 3D", "panels": "Pose"},
    "compare": {"frame": "2D", "first": "GPT-5", "slice": "Class change, 3D to 2D", "about": "Q2 Angle class"},
    "bias": {"about": "Q2 Angle class", "frame": "2D", "cell": "obtuse in 3D, called acute"},
    "robustness": {"measure_of": "right planar and tilted", "worst_question": "Q3 AB / AC", "right_at": "0.8"},
    "data": {"table": "photographs"},
    "ask_a_model": {"view": "rectified", "prompt": "Step by step", "case": "002_T0"},
    "tilt": {"lines": "Questions"},
    "truth_audit": {"verdict": "the photographs agree"},
}


@pytest.mark.slow
@pytest.mark.parametrize("page", LINKS_OF_TRIANGLES)
def test_the_benchmark_can_be_changed_whatever_is_chosen(beside_gepbench, page):
    """A link's choices that only Tri-Bench has cause no error when the user switches to GePBench."""
    app = open_page(page, **LINKS_OF_TRIANGLES[page])
    assert not app.exception
    switch_of(app).set_value("gepbench").run()
    assert not app.exception
    assert CREDIT in text_of(app)
    assert "case" not in app.query_params


def test_the_overview_says_who_is_best_by_accuracy(gepbench):
    """The finding, the table and the charts speak of accuracy; none mentions a foil, tilt or object."""
    app = open_page("overview")
    text = text_of(app)
    assert "Careful is the most accurate: mean accuracy 100.0%" in text
    assert "In brackets: differences in points, and 95% CIs clustered by figure." in text
    assert app.segmented_control(key="chart").options == ["Skill", "Gain over text-only"]
    assert list(app.table[0].value.columns) == [
        "Model", "accuracy, %", "95% CI", "n", "unreadable", "score if unreadable = wrong / right, %", "items",
        "figures",
    ]  # fmt: skip
    assert list(app.table[0].value["items"].astype(int)) == [CASES] * 7
    app.session_state["opened-own_measures"] = True
    (worth,) = [table.value for table in app.run().table if "design effect" in list(table.value)]
    careful = worth.set_index("Model").loc["Careful"]
    assert [
        careful[f"share of the headroom over the {name}, %"] for name in ("best constant answer", "text-only baseline")
    ] == [100, 100]
    assert round(careful["chance-adjusted accuracy (CAA), %"], 1) == 96.3  # an unreadable answer counts as wrong


def test_the_overview_says_what_each_question_could_have_shown(gepbench):
    """Each question has a row with the two compared models; so few figures could not have shown any difference."""
    app = open_page("overview")
    app.session_state["opened-sensitivity"] = True
    (shown,) = [
        table.value for table in app.run().table if "smallest difference in accuracy, points" in list(table.value)
    ]
    assert not app.exception
    assert sorted(shown["Question"]) == ["Counting", "Existence", "Location", "Reference", "Relation", "Size"]
    assert set(shown["models"].astype(int)) == {2}


@pytest.mark.parametrize("page", ["overview", "heatmaps", "compare", "bias", "robustness"])
def test_what_the_mouse_shows_has_the_words_of_the_benchmark(gepbench, page):
    """Charts count figures, not groups, and do not mention photographs."""
    app = open_page(page)
    charts = [chart.proto.spec for chart in app.get("plotly_chart")]
    assert charts
    assert any(re.search(r"\d figures?\b", chart) for chart in charts)
    assert not [re.findall(r"\d groups?\b|[^\"]*photograph[^\"]*", chart) for chart in charts if
                re.search(r"\d groups?\b|photograph", chart)]  # fmt: skip


def test_the_overview_has_the_means_of_the_paper(gepbench):
    """A mean of cells gives each cell the same weight, and the model's column contains that mean."""
    app = open_page("overview")
    means = next(table.value for table in app.table if "Avg, %" in table.value).set_index("Model")
    cells = next(table.value for table in app.table if "Cell" in table.value)
    assert len(cells) == 12
    assert not any("(" in mean for mean in means["Avg, %"])  # two answers a cell make no interval
    for model in ("Careful", "Hasty", "Text-only baseline"):
        stated = float(means["Avg, %"].loc[model].replace("\\", "").split()[0])
        assert stated == pytest.approx(cells[model].astype(float).mean(), abs=0.05)


def test_a_case_marks_the_key_and_who_chose_what(gepbench):
    """The question, each option with the models that chose it, and the marked key are beside the figure."""
    app = open_page("cases", case="easy-counting-000000")
    assert not app.exception
    assert app.title[0].value == "easy-counting-000000"
    (question,) = drawn(app, "question")
    (asked,) = question["lists"]
    assert [option["letter"] for option in asked["options"]] == list("ABCD")
    (key,) = [option for option in asked["options"] if option["is_key"]]
    assert key["note"] == "← Careful, Truth solver and Box solver (image plane)"
    assert asked["options"][0]["note"] == "← Hasty, Best constant answer, Image statistics and Text-only baseline"
    assert asked["sentences"] == ["Guessing among the options gives 25%."]
    assert question["text"].startswith("How many")
    assert question["text"].endswith("in the image?")
    (head,) = drawn(app, "action_header")
    assert (head["topic"], head["title"]) == ("Counting", "easy-counting-000000")
    levels = dict(level.split(": ") for level in head["line"]["text"].split(" · "))
    assert (levels["Level"], levels["Noise"], levels["Kind of question"]) == ("easy", "without", "count")
    assert not levels.keys() & facts_of(app).keys()
    answers = matrix_of(app)
    assert answers.columns[:2].tolist() == ["Question", "Key"]
    assert "Careful" in answers
    option = answers["Key"].iloc[0]
    letter, _, told = option.partition(" · ")
    assert (key["letter"], key["text"]) == (letter, told)
    assert answers["Careful"].iloc[0] == f"{option} right"
    assert re.fullmatch(r"A · .+ wrong", answers["Hasty"].iloc[0])
    assert len(answers) == 1


def test_a_case_names_who_said_no_letter(gepbench):
    """A reply without a letter is under no option; the page says which model gave it."""
    app = open_page("cases", case="hard-existence-000000")
    assert "No option could be read from Careful." in text_of(app)
    assert list(matrix_of(app)["Careful"]) == ["unparsed unreadable"]


@pytest.mark.slow
@pytest.mark.parametrize(("filters", "count"), [
    ({}, CASES), ({"level": "easy"}, 12), ({"level": "hard"}, 12), ({"level": "easy, with noise"}, 12),
    ({"question": "Size"}, 6), ({"level": "hard", "question": "Size"}, 2),
    ({"level": "easy", "noise": "without"}, 12), ({"level": "easy, with noise", "noise": "with"}, 12),
])  # fmt: skip
def test_filters_narrow_the_gallery_and_links_keep_them(gepbench, filters, count):
    """A link with filters opens exactly the items that match them, with the filters set."""
    assert CASES == N_ITEMS + 12
    app = open_page("cases", **filters)
    assert not app.exception
    selection = "over all models and the chosen questions" if "question" in filters else "over all models"
    assert f"**{count} items**, worst first, by mean accuracy {selection}." in text_of(app)
    assert f"**Filters** · {len(filters)} set" in text_of(app)
    shown = opened(app).dataframe[0].value
    assert len(shown) == count
    assert list(shown.columns[:4]) == ["case_id", "level", "shapes", "noise"]
    for key in {"level", "noise"} & filters.keys():
        assert app.pills(key=key).value == [filters[key]]
        assert set(shown[key]) == {filters[key]}


def test_a_noise_filter_excludes_what_has_none(gepbench):
    """The items with and without noise are parts of all items, and no item is in both."""
    parts = [
        set(opened(open_page("cases", noise=noise)).dataframe[0].value["case_id"]) for noise in ("with", "without")
    ]
    assert parts[0].isdisjoint(parts[1])
    assert len(parts[0] | parts[1]) == CASES


@pytest.mark.parametrize("outcome", ["wrong", "correct", "unreadable"])
def test_outcomes_are_those_that_the_benchmark_knows(gepbench, outcome):
    """There is no outcome for a foil or a contradiction; each other outcome has its items."""
    app = open_page("cases", outcome=outcome)
    assert app.selectbox(key="outcome").options == ["any", "wrong", "correct", "unreadable"]
    assert not app.toast
    shown = opened(app).dataframe[0].value
    assert 0 < len(shown) < CASES
    assert (outcome == "unreadable") == (set(shown["unreadable"]) == {1})


def test_a_link_with_an_outcome_s_former_name_becomes_the_same_link_with_its_name(gepbench):
    """`outcome=right` redirects the browser to `outcome=correct`, and keeps everything else."""
    app = open_page("cases", outcome="right", level="hard")
    (trip,) = drawn(app, "trip")
    assert (trip["page"], trip["parameters"], trip["corrects"]) == ("?", {"outcome": ["correct"]}, True)
    assert set(trip["kept"]) == {"outcome", "level"}


def test_a_link_opens_the_same_heatmap(gepbench):
    """Measure, rows and columns from the address are chosen, and the cells hold every answer of the models."""
    app = open_page("heatmaps", measure="Skill", rows="Level", columns="Question")
    assert not app.exception
    assert app.segmented_control(key="measure").value == "skill"
    assert (app.selectbox(key="rows").value, app.selectbox(key="columns").value) == ("level", "question")
    cells = data_of(app, "heatmap")
    assert set(cells["row_value"]) == {"easy", "hard", "easy, with noise"}
    assert cells["answers"].sum() == 2 * CASES
    assert app.segmented_control(key="measure").options == ["Skill", "Accuracy", "Unreadable"]


def test_compare_counts_who_is_right(gepbench):
    """For two runs the sentence states accuracy, and there is no choice between truth and foil."""
    app = open_page("compare", first="Careful", second="Hasty")
    text = text_of(app)
    assert "Careful scores 71.4 points higher than Hasty (95% CI" in text
    counted = (
        "35 answers that are readable in both runs, on 35 items of 23 figures; 1 left out, because one of the runs"
    )
    assert f"{counted} has no readable answer." in text
    assert "Of 35 answers both are right on 10, only Careful on 25, only Hasty on 0, neither on 0." in text
    assert "frame" not in {control.key for control in app.segmented_control}


def test_bias_shows_letters_and_parsers(gepbench):
    """Bias states whether a letter is favoured, with one row per letter, and what another parser would change."""
    app = open_page("bias", run="Hasty")
    text = text_of(app)
    assert "Hasty prefers some option letters over all questions, but none significantly within one kind of " in text
    assert "question: 72.2% of its answers (95% CI " in text
    letters = next(table.value for table in app.table if "Letter" in table.value)
    assert list(letters["Letter"]) == list("ABCD")
    assert list(letters["answered, %"]) == [100.0, 0.0, 0.0, 0.0]
    assert letters["times correct"].astype(int).sum() == CASES
    assert f"**The three parsers give the same {CASES} scores.**" in text
    app = open_page("bias", run="Careful")
    parsers = next(table.value for table in app.table if "Parser" in table.value).set_index("Parser")
    assert list(parsers.index) == ["careful", "last letter (GePBench)", "can infer (VLMEvalKit)"]
    assert parsers["right of all replies, %"].idxmax() == "careful"
    assert parsers["unreadable, %"].idxmax() == "can infer (VLMEvalKit)"
    read = 100 - parsers["unreadable, %"].astype(float).max()
    assert (
        f"**At most 11 of {CASES} scores differ between the three parsers; the strictest parser reads only "
        f"{read:.0f}% of these replies.**" in text_of(app)
    )
    for title in app.segmented_control(key="about").options:
        assert not open_page("bias", run="Hasty", about=title).exception


def test_bias_says_key_and_choice_in_words(gepbench):
    """A cell of letters is the key and the model's choice; nothing is called `in Key` or a class."""
    app = open_page("bias", run="Hasty")
    options = app.selectbox(key="cell").options
    assert "the second option (B) is correct, the model chose the first option (A)" in options
    text = text_of(app)
    assert re.search(r"items?: the \w+ option \([B-D]\) is correct, the model chose the first option \(A\)\.", text)
    assert "Rows: correct letter; columns: chosen letter, in % of the row. A is the first option" in text
    assert {header.value for header in app.subheader} >= {
        "Which letter is mistaken for which",
        "Balanced accuracy against the key",
    }
    assert not re.search(r"in Key|against Key|\bclass", text)


def test_tri_bench_has_no_letters(shared):
    """If no question is multiple choice, Bias has tolerances but neither letters nor parsers."""
    app = open_page("bias")
    headers = [header.value for header in app.header]
    assert "Would other tolerances change the ranking?" in headers
    assert "Does it favour a letter?" not in headers


def test_gepbench_has_no_tolerances(gepbench):
    """If every answer is a letter, there is no tolerance and no kappa threshold for numbers to change."""
    app = open_page("bias")
    headers = [header.value for header in app.header]
    assert "Would other tolerances change the ranking?" not in headers
    assert "Does it favour a letter?" in headers
    for page in ("cases", "compare", "robustness"):
        assert "right_at" not in {slider.key for slider in open_page(page).slider}


def test_robustness_is_over_figures_without_and_with_noise(gepbench):
    """The sentence says which model is right with and without noise; contradictions are not mentioned."""
    app = open_page("robustness")
    text = text_of(app)
    assert "Careful is the most robust, right without and with noise for 100.0% of the questions" in text
    assert ", the same in all items 100.0%" in text
    options = ["right without and with noise", "right per item", "the same in all items"]
    assert app.segmented_control(key="measure_of").options == options
    assert [header.value for header in app.header] == [
        "Robust, or always the same answer?",
    ]  # fmt: skip


def test_ask_shows_the_question_and_no_solver_of_triangles(gepbench):
    """The whole message is below the figure; it can be asked without the image; solvers exist for triangles only."""
    app = open_page("ask_a_model", case="easy-counting-000000", view="no image")
    assert not app.exception
    assert app.selectbox(key="case").label == "Item of the benchmark"
    assert [pills.key for pills in app.pills] == ["view"]
    assert app.segmented_control(key="way").options == ["Benchmark", "Lab item"]
    assert app.pills(key="view").options == [
        "original", "mirrored", "shifted by 8 pixels", "JPEG quality 60", "half size", "grey", "framed", "no image",
    ]  # fmt: skip
    assert app.pills(key="view").value == ["none"]
    message = next(text.value for text in app.text if text.value.startswith("How many"))
    assert [line[:3] for line in message.splitlines()[-4:]] == ["A. ", "B. ", "C. ", "D. "]
    assert app.button(key="ask-models").disabled
    assert "Enter a key above to begin, or choose Own server." in text_of(app)


@pytest.mark.slow
def test_a_person_chooses_options(gepbench):
    """A session asks each item's question with its options; the result is shown beside the models'."""
    app = open_page("ask_yourself")
    app.button(key="sitting-begin").click().run()
    sitting = app.session_state["ask-sitting"]
    assert len(sitting.case_ids) == 10
    for _ in sitting.case_ids:
        (radio,) = app.radio
        assert [option[:3] for option in radio.options] == ["A. ", "B. ", "C. ", "D. "]
        radio.set_value("A").run()
        assert not app.exception
        app.button(key="sitting-next").click().run()
        assert not app.exception
    text = text_of(app)
    assert "over 10 of 10 answers" in text
    assert "Your mean accuracy is" in text
    assert {"You", "Careful", "Hasty", "Best constant answer"} <= set(app.table[0].value["Model or person"])
    hasty = app.table[0].value.set_index("Model or person")
    assert hasty["accuracy"].loc["You"] == hasty["accuracy"].loc["Hasty"]


def test_a_sitting_stays_with_its_benchmark(beside_gepbench):
    """In another benchmark the page says that a session is waiting; it continues where it was left, or is ended."""
    app = open_page("ask_yourself")
    app.button(key="sitting-begin").click().run()
    for benchmark, is_shown in (("gepbench", False), ("tri_bench", True), ("gepbench", False)):
        switch_of(app).set_value(benchmark).run()
        assert not app.exception
        assert ("Your quiz is on another benchmark." in text_of(app)) != is_shown
        assert ("sitting-next" in {button.key for button in app.button}) == is_shown
    app.button(key="sitting-end").click().run()
    assert "sitting-begin" in {button.key for button in app.button}


def test_a_reply_is_judged_by_the_key(gepbench_workspace, workspace, monkeypatch):
    """A model's letter is scored against the key, with the image and without; both replies go to its journal."""
    copy_data(gepbench_workspace.data, workspace.data)
    items = (gepbench_workspace.select_benchmark("gepbench").release / ITEMS).read_text(encoding="utf-8").splitlines()
    key = next(item["letter"] for item in map(json.loads, items) if item["item_id"] == "easy-counting-000000")
    reply_text = f"I have counted, so {key}."
    monkeypatch.setitem(server.TEXTS, "letter", reply_text)
    with server.answering() as running:
        running.acts = ["letter"] * 2
        app = open_page("ask_a_model", case="easy-counting-000000")
        app.pills(key="view").set_value(["original", "none"])
        app.text_input(key="base-url").set_value(running.url("local"))
        app.multiselect(key="local").set_value(["test"]).run()
        ask(app)
        first, second = running.asked
    assert "How many" in first.prompt
    assert "Please directly answer A, B, C or D and nothing else." in first.prompt
    assert first.prompt == second.prompt
    assert sorted(bool(one.image) for one in (first, second)) == [False, True]
    text = text_of(app)
    assert " scores 100% against the truth; all 2 replies score the same." in text
    table = matrix_of(app)
    assert list(table.columns[:2]) == ["Question", "Key"]
    assert table.iloc[0, 1:].tolist() == [key, f"{key} right", f"{key} right"]
    assert "Stored answers to this item" in text
    paths = [
        path
        for path in list_journal_paths(workspace.select_benchmark("gepbench").runs)
        if path.name.startswith("live-")
    ]
    replies = [reply for path in paths for reply in read_journal(path).replies]
    assert [(reply.case_id, reply.raw) for reply in replies] == [("easy-counting-000000", reply_text)] * 2
    assert {read_journal(path).run.image_view for path in paths} == {"original", "none"}


def test_asking_stays_whole_when_the_benchmark_is_changed(beside_gepbench):
    """The old case is not looked up in the new benchmark, and the history keeps the question with its score."""
    app = ask(open_page("ask_a_model", case="002_T1"))
    switch_of(app).set_value("gepbench").run()
    assert not app.exception
    assert not app.warning
    (asked,) = [part.label for part in app.expander if " · 002_T1 · " in part.label.replace("\\", "")]
    assert "Homography solver" in asked
    switch_of(app).set_value("tri_bench").run()
    assert not app.exception
    assert not app.warning
    assert "no photograph" in text_of(open_page("ask_a_model", case="009_T9"))
