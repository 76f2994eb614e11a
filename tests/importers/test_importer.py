"""Tests of the import from logs to journals: all or nothing, each log once, repeats as runs, no keys, no leftovers."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import psutil
import pytest

from core.errors import JournalError, ReplyFileError
from core.importers import importer
from core.importers.benchmark_index import load_benchmark_indexes
from core.importers.importer import ImportOptions, plan_import
from core.importers.staging import HIDDEN
from core.records import Model, Reply, Run
from core.runs.journal import list_journal_paths, read_journal, write_journal
from core.settings import REPOSITORY
from core.warehouse.build import build
from tests.importers.made_inspect import MODEL, header, message, output, sample, write_eval, write_json
from tests.importers.made_zip import STORED, Member
from tests.own_peak import PRINT_PEAK_MB

ASKED = "Reply with side_type."


@pytest.fixture
def known(workspace, tiny_release):
    """Return the tiny release as a known benchmark, with a prompt that names its keys."""
    (tiny_release / "prompts" / "tri_bench_prompt.txt").write_text(ASKED)
    return load_benchmark_indexes(workspace, "tri_bench", tiny_release)


@pytest.fixture
def logs(tmp_path):
    """Return a folder for logs."""
    (tmp_path / "logs").mkdir()
    return tmp_path / "logs"


@pytest.fixture
def taken(known, workspace):
    """Import logs; return the journals that exist afterwards."""

    def run(*paths, **wishes):
        with plan_import(paths, known, ImportOptions(**wishes)) as planned:
            planned.take()
        return [read_journal(path) for path in list_journal_paths(workspace.runs)]

    return run


def asked(case_id, **changed):
    """Return a sample about a photograph, found by its id."""
    return sample(case_id, ASKED, "scalene", numbers=(), **changed)


def files_below(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_log_becomes_a_journal(taken, logs):
    """The run has program, task, model, settings and prompt; the reply has all of the log's information about it."""
    (journal,) = taken(write_eval(logs / "a.eval", [asked("001_P0"), asked("001_P1", output=output("", "stop"))]))
    run = journal.run
    assert run.model == Model(f"import:{MODEL}", MODEL)
    assert run.run_id.startswith("import-openai-gpt-x-")
    assert (run.prompt_id, run.prompt, run.image_view) == ("tri_bench", ASKED, "original")
    assert run.source == "imported from a.eval, Inspect 0.3.285, shapes"
    assert run.settings["temperature"] == 0.0
    assert run.versions["Inspect"] == "0.3.285"
    reply, empty = journal.replies
    assert (reply.case_id, reply.raw, reply.status, reply.said_score) == ("001_P0", "scalene", "ok", 1.0)
    assert (reply.latency_s, reply.input_tokens, reply.output_tokens, reply.api_model) == (1.5, 154, 3, "gpt-x-2026")
    assert (empty.status, empty.raw) == ("empty", "")


def test_the_same_log_is_one_run_wherever_it_lies(taken, logs):
    """A second import, from another folder under another name, changes nothing; another log is another run."""
    first = write_eval(logs / "a.eval", [asked("001_P0")])
    (journal,) = taken(first)
    (logs / "deep").mkdir()
    copy = logs / "deep" / "other.eval"
    copy.write_bytes(first.read_bytes())
    assert taken(copy) == taken(first, logs) == [journal]
    assert len(taken(write_eval(logs / "b.eval", [asked("001_P0", target="x")]))) == 2


def test_a_log_that_is_read_anew_replaces_its_own_journal(taken, known, logs):
    """With a map more cases of the same log are found: the same run, with more replies."""
    samples = [asked("001_P0"), asked("second", id=2)]
    samples[1]["id"] = 2
    path = write_eval(logs / "a.eval", samples)
    (before,) = taken(path)
    (after,) = taken(path, mapping={"2": "001_P1"})
    assert before.run.run_id == after.run.run_id
    assert [len(journal.replies) for journal in (before, after)] == [1, 2]


def test_repeats_are_runs_of_their_own(taken, logs):
    """Epoch two is the run `-r2`; a case that occurs again in an epoch belongs to the next run."""
    rows = [asked("001_P0"), asked("001_P0", epoch=2), asked("001_P1"), asked("x 001_P1")]
    journals = taken(write_eval(logs / "a.eval", rows))
    ids = {journal.run.run_id: [reply.case_id for reply in journal.replies] for journal in journals}
    first = min(ids, key=len)
    assert ids == {first: ["001_P0", "001_P1"], f"{first}-r2": ["001_P0", "001_P1"]}


def test_a_log_with_very_many_repeats_is_bounded(known, logs, monkeypatch):
    """More repeats than a process may have open files are imported; beyond a limit they are refused by row."""
    monkeypatch.setattr(importer, "MAX_REPEATS", 3)
    rows = [asked("001_P0", epoch=epoch) for epoch in (1, 2, 3, 4)]
    with plan_import([write_eval(logs / "a.eval", [*rows, asked("x 001_P0", epoch=3)])], known) as planned:
        assert len(planned.runs) == 3
        assert [one.reason for one in planned.refusals] == [
            "it is repeat 4; the limit is 3", "001_P0 appears in the log more than 3 times",
        ]  # fmt: skip


def test_what_does_not_fit_is_listed_and_the_rest_is_taken(known, logs):
    """Logs, unknown cases, broken samples and whole files are refused, each with its place."""
    good = write_eval(logs / "a.eval", [asked("001_P0"), asked("nothing")],
                      further=[Member("samples/b_epoch_1.json", b"{")])  # fmt: skip
    (logs / "b.eval").write_bytes(good.read_bytes()[:-30])
    with plan_import([logs], known) as planned:
        assert [run.statuses for run in planned.runs] == [{"ok": 1}]
        assert planned.runs[0].missing == [case_id for case_id in known[0].cases if case_id != "001_P0"]
        places = [(one.source[-6:], one.location) for one in planned.refusals]
    assert places == [
        ("a.eval", "sample nothing, epoch 1"), ("a.eval", "samples/b_epoch_1.json"), ("b.eval", "whole file"),
    ]  # fmt: skip
    assert (planned.refused, planned.refused_in_tables) == (3, 0)


def test_a_file_that_breaks_in_its_middle_is_not_half_taken(taken, logs):
    """Rows that were read before the error are dropped."""
    said = json.dumps(header() | {"samples": [asked("001_P0"), asked("001_P1")]})
    path = logs / "a.json"
    path.write_text(said[:-200])
    write_json(logs / "b.json", [asked("001_P0")])
    (journal,) = taken(logs)
    assert journal.run.source.startswith("imported from b.json")


def test_another_task_about_known_pictures_is_refused_as_a_whole(known, logs):
    """Questions with their own options never become runs of a benchmark; one line says what to do."""
    rows = [asked("001_P0"), asked("001_P1", choices=["1", "2"], target="A"), asked("001_T0", choices=["1", "2"])]
    with plan_import([write_eval(logs / "a.eval", rows)], known) as planned:
        assert planned.runs == []
        (refusal,) = planned.refusals
    assert "--as-benchmark NAME (2 rows of shapes, openai/gpt-x)" in refusal.reason
    assert planned.refused == 2


def test_a_run_that_asks_something_else_in_words_is_refused_as_a_whole(known, logs):
    """If prompts and most replies name no key of the benchmark's, failures of the same run are not imported either."""
    words = "Which side is longer?"
    rows = [sample(case_id, words, "AB", numbers=()) for case_id in ("001_P0", "001_P1")]
    rows.append(sample("001_T0", words, numbers=(), error={"message": "Boom"}, output={"choices": []}))
    with plan_import([write_eval(logs / "a.eval", rows)], known) as planned:
        assert planned.runs == []
        assert "asks something else" in planned.refusals[0].reason
    assert planned.refused == 3
    rows += [sample(case_id, words, '{"side_type": 1}', numbers=()) for case_id in ("001_T1", "002_P0")]
    with plan_import([write_eval(logs / "b.eval", rows)], known) as planned:
        assert [run.statuses for run in planned.runs] == [{"ok": 4, "api_error": 1}]


def test_keys_and_lone_surrogates_are_nowhere_in_a_journal(taken, workspace, logs):
    """Text that looks like a key is hidden in prompt, reply, reason, settings and refusals."""
    key = "sk-proj-0123456789abcdef"
    failed = asked("001_P1", output={"choices": []}, error={"message": f"401 {key}"}, events=[])
    said = header(model_generate_config={"extra": f"Bearer {key}", "base_url": f"http://x/{key}"})
    rows = [asked("001_P0", output=output(f"{key} \ud800"), events=[]), failed]
    rows[0]["messages"] = [message(f"{ASKED} {key}")]
    (journal,) = taken(write_eval(logs / "a.eval", rows, said=said))
    assert [reply.raw for reply in journal.replies] == ["[key] \ufffd", None]
    assert journal.run.prompt == f"{ASKED} [key]"
    assert all(key.encode() not in path.read_bytes() for path in workspace.runs.rglob("*") if path.is_file())


def test_options_as_seen_stand_in_the_reply(workspace, logs, write_shapes):
    """An order that is not the case's is kept in its words, and the prompt has a placeholder for the case's text."""
    known = [write_shapes({"q1": ("Which is it?", ("circle", "square"))})]
    sent = "Choose.\n\nWhich is it?\n\nA) square\nB) circle"
    one = sample("q1", "Which is it?", "A", numbers=(), choices=["circle", "square"], target="B")
    one["events"][0]["input"] = [message(sent)]
    with plan_import([write_eval(logs / "a.eval", [one])], known) as planned:
        planned.take()
    (journal,) = map(read_journal, list_journal_paths(known[0].workspace.runs))
    assert journal.replies[0].options == ("square", "circle")
    assert journal.run.prompt == "Choose.\n\n{text}"
    assert journal.run.prompt_id.startswith("shapes_")


def test_the_user_says_what_a_log_does_not(taken, logs):
    """A model's name is required; view and prompt come from the user; an unknown prompt is reported."""
    path = write_eval(logs / "a.eval", [asked("001_P0", messages=[], events=[], input="")], said=header(model=""))
    assert taken(path) == []
    (journal,) = taken(path, model="mine", image_view="mirrored")
    assert (journal.run.model.display_name, journal.run.image_view) == ("mine", "mirrored")
    assert journal.run.prompt == "The log does not say what was sent."
    (journal,) = taken(path, model="mine", prompts={"tri_bench": ("own_1", "Mine.")})
    assert (journal.run.prompt_id, journal.run.prompt) == ("own_1", "Mine.")


@pytest.mark.slow
def test_a_plan_writes_nothing_that_a_build_reads(known, workspace, tiny_release, logs):
    """Until it is imported, a plan is hidden files, deleted with it; a build in between neither sees nor loses it."""
    path = write_eval(logs / "a.eval", [asked("001_P0")])
    with plan_import([path], known) as planned:
        hidden = [name for name in files_below(workspace.runs) if not name.endswith(".lock")]
        assert [name.split("/")[0] for name in hidden] == [HIDDEN]
        assert list_journal_paths(workspace.runs) == []
        assert build(workspace, tiny_release).refusals == []
        planned.take()
    assert [one.name for one in list_journal_paths(workspace.runs) if one.parent == workspace.runs] != []
    assert not (workspace.runs / HIDDEN).exists()
    with plan_import([path], known):
        pass
    assert not (workspace.runs / HIDDEN).exists()


KILLED = """
import sys, time
from pathlib import Path
from core.importers.benchmark_index import load_benchmark_indexes
from core.importers.importer import plan_import
from core.workspace import Workspace
data, release, log = map(Path, sys.argv[1:])
planned = plan_import([log], load_benchmark_indexes(Workspace(data), "tri_bench", release))
print("planned", flush=True)
time.sleep(600)
"""


def test_another_thread_may_end_what_one_began(known, workspace, logs):
    """The dashboard plans in a separate thread; importing from another one leaves no open file and no lock behind."""
    path = write_eval(logs / "a.eval", [asked("001_P0")])
    before = psutil.Process().num_fds()
    with ThreadPoolExecutor(1) as threads:
        planned = threads.submit(plan_import, [path], known).result()
    planned.take()
    planned.discard()
    assert psutil.Process().num_fds() == before
    assert not (workspace.runs / HIDDEN).exists()


@pytest.mark.slow
def test_a_killed_import_leaves_nothing_and_the_next_one_clears_up(known, workspace, tiny_release, logs):
    """Leftovers of a kill are not journals, and are deleted by the next import; files of a running import stay."""
    path = write_eval(logs / "a.eval", [asked("001_P0")])
    command = [sys.executable, "-c", KILLED, str(workspace.data), str(tiny_release), str(path)]
    with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, env={**os.environ}) as process:
        assert process.stdout.readline() == b"planned\n"
        with plan_import([path], known):
            assert len(list((workspace.runs / HIDDEN).iterdir())) == 2
        assert len(list((workspace.runs / HIDDEN).iterdir())) == 1
        process.kill()
    assert list_journal_paths(workspace.runs) == []
    with plan_import([path], known) as planned:
        assert len(list((workspace.runs / HIDDEN).iterdir())) == 1
        planned.take()
    assert not (workspace.runs / HIDDEN).exists()


@pytest.mark.parametrize(("umask", "rights"), [(0o022, 0o644), (0o077, 0o600)])
def test_an_imported_journal_has_the_rights_that_the_umask_leaves(taken, workspace, logs, umask, rights):
    """A user whose umask hides files from others gets journals hidden from them too."""
    before = os.umask(umask)
    try:
        taken(write_eval(logs / "a.eval", [asked("001_P0")]))
    finally:
        os.umask(before)
    (journal,) = list_journal_paths(workspace.runs)
    assert journal.stat().st_mode & 0o777 == rights


def test_a_journal_keeps_its_run_and_never_replaces_another(taken, known, workspace, logs):
    """A journal is imported unchanged. One with the name of another run stops the import before anything is written."""
    run = Run("r", Model("m", "M"), "p", "What?", "mirrored", "elsewhere")
    write_journal(logs / "a.jsonl", run, [Reply("r", "001_P0", "x", latency_s=2.0)])
    before = taken(logs / "a.jsonl")
    assert (before[0].run, before[0].replies) == (run, [Reply("r", "001_P0", "x", latency_s=2.0)])
    write_journal(logs / "b.jsonl", replace(run, prompt="Else?"), [Reply("r", "001_P0", "y")])
    write_eval(logs / "c.eval", [asked("001_P0")])
    with pytest.raises(JournalError, match="holds other replies under this run's name"):
        taken(logs / "b.jsonl", logs / "c.eval")
    assert taken(logs / "a.jsonl") == before
    with plan_import([logs / "a.jsonl", logs / "b.jsonl"], known) as planned:
        assert [one.file.name for one in planned.runs] == ["a.jsonl"]
        assert "holds other replies under the name r" in planned.refusals[0].reason


def test_a_reply_that_is_too_long_is_refused_alone(known, logs, monkeypatch):
    """One huge reply does not stop the others."""
    monkeypatch.setattr(importer, "MAX_REPLY_CHARACTERS", 100)
    rows = [asked("001_P0"), asked("001_P1", output=output("x" * 101), events=[])]
    with plan_import([write_eval(logs / "a.eval", rows)], known) as planned:
        assert planned.runs[0].statuses == {"ok": 1}
        assert "its reply has 101 characters; the limit is 100" in planned.refusals[0].reason


def test_numbers_that_cannot_be_are_left_out(taken, logs):
    """A negative time and a count without end do not refuse a reply."""
    came = output("scalene") | {"time": -1.0, "usage": {"input_tokens": 10**30, "output_tokens": True}}
    (journal,) = taken(write_eval(logs / "a.eval", [asked("001_P0", output=came)]))
    (reply,) = journal.replies
    assert (reply.latency_s, reply.input_tokens, reply.output_tokens) == (None, None, None)


def test_there_has_to_be_a_log(known, logs):
    """A folder without a log is an error."""
    with pytest.raises(ReplyFileError, match="There is no log in"):
        plan_import([logs], known)


@pytest.mark.slow
def test_memory_does_not_grow_with_the_log(known, logs):
    """A reply is on the disk before the next one is read: ten megabytes more of a log need no additional memory."""
    samples = [asked(case_id, epoch=epoch) for epoch in range(1, 51) for case_id in known[0].cases]
    large = write_eval(logs / "a.eval", [one | {"store": {"pad": "x" * 20_000}} for one in samples], method=STORED)
    small = write_eval(logs / "b.eval", samples[:12])
    script = KILLED.replace("time.sleep(600)\n", "") + PRINT_PEAK_MB
    command = [sys.executable, "-c", script, str(known[0].workspace.data), str(known[0].folder)]
    peaks_mb = [
        float(subprocess.run([*command, log], cwd=REPOSITORY, stdout=subprocess.PIPE, check=True).stdout.split()[-1])
        for log in (small, large)
    ]
    assert large.stat().st_size > 12_000_000
    assert peaks_mb[1] - peaks_mb[0] < 6
