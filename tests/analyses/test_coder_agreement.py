"""The agreement of two coders in words, and the answers that they coded differently."""

import pytest

from core.analyses.coder_agreement import compute_coder_agreement, describe_agreement
from core.review.codebook import UNSURE, replay_entries
from core.review.review_file import read_entries
from tests.review.made_entries import BOB, decide, make_key

A, B = "a" * 16, "b" * 16


def agreement_of(folder, pairs):
    """Return the agreement of Ada and Bob, who gave these codes to answers 0, 1, ...; each case is a group."""
    for number, (first, second) in enumerate(pairs):
        decide(folder, number, first)
        decide(folder, number, second, author=BOB)
    state = replay_entries(read_entries(folder).entries, "dots")
    groups = {make_key(number).case_id: str(number) for number in range(len(pairs))}
    return compute_coder_agreement(state, "Ada", "Bob", groups)


def test_disagreements_are_listed(tmp_path):
    """Unsure is a code like others; answers coded by one coder only do not count."""
    decide(tmp_path, 50, A)
    found = agreement_of(tmp_path, [(A, A), (A, B), (B, ""), ("", "")])
    assert found.n_equal == 2
    assert [(one.key, one.first_code, one.second_code) for one in found.disagreements] == [
        (make_key(1), A, B), (make_key(2), B, UNSURE)
    ]  # fmt: skip
    assert "too few to tell" in describe_agreement(found, "Ada", "Bob")


@pytest.mark.parametrize(
    ("pairs", "words"),
    [([(A, A), (B, B)] * 15, "reliable"), ([(A, B), (B, A), (A, A)] * 8, "not reliable yet"),
     ([(A, A)] * 12 + [(A, B)] * 1 + [(B, B)] * 4, "not distinguishable"), ([(A, A)] * 12, "undefined"),
     ([], "undefined")],
)  # fmt: skip
def test_the_sentence_follows_from_the_interval(tmp_path, pairs, words):
    """Codes are called reliable only if the whole interval is above the limit."""
    assert words in describe_agreement(agreement_of(tmp_path, pairs), "Ada", "Bob")
