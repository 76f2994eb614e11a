"""Tests of reading a small folder in the authors' layout: cases, truths, factors, runs, and refused files."""

import shutil

import pytest

from core.benchmarks.blindtest.benchmark import BENCHMARK
from core.benchmarks.cases import Case, CaseQuestion
from core.benchmarks.choice.items import has_options_in_text
from core.benchmarks.publications import MissingReply
from core.errors import PromptError, ReleaseError
from core.inference.few_shot import choose_examples
from core.inference.prompt_message import build_message
from tests.small_blindtest import (
    DIAMETERS,
    DIRECTIONS,
    FIRST_WORDS,
    GAPS,
    QUESTIONS,
    SIZES,
    get_folder,
    is_true,
    make_file_name,
    says_yes,
    write_blindtest,
)

N_IMAGES = len(GAPS) * len(DIAMETERS) * len(DIRECTIONS) * len(SIZES)
MISJUDGED = ("0.05", "0.20", "horizontal", "64")
"""An image on which gpt-4o is wrong in both tasks and sonnet-3.5 is right."""


@pytest.fixture
def folder(tmp_path):
    """Return a folder in the authors' layout."""
    return write_blindtest(tmp_path / "release")


def find_replies(contents, model_id):
    """Return the replies of a released run by case."""
    return next(run.replies for run in contents.published if run.model.model_id == model_id)


def test_each_image_is_asked_twice(folder):
    """There is a case per image and task and a group per drawing, with facts that follow from the file names."""
    contents = BENCHMARK.read(folder)
    assert not contents.refusals
    assert len(contents.cases) == 2 * N_IMAGES
    assert len({case.group_id for case in contents.cases}) == N_IMAGES // len(SIZES)
    truths = {truth.case_id: truth.value for truth in contents.truths}
    for case in contents.cases:
        (asked,) = case.asks
        gap = case.factors["gap"]
        assert case.text == QUESTIONS[asked.question_id]
        assert asked.options == ("Yes", "No")
        assert truths[case.case_id] == ("A" if is_true(asked.question_id, gap) else "B")
        assert case.numbers["gap_diameters"] == float(gap)
        assert case.numbers["margin_size"] == abs(float(gap))
        assert (folder / case.images[0]).name.endswith(f"_distance_{gap}.png")
    factors = {factor.key: factor.levels for factor in contents.factors}
    assert factors["gap"] == GAPS
    assert (factors["diameter"], factors["pixels"]) == (tuple(DIAMETERS), SIZES)
    assert factors["rotation"] == ("falling diagonal", "horizontal")


def test_both_tasks_show_the_same_image(folder):
    """The two cases of an image share one file, so that it is copied once."""
    files = {}
    for case in BENCHMARK.read(folder).cases:
        files.setdefault(case.case_id.partition("_")[2], set()).add(case.images)
    assert len(files) == N_IMAGES
    assert all(len(paths) == 1 for paths in files.values())


def test_answers_are_reconstructed_from_right_or_wrong(folder):
    """Each made-up model's answers are recovered and parsed by the benchmark's parser."""
    contents = BENCHMARK.read(folder)
    cases = {case.case_id: case for case in contents.cases}
    for folder_name, model_id in (("gpt-4o", "gpt-4o"), ("sonnet-3.5", "claude-3.5-sonnet")):
        replies = find_replies(contents, model_id)
        assert replies.keys() == cases.keys()
        for case_id, case in cases.items():
            (asked,) = case.asks
            is_yes = says_yes(folder_name, asked.question_id, case.factors["gap"], case.factors["pixels"])
            assert replies[case_id] == ("Yes" if is_yes else "No")
            (answer,) = BENCHMARK.read_reply(replies[case_id], case).values()
            assert (answer.status, answer.value) == ("ok", "A" if is_yes else "B")


def test_each_run_states_that_it_is_reconstructed(folder):
    """A run's source and note state that the text is not the model's."""
    for run in BENCHMARK.read(folder).published:
        assert "econstructed" in run.source
        assert "econstructed" in run.note


def test_the_prompt_is_the_authors_question_alone(folder):
    """The question itself names Yes and No, so no letters are sent with it."""
    contents = BENCHMARK.read(folder)
    assert {build_message(contents.prompt, case) for case in contents.cases} == set(QUESTIONS.values())


def test_sets_are_the_sizes_of_a_drawing(folder):
    """A set has one case per size, all of one task and one drawing."""
    contents = BENCHMARK.read(folder)
    groups = {case.case_id: (case.group_id, case.asks[0].question_id) for case in contents.cases}
    assert len(contents.sets) == 2 * N_IMAGES // len(SIZES)
    for case_set in contents.sets:
        assert len(case_set.case_ids) == len(SIZES)
        assert len({groups[case_id] for case_id in case_set.case_ids}) == 1


def test_an_image_in_both_folders_has_no_reply(folder):
    """The image is listed as refused; the other models' replies are kept."""
    own = get_folder(folder, "touching", "gpt-4o")
    shutil.copy(own / "incorrect" / make_file_name("touching", "gpt-4o", *MISJUDGED), own / "correct")
    contents = BENCHMARK.read(folder)
    case_id = "touch_0.05_0.20_h_64"
    assert find_replies(contents, "gpt-4o")[case_id] == MissingReply("the image is in more than one folder")
    assert find_replies(contents, "claude-3.5-sonnet")[case_id] == "No"
    (refusal,) = contents.refusals
    assert refusal.location == make_file_name("touching", "gpt-4o", *MISJUDGED)


def test_an_image_missing_for_a_model_has_no_reply(folder):
    """The case is kept, because other models have the image."""
    (get_folder(folder, "touching", "gpt-4o") / "incorrect" / make_file_name("touching", "gpt-4o", *MISJUDGED)).unlink()
    contents = BENCHMARK.read(folder)
    assert len(contents.cases) == 2 * N_IMAGES
    missing = [reply for reply in find_replies(contents, "gpt-4o").values() if isinstance(reply, MissingReply)]
    assert missing == [MissingReply("the image is neither in correct nor in incorrect")]


def test_unusable_files_are_refused_by_name(folder):
    """Files with other names, folders besides correct and incorrect, and broken images are refused."""
    own = get_folder(folder, "touching", "gpt-4o")
    (own / "correct" / "notes.txt").write_text("notes")
    (own / "unsure").mkdir()
    for model in FIRST_WORDS:
        for task in QUESTIONS:
            for path in get_folder(folder, task, model).rglob(make_file_name(task, model, *MISJUDGED)):
                path.write_bytes(b"not an image")
    contents = BENCHMARK.read(folder)
    assert len(contents.cases) == 2 * (N_IMAGES - 1)
    assert {refusal.location for refusal in contents.refusals} == {"notes.txt", "whole folder", "image"}


def test_another_model_is_a_run_named_after_its_folder(folder):
    """Folders of models that are not in the paper are read too."""
    shutil.copytree(get_folder(folder, "touching", "gpt-4o"), get_folder(folder, "touching", "later-model"))
    contents = BENCHMARK.read(folder)
    replies = find_replies(contents, "later-model")
    assert sum(isinstance(reply, MissingReply) for reply in replies.values()) == N_IMAGES, "overlapping was not asked"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "cannot be read"),
        (
            "# Touching Circle\n1. Are the two circles touching each other?",
            "0 numbered questions contain 'overlapping'",
        ),
        ("# Circled Word\n1. Are they touching?", "0 numbered questions contain 'touching'"),
    ],
)
def test_missing_questions_are_an_error(folder, text, reason):
    """Questions come from the authors' file only; nothing replaces them."""
    path = folder / "src" / "prompts.md"
    path.unlink() if text is None else path.write_text(text, encoding="utf-8")
    with pytest.raises(ReleaseError, match=reason):
        BENCHMARK.read(folder)


def test_a_folder_without_a_task_is_an_error(folder):
    """The message names the task's folder and the command."""
    shutil.rmtree(folder / "src" / "TouchingCircle" / "images" / "overlapping-prompt")
    with pytest.raises(ReleaseError, match="overlapping-prompt.*--source FOLDER"):
        BENCHMARK.read(folder)


def test_solved_examples_answer_in_words(folder):
    """The prompt lists no letters, so an example's reply is Yes or No, like its truth."""
    contents = BENCHMARK.read(folder)
    case_id = "touch_0.05_0.20_h_64"
    for example in choose_examples(contents, [case_id], 4)[case_id]:
        is_yes = is_true(example.case.asks[0].question_id, example.case.factors["gap"])
        assert example.reply(contents.prompt) == f"The correct answer is {'Yes' if is_yes else 'No'}."


@pytest.mark.parametrize(
    ("question", "options", "is_named"),
    [
        ("Do they touch? Answer with Yes/No.", ("Yes", "No"), True),
        ("Do they touch? Answer yes or no.", ("Yes", "No"), True),
        ("Do they touch? Answer with Yes.", ("Yes", "No"), False),
        ("Do you know? Yesterday you did.", ("Yes", "No"), False),
        ("Which is larger (1.5+ or 2)?", ("1.5+", "2"), True),
    ],
)
def test_questions_that_name_their_options_need_no_list(question, options, is_named):
    """Only a question that contains each option as a whole word needs no options in the prompt."""
    assert has_options_in_text(question, options) == is_named
    case = Case("c", "g", "c", (CaseQuestion("q", options),), text=question)
    if is_named:
        assert build_message("{question}", case) == question
    else:
        with pytest.raises(PromptError):
            build_message("{question}", case)
