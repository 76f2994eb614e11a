"""Tests of the sentence on scores of other programs: how many differ from ours."""

import pandas as pd

from core.analyses.external_scores import describe_external_scores

RUNS = pd.DataFrame({"run_id": ["a", "b", "c"], "replies": [3, 1, 1], "differing": [1, 1, 0]})


def test_the_sentence_counts_both():
    """The sentence gives the number of differing scores and the total, or states that there are none."""
    assert describe_external_scores(RUNS) == "2 of 5 replies have another score here than in the program that asked"
