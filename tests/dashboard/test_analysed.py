"""Analyses of filtered answers: whose answers they get, and that they are computed once."""

import pytest

from core.warehouse.read import NO_FILTERS
from dashboard import analysed as module
from dashboard.analysed import analysed, analysed_for_all

CALLS = []


def models_and_questions(answers, mark):
    """The models and questions whose answers come in; keeps count of the calls."""
    CALLS.append(mark)
    return sorted(set(answers["model_id"])), sorted(set(answers["question_id"]))


def write_into(answers):
    """An analysis that changes the frame it gets."""
    answers["kappa_3d"] = -1.0
    return len(answers)


def lowest_kappa(answers):
    """The lowest kappa among the answers."""
    return answers["kappa_3d"].min()


@pytest.fixture
def references(full, monkeypatch):
    """Switches reference models on or off."""

    def switch(on):
        monkeypatch.setattr(module, "with_references", lambda: on)

    switch(True)
    return switch


def is_reference(model_id):
    return model_id in ("blind_constant", "homography_solver", "image_plane_solver")


def test_references_are_shown_while_they_are_switched_on(references):
    """Without chosen models every model counts, references as the switch says, and none in means over models."""
    models, _ = analysed(models_and_questions, NO_FILTERS, "on")
    assert any(map(is_reference, models))
    pooled, _ = analysed(models_and_questions, NO_FILTERS, "pooled", pools_models=True)
    assert pooled == [model for model in models if not is_reference(model)]
    references(False)
    off, _ = analysed(models_and_questions, NO_FILTERS, "off")
    assert off == pooled
    everybody, _ = analysed_for_all(models_and_questions, {**NO_FILTERS, "models": ["openai_gpt_5"]}, "all")
    assert everybody == models


def test_chosen_models_and_questions_count_alone(references):
    """A chosen model is there even if it is a reference and references are off; so is a chosen question alone."""
    references(False)
    chosen = {**NO_FILTERS, "models": ["blind_constant", "openai_gpt_5"], "questions": ["Q2"]}
    for pools_models in (False, True):
        found = analysed(models_and_questions, chosen, "chosen", pools_models=pools_models)
        assert found == (["blind_constant", "openai_gpt_5"], ["Q2"])


def test_equal_arguments_are_computed_once(references):
    """The same filters and arguments compute once; others compute again."""
    CALLS.clear()
    for mark in ("once", "once", "again"):
        analysed(models_and_questions, dict(NO_FILTERS), mark)
    assert CALLS == ["once", "again"]


def test_an_analysis_cannot_change_the_answers_of_another(references):
    """What an analysis writes into its frame stays its own."""
    before = analysed(lowest_kappa, NO_FILTERS)
    assert analysed(write_into, NO_FILTERS) > 0
    assert analysed(lowest_kappa, {**NO_FILTERS, "poses": ["planar", "tilted"]}) == before
