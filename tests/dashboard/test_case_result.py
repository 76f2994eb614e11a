"""Tests of the sentence on how many answers to a case are correct."""

import pytest

from dashboard.pages.cases.result_texts import describe_answer_sources, describe_correct


@pytest.mark.parametrize(
    ("counts", "sources"),
    [
        ((4, 4, 1, 1), ""),
        ((4, 4, 1, 6), " (4 models, 6 questions each)"),
        ((14, 28, 2, 1), " (14 models, 2 prompts each)"),
        ((14, 20, 0, 1), " (20 runs of 14 models)"),
        ((1, 3, 0, 2), " (3 runs of 1 model, 2 questions each)"),
    ],
)
def test_the_number_of_answers_is_explained(counts, sources):
    """More answers than models come from prompts, runs or questions."""
    assert describe_answer_sources(*counts) == sources


def test_the_sources_end_the_sentence():
    """They are behind the count, in brackets."""
    assert describe_correct(28, 8, 0, "", " (14 models, 2 prompts each)") == (
        "8 of the models’ 28 answers are correct (14 models, 2 prompts each)."
    )
    assert describe_correct(4, 0, 1, "the flat image") == (
        "None of the models’ 4 answers is correct; 1 matches the flat image instead."
    )
