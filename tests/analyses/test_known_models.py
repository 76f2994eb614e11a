"""Claims about models of known behaviour, on a small set of every generated benchmark."""

import numpy as np
import pytest

from tests.known_models import answer_all, guess, lift_of, read_subject, say_letter, say_one_content, skill_of
from tests.small_gepbench import fill_gepbench

BENCHMARKS = ("gepbench", "mmperspective", "giq", "3dsrbench")


@pytest.fixture(scope="module")
def subjects(once, fields_settings):
    """The contents of the small sets by benchmark."""
    own = {"gepbench": once("gepbench", fill_gepbench)}
    return {name: read_subject(own.get(name, fields_settings).select_benchmark(name)) for name in BENCHMARKS}


@pytest.mark.slow
@pytest.mark.parametrize("benchmark", BENCHMARKS)
def test_constant_content_has_no_lift(subjects, benchmark):
    """A constant answer per question has lifts of exactly 0, against truth and foil."""
    subject = subjects[benchmark]
    runs = [answer_all(subject, say_one_content(subject, place), f"content {place}") for place in (0, -1)]
    for against in ("truth", *(("foil", "reliance") if subject.has_foil else ())):
        lifts = lift_of(subject, runs, against).dropna(subset=["lift"])
        assert lifts["lift"].abs().max() < 1e-12 or lifts.empty
        assert not (lifts["p_value"] < 0.05).any()


@pytest.mark.slow
@pytest.mark.parametrize("benchmark", BENCHMARKS)
def test_guessers_do_not_beat_the_constant_baseline(subjects, benchmark):
    """Of 40 guessers at most 3 have a skill above 0, no letter has, and few guessers have a lift."""
    subject, random = subjects[benchmark], np.random.default_rng(5)
    guessers = [answer_all(subject, guess(subject, random), f"guess {number}") for number in range(40)]
    letters = [answer_all(subject, say_letter(subject, letter), f"letter {letter}") for letter in range(4)]
    skills = skill_of(subject, [*guessers, *letters])
    above = skills["low"] > 0
    assert above[[name for name in skills.index if name.startswith("guess")]].sum() <= 3
    assert not above[[name for name in skills.index if name.startswith("letter")]].any()
    lifts = lift_of(subject, guessers)
    assert (lifts["p_value"] < 0.05).sum() <= 6


@pytest.mark.slow
@pytest.mark.parametrize("benchmark", BENCHMARKS[:3])  # the small 3DSRBench has one group: no other half
def test_truth_beats_the_constant_baseline(subjects, benchmark):
    """The truth is far above the baseline; with a chance baseline in every draw there is no spread to judge by."""
    subject = subjects[benchmark]
    skills = skill_of(subject, [answer_all(subject, subject.asked["truth"].to_numpy(), "truth")])
    assert skills.loc["truth", "value"] > 0.2
    assert not skills.loc["truth", "low"] <= 0
