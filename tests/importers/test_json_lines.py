"""Tests that JSON Lines files are read row by row, whatever a line contains."""

import json
import math
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.importers.json_lines import MAX_LINE_BYTES, read_json_lines
from core.importers.json_text import parse_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture
def lines(tmp_path):
    """Read the rows of a file with these bytes."""

    def read(*parts):
        path = tmp_path / "rows.jsonl"
        path.write_bytes(b"".join(parts))
        return list(read_json_lines(path))

    return read


@pytest.mark.slow
@given(st.lists(st.dictionaries(st.text(max_size=3), VALUES, max_size=3), max_size=5), st.booleans())
def test_rows_are_what_was_written(tmp_path_factory, objects, is_ascii):
    """Lines written by `json` are read back with their line numbers, whether or not escaped to ASCII."""
    path = tmp_path_factory.mktemp("rows") / "rows.jsonl"
    path.write_bytes(b"".join(f"{json.dumps(row, ensure_ascii=is_ascii)}\n".encode() for row in objects))
    assert list(read_json_lines(path)) == list(enumerate(objects, start=1))


def test_only_a_line_feed_ends_a_line(lines):
    """Raw U+2028, U+2029, U+0085 and vertical tabs between values stay inside their row."""
    text = "one\u2028two\u2029three\u0085four"
    rows = lines(json.dumps({"reply": text}, ensure_ascii=False).encode(), b"\r\n", b'{"a":\r1}\n\n{"b": 2}')
    assert rows == [(1, {"reply": text}), (2, {"a": 1}), (4, {"b": 2})]


def test_a_byte_order_mark_is_no_part_of_the_first_row(lines):
    """A byte order mark before the first object is skipped; one elsewhere makes the row invalid JSON."""
    (first, second) = lines(b'\xef\xbb\xbf{"a": 1}\n', b'\xef\xbb\xbf{"a": 1}\n')
    assert first == (1, {"a": 1})
    assert second[1].startswith("not valid JSON")


def test_a_bare_nan_is_a_number(lines):
    """NaN and Infinity, which Python programs write, are read as numbers."""
    ((_, row),) = lines(b'{"a": NaN, "b": -Infinity}')
    assert math.isnan(row["a"])
    assert row["b"] == -math.inf


@pytest.mark.parametrize("written", [rb"\ud83d", rb"\uDE00", b"\xed\xa0\xbd"])
def test_a_lone_surrogate_is_replaced(lines, written):
    """Half of a surrogate pair, escaped or as bytes, becomes U+FFFD in texts and keys. The row can be written again."""
    ((_, row),) = lines(b'{"a' + written + b'": ["x' + written + b'y"]}')
    assert row == {"a\ufffd": ["x\ufffdy"]}


def test_a_whole_pair_of_surrogates_is_a_sign(lines):
    """A pair of surrogates that encodes one character is that character."""
    assert lines(rb'{"a": "\ud83d\ude00"}') == [(1, {"a": "\U0001f600"})]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"a": ' + b"[" * 100_000, "JSON nested too deeply"),
        (b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "JSON nested too deeply"),
        (b'{"a": "\xff"}', "not UTF-8 from byte 8"),
        (b'{"a": 1', "not valid JSON: Expecting ',' delimiter"),
        (b'{"a": ' + b"9" * 5000 + b"}", "not valid JSON: Exceeds the limit"),
        (b"[1]", "not a JSON object"),
        (b"\0\0\0", "not valid JSON"),
    ],
)
def test_a_row_that_cannot_be_read_does_not_stop_the_others(lines, line, reason):
    """A row that is not an object gives its reason, and the rows around it are read."""
    (before, broken, after) = lines(b'{"n": 1}\n', line, b'\n{"n": 3}\n')
    assert (before, after) == ((1, {"n": 1}), (3, {"n": 3}))
    assert broken[0] == 2
    assert broken[1].startswith(reason)


def test_a_line_too_long_is_refused_in_little_memory(tmp_path):
    """A line of 100 MB takes no more memory than the longest permitted line, and the next row counts."""
    path = tmp_path / "rows.jsonl"
    with path.open("wb") as file:
        file.write(b'{"n": "')
        for _ in range(100):
            file.write(b"x" * 1_000_000)
        file.write(b'"}\n{"n": 2}\n')
    tracemalloc.start()
    rows = list(read_json_lines(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert rows == [(1, "the line is longer than 64 MiB"), (2, {"n": 2})]
    assert peak < 2.5 * MAX_LINE_BYTES


def test_a_value_says_what_is_wrong_with_it():
    """An invalid JSON text raises a ValueError with the reason."""
    with pytest.raises(ValueError, match="not valid JSON"):
        parse_json(b"{")
