"""Claims about models of known behaviour, on a small set of every generated benchmark."""

import numpy as np
import pytest

from core.generators.registry import draw_default_set
from tests import claim_simulations
from tests.known_models import (
    answer_all,
    compute_content_gains,
    estimate_lifts,
    estimate_skills,
    guess,
    read_subject,
    say_letter,
    say_one_content,
)
from tests.set_simulations import ALL_SIMULATIONS
from tests.small_gepbench import fill_gepbench

BENCHMARKS = ("gepbench", "mmperspective", "giq", "3dsrbench")


@pytest.fixture(scope="module")
def subjects(fill_once, fields_workspace):
    """The contents of the small sets by benchmark."""
    own = {"gepbench": fill_once("gepbench", fill_gepbench)}
    return {name: read_subject(own.get(name, fields_workspace).select_benchmark(name)) for name in BENCHMARKS}


@pytest.mark.slow
@pytest.mark.parametrize("benchmark", BENCHMARKS)
def test_constant_content_has_no_lift(subjects, benchmark):
    """A constant answer per question has lifts of exactly 0, against truth and foil."""
    subject = subjects[benchmark]
    runs = [answer_all(subject, say_one_content(subject, place), f"content {place}") for place in (0, -1)]
    for against in ("truth", *(("foil", "reliance") if subject.has_foil else ())):
        lifts = estimate_lifts(subject, runs, against).dropna(subset=["lift"])
        assert lifts["lift"].abs().max() < 1e-12 or lifts.empty
        assert not (lifts["p_value"] < 0.05).any()


@pytest.mark.slow
@pytest.mark.parametrize("benchmark", BENCHMARKS)
def test_guessers_do_not_beat_the_constant_baseline(subjects, benchmark):
    """Of 40 guessers at most 3 have a skill above 0, no letter has, and few guessers have a lift."""
    subject, random = subjects[benchmark], np.random.default_rng(5)
    guessers = [answer_all(subject, guess(subject, random), f"guess {number}") for number in range(40)]
    letters = [answer_all(subject, say_letter(subject, letter), f"letter {letter}") for letter in range(4)]
    skills = estimate_skills(subject, [*guessers, *letters])
    above = skills["low"] > 0
    assert above[[name for name in skills.index if name.startswith("guess")]].sum() <= 3
    assert not above[[name for name in skills.index if name.startswith("letter")]].any()
    lifts = estimate_lifts(subject, guessers)
    assert (lifts["p_value"] < 0.05).sum() <= 6


@pytest.mark.slow
@pytest.mark.parametrize("benchmark", BENCHMARKS[:3])  # the small 3DSRBench has one group: no other half
def test_truth_beats_the_constant_baseline(subjects, benchmark):
    """The truth is far above the baseline; with a chance baseline in every draw there is no spread to judge by."""
    subject = subjects[benchmark]
    skills = estimate_skills(subject, [answer_all(subject, subject.asked["truth"].to_numpy(), "truth")])
    assert skills.loc["truth", "value"] > 0.2
    assert not skills.loc["truth", "low"] <= 0


@pytest.mark.slow
def test_no_constant_content_beats_not_looking(fill_once):
    """No fixed answer to every case of a GIQ question scores more than 1 point above the blind baseline."""
    workspace = fill_once("default_giq", lambda made: draw_default_set(made.select_benchmark("giq")))
    gains = compute_content_gains(read_subject(workspace.select_benchmark("giq")))
    assert {"central", "fourfold", "fivefold", "same"} <= set(gains)
    assert max(gains.values()) <= 0.01


@pytest.mark.slow
@pytest.mark.parametrize("simulate", ALL_SIMULATIONS, ids=lambda function: function.__name__)
def test_rates_of_claims_are_nominal(subjects, monkeypatch, simulate):
    """False positives and coverage are within 2 points of nominal, or within two standard errors of fewer draws."""
    sizes = {"N_SIMULATIONS": 60, "N_TABLES": 20, "N_DRAWN": 1_000, "N_DRAWN_SKILL": 100, "DRAWS": 200}
    for name, value in sizes.items():
        monkeypatch.setattr(claim_simulations, name, value)
    about = claim_simulations.build_simulation_subject(subjects["gepbench"], "gepbench")
    rates = list(simulate(about, np.random.default_rng(5)))
    assert not [rate.line for rate in rates if rate.is_off]
    assert rates or simulate is claim_simulations.simulate_effects
