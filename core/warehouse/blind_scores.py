"""Scores of the best constant answer to each question, by case and frame."""

import pandas as pd

from core.records import SCORED
from core.scoring.choice.constant_baseline import score_constant_baseline
from core.scoring.constant_baseline import score_baseline_constants
from core.warehouse.run_cache.scoring_context import ScoringContext


def compute_blind_scores(subject: ScoringContext) -> pd.DataFrame:
    """Return the rows of the table `blind_scores`.

    For options, the constant is the best letter in the other half of the groups.
    """
    asked = subject.asked
    frames = {against: frame for against in SCORED for frame in subject.contents.list_frames(against)}
    is_choice = asked["question_kind"] == "choice"
    of_choices = score_constant_baseline(asked[is_choice]).assign(frame=frames["truth"])
    others = asked[~is_choice]
    tables = [
        score_baseline_constants(others, against).assign(frame=frame)
        for against, frame in frames.items()
        if len(others)
    ]
    return pd.concat([of_choices, *tables])[["case_id", "question_id", "frame", "score"]]
