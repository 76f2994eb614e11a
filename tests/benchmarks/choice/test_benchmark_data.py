"""Tests of building a benchmark's data from items with foils, numbers and margins."""

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


def make_items(**changes):
    return [
        ChoiceItem("1", "left", "scene 1", (), "Which?", ("ball", "box"), "A", foil="B", numbers={"margin": 0.25}),
        ChoiceItem("2", "left", "scene 2", (), "Which?", ("ball", "box"), "B", **changes),
    ]


def make_info(**more):
    return ChoiceBenchmarkInfo(FACTS, foil=FOIL, measures=(CaseMeasure("margin", "Margin", "m"),), **more)


def test_a_foil_is_a_second_truth_of_its_item(tmp_path):
    """Each item has its key, and an image-plane answer only if it has a foil."""
    subset = Subset("all", "a scene")
    contents = build_choice_data(make_items(), make_info(subsets=(subset,)), tmp_path)
    assert contents.truths == [
        Truth("1", "key", "left", "A"),
        Truth("1", "plane", "left", "B"),
        Truth("2", "key", "left", "B"),
    ]
    assert contents.list_frames("truth", "foil") == ["key", "plane"]
    assert [frame.title for frame in contents.frames] == ["3D", "Flat image"]
    assert contents.subsets == (subset,)


def test_cases_keep_the_numbers_of_their_items(tmp_path):
    """A case has its item's margin unchanged; an item may have none."""
    first, second = build_choice_data(make_items(), make_info(), tmp_path).cases
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
    """A foil must be an option, and a number must be finite and have a measure."""
    with pytest.raises(ReleaseError, match=reason):
        build_choice_data(make_items(**changes), make_info(), tmp_path)


def make_items_with_margins(question_id, margins):
    return [
        ChoiceItem(f"{question_id} {index}", question_id, f"scene {index}", (), "?", ("a", "b"), "A", margin=margin)
        for index, margin in enumerate(margins)
    ]


def test_margins_are_split_into_quarters_per_question(tmp_path):
    """Each band has a quarter of a question's items by margin; equal margins share the first one's band."""
    asked = ChoiceBenchmarkInfo(FACTS, margins=(MarginSpec("size", "gap", "m"), MarginSpec("turn", "angle", "°")))
    shuffled = [0.7, 0.1, 0.8, 0.2, 0.6, 0.3, 0.5, 0.4]
    items = [*make_items_with_margins("size", shuffled), *make_items_with_margins("turn", [20.0, 20.0, 20.0, 90.0])]
    contents = build_choice_data(items, asked, tmp_path)
    bands = {case.case_id: case.factors["margin"] for case in contents.cases}
    order = [f"size {shuffled.index(value)}" for value in sorted(shuffled)]
    assert [bands[case_id] for case_id in order] == [band for band in BANDS for _ in range(2)]
    assert [bands[f"turn {index}"] for index in range(4)] == ["narrowest"] * 3 + ["widest"]
    assert [case.numbers["margin_size"] for case in contents.cases] == [*shuffled, 20.0, 20.0, 20.0, 90.0]
    assert contents.margins == asked.margins
    assert contents.factors[-1].levels == BANDS


@pytest.mark.parametrize("wrong", [{"question_id": "other"}, {"factor": "other"}, {"measure": "other"}])
def test_a_curve_must_refer_to_known_names(tmp_path, wrong):
    """A curve with an unknown question, factor or measure is refused; one with known names is accepted."""
    contents = build_choice_data(make_items_with_margins("size", [0.1, 0.2]), ChoiceBenchmarkInfo(FACTS), tmp_path)
    curve = CurveSpec("size", "margin", "margin_size", "gap", "m", 0.1)
    contents.curves = (curve,)
    assert validate_data(contents).curves == (curve,)
    contents.curves = (replace(curve, **wrong),)
    with pytest.raises(ReleaseError, match="the curve along .* refers to an unknown question"):
        validate_data(contents)


def test_equal_margins_have_no_bands(tmp_path):
    """If all margins are equal, or none is known, there is neither a factor nor a measure."""
    items = [*make_items_with_margins("size", [0.5, 0.5]), *make_items_with_margins("turn", [None, None])]
    contents = build_choice_data(items, ChoiceBenchmarkInfo(FACTS, margins=(MarginSpec("size", "gap"),)), tmp_path)
    assert (contents.factors, contents.measures, contents.margins) == ((), (), ())
