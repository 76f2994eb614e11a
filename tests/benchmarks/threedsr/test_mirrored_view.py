"""Tests of questions about mirror images, whose options change with the image so that letters stay right."""

import shutil

import pytest

from core.benchmarks.choice.side_words import swap_sides
from core.benchmarks.context import open_benchmark
from core.benchmarks.registry import THREEDSR
from core.benchmarks.threedsr.benchmark import BENCHMARK
from core.exporters.export import export_runs
from core.importers.benchmark_index import load_benchmark_indexes
from core.importers.importer import ImportOptions, plan_import
from core.inference.clients.providers import resolve_endpoint
from core.inference.plan import plan_run
from core.inference.prompts import make_benchmark_prompt
from core.inference.run_options import RunOptions
from core.inference.run_plan import join_request_text
from core.records import Model, Reply, Run
from core.runs.journal import list_journal_paths, read_journal, write_journal
from core.warehouse.build import build
from core.warehouse.read import open_current
from core.warehouse.run_cache.answers import list_read_answers
from core.warehouse.run_cache.scoring_context import ScoringContext
from core.workspace import Workspace

VIEW = "mirrored"


@pytest.fixture(scope="module")
def contents(folder):
    """Read the small set of scenes, each with its mirror image."""
    return BENCHMARK.read(folder)


def list_right_texts(contents):
    """Return the right option's text by case, for the unmirrored image."""
    keys = {truth.case_id: str(truth.value) for truth in contents.truths if truth.frame == "key"}
    return {case.case_id: case.asks[0].options["ABCD".index(keys[case.case_id])] for case in contents.cases}


def write_mirror_replies(contents, run_id="mirror"):
    """Write replies in words, without letters, of a model that sees the mirror image and is always right."""
    keys = {truth.case_id: str(truth.value) for truth in contents.truths if truth.frame == "key"}
    replies = []
    for case in contents.cases:
        options = BENCHMARK.map_case(case, VIEW).asks[0].options
        replies.append(Reply(run_id, case.case_id, f"The answer is {options['ABCD'.index(keys[case.case_id])]}."))
    return replies


@pytest.mark.parametrize(("text", "swapped"), [
    ("upper left", "upper right"), ("Top Left and LEFT", "Top Right and RIGHT"),
    ("leftover, bright", "leftover, bright"),
    ("on the left or right of me", "on the right or left of me"), ("", ""),
])  # fmt: skip
def test_only_the_words_left_and_right_are_swapped(text, swapped):
    """Only whole words change and keep their case; swapping twice restores the text."""
    assert swap_sides(text) == swapped
    assert swap_sides(swapped) == text


def test_mapped_options_agree_with_the_drawn_mirror_image(contents):
    """Every scene is also drawn mirrored, with a key from its own geometry."""
    texts = list_right_texts(contents)
    pairs = [case for case in contents.cases if f"{case.case_id}-flip" in texts]
    assert len(pairs) >= 24
    changed = 0
    for case in pairs:
        mapped = BENCHMARK.map_case(case, VIEW)
        index = case.asks[0].options.index(texts[case.case_id])
        assert mapped.asks[0].options[index] == texts[f"{case.case_id}-flip"]
        assert BENCHMARK.map_case(mapped, VIEW) == case
        changed += mapped != case
    assert 0 < changed < len(pairs)


def test_answers_about_the_mirror_image_are_right_in_that_view_only(contents):
    """Answers in words are right in the mirrored view, and wrong about sides without it."""
    subject = ScoringContext(BENCHMARK, contents)
    replies = write_mirror_replies(contents)
    scores = list_read_answers(replies, subject, VIEW)["score"]
    assert len(scores) == len(contents.cases)
    assert (scores == 1).all()
    assert (list_read_answers(replies, subject)["score"] < 1).any()


def test_requests_about_the_mirrored_view_have_the_mapped_options(folder, contents):
    """The request lists the mirror image's options; the question is the same."""
    workspace = Workspace(folder.parent / "nothing").select_benchmark(THREEDSR)
    context = open_benchmark(workspace, folder)
    prompt = make_benchmark_prompt(THREEDSR, contents.prompt)
    target = resolve_endpoint("local:m", "http://127.0.0.1:9/v1")
    plain, mirrored = (plan_run(target, RunOptions(prompt, view), context) for view in ("original", VIEW))
    assert plain.run.run_id != mirrored.run.run_id
    case = next(case for case in contents.cases if BENCHMARK.map_case(case, VIEW) != case)
    first, second = (join_request_text(plan, case.case_id) for plan in (plain, mirrored))
    assert first != second
    assert case.text in first
    assert case.text in second
    for option in BENCHMARK.map_case(case, VIEW).asks[0].options:
        assert option in second


@pytest.mark.slow
@pytest.mark.parametrize("key", ["journal", "inspect", "lm-eval", "csv"])
def test_runs_about_mirror_images_survive_export_and_import(folder, contents, tmp_path, key):
    """Scores are right in the warehouse and after an import; exports state the options that the model saw."""
    own = Workspace(tmp_path / "data").select_benchmark(THREEDSR)
    shutil.copytree(folder, own.release)
    run = Run("mirror", Model("m", "M"), THREEDSR, contents.prompt, VIEW, "a test")
    write_journal(own.runs / "mirror.jsonl", run, write_mirror_replies(contents))
    build(own)
    path = tmp_path / {"journal": "a.jsonl", "inspect": "a.eval", "lm-eval": "a", "csv": "a.csv"}[key]
    with open_current(own) as warehouse:
        rows = warehouse.load_rows("scores", run_id=["mirror"])
        assert [row["score"] for row in rows if row["frame"] == "key"] == [1.0] * len(contents.cases)
        export_runs(warehouse, own, path, key, ["mirror"], "none" if key == "inspect" else None)
    fresh = Workspace(tmp_path / "fresh").select_benchmark(THREEDSR)
    options = ImportOptions(model="m", image_view=VIEW)
    with plan_import([path], load_benchmark_indexes(fresh, THREEDSR, folder), options) as planned:
        assert planned.refusals == []
        planned.take()
    (journal,) = [read_journal(path) for path in list_journal_paths(fresh.runs)]
    assert journal.run.image_view == VIEW
    scores = list_read_answers(journal.replies, ScoringContext(BENCHMARK, contents), VIEW)["score"]
    assert len(scores) == len(contents.cases)
    assert (scores == 1).all()
