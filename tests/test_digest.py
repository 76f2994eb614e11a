"""Tests of digests of long values: only equal values have equal digests."""

from hypothesis import given
from hypothesis import strategies as st

from core.digest import compute_digest

TEXTS = st.lists(st.text(max_size=4), max_size=4)
BLOBS = st.lists(st.binary(max_size=4), max_size=2)


@given(TEXTS, BLOBS, TEXTS, BLOBS)
def test_only_equal_values_have_equal_digests(texts, blobs, other_texts, other_blobs):
    """Neither the ends of the texts nor the boundary between texts and bytes can be confused."""
    is_same = (texts, blobs) == (other_texts, other_blobs)
    assert (compute_digest(texts, *blobs) == compute_digest(other_texts, *other_blobs)) == is_same


def test_a_lone_surrogate_has_a_digest():
    """A reply may contain half a surrogate pair."""
    assert len(compute_digest(["\ud800"])) == 64
