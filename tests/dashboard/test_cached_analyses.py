"""Tests of analyses of sums and of one or two runs' answers: their inputs, and that each is computed once."""

from typing import get_args

import pytest

from core.warehouse.aggregation import Aggregation
from core.warehouse.read import NO_FILTERS
from dashboard.selection import cached_analyses as module
from dashboard.selection.cached_analyses import Counted, analyse_aggregation, analyse_answers

CALLS = []
SEEN = Aggregation(("run_id", "model_id", "question_id"), ("score",))
PUBLISHED = "tri_bench-openai_gpt_5"


def models_and_questions(answers, mark):
    """Return the models and questions of the given answers or sums; count the calls."""
    CALLS.append(mark)
    return sorted(set(answers["model_id"])), sorted(set(answers["question_id"]))


def write_into(answers):
    """Change the given frame."""
    answers["score"] = -1.0
    return len(answers)


def lowest_kappa(answers):
    """Return the lowest kappa among the answers."""
    return answers["score"].min()


@pytest.fixture
def references(full, monkeypatch):
    """Switch reference models on or off."""

    def switch(on):
        monkeypatch.setattr(module, "are_references_shown", lambda: on)

    switch(True)
    return switch


def is_reference(model_id):
    return model_id in ("blind_constant", "homography_solver", "image_plane_solver")


def test_references_are_shown_while_they_are_switched_on(references):
    """Without chosen models every model counts, references only if switched on.

    Means over models exclude references.
    """
    models, _ = analyse_aggregation(models_and_questions, NO_FILTERS, SEEN, "on")
    assert any(map(is_reference, models))
    pooled, _ = analyse_aggregation(models_and_questions, NO_FILTERS, SEEN, "pooled", counted="pooled")
    assert pooled == [model for model in models if not is_reference(model)]
    references(False)
    off, _ = analyse_aggregation(models_and_questions, NO_FILTERS, SEEN, "off")
    assert off == pooled


def test_chosen_models_and_questions_count_alone(references):
    """A chosen model counts even if it is a reference and references are off; so does a single chosen question."""
    references(False)
    chosen = {**NO_FILTERS, "model": ["blind_constant", "openai_gpt_5"], "question": ["Q2"]}
    for counted in get_args(Counted):
        found = analyse_aggregation(models_and_questions, chosen, SEEN, "chosen", counted=counted)
        assert found == (["blind_constant", "openai_gpt_5"], ["Q2"])


def test_equal_arguments_are_computed_once(references):
    """The same filters and arguments compute once; others compute again."""
    CALLS.clear()
    for mark in ("once", "once", "again"):
        analyse_aggregation(models_and_questions, dict(NO_FILTERS), SEEN, mark)
    assert CALLS == ["once", "again"]


def test_an_analysis_cannot_change_the_answers_of_another(references):
    """A change that an analysis makes to its frame does not affect other analyses."""
    before = analyse_answers(lowest_kappa, NO_FILTERS, (PUBLISHED,))
    assert analyse_answers(write_into, NO_FILTERS, (PUBLISHED,)) > 0
    assert analyse_answers(lowest_kappa, {**NO_FILTERS, "pose": ["planar", "tilted"]}, (PUBLISHED,)) == before


def test_answers_are_those_of_the_named_runs(references):
    """For any filter of models and runs, the answers are those of the named runs and the chosen questions."""
    chosen = {**NO_FILTERS, "model": ["blind_constant"], "question": ["Q2"]}
    assert analyse_answers(models_and_questions, chosen, (PUBLISHED,), "named") == (["openai_gpt_5"], ["Q2"])
    both = analyse_answers(models_and_questions, NO_FILTERS, (PUBLISHED, "tri_bench-gemini_2.5_pro"), "two")
    assert both[0] == ["gemini_2.5_pro", "openai_gpt_5"]


def runs_and_answers(answers, _mark):
    """Return the runs of GPT-5 among the given answers."""
    return sorted(set(answers[answers["model_id"] == "openai_gpt_5"]["run_id"]))


@pytest.mark.parametrize("chosen", [None, ["openai_gpt_5"]])
def test_a_model_counts_by_one_run_where_models_do(twice, monkeypatch, chosen):
    """If runs count, all three runs of a model do; if models or means over them count, only its published run does."""
    monkeypatch.setattr(module, "are_references_shown", lambda: True)
    filters = {**NO_FILTERS, "model": chosen}
    found = {
        counted: analyse_aggregation(runs_and_answers, filters, SEEN, chosen, counted=counted)
        for counted in get_args(Counted)
    }
    published = [PUBLISHED]
    every = ["live", "second", *published]
    assert found == {"runs": every, "asked": every, "models": published, "pooled": published}


def test_chosen_runs_count_alone(twice, monkeypatch):
    """Chosen runs, including live ones, count whatever would count otherwise."""
    monkeypatch.setattr(module, "are_references_shown", lambda: False)
    filters = {**NO_FILTERS, "runs": ["live", "reference-blind_constant"]}
    for counted in get_args(Counted):
        assert analyse_aggregation(runs_and_answers, filters, SEEN, "chosen", counted=counted) == ["live"]
        assert analyse_aggregation(models_and_questions, filters, SEEN, counted, counted=counted)[0] == [
            "blind_constant", "openai_gpt_5"
        ]  # fmt: skip
