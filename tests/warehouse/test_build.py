"""Building: what comes in, what is refused, and that no build ever leaves less than there was."""

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
from tests.forked import begin
from tests.tiny_release import read_csv, write_csv, write_tiny_release


def rows_of(warehouse, sql):
    """The rows of any SQL, asked of the warehouse as it is open."""
    return warehouse._connection.cursor().execute(sql).fetchall()


def journal(settings, run_id="mine", model_id="my_model", replies=(("001_P0", "{}"),), prompt="What?"):
    run = Run(run_id, Model(model_id, "My model"), f"prompt-{run_id}", prompt, "original", "a test")
    lines = [Reply(run_id, case_id, raw) for case_id, raw in replies]
    write_journal(settings.runs / f"{run_id}.jsonl", run, lines)


def test_everything_of_a_release_comes_in(settings, tiny_release):
    """Twelve photographs, four runs and three references, six answers a reply, twelve truths a photograph."""
    result = build(settings, tiny_release)
    assert result.counts["cases"] == result.counts["photograph_measurements"] == result.counts["case_images"] == 12
    assert result.counts["case_replies"] == 7 * 12
    assert result.counts["case_answers"] == 7 * 12 * 6
    assert result.counts["case_truths"] == 12 * 12 + 12 * 6  # and those that the audit leaves
    assert result.word == "photographs"
    assert result.refusals == []
    assert find_current_generation(settings.warehouse) == result.generation
    with open_current(settings) as warehouse:
        public = {"photographs": 12, "replies": 7 * 12, "answers": 7 * 12 * 6, "truths": 12 * 12}
        assert {name: len(warehouse.load_table(name)) for name in public} == public


def test_scores_agree_with_the_release(tiny_warehouse):
    """Answers and scores are those that the release's own tables state."""
    assert tiny_warehouse.query("release_differences").empty
    [(compared, *largest)] = rows_of(
        tiny_warehouse,
        "select count(*), max(abs(a.kappa_3d - r.score)), max(abs(a.kappa_2d - r.foil_score)) from answers a "
        "join released_scores r on a.photograph_id = r.case_id and a.model_id = r.model_id "
        "and a.question_id = r.question_id",
    )
    assert compared == 4 * 12 * 6
    assert max(largest) < 1e-12


def test_every_public_column_has_a_comment(tiny_warehouse):
    """No table, view or column of the warehouse goes without a comment."""
    silent = rows_of(
        tiny_warehouse,
        "select table_name || '.' || column_name from duckdb_columns() where not internal and comment is null "
        "union all select table_name from duckdb_tables() where not internal and comment is null "
        "union all select view_name from duckdb_views() where not internal and comment is null",
    )
    assert silent == []


def test_missing_is_null_and_nothing_is_nan(tiny_warehouse):
    """Class answers have no number, number answers no class, and nothing is NaN."""
    assert rows_of(
        tiny_warehouse,
        "select count(*) from answers where isnan(value_number) or (value_number is null) = (value_class is null) "
        "and status = 'ok'",
    ) == [(0,)]


@pytest.mark.slow
def test_a_second_build_is_a_new_file_and_the_same_content(settings, tiny_release):
    """Every build has a file name of its own; what it says does not depend on which build it was."""
    first, second = build(settings, tiny_release), build(settings, tiny_release)
    own_sql = get_sql_folder(settings)
    assert first.generation != second.generation
    assert first.counts == second.counts
    with Warehouse(first.generation, own_sql) as one, Warehouse(second.generation, own_sql) as two:
        assert one.query("reproduction").equals(two.query("reproduction"))


@pytest.mark.slow
def test_what_is_built_is_current_until_something_changes(settings, tiny_release):
    """The fingerprint notices a changed table, a new journal and a photograph that went away."""
    assert not is_current(settings, tiny_release)
    build(settings, tiny_release)
    assert is_current(settings, tiny_release)
    journal(settings)
    assert not is_current(settings, tiny_release)
    build(settings, tiny_release)
    assert is_current(settings, tiny_release)
    (tiny_release / dataset_facts.IMAGES / "001_P0.jpg").unlink()
    assert not is_current(settings, tiny_release)


@pytest.mark.slow
def test_photographs_may_be_absent_or_broken(settings, tiny_release):
    """A photograph without a file is absent, one that is no picture is refused by name; the build goes on."""
    (tiny_release / dataset_facts.IMAGES / "001_P0.jpg").unlink()
    (tiny_release / dataset_facts.IMAGES / "002_P0.jpg").write_text("no picture")
    result = build(settings, tiny_release)
    assert result.absent_images == 1
    assert [refusal.source for refusal in result.refusals] == [f"{dataset_facts.IMAGES}/002_P0.jpg"]
    with open_current(settings) as warehouse:
        states = dict(rows_of(warehouse, "select photograph_id, image_status from photographs"))
    assert (states["001_P0"], states["002_P0"], states["003_P0"]) == ("absent", "refused", "present")


@pytest.mark.slow
def test_sources_say_what_was_read(settings, tiny_release):
    """Files of the release are listed with size and checksum; here they are not those of the pinned list."""
    build(settings, tiny_release)
    with open_current(settings) as warehouse:
        sources = warehouse.query("sources").set_index("path")
    assert sources.loc[dataset_facts.TRIANGLES_3D, "status"] == "changed"
    assert sources.loc["images/triangles_original/099_T1.jpg", "status"] == "absent"
    assert sources.loc["runs/tri_bench/openai_gpt_5.jsonl", "status"] == "unlisted"


@pytest.mark.slow
def test_a_journal_of_ones_own_comes_in(settings, tiny_release):
    """A journal in the runs' folder becomes a run; photographs that the benchmark lacks are refused by name."""
    journal(settings, replies=[("001_P0", '{"side_type": "isosceles", "ab_over_ac": -1}'), ("999_P0", "{}")])
    result = build(settings, tiny_release)
    assert [(r.source, r.location) for r in result.refusals] == [("mine.jsonl", "999_P0")]
    with open_current(settings) as warehouse:
        answers = rows_of(
            warehouse,
            "select question_id, status, value_class, value_number, kappa_3d from answers "
            "where run_id = 'mine' order by question_id",
        )
    assert answers[0] == ("Q1", "ok", "isosceles", None, 1.0)
    assert answers[1] == ("Q2", "missing", None, None, None)
    assert answers[2] == ("Q3", "invalid", None, -1.0, None)


@pytest.mark.slow
def test_a_journal_that_cannot_be_read_is_refused_and_the_others_count(settings, tiny_release):
    """A broken journal is refused by name and leaves the rest alone."""
    settings.runs.mkdir(parents=True)
    (settings.runs / "broken.jsonl").write_text("nothing of use\n")
    journal(settings)
    result = build(settings, tiny_release)
    assert [(r.source, r.location) for r in result.refusals] == [("broken.jsonl", "whole file")]
    assert result.counts["runs"] == 8


@pytest.mark.slow
@pytest.mark.parametrize(("run_id", "model_id", "words"), [("one", "m", "run one"), ("two", "openai_gpt_5", "model")])
def test_a_journal_that_contradicts_another_is_refused(settings, tiny_release, run_id, model_id, words):
    """Two journals must not claim one run, nor give one model two meanings."""
    journal(settings, "one", "m")
    journal(settings, run_id, model_id)
    (settings.runs / f"{run_id}.jsonl").rename(settings.runs / "zzz.jsonl")
    journal(settings, "one", "m")
    result = build(settings, tiny_release)
    assert [(r.source, words in r.reason) for r in result.refusals] == [("zzz.jsonl", True)]


@pytest.mark.slow
def test_a_failed_call_is_no_wrong_answer(settings, tiny_release):
    """A call that failed leaves six answers of status api_error without scores."""
    run = Run("mine", Model("m", "M"), "p", "What?", "original", "a test")
    write_journal(settings.runs / "mine.jsonl", run, [Reply("mine", "001_P0", None, "api_error", error="timeout")])
    build(settings, tiny_release)
    with open_current(settings) as warehouse:
        assert rows_of(
            warehouse, "select distinct status, reason, kappa_3d from answers where run_id = 'mine'"
        ) == [("api_error", "timeout", None)]  # fmt: skip


def test_a_wrong_release_leaves_the_current_warehouse(settings, tiny_data, tiny_release):
    """If the release is refused, the warehouse that was current stays."""
    before = find_current_generation(settings.warehouse)
    rows = read_csv(tiny_release / dataset_facts.TRIANGLES_3D)
    rows[0]["side_type"] = "round"
    write_csv(tiny_release / dataset_facts.TRIANGLES_3D, rows)
    with pytest.raises(ReleaseError):
        build(settings, tiny_release)
    assert find_current_generation(settings.warehouse) == before


@pytest.mark.slow
def test_a_warehouse_whose_checks_fail_is_not_switched_to(settings, tiny_data, tiny_release, tmp_path, monkeypatch):
    """A check that finds a violation removes the new file, names the check, and the current one stays."""
    before = find_current_generation(settings.warehouse)
    stricter = tmp_path / "no_triangle_is_right.sql"
    stricter.write_text(
        "select photograph_id as problem from photographs where angle_class_3d = 'right' and condition = 'T1'"
    )
    monkeypatch.setattr(
        writing, "list_files", lambda own, kind: [*list_files(own, kind), *([stricter] if kind == "checks" else [])]
    )
    with pytest.raises(BuildError, match="no_triangle_is_right.*003_T1.*The current one stays"):
        build(settings, tiny_release)
    assert find_current_generation(settings.warehouse) == before
    assert list(settings.warehouse.glob("trilens-*")) == [before]


def test_two_builds_at_once_are_refused(settings, tiny_release):
    """While one process builds, a second says so."""
    with lock_folder(settings.data, "build"), pytest.raises(TrilensError, match="Another process"):
        build(settings, tiny_release)


def test_killed_at_any_moment_the_last_warehouse_stays(settings, tiny_data, tiny_release):
    """Killed again and again, the pointer always names a whole warehouse, and leftovers go with the next build."""
    begin(abs, 0).join()  # the modules are there
    started = time.monotonic()
    whole = begin(build, settings, tiny_release)
    whole.join()
    assert whole.exitcode == 0
    whole_s = time.monotonic() - started
    delays = random.Random(3)
    for _ in range(5):
        process = begin(build, settings, tiny_release)
        time.sleep(delays.uniform(0.1, 1.0) * whole_s)
        process.kill()
        process.join()
        with open_current(settings) as warehouse:
            assert len(warehouse.query("case_ids")) == 12
    result = build(settings, tiny_release)
    files = {path.name for path in settings.warehouse.iterdir()}
    assert {name for name in files if not name.endswith(".duckdb")} <= {"CURRENT", temp_storage.FOLDER}
    assert result.generation.name in files
    assert len(files - {temp_storage.FOLDER}) <= 4


@pytest.mark.slow
def test_readers_see_each_generation_while_builds_go_on(settings, tiny_data, tiny_release):
    """Readers that open the current warehouse again and again never fail and end on the newest build."""
    seen, failures, stop = set(), [], threading.Event()

    def read():
        while not stop.wait(0.05):
            try:
                with open_current(settings) as warehouse:
                    assert len(warehouse.query("case_ids")) == 12
                    seen.add(warehouse.generation)
            except Exception as error:  # noqa: BLE001 - any failure of a reader is what this test looks for
                failures.append(error)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    generations = [build(settings, tiny_release).generation.name for _ in range(3)]
    deadline = time.monotonic() + 60
    while generations[-1] not in seen and not failures and time.monotonic() < deadline:
        time.sleep(0.01)
    stop.set()
    for reader in readers:
        reader.join()
    assert failures == []
    assert generations[-1] in seen


@pytest.mark.slow
def test_a_release_without_answers_is_built(settings, tmp_path):
    """Photographs and truths make a warehouse; only the references answer, and no published figure is invented."""
    folder = write_tiny_release(tmp_path / "bare", with_answers=False)
    result = build(settings, folder)
    assert result.counts["runs"] == 3
    with open_current(settings) as warehouse:
        figures = warehouse.query("reproduction")
        assert figures[figures["figure_id"] == "kappa_by_model"]["computed"].isna().all()
        assert list_findings(load_overview(warehouse)) == []


@pytest.mark.slow
def test_only_the_releases_own_journals_are_published(settings, tiny_release):
    """Neither what a user's journal says nor the name of its folder brings it into the published figures."""
    for run_id, folder in (("mine", ""), ("nested", "mine/tri_bench"), ("below", "tri_bench/below")):
        journal(settings, run_id)
        text = (settings.runs / f"{run_id}.jsonl").read_text()
        (settings.runs / f"{run_id}.jsonl").unlink()
        (settings.runs / folder).mkdir(parents=True, exist_ok=True)
        claim = text.replace('{"journal": 1', '{"is_published": true, "journal": 1')
        (settings.runs / folder / f"{run_id}.jsonl").write_text(claim)
    build(settings, tiny_release)
    with open_current(settings) as warehouse:
        runs = warehouse.query("runs")
        assert {"mine", "nested", "below"} <= set(runs["run_id"])
        assert set(runs[runs["is_published"]]["model_id"]) == {model.model_id for model in dataset_facts.MODELS}
        assert len(warehouse.query("reproduction").query("row_key == 'my_model'")) == 0


@pytest.mark.slow
def test_models_of_one_name_and_runs_of_one_model_are_told_apart(settings, tiny_release):
    """A name that two models share carries the model's id, and a model with two runs the run's."""
    run = Run("mine", Model("other", "GPT-5"), "p", "What?", "original", "a test")
    write_journal(settings.runs / "mine.jsonl", run, [Reply("mine", "001_P0", "{}")])
    journal(settings, "first", "twice")
    journal(settings, "second", "twice")
    build(settings, tiny_release)
    with open_current(settings) as warehouse:
        labels = dict(rows_of(warehouse, "select run_id, label from run_labels"))
    assert labels["mine"] == "GPT-5 (other)"
    assert labels["tri_bench-openai_gpt_5"] == "GPT-5 (openai_gpt_5)"
    assert labels["first"] == "My model · first"
    assert len(set(labels.values())) == len(labels)


@pytest.mark.slow
def test_a_run_of_few_photographs_does_not_make_the_findings(settings, tiny_release):
    """Sentences are about runs that answered nearly everything."""
    journal(settings, replies=[("001_P0", '{"side_type": "scalene"}')])
    build(settings, tiny_release)
    with open_current(settings) as warehouse:
        found = load_overview(warehouse)
        assert "my_model" in set(found.kappa["model_id"])
        assert not any("My model" in sentence for sentence in list_findings(found))
        assert len(warehouse.query("ranking", kinds=["vlm"])) == 5


@pytest.mark.slow
def test_a_reply_that_is_said_to_be_missing_is_not_scored(settings, tiny_release):
    """The journal's word counts: a line of status missing gives six missing answers whatever text it has."""
    run = Run("mine", Model("m", "M"), "p", "What?", "original", "a test")
    said = Reply("mine", "001_P0", '{"side_type": "isosceles"}', "missing")
    write_journal(settings.runs / "mine.jsonl", run, [said])
    build(settings, tiny_release)
    with open_current(settings) as warehouse:
        assert rows_of(warehouse, "select distinct status from answers where run_id = 'mine'") == [("missing",)]


@pytest.mark.slow
def test_replies_whose_labels_cannot_be_checked_are_refused(settings, tiny_release):
    """Without the parsed table the raw replies stay out, and the build says why."""
    (tiny_release / dataset_facts.PREDICTIONS).unlink()
    result = build(settings, tiny_release)
    assert [(r.source, "cannot be matched to photographs" in r.reason) for r in result.refusals] == [
        (dataset_facts.RAW_REPLIES, True)
    ]
    assert result.counts["runs"] == 3


@pytest.mark.slow
def test_a_dangling_link_is_an_absent_photograph(settings, tiny_release):
    """A link to nowhere in the folder of photographs is as good as no file."""
    path = tiny_release / dataset_facts.IMAGES / "001_P0.jpg"
    path.unlink()
    path.symlink_to("/nowhere.jpg")
    assert build(settings, tiny_release).absent_images == 1
