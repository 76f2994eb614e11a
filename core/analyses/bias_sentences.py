"""Findings of the Bias page as sentences, computed from the frames of `core.analyses.bias`."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from core.analyses.bias import get_share_column
from core.analyses.estimates import classify_against_zero, replace_no_spread_verdicts
from core.analyses.phrases import describe_too_few_groups, format_interval_in_brackets
from core.benchmarks.info import BenchmarkInfo
from core.formatting import format_interval, format_number, join_with_and, put_ending_in_brackets
from core.records import Question, Scored

PLACES = {
    "A": "first", "B": "second", "C": "third", "D": "fourth", "E": "fifth", "F": "sixth", "G": "seventh", "H": "eighth",
}  # fmt: skip
"""Places of options, by letter."""

MAX_UNCOUNTED = 3
"""Maximum number of questions that a sentence names without their number."""

ALL = 100.0
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
        return [
            HabitSentence(
                f"No significant preference: {label} gives no single {what} significantly more often than it is "
                "correct."
            )
        ]
    most = overused.iloc[0]
    question = about.questions[most["question_id"]]
    expected = format_number(most[get_share_column(against)], 0)
    title = (about.foil if against == "foil" and about.foil else about.truth).title
    excess, name, is_always = f"({_format_excess(most)})", put_ending_in_brackets(label), most["said"] == ALL
    is_right = "correct" if against == "truth" else f"correct in {title}"
    if question.kind == "choice":
        answer = _name_option(question, str(most["class"]), wordings)
        habit = (
            f"always chooses {answer}:" if is_always else f"prefers {answer}: chosen in {_format_answered_share(most)},"
        )
        text = f"On {_quote_phrase(get_question_label(question))}, {name} {habit} {is_right} in {expected}% {excess}."
    elif any(q.name != q.question_id for q in about.questions.values()):
        in_share = f"given in {_format_answered_share(most)} of its answers"  # Not every group is asked this question.
        habit = f"always answers {most['class']}:" if is_always else f"prefers {most['class']}: {in_share},"
        text = f"On {_quote_phrase(get_question_label(question))}, {name} {habit} {is_right} in {expected}% {excess}."
    else:
        text = (
            f"{name} prefers {most['class']}: it calls {_format_answered_share(most)} of the {about.words.groups} so; "
            f"in {title} {expected}% are {excess}."
        )
    return [HabitSentence(text, (question.question_id,), str(most["class"]))]


def _format_answered_share(row: pd.Series) -> str:
    """Format how often an answer is given."""
    return f"{format_number(row['said'], 0)}%"


def _format_excess(row: pd.Series) -> str:
    """Format by how many points an answer is given more often than it is correct, with its interval."""
    interval = format_interval_in_brackets(row, with_plus=True).strip(" ()")
    return f"{format_number(row['value'], with_plus=True)} points{f', 95% CI {interval}' if interval else ''}"


def has_single_preference(shares: pd.DataFrame) -> bool:
    """Return whether any option by itself is chosen significantly more often than it is correct.

    Args:
        shares: as `bias.compute_class_shares` returns them.
    """
    return len(shares) > 0 and bool((replace_no_spread_verdicts(shares) == "higher").any())


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
        is_single_clear: whether any letter does so on one question or kind of question.
    """
    name = put_ending_in_brackets(label)
    share = f"{format_number(percent)}% of its answers (95% CI {format_interval(low, high)}) would have to change"
    if is_clear and not is_single_clear:
        return (
            f"{name} prefers some option letters over all questions, but none significantly within one kind of "
            f"question: {share} for each letter to be as frequent as among the correct answers."
        )
    verdict = "prefers some option letters" if is_clear else "does not significantly prefer any option letters"
    return f"{name} {verdict}: {share} for each letter to be as frequent as among the correct answers."


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
    label = put_ending_in_brackets(label)
    if (standing == "too few").all():
        told = f"whether {label} is better than the best constant answer, which never looks"
        return [HabitSentence(f"{describe_too_few_groups(n_groups, about.words, told)}.", tuple(judged["question_id"]))]
    better, worse = (list(judged.loc[standing == word, "question_id"]) for word in ("above", "below"))
    parts = [
        f"{word} on {_name_questions([about.questions[q] for q in questions], len(judged), about.questions_word)}"
        for word, questions in (("better", better), ("worse", worse))
        if questions
    ]
    if not parts:
        text = f"On no question does {label} differ significantly from the best constant answer, which never looks."
        return [HabitSentence(text, tuple(judged["question_id"]))]
    rest = len(judged) - len(better) - len(worse)
    text = f"Compared with the best constant answer, which never looks, {label} is {' and '.join(parts)}"
    text += "; elsewhere they do not differ significantly." if rest else "."
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


def _quote_phrase(name: str) -> str:
    """Return a name in quotes if it has several words, which would run into a sentence."""
    return f"“{name}”" if " " in name else name


def _name_questions(questions: list[Question], n_judged: int, questions_word: str) -> str:
    """Join the labels of questions, in quotes if any contains a comma; many are counted first.

    Args:
        questions: to name.
        n_judged: number of questions that they are among.
        questions_word: the benchmark's word for these.
    """
    names = [get_question_label(question) for question in questions]
    has_comma = any("," in name for name in names)
    joined = join_with_and([f"“{name}”" for name in names] if has_comma else names)
    if len(names) <= MAX_UNCOUNTED:
        return joined
    return f"{len(names)} of {n_judged} {questions_word} ({joined})"


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
