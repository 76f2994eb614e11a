"""Tests of VisOnlyQA: questions, options in their text, matching of replies, sets of letters, agreement, fetching."""

import json

import pytest

from core.benchmarks.registry import VISONLYQA
from core.benchmarks.visonlyqa.answer_sets import list_sets
from core.benchmarks.visonlyqa.benchmark import BENCHMARK
from core.benchmarks.visonlyqa.dataset_facts import DATASET
from core.benchmarks.visonlyqa.fetch import fetch
from core.benchmarks.visonlyqa.published import PAPER_TABLES
from core.benchmarks.visonlyqa.questions import read_questions, split_options
from core.benchmarks.visonlyqa.responses import read_responses
from core.errors import FetchError, ReleaseError
from core.limits import DEFAULT_FETCH, FetchOptions
from core.settings import REPOSITORY
from core.warehouse.build import build
from core.warehouse.read import open_current
from core.workflows.generated_sets import fetch_default_set
from tests.benchmarks.triangles.server import serving
from tests.benchmarks.visonlyqa.folder import AREA, LETTERS, TRUE_FALSE, write_lines, write_repository
from tools.visonlyqa_agreement import format_agreement, measure_agreement

SHARED = REPOSITORY.parent / "shared" / "visonlyqa"


@pytest.fixture
def folder(tmp_path):
    """Write three tasks, one with several right answers, and two models' replies; two rows share prompt and key."""
    return write_repository(tmp_path / "repository")


def test_options_are_split_out_of_the_question():
    """A complete list at the end gives the texts; otherwise the options keep their names."""
    assert split_options(AREA, LETTERS) == ("ABC is X times larger than ABD.", ("0.5", "1", "2", "4"))
    assert split_options("List all from a, b, c and d.", LETTERS) == ("List all from a, b, c and d.", tuple(LETTERS))
    assert split_options("True or False?", TRUE_FALSE)[1] == ("True", "False")
    references = "Is (a) above (b)? (a) no (b) yes"
    assert split_options(references, ["a", "b"]) == ("Is (a) above (b)?", ("no", "yes"))


def test_contents_have_cases_groups_and_sets_of_letters(folder):
    """Noisy copies share a group, keys are letters or sets, and runs have the authors' prompts and scores."""
    contents = BENCHMARK.read(folder)
    truths = {truth.case_id: truth.value for truth in contents.truths}
    assert truths["geometry__area-001"] == "C"
    assert truths["chemistry__shape_multi-001"] == "AC"
    groups = {case.case_id: case.group_id for case in contents.cases}
    assert groups["geometry__area-001"] == groups["geometry__area-002"] == "Drawn/4"
    assert len(set(groups.values())) == 6
    runs = {(run.model.model_id, run.prompt_id): run for run in contents.published}
    assert set(runs) == {("first", "without_reasoning"), ("first", "with_reasoning"), ("second", "without_reasoning")}
    assert runs["first", "without_reasoning"].external_scores["geometry__triangle-003"] == 0.0
    assert {run.model.model_id for run in contents.references} == {"blind_constant", "blind_text"}


def test_equal_prompts_are_matched_by_key_then_order(folder):
    """Rows with the same prompt are distinguished by key; with equal keys, the first row is the first question."""
    questions = read_questions(folder)
    task = [
        response for response in read_responses(folder, questions) if response.question.task == "geometry__triangle"
    ]
    first = [response for response in task if (response.model, response.prompt) == ("first", "no_reasoning")]
    assert [(one.question.case_id[-3:], one.text) for one in first] == [
        ("001", "True"), ("002", "False"), ("003", "False"),
    ]  # fmt: skip


def test_rows_in_any_order_match_their_questions(folder):
    """A reversed file gives the same pairs of question and reply."""
    path = folder / "results/model_responses/eval_real/geometry__area/prompt=no_reasoning/first.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    write_lines(path, reversed(rows))
    found = [one for one in read_responses(folder, read_questions(folder)) if one.model == "first"]
    assert {one.question.case_id: one.text for one in found if one.question.task == "geometry__area"} == {
        "geometry__area-001": "(c)", "geometry__area-002": "d",
    }  # fmt: skip


def test_a_reply_without_a_question_raises(folder):
    """The error names file, row and remedy."""
    path = folder / "results/model_responses/eval_real/geometry__area/prompt=no_reasoning/first.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    write_lines(path, [rows[0], rows[0]])
    with pytest.raises(ReleaseError, match=r"first\.jsonl, row 2.*same commit"):
        list(read_responses(folder, read_questions(folder)))


def test_models_trained_on_a_task_are_left_out(folder):
    """Their files name the task after the model."""
    other = folder / "results/model_responses/eval_real/geometry__area/prompt=no_reasoning"
    (other / "first_syntheticgeometry__area_2024.jsonl").write_bytes((other / "first.jsonl").read_bytes())
    assert {one.model for one in read_responses(folder, read_questions(folder))} == {"first", "second"}


def test_agreement_counts_and_lists_differences(folder):
    """A truncated reply is unread here and a guess there: one difference of three with reasoning, none without."""
    agreement = measure_agreement(folder)
    assert agreement.share("no_reasoning") == 1.0
    assert agreement.share("reasoning") == pytest.approx(2 / 3)
    text = format_agreement(agreement)
    assert "without reasoning: 100.00% (14 of 14)" in text
    assert "geometry__triangle-002, first, with reasoning: ours unparsed, theirs 'A'" in text


def test_a_folder_without_files_raises(tmp_path, workspace):
    """The message names the command to run."""
    with pytest.raises(ReleaseError, match="fetch --benchmark visonlyqa"):
        measure_agreement(tmp_path)
    with pytest.raises(ReleaseError, match="fetch --benchmark visonlyqa"):
        BENCHMARK.read(tmp_path)
    options = FetchOptions("http://127.0.0.1:9", timeout_s=2.0, attempts=1)
    with pytest.raises(FetchError, match="fetch --benchmark visonlyqa --source FOLDER"):
        fetch_default_set(workspace.select_benchmark(VISONLYQA), options)


def test_fetch_copies_a_partial_folder_and_checks_pinned_files(folder, workspace):
    """Files without a pinned checksum are copied; a pinned file with other content fails."""
    result = fetch(workspace.select_benchmark(VISONLYQA), DEFAULT_FETCH, str(folder))
    assert f"{DATASET}/real/geometry__area.jsonl" in result.failed
    assert sum(path.endswith("first.jsonl") for path in result.fetched) == 4
    assert not list(workspace.select_benchmark(VISONLYQA).release.rglob("*.part"))


@pytest.mark.slow
def test_fetch_accepts_unpinned_responses_if_they_are_json(folder, workspace, monkeypatch, tmp_path):
    """Of two unpinned files a server has one valid file and one error page; other files are absent."""
    checksums = tmp_path / "visonlyqa.sha256"
    checksums.write_text("", encoding="utf-8")
    monkeypatch.setattr("core.benchmarks.visonlyqa.fetch.PUBLISHED", tmp_path)
    tasks = folder / "results/model_responses/eval_real/geometry__area/prompt=no_reasoning"
    (tasks / "first.jsonl").rename(tasks / "InternVL2-26B.jsonl")
    (tasks / "molmo-72B-0924.jsonl").write_text("<html>busy</html>", encoding="utf-8")
    with serving(folder) as server:
        result = fetch(workspace.select_benchmark(VISONLYQA), FetchOptions(timeout_s=2.0, attempts=1), server.url)
    assert [path.rpartition("/")[2] for path in result.fetched] == ["InternVL2-26B.jsonl"]
    failed = {path.rpartition("/")[2]: reason for path, reason in result.failed.items()}
    reason = "wrong body: not JSON Lines (Expecting value: line 1 column 1 (char 0))"
    assert failed == {"molmo-72B-0924.jsonl": reason}


def test_an_answer_s_text_is_that_of_its_option(workspace):
    """A factor of VisOnlyQA has the key `options`; it does not replace the list that names what an answer says."""
    visonlyqa = workspace.select_benchmark(VISONLYQA)
    write_repository(visonlyqa.release)
    build(visonlyqa)
    with open_current(visonlyqa) as warehouse:
        answers = warehouse.load_table("scored_answers")
    binary = answers[answers["question_id"].eq("geometry__triangle") & answers["value"].notna()]
    assert set(binary["options"]) == {"True or False"}
    assert list(binary["said"]) == [("True", "False")[int(code)] for code in binary["value"]]
    assert set(binary["said"]) == {"True", "False"}


def test_sets_are_all_subsets():
    """Four letters have sixteen subsets, the empty one first."""
    assert len(set(list_sets())) == 16
    assert list_sets()[0] == "none"
    assert list_sets()[-1] == "ABCD"


@pytest.mark.slow
def test_released_files_give_the_published_accuracies():
    """The authors' 1,200 questions in 17 tasks reproduce each of the 378 accuracies to the digit."""
    if not SHARED.is_dir():
        pytest.skip("VisOnlyQA is not in ../shared/visonlyqa")
    questions = read_questions(SHARED)
    assert len(questions) == 1200
    assert len({question.task for question in questions}) == 17
    right: dict[tuple[str, str, str], list[bool]] = {}
    for response in read_responses(SHARED, questions):
        right.setdefault((response.model, response.prompt, response.question.task), []).append(response.is_right)
    figures = PAPER_TABLES.read_figures()
    assert len(figures) == 378
    for figure in figures:
        prompt = "no_reasoning" if figure.figure_id.endswith("without_reasoning") else "reasoning"
        found = right[figure.row_key, prompt, figure.column_key]
        assert 100 * sum(found) / len(found) == pytest.approx(figure.value, abs=1e-6)


def test_every_option_in_a_released_question_is_split_out():
    """In the authors' files only True/False and lettered figures keep their names as texts."""
    if not SHARED.is_dir():
        pytest.skip("VisOnlyQA is not in ../shared/visonlyqa")
    for question in read_questions(SHARED):
        keeps = question.names == ("True", "False") or question.has_multiple_answers
        assert (question.options == question.names) == keeps, question.case_id
