"""Text of others never becomes markup."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import plain


@pytest.mark.parametrize(
    "text",
    ["![x](http://evil.example/a.png)", "[x](javascript:alert(1))", "<img src=x>", "**bold**", "`code`", ":red[x]",
     "$x^2$", "1. item", "+ item", "| a | b |", "# title", "> quote", "- item", "&lt;b&gt;"],
)  # fmt: skip
def test_no_sign_of_markdown_is_left_unescaped(text):
    """Every sign that Markdown or HTML could read has a backslash before it."""
    assert not re.search(r"(?<!\\)[*_`\[\]<>|$&~]|(?<!\\):(?!//)|^[#+-]|^\d+[.)]", plain(text))


@pytest.mark.parametrize("text", ["see http://evil.example", "www.evil.example", "mail@evil.example"])
def test_addresses_do_not_become_links(text):
    """An address is broken by an invisible sign, so that no renderer links it."""
    assert re.search("\u2060://|www\u2060|@\u2060", plain(text))


@given(st.text())
def test_any_text_is_one_line(text):
    """Whatever comes in, one line comes out."""
    assert "\n" not in plain(text)
