"""The contradictions of replies as a table."""

import numpy as np
import pandas as pd

from core.records import TRIANGLE_QUESTION_BY_ID, Value
from core.scoring.answer_codes import decode_value
from core.scoring.contradictions import find_contradictions


def build_contradiction_table(answers: pd.DataFrame) -> pd.DataFrame:
    """Return one row per contradiction: run_id, case_id, kind, question_ids (a list), sentence.

    Args:
        answers: run_id, case_id, question_id, value and stated.
    """
    rows = [
        (run_id, case_id, c.kind, list(c.question_ids), c.sentence)
        for (run_id, case_id), (read, stated) in _group_by_reply(answers).items()
        for c in find_contradictions(read, stated)
    ]
    return pd.DataFrame(rows, columns=["run_id", "case_id", "kind", "question_ids", "sentence"])


def _group_by_reply(answers: pd.DataFrame) -> dict[tuple[str, str], tuple[dict[str, Value], dict[str, str | None]]]:
    """Return the readable answers of each reply by question, as values and as stated; empty for a reply without any."""
    replies: dict[tuple[str, str], tuple[dict[str, Value], dict[str, str | None]]] = {}
    columns = (answers[name].tolist() for name in ("run_id", "case_id", "question_id", "value", "stated"))
    for run_id, case_id, question_id, value, as_written in zip(*columns, strict=True):
        read, stated = replies.setdefault((run_id, case_id), ({}, {}))
        if not np.isnan(value):
            read[question_id] = decode_value(TRIANGLE_QUESTION_BY_ID[question_id], value)
            stated[question_id] = as_written
    return replies
