"""Tests that exporting and importing a run restores its journal."""

import csv
import json
from dataclasses import replace

import pyarrow.parquet as pq
import pytest

from core.benchmarks.registry import MEASUREMENTS
from core.exporters.export import export_runs
from core.importers.benchmark_index import load_benchmark_indexes
from core.importers.importer import ImportOptions, plan_import
from core.runs.journal import list_journal_paths, parse_reply, parse_run, read_journal
from core.warehouse.read import open_current
from core.workspace import Workspace
from tests.exporters.made import GIQ, RUN, make_replies_of_all_kinds
from tests.small_measurements import fill_measurements

NAMES = {
    "inspect": "a.eval", "journal": "a.jsonl", "csv": "a.csv", "lm-eval": "a", "lmms-eval": "a", "huggingface": "a"
}  # fmt: skip


@pytest.fixture
def export_and_import(exported_workspace, tmp_path):
    """Return a function that exports a run, imports it into an empty data folder, and returns the journals."""

    def run(key, run_id=RUN.run_id, benchmark_id="tri_bench", pictures=None, workspace=exported_workspace):
        benchmark_workspace = workspace.select_benchmark(benchmark_id)
        path = tmp_path / NAMES[key]
        with open_current(benchmark_workspace) as warehouse:
            export_runs(warehouse, benchmark_workspace, path, key, [run_id], pictures)
        fresh = Workspace(tmp_path / "fresh").select_benchmark(benchmark_id)
        source = (
            exported_workspace.data.parent / "release" if benchmark_id == "tri_bench" else benchmark_workspace.release
        )
        with plan_import(
            [path], load_benchmark_indexes(fresh, benchmark_id, source), ImportOptions(model="m")
        ) as planned:
            assert planned.refusals == []
            planned.take()
        return [read_journal(path) for path in list_journal_paths(fresh.runs)]

    return run


@pytest.mark.slow
@pytest.mark.parametrize("pictures", ["none", "preview", "original"])
def test_an_inspect_log_restores_the_journal(export_and_import, pictures):
    """All seven statuses are restored with text, error, tokens, time and score, with and without images."""
    (journal,) = export_and_import("inspect", pictures=pictures)
    assert (journal.run, journal.replies) == (RUN, make_replies_of_all_kinds(RUN.run_id))


@pytest.mark.slow
@pytest.mark.parametrize("key", ["journal", "lm-eval", "lmms-eval"])
def test_other_logs_restore_the_journal(export_and_import, key):
    """The journal, and samples of lm-eval and lmms-eval with their results, lose nothing."""
    (journal,) = export_and_import(key)
    assert (journal.run, journal.replies) == (RUN, make_replies_of_all_kinds(RUN.run_id))


@pytest.mark.slow
@pytest.mark.parametrize("key", ["inspect", "journal", "lm-eval", "lmms-eval"])
def test_option_order_round_trips(export_and_import, exported_workspace, key):
    """Cases with several images and tasks, and with reordered options, are matched and lose nothing."""
    (journal,) = export_and_import(key, "backwards", GIQ)
    expected = read_journal(exported_workspace.select_benchmark(GIQ).runs / "backwards.jsonl")
    assert journal.run == expected.run
    assert sorted(journal.replies, key=lambda reply: reply.case_id) == sorted(
        expected.replies, key=lambda reply: reply.case_id
    )


@pytest.mark.slow
@pytest.mark.parametrize("key", list(NAMES))
def test_answers_of_every_type_round_trip(export_and_import, fill_once, key):
    """Numbers, texts, points, boxes and orders are restored exactly from every importable format."""
    measured = fill_once("measured", fill_measurements)
    (journal,) = export_and_import(key, "careful_7b", MEASUREMENTS, workspace=measured)
    expected = read_journal(measured.select_benchmark(MEASUREMENTS).runs / "careful_7b.jsonl")
    assert len(journal.replies) == len(expected.replies) > 20
    assert {(reply.case_id, reply.raw, reply.status) for reply in journal.replies} == {
        (reply.case_id, reply.raw, reply.status) for reply in expected.replies
    }


def test_an_exact_table_restores_the_replies(export_and_import):
    """A CSV table cannot distinguish empty from missing text; everything else is restored exactly."""
    (journal,) = export_and_import("csv")
    expected = [replace(reply, raw=reply.raw or "") for reply in make_replies_of_all_kinds(RUN.run_id)]
    imported = [replace(reply, raw=reply.raw or "", run_id=RUN.run_id) for reply in journal.replies]
    assert imported == expected


def read_rows_with_our_key(export, key):
    """Return text and our key of every reply in a format that no importer reads as a log, and the manifest."""
    if key == "huggingface":
        rows = pq.read_table(export(key, "a").path / "answers.parquet").to_pylist()
        return [(row["reply"], row["trilens"]) for row in rows], json.loads(rows[0]["trilens_run"])
    if key == "csv":
        with export(key, "a.csv").path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        return [(row["reply"], row["trilens"]) for row in rows], json.loads(rows[0]["trilens_run"])
    folder = export(key, "a").path
    samples = json.loads((folder / "samples.json").read_bytes())["samples"]
    runs = json.loads(json.loads((folder / "metadata.json").read_bytes())["info"]["trilens"])
    return [(sample.get("spatial_v1_reply"), sample["spatial_v1_trilens"]) for sample in samples], runs["spatial_v1"]


@pytest.mark.parametrize("key", ["huggingface", "csv", "fiftyone"])
def test_formats_without_an_importer_lose_nothing_of_a_journal(export, key):
    """Text and our key are the exact reply, and the manifest is the run."""
    rows, manifest = read_rows_with_our_key(export, key)
    replies = [parse_reply({"reply": text} | json.loads(ours), RUN.run_id) for text, ours in rows]
    assert replies == make_replies_of_all_kinds(RUN.run_id)
    assert parse_run(manifest) == RUN
