"""Tests of reply tables: CSV, JSON Lines and Parquet; Trilens' own exports restore their runs."""

import csv
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.errors import ReplyFileError
from core.importers.formats import replies_parquet, replies_table
from core.records import Model, Reply, Run
from core.runs.journal import encode_manifest, encode_reply
from tests.importers.reading import grade, read_log

RUNS = [Run(f"run {number}", Model("m", "M"), "p", "What?", "original", "here") for number in range(2)]
REPLIES = [
    Reply("", "001_P0", "a\u2028b", "ok", None, 1.5, 3, 4, "m-1", ("x", "y"), 0.5),
    Reply("", "001_P1", None, "missing"),
    Reply("", "001_T0", "", "empty", "no text"), Reply("", "001_T1", None, "api_error", "500"),
]  # fmt: skip


def exported():
    """Return the rows of an exported table: columns for other programs, and Trilens' own columns."""
    for run in RUNS:
        for reply in REPLIES:
            facts = json.loads(encode_reply(reply))
            if reply.raw is not None:
                del facts["reply"]
            yield {
                "case_id": reply.case_id, "reply": reply.raw, "status": reply.status, "image": {"bytes": b"x"},
                "trilens": json.dumps(facts), "trilens_run": encode_manifest(run).decode(),
            }  # fmt: skip


def write_csv(path):
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["case_id", "reply", "status", "image", "trilens", "trilens_run"])
        writer.writeheader()
        writer.writerows(exported())
    return path


def write_parquet(path):
    pq.write_table(pa.Table.from_pylist(list(exported())), path)
    return path


@pytest.mark.parametrize(("form", "write"), [(replies_table, write_csv), (replies_parquet, write_parquet)])
def test_an_exported_table_brings_runs_and_replies_back(tmp_path, form, write):
    """Every run and every reply is restored unchanged, with missing text distinct from empty text."""
    rows, refusals = read_log(form, write(tmp_path / "a"))
    assert refusals == []
    assert [row.run.given for row in rows] == [run for run in RUNS for _ in REPLIES]
    found = [
        Reply("", row.case_id, row.raw, row.status, row.error, row.latency_s, row.input_tokens, row.output_tokens,
              row.api_model, row.options, row.said_score)
        for row in rows
    ]  # fmt: skip
    assert found == REPLIES * 2


def test_a_parquet_table_of_another_program_is_read(tmp_path):
    """Case and reply are sufficient; a wrong status refuses its row."""
    rows = [
        {"photograph_id": "001_P0", "reply": "x", "status": None},
        {"photograph_id": "b", "reply": "y", "status": "?"},
    ]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "a")
    (row,), (refusal,) = read_log(replies_parquet, tmp_path / "a")
    assert (row.case_id, row.raw, row.status, row.run.given) == ("001_P0", "x", "ok", None)
    assert refusal.place == "row 2"


def write_lines(path):
    path.write_text("".join(json.dumps(row) + "\n" for row in PASSES))
    return path


def write_passes(path):
    pq.write_table(pa.Table.from_pylist(PASSES), path)
    return path


PASSES = [
    {"photograph_id": "001_P0", "model": model, "run_id": run_id, "reply": f"{model} {run_id}"}
    for model, run_id in (("seer", "first"), ("looker", "first"), ("seer", "second"), ("seer", "first"))
]


@pytest.mark.parametrize(("form", "write"), [(replies_table, write_lines), (replies_parquet, write_passes)])
def test_models_and_passes_in_one_table_are_runs_of_their_own(tmp_path, form, write):
    """The columns `model` and `run_id` identify the run of a reply."""
    rows, _ = read_log(form, write(tmp_path / "a"))
    assert [f"{row.run.model} {row.run.prompt_label}" for row in rows] == [row.raw for row in rows]
    assert len({id(row.run) for row in rows}) == 3
    assert rows[0].run is rows[3].run


def test_other_parquet_files_are_none(tmp_path, monkeypatch):
    """Other columns and broken files are not reply tables; one that unpacks to too much is refused."""
    pq.write_table(pa.Table.from_pylist([{"question": "x"}]), tmp_path / "a")
    (tmp_path / "b").write_bytes(b"PAR1 and no more")
    assert [grade(replies_parquet, tmp_path / name) for name in "ab"] == ["no", "no"]
    monkeypatch.setattr(replies_parquet, "MAX_UNPACKED_BYTES", 10)
    with pytest.raises(ReplyFileError, match="unpacks to"):
        list(replies_parquet.read(write_parquet(tmp_path / "c")))
