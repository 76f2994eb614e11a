"""Tests of rotated options and of pairs."""

from pathlib import Path

import pytest

from core.benchmarks.choice.circular import build_case_sets, expand_rotations, resolve_protocol, rotate_options
from core.benchmarks.choice.items import LETTERS, ChoiceItem, fill_prompt, format_choice_text, has_place


def make_item(options, answer="A", **changes):
    values = {"item_id": "i", "question_id": "q", "group_id": "g", "images": (Path("a.png"),), "question": "Which?"}
    return ChoiceItem(**{**values, "options": tuple(options), "answer": answer, **changes})


@pytest.mark.parametrize("m", [2, 3, 4, 5, 6, 26])
def test_the_right_letter_moves_with_its_text(m):
    """In rotation k, option i is option i + k of the original, and the letter shows the right text."""
    options = [f"option {number}" for number in range(m)]
    for key in range(m):
        for k in range(m):
            one = rotate_options(make_item(options, LETTERS[key]), k)
            assert one.options == tuple(options[(i + k) % m] for i in range(m))
            assert one.options[LETTERS.index(one.answer)] == options[key]


def test_the_foil_s_letter_moves_with_its_text():
    """In every rotation the foil is the same text; an item without a foil has none."""
    for k in range(4):
        one = rotate_options(make_item("wxyz", "C", foil="A"), k, "-")
        assert one.options[LETTERS.index(one.foil)] == "w"
        assert one.item_id == (f"i-{k}" if k else "i")
    assert rotate_options(make_item("wxyz", "C"), 1).foil == ""


def test_meanings_move_with_their_options():
    """The meaning of an option in the unmirrored image stays with its text."""
    one = rotate_options(make_item(["left", "right", "none"], meanings=("right", "left", "none")), 1)
    assert dict(zip(one.options, one.meanings, strict=True)) == {"left": "right", "right": "left", "none": "none"}
    assert rotate_options(make_item("wx"), 1).meanings == ()


def test_circular_evaluation_asks_every_rotation_once():
    """Each item has m rotations in one set of its group; each letter is right in one of them."""
    items = expand_rotations([make_item("wxyz", "C", sets={"flip": "p"}), make_item("no", item_id="j")])
    assert [one.item_id for one in items] == ["i", "i-r1", "i-r2", "i-r3", "j", "j-r1"]
    assert [one.answer for one in items] == ["C", "B", "A", "D", "A", "B"]
    assert {one.group_id for one in items} == {"g"}
    assert [(one.protocol, one.set_id, len(one.case_ids)) for one in build_case_sets(items)] == [
        ("circular", "i", 4),
        ("circular", "j", 2),
    ]
    assert [one.sets.get("flip") for one in items[:2]] == ["p", "p-r1"]
    assert [one.factors["rotation"] for one in items[:4]] == ["0", "1", "2", "3"]


def test_a_pair_is_two_items_of_one_set():
    """Two items with the same set are a pair; a single item is not."""
    items = [make_item("ab", item_id=name, sets={"flip": pair}) for name, pair in (("x", "p"), ("y", "p"), ("z", "r"))]
    assert [(one.protocol, one.set_id, one.case_ids) for one in build_case_sets(items)] == [("flip", "p", ("x", "y"))]


def test_all_rotations_of_a_pair_are_a_set():
    """All rotations of both images of a pair are a set, as for 3DSRBench's strict score."""
    items = expand_rotations(
        [make_item("ab", item_id=name, sets={"flip": pair}) for name, pair in (("x", "p"), ("y", "p"), ("z", "r"))]
    )
    sets = {(one.protocol, one.set_id): one.case_ids for one in build_case_sets(items)}
    assert sets["flip_circular", "p"] == ("x", "x-r1", "y", "y-r1")
    assert (sets["flip", "p"], sets["flip", "p-r1"]) == (("x", "y"), ("x-r1", "y-r1"))
    assert [key for key in sets if key[1] == "r" or "z" in key[1]] == [("circular", "z")]
    assert resolve_protocol("flip_circular").title == "right in image and mirror image, in every order of the options"
    assert resolve_protocol("pair_circular").title == "right in all of a set of pair, in every order of the options"


def test_prompts_keep_braces_and_percent_signs():
    """Braces and percent signs in questions, options and prompts have no special meaning."""
    question, options = "Is {0} 5 %s?", ["{yes}", "{text}"]
    assert format_choice_text(question, options) == "Is {0} 5 %s?\nA. {yes}\nB. {text}"
    sent = fill_prompt('{text}\nAnswer {"answer": "A"}.', question, options)
    assert sent == 'Is {0} 5 %s?\nA. {yes}\nB. {text}\nAnswer {"answer": "A"}.'


def test_question_and_options_have_separate_placeholders():
    """A prompt may put text between them and letters in brackets; a placeholder within a question is plain text."""
    prompt = "{question}\nSelect from the following choices.\n{options (A)}"
    sent = fill_prompt(prompt, "Is {options} it?", ["one", "two"])
    assert sent == "Is {options} it?\nSelect from the following choices.\n(A) one\n(B) two"
    assert fill_prompt("{question} {options}", "Who?", ["x", "y"]) == "Who? A. x\nB. y"
    assert has_place(prompt)
    assert has_place("{text}")
    assert has_place("{question}", for_options=False)
    assert not has_place("{question}")
    assert not has_place("{options}")
