"""What a warehouse says of its benchmark, against what the benchmark says of itself."""

from dataclasses import replace

import pytest

from core.benchmarks.registry import INCLUDED, SYNTHETIC
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import open_current
from tests.analyses.answers import ABOUT


def test_a_warehouse_describes_its_benchmark(tiny_warehouse):
    """Words, questions, frames, factors, protocols, subsets, contrasts and terms are those that the benchmark gave."""
    found = read_benchmark_info(tiny_warehouse)
    for name in ABOUT.__slots__:
        assert getattr(found, name) == getattr(ABOUT, name), name
    assert list(found.questions) == list(ABOUT.questions)
    assert list(found.subsets) == list(ABOUT.subsets)
    assert list(found.protocols) == list(ABOUT.protocols)


def test_scenes_are_described_alike_but_for_their_name(scenes_settings):
    """Another benchmark of triangles differs by its id, its title and the name of a case, and by the objects it has."""
    with open_current(scenes_settings.select_benchmark(SYNTHETIC)) as warehouse:
        found = read_benchmark_info(warehouse)
    assert (found.benchmark_id, found.title) == (SYNTHETIC, INCLUDED[SYNTHETIC].title)
    assert (found.words.case, found.words.cases) == ("scene", "scenes")
    assert replace(found.words, case=ABOUT.words.case, cases=ABOUT.words.cases) == ABOUT.words
    for name in ("questions", "truth", "foil", "case_factors", "protocols", "terms"):
        assert getattr(found, name) == getattr(ABOUT, name), name
    phrases = [one.phrase.replace("scene", "photograph") for one in found.subsets.values()]
    assert phrases == [one.phrase for one in ABOUT.subsets.values()]
    assert [one.contrast for one in found.contrasts] == [one.contrast for one in ABOUT.contrasts]


@pytest.mark.parametrize(
    ("name", "text"),
    [("score", "score 3D"), ("foil_score", "score 2D"), ("difference", "2D − 3D"), ("reliance_by", ["pose"]),
     ("has_numbers", True)],
)  # fmt: skip
def test_what_follows_from_words_and_frames(name, text):
    """Scores are named by their frame where there are two."""
    assert getattr(ABOUT, name) == text


def test_factors_begin_with_models_and_questions():
    """Models and questions come first, runs last, those of cases between them in their order."""
    keys = list(ABOUT.factors)
    assert keys[:2] == ["model", "question"]
    assert keys[-3:] == ["runs", "prompts", "image_views"]
    assert keys[2:-3] == [factor.key for factor in ABOUT.case_factors]
