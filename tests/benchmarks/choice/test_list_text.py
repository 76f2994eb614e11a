"""Tests of lists and mappings that programs wrote as text."""

import pytest

from core.benchmarks.choice.list_text import ListTextError, parse_list_text


@pytest.mark.parametrize(
    "text",
    [
        '["it\'s left", "right"]',
        "[\"it's left\", 'right']",
        "(\"it's left\", 'right')",
        "[\"it's left\" 'right']",
        "[\"it's left\"\n 'right']",
        r"['it\'s left' 'right']",
    ],
)
def test_json_python_and_numpy_lists_are_parsed_alike(text):
    """An apostrophe within a text is kept."""
    assert parse_list_text(text) == ["it's left", "right"]


def test_numbers_of_numpy_keep_their_digits():
    """0.50 does not become 0.5."""
    assert parse_list_text("[0.50 1.   2e3]") == ["0.50", "1.", "2e3"]


@pytest.mark.parametrize(
    "text",
    [
        "{'text': ['a', 'b'], 'label': ['A', 'B']}",
        "{'text': array(['a', 'b'], dtype='<U1'), 'label': array(['A', 'B'], dtype=object)}",
    ],
)
def test_mappings_of_hugging_face_are_parsed(text):
    """The text may be as pandas writes it, with NumPy arrays inside."""
    assert parse_list_text(text) == {"text": ["a", "b"], "label": ["A", "B"]}


@pytest.mark.parametrize("text", ["A. x\nB. y", "red", "(a) 0.5 (b) 1", "[A] x [B] y", ""])
def test_other_texts_are_not_lists(text):
    """Brackets around a letter mark an option."""
    assert parse_list_text(text) is None


@pytest.mark.parametrize("text", ["['a' 'b', 'c']", "['a', 'b'", "[open('x')]", "{1: 'a'}", "[" * 5000])
def test_invalid_lists_raise(text):
    """A missing comma would join two options; nothing is executed."""
    with pytest.raises(ListTextError):
        parse_list_text(text)
