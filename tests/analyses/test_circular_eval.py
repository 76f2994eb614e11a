"""The circular gap against its slow definition, and on runs with known results."""

import pytest

from core.analyses import circular_eval as analysis
from core.analyses.circular_eval import describe_circular_gap
from tests.analyses.summed import summed_sets
from tests.scoring.made_passes import PASSES, SETS, make_set_cases, simulate_passes
from tests.scoring.slow import clustered_mean


def circular(answers, sets):
    """Return the analysis of the sums of these answers."""
    return analysis.compute_circular_gaps(summed_sets(answers, sets), sets)


def test_gap_equals_its_slow_definition():
    """The gap is the first pass minus all passes, over sets with only readable passes."""
    found = circular(PASSES, SETS).by_run.set_index("run_id")
    sizes = SETS.groupby("set_id").size()
    for run_id, run in PASSES.groupby("run_id"):
        firsts, every, same, groups = [], [], [], []
        for set_id, size in sizes.items():
            rows = run[run["case_id"].isin(SETS.loc[SETS["set_id"] == set_id, "case_id"])].dropna(subset=["value"])
            if len(rows) == size:
                firsts.append(float(rows.set_index("case_id").loc[set_id, "score"]))
                every.append(float(rows["score"].min()))
                same.append(rows["said"].nunique() == 1)
                groups.append(rows["group_id"].iloc[0])
        expected = clustered_mean([one - other for one, other in zip(firsts, every, strict=True)], groups)
        row = found.loc[run_id]
        assert (row["value"], row["low"], row["high"]) == pytest.approx(
            (100 * expected.value, 100 * expected.low, 100 * expected.high)
        )
        assert (row["first"], row["every"]) == pytest.approx(
            (100 * sum(firsts) / len(firsts), 100 * sum(every) / len(every))
        )
        assert row["stable"] == pytest.approx(100 * sum(same) / len(same))
        assert row["n"] == len(firsts)


def test_letter_choice_has_the_full_gap():
    """Always A is right in one of m passes: no set is all right, and the gap is the whole first-pass score."""
    answers, sets = simulate_passes(2, unreadable=0, missing=0, choose=0)
    found = circular(answers, make_set_cases("circular", sets))
    assert (found.by_run["every"] == 0).all()
    assert (found.by_run["stable"] == 0).all()
    assert found.by_run["value"].tolist() == pytest.approx(found.by_run["first"].tolist())
    assert "and in 0.0% in every order" in describe_circular_gap(found)


def test_guessing_baselines():
    """A fixed content is right in 1/m of the sets, independent guesses in m^-m."""
    answers, sets = simulate_passes(3, unreadable=0, missing=0)
    for size, anew, once in ((2, 25.0, 50.0), (4, 100 / 256, 25.0)):
        own = {set_id: case_ids for set_id, case_ids in sets.items() if len(case_ids) == size}
        found = circular(answers, make_set_cases("circular", own))
        assert (found.guessed_anew, found.guessed_once) == pytest.approx((anew, once))


def test_without_rotations_there_is_no_gap():
    """Sets of another protocol, or with a pass that is missing everywhere, give nothing."""
    assert circular(PASSES, SETS.assign(protocol="flip")) is None
    assert circular(PASSES[PASSES["case_id"].isin(SETS["set_id"])], SETS) is None
