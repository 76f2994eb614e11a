"""Rows that a journal contributes to a warehouse, by table, as Arrow tables."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pandas as pd
import pyarrow as pa

from core.records import Reply
from core.runs.journal import Journal
from core.warehouse.run_cache.answers import list_read_answers
from core.warehouse.run_cache.diagnostics import diagnose_answers
from core.warehouse.run_cache.scoring_context import ScoringContext

_TEXT, _NUMBER, _COUNT, _TEXTS = pa.string(), pa.float64(), pa.int64(), pa.list_(pa.string())
_NAMED_NUMBERS = (
    "mean", "mean_standard_error", "mean_low", "mean_high", "chance", "chance_standard_error", "chance_low",
    "chance_high", "lift", "standard_error", "low", "high", "p_value",
)  # fmt: skip
_ESTIMATED = ("value", "standard_error", "low", "high", "p_value", "share_missing", "least", "most")
_COUNTED = ("degrees_of_freedom", "n", "n_groups", "n_asked", "n_cases", "n_asked_groups")

_INTERVAL = ("value", "standard_error", "low", "high", "p_value", "least", "most")

SCHEMAS = {
    "replies": pa.schema(
        {"case_no": pa.int32(), "raw": _TEXT, "status": _TEXT, "error": _TEXT, "latency_s": _NUMBER,
         "input_tokens": _COUNT, "output_tokens": _COUNT, "api_model": _TEXT, "options": _TEXTS,
         "said_score": _NUMBER}
    ),
    "answers": pa.schema(
        {"asked_no": pa.int32(), "status": _TEXT, "value_number": _NUMBER, "value_class": _TEXT, "code": _NUMBER,
         "score": _NUMBER, "foil_score": _NUMBER, "corrected_score": _NUMBER, "fits": _TEXT,
         "is_contradicted": pa.bool_(), "stated": _TEXT, "reason": _TEXT, "note": _TEXT}
    ),
    "contradictions": pa.schema(
        {"run_id": _TEXT, "case_id": _TEXT, "kind": _TEXT, "question_ids": _TEXTS, "sentence": _TEXT}
    ),
    "lifts": pa.schema(
        {"run_id": _TEXT, "question_id": _TEXT, "against": _TEXT, "subset": _TEXT,
         **dict.fromkeys(_NAMED_NUMBERS, _NUMBER), "n": pa.int32(), "n_groups": pa.int32()}
    ),
    "run_estimates": pa.schema(
        {"run_id": _TEXT, "measure": _TEXT, "slice": _TEXT, **dict.fromkeys(_ESTIMATED, _NUMBER),
         **dict.fromkeys(_COUNTED, pa.int32())}
    ),
    "aggregate_means": pa.schema(
        {"run_id": _TEXT, "aggregate_id": _TEXT, **dict.fromkeys(_INTERVAL, _NUMBER),
         **dict.fromkeys(("degrees_of_freedom", "n", "n_groups", "n_means"), pa.int32())}
    ),
    "aggregate_cells": pa.schema(
        {"run_id": _TEXT, "aggregate_id": _TEXT, "position": pa.int32(), "cell": _TEXT, "value": _NUMBER,
         "n": pa.int32(), "weight": _NUMBER}
    ),
}  # fmt: skip
"""The tables of a part. The first two hold one run without its number, ordered by case, and by question and case.

Contradictions are ordered by case and kind.
"""


@dataclass(frozen=True, slots=True)
class JournalTables:
    """The tables and counts of a journal.

    Attributes:
        tables: by name, those of `SCHEMAS` that have rows.
        n_readable: number of readable answers.
        n_covered: number of cases with a readable answer.
        words: the distinct classes and letters that were read, sorted.
    """

    tables: Mapping[str, pa.Table]
    n_readable: int
    n_covered: int
    words: tuple[str, ...]


NO_ROWS = JournalTables({}, 0, 0, ())
"""The result for a refused journal."""


def process_journal(journal: Journal, subject: ScoringContext) -> JournalTables:
    """Parse, score and diagnose the replies of a journal.

    Args:
        journal: its replies are about cases of the benchmark.
        subject: the benchmark.
    """
    run = journal.run
    read = list_read_answers(journal.replies, subject, run.image_view)
    answers = read.assign(run_id=run.run_id, model_id=run.model.model_id, value=read["code"])
    frames = dict(diagnose_answers(answers, subject)) if len(answers) else {}
    tables = {name: _to_arrow(name, frame) for name, frame in frames.items()}
    tables["replies"] = _build_replies_table(journal.replies, subject)
    is_ok = read["status"] == "ok"
    return JournalTables(
        {name: table for name, table in tables.items() if table.num_rows},
        int(is_ok.sum()),
        int(read.loc[is_ok, "case_no"].nunique()),
        tuple(sorted(read["value_class"].dropna().unique())),
    )


def _to_arrow(name: str, frame: pd.DataFrame) -> pa.Table:
    """Convert a frame into the columns of a table; missing columns are empty."""
    schema = SCHEMAS[name]
    return pa.Table.from_pandas(frame.reindex(columns=schema.names), schema, preserve_index=False)


def _build_replies_table(replies: Iterable[Reply], subject: ScoringContext) -> pa.Table:
    numbers = {case_id: number for number, case_id in enumerate(subject.cases)}
    rows = sorted(((numbers[reply.case_id], reply) for reply in replies), key=lambda row: row[0])
    schema = SCHEMAS["replies"]
    columns = {name: [getattr(reply, name) for _, reply in rows] for name in schema.names if name != "case_no"}
    return pa.table({"case_no": [number for number, _ in rows], **columns}, schema)
