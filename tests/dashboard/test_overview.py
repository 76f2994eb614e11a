"""Tests of the Overview page through AppTest."""

from dataclasses import replace

import pytest

from core.analyses.reproduction import FIGURE_TITLES
from core.analyses.verdicts import BLIND
from core.benchmarks.introductions import get_introduction
from dashboard.pages.cases.case_answers import load_case_answers
from dashboard.pages.overview import example_case, texts
from dashboard.pages.paper import reproduction
from dashboard.shell.sidebar import READ_ONLY
from tests.dashboard.pages import drawn, open_page, text_of


def test_the_overview_says_from_the_data_who_is_ahead(shared):
    """The findings name the models and figures of the warehouse; with three triangles, no model is called best."""
    text = text_of(open_page("overview"))
    assert "3 triangles are too few to tell which model is most accurate" in text
    assert "is 84.0% so far, of Gemini 2.5 Pro" in text
    assert "The best constant answer, chosen on other triangles," in text


def test_the_overview_begins_with_a_case_and_what_is_said_about_it(shared):
    """A question comes first, with its truths and each model's answer; the button shows another case."""
    app = open_page("overview")
    text = text_of(app)
    assert "?**  \nCorrect: **" in text
    assert "The flat image (2D): **" in text
    assert "Gemini 2.5 Pro says" in text
    opened = [link.proto.label for link in app.get("page_link")]
    app.button(key="another-task").click().run()
    labels = [link.proto.label for link in app.get("page_link")]
    assert labels != opened
    first, second = (next(label for label in row if label.startswith("Open ")) for row in (opened, labels))
    assert first.partition("_")[0] != second.partition("_")[0], "a case of another triangle"


def test_a_headline_leads_to_its_cases(shared):
    """The button beside a finding opens the worst photographs of the models that it names."""
    app = open_page("overview")
    assert [button.label for button in app.button if button.key.startswith("headline-")] != []


def test_the_ranked_chart_is_read_without_the_mouse(shared):
    """Each row has its value, the baseline has its own row, and the open mark of a model has a visible number."""
    (found,) = drawn(open_page("overview"), "ranking")
    texts = {line["label"]: line["text"] for line in found["lines"]}
    assert texts["Best constant answer (no image)"] == "61.9"
    (note,) = {line["note"] for line in found["lines"] if line["note"]}
    assert [mark["name"] for mark in found["marks"]] == [
        f"best constant answer {note.partition(' ')[0]}",
        *(f"homography solver {text}" for label, text in texts.items() if label.startswith("Homography solver")),
    ]
    with_foil = [line for line in found["lines"] if line["foil"] is not None]
    assert with_foil != []
    assert all(line["foil_text"] == f"2D {line['foil']:.1f}" for line in with_foil)
    order = [(line["is_reference"], -line["value"]) for line in found["lines"]]
    assert order == sorted(order)
    assert found["references_heading"] == "Reference models"
    assert found["legend"].startswith("● the world (3D). ○ the flat image (2D).")


@pytest.mark.slow
def test_the_score_that_verdicts_compare_with_explains_every_difference(real_workspace, monkeypatch):
    """Each model's score minus its skill is the score of the line, which a note explains."""
    monkeypatch.setenv("TRILENS_DATA", str(real_workspace.data))
    (ranking,) = drawn(open_page("overview"), "ranking")
    (note,) = {line["note"] for line in ranking["lines"] if line["note"]}
    blind = float(note.removesuffix(" if chosen on other triangles, as for the line and the verdicts"))
    assert "Blind: best constant answer." in ranking["legend"]
    assert ranking["marks"][0]["name"] == f"best constant answer {blind}"
    assert f"{ranking['marks'][0]['value']:.1f}" == f"{blind}"
    evidence = {
        line["label"]: (line["value"], phrase["evidence"])
        for line in ranking["lines"]
        for phrase in line["phrases"]
        if phrase["question"] == BLIND and phrase["evidence"]
    }
    assert len(evidence) >= 4
    differences = [
        score - float(text.split(" ")[0].replace("−", "-").replace("+", "")) for score, text in evidence.values()
    ]
    assert differences == pytest.approx([blind] * len(differences), abs=0.15)


def test_the_page_says_what_is_shown_and_asked(shared):
    """The first lines state the question, that models see the plain photograph, and what 3D and 2D mean."""
    text = text_of(open_page("overview"))
    for said in ("Can a model judge a real triangle", "see the plain photograph", "3D is the triangle", "2D is the"):
        assert said in text


def test_a_link_to_the_former_chart_of_scores_opens_without_a_complaint(shared):
    """The ranked chart replaced it; the other charts still exist."""
    app = open_page("overview", chart="Score 3D")
    assert not app.exception
    assert [toast.value for toast in app.toast] == []


def test_subsets_are_called_by_their_titles_in_links(shared):
    """A link selects the photographs by the button's label: those whose side class changes in 2D."""
    app = open_page("overview", chart="Habit vs. image use", read_on="side class changes in 2D")
    control = app.segmented_control(key="read_on")
    assert control.options == ["tilted", "planar", "all", "side class changes in 2D", "side class stays"]
    assert control.value == "side class changes"


@pytest.mark.slow
def test_the_paper_shows_every_published_table(shared):
    """Each part of the paper has its tables: computed, published, the difference, and n."""
    app = open_page("paper")
    titles = []
    for part in reproduction.PARTS:
        app.segmented_control(key="paper_part").set_value(part).run()
        titles += [title.value for title in app.subheader]
        seen = []
        for column in reproduction.COLUMNS:
            app.segmented_control(key="reproduction_view").set_value(column).run()
            assert not app.exception
            seen.append(app.table[-1].value.to_csv())
        assert len(set(seen)) > 1
    # Figure 2 is published by the release's result tables only, which the tiny release lacks.
    figure_ids = [figure_id for part in reproduction.PARTS.values() for figure_id in part]
    assert titles == [FIGURE_TITLES[figure_id] for figure_id in figure_ids if figure_id != "kappa_by_condition"]
    assert set(figure_ids) == set(FIGURE_TITLES)


def test_a_read_only_overview_says_once_what_is_off(read_only):
    """The first page has one sentence on what visitors can do."""
    assert text_of(open_page("overview")).count(READ_ONLY) == 1


def test_each_benchmark_is_listed_with_its_question(shared):
    """A card of the page Benchmarks states the benchmark's questions, whether or not it is built."""
    text = text_of(open_page("benchmarks"))
    assert get_introduction("tri_bench").question in text
    assert get_introduction("giq").question in text


def test_without_any_answer_to_its_question_the_example_states_question_and_truth(shared, monkeypatch):
    """If no visible run answered the question, the example appears without answers and without an error."""

    def load_unanswered(*args, **options):
        answers = load_case_answers(*args, **options)
        return replace(answers, answered=answers.answered.iloc[:0])

    monkeypatch.setattr(example_case, "load_case_answers", load_unanswered)
    app = open_page("overview")
    assert not app.exception
    assert "Correct: **" in text_of(app)
    assert texts.NO_ANSWER in text_of(app)
    assert " says " not in text_of(app)
