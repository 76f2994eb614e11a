"""The blind letter: to each question the best fixed letter, chosen on the other half of the groups. It sees nothing."""

import numpy as np
import pandas as pd

from core.scoring.halves import halves


def blind_letter(cases: pd.DataFrame) -> pd.DataFrame:
    """One row per case: the letter that is right most often in the other half, by question and number of options.

    What is chosen on one half is scored on the other only, so the letter cannot profit from noise. Of equally good
    letters the first is taken.

    Args:
        cases: case_id, group_id, question_id, n_options, truth (code of the right option, from 0); a case stands once
            for each question that it asks.

    Returns:
        case_id, group_id, question_id, n_options, value (the letter's code) and score, 1 where it is right and else 0,
        with the index of `cases`; both are NaN where the other half never asks such a question. `slices.mean_table`
        averages the score.
    """
    kept = cases[["case_id", "group_id", "question_id", "n_options", "truth"]].assign(half=halves(cases["group_id"]))
    keys = ["question_id", "n_options", "half"]
    counts = kept.groupby([*keys, "truth"], observed=True).size().rename("times").reset_index()
    best = counts.sort_values([*keys, "times", "truth"], ascending=[True] * 3 + [False, True]).drop_duplicates(keys)
    other = best.assign(half=1 - best["half"])[[*keys, "truth"]].rename(columns={"truth": "value"})
    chosen = kept.merge(other, on=keys, how="left").set_index(kept.index)
    value = chosen["value"].astype(float)
    score = (value == chosen["truth"]).astype(float).where(value.notna(), np.nan)
    return chosen.drop(columns=["truth", "half"]).assign(value=value, score=score)
