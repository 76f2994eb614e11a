"""Lists and tables of words that the parsers look up, read from `words.toml`."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from core.toml_tables import load_table

WORDS = Path(__file__).parent / "words.toml"


def load_words(name: str) -> tuple[str, ...]:
    """Load a list of words, in the file's order.

    Raises:
        ValueError: the list contains a word twice.
    """
    words = tuple(_load_file()["lists"][name].split())
    if len(set(words)) < len(words):
        raise ValueError(f"{WORDS}, list {name}: {max(words, key=words.count)} is listed twice. Remove one.")
    return words


def load_word_table(name: str) -> Mapping[str, str]:
    """Load a table from words to what they mean."""
    return MappingProxyType(_load_file()[name])


@cache
def _load_file() -> Mapping[str, Any]:
    return MappingProxyType(load_table(__file__, WORDS.name))
