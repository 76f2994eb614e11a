"""From items to contents: what an item may say beside its key."""

from dataclasses import replace

import pytest

from core.benchmarks.cases import CaseMeasure
from core.benchmarks.choice.benchmark_data import ChoiceBenchmarkInfo, build_choice_data
from core.benchmarks.choice.items import ChoiceItem
from core.benchmarks.choice.margins import BANDS
from core.benchmarks.data import CurveSpec, MarginSpec, Subset, TruthSource
from core.benchmarks.validation import validate_data
from core.errors import ReleaseError
from core.records import Truth

FOIL = TruthSource("plane", "Flat image", "foil", "the flat image")
FACTS = dict.fromkeys(("benchmark_id", "title", "author", "source", "version", "licence", "credit"), "small")


def items(**changes):
    return [
        ChoiceItem("1", "left", "scene 1", (), "Which?", ("ball", "box"), "A", foil="B", numbers={"margin": 0.25}),
        ChoiceItem("2", "left", "scene 2", (), "Which?", ("ball", "box"), "B", **changes),
    ]


def about(**more):
    return ChoiceBenchmarkInfo(FACTS, foil=FOIL, measures=(CaseMeasure("margin", "Margin", "m"),), **more)


def test_a_foil_is_a_second_truth_of_the_items_that_have_one(tmp_path):
    """Each item has its key, and what the flat image suggests only where it suggests something."""
    subset = Subset("all", "a scene")
    contents = build_choice_data(items(), about(subsets=(subset,)), tmp_path)
    assert contents.truths == [
        Truth("1", "key", "left", "A"),
        Truth("1", "plane", "left", "B"),
        Truth("2", "key", "left", "B"),
    ]
    assert contents.list_frames("truth", "foil") == ["key", "plane"]
    assert [frame.title for frame in contents.frames] == ["3D", "Flat image"]
    assert contents.subsets == (subset,)


def test_numbers_of_items_are_those_of_their_cases(tmp_path):
    """A margin comes to the case as it stands with the item; an item may have none."""
    first, second = build_choice_data(items(), about(), tmp_path).cases
    assert first.numbers == {"margin": 0.25}
    assert second.numbers == {}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"foil": "C"}, "'C' is not one of its options"),
        ({"numbers": {"gap": 1.0}}, "a number for the unknown measure gap"),
        ({"numbers": {"margin": float("nan")}}, "margin is nan"),
    ],
)
def test_foils_and_numbers_are_checked(changes, reason, tmp_path):
    """A foil is an option, a number has a measure and is finite."""
    with pytest.raises(ReleaseError, match=reason):
        build_choice_data(items(**changes), about(), tmp_path)


def with_margins(question_id, margins):
    return [
        ChoiceItem(f"{question_id} {place}", question_id, f"scene {place}", (), "?", ("a", "b"), "A", margin=margin)
        for place, margin in enumerate(margins)
    ]


def test_margins_fall_into_quarters_of_their_question(tmp_path):
    """A quarter of a question's items is in each band, by their margins alone; equal margins share the first's band."""
    asked = ChoiceBenchmarkInfo(FACTS, margins=(MarginSpec("size", "gap", "m"), MarginSpec("turn", "angle", "°")))
    shuffled = [0.7, 0.1, 0.8, 0.2, 0.6, 0.3, 0.5, 0.4]
    items = [*with_margins("size", shuffled), *with_margins("turn", [20.0, 20.0, 20.0, 90.0])]
    contents = build_choice_data(items, asked, tmp_path)
    bands = {case.case_id: case.factors["margin"] for case in contents.cases}
    order = [f"size {shuffled.index(value)}" for value in sorted(shuffled)]
    assert [bands[case_id] for case_id in order] == [band for band in BANDS for _ in range(2)]
    assert [bands[f"turn {place}"] for place in range(4)] == ["narrowest"] * 3 + ["widest"]
    assert [case.numbers["margin_size"] for case in contents.cases] == [*shuffled, 20.0, 20.0, 20.0, 90.0]
    assert contents.margins == asked.margins
    assert contents.factors[-1].levels == BANDS


@pytest.mark.parametrize("wrong", [{"question_id": "other"}, {"factor": "other"}, {"measure": "other"}])
def test_a_curve_is_along_what_there_is(tmp_path, wrong):
    """A curve whose question, factor or measure is none is refused; one of what there is goes through."""
    contents = build_choice_data(with_margins("size", [0.1, 0.2]), ChoiceBenchmarkInfo(FACTS), tmp_path)
    curve = CurveSpec("size", "margin", "margin_size", "gap", "m", 0.1)
    contents.curves = (curve,)
    assert validate_data(contents).curves == (curve,)
    contents.curves = (replace(curve, **wrong),)
    with pytest.raises(ReleaseError, match="the curve along .* refers to an unknown question"):
        validate_data(contents)


def test_without_different_margins_there_are_no_bands(tmp_path):
    """Where all margins are the same, or none is known, there is neither factor nor measure."""
    items = [*with_margins("size", [0.5, 0.5]), *with_margins("turn", [None, None])]
    contents = build_choice_data(items, ChoiceBenchmarkInfo(FACTS, margins=(MarginSpec("size", "gap"),)), tmp_path)
    assert (contents.factors, contents.measures, contents.margins) == ((), (), ())
