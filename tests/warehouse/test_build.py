"""Tests of building: loaded and rejected content, and that a failed build keeps the current warehouse."""

import random
import threading
import time

import pytest

from core.analyses.findings import list_findings
from core.atomic_files import lock_folder
from core.benchmarks.triangles import dataset_facts
from core.errors import BuildError, ReleaseError, TrilensError
from core.records import Model, Reply, Run
from core.reports.report import load_overview
from core.runs.journal import write_journal
from core.warehouse import temp_storage
from core.warehouse import write as writing
from core.warehouse.build import build, is_current
from core.warehouse.generations import find_current_generation
from core.warehouse.read import Warehouse, get_sql_folder, open_current
from core.warehouse.sql import list_files
from tests.forked import start_process
from tests.tiny_release import read_csv, write_csv, write_tiny_release


def query_rows(warehouse, sql):
    """Return the rows of any SQL on the open warehouse."""
    return warehouse._connection.cursor().execute(sql).fetchall()


def journal(workspace, run_id="mine", model_id="my_model", replies=(("001_P0", "{}"),), prompt="What?"):
    run = Run(run_id, Model(model_id, "My model"), f"prompt-{run_id}", prompt, "original", "a test")
    lines = [Reply(run_id, case_id, raw) for case_id, raw in replies]
    write_journal(workspace.runs / f"{run_id}.jsonl", run, lines)


def test_whole_release_is_loaded(workspace, tiny_release):
    """A build loads 12 photographs, 4 runs, 3 references, 6 answers per reply and 12 truths per photograph."""
    result = build(workspace, tiny_release)
    assert result.counts["cases"] == result.counts["photograph_measurements"] == result.counts["case_images"] == 12
    assert result.counts["case_replies"] == 7 * 12
    assert result.counts["case_answers"] == 7 * 12 * 6
    assert result.counts["case_truths"] == 12 * 12 + 12 * 6  # and those that the audit leaves
    assert result.word == "photographs"
    assert result.refusals == []
    assert find_current_generation(workspace.warehouse) == result.generation
    with open_current(workspace) as warehouse:
        public = {"photographs": 12, "replies": 7 * 12, "answers": 7 * 12 * 6, "truths": 12 * 12}
        assert {name: len(warehouse.load_table(name)) for name in public} == public


def test_scores_agree_with_the_release(tiny_warehouse):
    """Answers and scores equal those in the release's own tables."""
    assert tiny_warehouse.query("release_differences").empty
    [(compared, *largest)] = query_rows(
        tiny_warehouse,
        "select count(*), max(abs(a.kappa_3d - r.score)), max(abs(a.kappa_2d - r.foil_score)) from answers a "
        "join released_scores r on a.photograph_id = r.case_id and a.model_id = r.model_id "
        "and a.question_id = r.question_id",
    )
    assert compared == 4 * 12 * 6
    assert max(largest) < 1e-12


def test_every_public_column_has_a_comment(tiny_warehouse):
    """Every table, view and column of the warehouse has a comment."""
    silent = query_rows(
        tiny_warehouse,
        "select table_name || '.' || column_name from duckdb_columns() where not internal and comment is null "
        "union all select table_name from duckdb_tables() where not internal and comment is null "
        "union all select view_name from duckdb_views() where not internal and comment is null",
    )
    assert silent == []


def test_missing_values_are_null_not_nan(tiny_warehouse):
    """Class answers have no number, number answers no class, and nothing is NaN."""
    assert query_rows(
        tiny_warehouse,
        "select count(*) from answers where isnan(value_number) or (value_number is null) = (value_class is null) "
        "and status = 'ok'",
    ) == [(0,)]


@pytest.mark.slow
def test_rebuild_writes_a_new_file_with_equal_content(workspace, tiny_release):
    """Every build has its own file name; the content does not depend on the build."""
    first, second = build(workspace, tiny_release), build(workspace, tiny_release)
    own_sql = get_sql_folder(workspace)
    assert first.generation != second.generation
    assert first.counts == second.counts
    with Warehouse(first.generation, own_sql) as one, Warehouse(second.generation, own_sql) as two:
        assert one.query("reproduction").equals(two.query("reproduction"))


@pytest.mark.slow
def test_fingerprint_detects_changes(workspace, tiny_release):
    """The fingerprint detects a changed table, a new journal and a deleted photograph."""
    assert not is_current(workspace, tiny_release)
    build(workspace, tiny_release)
    assert is_current(workspace, tiny_release)
    journal(workspace)
    assert not is_current(workspace, tiny_release)
    build(workspace, tiny_release)
    assert is_current(workspace, tiny_release)
    (tiny_release / dataset_facts.IMAGES / "001_P0.jpg").unlink()
    assert not is_current(workspace, tiny_release)


@pytest.mark.slow
def test_missing_and_broken_photographs_do_not_stop_the_build(workspace, tiny_release):
    """A photograph without a file is absent, and a file that is not an image is rejected by name."""
    (tiny_release / dataset_facts.IMAGES / "001_P0.jpg").unlink()
    (tiny_release / dataset_facts.IMAGES / "002_P0.jpg").write_text("no picture")
    result = build(workspace, tiny_release)
    assert result.absent_images == 1
    assert [refusal.source for refusal in result.refusals] == [f"{dataset_facts.IMAGES}/002_P0.jpg"]
    with open_current(workspace) as warehouse:
        states = dict(query_rows(warehouse, "select photograph_id, image_status from photographs"))
    assert (states["001_P0"], states["002_P0"], states["003_P0"]) == ("absent", "refused", "present")


@pytest.mark.slow
def test_sources_list_the_files_read(workspace, tiny_release):
    """Files of the release are listed with size and checksum; here they differ from the pinned list."""
    build(workspace, tiny_release)
    with open_current(workspace) as warehouse:
        sources = warehouse.query("sources").set_index("path")
    assert sources.loc[dataset_facts.TRIANGLES_3D, "status"] == "changed"
    assert sources.loc["images/triangles_original/099_T1.jpg", "status"] == "absent"
    assert sources.loc["runs/tri_bench/openai_gpt_5.jsonl", "status"] == "unlisted"


@pytest.mark.slow
def test_user_journal_is_loaded(workspace, tiny_release):
    """A journal in the runs folder becomes a run; unknown photographs are rejected by name."""
    journal(workspace, replies=[("001_P0", '{"side_type": "isosceles", "ab_over_ac": -1}'), ("999_P0", "{}")])
    result = build(workspace, tiny_release)
    assert [(r.source, r.location) for r in result.refusals] == [("mine.jsonl", "999_P0")]
    with open_current(workspace) as warehouse:
        answers = query_rows(
            warehouse,
            "select question_id, status, value_class, value_number, kappa_3d from answers "
            "where run_id = 'mine' order by question_id",
        )
    assert answers[0] == ("Q1", "ok", "isosceles", None, 1.0)
    assert answers[1] == ("Q2", "missing", None, None, None)
    assert answers[2] == ("Q3", "invalid", None, -1.0, None)


@pytest.mark.slow
def test_broken_journal_is_rejected_alone(workspace, tiny_release):
    """A broken journal is rejected by name and the others are loaded."""
    workspace.runs.mkdir(parents=True)
    (workspace.runs / "broken.jsonl").write_text("nothing of use\n")
    journal(workspace)
    result = build(workspace, tiny_release)
    assert [(r.source, r.location) for r in result.refusals] == [("broken.jsonl", "whole file")]
    assert result.counts["runs"] == 8


@pytest.mark.slow
@pytest.mark.parametrize(("run_id", "model_id", "words"), [("one", "m", "run one"), ("two", "openai_gpt_5", "model")])
def test_conflicting_journals_are_rejected(workspace, tiny_release, run_id, model_id, words):
    """Two journals must not claim one run, nor give one model two meanings."""
    journal(workspace, "one", "m")
    journal(workspace, run_id, model_id)
    (workspace.runs / f"{run_id}.jsonl").rename(workspace.runs / "zzz.jsonl")
    journal(workspace, "one", "m")
    result = build(workspace, tiny_release)
    assert [(r.source, words in r.reason) for r in result.refusals] == [("zzz.jsonl", True)]


@pytest.mark.slow
def test_failed_call_is_not_a_wrong_answer(workspace, tiny_release):
    """A failed call leaves six answers of status api_error without scores."""
    run = Run("mine", Model("m", "M"), "p", "What?", "original", "a test")
    write_journal(workspace.runs / "mine.jsonl", run, [Reply("mine", "001_P0", None, "api_error", error="timeout")])
    build(workspace, tiny_release)
    with open_current(workspace) as warehouse:
        assert query_rows(
            warehouse, "select distinct status, reason, kappa_3d from answers where run_id = 'mine'"
        ) == [("api_error", "timeout", None)]  # fmt: skip


def test_rejected_release_keeps_the_current_warehouse(workspace, tiny_data, tiny_release):
    """If the release is rejected, the current warehouse stays."""
    before = find_current_generation(workspace.warehouse)
    rows = read_csv(tiny_release / dataset_facts.TRIANGLES_3D)
    rows[0]["side_type"] = "round"
    write_csv(tiny_release / dataset_facts.TRIANGLES_3D, rows)
    with pytest.raises(ReleaseError):
        build(workspace, tiny_release)
    assert find_current_generation(workspace.warehouse) == before


@pytest.mark.slow
def test_failed_checks_keep_the_current_warehouse(workspace, tiny_data, tiny_release, tmp_path, monkeypatch):
    """A violated check is named, the new file is removed, and the current warehouse stays."""
    before = find_current_generation(workspace.warehouse)
    stricter = tmp_path / "no_triangle_is_right.sql"
    stricter.write_text(
        "select photograph_id as problem from photographs where angle_class_3d = 'right' and condition = 'T1'"
    )
    monkeypatch.setattr(
        writing, "list_files", lambda own, kind: [*list_files(own, kind), *([stricter] if kind == "checks" else [])]
    )
    with pytest.raises(BuildError, match="no_triangle_is_right.*003_T1.*The current one stays"):
        build(workspace, tiny_release)
    assert find_current_generation(workspace.warehouse) == before
    assert list(workspace.warehouse.glob("trilens-*")) == [before]


def test_concurrent_builds_are_rejected(workspace, tiny_release):
    """A second process that starts a build gets an error."""
    with lock_folder(workspace.data, "build"), pytest.raises(TrilensError, match="Another process"):
        build(workspace, tiny_release)


@pytest.mark.slow
def test_killed_build_keeps_the_last_warehouse(workspace, tiny_data, tiny_release):
    """The pointer always names a whole warehouse after a kill, and the next build removes leftovers."""
    start_process(abs, 0).join()  # the modules are there
    started = time.monotonic()
    whole = start_process(build, workspace, tiny_release)
    whole.join()
    assert whole.exitcode == 0
    whole_s = time.monotonic() - started
    delays = random.Random(3)
    for _ in range(5):
        process = start_process(build, workspace, tiny_release)
        time.sleep(delays.uniform(0.1, 1.0) * whole_s)
        process.kill()
        process.join()
        with open_current(workspace) as warehouse:
            assert len(warehouse.query("case_ids")) == 12
    result = build(workspace, tiny_release)
    files = {path.name for path in workspace.warehouse.iterdir()}
    assert {name for name in files if not name.endswith(".duckdb")} <= {"CURRENT", temp_storage.FOLDER}
    assert result.generation.name in files
    assert len(files - {temp_storage.FOLDER}) <= 4


@pytest.mark.slow
def test_readers_work_during_builds(workspace, tiny_data, tiny_release):
    """Readers that keep reopening the current warehouse never fail and end on the newest build."""
    seen, failures, stop = set(), [], threading.Event()

    def read():
        while not stop.wait(0.05):
            try:
                with open_current(workspace) as warehouse:
                    assert len(warehouse.query("case_ids")) == 12
                    seen.add(warehouse.generation)
            except Exception as error:  # noqa: BLE001 - any failure of a reader is what this test looks for
                failures.append(error)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    generations = [build(workspace, tiny_release).generation.name for _ in range(3)]
    deadline = time.monotonic() + 60
    while generations[-1] not in seen and not failures and time.monotonic() < deadline:
        time.sleep(0.01)
    stop.set()
    for reader in readers:
        reader.join()
    assert failures == []
    assert generations[-1] in seen


@pytest.mark.slow
def test_release_without_answers_is_built(workspace, tmp_path):
    """With only photographs and truths, only the references answer, and no published figure exists."""
    folder = write_tiny_release(tmp_path / "bare", with_answers=False)
    result = build(workspace, folder)
    assert result.counts["runs"] == 3
    with open_current(workspace) as warehouse:
        figures = warehouse.query("reproduction")
        assert figures[figures["figure_id"] == "kappa_by_model"]["computed"].isna().all()
        assert list_findings(load_overview(warehouse)) == []


@pytest.mark.slow
def test_user_journals_are_never_published(workspace, tiny_release):
    """Neither the content of a user's journal nor its folder name adds it to the published figures."""
    for run_id, folder in (("mine", ""), ("nested", "mine/tri_bench"), ("below", "tri_bench/below")):
        journal(workspace, run_id)
        text = (workspace.runs / f"{run_id}.jsonl").read_text()
        (workspace.runs / f"{run_id}.jsonl").unlink()
        (workspace.runs / folder).mkdir(parents=True, exist_ok=True)
        claim = text.replace('{"journal": 1', '{"is_published": true, "journal": 1')
        (workspace.runs / folder / f"{run_id}.jsonl").write_text(claim)
    build(workspace, tiny_release)
    with open_current(workspace) as warehouse:
        runs = warehouse.query("runs")
        assert {"mine", "nested", "below"} <= set(runs["run_id"])
        assert set(runs[runs["is_published"]]["model_id"]) == {model.model_id for model in dataset_facts.MODELS}
        assert len(warehouse.query("reproduction").query("row_key == 'my_model'")) == 0


@pytest.mark.slow
def test_ambiguous_labels_carry_ids(workspace, tiny_release):
    """A name shared by two models is followed by the model's id, and one of a model with two runs by the run's id."""
    run = Run("mine", Model("other", "GPT-5"), "p", "What?", "original", "a test")
    write_journal(workspace.runs / "mine.jsonl", run, [Reply("mine", "001_P0", "{}")])
    journal(workspace, "first", "twice")
    journal(workspace, "second", "twice")
    build(workspace, tiny_release)
    with open_current(workspace) as warehouse:
        labels = dict(query_rows(warehouse, "select run_id, label from run_labels"))
    assert labels["mine"] == "GPT-5 (other)"
    assert labels["tri_bench-openai_gpt_5"] == "GPT-5 (openai_gpt_5)"
    assert labels["first"] == "My model · first"
    assert len(set(labels.values())) == len(labels)


@pytest.mark.slow
def test_partial_runs_are_not_in_the_findings(workspace, tiny_release):
    """Findings are about runs that answered nearly everything."""
    journal(workspace, replies=[("001_P0", '{"side_type": "scalene"}')])
    build(workspace, tiny_release)
    with open_current(workspace) as warehouse:
        found = load_overview(warehouse)
        assert "my_model" in set(found.scores["model_id"])
        assert not any("My model" in sentence for sentence in list_findings(found))
        assert len(warehouse.query("ranking", kinds=["vlm"])) == 5


@pytest.mark.slow
def test_reply_of_status_missing_is_not_scored(workspace, tiny_release):
    """A journal line of status missing gives six missing answers, whatever its text."""
    run = Run("mine", Model("m", "M"), "p", "What?", "original", "a test")
    said = Reply("mine", "001_P0", '{"side_type": "isosceles"}', "missing")
    write_journal(workspace.runs / "mine.jsonl", run, [said])
    build(workspace, tiny_release)
    with open_current(workspace) as warehouse:
        assert query_rows(warehouse, "select distinct status from answers where run_id = 'mine'") == [("missing",)]


@pytest.mark.slow
def test_unverifiable_raw_replies_are_rejected(workspace, tiny_release):
    """Without the parsed table the raw replies are rejected, with the reason."""
    (tiny_release / dataset_facts.PREDICTIONS).unlink()
    result = build(workspace, tiny_release)
    assert [(r.source, "cannot be matched to photographs" in r.reason) for r in result.refusals] == [
        (dataset_facts.RAW_REPLIES, True)
    ]
    assert result.counts["runs"] == 3


@pytest.mark.slow
def test_dangling_link_is_a_missing_photograph(workspace, tiny_release):
    """A dangling link in the photograph folder counts as no file."""
    path = tiny_release / dataset_facts.IMAGES / "001_P0.jpg"
    path.unlink()
    path.symlink_to("/nowhere.jpg")
    assert build(workspace, tiny_release).absent_images == 1
