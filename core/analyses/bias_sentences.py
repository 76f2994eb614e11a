"""The findings of the Bias page as sentences, computed from the frames of `core.analyses.bias`."""

import pandas as pd

from core.records import QUESTION_BY_ID

RARE_SHARE = 5.0
"""Percent of the answers below which a number does not count as repeated."""


def habit_sentences(label: str, shares: pd.DataFrame, repeated: pd.DataFrame) -> list[str]:
    """The strongest habits of a run: the class it overuses most, the number it repeats most, and what it is worth.

    Args:
        label: name of the run.
        shares: as `bias.class_shares` returns them.
        repeated: as `bias.habits` returns them.
    """
    return [*_class_habit(label, shares), *_number_habit(label, repeated), *_against_blind(label, repeated)]


def _class_habit(label: str, shares: pd.DataFrame) -> list[str]:
    if shares.empty:
        return []
    overused = shares[shares["verdict"] == "higher"].sort_values("value", ascending=False)
    if overused.empty:
        return [f"{label} says no class more often than it is there, as far as can be told."]
    most = overused.iloc[0]
    return [f"{label} calls {most['said']:.0f} % of the triangles {most['class']}; {most['in_3d']:.0f} % are, in 3D."]


def _number_habit(label: str, repeated: pd.DataFrame) -> list[str]:
    numbers = repeated[[QUESTION_BY_ID[q].kind != "class" for q in repeated["question_id"]]]
    if numbers.empty:
        return []
    most = numbers.sort_values("commonest_share", ascending=False).iloc[0]
    title = QUESTION_BY_ID[most["question_id"]].title
    if most["commonest_share"] < RARE_SHARE:
        return [f"{label} hardly repeats its numbers: none makes more than {most['commonest_share']:.1f} % of them."]
    return [
        f"Of {label}'s {most['n']:,} answers to {title}, {most['commonest_share']:.0f} % are {most['commonest']}; "
        f"there are {most['n_different']:,} different ones."
    ]


def _against_blind(label: str, repeated: pd.DataFrame) -> list[str]:
    judged = repeated.dropna(subset=["value"])
    if judged.empty:
        return []
    better, worse = (list(judged.loc[judged["verdict"] == word, "question_id"]) for word in ("higher", "lower"))
    parts = [
        f"{word} than the best fixed answer on {_listed(questions)}"
        for word, questions in (("better", better), ("worse", worse))
        if questions
    ]
    if not parts:
        return [f"On no question can {label} be told apart from the best fixed answer, given without looking."]
    rest = len(judged) - len(better) - len(worse)
    return [f"{label} is {' and '.join(parts)}" + (", and not distinguishable from it elsewhere." if rest else ".")]


def ranking_sentence(overtakings: pd.DataFrame, questions: str) -> str:
    """Whether the ranking survives other tolerances.

    Args:
        overtakings: as `bias.overtakings` returns them.
        questions: over which questions, in words.
    """
    if overtakings.empty:
        return f"Over {questions} the ranking survives."
    told_apart = ~overtakings[["verdict_before", "verdict_after"]].isin(["not distinguishable"]).all(axis=1)
    changes = "; ".join(
        f"{row.ahead} {'draws level with' if row.is_level else 'overtakes'} {row.behind}"
        for row in overtakings.itertuples()
    )
    if told_apart.any():
        return f"Over {questions} the ranking does not survive: {changes}."
    return f"Over {questions} only runs change places that cannot be told apart, before or after: {changes}."


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
