"""Robustness over sets of cases: right in all of them, right per case, the same in all of them.

Where a truth does not change within a set, neither should the answer. Stability stands beside robustness because a
model that always gives the same answer is perfectly stable without looking.
"""

import numpy as np
import pandas as pd

from core.errors import StatisticsError
from core.records import EXACT_KINDS, RIGHT_AT, Scored
from core.scoring.coding import in_words, is_right, kinds_of
from core.scoring.metrics import THETA_MAX_DEG
from core.scoring.unreadable import with_extremes

ROUNDING = 1e-9
"""Answers that lie exactly on the tolerance are within it."""

SET_MEASURES = ("binary", "graded", "stable")

_KEYS = ["protocol", "set_id", "run_id", "question_id"]


def robustness_by_set(
    answers: pd.DataFrame, sets: pd.DataFrame, right_at: float = RIGHT_AT, against: Scored = "truth"
) -> pd.DataFrame:
    """One row per protocol, set, run and question: what its cases have in common. `slices.mean_table` averages.

    Args:
        answers: run_id, model_id, case_id, group_id, question_id, question_kind, value, said and the score, a row per
            case that was asked.
        sets: protocol, set_id, case_id.
        right_at: the score from which on a number is right; classes and options are right by equality.
        against: truth or foil.

    Returns:
        protocol, set_id, run_id, question_id, group_id, model_id, n_cases, n_read; binary (1: right in all cases),
        graded (share of cases that are right), stable (1: one and the same truth would make all cases right, so that
        binary is never above it; of options, the same text in all). These are NaN where a case could not be read, and
        where only one was asked. Each has two bounds, such as `binary_least` and `binary_most`: with unreadable
        cases as wrong (unstable) and as right (stable) ones.

    Raises:
        StatisticsError: a run has two answers to one question of a case.

    Source: MMPerspective, section 2.4, "Binary P'Robust Score" and equation 2, the cases as the perturbed variants;
    3DSRBench, section 3.4: a question counts only if all of its passes are right.
    """
    if answers.duplicated(["run_id", "case_id", "question_id"]).any():
        raise StatisticsError("a run has two answers to one question of a case; read the answers once")
    marked = with_extremes(answers.assign(is_right=is_right(answers, against, right_at)), "is_right")
    marked = marked.assign(content=_content(marked)).merge(sets, on="case_id")
    sets_of_runs = marked.groupby(_KEYS, observed=True, as_index=False).agg(
        group_id=("group_id", "first"),
        model_id=("model_id", "first"),
        n_cases=("is_right", "size"),
        n_read=("is_right", "count"),
        binary=("is_right", "min"),
        binary_least=("least", "min"),
        binary_most=("most", "min"),
        graded=("is_right", "mean"),
        graded_least=("least", "mean"),
        graded_most=("most", "mean"),
        smallest=("content", "min"),
        largest=("content", "max"),
    )
    found = in_words(sets_of_runs)
    kinds = found["question_id"].map(kinds_of(answers))
    smallest, largest, tolerance = found["smallest"], found["largest"], 1.0 - right_at
    is_stable = np.select(
        [kinds.isin(EXACT_KINDS), kinds == "ratio"],
        [smallest == largest, largest * (1.0 - tolerance) <= smallest * (1.0 + tolerance) + ROUNDING],
        largest - smallest <= 2.0 * tolerance * THETA_MAX_DEG + ROUNDING,
    )
    is_complete = found["n_read"] == found["n_cases"]
    found["stable"] = is_stable.astype(float)
    found["stable_most"] = found["stable"].mask(found["n_read"] == 0, 1.0)
    found["stable_least"] = found["stable"].where(is_complete, 0.0)
    for name in SET_MEASURES:
        found[name] = found[name].where(is_complete)
        several = [name, f"{name}_least", f"{name}_most"]
        found[several] = found[several].where(found["n_cases"] > 1)
    return found.drop(columns=["smallest", "largest"])


def _content(answers: pd.DataFrame) -> pd.Series:
    """What an answer says, as a number: its value, or a number for the text of an option, whatever its letter."""
    is_choice = (answers["question_kind"] == "choice").to_numpy()
    if not is_choice.any():
        return answers["value"]
    texts = pd.Series(pd.factorize(answers["said"])[0], answers.index, dtype=float)
    return answers["value"].where(~is_choice, texts.where(answers["value"].notna()))
