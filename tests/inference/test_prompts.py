"""Tests of prompts: the paper's, its variants, the user's texts, and their differences."""

import re

import pytest

from core.benchmarks.tri_bench import BENCHMARK
from core.errors import PromptError
from core.inference.prompts import (
    compare_prompts,
    find_prompt,
    list_variant_ids,
    make_benchmark_prompt,
    make_own_prompt,
)

PAPER = """The picture shows a triangle.
A tape border surrounds it.
Q1. Is triangle ABC equilateral, isosceles, or scalene?
Q2. Is triangle ABC acute, right, or obtuse?
Return STRICT JSON ONLY (nothing else).
- "side_type": one of "equilateral", "isosceles", "scalene"
- "angle_type": one of "acute", "right", "obtuse"
Output only the JSON object with these keys."""
"""A text of the paper's form; the paper's own is part of the release."""

OWN = make_benchmark_prompt("tri_bench", PAPER)
CHANGED_LINES = {"without_guardrail": {1}, "step_by_step": {4, 7}, "options_reordered": {2, 3, 5, 6}}


def changed(paper, text):
    lines = paper.splitlines()
    return {number for number, line in enumerate(lines) if line not in text.splitlines()}


def test_there_is_a_variant_for_each_question_asked_of_the_prompt():
    """Border, order of the options, and reasoning have one variant each."""
    assert set(list_variant_ids(BENCHMARK)) == set(CHANGED_LINES)


@pytest.mark.parametrize("name", [None, "scenes", "tri_bench"])
def test_the_benchmark_s_own_prompt_has_one_id(name, tmp_path):
    """The benchmark's text is the benchmark's prompt without a name, by its id, by its former id and as a file."""
    prompt = find_prompt(name, make_benchmark_prompt("scenes", PAPER), BENCHMARK)
    assert (prompt.prompt_id, prompt.text) == ("scenes", PAPER)
    (tmp_path / "copy.txt").write_text(PAPER, encoding="utf-8")
    assert find_prompt(str(tmp_path / "copy.txt"), make_benchmark_prompt("scenes", PAPER), BENCHMARK) == prompt


@pytest.mark.parametrize("prompt_id", CHANGED_LINES)
def test_a_variant_changes_its_lines_and_no_other(prompt_id):
    """Each variant differs from the paper's text only in the lines that it is about."""
    assert changed(PAPER, find_prompt(prompt_id, OWN, BENCHMARK).text) == CHANGED_LINES[prompt_id]


def test_reordered_options_are_the_same_options():
    """The options are the same words in another order, in the questions and in the list of keys."""
    text = find_prompt("options_reordered", OWN, BENCHMARK).text
    for before, after in zip(PAPER.splitlines(), text.splitlines(), strict=True):
        assert sorted(re.findall(r"\w+", before)) == sorted(re.findall(r"\w+", after))


def test_variants_fit_the_release(dataset):
    """From the paper's real prompt every variant can be made, and each differs from all others."""
    paper = (dataset / "prompts" / "tri_bench_prompt.txt").read_text(encoding="utf-8")
    own = make_benchmark_prompt("tri_bench", paper)
    texts = [find_prompt(name, own, BENCHMARK).text for name in (None, *list_variant_ids(BENCHMARK))]
    assert len(set(texts)) == len(texts) == 4
    assert "border" not in find_prompt("without_guardrail", own, BENCHMARK).text
    assert [mark for mark, _ in compare_prompts(paper, texts[-1]) if mark != " "] == ["-"]


@pytest.mark.parametrize("prompt_id", CHANGED_LINES)
def test_a_variant_of_another_text_is_refused(prompt_id):
    """If the text is not the one that a variant edits, nothing half-changed is sent."""
    with pytest.raises(PromptError, match=f"Prompt {prompt_id} does not fit"):
        find_prompt(prompt_id, make_benchmark_prompt("tri_bench", "What is it?"), BENCHMARK)
    with pytest.raises(PromptError, match=r"occurs 2 times"):
        find_prompt(prompt_id, make_benchmark_prompt("tri_bench", f"{PAPER}\n{PAPER}"), BENCHMARK)


def test_an_own_text_has_an_id_of_its_own(tmp_path):
    """The same text always has the same id, different texts have different ids, and a file gives its name to it."""
    assert make_own_prompt("Look!") == make_own_prompt("Look!")
    assert make_own_prompt("Look!").prompt_id != make_own_prompt("Look here!").prompt_id
    path = tmp_path / "My Prompt.txt"
    path.write_text("Look!", encoding="utf-8")
    assert find_prompt(str(path), OWN, BENCHMARK).prompt_id.startswith("my_prompt_")
    assert find_prompt(str(path), OWN, BENCHMARK).text == "Look!"


@pytest.mark.parametrize(("text", "words"), [("", "empty"), (" \n", "empty"), ("x" * 20_001, "20000 are allowed")])
def test_an_own_text_has_to_be_one(text, words):
    """Empty and overlong prompts are refused."""
    with pytest.raises(PromptError, match=words):
        make_own_prompt(text)


@pytest.mark.parametrize("name", ["nothing", "../prompts/step_by_step", "/no/such/file", ""])
def test_an_unknown_prompt_is_refused_with_those_that_exist(name):
    """A name that is neither an id nor a file is refused and named."""
    with pytest.raises(PromptError, match=r"does not exist. Name a text file or one of tri_bench, options_reordered"):
        find_prompt(name, OWN, BENCHMARK)


def test_a_difference_marks_each_line():
    """Kept, removed and added lines are distinguished, in order."""
    assert compare_prompts("a\nb\nc", "a\nB\nc") == [(" ", "a"), ("-", "b"), ("+", "B"), (" ", "c")]
