"""Journals of a build: one id per prompt text, and no known id with another text."""

import json

import pytest

from core.benchmarks.release_identity import IDENTITY
from core.benchmarks.tri_bench import BENCHMARK
from core.benchmarks.triangles.dataset_facts import build_benchmark_row
from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.warehouse.journals import accept_journals, write_local_journals


@pytest.fixture
def contents(tiny_release):
    """Return the contents of a benchmark that is called scenes."""
    (tiny_release / IDENTITY).write_text(json.dumps(build_benchmark_row() | {"benchmark_id": "scenes"}))
    return BENCHMARK.read(tiny_release)


@pytest.fixture
def read(workspace, contents):
    """Write one journal per given run id, prompt id and prompt; read all of them."""

    def write_and_read(*given):
        for run_id, prompt_id, prompt in given:
            run = Run(run_id, Model("m", "M"), prompt_id, prompt, "original", "a test")
            write_journal(workspace.runs / f"{run_id}.jsonl", run, [Reply(run_id, "001_P0", "{}")])
        found = accept_journals(workspace, contents, ())
        prompt_ids = {one.run.run_id: one.run.prompt_id for one in found.taken}
        return prompt_ids, [(refusal.source, refusal.reason) for refusal in found.refusals]

    return write_and_read


def test_one_text_has_one_id(read, contents):
    """A journal that sent a known text under another id gets the known id: the benchmark's, else the first."""
    prompt_ids, refusals = read(
        ("a", "tri_bench", contents.prompt),
        ("b", "own_1", "What?"),
        ("c", "own_2", "What?"),
        ("d", "tri_bench", "Why?"),
    )
    assert prompt_ids == {"a": "scenes", "b": "own_1", "c": "own_1", "d": "tri_bench"}
    assert refusals == []


def test_benchmark_prompt_keeps_its_text(read):
    """A journal with the benchmark's prompt id and another text is rejected, even as the only run."""
    prompt_ids, refusals = read(("a", "scenes", "Why?"))
    assert prompt_ids == {}
    assert refusals == [("a.jsonl", "prompt scenes is already known with another meaning")]


@pytest.mark.slow
def test_built_journals_use_the_benchmark_prompt(workspace, contents):
    """Every journal that a build writes refers to the benchmark's prompt by its id."""
    taken = accept_journals(workspace, contents, write_local_journals(workspace, contents)).taken
    assert len(taken) == 5
    assert {(one.run.prompt_id, one.run.prompt) for one in taken} == {("scenes", contents.prompt)}
