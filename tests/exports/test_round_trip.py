"""Out and in again: a run that is exported and imported has the journal that it had."""

from dataclasses import replace

import pytest

from core.exports.export import export_runs
from core.logs.known import known_benchmarks
from core.logs.take import Wishes, plan
from core.runs.journal import journal_paths, read_journal
from core.settings import Settings
from core.warehouse.read import open_current
from tests.exports.made import GIQ, RUN, replies_of_all_kinds

NAMES = {"inspect": "a.eval", "journal": "a.jsonl", "csv": "a.csv", "lm-eval": "a", "lmms-eval": "a"}


@pytest.fixture
def again(exported_settings, tmp_path):
    """Exports a run, imports the file into a data folder without runs; the journals that are there then."""

    def run(key, run_id=RUN.run_id, benchmark_id="tri_bench", pictures=None):
        own = exported_settings.of(benchmark_id)
        path = tmp_path / NAMES[key]
        with open_current(own) as warehouse:
            export_runs(warehouse, own, path, key, [run_id], pictures)
        fresh = Settings(data=tmp_path / "fresh").of(benchmark_id)
        source = exported_settings.data.parent / "release" if benchmark_id == "tri_bench" else own.release
        with plan([path], known_benchmarks(fresh, benchmark_id, source), Wishes(model="m")) as planned:
            assert planned.refusals == []
            planned.take()
        return [read_journal(path) for path in journal_paths(fresh.runs)]

    return run


@pytest.mark.parametrize("pictures", ["none", "preview", "original"])
def test_an_inspect_log_gives_the_same_journal(again, pictures):
    """All seven statuses come back with text, error, tokens, time and score, whatever pictures went along."""
    (journal,) = again("inspect", pictures=pictures)
    assert (journal.run, journal.replies) == (RUN, replies_of_all_kinds(RUN.run_id))


@pytest.mark.parametrize("key", ["journal", "lm-eval", "lmms-eval"])
def test_other_forms_give_the_same_journal(again, key):
    """The journal, and the samples of lm-eval and lmms-eval with their results, lose nothing."""
    (journal,) = again(key)
    assert (journal.run, journal.replies) == (RUN, replies_of_all_kinds(RUN.run_id))


@pytest.mark.parametrize("key", ["inspect", "journal", "lm-eval", "lmms-eval"])
def test_options_come_back_as_they_were_seen(again, exported_settings, key):
    """Cases of several pictures and tasks, with options in another order, are found again and lose nothing."""
    (journal,) = again(key, "backwards", GIQ)
    expected = read_journal(exported_settings.of(GIQ).runs / "backwards.jsonl")
    assert journal.run == expected.run
    assert sorted(journal.replies, key=lambda reply: reply.case_id) == sorted(
        expected.replies, key=lambda reply: reply.case_id
    )


def test_an_exact_table_gives_the_same_replies(again):
    """A CSV table has one kind of empty text; everything else of a reply comes back to the letter."""
    (journal,) = again("csv")
    expected = [replace(reply, raw=reply.raw or "") for reply in replies_of_all_kinds(RUN.run_id)]
    found = [replace(reply, raw=reply.raw or "", run_id=RUN.run_id) for reply in journal.replies]
    assert found == expected
