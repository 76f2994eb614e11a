"""Tests of the parsers' lists of words."""

import tomllib

import pytest

from core.parsing import word_lists
from core.parsing.word_lists import WORDS, load_words


@pytest.mark.parametrize("name", tomllib.loads(WORDS.read_text(encoding="utf-8"))["lists"])
def test_every_list_has_distinct_words(name):
    """Each list loads, so no word in it is repeated."""
    assert load_words(name)


def test_a_repeated_word_raises(monkeypatch):
    """The error names the list and the word."""
    monkeypatch.setattr(word_lists, "_load_file", lambda: {"lists": {"tens": "twenty thirty twenty"}})
    with pytest.raises(ValueError, match="list tens: twenty is listed twice"):
        load_words("tens")
