"""A warehouse's metadata against the benchmark's own description."""

from dataclasses import replace

import pytest

from core.benchmarks.registry import INCLUDED, SYNTHETIC
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import open_current
from tests.analyses.answers import ABOUT

EXPECTED = {"case_factors": tuple(factor for factor in ABOUT.case_factors if factor.key != "pass_stability")}
"""What differs in a warehouse of runs without repeats: *Passes agree* is no factor of it."""


def test_a_warehouse_describes_its_benchmark(tiny_warehouse):
    """Words, questions, frames, factors, protocols, subsets, contrasts and terms equal the benchmark's."""
    found = read_benchmark_info(tiny_warehouse)
    for name in ABOUT.__slots__:
        assert getattr(found, name) == EXPECTED.get(name, getattr(ABOUT, name)), name
    assert list(found.questions) == list(ABOUT.questions)
    assert list(found.subsets) == list(ABOUT.subsets)
    assert list(found.protocols) == list(ABOUT.protocols)


def test_synthetic_benchmark_has_similar_metadata(scenes_workspace):
    """Another triangle benchmark differs in id, title, name of a case and objects."""
    with open_current(scenes_workspace.select_benchmark(SYNTHETIC)) as warehouse:
        found = read_benchmark_info(warehouse)
    assert (found.benchmark_id, found.title) == (SYNTHETIC, INCLUDED[SYNTHETIC].title)
    assert (found.words.case, found.words.cases) == ("scene", "scenes")
    assert replace(found.words, case=ABOUT.words.case, cases=ABOUT.words.cases) == ABOUT.words
    for name in ("questions", "truth", "foil", "case_factors", "protocols", "terms"):
        assert getattr(found, name) == EXPECTED.get(name, getattr(ABOUT, name)), name
    phrases = [one.phrase.replace("scene", "photograph") for one in found.subsets.values()]
    assert phrases == [one.phrase for one in ABOUT.subsets.values()]
    assert [one.contrast for one in found.contrasts] == [one.contrast for one in ABOUT.contrasts]


@pytest.mark.parametrize(
    ("name", "text"),
    [("score", "score 3D"), ("foil_score", "score 2D"), ("difference", "2D − 3D"), ("reliance_by", ["pose"]),
     ("has_numbers", True)],
)  # fmt: skip
def test_score_names_carry_the_frame(name, text):
    """Scores are named by their frame if there are two."""
    assert getattr(ABOUT, name) == text


def test_factors_are_ordered():
    """Models and questions come first, runs last, and case factors in their order between them."""
    keys = list(ABOUT.factors)
    assert keys[:2] == ["model", "question"]
    assert keys[-3:] == ["runs", "prompts", "image_views"]
    assert keys[2:-3] == [factor.key for factor in ABOUT.case_factors]
