"""The constant baseline: the best constant answer to each question, chosen on the other groups without any image."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.question_types.registry import find_question_type
from core.records import QuestionKind, Scored
from core.scoring.answer_codes import get_truth_column, map_question_kinds
from core.scoring.constant_scores import score_constant_answers
from core.scoring.metrics import Floats, compute_scores

TIE = 1e-9
"""Mean scores closer than this are equal. Among equally good constants the smallest is chosen, on every machine."""

MAX_CANDIDATES = 2_000
"""Maximum number of constants that are tried for a type of question with a rule."""


def find_first_best(means: Floats, axis: int = -1) -> NDArray[np.int64]:
    """Return the index of the highest mean score along an axis; among means that differ by rounding only, the first.

    Sums of the same numbers differ in their last digits between processors, so a plain `argmax` would let the machine
    choose among equally good constants.
    """
    places: NDArray[np.int64] = (means >= means.max(axis=axis, keepdims=True) - TIE).argmax(axis=axis)
    return places


def choose_baseline_constants(truths: pd.DataFrame, against: Scored = "truth") -> pd.DataFrame:
    """Return, per group and question, the answer with the highest mean score over the other groups' cases.

    Args:
        truths: group_id, question_id, question_kind, truth, foil: one row per case and question.
        against: which truths the constant is chosen for.

    Returns:
        group_id, question_id, question_kind, value (coded), in order of group and question. The value is NaN if there
        is no other group to choose it on.
    """
    tables = []
    for question_id, kind in map_question_kinds(truths).items():
        asked = truths[truths["question_id"] == question_id]
        groups, names = pd.factorize(asked["group_id"], sort=True)
        constants = find_best_constants(
            kind, asked[get_truth_column(against)].to_numpy(dtype=float), groups, len(names)
        )
        tables.append(
            pd.DataFrame({"group_id": names, "question_id": question_id, "question_kind": kind, "value": constants})
        )
    return pd.concat(tables, ignore_index=True).sort_values(["group_id", "question_id"], ignore_index=True)


def score_baseline_constants(truths: pd.DataFrame, against: Scored = "truth") -> pd.DataFrame:
    """Return, per case and question, the constant answer and its score against the truth that it is chosen for.

    Args:
        truths: as in `choose_baseline_constants`, with case_id.
        against: which truths the constant is chosen for and scored against.

    Returns:
        case_id, group_id, question_id, value, score.
    """
    blind = truths.merge(
        choose_baseline_constants(truths, against).drop(columns="question_kind"), on=["group_id", "question_id"]
    )
    scores = pd.Series(np.nan, blind.index)
    for kind, rows in blind.groupby("question_kind", observed=True):
        scores[rows.index] = score_constant_answers(
            str(kind), rows["value"].to_numpy(dtype=float), rows[get_truth_column(against)].to_numpy(dtype=float)
        )
    return blind.assign(score=scores)[["case_id", "group_id", "question_id", "value", "score"]]


def find_best_constants(kind: QuestionKind | str, truths: Floats, groups: np.ndarray, n_groups: int) -> Floats:
    """Find, for each group, the constant with the highest mean score over the other groups' truths.

    The mean score of a constant a is piecewise linear in a, and its slope falls only at the truths (at 0 and at twice a
    truth, beyond which the score stays 0, the slope rises). So one of the truths is the best constant among all real
    numbers, and trying each is exact. Memory grows with the number of different truths times the number of cases.

    Args:
        kind: determines the score.
        truths: coded, one per case, NaN if there is none.
        groups: the cases' groups, 0 to n_groups - 1.
        n_groups: number of constants to return.
    """
    known = ~np.isnan(truths)
    truths, groups = truths[known], groups[known]
    candidates, places = np.unique(truths, return_inverse=True)
    if len(candidates) == 0:
        return np.full(n_groups, np.nan)
    if find_question_type(kind) is not None:
        return _find_best_of_type(kind, truths, groups, n_groups)
    scores = compute_scores(kind, candidates[:, None], truths[None, :])
    own = np.zeros((n_groups, len(candidates)))  # the group's own contribution to the candidate's sum
    np.add.at(own, groups, scores.T)
    occurrences = np.zeros((len(candidates), n_groups))
    np.add.at(occurrences, (places, groups), 1.0)
    elsewhere = occurrences.sum(axis=1, keepdims=True) - occurrences > 0
    n_others = np.maximum(len(truths) - np.bincount(groups, minlength=n_groups), 1)
    means = np.where(elsewhere, (scores.sum(axis=1, keepdims=True) - own.T) / n_others, -np.inf)
    return np.where(elsewhere.any(axis=0), candidates[find_first_best(means, axis=0)], np.nan)


def list_candidates(kind: QuestionKind | str, truths: Floats, max_candidates: int) -> Floats:
    """Return the constants worth trying, sorted: the truths, or what the type of question lists for them.

    Args:
        kind: of the question.
        truths: coded.
        max_candidates: if there are more, they are sampled in even steps.
    """
    different = np.unique(truths)
    if (question_type := find_question_type(kind)) is not None:
        different = np.unique(question_type.list_constants(different))
    steps = np.linspace(0, len(different) - 1, max_candidates).round().astype(int)
    return different if len(different) <= max_candidates else different[steps]


def _find_best_of_type(kind: QuestionKind | str, truths: Floats, groups: np.ndarray, n_groups: int) -> Floats:
    """Find the constants as in `find_best_constants`, among those that the type of question lists."""
    candidates = list_candidates(kind, truths, MAX_CANDIDATES)
    scores = score_constant_answers(kind, candidates[:, None], truths[None, :])
    own = np.zeros((n_groups, len(candidates)))
    np.add.at(own, groups, scores.T)
    n_others = len(truths) - np.bincount(groups, minlength=n_groups)
    means = (scores.sum(axis=1, keepdims=True) - own.T) / np.maximum(n_others, 1)
    return np.where(n_others > 0, candidates[find_first_best(means, axis=0)], np.nan)
