"""Tests of BlindTest's file names, the authors' rule for the truth, and answers reconstructed from right or wrong."""

import pytest

from core.benchmarks.blindtest.circles import CirclePair, derive_true_answer, parse_name, reconstruct_answer


@pytest.mark.parametrize("start", ["gpt_touch", "claude_3_5_overlap", "some_other_model_touch"])
@pytest.mark.parametrize("rotation", ["horizontal", "diagonal_1", "three_quarters"])
def test_a_file_name_states_the_circles(start, rotation):
    """Digits are kept as written, for any prefix of the name and also for a new direction."""
    name = f"{start}_pixels_384_rotation_{rotation}_diameter_0.20_distance_-0.05.png"
    assert parse_name(name) == CirclePair("384", rotation, "0.20", "-0.05")
    assert parse_name(name).gap_diameters == -0.05


@pytest.mark.parametrize(
    "name",
    [
        "gpt_touch_pixels_384_rotation_horizontal_diameter_0.20.png",
        "gpt_touch_pixels_384_rotation_horizontal_diameter_0.20_distance_-0.05.jpg",
        "gpt_touch_pixels_0_rotation_horizontal_diameter_0.20_distance_0.05.png",
        "gpt_touch_pixels_384_rotation_horizontal_diameter_2_distance_0.05.png",
        "notes.txt",
    ],
)
def test_other_file_names_are_not_parsed(name):
    """A name without one of the four numbers, or of another file type, is not parsed."""
    assert parse_name(name) is None


@pytest.mark.parametrize(
    ("gap", "touching", "overlapping"),
    [("-0.15", "Yes", "Yes"), ("-0.05", "Yes", "Yes"), ("0.00", "Yes", "No"), ("-0.00", "Yes", "No"),
     ("0.05", "No", "No"), ("0.50", "No", "No")],
)  # fmt: skip
def test_the_truth_follows_from_the_gap(gap, touching, overlapping):
    """Circles with a gap of 0 touch and do not overlap."""
    pair = CirclePair("384", "horizontal", "0.20", gap)
    assert (derive_true_answer("touching", pair), derive_true_answer("overlapping", pair)) == (touching, overlapping)


@pytest.mark.parametrize("task", ["touching", "overlapping"])
@pytest.mark.parametrize("gap", ["-0.15", "0.00", "0.05"])
def test_a_wrong_answer_is_the_opposite_of_the_truth(task, gap):
    """Of the two answers, the right one is the truth and the wrong one is the other."""
    pair = CirclePair("384", "horizontal", "0.20", gap)
    answers = {is_right: reconstruct_answer(task, pair, is_right=is_right) for is_right in (True, False)}
    assert answers[True] == derive_true_answer(task, pair)
    assert set(answers.values()) == {"Yes", "No"}


def test_sizes_of_one_drawing_have_one_id():
    """Images of the same drawing differ only in pixels."""
    pairs = [CirclePair(pixels, "diagonal_1", "0.20", "0.05") for pixels in ("384", "769")]
    assert len({pair.drawing_id for pair in pairs}) == 1
    assert len({pair.image_id for pair in pairs}) == 2
