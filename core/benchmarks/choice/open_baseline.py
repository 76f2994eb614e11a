"""Constant baseline for open questions: the best constant answer, chosen on other groups."""

import math

import pandas as pd

from core.benchmarks.data import BenchmarkData
from core.benchmarks.publications import MissingReply
from core.question_types.question_type import AnswerForm
from core.question_types.registry import find_question_type
from core.records import Question
from core.scoring.answer_codes import decode_value, encode_value
from core.scoring.constant_baseline import choose_baseline_constants


def build_open_baseline(contents: BenchmarkData) -> dict[str, str | MissingReply]:
    """Return the reply to each case with an open question, by case: the constant that is best on the other groups."""
    questions = contents.question_by_id
    groups = {case.case_id: case.group_id for case in contents.cases if any(question.form for question in case.asks)}
    forms = {(case.case_id, question.question_id): question.form for case in contents.cases for question in case.asks}
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
        form = forms[str(case_id), str(question_id)]
        replies[str(case_id)] = _write_constant(questions[str(question_id)], form, value)
    return replies


def _write_constant(question: Question, form: AnswerForm | None, value: float) -> str | MissingReply:
    """Return the reply that states a constant, unless there is none or it orders other items than the case."""
    question_type = find_question_type(question.kind)
    if math.isnan(value) or question_type is None or form is None:
        return MissingReply("no other group to choose a constant on")
    reply = question_type.write_reply(decode_value(question, value))
    if question_type.parse(reply, form, question.question_id).status != "ok":
        return MissingReply("the best constant is an order of other items")
    return reply
