"""The strips of the gallery: which models they have, and what became of each model's answers to a case."""

import pandas as pd

from core.analyses.gallery_tiles import Mark, captions, strips
from core.records import RIGHT_AT
from core.warehouse.read import Filters, Parameter
from dashboard.components.gallery import StripCell
from dashboard.data.queries import about, model_kinds, per_generation, query, run_roles
from dashboard.selection.filters import of_chosen_runs
from dashboard.style.palette import colour_of
from dashboard.widgets.answers_table import signs, verdict_words
from dashboard.widgets.run_selector import by_rank

MOST = 8
"""Models in a strip: with more of them no cell has room for its sign."""


@per_generation
def _runs() -> pd.DataFrame:
    """Every run with answers, in the order of the matrix of answers."""
    roles = run_roles()[["run_id", "prompt_id", "image_view", "is_representative", "is_pooled"]]
    runs = query("ranking", kinds=None)[["run_id", "model_id", "run_label", "model_kind"]].merge(roles, on="run_id")
    return by_rank(runs)


def shown_runs(filters: Filters) -> pd.DataFrame:
    """The chosen runs, or a run of each chosen model, or without a choice one of each model that is no reference.

    Where there are references only, those.
    """
    runs, models = _runs(), filters["model"]
    chosen = of_chosen_runs(runs, filters)
    if isinstance(models, list):
        of_models = runs[runs["is_representative"]] if chosen is None else chosen
        return of_models[of_models["model_id"].isin(models)]
    if chosen is not None:
        return chosen
    usual = runs[runs["is_representative"] & (runs["model_kind"] == "vlm")]
    return runs[runs["is_pooled"]] if usual.empty else usual


def names(runs: pd.DataFrame) -> list[tuple[str, str]]:
    """The name and the colour of each model in the strips."""
    kinds = model_kinds()
    shown = runs.head(MOST)
    return [
        (label, colour_of(model, kinds)) for label, model in zip(shown["run_label"], shown["model_id"], strict=True)
    ]


def told(runs: pd.DataFrame) -> str:
    """That there are more models than those in the strips; empty where there are not."""
    return f"{MOST} of {len(runs):,}: the best of them" if len(runs) > MOST else ""


def legend(*, have_signs: bool, have_numbers: bool) -> list[tuple[str, str, str]]:
    """What strips consist of: verdict, sign and words.

    Args:
        have_signs: whether some cases ask one question, whose answer has a sign.
        have_numbers: whether some ask several, of which the right ones are counted.
    """
    found = [(verdict, _signs()[verdict] if have_signs else "", words) for verdict, words in verdict_words().items()]
    return [("", "3/6", "correct of those asked"), *found] if have_numbers else found


def _signs() -> dict[str, str]:
    return {**signs(), "unreadable": "?"}


def of_cases(
    case_ids: list[str], runs: pd.DataFrame, questions: Parameter, right_at: float
) -> tuple[dict[str, list[Mark]], dict[str, str]]:
    """The strips of some cases, and what is said, is and looks where a case is asked one of the chosen questions.

    Args:
        case_ids: which.
        runs: that are shown, at most `MOST` of them.
        questions: that count; None for all.
        right_at: the score from which on a number is right.
    """
    run_ids = list(runs["run_id"].head(MOST))
    asked = questions if isinstance(questions, list) else None
    answers = query("tile_answers", case_ids=case_ids, run_ids=run_ids, question_ids=asked, right_at=right_at)
    several = set(answers.loc[answers["n_asked"] > 1, "case_id"])
    said: dict[str, str] = {}
    if asks_one := [case_id for case_id in case_ids if case_id not in several]:
        truths = query("tile_truths", case_ids=asks_one, question_ids=asked)
        said = captions(truths, answers, about().questions, run_ids)
    return strips(answers, case_ids, run_ids), said


def said(case_ids: list[str], filters: Filters) -> dict[str, str]:
    """What tiles of the gallery say of cases under these filters, by case: none where they ask several questions.

    Args:
        case_ids: which.
        filters: whose runs and questions count.
    """
    return of_cases(case_ids, shown_runs(filters), filters["question"], RIGHT_AT)[1]


def cells(marks: list[Mark], runs: pd.DataFrame) -> tuple[StripCell, ...]:
    """The cells of a tile."""
    return tuple(_cell(mark, label) for mark, label in zip(marks, runs["run_label"].head(MOST), strict=True))


def _cell(mark: Mark, label: str) -> StripCell:
    grounds = list(mark.counts.items())
    if not mark.n_asked:
        return StripCell("", "", grounds, f"{label}: not asked")
    words = verdict_words()
    if mark.verdict:
        return StripCell(_signs()[mark.verdict], "", grounds, f"{label}: {words[mark.verdict]}")
    right = mark.counts.get("right", 0)
    others = [f"{count} {words[verdict]}" for verdict, count in grounds if verdict not in ("right", "wrong")]
    meaning = ", ".join([f"{label}: {right} of {mark.n_asked} {words['right']}", *others])
    return StripCell(str(right), f"/{mark.n_asked}", grounds, meaning)
