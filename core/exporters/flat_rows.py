"""A reply as one flat row of texts and numbers, for the CSV formats and the Parquet file of answers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from core.exporters.export_data import ExportData
from core.exporters.export_job import ExportJob
from core.exporters.export_records import ExportedReply, ExportedRun
from core.exporters.field_names import make_unique, to_field_name
from core.exporters.prompt_and_target import build_prompt_text, format_target, get_seen_options, to_seen_value
from core.exporters.trilens_metadata import OURS, collect_reply_facts, collect_run_facts, to_json_line

Kind = Literal["text", "number", "count"]
Cell = str | float | int | None

RUN = f"{OURS}_run"

_OF_REPLY: dict[str, Kind] = {
    "run_id": "text",
    "model": "text",
    "model_id": "text",
    "prompt_id": "text",
    "image_view": "text",
    "case_id": "text",
    "group_id": "text",
    "slot": "text",
    "images": "text",
    "prompt_sent": "text",
    "options_seen": "text",
    "target": "text",
    "reply": "text",
    "status": "text",
    "error": "text",
    "latency_s": "number",
    "input_tokens": "count",
    "output_tokens": "count",
    "api_model": "text",
    "said_score": "number",
    OURS: "text",
    RUN: "text",
}
"""Columns that every benchmark has. Those of a reply have the journal's names, so that an import recognises them."""


@dataclass(frozen=True, slots=True)
class FlatColumns:
    """Column names and their types, in order.

    Attributes:
        kinds: type by column name.
        factors: column by factor of the cases.
        answers, statuses: column by question id.
    """

    kinds: dict[str, Kind]
    factors: dict[str, str]
    answers: dict[str, str]
    statuses: dict[str, str]


def build_columns(material: ExportData) -> FlatColumns:
    """Return the columns for a benchmark."""
    questions = material.about.questions
    factors = [factor.key for factor in material.about.case_factors]
    wanted = [
        *factors,
        *(to_field_name(f"answer_{question_id}") for question_id in questions),
        *(to_field_name(f"status_{question_id}") for question_id in questions),
        *material.score_names.values(),
    ]
    names = make_unique(wanted, _OF_REPLY)
    taken = iter(names)
    of_factors = {factor: next(taken) for factor in factors}
    of_answers = {question_id: next(taken) for question_id in questions}
    of_statuses = {question_id: next(taken) for question_id in questions}
    numbers = {name for q, name in of_answers.items() if questions[q].is_number} | set(taken)
    kinds: dict[str, Kind] = {name: "number" if name in numbers else "text" for name in names}
    return FlatColumns(_OF_REPLY | kinds, of_factors, of_answers, of_statuses)


def build_rows(job: ExportJob, columns: FlatColumns) -> Iterator[dict[str, Cell]]:
    """Yield one row per run and case, with a value for every column; None without a value."""
    for run in job.material.runs:
        manifest = to_json_line(collect_run_facts(run.run, job.material.about.benchmark_id))
        for reply in job.iterate_replies(run):
            yield _build_row(job.material, columns, run, reply) | {RUN: manifest}


def _build_row(material: ExportData, columns: FlatColumns, run: ExportedRun, one: ExportedReply) -> dict[str, Cell]:
    case, reply = one.case.case, one.reply
    options = get_seen_options(one)
    row: dict[str, Cell] = dict.fromkeys(columns.kinds)
    row |= {
        "run_id": run.run.run_id,
        "model": run.model_name,
        "model_id": run.run.model.model_id,
        "prompt_id": run.run.prompt_id,
        "image_view": run.run.image_view,
        "case_id": case.case_id,
        "group_id": case.group_id,
        "slot": case.slot,
        "images": to_json_line([path.as_posix() for path in case.images]),
        "prompt_sent": build_prompt_text(run.run, one),
        "options_seen": to_json_line(options) if options else None,
        "target": format_target(material.about, one),
        "reply": reply.raw,
        "status": reply.status,
        "error": reply.error,
        "latency_s": reply.latency_s,
        "input_tokens": reply.input_tokens,
        "output_tokens": reply.output_tokens,
        "api_model": reply.api_model,
        "said_score": reply.said_score,
        OURS: to_json_line(collect_reply_facts(reply)),
    }
    row |= {columns.factors[factor]: level for factor, level in case.factors.items()}
    for question_id, answer in one.answers.items():
        value = answer.value
        row[columns.answers[question_id]] = None if value is None else to_seen_value(one, question_id, value)
        row[columns.statuses[question_id]] = answer.status
    row |= one.scores
    return row
