"""Tests of options that refer to other options, and of their effect on rotation."""

import pytest

from core.benchmarks.choice.circular import build_case_sets, expand_rotations
from core.benchmarks.choice.items import LETTERS, ChoiceItem
from core.benchmarks.choice.option_references import describe_rotations, plan_rotation

NAMING = (
    "Both A and B", "A and B", "A & B", "Neither A nor B", "Either (A) or (B)", "Both 1 and 2", "Options B and C",
    "A, B and C", "A, B, and C are correct", "All of the above except A", "All but B", "Only A", "A only",
    "Same as option B", "both a and b", "1 and 2", "Option A.",
)  # fmt: skip


def make_item(*options, answer="A", item_id="q"):
    return ChoiceItem(item_id, "t", "g", (), "Which?", options, answer)


@pytest.mark.parametrize("naming", NAMING)
def test_an_option_that_names_others_prevents_rotation(naming):
    """After a rotation its letters would refer to other texts; the reason names the option."""
    plan = plan_rotation(["the cup", "the plate", "the fork", naming])
    assert naming[:60] in plan.reason
    assert plan.count_orders(4) == 1


@pytest.mark.parametrize(
    "last", ["All of the above", "None of the above.", "none of the options above", "None of these", "Neither", "Both",
             "Neither of them", "None of the other options", "All the above are correct", "Both of the above"],
)  # fmt: skip
def test_an_option_about_all_others_keeps_its_position(last):
    """The other options rotate."""
    plan = plan_rotation(["the cup", "the plate", "the fork", last])
    assert (plan.pinned, plan.reason, plan.count_orders(4)) == ({3}, "", 3)


def test_above_in_a_middle_option_prevents_rotation():
    """A rotation would change which options are above it."""
    assert (
        "only to the options above it"
        in plan_rotation(["the cup", "the plate", "both of the above", "the fork"]).reason
    )
    assert plan_rotation(["the cup", "the plate", "both of the above", "none of the above"]).pinned == {2, 3}


@pytest.mark.parametrize(
    "options",
    [
        ["above", "below", "left"],
        ["Above it", "Below it"],
        ["A", "B", "C"],
        ["A and B", "A and C", "B and C"],  # points in the image
        ["A", "B", "Both A and B"],  # named by their own texts
        ["only A", "only B", "both A and B", "neither A nor B"],
        ["1/2", "1/3", "1, 2"],
        ["1 and 2", "3 and 4"],
        ["the cup above", "both cups", "neither cup", "none"],
        ["X and Y", "P and Q"],
        ["4 and 7", "red", "blue"],  # it has no options 4 and 7
    ],
)
def test_options_about_the_image_rotate(options):
    """Letters and numbers that are labels or values, and positions in the image, do not refer to options."""
    plan = plan_rotation(options)
    assert (plan.pinned, plan.reason) == (frozenset(), "")


@pytest.mark.parametrize("answer", "ABCD")
def test_the_pinned_option_stays_and_the_key_moves_with_its_text(answer):
    """Each other option takes each other position once, and the right text is the key in every order."""
    own = make_item("the cup", "the plate", "the fork", "None of the above", answer=answer)
    turns = expand_rotations([own], plan=plan_rotation)
    assert [turn.options[3] for turn in turns] == ["None of the above"] * 3
    for index in range(3):
        assert sorted(turn.options[index] for turn in turns) == sorted(own.options[:3])
    assert {turn.options[turn.key] for turn in turns} == {own.options[LETTERS.index(answer)]}
    assert [found.case_ids for found in build_case_sets(turns)] == [("q", "q-r1", "q-r2")]


def test_a_question_that_names_options_is_asked_once():
    """A single order is not a set, because it is not CircularEval."""
    turns = expand_rotations([make_item("the cup", "the plate", "Both A and B")], plan=plan_rotation)
    assert [turn.item_id for turn in turns] == ["q"]
    assert build_case_sets(turns) == []


def test_every_option_rotates_without_a_plan():
    """Benchmarks with a published protocol rotate all options."""
    assert len(expand_rotations([make_item("the cup", "the plate", "Both A and B")])) == 3


def test_sentences_count_and_name_the_questions():
    """There is one sentence for pinned and one for unrotated questions, and none if all rotate."""
    ordinary = make_item("the cup", "the plate", item_id="q1")
    pinned, refused = make_item("x", "y", "Neither", item_id="q2"), make_item("x", "y", "A and B", item_id="q3")
    first, second = describe_rotations([ordinary, pinned, refused])
    assert first.startswith("Circular: 1 of 3 questions have an option about the others")
    assert "(q2)" in first
    assert second.startswith("Circular: 1 of 3 questions are asked only in the order of the table (q3: option C,")
    assert describe_rotations([ordinary]) == []
