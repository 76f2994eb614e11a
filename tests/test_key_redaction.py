"""Tests of redacting keys in texts and streams."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.key_redaction import StreamRedactor, redact_all_keys, redact_key

KEYS = st.text("ab-", min_size=8, max_size=20)
PIECES = st.lists(st.one_of(st.text("ab-", max_size=6), st.just("aab-ab-b")), max_size=12)


def redact_stream(key, pieces):
    stream = StreamRedactor(key)
    return "".join([part for piece in pieces for part in stream.add(piece)] + list(stream.end()))


@given(KEYS, PIECES)
def test_a_redacted_stream_never_contains_the_key(key, pieces):
    """This holds however the key is split into pieces."""
    assert key not in redact_stream(key, [*pieces, key[:1], key[1:], *pieces])


@given(KEYS, PIECES)
def test_a_stream_without_the_key_is_unchanged(key, pieces):
    """Text without the key is returned whole and unchanged."""
    if key not in "".join(pieces):
        assert redact_stream(key, pieces) == "".join(pieces)


@given(PIECES)
def test_without_a_key_every_piece_is_returned_at_once(pieces):
    """Nothing is held back if no key is set."""
    stream = StreamRedactor(None)
    assert [part for piece in pieces for part in stream.add(piece)] == pieces
    assert list(stream.end()) == []


@pytest.mark.parametrize(
    "quoted", ["sk-proj-****wxyz", "Bearer abcdefgh1234", "AIzaSyA-123456", "fw_0123456789", "sk-ant-…abcd"]
)
def test_texts_that_look_like_keys_are_hidden_in_errors(quoted):
    """Partial and foreign keys in error messages are hidden."""
    assert quoted not in redact_all_keys(f"Incorrect API key provided: {quoted}.", None)


def test_only_the_key_is_hidden():
    """The rest of the text is unchanged."""
    assert redact_key("a KEY-OF-HOST b KEY-OF-HOST", "KEY-OF-HOST") == "a [key] b [key]"
    assert redact_key("nothing", None) == "nothing"


@pytest.mark.parametrize("key", ["1", "e", "x", "none", "EMPTY", "1234567"])
def test_a_short_key_is_not_hidden(key):
    """A short dummy key, as local servers accept it, may be any part of an answer."""
    reply = '{"ab_over_ac": 1.25, "max_over_min_side": 12, "abs_b_minus_c_deg": 0.1234567}'
    assert redact_key(reply, key) == reply
    assert redact_stream(key, [reply[:9], reply[9:]]) == reply


def test_a_key_of_medium_length_is_hidden_only_as_a_whole_word():
    """A key of 8 to 15 characters is kept within a longer word or number; a longer key is hidden everywhere."""
    assert redact_key("0.12345678 and 123456789", "12345678") == "0.12345678 and 123456789"
    assert redact_key('"12345678", 12345678.', "12345678") == '"[key]", [key].'
    assert redact_key("xsecret-secret-secretx", "secret-secret-secret") == "x[key]x"
