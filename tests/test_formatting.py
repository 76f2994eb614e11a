"""Tests that foreign text never becomes markup."""

import math
import re
from datetime import datetime, timedelta, timezone

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from core.formatting import (
    escape_markdown,
    escape_markdown_cell,
    format_angles,
    format_count,
    format_hover_interval,
    format_interval,
    format_number,
    format_p_value,
    format_time,
    format_value,
    join_labels,
    join_with_and,
    split_shared_ending,
    to_single_line,
)

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


@pytest.mark.parametrize(
    "text",
    ["![x](http://evil.example/a.png)", "[x](javascript:alert(1))", "<img src=x>", "**bold**", "`code`", ":red[x]",
     "$x^2$", "1. item", "+ item", "| a | b |", "# title", "> quote", "- item", "&lt;b&gt;"],
)  # fmt: skip
def test_every_sign_of_markdown_is_escaped(text):
    """Every sign that Markdown or HTML could interpret is preceded by a backslash."""
    assert not re.search(r"(?<!\\)[*_`\[\]<>$&~]|(?<!\\):(?!//)|^[#+-]|^\d+[.)]", escape_markdown(text))


@given(st.text(st.sampled_from("ab_*`~[]()<>!|#+-=.:&;$\\/@ 1\n") | st.characters(), max_size=30))
def test_rendered_markdown_equals_the_text(text):
    """A Markdown renderer reads the escaped text as one paragraph of plain text, unchanged."""
    tokens = MARKDOWN.parse(escape_markdown(text))
    shown = to_single_line(text).strip()
    assert [token.type for token in tokens] == (["paragraph_open", "inline", "paragraph_close"] if shown else [])
    children = [child for token in tokens for child in token.children or []]
    assert {child.type for child in children} <= {"text"}
    assert "".join(child.content for child in children).replace("\u2060", "") == shown


@pytest.mark.parametrize(
    "text",
    ["blind_constant", "A is best: 84.0% (57.4–110.5), 3 of 12", "a_b/c_d.csv, row 6", "-5.3",
     "2026-11-22 12:08 UTC",
     "R & D; 1.5 points", "Which is it?", "OPENAI_API_KEY", "12-r1", "Q4 |B − C|"],
)  # fmt: skip
def test_text_without_markup_is_unchanged(text):
    """Underscores within words, colons before spaces and decimal points have no backslash."""
    assert escape_markdown(text) == text


@pytest.mark.parametrize("text", ["see http://evil.example", "www.evil.example", "mail@evil.example"])
def test_addresses_do_not_become_links(text):
    """An invisible sign within an address prevents renderers from linking it."""
    assert re.search("\u2060://|www\u2060|@\u2060", escape_markdown(text))


@pytest.mark.parametrize("text", [":material/bug:", ":smile:", ":+1:", ":streamlit:", "->", "a -- b", "<->", "a >= b"])
def test_signs_that_streamlit_replaces_are_broken(text):
    """Streamlit looks for icons, arrows and dashes after backslashes are removed, so invisible signs break them."""
    read = "".join(child.content for token in MARKDOWN.parse(escape_markdown(text)) for child in token.children or [])
    assert not re.search(r":[\w+-]|(?:^|\s)(?:<?->|<-|--|[<>~]=)(?:\s|$)", read)
    assert read.replace("\u2060", "") == text


@given(st.text())
def test_any_text_is_one_line(text):
    """Line breaks of any text are removed."""
    assert "\n" not in escape_markdown(text)


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [("scalene", "class", "scalene"), (1.23456, "ratio", "1.235"), (62.06, "angle", "62.1°"), (None, "angle", "–"),
     (math.nan, "ratio", "–"), (0, "angle", "0.0°")],
)  # fmt: skip
def test_values_are_formatted_by_kind(value, kind, text):
    """A class is its word, a ratio has three decimals, an angle one and its unit, and a missing value is a dash."""
    assert format_value(value, kind) == text


@pytest.mark.parametrize(
    ("value", "with_plus", "text"),
    [(-0.04, False, "0.0"), (-1.25, False, "−1.3"), (0.25, False, "0.3"), (0.15, False, "0.2"),
     (1e22, False, f"{1e22:.1f}"), (3.14159, True, "+3.1"), (0.0, True, "0.0"), (None, False, "–"),
     (math.nan, True, "–")],
)  # fmt: skip
def test_a_number_has_a_real_minus_and_no_negative_zero(value, with_plus, text):
    """The minus is U+2212, zero has no sign, halves are rounded away from zero, and a plus is optional."""
    assert format_number(value, with_plus=with_plus) == text


@pytest.mark.parametrize("decimals", [0, 1])
@given(st.lists(st.floats(0.01, 1.0), min_size=3, max_size=3))
def test_rounded_angles_of_a_triangle_add_up(decimals, parts):
    """The angles of any triangle sum to 180 degrees as written, and each is off by less than a unit."""
    angles = [180.0 * part / sum(parts) for part in parts]
    written = [float(text.removesuffix("°")) for text in format_angles(angles, decimals)]
    assert sum(written) == pytest.approx(180.0, abs=1e-9)
    assert all(abs(one - exact) < 10**-decimals + 1e-9 for one, exact in zip(written, angles, strict=True))


def test_angles_with_the_largest_remainders_are_rounded_up():
    """Rounded separately, 59.5, 59.7 and 60.8 degrees would sum to 181, so the first is rounded down."""
    assert format_angles([59.5, 59.7, 60.8]) == ["59°", "60°", "61°"]
    assert format_angles([60.0, 60.0, 60.0]) == ["60°", "60°", "60°"]
    assert format_angles([59.96, 60.01, 60.03], decimals=1) == ["60.0°", "60.0°", "60.0°"]


def test_intervals_are_formatted_by_their_ends():
    """Both ends are formatted like numbers; an interval without an end is a dash, or described in a hover text."""
    assert format_interval(-0.54, 4.26) == "−0.5 to 4.3"
    assert format_interval(None, 4.26) == format_interval(math.nan, 1.0) == "–"
    assert format_hover_interval(-1.0, 2.0) == "95% CI −1.0 to 2.0"
    assert format_hover_interval(None, None) == "no interval"
    assert format_hover_interval(-1.0, 2.0, 9) == "too few for an interval"
    assert format_hover_interval(-1.0, 2.0, 10) == "95% CI −1.0 to 2.0"


def test_a_p_value_has_two_digits_or_a_bound():
    """Significant digits are written; a very small value is only bounded."""
    assert [format_p_value(p) for p in (0.32, 0.00025, 0.0001, 1e-5, 0.0)] == [
        "0.32",
        "0.00025",
        "0.0001",
        *["< 0.0001"] * 2,
    ]
    assert format_p_value(None) == format_p_value(math.nan) == "–"


def test_groups_are_counted_in_the_benchmark_s_words():
    """One group has the singular, several have the plural."""
    assert format_count(1, "figure", "figures") == "1 figure"
    assert format_count(10, "figure", "figures") == "10 figures"


def test_lists_of_words_end_with_and():
    """One word has no separator; several are separated by commas and a last `and`."""
    assert join_with_and(["a"]) == "a"
    assert join_with_and(["a", "b", "c"]) == "a, b and c"


def test_times_are_formatted_in_utc():
    """Any zone is converted to UTC, seconds are optional, and a time without a zone raises an error."""
    moment = datetime(2026, 11, 22, 1, 2, 3, tzinfo=timezone(timedelta(hours=9)))
    assert format_time(moment) == "2026-11-21 16:02 UTC"
    assert format_time(pd.Timestamp(moment), with_seconds=True) == "2026-11-21 16:02:03 UTC"
    with pytest.raises(ValueError, match="zone"):
        format_time(moment.replace(tzinfo=None))


@given(st.text(st.sampled_from("ab|-:\\*` "), max_size=20))
def test_escaped_text_is_one_table_cell(text):
    """Pipes and backslashes neither end a cell nor get lost."""
    tokens = MARKDOWN.parse(f"| {escape_markdown_cell(text)} | x |\n| --- | --- |")
    first, second = (token.children for token in tokens if token.type == "inline")
    assert "".join(child.content for child in first).replace("\u2060", "") == to_single_line(text).strip()
    assert [child.content for child in second] == ["x"]


@pytest.mark.parametrize(("labels", "text"), [
    (["A · fast", "A · slow", "B · fast", "C"], "fast: A and B; slow: A; C"),
    (["A · fast", "B · fast"], "fast: A and B"),
    (["A · fast", "B · slow", "C"], "A · fast, B · slow and C"),
    (["A", "B"], "A and B"),
])  # fmt: skip
def test_labels_are_grouped_by_a_shared_ending(labels, text):
    """A list of runs names a prompt once if several runs have it."""
    assert join_labels(labels) == text


@pytest.mark.parametrize(("labels", "short", "ending"), [
    (["A · fast", "B 2 · fast"], ["A", "B 2"], "fast"),
    (["A · x · fast", "B · y · fast"], ["A · x", "B · y"], "fast"),
    (["A · fast", "B · slow"], ["A · fast", "B · slow"], ""),
    (["A · fast", "B"], ["A · fast", "B"], ""),
    (["A · fast"], ["A · fast"], ""),
    (["A", "A"], ["A", "A"], ""),
    ([], [], ""),
])  # fmt: skip
def test_the_ending_that_all_labels_share_is_split_off(labels, short, ending):
    """Only an ending behind the separator that at least two labels share is split off."""
    assert split_shared_ending(labels) == (short, ending)
