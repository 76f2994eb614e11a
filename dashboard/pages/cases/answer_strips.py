"""Strips of the gallery: their models, and the outcome of each model's answers to a case."""

import pandas as pd

from core.analyses.gallery_tiles import StripMark, build_strips, format_captions
from core.analyses.reference_models import NO_ANSWER
from core.formatting import split_shared_ending
from core.records import RIGHT_AT
from core.warehouse.read import Filters, Parameter
from dashboard.components.gallery import StripCell
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds, get_run_roles
from dashboard.data.queries import cache_per_generation, run_query
from dashboard.pages.cases import gallery_texts
from dashboard.selection.filters import filter_runs
from dashboard.style.markers import PATHS
from dashboard.style.palette import get_marker_style
from dashboard.widgets.answers_table import get_verdict_signs, get_verdict_words
from dashboard.widgets.run_selector import sort_by_rank

MOST = 8
"""Maximum number of models in a strip; with more, cells are too small for their signs."""


@cache_per_generation
def _list_runs() -> pd.DataFrame:
    """Load every run with answers, in the order of the matrix of answers."""
    roles = get_run_roles()[["run_id", "prompt_id", "image_view", "is_representative", "is_pooled"]]
    runs = run_query("ranking", kinds=None)[["run_id", "model_id", "run_label", "model_kind"]].merge(roles, on="run_id")
    return sort_by_rank(runs)


def select_strip_runs(filters: Filters) -> pd.DataFrame:
    """Return the chosen runs, or a run of each chosen model, or without a choice one run of each non-reference model.

    If there are only reference models, return those.
    """
    runs, models = _list_runs(), filters["model"]
    strip_runs = filter_runs(runs, filters)
    if isinstance(models, list):
        of_models = runs[runs["is_representative"]] if strip_runs is None else strip_runs
        return of_models[of_models["model_id"].isin(models)]
    if strip_runs is not None:
        return strip_runs
    usual = runs[runs["is_representative"] & (runs["model_kind"] == "vlm")]
    return runs[runs["is_pooled"]] if usual.empty else usual


def list_model_looks(runs: pd.DataFrame) -> list[tuple[str, str, str]]:
    """Return name, colour and mark of each model in the strips; what all names share is in `describe_strip_runs`."""
    kinds = get_model_kinds()
    shown = runs.head(MOST)
    names, _ = split_shared_ending(list(shown["run_label"]))
    looks = [get_marker_style(model, kinds) for model in shown["model_id"]]
    return [(name, look.colour, PATHS[look.shape]) for name, look in zip(names, looks, strict=True)]


def describe_strip_runs(runs: pd.DataFrame) -> str:
    """State what all models in the strips share, and whether there are more of them; empty if there is nothing."""
    _, ending = split_shared_ending(list(runs["run_label"].head(MOST)))
    return gallery_texts.describe_strips(ending, MOST, len(runs))


def build_legend(question_counts: set[int], runs: pd.DataFrame) -> list[tuple[str, str, str]]:
    """Return the legend of strips: verdict, sign and words per entry.

    Args:
        runs: the runs of the strips.
        question_counts: of the cases: the answer to one question has a sign, and of several the right ones are counted.
    """
    signs, counts = _get_signs() if 1 in question_counts else {}, question_counts - {0, 1}
    words = _get_words(is_reference=bool((runs["model_kind"] == "reference").all()))
    verdicts = [(verdict, signs.get(verdict, ""), word) for verdict, word in words.items()]
    return [("", *gallery_texts.explain_count(counts)), *verdicts] if counts else verdicts


def _get_words(*, is_reference: bool) -> dict[str, str]:
    """Return the words per verdict; a reference model gives no answer where a model's may be unreadable."""
    foil = get_benchmark_info().foil
    of_foil = gallery_texts.name_wrong_answers(foil.phrase) if foil else {}
    return get_verdict_words() | of_foil | ({"unreadable": NO_ANSWER} if is_reference else {})


def _get_signs() -> dict[str, str]:
    return {**get_verdict_signs(), "unreadable": "?"}


def load_strips(
    case_ids: list[str], runs: pd.DataFrame, questions: Parameter, right_at: float
) -> tuple[dict[str, list[StripMark]], dict[str, str]]:
    """Load the strips of some cases, and captions with answer and truth for cases with one of the chosen questions.

    Args:
        case_ids: ids of the cases.
        runs: the visible runs, at most `MOST` of them.
        questions: the questions that count; None for all.
        right_at: the score from which a number is right.
    """
    run_ids = list(runs["run_id"].head(MOST))
    asked = questions if isinstance(questions, list) else None
    answers = run_query("tile_answers", case_ids=case_ids, run_ids=run_ids, question_ids=asked, right_at=right_at)
    several = set(answers.loc[answers["n_asked"] > 1, "case_id"])
    said: dict[str, str] = {}
    if asks_one := [case_id for case_id in case_ids if case_id not in several]:
        truths = run_query("tile_truths", case_ids=asks_one, question_ids=asked)
        described = get_benchmark_info()
        foil = described.foil.title if described.foil else ""
        said = format_captions(truths, answers, described.questions, run_ids, foil)
    return build_strips(answers, case_ids, run_ids), said


def load_captions(case_ids: list[str], filters: Filters) -> dict[str, str]:
    """Return the captions of gallery tiles under these filters, by case; none if cases ask several questions.

    Args:
        case_ids: ids of the cases.
        filters: filters whose runs and questions count.
    """
    return load_strips(case_ids, select_strip_runs(filters), filters["question"], RIGHT_AT)[1]


def build_cells(strips: dict[str, list[StripMark]], runs: pd.DataFrame) -> dict[str, tuple[StripCell, ...]]:
    """Build the cells of tiles, by case."""
    strip_runs, signs = runs.head(MOST), _get_signs()
    labels = list(strip_runs["run_label"])
    words = [_get_words(is_reference=kind == "reference") for kind in strip_runs["model_kind"]]
    return {
        case_id: tuple(
            _build_cell(mark, label, signs, run_words)
            for mark, label, run_words in zip(marks, labels, words, strict=True)
        )
        for case_id, marks in strips.items()
    }


def _build_cell(mark: StripMark, label: str, signs: dict[str, str], words: dict[str, str]) -> StripCell:
    grounds = list(mark.counts.items())
    if not mark.n_asked:
        return StripCell("", "", grounds, f"{label}: not asked")
    if mark.verdict:
        return StripCell(signs[mark.verdict], "", grounds, f"{label}: {words[mark.verdict]}")
    right = mark.counts.get("right", 0)
    others = [f"{count} {words[verdict]}" for verdict, count in grounds if verdict not in ("right", "wrong")]
    meaning = ", ".join([f"{label}: {right} of {mark.n_asked} {words['right']}", *others])
    return StripCell(str(right), f"/{mark.n_asked}", grounds, meaning)
