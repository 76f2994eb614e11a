"""Constant baseline for open questions: the best constant answer, chosen on other groups."""

import math

import pandas as pd

from core.benchmarks.data import BenchmarkData, MissingReply
from core.question_types.registry import find_question_type
from core.scoring.answer_codes import decode_value, encode_value
from core.scoring.constant_baseline import choose_baseline_constants


def build_open_baseline(contents: BenchmarkData) -> dict[str, str | MissingReply]:
    """Return the reply to each case with an open question, by case: the constant that is best on the other groups."""
    questions = contents.question_by_id
    groups = {
        case.case_id: case.group_id
        for case in contents.cases
        if any(question_asked.form for question_asked in case.asks)
    }
    frames = contents.list_frames("truth")
    rows = pd.DataFrame(
        [
            (truth.case_id, groups[truth.case_id], truth.question_id, questions[truth.question_id].kind,
             encode_value(questions[truth.question_id], truth.value))
            for truth in contents.truths
            if truth.case_id in groups and truth.frame in frames
        ],
        columns=["case_id", "group_id", "question_id", "question_kind", "truth"],
    )  # fmt: skip
    if rows.empty:
        return {}
    constants = choose_baseline_constants(rows).drop(columns="question_kind")
    with_constants = rows.merge(constants, on=["group_id", "question_id"])
    replies: dict[str, str | MissingReply] = {}
    values = with_constants["value"].to_numpy(dtype=float)
    for case_id, question_id, value in zip(
        with_constants["case_id"], with_constants["question_id"], values, strict=True
    ):
        question = questions[str(question_id)]
        question_type = find_question_type(question.kind)
        replies[str(case_id)] = (
            MissingReply("no other group to choose a constant on")
            if math.isnan(value) or question_type is None
            else question_type.write_reply(decode_value(question, value))
        )
    return replies
