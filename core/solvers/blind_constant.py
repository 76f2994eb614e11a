"""The blind constant as a model: for each question the best constant answer, chosen on the other groups."""

from collections.abc import Mapping

import pandas as pd

from core.records import Model, Value
from core.scoring.answer_codes import Questions, decode_value
from core.scoring.constant_baseline import choose_baseline_constants

MODEL = Model("blind_constant", "Best constant answer", kind="reference")


def choose_group_constants(truths: pd.DataFrame, questions: Questions) -> Mapping[str, dict[str, Value]]:
    """Choose the constants by question, per group; groups without another group to choose them on are left out.

    Args:
        truths: group_id, question_id, question_kind, truth: one row per case and question.
        questions: by id.
    """
    constants = choose_baseline_constants(truths)
    return {
        str(group_id): {
            str(q): decode_value(questions[q], value)
            for q, value in zip(rows["question_id"], rows["value"], strict=True)
        }
        for group_id, rows in constants.groupby("group_id")
        if rows["value"].notna().all()
    }
