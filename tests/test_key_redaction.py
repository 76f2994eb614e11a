"""Keys in texts and streams."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.key_redaction import StreamRedactor, redact_all_keys, redact_key

KEYS = st.text("ab-", min_size=8, max_size=20)
PIECES = st.lists(st.one_of(st.text("ab-", max_size=6), st.just("aab-ab-b")), max_size=12)


def shown(key, pieces):
    stream = StreamRedactor(key)
    return "".join([part for piece in pieces for part in stream.add(piece)] + list(stream.end()))


@given(KEYS, PIECES)
def test_a_stream_never_shows_the_key(key, pieces):
    """However a key is cut into pieces, what is shown does not hold it."""
    assert key not in shown(key, [*pieces, key[:1], key[1:], *pieces])


@given(KEYS, PIECES)
def test_a_stream_without_the_key_is_unchanged(key, pieces):
    """Text that does not hold the key comes out as it went in, whole."""
    if key not in "".join(pieces):
        assert shown(key, pieces) == "".join(pieces)


@given(PIECES)
def test_without_a_key_every_piece_comes_at_once(pieces):
    """Where there is no key nothing is held back."""
    stream = StreamRedactor(None)
    assert [part for piece in pieces for part in stream.add(piece)] == pieces
    assert list(stream.end()) == []


@pytest.mark.parametrize(
    "quoted", ["sk-proj-****wxyz", "Bearer abcdefgh1234", "AIzaSyA-123456", "fw_0123456789", "sk-ant-…abcd"]
)
def test_what_looks_like_a_key_is_hidden_in_errors(quoted):
    """Errors that quote a key in part, or somebody else's, lose it."""
    assert quoted not in redact_all_keys(f"Incorrect API key provided: {quoted}.", None)


def test_hiding_leaves_the_rest():
    """Only the key goes."""
    assert redact_key("a KEY-OF-HOST b KEY-OF-HOST", "KEY-OF-HOST") == "a [key] b [key]"
    assert redact_key("nothing", None) == "nothing"


@pytest.mark.parametrize("key", ["1", "e", "x", "none", "EMPTY", "1234567"])
def test_a_dummy_key_destroys_no_reply(key):
    """A key of few characters, as servers of one's own take them, may be any part of an answer: nothing is hidden."""
    reply = '{"ab_over_ac": 1.25, "max_over_min_side": 12, "abs_b_minus_c_deg": 0.1234567}'
    assert redact_key(reply, key) == reply
    assert shown(key, [reply[:9], reply[9:]]) == reply


def test_a_key_of_a_word_s_length_is_hidden_where_it_stands_alone():
    """Inside of a longer word or number a key of 8 to 15 characters stays; a longer one is hidden everywhere."""
    assert redact_key("0.12345678 and 123456789", "12345678") == "0.12345678 and 123456789"
    assert redact_key('"12345678", 12345678.', "12345678") == '"[key]", [key].'
    assert redact_key("xsecret-secret-secretx", "secret-secret-secret") == "x[key]x"
