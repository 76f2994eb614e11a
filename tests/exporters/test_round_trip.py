"""Exporting and importing a run restores its journal."""

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
from core.settings import Settings
from core.warehouse.read import open_current
from tests.exporters.made import GIQ, RUN, replies_of_all_kinds
from tests.small_measurements import fill_measurements

NAMES = {
    "inspect": "a.eval", "journal": "a.jsonl", "csv": "a.csv", "lm-eval": "a", "lmms-eval": "a", "huggingface": "a"
}  # fmt: skip


@pytest.fixture
def again(exported_settings, tmp_path):
    """Exports a run, imports the file into a data folder without runs; the journals that are there then."""

    def run(key, run_id=RUN.run_id, benchmark_id="tri_bench", pictures=None, settings=exported_settings):
        own = settings.select_benchmark(benchmark_id)
        path = tmp_path / NAMES[key]
        with open_current(own) as warehouse:
            export_runs(warehouse, own, path, key, [run_id], pictures)
        fresh = Settings(data=tmp_path / "fresh").select_benchmark(benchmark_id)
        source = exported_settings.data.parent / "release" if benchmark_id == "tri_bench" else own.release
        with plan_import(
            [path], load_benchmark_indexes(fresh, benchmark_id, source), ImportOptions(model="m")
        ) as planned:
            assert planned.refusals == []
            planned.take()
        return [read_journal(path) for path in list_journal_paths(fresh.runs)]

    return run


@pytest.mark.slow
@pytest.mark.parametrize("pictures", ["none", "preview", "original"])
def test_an_inspect_log_gives_the_same_journal(again, pictures):
    """All seven statuses are restored with text, error, tokens, time and score, with or without images."""
    (journal,) = again("inspect", pictures=pictures)
    assert (journal.run, journal.replies) == (RUN, replies_of_all_kinds(RUN.run_id))


@pytest.mark.slow
@pytest.mark.parametrize("key", ["journal", "lm-eval", "lmms-eval"])
def test_other_forms_give_the_same_journal(again, key):
    """The journal, and the samples of lm-eval and lmms-eval with their results, lose nothing."""
    (journal,) = again(key)
    assert (journal.run, journal.replies) == (RUN, replies_of_all_kinds(RUN.run_id))


@pytest.mark.slow
@pytest.mark.parametrize("key", ["inspect", "journal", "lm-eval", "lmms-eval"])
def test_option_order_round_trips(again, exported_settings, key):
    """Cases of several images and tasks, with reordered options, are matched and lose nothing."""
    (journal,) = again(key, "backwards", GIQ)
    expected = read_journal(exported_settings.select_benchmark(GIQ).runs / "backwards.jsonl")
    assert journal.run == expected.run
    assert sorted(journal.replies, key=lambda reply: reply.case_id) == sorted(
        expected.replies, key=lambda reply: reply.case_id
    )


@pytest.mark.slow
@pytest.mark.parametrize("key", list(NAMES))
def test_answers_of_every_type_round_trip(again, once, key):
    """Numbers, texts, points, boxes and orders come back to the letter from every format that can be imported."""
    measured = once("measured", fill_measurements)
    (journal,) = again(key, "careful_7b", MEASUREMENTS, settings=measured)
    expected = read_journal(measured.select_benchmark(MEASUREMENTS).runs / "careful_7b.jsonl")
    assert len(journal.replies) == len(expected.replies) > 20
    assert {(reply.case_id, reply.raw, reply.status) for reply in journal.replies} == {
        (reply.case_id, reply.raw, reply.status) for reply in expected.replies
    }


def test_an_exact_table_gives_the_same_replies(again):
    """A CSV table has one kind of empty text; everything else of a reply comes back to the letter."""
    (journal,) = again("csv")
    expected = [replace(reply, raw=reply.raw or "") for reply in replies_of_all_kinds(RUN.run_id)]
    found = [replace(reply, raw=reply.raw or "", run_id=RUN.run_id) for reply in journal.replies]
    assert found == expected


def rows_with_ours(export, key):
    """Text and our key of every reply in a form that no importer reads as a log, and the manifest."""
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
    return [(one.get("spatial_v1_reply"), one["spatial_v1_trilens"]) for one in samples], runs["spatial_v1"]


@pytest.mark.parametrize("key", ["huggingface", "csv", "fiftyone"])
def test_nothing_of_a_journal_is_lost_in_a_form_that_is_no_log(export, key):
    """The text and our key beside it are the reply to the letter, and the manifest is the run."""
    rows, manifest = rows_with_ours(export, key)
    replies = [parse_reply({"reply": text} | json.loads(ours), RUN.run_id) for text, ours in rows]
    assert replies == replies_of_all_kinds(RUN.run_id)
    assert parse_run(manifest) == RUN
