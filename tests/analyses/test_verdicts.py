"""Verdicts on models follow from their intervals."""

import dataclasses
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.analyses.estimates import SMALL_POINTS
from core.analyses.findings import list_findings
from core.analyses.overview import find_reference_value, list_reference_lines
from core.analyses.verdicts import (
    BLIND,
    FOIL,
    LOOKS,
    compute_score_axis,
    describe_missing_models,
    list_model_verdicts,
    list_verdict_notes,
    list_verdict_titles,
)
from core.reports.report import load_overview
from core.warehouse.read import open_current
from tests.analyses.answers import ABOUT
from tests.analyses.slow_overview import slow_overview
from tests.analyses.test_overview import lifts_of, make_run_answers

MODELS = {
    "sees": ("vlm", lambda t, pose, o, noise: 0.95 - 0.01 * t - 0.1 * (pose == "tilted") + 0.01 * noise),
    "level": ("vlm", lambda t, pose, o, noise: 0.6 + 0.1 * noise),
    "poor": ("vlm", lambda t, pose, o, noise: 0.4 + 0.02 * noise),
    "tiny": ("vlm", lambda t, pose, o, noise: 0.7 - 0.004 * (pose == "tilted") + 0.0005 * noise),
    "blind_constant": ("reference", lambda t, pose, o, noise: 0.6),
    "homography_solver": ("reference", lambda t, pose, o, noise: 0.98 + 0.001 * noise),
}


@pytest.fixture(scope="module")
def made():
    answers = make_run_answers(MODELS)
    found = slow_overview(answers, lifts_of(answers), ABOUT)
    return found, {one.model_id: one for one in list_model_verdicts(found)}


def expected_word(question, verdict):
    """Return the verdict that the interval allows; without one every group is equal, here with no verdict."""
    if verdict.low is None:
        assert verdict.value == 0
        return "not shown"
    if verdict.low <= 0 <= verdict.high:
        return "not shown"
    if max(abs(verdict.low), abs(verdict.high)) < SMALL_POINTS:
        return "hardly"
    is_above = verdict.low > 0
    if question in (BLIND, LOOKS, FOIL):
        return "yes" if is_above else "no"
    return "higher" if is_above else "lower"


def test_a_verdict_that_is_not_shown_has_the_smallest_difference_that_would_be(made):
    """It is known exactly for the verdicts that an interval with 0 leaves open."""
    verdicts = [verdict for model in made[1].values() for verdict in model.verdicts.values()]
    is_open = [verdict.word == "not shown" and verdict.low is not None for verdict in verdicts]
    assert any(is_open)
    assert [verdict.detectable is not None and verdict.detectable > 0 for verdict in verdicts] == is_open


def test_verdicts_match_the_simulation(made):
    """Skill, no skill, negative skill, a cost of tilt, and a certain but negligible one are named."""
    models = made[1]
    assert models["sees"].verdicts[BLIND].word == "yes"
    assert models["level"].verdicts[BLIND].word == "not shown"
    assert (models["poor"].verdicts[BLIND].word, models["poor"].verdicts[BLIND].tone) == ("no", "worse")
    assert models["sees"].verdicts["tilt"].word == "lower"
    assert (models["tiny"].verdicts["tilt"].word, models["tiny"].verdicts["tilt"].tone) == ("hardly", "plain")


@pytest.mark.parametrize(
    ("run", "reason"),
    [
        ({"has_usual_prompt": False, "is_as_published": False}, "another prompt"),
        ({"is_as_published": False}, "another image view, or questions of a session"),
        ({"n_cases": 12, "all_cases": 400, "is_ranked": False}, "12 of 400 photographs"),
        (
            {"n_cases": 12, "all_cases": 400, "is_ranked": False, "is_as_published": False, "has_usual_prompt": False},
            "12 of 400 photographs, another prompt",
        ),
        ({}, "too many unreadable photographs"),
    ],
)
def test_excluded_models_are_named_with_the_reason(made, run, reason):
    """An excluded model is named with what it lacks, and no finding is about every model."""
    found, _ = made
    assert describe_missing_models(found) == ""
    is_poor = found.scores["run_id"] == "run-poor"
    scores = found.scores.copy()
    for column, value in run.items():
        scores[column] = scores[column].mask(is_poor, value)
    others = [run_id for run_id in found.compared if run_id != "run-poor"]
    without = replace(found, scores=scores, compared=others)
    assert describe_missing_models(without) == f"Not compared: POOR ({reason})."
    text = "\n".join(list_findings(replace(without, compared=["run-sees"])))
    assert "every compared model does better" in text
    assert "every model" not in text.lower()
    assert describe_missing_models(replace(found, compared=[])) == ""


def test_colour_needs_a_significant_interval(made):
    """Every verdict is the one that its interval allows, and only an important verdict has a colour."""
    for model in made[1].values():
        for question, verdict in model.verdicts.items():
            assert verdict.word == expected_word(question, verdict), (model.label, question)
            assert (verdict.tone == "plain") == (verdict.word in ("not shown", "hardly"))


def test_models_are_listed_before_references(made):
    """Models are sorted by score; references follow, without verdicts and constants."""
    models = list_model_verdicts(made[0])
    assert [one.model_id for one in models] == ["sees", "tiny", "level", "poor", "homography_solver"]
    assert [one.is_reference for one in models] == [False] * 4 + [True]
    assert models[-1].verdicts == {}


def test_verdict_links_to_its_cases(made):
    """The cost of tilt links to tilted photographs, 2D reading to the first subset, skill to all."""
    verdicts = made[1]["sees"].verdicts
    assert verdicts["tilt"].levels == {"pose": ("tilted",)}
    assert verdicts[FOIL].levels == {"pose": ("tilted",)}
    assert verdicts[BLIND].levels == {}


def test_nothing_touches_the_ends_of_the_axis(made):
    """All means, intervals and lines to compare with lie strictly within the axis."""
    found, models = made
    low, high = compute_score_axis(list(models.values()), found)
    ends = [end for one in models.values() for end in (one.value, one.low, one.high) if end is not None]
    assert 0 <= low < min(ends)
    assert high > max(ends)


def test_the_axis_contains_the_intervals_of_baselines(made):
    """The interval of a baseline that is wider than those of all models lies within the axis, below zero too."""
    found, models = made
    is_constant = found.scores["model_id"] == "blind_constant"
    for low_end, high_end in ((20.0, 99.9), (-3.0, 104.0)):
        scores = found.scores.assign(
            low=found.scores["low"].mask(is_constant, low_end), high=found.scores["high"].mask(is_constant, high_end)
        )
        low, high = compute_score_axis(list(models.values()), replace(found, scores=scores))
        assert low <= low_end
        assert high > high_end


def test_score_minus_the_line_of_the_best_constant_answer_is_the_difference(made):
    """The line is at the score that verdicts subtract; without a compared model it is at the best constant's score."""
    found, models = made
    line = list_reference_lines(found)["best constant answer"]
    for model in models.values():
        if BLIND in model.verdicts:
            assert model.value - line == pytest.approx(model.verdicts[BLIND].value, abs=0.05)
    lines = list_reference_lines(replace(found, compared=[]))
    assert lines["best constant answer"] == find_reference_value(found.scores, "blind_constant")


def test_few_groups_have_no_verdict():
    """With too few groups there is no verdict and no interval."""
    answers = make_run_answers(MODELS, n_groups=5)
    for model in list_model_verdicts(slow_overview(answers, lifts_of(answers), ABOUT)):
        assert (model.low, model.high) == (None, None)
        for verdict in model.verdicts.values():
            assert (verdict.word, verdict.tone, verdict.low) == ("too few", "plain", None)


def test_missing_foil_score_is_none(made):
    """A mean of no answers is None, not NaN, which browsers cannot parse as JSON."""
    found, models = made
    first, *others = [model.run_id for model in models.values()]
    against_foil = pd.DataFrame({"run_id": [first, *others], "against": "foil", "mean": [np.nan, *[0.5] * len(others)]})
    with_foil = dataclasses.replace(found, lifts=pd.concat([found.lifts, against_foil]))
    shown = {model.run_id: model.foil_value for model in list_model_verdicts(with_foil)}
    assert shown == {first: None, **dict.fromkeys(others, 50.0)}


def test_references_are_judged_without_models():
    """If only solvers answered, the solvers have the verdicts."""
    answers = make_run_answers({name: MODELS[name] for name in ("blind_constant", "homography_solver")})
    models = list_model_verdicts(slow_overview(answers, lifts_of(answers), ABOUT))
    assert [(one.model_id, bool(one.verdicts)) for one in models] == [("homography_solver", True)]


def test_every_question_has_its_title(made):
    """Tri-Bench asks four questions of a model, a benchmark without a foil and without contrasts two."""
    assert list(list_verdict_titles(made[0]).values()) == [
        "Better than the best constant answer?", "Uses the image?", "Reads the flat image?", "Effect of tilt?",
    ]  # fmt: skip


def test_the_note_says_where_some_answers_have_no_constant(made):
    """Skill is over the answers that have a constant; its note says so only where others are among the scores."""
    found, _ = made
    assert list_verdict_notes(found)[BLIND].endswith("that of the best constant answer, in points.")
    fewer = dataclasses.replace(found, skill=found.skill.assign(n=found.skill["n"] - 1))
    assert list_verdict_notes(fewer)[BLIND].endswith("in points, over the answers to questions that have one.")


def test_the_verdicts_on_the_real_answers(real_workspace):
    """On the real answers the verdicts agree with the intervals of the overview's own frames."""
    with open_current(real_workspace) as warehouse:
        found = load_overview(warehouse)
    skill = found.skill.set_index("run_id")
    for model in list_model_verdicts(found):
        assert np.isclose(model.value, found.scores.set_index("run_id").loc[model.run_id, "value"])
        if model.verdicts:
            shown = model.verdicts[BLIND]
            assert (shown.low, shown.high) == pytest.approx(tuple(skill.loc[model.run_id, ["low", "high"]]))
            assert all(word.word == expected_word(key, word) for key, word in model.verdicts.items())
    assert not pd.isna([model.foil_value for model in list_model_verdicts(found)]).any()
