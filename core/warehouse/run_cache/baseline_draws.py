"""What the estimates of all runs of a benchmark rest on: what is asked, and what is said without looking."""

from functools import lru_cache

import pandas as pd

from core.records import Reply
from core.solvers import blind_text
from core.statistics.run_estimates import Basis, Sides, basis_of
from core.warehouse.run_cache.answers import answers_read
from core.warehouse.run_cache.scoring_context import Subject
from core.warehouse.table_rows import contrast_rows

_KEYS = ["case_id", "question_id"]


@lru_cache(maxsize=1)
def basis_of_runs(subject: Subject) -> Basis:
    """The basis of a subject, made once: constants are drawn on everything that the benchmark asks."""
    contents = subject.contents
    sides = {
        row["contrast"]: Sides(row["factor"], tuple(row["first_levels"]), tuple(row["second_levels"]))
        for row in contrast_rows(contents)
    }
    asked = subject.asked[[*_KEYS, "group_id", "question_kind", "n_options", "options", "truth"]]
    levels = {
        one.factor: asked["case_id"].map(
            {case_id: case.factors.get(one.factor) for case_id, case in subject.cases.items()}
        )
        for one in sides.values()
    }
    return basis_of(asked.assign(**levels), _text_scores(subject), sides)


def _text_scores(subject: Subject) -> pd.DataFrame:
    """The scores of the blind reader of question and options; empty where there is none."""
    replies = [
        Reply(blind_text.MODEL.model_id, case_id, reply)
        for given in subject.contents.references
        if given.model == blind_text.MODEL
        for case_id, reply in given.replies.items()
        if isinstance(reply, str)
    ]
    return answers_read(replies, subject)[[*_KEYS, "score"]]
