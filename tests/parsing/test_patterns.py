"""Tests of the files with regular expressions."""

import re

import pytest

from core.parsing.patterns import load_patterns

FILE = r"""
noun = '(?:answer|choice)'
sentence = [
    'the\s(?&noun)',
    ' is (?&article)\b',
]
label = '''
(?m)^ (?&noun)
  | result \s? ='''
"""


@pytest.fixture
def module(tmp_path):
    """Return the path of a module beside a file of expressions."""
    (tmp_path / "phrases.toml").write_text(FILE, encoding="utf-8")
    return str(tmp_path / "module.py")


def test_an_expression_contains_those_it_refers_to(module):
    """They are earlier ones of the file or come from the caller; the parts of a list are joined as they are."""
    patterns = load_patterns(module, "phrases.toml", article="(?:an?|the)")
    assert list(patterns) == ["noun", "sentence", "label"]
    assert patterns["sentence"].pattern == r"the\s(?:answer|choice) is (?:an?|the)\b"
    assert patterns["sentence"].search("THE choice is A cube")


def test_white_space_counts_only_in_one_line(module):
    """An expression of several lines is laid out freely and may begin with flags."""
    patterns = load_patterns(module, "phrases.toml", article="a")
    assert patterns["noun"].flags & re.VERBOSE == 0
    assert patterns["label"].findall("x\nanswer\nResult =") == ["answer", "Result ="]


def test_a_missing_expression_is_an_error(module):
    """The error names its key."""
    with pytest.raises(KeyError, match="article"):
        load_patterns(module, "phrases.toml")
