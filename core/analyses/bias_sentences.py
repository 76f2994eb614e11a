"""Findings of the Bias page as sentences, computed from the frames of `core.analyses.bias`."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from core.analyses.bias import get_share_column
from core.analyses.estimates import classify_against_zero, replace_no_spread_verdicts
from core.analyses.phrases import describe_too_few_groups
from core.benchmarks.info import BenchmarkInfo
from core.formatting import format_interval, format_number, join_with_and
from core.records import Question, Scored

PLACES = {
    "A": "first", "B": "second", "C": "third", "D": "fourth", "E": "fifth", "F": "sixth", "G": "seventh", "H": "eighth",
}  # fmt: skip
"""Places of options, by letter."""

RARE_SHARE = 5.0
"""Percent of the answers below which a number does not count as repeated."""


@dataclass(frozen=True, slots=True)
class HabitSentence:
    """A sentence on a run, with references to its evidence.

    Attributes:
        question_ids: the questions whose worst answers show it; empty if none do.
        said: the class, the letter or the coded number that it names; None if it names none.
    """

    text: str
    question_ids: tuple[str, ...] = ()
    said: str | float | None = None


def describe_habits(
    label: str,
    shares: pd.DataFrame,
    repeated: pd.DataFrame,
    about: BenchmarkInfo,
    moved: tuple[float, float, float] | None = None,
    against: Scored = "truth",
    wordings: Mapping[tuple[str, str], str] | None = None,
) -> list[HabitSentence]:
    """Describe a run's strongest habits: an overused class, a repeated number, and the comparison with not looking.

    Args:
        label: name of the run.
        shares: as `bias.compute_class_shares` returns them.
        repeated: as `bias.compute_habits` returns them.
        about: the benchmark.
        moved: percentage of answers that would have to move to match the frequencies of right letters, with its 95%
            interval; None if letters are not significantly favoured.
        against: what `shares` and `repeated` were computed against.
        wordings: as `bias.find_fixed_wordings` returns them.
    """
    return [
        *_describe_class_habit(label, shares, about, moved, against, wordings or {}),
        *_describe_number_habit(label, repeated, about),
        *_compare_with_constant(label, repeated, about),
    ]


def _describe_class_habit(
    label: str,
    shares: pd.DataFrame,
    about: BenchmarkInfo,
    moved: tuple[float, float, float] | None,
    against: Scored,
    wordings: Mapping[tuple[str, str], str],
) -> list[HabitSentence]:
    if shares.empty:
        return []
    overused = shares[replace_no_spread_verdicts(shares) == "higher"].sort_values("value", ascending=False)
    if overused.empty:
        what = "class" if about.class_questions else "option"
        if moved is not None:
            return [HabitSentence(describe_letter_bias(label, *moved, is_clear=True, is_single_clear=False))]
        return [HabitSentence(f"{label} gives no single {what} significantly more often than it is correct.")]
    most = overused.iloc[0]
    question = about.questions[most["question_id"]]
    expected = format_number(most[get_share_column(against)], 0)
    title = (about.foil if against == "foil" and about.foil else about.truth).title
    if question.kind == "choice":
        is_right = "is correct" if against == "truth" else f"would be correct in {title}"
        answer = _name_option(question, str(most["class"]), wordings)
        text = (
            f"{label} chooses {answer} in {format_number(most['said'], 0)}% of the questions about "
            f"{question.name.lower()}; that option {is_right} in {expected}%."
        )
    elif any(q.name != q.question_id for q in about.questions.values()):
        text = (  # Not every group is asked this question.
            f"On {get_question_label(question)}, {label} says {most['class']} in {format_number(most['said'], 0)}% of "
            f"its answers; in {title} that is correct in {expected}%."
        )
    else:
        text = (
            f"{label} calls {format_number(most['said'], 0)}% of the {about.words.groups} {most['class']}; "
            f"in {title} {expected}% are."
        )
    return [HabitSentence(text, (question.question_id,), str(most["class"]))]


def describe_letter_bias(
    label: str, percent: float, low: float, high: float, *, is_clear: bool, is_single_clear: bool = True
) -> str:
    """State whether a run prefers letters, and how many of its answers, in percent, would have to move otherwise.

    Args:
        label: of the run.
        percent: of its answers.
        low: lower end of the interval of the percentage.
        high: upper end.
        is_clear: whether the letters together deviate significantly.
        is_single_clear: whether any letter does so alone.
    """
    verdict = "prefers some option letters" if is_clear else "does not significantly prefer any option letters"
    if is_clear and not is_single_clear:
        verdict = "prefers some option letters, but no single one significantly"
    return (
        f"{label} {verdict}: for each letter to be as frequent as among the correct answers, "
        f"{format_number(percent)}% of its answers would have to change (95% CI {format_interval(low, high)})."
    )


def _describe_number_habit(label: str, repeated: pd.DataFrame, about: BenchmarkInfo) -> list[HabitSentence]:
    numbers = repeated[[about.questions[q].is_number for q in repeated["question_id"]]]
    if numbers.empty:
        return []
    most = numbers.sort_values("commonest_share", ascending=False).iloc[0]
    title, share = about.questions[most["question_id"]].title, most["commonest_share"]
    if (numbers["n_different"] == numbers["n"]).all():
        return [HabitSentence(f"{label} gives no number twice to a question.")]
    if share < RARE_SHARE:
        return [HabitSentence(f"{label} rarely repeats a number (most common: {format_number(share)}% of answers).")]
    text = (
        f"On {title}, {label} says {most['commonest']} in {format_number(share, 0)}% of its {most['n']:,} answers; "
        f"it gives {most['n_different']:,} different ones."
    )
    return [HabitSentence(text, (most["question_id"],), float(most["commonest_value"]))]


def _compare_with_constant(label: str, repeated: pd.DataFrame, about: BenchmarkInfo) -> list[HabitSentence]:
    judged = repeated.dropna(subset=["value"])
    if judged.empty:
        return []
    standing, n_groups = classify_against_zero(judged), int(judged["n_groups"].max())
    if (standing == "too few").all():
        told = f"whether {label} is better than the best constant answer, which never looks"
        return [HabitSentence(f"{describe_too_few_groups(n_groups, about.words, told)}.", tuple(judged["question_id"]))]
    better, worse = (list(judged.loc[standing == word, "question_id"]) for word in ("above", "below"))
    parts = [
        f"{word} on {_join_questions([about.questions[q] for q in questions])}"
        for word, questions in (("better", better), ("worse", worse))
        if questions
    ]
    if not parts:
        text = f"On no question does {label} differ significantly from the best constant answer, which never looks."
        return [HabitSentence(text, tuple(judged["question_id"]))]
    rest = len(judged) - len(better) - len(worse)
    text = f"Compared with the best constant answer, which never looks, {label} is {' and '.join(parts)}"
    elsewhere = ". Elsewhere" if ";" in text else "; elsewhere"
    text += f"{elsewhere} they do not differ significantly." if rest else "."
    return [HabitSentence(text, tuple(worse))]


def format_letter(question: Question, answer: str, wordings: Mapping[tuple[str, str], str]) -> str:
    """Format an answer; a letter is named by its option's text if this is fixed, `True (A)`, else by its place.

    Args:
        question: the question.
        answer: a class, a letter or another text.
        wordings: as `bias.find_fixed_wordings` returns them.
    """
    if (text := wordings.get((question.question_id, answer))) is not None:
        return f"{text} ({answer})"
    is_place = question.kind == "choice" and answer in PLACES
    return f"{PLACES[answer]} option ({answer})" if is_place else answer


def _name_option(question: Question, letter: str, wordings: Mapping[tuple[str, str], str]) -> str:
    """Name an option within a sentence."""
    article = "" if (question.question_id, letter) in wordings else "the "
    return f"{article}{format_letter(question, letter, wordings)}"


def get_question_label(question: Question) -> str:
    """Return the name of a question, or its title if the name is only its id, such as `Q1`."""
    return question.title if question.name == question.question_id else question.name


def _join_questions(questions: list[Question]) -> str:
    """Join the labels of questions; use semicolons if any label contains a comma."""
    names = [get_question_label(question) for question in questions]
    return "; ".join(names) if any("," in name for name in names) else join_with_and(names)


def describe_confusion(
    question: Question, truth: str, answer: str, frame: str, wordings: Mapping[tuple[str, str], str]
) -> str:
    """Return a clause that states what is true and what was answered.

    Args:
        question: with classes or options.
        truth: the true class, or the letter of the right option.
        answer: the class or letter that was given.
        frame: title of the frame of the truth.
        wordings: as `bias.find_fixed_wordings` returns them.
    """
    if question.kind == "choice":
        right_label, answer_label = (_name_option(question, letter, wordings) for letter in (truth, answer))
        return f"{right_label} is correct, the model chose {answer_label}"
    return f"{truth} in {frame}, called {answer}"


def describe_ranking_change(overtakings: pd.DataFrame, questions: str) -> str:
    """Describe whether the ranking stays the same under other tolerances.

    Args:
        overtakings: as `bias.find_overtakings` returns them.
        questions: the questions that the ranking is over, in words.
    """
    if overtakings.empty:
        return f"Over {questions}, the ranking stays the same."
    is_significant = ~overtakings[["verdict_before", "verdict_after"]].isin(["not distinguishable"]).all(axis=1)
    changes = "; ".join(
        f"{row.ahead} {'draws level with' if row.is_level else 'overtakes'} {row.behind}"
        for row in overtakings.itertuples()
    )
    if is_significant.any():
        return f"Over {questions} the ranking changes: {changes}."
    return f"Over {questions} only runs that are not significantly different swap ranks: {changes}."
