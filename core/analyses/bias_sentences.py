"""The findings of the Bias page as sentences, computed from the frames of `core.analyses.bias`."""

import pandas as pd

from core.benchmarks.about import About
from core.records import Question
from core.text import listed

RARE_SHARE = 5.0
"""Percent of the answers below which a number does not count as repeated."""


def habit_sentences(label: str, shares: pd.DataFrame, repeated: pd.DataFrame, about: About) -> list[str]:
    """A run's strongest habits: the class it overuses, the number it repeats, and how it compares with never looking.

    Args:
        label: name of the run.
        shares: as `bias.class_shares` returns them.
        repeated: as `bias.habits` returns them.
        about: the benchmark.
    """
    return [
        *_class_habit(label, shares, about),
        *_number_habit(label, repeated, about),
        *_against_blind(label, repeated, about),
    ]


def _class_habit(label: str, shares: pd.DataFrame, about: About) -> list[str]:
    if shares.empty:
        return []
    overused = shares[shares["verdict"] == "higher"].sort_values("value", ascending=False)
    if overused.empty:
        what = "class" if about.class_questions else "letter"
        return [f"{label} says no single {what} significantly more often than it occurs."]
    most = overused.iloc[0]
    question = about.questions[most["question_id"]]
    if question.kind == "choice":
        return [
            f"{label} answers {most['class']} to {most['said']:.0f} % of the questions about {question.name.lower()}; "
            f"it is right for {most['in_truth']:.0f} %."
        ]
    return [
        f"{label} calls {most['said']:.0f} % of the {about.words.groups} {most['class']}; "
        f"in {about.truth.title} {most['in_truth']:.0f} % are."
    ]


def _number_habit(label: str, repeated: pd.DataFrame, about: About) -> list[str]:
    numbers = repeated[[about.questions[q].kind in ("ratio", "angle") for q in repeated["question_id"]]]
    if numbers.empty:
        return []
    most = numbers.sort_values("commonest_share", ascending=False).iloc[0]
    title = about.questions[most["question_id"]].title
    if most["commonest_share"] < RARE_SHARE:
        return [f"{label} hardly repeats its numbers: none makes more than {most['commonest_share']:.1f} % of them."]
    return [
        f"Of {label}'s {most['n']:,} answers to {title}, {most['commonest_share']:.0f} % are {most['commonest']}; "
        f"it gives {most['n_different']:,} different answers."
    ]


def _against_blind(label: str, repeated: pd.DataFrame, about: About) -> list[str]:
    judged = repeated.dropna(subset=["value"])
    if judged.empty:
        return []
    better, worse = (
        [about.questions[q].name for q in judged.loc[judged["verdict"] == word, "question_id"]]
        for word in ("higher", "lower")
    )
    parts = [
        f"{word} than the best constant answer on {listed(questions)}"
        for word, questions in (("better", better), ("worse", worse))
        if questions
    ]
    if not parts:
        return [f"On no question does {label} differ significantly from the best constant answer, which never looks."]
    rest = len(judged) - len(better) - len(worse)
    return [f"{label} is {' and '.join(parts)}" + ("; elsewhere they do not differ significantly." if rest else ".")]


def confused_text(question: Question, truth: str, answer: str, frame: str) -> str:
    """What is true and what was said, as a part of a sentence.

    Args:
        question: with classes or options.
        truth: the true class, or the letter of the right option.
        answer: the class or letter that was said.
        frame: title of the frame of the truth.
    """
    if question.kind == "choice":
        return f"the key is {truth}, the model chose {answer}"
    return f"{truth} in {frame}, called {answer}"


def ranking_sentence(overtakings: pd.DataFrame, questions: str) -> str:
    """Whether the ranking stays the same under other tolerances.

    Args:
        overtakings: as `bias.overtakings` returns them.
        questions: over which questions, in words.
    """
    if overtakings.empty:
        return f"Over {questions} the ranking stays the same."
    is_significant = ~overtakings[["verdict_before", "verdict_after"]].isin(["not distinguishable"]).all(axis=1)
    changes = "; ".join(
        f"{row.ahead} {'draws level with' if row.is_level else 'overtakes'} {row.behind}"
        for row in overtakings.itertuples()
    )
    if is_significant.any():
        return f"Over {questions} the ranking changes: {changes}."
    return f"Over {questions} only runs that are not significantly different swap ranks: {changes}."
