"""Tests that parts of JSON files are read as `json` reads them, in the memory of one part."""

import json
import math
import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.importers import json_stream
from core.importers.json_stream import read_elements, read_list_objects, read_value_at
from core.importers.json_text import parse_json

KEYS = st.text(max_size=3)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    """Write a file of these bytes, each time the same."""
    path = tmp_path_factory.mktemp("json") / "log.json"

    def write(content):
        path.write_bytes(content)
        return path

    return write


def read_list_items(path, *keys):
    """Yield the elements of a list; raise if one cannot be read."""
    for number, text in read_elements(path, keys):
        try:
            yield parse_json(text)
        except ValueError as error:
            raise ValueError(f"element {number}: {error}") from error


@pytest.fixture(params=[1, 7, 2**20], ids=lambda size: f"windows of {size}")
def window(request, monkeypatch):
    """Read files in chunks of one byte, of seven, and of the usual size."""
    monkeypatch.setattr(json_stream, "_CHUNK_BYTES", request.param)


def texts(value):
    """Return the ways in which programs write a value: one line, indented, as ASCII, with a byte order mark."""
    compact = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return compact, json.dumps(value, indent=2).encode(), b"\xef\xbb\xbf \r\n" + compact + b"\n"


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 7, 2**20])
@given(elements=st.lists(VALUES, max_size=4), before=st.dictionaries(KEYS, VALUES, max_size=3), after=VALUES)
def test_elements_are_what_json_reads(written, size, elements, before, after):
    """The elements at a path of keys are those of `json.loads`, whatever surrounds them and however it is chunked."""
    inner = {**before, "rows": elements, "after": after}
    for text in texts({"before": before, "results": inner, "after": after}):
        path = written(text)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(json_stream, "_CHUNK_BYTES", size)
            assert list(read_list_items(path, "results", "rows")) == elements
            assert read_value_at(path, "results") == inner
            assert read_value_at(path, "results", without=("rows",)) == {k: v for k, v in inner.items() if k != "rows"}


@given(value=VALUES, cut=st.floats(0, 1, exclude_max=True))
def test_a_cut_file_is_never_read_as_whole(written, value, cut):
    """A truncated file raises for any last bytes, and gives no element that was not written."""
    text = json.dumps([value, value]).encode()
    read = []
    with pytest.raises(ValueError, match="ends too early|no list|not valid"):
        read.extend(read_list_items(written(text[: int(len(text) * cut)])))
    assert read == [value, value][: len(read)]


@given(st.text(alphabet='[]{},:"\\ 1au', max_size=12).map(str.encode) | st.binary(max_size=12))
def test_any_bytes_are_read_or_refused(written, content):
    """No content of a file raises anything but the error that describes its problem, or reads as another value."""
    with suppress(ValueError):
        assert list(read_list_items(written(content))) == json.loads(content)


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "no list at results.rows"),
        (b"[1]", "no list at results.rows"),
        (b'{"results": {"rows": {}}}', "no list at results.rows"),
        (b'{"results": 3}', "no list at results.rows"),
        (b'{"results": {"rows": [', "ends too early, after byte 22"),
        (b'{"results": {"rows": [1', "ends too early, after byte 23"),
        (b'{"results": {"rows": ["a\\', "ends too early, after byte 25"),
        (b'{"results": {"rows": [1 2]}}', "b'2' instead of b',' at byte 25"),
        (b'{"results": {"rows": [1,]}}', "b']' instead of a value at byte 25"),
        (b'{"results": {"rows": [tru]}}', "element 1: not valid JSON"),
        (b'{"results": {"rows": [1, {"a": ]}]}}', "element 2: not valid JSON"),
        (b'{"results": {"rows": ["\xff"]}}', "element 1: not UTF-8"),
        (b'{"results" {}}', "b'{' instead of b':' at byte 12"),
        (b"{3: 4}", "no key at byte 2"),
        ("[1]".encode("utf-16"), "no list at results.rows"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(written, content, reason):
    """A missing list, a truncated file, and misplaced characters are named, for any window size."""
    with pytest.raises(ValueError, match=reason.replace("[", r"\[").replace("{", r"\{")):
        list(read_list_items(written(content), "results", "rows"))


@pytest.mark.usefixtures("window")
def test_what_follows_the_file_s_own_list_is_refused(written):
    """Two lists one after the other are not a JSON file."""
    with pytest.raises(ValueError, match="something follows the value, from byte 5"):
        list(read_list_items(written(b"[1] [2]")))
    for without in ((), ("a",)):
        with pytest.raises(ValueError, match="something follows the value, from byte 9"):
            read_value_at(written(b'{"a": 1}}'), without=without)


def test_nan_is_a_number_and_a_lone_surrogate_is_replaced(written):
    """Bare NaN and lone surrogates, which real logs contain, are read as in JSON Lines."""
    number, text = read_list_items(written(rb'[NaN, "a\ud83db"]'))
    assert math.isnan(number)
    assert text == "a\ufffdb"


@pytest.mark.slow
@pytest.mark.usefixtures("window")
def test_an_element_too_deep_does_not_stop_the_others(written):
    """A depth of 100,000 is its element's reason, and raises if elements are requested without reasons."""
    path = written(b'[{"n": 1},' + b"[" * 100_000 + b"]" * 100_000 + b',{"n": 3}, 4]')
    assert list(read_list_objects(path)) == [
        (1, {"n": 1}), (2, "JSON nested too deeply"), (3, {"n": 3}), (4, "not a JSON object")
    ]  # fmt: skip
    with pytest.raises(ValueError, match="element 2: JSON nested too deeply"):
        list(read_list_items(path))


@pytest.mark.slow
def test_what_is_deep_is_passed_over(written):
    """A depth of 100,000 before the list does not stop its elements, nor a key of two megabytes."""
    deep = b"[" * 100_000 + b"]" * 100_000
    path = written(b'{"a": ' + deep + b', "' + b"k" * 2_000_000 + b'": {}, "rows": [1, 2]}')
    assert list(read_list_items(path, "rows")) == [1, 2]
    with pytest.raises(ValueError, match="nested too deeply"):
        read_value_at(path, "a")
    assert read_value_at(path, "rows") == [1, 2]
    assert read_value_at(path, "nothing") is None
    assert read_value_at(path, "rows", "nothing") is None


def test_the_first_of_two_equal_keys_counts(written):
    """A key that occurs twice on the path is used at its first occurrence."""
    assert list(read_list_items(written(b'{"rows": [1], "rows": [2]}'), "rows")) == [1]


def test_a_file_of_any_size_takes_the_memory_of_an_element(written, monkeypatch):
    """A list of forty megabytes, and an element longer than the limit, are read in a few megabytes."""
    monkeypatch.setattr(json_stream, "MAX_PART_BYTES", 2**20)
    element = json.dumps({"reply": "x" * 400_000}).encode()
    path = written(b'{"rows": [' + b",".join([element] * 50 + [b'"' + b"y" * 20_000_000 + b'"', element]) + b"]}")
    tracemalloc.start()
    rows = [
        (number, row if isinstance(row, str) else len(row["reply"])) for number, row in read_list_objects(path, "rows")
    ]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert rows[50] == (51, "it is longer than 256 MiB")
    assert rows[:50] + rows[51:] == [(n, 400_000) for n in range(1, 53) if n != 51]
    assert peak < 12_000_000
