"""Behaviour of a model on the other cases of a group and on all cases, in counts.

Counts describe: nothing here is tested, and no claim of significance is made.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import pandas as pd

from core.analyses.phrases import format_stated_value
from core.benchmarks.data import Terminology
from core.formatting import capitalise_first, join_with_and
from core.records import EXACT_KINDS, Question
from core.scoring.answer_codes import Questions

FEWEST_ANSWERS = 20
"""Minimum number of readable answers to a question for a habit."""

HABIT_SHARE = 0.6
"""Minimum share of a run's answers to a question for a class or a letter to be its habit ..."""

HABIT_EXCESS = 0.1
"""... if the share also exceeds that of the cases where it is true by at least this much."""

REPEATED_SHARE = 0.05
"""Minimum share of a run's answers to a question for the same number, as written, to be its habit."""

_KIND = "this kind of question"

MAX_HABITS = 2
"""Maximum number of habits that a sentence names, those with the largest shares first."""


Row = Mapping[Hashable, Any]
"""One answer of the query `answers_in_group`."""


@dataclass(frozen=True, slots=True)
class CommonestAnswer:
    """The commonest answer of a run to a question.

    Attributes:
        value: coded; the smallest in a tie.
        said: number of times it is given.
        n: readable answers.
        true: number of these answers whose truth is the value.
    """

    value: float
    said: int
    n: int
    true: int


@dataclass(frozen=True, slots=True)
class AnswerHabit:
    """A habit: the run's commonest answer to its question, given `said` times in `n`, and true `true` times.

    `true` is None for numbers, which are almost never hit exactly.
    """

    question_id: str
    text: str
    said: int
    n: int
    true: int | None


@dataclass(frozen=True, slots=True)
class GroupAnswer:
    """An answer among those to the same question on the cases of its group.

    `n` answers are readable. For a class, `alike` are the same; for a choice, whose options may be reordered, `alike`
    are right.
    """

    question_id: str
    text: str
    alike: int
    n: int


@dataclass(frozen=True, slots=True)
class AnswerBehaviour:
    """Behaviour of a run around its answers to one case.

    Attributes:
        right: number of answers that are right against the truth.
        read: number of readable answers.
        asked: number of all answers.
        classes, choices: answers to questions with fixed classes, and to those with options.
        contradictions: sentences on answers that exclude each other.
        foil_only: number of answers that are right against the foil but not against the truth.
    """

    run_id: str
    right: int
    read: int
    asked: int
    classes: tuple[GroupAnswer, ...]
    choices: tuple[GroupAnswer, ...]
    habits: tuple[AnswerHabit, ...]
    contradictions: tuple[str, ...]
    foil_only: int = 0


def index_commonest_answers(rows: pd.DataFrame) -> dict[tuple[str, str], CommonestAnswer]:
    """Index the commonest answers of runs by run and question.

    Args:
        rows: of the query `commonest_answers`.
    """
    return {
        (row["run_id"], row["question_id"]): CommonestAnswer(
            row["value"], int(row["said"]), int(row["n"]), int(row["true"])
        )
        for row in rows.to_dict("records")
    }


def build_behaviours(
    answers: pd.DataFrame,
    common: Mapping[tuple[str, str], CommonestAnswer],
    contradictions: Mapping[str, Sequence[str]],
    questions: Questions,
    foil_only: Mapping[str, int] = MappingProxyType({}),
) -> dict[str, AnswerBehaviour]:
    """Build the behaviour of each run around its answers to one case.

    Args:
        answers: the query `answers_in_group` of the case.
        common: as `index_commonest_answers` returns it.
        contradictions: sentences on this case by run.
        questions: by id.
        foil_only: number of answers to this case that are right against the foil alone, by run.
    """
    rows_of: dict[str, list[Row]] = {}
    for row in answers.astype(object).to_dict("records"):
        rows_of.setdefault(str(row["run_id"]), []).append(row)
    behaviours = {}
    for run_id, run_rows in rows_of.items():
        rows_by_question = {str(row["question_id"]): row for row in run_rows if not pd.isna(row["value"])}
        behaviours[run_id] = AnswerBehaviour(
            run_id=run_id,
            right=sum(row["is_right"] for row in rows_by_question.values()),
            read=len(rows_by_question),
            asked=len(run_rows),
            classes=_list_group_answers(rows_by_question, questions, "class"),
            choices=_list_group_answers(rows_by_question, questions, "choice"),
            habits=_find_habits(run_id, rows_by_question, common, questions),
            contradictions=tuple(contradictions.get(run_id, ())),
            foil_only=foil_only.get(run_id, 0),
        )
    return behaviours


def _list_group_answers(
    rows_by_question: Mapping[str, Row], questions: Questions, kind: str
) -> tuple[GroupAnswer, ...]:
    return tuple(
        GroupAnswer(
            question_id,
            format_stated_value(question, rows_by_question[question_id]["value"]),
            int(rows_by_question[question_id]["n_right" if kind == "choice" else "alike"]),
            int(rows_by_question[question_id]["n"]),
        )
        for question_id, question in questions.items()
        if question.kind == kind and question_id in rows_by_question and rows_by_question[question_id]["n"] > 1
    )


def _find_habits(
    run_id: str,
    rows_by_question: Mapping[str, Row],
    common: Mapping[tuple[str, str], CommonestAnswer],
    questions: Questions,
) -> tuple[AnswerHabit, ...]:
    habits = []
    for question_id, row in rows_by_question.items():
        commonest = common.get((run_id, question_id))
        if commonest is None or row["value"] != commonest.value or commonest.n < FEWEST_ANSWERS:
            continue
        question, share = questions[question_id], commonest.said / commonest.n
        is_exact = question.kind in EXACT_KINDS
        is_more_than_true = share - commonest.true / commonest.n >= HABIT_EXCESS
        if (share >= HABIT_SHARE and is_more_than_true) if is_exact else share >= REPEATED_SHARE:
            true = commonest.true if is_exact else None
            text = _format_habit_answer(question, commonest.value)
            habits.append(AnswerHabit(question_id, text, commonest.said, commonest.n, true))
    largest = sorted(habits, key=lambda habit: -habit.said / habit.n)[:MAX_HABITS]
    if sum(habit.true is not None for habit in largest) > 1:
        largest = [_name_question(habit, questions[habit.question_id]) for habit in largest]
    return tuple(largest)


def _name_question(habit: AnswerHabit, question: Question) -> AnswerHabit:
    """Return a habit with the title of its question, unless its text contains it as that of a number does."""
    return habit if habit.true is None else replace(habit, text=f"{habit.text} for {question.title}")


def _format_habit_answer(question: Question, value: float) -> str:
    """Format the answer, a number with the name of its question, because a number alone is not informative."""
    text = format_stated_value(question, value)
    return f"“{text}”" if question.kind in EXACT_KINDS else f"{question.title} = {text}"


def describe_behaviour(behaviour: AnswerBehaviour, words: Terminology, foil_phrase: str = "") -> str:
    """Describe a run's behaviour in plain sentences; empty if there is nothing to report.

    Args:
        behaviour: of one run on one case.
        words: of the benchmark.
        foil_phrase: the foil as used in a sentence; empty without a foil.
    """
    if not behaviour.read:
        return ""
    parts = []
    if behaviour.asked > 1:
        if behaviour.foil_only and foil_phrase:
            parts.append(_describe_foil_matches(behaviour, foil_phrase))
        unread = behaviour.asked - behaviour.read
        parts.append(f"{behaviour.right} of {behaviour.asked} correct" + (f", {unread} unreadable" if unread else ""))
    parts += _describe_classes(behaviour.classes, words)
    parts += [
        f"correct on {choice.alike} of {choice.n} {words.cases} of this kind about the same {words.group}"
        for choice in behaviour.choices
    ]
    if behaviour.habits:
        is_of_kind = behaviour.asked == 1
        habits = [_describe_habit(habit, "" if is_of_kind else words.cases) for habit in behaviour.habits]
        parts.append(f"{'' if is_of_kind else 'overall, '}it says {join_with_and(habits)}")
    text = " ".join(f"{capitalise_first(part)}." for part in parts)
    if behaviour.contradictions:
        more = len(behaviour.contradictions) - 1
        text += f" It contradicts itself{f' ({more + 1} times)' if more else ''}: {behaviour.contradictions[0]}"
    return text.strip()


def _describe_foil_matches(behaviour: AnswerBehaviour, foil_phrase: str) -> str:
    matching = "answers match" if behaviour.foil_only > 1 else "answers matches"
    return f"{behaviour.foil_only} of {behaviour.asked} {matching} {foil_phrase} and not the truth"


def _describe_classes(classes: Sequence[GroupAnswer], words: Terminology) -> list[str]:
    """Describe on how many of the group's cases the classes of this case are given."""
    if not classes:
        return []
    cases = f"{words.cases} of this {words.group}"
    sizes = {answer.n for answer in classes}
    if len(sizes) == 1 and all(answer.alike == answer.n for answer in classes):
        every = "both" if sizes == {2} else f"all {sizes.pop()}"
        return [f"says {join_with_and([f'“{answer.text}”' for answer in classes])} on {every} {cases}"]
    return [f"says {join_with_and([f'“{answer.text}” on {answer.alike} of {answer.n}' for answer in classes])} {cases}"]


def _describe_habit(habit: AnswerHabit, cases: str) -> str:
    """Describe how often an answer is given over all `cases`; without their name, to questions of the case's kind."""
    share = f"all {habit.n:,}" if habit.said == habit.n else f"{habit.said:,} of {habit.n:,}"
    where, preposition = (f"on {share} {cases}", "on") if cases else (f"in {share} readable answers to {_KIND}", "in")
    true = "" if habit.true is None else f" (correct {preposition} {habit.true:,})"
    return f"{habit.text} {where}{true}"
