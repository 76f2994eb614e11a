"""Answers of a run: every reply is parsed, and every answer scored against the truths of its case."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from core.benchmarks.cases import Case
from core.benchmarks.protocol import Benchmark
from core.parsing.choice.shuffled_options import restore_option_order
from core.question_types.registry import find_question_type
from core.records import ORIGINAL_VIEW, Answer, Question, Reply
from core.scoring.answer_codes import decode_value, encode_value
from core.scoring.answers import parse_answers
from core.scoring.metrics import compute_scores
from core.warehouse.run_cache.scoring_context import SCORED_ROLES, ScoringContext

_READ = ["asked_no", "status", "value_number", "value_class", "code", "stated", "reason", "note"]


def list_read_answers(
    replies: Iterable[Reply], subject: ScoringContext, image_view: str = ORIGINAL_VIEW
) -> pd.DataFrame:
    """Return one row per question that the cases of the replies ask, in order of their number.

    Args:
        replies: of one run, at most one per case, all about cases of the benchmark.
        subject: the benchmark.
        image_view: what the model was shown.

    Returns:
        asked_no, the columns of `ScoringContext.asked`, status, value_number and value_class (the value that was read;
        one of them is null), code (null unless the status is ok), score, foil_score, corrected_score, stated, reason,
        note.
    """
    rows: list[tuple[Any, ...]] = []
    for reply in replies:
        case = subject.benchmark.map_case(subject.cases[reply.case_id], image_view)
        asked = [asked.question_id for asked in case.asks]
        for answer in parse_answers(reply, asked, partial(_read, subject.benchmark, case, reply.options)):
            number = subject.asked_no[reply.case_id, answer.question_id]
            explained = _explain_error(answer, reply.raw, case, number, subject)
            rows.append((number, *_build_row(explained, subject.questions[answer.question_id])))
    rows.sort(key=lambda row: row[0])
    columns = dict(zip(_READ, zip(*rows, strict=True), strict=True)) if rows else dict.fromkeys(_READ, ())
    numbers = {name: np.array(columns[name], dtype=float) for name in ("value_number", "code")}
    read = pd.DataFrame({name: pd.Series(values, dtype=object) for name, values in columns.items()} | numbers)
    read["asked_no"] = read["asked_no"].astype(np.int64)
    return _add_scores(subject.asked.take(read["asked_no"].to_numpy()).reset_index(drop=True).join(read))


def _explain_error(answer: Answer, raw: str | None, case: Case, number: int, subject: ScoringContext) -> Answer:
    """Return the answer with a note if it is wrong or invalid but would be right if read otherwise."""
    form = next(
        (case_question.form for case_question in case.asks if case_question.question_id == answer.question_id), None
    )
    question_type = None if form is None else find_question_type(form.kind)
    if question_type is None or form is None or answer.status not in ("ok", "invalid"):
        return answer
    truth = decode_value(subject.questions[answer.question_id], subject.true_codes[number])
    if answer.value is not None and answer.status == "ok" and question_type.score(answer.value, truth) > 0:
        return answer
    why = question_type.explain_error(raw or "", answer, truth, form)
    return answer if why is None else replace(answer, note="; ".join(filter(None, (answer.note, why))))


def _build_row(answer: Answer, question: Question) -> tuple[object, ...]:
    is_class = isinstance(answer.value, str)
    return (
        answer.status,
        None if is_class else answer.value,
        answer.value if is_class else None,
        encode_value(question, answer.value) if answer.status == "ok" and answer.value is not None else None,
        answer.stated,
        answer.reason,
        answer.note,
    )


def _add_scores(answers: pd.DataFrame) -> pd.DataFrame:
    codes, kinds = answers["code"].to_numpy(), answers["question_kind"]
    scores = {name: np.full(len(answers), np.nan) for name in SCORED_ROLES.values()}
    for kind in kinds.unique():
        rows = (kinds == kind).to_numpy()
        for role, name in SCORED_ROLES.items():
            scores[name][rows] = compute_scores(kind, codes[rows], answers[role].to_numpy()[rows])
    return answers.assign(**scores)


def _read(benchmark: Benchmark, case: Case, seen: tuple[str, ...] | None, raw: str | None) -> Mapping[str, Answer]:
    """Parse the answers of a reply, in the case's own order of options whatever order the model saw."""
    if not seen:
        return benchmark.read_reply(raw, case)
    as_seen = replace(case, asks=tuple(replace(case_question, options=seen) for case_question in case.asks))
    own = {case_question.question_id: case_question.options for case_question in case.asks}
    answers = benchmark.read_reply(raw, as_seen)
    return {
        question_id: restore_option_order(answer, seen, own[question_id]) for question_id, answer in answers.items()
    }
