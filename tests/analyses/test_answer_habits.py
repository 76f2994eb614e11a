"""A model's answers to other cases, in counts."""

from collections import Counter

import duckdb
import pandas as pd
import pytest

from core.analyses import answer_habits
from core.analyses.answer_habits import (
    AnswerBehaviour,
    AnswerHabit,
    CommonestAnswer,
    GroupAnswer,
    build_behaviours,
    describe_behaviour,
    index_commonest_answers,
)
from core.analyses.phrases import format_stated_value
from core.benchmarks.data import Terminology
from core.records import RIGHT_AT, Question
from core.scoring.answer_codes import LETTERS
from core.warehouse.sql import COMMON, read_sql
from tests.analyses.answers import ABOUT, queried_answers

WORDS = Terminology("photograph", "photographs", "triangle", "triangles", "score", "")
CHOICE = {"count": Question("count", "count", "Count", "how many", "choice")}


def to_rows(answers):
    """Convert answers to plain rows."""
    return answers.astype(object).to_dict("records")


def said_most(answers):
    """Compute the query `commonest_answers` over made answers, as input of the analysis."""
    with duckdb.connect() as connection:
        connection.register("scored_answers", answers)
        query = read_sql(COMMON / "queries" / "commonest_answers.sql")
        return index_commonest_answers(connection.execute(query, {"run_ids": sorted(set(answers["run_id"]))}).df())


def in_group(answers, case_id):
    """Compute the query `answers_in_group` over made answers."""
    with duckdb.connect() as connection:
        connection.execute(read_sql(COMMON / "dimensions" / "00_formulas.sql"))
        connection.register("scored_answers", answers)
        query = read_sql(COMMON / "queries" / "answers_in_group.sql")
        asked = {"case_id": case_id, "run_ids": sorted(set(answers["run_id"])), "right_at": RIGHT_AT}
        return connection.execute(query, asked).df()


def slow_commonest(rows, run_id, question_id):
    """Count answers one by one: the most common (the smallest of ties) and how often it is true."""
    own = [row for row in rows if (row["run_id"], row["question_id"]) == (run_id, question_id)]
    read = [row for row in own if not pd.isna(row["value"])]
    counts = Counter(row["value"] for row in read)
    value = min(counts, key=lambda one: (-counts[one], one))
    return CommonestAnswer(value, counts[value], len(read), sum(row["truth"] == value for row in read))


@pytest.mark.parametrize("seed", range(4))
def test_most_common_answer_is_counted(seed):
    """Per run and question: the most common answer, its count, and how often it is true."""
    answers = queried_answers(seed)
    found, rows = said_most(answers), to_rows(answers)
    assert len(found) == answers["run_id"].nunique() * answers["question_id"].nunique()
    for key, one in found.items():
        assert one == slow_commonest(rows, *key)


def slow_behaviour(rows, run_id, case_id):
    """Count a case's right and readable answers, and the cases of the group with each class."""
    own = [row for row in rows if row["run_id"] == run_id]
    here = {row["question_id"]: row for row in own if row["case_id"] == case_id}
    group_id = here["Q1"]["group_id"]
    read = {name: row for name, row in here.items() if not pd.isna(row["value"])}
    right = [row for name, row in read.items() if row["score"] >= (1 if name in ("Q1", "Q2") else RIGHT_AT)]
    classes = {}
    for name in ("Q1", "Q2"):
        values = [row["value"] for row in own if (row["group_id"], row["question_id"]) == (group_id, name)]
        values = [value for value in values if not pd.isna(value)]
        if name in read and len(values) > 1:
            classes[name] = (values.count(read[name]["value"]), len(values))
    return len(right), len(read), len(here), classes


@pytest.mark.parametrize("seed", range(3))
def test_a_case_is_counted_within_its_group(seed):
    """Per run and case: answers right, readable and asked, and the cases of the group with the same class."""
    answers = queried_answers(seed, n_groups=4, unreadable=0.3)
    rows = to_rows(answers)
    for case_id in answers["case_id"].unique():
        found = build_behaviours(in_group(answers, case_id), {}, {}, ABOUT.questions)
        assert set(found) == set(answers["run_id"])
        for run_id, one in found.items():
            classes = {each.question_id: (each.alike, each.n) for each in one.classes}
            assert (one.right, one.read, one.asked, classes) == slow_behaviour(rows, run_id, case_id)


def test_habit_needs_a_large_share(monkeypatch):
    """A class is a habit above its share if it is answered more often than it is true; a number above a small share."""
    monkeypatch.setattr(answer_habits, "FEWEST_ANSWERS", 1)
    answers = queried_answers(5, n_groups=3, unreadable=0.0)
    common = said_most(answers)
    seen = 0
    for case_id in answers["case_id"].unique():
        for run_id, one in build_behaviours(in_group(answers, case_id), common, {}, ABOUT.questions).items():
            given = answers[(answers["case_id"] == case_id) & (answers["run_id"] == run_id)]
            given = given.set_index("question_id")["value"]
            expected = set()
            for name, value in given.items():
                told = common[run_id, name]
                is_class = name in ("Q1", "Q2")
                is_large = told.said / told.n >= (0.6 if is_class else 0.05)
                is_excess = not is_class or (told.said - told.true) / told.n >= 0.1
                if value == told.value and is_large and is_excess:
                    expected.add((name, told.said, told.n, told.true if is_class else None))
            named = {(habit.question_id, habit.said, habit.n, habit.true) for habit in one.habits}
            assert named <= expected
            assert len(named) == min(len(expected), 2)
            seen += len(named)
    assert seen > 5


@pytest.mark.parametrize(("n_always", "named"), [(1, ["“{}”"]), (2, ["“{}” for {}", "“{}” for {}"])])
def test_two_usual_answers_name_their_questions(n_always, named):
    """The answers of a model that always says the same to one or two questions; one needs no name of the question."""
    answers = queried_answers(5, n_groups=3, unreadable=0.0)
    case_id, run_id = answers["case_id"].iloc[0], answers["run_id"].iloc[0]
    here = in_group(answers, case_id)
    of_case = answers[(answers["case_id"] == case_id) & (answers["run_id"] == run_id)]
    given = of_case.set_index("question_id")["value"]
    always = {(run_id, name): CommonestAnswer(given[name], 400, 400, 100) for name in ("Q1", "Q2")[:n_always]}
    habits = build_behaviours(here, always, {}, ABOUT.questions)[run_id].habits
    titles = [ABOUT.questions[habit.question_id].title for habit in habits]
    texts = [format_stated_value(ABOUT.questions[habit.question_id], given[habit.question_id]) for habit in habits]
    assert [habit.text for habit in habits] == [
        form.format(text, title) for form, text, title in zip(named, texts, titles, strict=True)
    ]


def test_few_answers_are_not_a_habit():
    """With fewer than twenty readable answers nothing is called a habit."""
    answers = queried_answers(5, n_groups=3, unreadable=0.0)
    assert answers.groupby(["run_id", "question_id"]).size().max() < 20
    common = said_most(answers)
    for case_id in answers["case_id"].unique():
        found = build_behaviours(in_group(answers, case_id), common, {}, ABOUT.questions)
        assert not any(one.habits for one in found.values())


def test_choices_are_counted_by_being_right():
    """Options move between cases, so choices are counted by correctness, not by letter."""
    rows = pd.DataFrame({
        "run_id": "m", "case_id": ["a", "a2", "a3", "b"], "group_id": ["a", "a", "a", "b"], "question_id": "count",
        "question_kind": "choice", "value": [0.0, 1.0, 0.0, 0.0], "score": [1.0, 1.0, 0.0, 1.0],
    })  # fmt: skip
    (found,) = build_behaviours(in_group(rows, "a"), {}, {}, CHOICE).values()
    assert found.choices == (GroupAnswer("count", LETTERS[0], 2, 3),)
    assert found.classes == ()
    assert describe_behaviour(found, Terminology("item", "items", "image", "images", "accuracy", "")) == (
        "Correct on 2 of 3 items of this kind about the same image."
    )


def told(**changed):
    """Return the sentence on a made-up behaviour."""
    plain = {"right": 2, "read": 6, "asked": 6, "classes": (), "choices": (), "habits": (), "contradictions": ()}
    return describe_behaviour(AnswerBehaviour("m", **(plain | changed)), WORDS, "the flat image (2D)")


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, "2 of 6 correct."),
        ({"read": 5}, "2 of 6 correct, 1 unreadable."),
        ({"read": 0}, ""),
        ({"asked": 1, "read": 1, "right": 1}, ""),
        (
            {"classes": (GroupAnswer("Q1", "scalene", 4, 4), GroupAnswer("Q2", "right", 4, 4))},
            "2 of 6 correct. Says “scalene” and “right” on all 4 photographs of this triangle.",
        ),
        (
            {"classes": (GroupAnswer("Q1", "scalene", 2, 2),)},
            "2 of 6 correct. Says “scalene” on both photographs of this triangle.",
        ),
        (
            {"classes": (GroupAnswer("Q1", "scalene", 4, 4), GroupAnswer("Q2", "right", 3, 4))},
            "2 of 6 correct. Says “scalene” on 4 of 4 and “right” on 3 of 4 photographs of this triangle.",
        ),
        (
            {
                "habits": (
                    AnswerHabit("Q2", "“acute”", 1370, 1400, 152),
                    AnswerHabit("Q3", "AB / AC = 1", 61, 400, None),
                )
            },
            "2 of 6 correct. Overall, it says “acute” on 1,370 of 1,400 photographs (correct on 152) and AB / AC = 1 "
            "on 61 of 400 photographs.",
        ),
        (
            {"habits": (AnswerHabit("Q", "“A”", 50, 50, 25),), "asked": 1, "read": 1},
            "It says “A” in all 50 readable answers to this kind of question (correct in 25).",
        ),
        (
            {"habits": (AnswerHabit("Q", "Length = 1", 61, 400, None),), "asked": 1, "read": 1},
            "It says Length = 1 in 61 of 400 readable answers to this kind of question.",
        ),
        ({"foil_only": 3}, "3 of 6 answers match the flat image (2D) and not the truth. 2 of 6 correct."),
        ({"foil_only": 1}, "1 of 6 answers matches the flat image (2D) and not the truth. 2 of 6 correct."),
        ({"foil_only": 1, "asked": 1, "read": 1, "right": 0}, ""),
        ({"contradictions": ("No.",)}, "2 of 6 correct. It contradicts itself: No."),
        ({"contradictions": ("No.", "Never.")}, "2 of 6 correct. It contradicts itself (2 times): No."),
    ],
)
def test_sentences_state_counts(changed, expected):
    """Each part appears only if it applies, with its count and total."""
    assert told(**changed) == expected
