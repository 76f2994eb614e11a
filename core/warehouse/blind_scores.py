"""What the best constant answer to each question scores, by case and frame."""

import pandas as pd

from core.records import SCORED
from core.scoring.choice.constant_baseline import score_without_looking
from core.scoring.constant_baseline import blind_scores
from core.warehouse.run_cache.scoring_context import Subject


def blind_scores_of(subject: Subject) -> pd.DataFrame:
    """The rows of the table `blind_scores`; of options, the letter that is best in the other half of the groups."""
    asked = subject.asked
    frames = {against: frame for against in SCORED for frame in subject.contents.frames_of(against)}
    is_choice = asked["question_kind"] == "choice"
    of_choices = score_without_looking(asked[is_choice]).assign(frame=frames["truth"])
    others = asked[~is_choice]
    tables = [blind_scores(others, against).assign(frame=frame) for against, frame in frames.items() if len(others)]
    return pd.concat([of_choices, *tables])[["case_id", "question_id", "frame", "score"]]
