"""Tests of bounds of a mean against replacing every unreadable answer by a wrong and by a right one."""

import numpy as np
import pandas as pd
import pytest

from core.statistics.grouped_means import compute_grouped_means
from core.statistics.missing_bounds import add_missing_bounds
from core.statistics.set_consistency import compute_set_robustness
from tests.scoring.definitions import compute_bounds
from tests.scoring.made_answers import list_set_cases, simulate_answers

ANSWERS, _ = simulate_answers(seed=23, n_groups=12, n_runs=3, unreadable=0.1, missing_views={("002", "P1")})
UNREADABLE = ANSWERS["value"].isna()
SETS = list_set_cases(ANSWERS)
VIEWS, PAIRS = (SETS[SETS["protocol"] == protocol] for protocol in ("views", "pose"))


def fill_unreadable(kappa):
    """Return the answers with this kappa for every unreadable one."""
    return ANSWERS.assign(score=ANSWERS["score"].mask(UNREADABLE, kappa))


def test_bounds_of_kappa():
    """The bounds are the means of kappa with all unreadable answers wrong and with all of them right."""
    table = compute_bounds(add_missing_bounds(ANSWERS, "score", UNREADABLE), "score", ["run_id", "question_id"])
    keyed = table.set_index(["run_id", "question_id"])
    for kappa, bound in ((0.0, "least"), (1.0, "most")):
        means = compute_grouped_means(fill_unreadable(kappa), "score", ["run_id", "question_id"]).set_index(
            ["run_id", "question_id"]
        )
        assert keyed[bound].to_dict() == pytest.approx(means["value"].to_dict())
    shares = UNREADABLE.groupby([ANSWERS["run_id"], ANSWERS["question_id"]]).mean()
    assert keyed["share_missing"].to_dict() == pytest.approx(shares.to_dict())


def test_an_answer_without_a_truth_has_no_bounds():
    """A readable answer without a truth is excluded from the mean and its bounds."""
    rows = pd.DataFrame({"run_id": "a", "score": [0.5, np.nan, np.nan], "value": [1.0, 2.0, np.nan]})
    found = compute_bounds(add_missing_bounds(rows, "score", rows["value"].isna()), "score", ["run_id"]).iloc[0]
    assert (found["least"], found["most"], found["share_missing"]) == (0.25, 0.75, 0.5)


@pytest.mark.parametrize(("kappa", "bound"), [(0.0, "least"), (1.0, "most")])
def test_bounds_of_robustness(kappa, bound):
    """The bounds of a triangle with an unreadable view are those with that view wrong and right."""
    table, of_filled = compute_set_robustness(ANSWERS, VIEWS), compute_set_robustness(fill_unreadable(kappa), VIEWS)
    assert table["binary"].isna().sum() > of_filled["binary"].isna().sum()
    for name in ("binary", "graded"):
        pd.testing.assert_series_equal(table[f"{name}_{bound}"], of_filled[name], check_names=False)
    pairs, of_filled = compute_set_robustness(ANSWERS, PAIRS), compute_set_robustness(fill_unreadable(kappa), PAIRS)
    pd.testing.assert_series_equal(pairs[f"binary_{bound}"], of_filled["binary"], check_names=False)


@pytest.mark.slow
def test_bounds_of_stability():
    """A triangle with an unreadable view may be unstable, and may be stable only if its other answers agree."""
    table = compute_set_robustness(ANSWERS, VIEWS)
    several = table[table["n_cases"] > 1]
    cut = several["n_read"] < several["n_cases"]
    assert cut.any()
    assert (several.loc[cut, "stable_least"] == 0).all()
    assert several.loc[~cut, "stable_least"].equals(several.loc[~cut, "stable"])
    keys = ["run_id", "question_id", "group_id"]
    read = ANSWERS.dropna(subset=["value"]).merge(several.loc[cut & (several["n_read"] > 1), keys], on=keys)
    each = [rows for _, rows in read[ANSWERS.columns].groupby(["run_id", "group_id"])]
    asked = ["case_id", "question_id"]
    of_read = pd.concat([compute_set_robustness(rows, VIEWS.merge(rows[asked], on=asked)) for rows in each]).set_index(
        keys
    )
    most = several.set_index(keys)["stable_most"]
    assert most.loc[of_read.index].equals(of_read["stable"].rename("stable_most"))
    assert (most[several.set_index(most.index.names)["n_read"] < 2] == 1).all()
