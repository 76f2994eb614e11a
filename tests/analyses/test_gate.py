"""Tests of the gate between two runs, on simulated differences of known size."""

import numpy as np
import pandas as pd
import pytest

from core.analyses.gate import EXIT_CODES, GateResult, describe_missing, judge_overall, judge_slices


def draw_differences(generator, mean, n_groups=60, spread=0.15, levels=1):
    """Return sums of paired differences by group, whose true mean is `mean`, as shares."""
    rows = [
        (group, f"level {level}", float(generator.normal(mean, spread)), 4)
        for group in range(n_groups)
        for level in range(levels)
    ]
    table = pd.DataFrame(rows, columns=["group_id", "part", "difference", "difference_counted"])
    return table.assign(difference=4 * table["difference"])


def judge(sums, max_drop=1.0, slices=()):
    """Return the result of a gate over these sums."""
    return GateResult("new", "old", max_drop, judge_overall(sums, max_drop), slices)


@pytest.mark.parametrize(
    ("mean", "outcome"), [(0.08, "passed"), (-0.12, "regressed"), (-0.01, "undecided")]
)  # fmt: skip
def test_clear_differences_are_decided(mean, outcome):
    """A clearly better run passes, a clearly worse one is regressed, and one at the limit is undecided."""
    result = judge(draw_differences(np.random.default_rng(1), mean))
    assert result.outcome == outcome
    assert EXIT_CODES[result.outcome] == {"passed": 0, "regressed": 1, "undecided": 3}[outcome]
    assert result.overall.low <= result.overall.difference <= result.overall.high


@pytest.mark.slow
def test_a_run_at_the_limit_is_rarely_called_worse_or_fine():
    """If the true drop is the allowed one, each of the two false decisions occurs in about 2.5 of 100 draws."""
    generator = np.random.default_rng(2)
    outcomes = [judge(draw_differences(generator, -0.01)).outcome for _ in range(1000)]
    for outcome in ("passed", "regressed"):
        assert outcomes.count(outcome) / 1000 == pytest.approx(0.025, abs=3 * np.sqrt(0.025 * 0.975 / 1000))


@pytest.mark.slow
def test_many_equal_slices_are_rarely_called_worse():
    """Of 20 slices whose true drop is the allowed one, any is called worse in at most about 2.5 of 100 draws."""
    generator = np.random.default_rng(3)
    sums = (draw_differences(generator, -0.01, levels=20) for _ in range(200))
    wrong = [
        any(check.outcome == "regressed" for check in judge_slices({"part": part}, {"part": "Part"}, 1.0))
        for part in sums
    ]
    assert np.mean(wrong) <= 0.025 + 3 * np.sqrt(0.025 * 0.975 / 200)


def test_one_worse_slice_fails_a_gate_that_passes_overall():
    """A loss on one slice is found although the mean over all answers rises, and the sentence names it."""
    generator = np.random.default_rng(4)
    sums = draw_differences(generator, 0.1, levels=5)
    is_first = sums["part"] == "level 0"
    sums.loc[is_first, "difference"] -= 4 * 0.3
    slices = judge_slices({"part": sums}, {"part": "Part"}, 1.0)
    overall = sums.groupby("group_id", as_index=False)[["difference", "difference_counted"]].sum()
    result = judge(overall, slices=slices)
    assert (result.overall.outcome, result.outcome) == ("passed", "regressed")
    assert " on Part: level 0: overall +" in result.describe()


@pytest.mark.parametrize("levels", [[2, 10], pd.Categorical(["z", "a"], ["z", "a"], ordered=True)])
def test_slices_have_the_names_of_their_own_levels(levels):
    """Levels that are numbers or ordered categories are named in their own order, not alphabetically."""
    generator = np.random.default_rng(8)
    parts = [draw_differences(generator, mean) for mean in (0.3, -0.3)]
    sums = pd.concat(parts).assign(part=pd.Series(levels).repeat(60).array)
    checks = judge_slices({"part": sums}, {"part": "Part"}, 1.0)
    assert {check.name: check.outcome for check in checks} == {
        f"Part: {levels[0]}": "passed", f"Part: {levels[1]}": "regressed"
    }  # fmt: skip


def test_an_undecided_slice_states_its_reason():
    """A slice is undecided if its interval spans the limit, few groups changed, or it is not significant after Holm.

    Decided slices have no reason.
    """
    generator = np.random.default_rng(7)
    spans = draw_differences(generator, -0.01).assign(part="spans")
    better = draw_differences(generator, 0.2).assign(part="better")
    worse = draw_differences(generator, 0.0).assign(part="worse", difference=4 * np.tile([-0.2, 0.1], 30))
    equal = draw_differences(generator, 0.0, spread=0.0).assign(part="equal")
    many = [draw_differences(generator, 0.2).assign(part=f"z{number}") for number in range(60)]
    slices = judge_slices({"part": pd.concat([spans, better, worse, equal, *many])}, {"part": "Part"}, 1.0)
    reasons = {check.name: (check.outcome, check.reason) for check in slices}
    assert reasons["Part: spans"] == ("undecided", "the interval contains the limit of −1.0 points")
    assert reasons["Part: better"] == ("passed", "")
    assert reasons["Part: worse"] == (
        "undecided", "worse by its own interval, but not significant among 64 slices (Holm)"
    )  # fmt: skip
    assert reasons["Part: equal"] == ("passed", "")
    assert all(check.describe().endswith(check.reason) for check in slices)


def test_few_groups_and_no_spread_decide_little():
    """Nine groups decide nothing; equal runs of many groups pass; the same loss in every group stays undecided."""
    generator = np.random.default_rng(5)
    assert judge(draw_differences(generator, -0.5, n_groups=9)).outcome == "undecided"
    assert judge(draw_differences(generator, 0.0, n_groups=60, spread=0.0)).outcome == "passed"
    assert judge(draw_differences(generator, -0.05, spread=0.0)).outcome == "undecided"
    assert judge_slices({"part": draw_differences(generator, 0, n_groups=9)}, {"part": "Part"}, 1.0) == ()


def change_groups(worse, better, n_groups, change=1.0):
    """Return sums of groups with one answer each, some of which lose and some gain the same."""
    differences = np.zeros(n_groups)
    differences[:worse], differences[n_groups - better :] = -change, change
    return pd.DataFrame({"group_id": range(n_groups), "difference": differences, "difference_counted": 1})


@pytest.mark.parametrize(
    ("worse", "better", "n_groups", "max_drop", "outcome"),
    [
        (0, 0, 9, 1.0, "undecided"), (0, 0, 10, 1.0, "passed"), (0, 0, 60, 0.0, "passed"),
        (1, 4, 40, 2.0, "undecided"), (2, 2, 1000, 1.0, "passed"), (0, 9, 100, 1.0, "passed"),
        (1, 4, 40, 10.0, "undecided"), (1, 4, 40, 15.0, "passed"),
    ],
)  # fmt: skip
def test_few_changed_groups_pass_only_if_an_exact_bound_does(worse, better, n_groups, max_drop, outcome):
    """Few changed groups say little about rare losses; a run that changed nothing equals the old one on these cases."""
    assert judge(change_groups(worse, better, n_groups), max_drop).outcome == outcome


@pytest.mark.parametrize(
    ("loss", "n_groups", "outcome"),
    [(1.0, 9, "undecided"), (1.0, 10, "regressed"), (1.0, 60, "regressed"), (0.2, 60, "regressed"),
     (0.05, 60, "undecided"), (0.1, 10, "undecided")],
)  # fmt: skip
def test_a_total_collapse_is_a_regression(loss, n_groups, outcome):
    """The same large loss in every group is a regression.

    So is a total one on each of 20 slices, but not a small one.
    """
    lost = change_groups(n_groups, 0, n_groups, loss)
    assert judge(lost).outcome == outcome
    levels = pd.concat([lost.assign(part=f"level {level}") for level in range(20)])
    if loss == 1 and n_groups >= 10:
        assert {check.outcome for check in judge_slices({"part": levels}, {"part": "Part"}, 1.0)} == {outcome}


def test_the_reason_names_the_drop_and_the_groups_that_are_enough():
    """An undecided comparison states why, in the sentence and in its own row."""
    assert "only 1 of 60 groups changed" in judge(change_groups(1, 0, 60), 8.0).overall.reason
    assert judge(change_groups(1, 0, 60), 1.0).overall.reason == "the interval contains the limit of −1.0 points"
    assert "fewer than 10 groups" in judge(change_groups(0, 0, 9)).describe()


@pytest.mark.slow
@pytest.mark.parametrize("n_groups", [10, 40, 100, 400])
@pytest.mark.parametrize("shares", [(0.01, 0), (0.03, 0), (0.05, 0.04), (0.1, 0.05)])
@pytest.mark.parametrize("changes", [(1.0, 1.0), (0.25, 0.1)])
def test_a_rare_loss_at_the_limit_rarely_passes(n_groups, shares, changes):
    """If the true drop is the allowed one, at most 5 of 100 draws pass with a change, however few groups change."""
    (worse, better), (loss, gain) = shares, changes
    n_draws = 1000
    drawn = np.random.default_rng(6).random((n_draws, n_groups))
    is_worse, is_better = drawn < worse, drawn > 1 - better
    differences = np.where(is_worse, -loss, np.where(is_better, gain, 0.0))
    is_large = np.arange(n_groups) % 2 == 0
    sizes = np.where(is_large, 3.0, 1.0) if loss < 1 else np.ones(n_groups)
    kinds = [(part * is_size).sum(axis=1) for part in (is_worse, is_better) for is_size in (is_large, ~is_large)]
    _, rows, repeats = np.unique(np.column_stack(kinds), axis=0, return_index=True, return_counts=True)
    sums = pd.DataFrame({"group_id": range(n_groups), "difference_counted": sizes})
    drop = 100 * (worse * loss - better * gain)
    passed = [
        differences[row].any() and judge(sums.assign(difference=differences[row] * sizes), drop).outcome == "passed"
        for row in rows
    ]
    assert np.average(passed, weights=repeats) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / n_draws)


def test_unread_answers_that_could_hide_a_drop_keep_a_gate_from_passing():
    """A run with fewer answers than the old one is undecided, with the reason. A few missing answers do not matter."""
    caution = describe_missing(1000, 700, "Model B", 1.0)
    assert caution.startswith("Model B has no readable answer to 300 of the 1,000 questions that the old run answered")
    result = judge(draw_differences(np.random.default_rng(1), 0.08))
    cautious = GateResult(result.new, result.old, 1.0, result.overall, (), caution)
    assert cautious.outcome == "undecided"
    assert cautious.describe().endswith("could hide a drop.")
    assert describe_missing(1000, 991, "Model B", 1.0) == ""
