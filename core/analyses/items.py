"""Items: difficulty and discrimination of every question of a case, and questions that deserve a look."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.formatting import format_number
from core.scoring.metrics import Floats
from core.solvers import blind_constant, blind_text
from core.statistics.item_curves import ItemCurves, ItemFit, compute_flat_log_likelihoods, select_curves
from core.statistics.item_keys import ItemChoices, check_keys, count_doubts_by_luck
from core.statistics.item_response import fit_items
from core.statistics.item_subset import CaseSubset, find_smallest_subset

MIN_MODELS = 10
"""Minimum number of models with a readable answer to a question."""

MIN_FLAT_EVIDENCE = float(np.log(10.0))
"""Minimum logarithm of how much better one probability for all models explains the answers than a curve."""

CEILING = 0.9
"""Share of right models from which a question is at the ceiling."""

KEY_IN_DOUBT = "key in doubt"
NO_IMAGE_NEEDED = "answerable without the image"
SEPARATES_NO_MODELS = "separates no models"
FLAGS = (KEY_IN_DOUBT, NO_IMAGE_NEEDED, SEPARATES_NO_MODELS)

_ITEM = ["case_id", "question_id"]
_KINDS_WITH_KEYS = ("choice", "class")


@dataclass(frozen=True, slots=True)
class ItemAnalysis:
    """Items of a benchmark.

    Attributes:
        items: case_id, question_id, group_id, n (models), n_right, chance, difficulty, difficulty_low, difficulty_high,
            discrimination, discrimination_low, discrimination_high, other (code of the answer that strong models agree
            on, NaN if they do not), n_strong, n_agreeing, and one boolean column per flag.
        models: run_id, run_label and ability, the highest first.
        right: [models, items], 1 right, 0 wrong, NaN without a readable answer.
        fit: of `right`; None without items.
        n_few: questions of cases that fewer than `MIN_MODELS` models answered.
        n_answerable_by_luck: number of questions at the ceiling that both baselines would answer correctly if that did
            not depend on the question; NaN without both baselines.
    """

    items: pd.DataFrame
    models: pd.DataFrame
    right: Floats
    fit: ItemFit | None
    n_few: int
    n_answerable_by_luck: float = float("nan")
    n_doubts_by_luck: float = float("nan")


def analyse_items(answers: pd.DataFrame) -> ItemAnalysis:
    """Fit all questions of cases that enough models answered, and flag those that deserve a look.

    Args:
        answers: as the query `item_answers` returns them, one run per model, with the reference models.
    """
    of_models = answers[answers["model_kind"] != "reference"]
    counts = of_models[of_models["is_right"].notna()].groupby(_ITEM, sort=False).size()
    item_keys = pd.MultiIndex.from_tuples(counts.index[counts >= MIN_MODELS], names=_ITEM)
    n_asked = len(of_models.drop_duplicates(_ITEM))
    if not len(item_keys):
        return ItemAnalysis(pd.DataFrame(), pd.DataFrame(), np.empty((0, 0)), None, n_asked)
    right, values, runs = _build_matrices(of_models, item_keys)
    first = answers.drop_duplicates(_ITEM).set_index(_ITEM).loc[item_keys]
    chance = np.clip(first["chance"].to_numpy(float), 0.0, 0.95)
    fit = fit_items(right, chance)
    items = _describe_curves(first.reset_index(), right, fit.curves)
    checked, doubts_by_luck = _check_keys(values, first, chance, fit)
    items = items.join(checked)
    items[SEPARATES_NO_MODELS] = _find_flat(right, chance, fit.curves)
    items[NO_IMAGE_NEEDED], by_luck = _find_answerable(answers, items)
    models = runs.assign(ability=fit.abilities).sort_values("ability", ascending=False, ignore_index=True)
    return ItemAnalysis(items, models, right, fit, n_asked - len(item_keys), by_luck, doubts_by_luck)


def _build_matrices(answers: pd.DataFrame, item_keys: pd.MultiIndex) -> tuple[Floats, Floats, pd.DataFrame]:
    """Return whether answers are right and their codes, [models, items] each, and the runs in the order of the rows."""
    runs = answers[["run_id", "run_label"]].drop_duplicates("run_id").sort_values("run_id", ignore_index=True)
    rows = pd.Index(runs["run_id"]).get_indexer(answers["run_id"])
    columns = item_keys.get_indexer(pd.MultiIndex.from_frame(answers[_ITEM]))
    right, values = (np.full((len(runs), len(item_keys)), np.nan) for _ in range(2))
    is_kept = columns >= 0
    places = rows[is_kept], columns[is_kept]
    right[places] = answers["is_right"].astype("Float64").to_numpy(float, na_value=np.nan)[is_kept]
    values[places] = answers["value"].to_numpy(float)[is_kept]
    return right, np.where(np.isnan(right), np.nan, values), runs


def _describe_curves(items: pd.DataFrame, right: Floats, curves: ItemCurves) -> pd.DataFrame:
    (difficulty_low, difficulty_high), (low, high) = curves.difficulty_interval, curves.discrimination_interval
    return items[[*_ITEM, "group_id", "chance", "truth"]].assign(
        n=(~np.isnan(right)).sum(axis=0),
        n_right=np.nansum(right, axis=0).astype(int),
        difficulty=curves.difficulties,
        difficulty_low=difficulty_low,
        difficulty_high=difficulty_high,
        discrimination=curves.discriminations,
        discrimination_low=low,
        discrimination_high=high,
    )


def _check_keys(values: Floats, first: pd.DataFrame, chance: Floats, fit: ItemFit) -> tuple[pd.DataFrame, float]:
    """Return the columns about keys by item, and the number of keys in doubt by luck; numbers have no key."""
    has_key = first["question_kind"].isin(_KINDS_WITH_KEYS).to_numpy()
    empty = {"other": np.nan, "n_strong": 0, "n_agreeing": 0, KEY_IN_DOUBT: False}
    columns = pd.DataFrame(empty, index=range(len(first)))
    if not has_key.any():
        return columns, 0.0
    questions = pd.factorize(first.index.get_level_values("question_id"))[0]
    keys = first["truth"].to_numpy(float)
    choices = ItemChoices(values[:, has_key], keys[has_key], chance[has_key], questions[has_key])
    check = check_keys(choices, fit.abilities)
    columns_of_check = (check.other_keys, check.n_strong, check.n_agreeing, check.is_in_doubt)
    for name, column in zip(columns, columns_of_check, strict=True):
        columns.loc[has_key, name] = column
    with_key = ItemFit(select_curves(fit.curves, has_key), fit.abilities, fit.ability_errors)
    return columns, count_doubts_by_luck(choices, with_key)


def _find_flat(right: Floats, chance: Floats, curves: ItemCurves) -> np.ndarray:
    """Return which items all models answer alike, or strong models no better than weak ones."""
    share = np.nanmean(right, axis=0)
    evidence = compute_flat_log_likelihoods(right, chance) - curves.log_posteriors
    return np.asarray((share == 0) | (share == 1) | (evidence >= MIN_FLAT_EVIDENCE))


def _find_answerable(answers: pd.DataFrame, items: pd.DataFrame) -> tuple[np.ndarray, float]:
    """Return which items both baselines and at least `CEILING` of the models answer correctly, and a count by luck."""
    is_at_ceiling = (items["n_right"] >= CEILING * items["n"]).to_numpy()
    keys = pd.MultiIndex.from_frame(items[_ITEM])
    baselines = [
        answers[(answers["model_id"] == model_id) & answers["is_right"].fillna(value=False).astype(bool)]
        for model_id in (blind_constant.MODEL.model_id, blind_text.MODEL.model_id)
    ]
    if any(rows.empty for rows in baselines):
        return np.zeros(len(items), bool), float("nan")
    are_known = [keys.isin(pd.MultiIndex.from_frame(rows[_ITEM])) for rows in baselines]
    are_right = are_known[0] & are_known[1]
    return are_right & is_at_ceiling, float(are_right.mean() * is_at_ceiling.sum())


def describe_items(result: ItemAnalysis) -> str:
    """Describe the flags in one sentence, or state that too few models answered."""
    if result.fit is None:
        return (
            f"Each question needs readable answers from at least {MIN_MODELS} models: too few would say more about "
            "the models than about the question."
        )
    items = result.items
    counts = [int(items[flag].sum()) for flag in FLAGS]
    n_strong = int(items["n_strong"].max())
    by_luck = result.n_answerable_by_luck
    expected = "" if np.isnan(by_luck) else f" ({format_number(by_luck)} expected by luck)"
    return (
        f"{counts[0]:,} of the {len(items):,} questions that at least {MIN_MODELS} of {len(result.models):,} models "
        f"answered have a key in doubt: the {f'{n_strong} ' if n_strong else ''}best models agree on another answer "
        f"({format_number(result.n_doubts_by_luck)} expected by luck). {counts[2]:,} do not separate strong from weak "
        f"models, and {counts[1]:,} may be answerable without the image{expected}."
    )


def choose_subset(result: ItemAnalysis, max_error: float) -> tuple[list[str], CaseSubset]:
    """Choose the smallest set of cases that keeps the models' ranks within a mean error, with the mix of questions.

    Args:
        result: of at least one item.
        max_error: limit of the mean change of rank.

    Returns:
        Ids of the cases in it, and the set.
    """
    case_of_item, case_ids = pd.factorize(result.items["case_id"])
    first = result.items.drop_duplicates("case_id")
    subset = find_smallest_subset(result.right, case_of_item, pd.factorize(first["question_id"])[0], max_error)
    return [str(case_ids[case_index]) for case_index in subset.cases], subset


def describe_subset(subset: CaseSubset, n_cases: int, cases: str) -> str:
    """Describe a set of cases in one sentence."""
    if len(subset.cases) == n_cases:
        return f"No smaller set of {cases} keeps the ranks within this error."
    return (
        f"{len(subset.cases):,} of {n_cases:,} {cases} are enough: with sets of this size a model's rank changes by "
        f"{format_number(subset.mean_error, 2)} on average, and 95 of 100 ranks by at most "
        f"{format_number(subset.high_error)}."
    )


def is_mostly_noise(result: ItemAnalysis) -> bool:
    """Return whether the median interval of a difficulty is wider than half of the range of all difficulties."""
    difficulties = result.items["difficulty"]
    return _measure_width(result.items) > float(difficulties.max() - difficulties.min()) / 2


def describe_overlap(result: ItemAnalysis) -> str:
    """Describe how many questions that separate no models have the mark of a key in doubt; empty if none."""
    n_both = int((result.items[SEPARATES_NO_MODELS] & result.items[KEY_IN_DOUBT]).sum())
    if not n_both:
        return ""
    n_flat = int(result.items[SEPARATES_NO_MODELS].sum())
    return f"{n_both:,} of the {n_flat:,} questions that separate no models also have a key in doubt, and its mark."


def describe_curve_width(result: ItemAnalysis) -> str:
    """Describe how uncertain the difficulty of a question is, compared with how much the questions differ."""
    low, high = result.items["difficulty"].quantile([0.05, 0.95])
    width, spread = _measure_width(result.items), float(high - low)
    return (
        f"{len(result.models):,} models are few for such curves: the median 95% CI on the horizontal axis is "
        f"{format_number(width)} wide, and nine of ten questions are within {format_number(spread)}, in standard "
        "deviations of the models' abilities. "
        + ("Read the flags, not the places." if width > spread / 2 else "Read extremes, not single ranks.")
    )


def describe_cautions(result: ItemAnalysis) -> Sequence[str]:
    """Describe what limits the flags."""
    if result.fit is None:
        return ()
    texts = [
        "The best models also agree on a wrong option because an image misleads them: look before you change a key."
    ]
    if result.n_few:
        texts.append(f"{result.n_few:,} questions are left out: fewer than {MIN_MODELS} models answered them readably.")
    return texts


def _measure_width(items: pd.DataFrame) -> float:
    return float((items["difficulty_high"] - items["difficulty_low"]).median())
