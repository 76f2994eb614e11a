"""Robustness over sets of cases: right in all of them, right per case, the same in all of them.

If a truth does not change within a set, the answer should not change either. Stability is reported next to robustness
because a model that always gives the same answer is perfectly stable without looking.
"""

import numpy as np
import pandas as pd

from core.errors import StatisticsError
from core.question_types.numbers import THETA_MAX_DEG
from core.records import EXACT_KINDS, RIGHT_AT, Scored
from core.scoring.answer_codes import decode_categories, is_correct, map_question_kinds
from core.statistics.missing_bounds import add_missing_bounds

ROUNDING = 1e-9
"""Rounding margin, so that answers exactly on the tolerance are within it."""

SET_MEASURES = ("binary", "graded", "stable")

_SET = ["protocol", "set_id", "question_id"]
_KEYS = ["protocol", "set_id", "run_id", "question_id"]


def compute_set_robustness(
    answers: pd.DataFrame, sets: pd.DataFrame, right_at: float = RIGHT_AT, against: Scored = "truth"
) -> pd.DataFrame:
    """Compute robustness and stability, one row per protocol, set, run and question.

    `grouped_means.compute_grouped_means` averages them.

    Args:
        answers: run_id, model_id, case_id, group_id, question_id, question_kind, value, said and the score.
        sets: protocol, set_id, case_id, question_id: the questions of each set.
        right_at: minimum score for a number to be right; classes and options are right by equality.
        against: truth or foil.

    Returns:
        protocol, set_id, run_id, question_id, group_id, model_id, n_cases (that were asked), n_read; binary (1: right
        in all cases), graded (share of cases that are right), stable (1: a single truth could make all cases right, so
        that binary is never above it; for options, the same text in all). These are NaN if a case was not asked or
        could not be read, even if another one is wrong: otherwise only the failures of such sets would count.
        Each has two bounds, such as `binary_least` and `binary_most`: with such cases as wrong (unstable) and as right
        (stable). All of them are NaN if only one case was asked.

    Raises:
        StatisticsError: a run has two answers to one question of a case.

    Source: MMPerspective, section 2.4, "Binary P'Robust Score" and equation 2, the cases as the perturbed variants;
    3DSRBench, section 3.4: a question counts only if all of its passes are right.
    """
    if answers.duplicated(["run_id", "case_id", "question_id"]).any():
        raise StatisticsError("a run has two answers to one question of a case; read the answers once")
    marked = add_missing_bounds(answers.assign(is_right=is_correct(answers, against, right_at)), "is_right")
    marked = marked.assign(content=_encode_content(marked)).merge(sets, on=["case_id", "question_id"])
    sets_of_runs = marked.groupby(_KEYS, observed=True, as_index=False).agg(
        group_id=("group_id", "first"),
        model_id=("model_id", "first"),
        n_cases=("is_right", "size"),
        n_read=("is_right", "count"),
        n_right=("least", "sum"),
        n_not_wrong=("most", "sum"),
        smallest=("content", "min"),
        largest=("content", "max"),
    )
    sizes = sets.groupby(_SET, observed=True).size().rename("size")
    found = decode_categories(sets_of_runs).join(sizes, on=_SET)
    size = found["size"]
    least, most = found["n_right"], found["n_not_wrong"] + size - found["n_cases"]
    for bound, n_right in (("", least), ("_least", least), ("_most", most)):
        found[f"binary{bound}"] = (n_right == size).astype(float)
        found[f"graded{bound}"] = n_right / size
    kinds = found["question_id"].map(map_question_kinds(answers))
    smallest, largest, tolerance = found["smallest"], found["largest"], 1.0 - right_at
    is_stable = np.select(
        [kinds.isin(EXACT_KINDS), kinds == "ratio"],
        [smallest == largest, largest * (1.0 - tolerance) <= smallest * (1.0 + tolerance) + ROUNDING],
        largest - smallest <= 2.0 * tolerance * THETA_MAX_DEG + ROUNDING,
    )
    is_complete = found["n_read"] == size
    found["stable"] = is_stable.astype(float)
    found["stable_most"] = found["stable"].mask(found["n_read"] == 0, 1.0)
    found["stable_least"] = found["stable"].where(is_complete, 0.0)
    for name in SET_MEASURES:
        found[name] = found[name].where(is_complete)
        several = [name, f"{name}_least", f"{name}_most"]
        found[several] = found[several].where(found["n_cases"] > 1)
    return found.drop(columns=["size", "n_right", "n_not_wrong", "smallest", "largest"])


def _encode_content(answers: pd.DataFrame) -> pd.Series:
    """Encode the content of answers as numbers: the value, or a code of the option's text, whatever its letter."""
    is_choice = (answers["question_kind"] == "choice").to_numpy()
    if not is_choice.any():
        return answers["value"]
    texts = pd.Series(pd.factorize(answers["said"])[0], answers.index, dtype=float)
    return answers["value"].where(~is_choice, texts.where(answers["value"].notna()))


def compute_consistency_index(binary: float, graded: float, size: int) -> float | None:
    """Compute how much the answers of a set go together: 0 as if independent, 1 as if they were one answer.

    Args:
        binary: share of sets that are right throughout.
        graded: share of answers that are right.
        size: cases of a set.

    Returns:
        (B - G^k) / (G - G^k); None if G is 0 or 1, because the index is then undefined.

    Source: our own; docs/benchmarks/mmperspective.md, scores.
    """
    if not 0 < graded < 1 or size < 2:
        return None
    apart = graded**size
    return (binary - apart) / (graded - apart)
