"""Error correlation between models."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from core.analyses import error_correlation as analysis
from core.analyses.error_correlation import describe_most_alike
from tests.analyses.summed import summed_pairs
from tests.scoring.definitions import compute_slow_phi


def answers(scores, references=()):
    """Make answers to one question with options, by run; NaN is unreadable."""
    rows = [
        (
            run,
            run,
            run.upper(),
            "reference" if run in references else "vlm",
            f"c{i}",
            f"g{i % 12}",
            "Q",
            "choice",
            score,
            score,
        )
        for run, own in scores.items()
        for i, score in enumerate(own)
    ]
    names = (
        "run_id", "model_id", "run_label", "model_kind", "case_id", "group_id", "question_id", "question_kind", "value",
        "score",
    )  # fmt: skip
    return pd.DataFrame(rows, columns=list(names))


def common_errors(answers):
    """Return the analysis of the sums of the pairs of these answers."""
    runs = answers.drop_duplicates("run_id")[["run_id", "run_label", "model_kind"]]
    sums = summed_pairs(answers, list(runs["run_id"]), ["first", "second", "group_id"])
    return analysis.compute_error_correlations(sums, list(runs.itertuples(index=False, name=None)))


def test_copy_has_phi_1_and_opposite_minus_1():
    """Phi is 1 for a copy and −1 for an opposite; unreadable answers of either are skipped."""
    found = common_errors(answers({"a": [1, 0, 1, 0], "b": [1, 0, 1, math.nan], "c": [0, 1, 0, 1]}))
    by_pair = found.set_index(["first", "second"])
    assert by_pair.loc[("a", "b"), "phi"] == pytest.approx(1)
    assert by_pair.loc[("a", "b"), "n"] == 3
    assert by_pair.loc[("a", "c"), "phi"] == pytest.approx(-1)
    assert by_pair.loc[("a", "b"), "both_wrong"] == 1
    assert describe_most_alike(found).startswith(
        "A and B fail on the same questions most often: phi 1.00 (no interval) over 3 answers"
    )


def test_a_model_without_errors_has_no_phi():
    """All right or all wrong has no correlation."""
    found = common_errors(answers({"a": [1, 1, 1], "b": [1, 0, 1]}))
    assert found["phi"].isna().all()
    assert describe_most_alike(found) == ""


def test_references_are_not_mentioned():
    """The sentence is about models and leaves out two references whose errors agree."""
    found = common_errors(answers({"a": [1, 0, 0, 1], "b": [1, 0, 1, 0], "r": [1, 0, 0, 1]}, references=("r",)))
    assert found.iloc[0][["first", "second"]].tolist() == ["a", "r"]
    assert describe_most_alike(found).startswith("A and B fail on the same questions")


def test_interval_is_clustered_by_group():
    """The interval is a jackknife over groups, and the sentence contains it."""
    random = np.random.default_rng(4)
    first = (random.random(96) < 0.6).astype(float)
    second = np.where(random.random(96) < 0.7, first, 1 - first)
    groups = np.arange(96) % 12
    left_out = np.arctanh([compute_slow_phi(first[groups != group], second[groups != group]) for group in range(12)])
    half = stats.t.ppf(0.975, 11) * np.sqrt(11 / 12 * ((left_out - left_out.mean()) ** 2).sum())
    ends = np.tanh(np.arctanh(compute_slow_phi(first, second)) + np.array([-half, half]))
    found = common_errors(answers({"a": first, "b": second})).iloc[0]
    assert found[["low", "high"]].tolist() == pytest.approx(list(ends))
    assert found["n_groups"] == 12
    assert f"(95% CI {found['interval']})" in describe_most_alike(found.to_frame().T)


def test_few_groups_have_no_interval():
    """Nine groups are too few for an interval."""
    found = common_errors(answers({"a": [1, 0, 1, 0, 1, 0, 1, 1, 0], "b": [1, 0, 0, 0, 1, 0, 1, 1, 1]})).iloc[0]
    assert (found["n_groups"], math.isnan(found["low"]), found["interval"]) == (9, True, "–")
