"""From items to contents: what an item may say beside its key."""

import pytest

from core.benchmarks.choice.contents import About, choice_contents
from core.benchmarks.choice.items import ChoiceItem
from core.benchmarks.contents import Measure, Subset, TruthFrame
from core.errors import ReleaseError
from core.records import Truth

FOIL = TruthFrame("plane", "Flat picture", "foil", "the flat picture")
FACTS = dict.fromkeys(("benchmark_id", "title", "author", "source", "version", "licence", "credit"), "small")


def items(**changes):
    return [
        ChoiceItem("1", "left", "scene 1", (), "Which?", ("ball", "box"), "A", foil="B", numbers={"margin": 0.25}),
        ChoiceItem("2", "left", "scene 2", (), "Which?", ("ball", "box"), "B", **changes),
    ]


def about(**more):
    return About(FACTS, foil=FOIL, measures=(Measure("margin", "Margin", "m"),), **more)


def test_a_foil_is_a_second_truth_of_the_items_that_have_one(tmp_path):
    """Each item has its key, and what the flat picture suggests only where it suggests something."""
    subset = Subset("all", "a scene")
    contents = choice_contents(items(), about(subsets=(subset,)), tmp_path)
    assert contents.truths == [
        Truth("1", "key", "left", "A"),
        Truth("1", "plane", "left", "B"),
        Truth("2", "key", "left", "B"),
    ]
    assert contents.frames_of("truth", "foil") == ["key", "plane"]
    assert contents.subsets == (subset,)


def test_numbers_of_items_are_those_of_their_cases(tmp_path):
    """A margin comes to the case as it stands with the item; an item may have none."""
    first, second = choice_contents(items(), about(), tmp_path).cases
    assert first.numbers == {"margin": 0.25}
    assert second.numbers == {}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"foil": "C"}, "'C' is none of its options"),
        ({"numbers": {"gap": 1.0}}, "the number gap, which is no measure"),
        ({"numbers": {"margin": float("nan")}}, "margin is nan"),
    ],
)
def test_foils_and_numbers_are_checked(changes, reason, tmp_path):
    """A foil is an option, a number has a measure and is finite."""
    with pytest.raises(ReleaseError, match=reason):
        choice_contents(items(**changes), about(), tmp_path)
