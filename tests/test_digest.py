"""Digests of long values: equal values only have equal digests."""

from hypothesis import given
from hypothesis import strategies as st

from core.digest import compute_digest

TEXTS = st.lists(st.text(max_size=4), max_size=4)
BLOBS = st.lists(st.binary(max_size=4), max_size=2)


@given(TEXTS, BLOBS, TEXTS, BLOBS)
def test_only_equal_values_have_one_digest(texts, blobs, other_texts, other_blobs):
    """Neither the ends of the texts nor the step from texts to bytes can be confused."""
    is_same = (texts, blobs) == (other_texts, other_blobs)
    assert (compute_digest(texts, *blobs) == compute_digest(other_texts, *other_blobs)) == is_same


def test_a_lone_surrogate_has_a_digest():
    """A reply may hold half a character."""
    assert len(compute_digest(["\ud800"])) == 64
