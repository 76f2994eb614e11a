"""Shared basis of the estimates of all runs of a benchmark: its questions, and the baselines without images."""

from functools import lru_cache

import pandas as pd

from core.records import Reply
from core.solvers import blind_text
from core.statistics.run_estimates import ContrastLevels, EstimationBasis, build_basis
from core.warehouse.run_cache.answers import list_read_answers
from core.warehouse.run_cache.scoring_context import ScoringContext
from core.warehouse.table_rows import build_contrast_rows

_KEYS = ["case_id", "question_id"]


@lru_cache(maxsize=1)
def compute_baseline_draws(subject: ScoringContext) -> EstimationBasis:
    """Compute the basis of a benchmark, once: constants are drawn from everything that the benchmark asks."""
    contents = subject.contents
    sides = {
        row["contrast"]: ContrastLevels(row["factor"], tuple(row["first_levels"]), tuple(row["second_levels"]))
        for row in build_contrast_rows(contents)
    }
    asked = subject.asked[[*_KEYS, "group_id", "question_kind", "n_options", "options", "truth"]]
    levels = {
        one.factor: asked["case_id"].map(
            {case_id: case.factors.get(one.factor) for case_id, case in subject.cases.items()}
        )
        for one in sides.values()
    }
    return build_basis(asked.assign(**levels), _score_text_baseline(subject), sides)


def _score_text_baseline(subject: ScoringContext) -> pd.DataFrame:
    """Return the scores of the text-only baseline; empty if there is none."""
    replies = [
        Reply(blind_text.MODEL.model_id, case_id, reply)
        for reference in subject.contents.references
        if reference.model == blind_text.MODEL
        for case_id, reply in reference.replies.items()
        if isinstance(reply, str)
    ]
    return list_read_answers(replies, subject)[[*_KEYS, "score"]]
