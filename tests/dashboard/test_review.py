"""Tests of the page Review and of a case's codes, through AppTest: blind second pass, equal names, bulk coding."""

import re

import pytest

from core.review.codebook import FROM_SEARCH, replay_entries
from core.review.entries import AnswerKey, SampleStratum
from core.review.review_file import EntryAuthor, append_entries, read_entries
from core.solvers import SOLVERS
from dashboard.pages.review import answer_view, texts
from dashboard.runtime.state_keys import common as common_keys
from tests.dashboard.pages import drawn, open_page, text_of

ADA, BOB = EntryAuthor("tri_bench", "Ada"), EntryAuthor("tri_bench", "Bob")
CODES = {"a" * 16: "Side too long", "b" * 16: "Habit"}
CASE = "001_P0"


@pytest.fixture
def answers(workspace, tiny_data, tiny_warehouse):
    """Return answers of two models to a case; the codebook has two codes."""
    ranking = tiny_warehouse.query("ranking", kinds=None)
    run_ids = list(ranking.loc[ranking["model_kind"] == "vlm", "run_id"])[:2]
    append_entries(workspace.data, ADA, [{"kind": "code", "code_id": key, "name": name} for key, name in CODES.items()])
    return [AnswerKey(run_id, CASE, "Q1") for run_id in run_ids]


def decide(workspace, author, answer, code_id, **fields):
    append_entries(workspace.data, author, [{"kind": "answer", "code_id": code_id, **answer.to_fields(), **fields}])


def state_of(workspace):
    return replay_entries(read_entries(workspace.data).entries, "tri_bench")


def test_a_second_coder_sees_no_code_before_an_own_one(workspace, answers):
    """Codes that Bob has not decided yet stay hidden, even on answers that Ada coded.

    Those that he decided are shown.
    """
    first, second = CODES
    decide(workspace, BOB, answers[0], first)
    decide(workspace, ADA, answers[0], first)
    decide(workspace, ADA, answers[1], second)
    app = open_page("cases", photograph=CASE)
    app.session_state[common_keys.NOTE_AUTHOR] = "Bob"
    text = text_of(app.run())
    assert "**Side too long**" in text
    assert "**Habit**" not in text
    assert "Causes that other reviewers named are hidden" in text


def test_without_a_name_nothing_is_hidden(workspace, answers):
    """Visitors who do not code, as in a read-only demo, see every code."""
    for answer, code_id in zip(answers, CODES, strict=True):
        decide(workspace, ADA, answer, code_id)
    text = text_of(open_page("cases", photograph=CASE))
    assert "**Side too long**" in text
    assert "**Habit**" in text
    assert "are hidden" not in text


def test_a_code_cannot_get_the_name_of_another_one(workspace, answers):
    """Renaming is refused with the reason; the former name stays."""
    second = list(CODES)[1]
    app = open_page("review", review_part="List of causes")
    app.session_state[common_keys.NOTE_AUTHOR] = "Ada"
    app.run()
    app.text_input(key=f"name-of-{second}").set_value("side too LONG")
    next(button for button in app.button if button.form_id == f"change-{second}").click().run()
    assert "There is already a cause “Side too long”" in text_of(app)
    assert state_of(workspace).codes[second].name == "Habit"


def test_a_part_of_a_split_code_may_keep_its_name_but_not_take_another(workspace, answers):
    """A split code gives up its name; the name of a code that stays is refused."""
    first = next(iter(CODES))
    app = open_page("review", review_part="List of causes")
    app.session_state[common_keys.NOTE_AUTHOR] = "Ada"
    app.run()
    for names, expected in ((("Habit", "Angle"), 2), (("Side too long", "Angle"), 3)):
        for index, name in enumerate(names):
            app.text_input(key=f"part-{index}-of-{first}").set_value(name)
        next(button for button in app.button if button.form_id == f"split-{first}").click().run()
        assert not app.exception
        assert len(state_of(workspace).active_codes) == expected
    names = {code.name for code in state_of(workspace).active_codes}
    assert names == {"Habit", "Side too long", "Angle"}
    assert not state_of(workspace).codes[first].is_active


def test_the_example_of_a_code_is_chosen_among_its_answers(workspace, answers):
    """A code that was defined without an example gets one; the name stays."""
    first = next(iter(CODES))
    for answer in answers:
        decide(workspace, ADA, answer, first)
    app = open_page("review", review_part="List of causes")
    app.session_state[common_keys.NOTE_AUTHOR] = "Ada"
    app.run()
    app.selectbox(key=f"new-example-of-{first}").select_index(1)
    next(button for button in app.button if button.form_id == f"change-{first}").click().run()
    assert not app.exception
    code = state_of(workspace).codes[first]
    assert code.example == sorted(answers, key=lambda key: key.run_id)[1]
    assert code.name == "Side too long"
    assert app.button(key=f"example-of-{first}").label.startswith("Example: ")


def test_codes_given_at_once_are_counted_and_taken_back(workspace, answers):
    """The page says how many answers were coded; Undo withdraws all of them and leaves earlier decisions."""
    first, second = CODES
    decide(workspace, ADA, answers[0], second)
    app = open_page("review", review_part="Search replies", find_text="scalene")
    app.session_state[common_keys.NOTE_AUTHOR] = "Ada"
    app.run()
    app.selectbox(key="bulk-code").set_value(first).run()
    app.button(key="bulk-save").click().run()
    n_coded = state_of(workspace).count_codes()[first]
    assert n_coded > 0
    assert [message.value for message in app.success] == [f"{n_coded} answers are reviewed."]
    app.button(key="bulk-undo").click().run()
    assert state_of(workspace).count_codes() == {second: 1}
    assert not app.success


def draw(workspace, answers):
    stratum = SampleStratum(run_id=answers[0].run_id, label="model", n_answers=50, n_groups=20)
    sample = {"kind": "sample", "name": "drawn", "strata": (stratum,), "answers": tuple(answers)}
    places = {"stratum_of": (0,) * len(answers), "group_of": ("001",) * len(answers)}
    append_entries(workspace.data, ADA, [sample | places])


def test_visitors_step_through_a_sample_and_its_codes(workspace, answers, monkeypatch):
    """A read-only desk has no disabled field: it shows each answer with its codes, and the next one on a click."""
    draw(workspace, answers)
    decide(workspace, ADA, answers[0], next(iter(CODES)), queue="sample")
    monkeypatch.setenv("TRILENS_READ_ONLY", "1")
    app = open_page("review")
    assert not app.exception
    assert "Answer 1 of 2 · 1 reviewed" in text_of(app)
    assert "**Side too long**" in text_of(app)
    keys = {button.key for button in app.button}
    assert not {"review-u", "review-z"} & keys
    app.button(key="review-1").click().run()
    assert not app.exception
    assert "Answer 2 of 2" in text_of(app)
    assert "**Side too long**" not in text_of(app)
    assert app.button(key="review-1").disabled
    app.button(key="review--1").click().run()
    assert "Answer 1 of 2" in text_of(app)


def test_rates_leave_out_codes_that_a_search_gave(workspace, answers):
    """The page states how many codes of the sample's answers do not count."""
    first, second = CODES
    draw(workspace, answers)
    decide(workspace, ADA, answers[0], first, queue="sample")
    decide(workspace, ADA, answers[1], second, queue=FROM_SEARCH)
    text = text_of(open_page("review", review_part="Causes per model"))
    assert (
        "1 of 2 answers of this sample are reviewed. Further causes from a search or another list: 1. They do not count"
        in text
    )


def test_a_search_lists_the_runs_that_have_such_a_reply(workspace, answers):
    """Only one model writes a fence around its JSON; the others are counted below the table."""
    app = open_page("review", review_part="Search replies", find_text="```json")
    [counts] = [table.value for table in app.table if "% of wrong" in table.value]
    assert list(counts["Run"]) == ["Qwen2.5-VL-32B"]
    assert "Runs without such a reply: 3." in text_of(app)
    assert app.button(key="find-open-cases").label == "Open the 12 photographs"


def test_the_first_example_is_not_of_a_baseline(bare):
    """Without models, a solver's wrong answer is shown: a baseline's has no cause in the image."""
    bare("answers")
    text = text_of(open_page("review"))
    assert "reference models.** Enter your name and press *Begin*:" in text
    example = text.partition("\nFor example: **")[2]
    assert example.partition(" · ")[0] in {solver.model.display_name for solver in SOLVERS.values()}


def test_a_few_options_are_below_their_question(gepbench, monkeypatch):
    """They show the answer and the correct one, which no line repeats."""
    monkeypatch.setenv("TRILENS_READ_ONLY", "1")
    app = open_page("review", review_queue="Wrong answers that fit the filters")
    assert not app.exception
    (question,) = drawn(app, "question")
    assert question["text"].endswith("?")
    options = question["lists"][0]["options"]
    assert 2 <= len(options) <= answer_view.FEW_OPTIONS
    assert sum(option["is_key"] for option in options) == 1
    assert "correct **" not in text_of(app)


def test_a_question_and_a_long_list_of_options_stand_around_a_reply(gepbench, monkeypatch):
    """An answer to a multiple-choice question has the question above its reply, and many options below it."""
    monkeypatch.setenv("TRILENS_READ_ONLY", "1")
    monkeypatch.setattr(answer_view, "FEW_OPTIONS", 1)
    app = open_page("review", review_queue="Wrong answers that fit the filters")
    assert not app.exception
    question, options = drawn(app, "question")
    assert question["text"].endswith("?")
    assert question["lists"] == []
    assert options["text"] == ""
    assert sum(option["is_key"] for option in options["lists"][0]["options"]) == 1
    assert "correct **" in text_of(app)


def test_the_desk_shows_a_wrong_answer_before_it_asks_for_a_name(workspace, answers):
    """The number of wrong answers and one of them are visible at once; after the name the desk follows."""
    decide(workspace, ADA, answers[0], next(iter(CODES)))
    app = open_page("review")
    assert not app.exception
    text = text_of(app)
    assert re.search(r"There are [\d,]+ wrong answers of \d+ models\.\*\* Enter your name and press \*Begin\*:", text)
    assert "correct **" in text
    assert "**Side too long**" not in text, "a second coder does not see the first one's codes"
    assert text.count("Side too long") == text.count("Causes so far: Side too long and Habit.") == 1
    app.text_input[0].set_value("Bob")
    next(button for button in app.button if button.label == "Begin").click().run()
    assert not app.exception
    assert "For example:" not in text_of(app)
    assert "No sample has been drawn yet." in text_of(app)


def test_filters_count_in_the_number_of_wrong_answers(workspace, answers):
    """The sentence says so if a filter is set."""
    assert "that fit the filters.** Enter your name" in text_of(open_page("review", question="Q2 Angle class"))


def test_visitors_without_a_sample_read_the_wrong_answers(workspace, answers, monkeypatch):
    """A read-only desk begins with the answers that fit the filters: its visitors cannot draw a sample."""
    monkeypatch.setenv("TRILENS_READ_ONLY", "1")
    app = open_page("review")
    assert not app.exception
    assert "Answer 1 of " in text_of(app)
    assert "No sample has been drawn" not in text_of(app)


@pytest.mark.parametrize(
    ("queue", "reason"),
    [
        (
            "Second pass: answers that another reviewer has decided",
            "No reviewer with another name has reviewed an answer yet.",
        ),
        ("Answers whose cause was split", "No cause that you named was split."),
    ],
)
def test_an_empty_list_says_why(workspace, answers, queue, reason):
    """Lists that depend on earlier codes are empty at first."""
    app = open_page("review", review_queue=queue)
    app.session_state[common_keys.NOTE_AUTHOR] = "Ada"
    text = text_of(app.run())
    assert not app.exception
    assert reason in text


def test_the_invitation_names_the_causes_to_choose_from(workspace, answers):
    """Before the name is known, the list, else the rules' suggestions, and the labelled reply are visible."""
    app = open_page("review")
    assert not app.exception
    assert "Causes so far: Side too long and Habit." in text_of(app)
    assert [part.value for part in app.caption if part.value.startswith("Reply of ")]
    assert texts.list_causes([]) == (
        "No cause has been named yet: you name the first one, or take one that is suggested."
    )


def test_the_suggested_cause_of_the_example_has_its_reason(bare):
    """Before the name is known, a suggestion says why it fits this answer."""
    bare("answers")
    (suggested,) = [part.value for part in open_page("review").markdown if part.value.startswith("Suggested cause: ")]
    assert re.fullmatch(
        r"Suggested cause: \*\*Image-plane answer\*\*\. "
        r"The answer is close to the image plane's value, [\d.]+, and not to the truth\.",
        suggested,
    )


def test_numbers_that_count_as_wrong_are_explained_for_questions_on_numbers(workspace, answers):
    """A class has no tolerance."""
    assert "A number is wrong here" in text_of(open_page("review", question="Q3 AB / AC"))
    assert "A number is wrong here" not in text_of(open_page("review", question="Q2 Angle class"))


@pytest.mark.parametrize(
    ("key", "former", "name"),
    [
        ("review_part", "Code answers", "Name causes"),
        ("review_part", "Codebook", "List of causes"),
        ("review_part", "Two coders", "Two reviewers"),
        ("review_part", "Rates", "Causes per model"),
        (
            "review_queue",
            "Second pass: answers that another reviewer has coded",
            "Second pass: answers that another reviewer has decided",
        ),
        ("review_queue", "Answers of a code that was split", "Answers whose cause was split"),
    ],
)
def test_former_titles_in_links_become_the_present_ones(workspace, answers, monkeypatch, key, former, name):
    """A link with the former title of a part or a list opens it."""
    monkeypatch.setenv("TRILENS_READ_ONLY", "1")  # the lists are shown without asking for a name
    assert [trip["parameters"] for trip in drawn(open_page("review", **{key: former}), "trip")] == [{key: [name]}]
