"""Lift of chosen options against its slow definition: every permutation, every group left out by hand."""

import itertools
from collections import Counter

import numpy as np
import pandas as pd
import pytest

from core.scoring.choice.lift import PERMUTATIONS, lift_of_choices
from tests.scoring.choice.made_choices import made_choices

ANSWERS = made_choices(seed=3, n_groups=14, unreadable=0.15, runs=("a", "b"))


def slow_lift(answers):
    """Accuracy, chance and lift by pairing every reply with every case of its stratum."""
    read = answers[answers["value"].notna()]
    hits = sum(read["chosen_text"] == read["true_text"])
    expected = 0.0
    for _, rows in read.groupby(["question_id", "n_options"]):
        pairs = itertools.product(rows["chosen_text"], rows["true_text"])
        expected += sum(said == true for said, true in pairs) / len(rows)
    n = len(read)
    return hits / n, expected / n, (hits - expected) / n


@pytest.mark.parametrize(("run_id", "question_id"), [("a", "first"), ("b", "second"), ("a", "all"), ("b", "all")])
def test_lift_by_pairing_every_reply_with_every_case(run_id, question_id):
    """Mean, chance and lift are those of all pairs; unreadable answers are left out and counted."""
    part = ANSWERS[(ANSWERS["run_id"] == run_id) & ((question_id == "all") | (ANSWERS["question_id"] == question_id))]
    table = lift_of_choices(ANSWERS, n_permutations=9).set_index(["run_id", "question_id"])
    row = table.loc[(run_id, question_id)]
    assert tuple(row[["mean", "chance", "lift"]]) == pytest.approx(slow_lift(part))
    assert (row["n"], row["n_unreadable"]) == (part["value"].count(), part["value"].isna().sum())


def test_chance_is_the_mean_over_all_permutations():
    """On five cases of one stratum the mean accuracy over all 120 permutations is the chance."""
    answers = made_choices(seed=6, n_groups=40, per_group=(1,), n_options=(4,), sees=0.4)
    answers = answers[answers["question_id"] == "first"].iloc[:5]
    means = [
        np.mean([said == true for said, true in zip(order, answers["true_text"], strict=True)])
        for order in itertools.permutations(answers["chosen_text"])
    ]
    row = lift_of_choices(answers, n_permutations=2_000).iloc[0]
    assert row["chance"] == pytest.approx(np.mean(means))
    assert row["p_value"] == pytest.approx(np.mean(np.array(means) >= row["mean"] - 1e-9), abs=0.04)


def test_standard_error_is_the_jackknife_over_groups():
    """Leaving out one group at a time spreads the lift as the standard error says, whatever strata groups are in."""
    table = lift_of_choices(ANSWERS, n_permutations=1).set_index(["run_id", "question_id"])
    for run_id, question_id in table.index:
        part = ANSWERS[
            (ANSWERS["run_id"] == run_id) & ((question_id == "all") | (ANSWERS["question_id"] == question_id))
        ]
        read = part[part["value"].notna()]
        without = [slow_lift(read[read["group_id"] != group])[2] for group in read["group_id"].unique()]
        n = len(without)
        expected = np.sqrt((n - 1) / n * np.square(without - np.mean(without)).sum())
        assert table.loc[(run_id, question_id), "standard_error"] == pytest.approx(expected)
        assert table.loc[(run_id, question_id), "n_groups"] == n


def test_a_habit_has_no_lift():
    """Who takes the same text whatever is shown gains nothing; who sees gains, with the smallest p-value there is."""
    blind = lift_of_choices(made_choices(seed=5, n_groups=60, per_group=(1,), n_options=(6,), sees=0.0))
    assert blind["lift"].abs().max() < 1e-12
    assert (blind["p_value"] == 1.0).all()
    assert blind["low"].isna().all()
    seeing = lift_of_choices(made_choices(seed=5, n_groups=60, per_group=(1,), sees=1.0)).iloc[-1]
    assert seeing["mean"] == 1.0
    assert seeing["low"] > 0
    assert seeing["p_value"] == pytest.approx(1 / (PERMUTATIONS + 1))


def test_letters_do_not_matter():
    """A model that always says A has no more than chance where options are shuffled, by text."""
    answers = made_choices(seed=8, n_groups=400, per_group=(1,), n_options=(4,), sees=0.0)
    always_a = answers.assign(value=0.0, chosen_text=[options[0] for options in answers["options"]])
    row = lift_of_choices(always_a, n_permutations=200).iloc[-1]
    assert row["low"] < row["chance"]
    assert Counter(always_a["chosen_text"]).most_common(1)[0][1] < 120


@pytest.mark.parametrize("per_group", [1, 3])
def test_guesses_are_rarely_called_seeing(per_group):
    """Of 150 runs that guess by group, about one in twenty has a p-value of 5 % or less: groups move as wholes."""
    rng = np.random.default_rng(9)
    found = []
    for number in range(150):
        groups = [f"g{group}" for group in range(12) for _ in range(per_group)]
        said, true = (np.repeat(rng.choice(["x", "y"], 12), per_group) for _ in range(2))
        case_ids = [f"{place:03d}" for place in range(len(groups))]
        run = pd.DataFrame({"run_id": f"r{number:03d}", "case_id": case_ids, "group_id": groups, "question_id": "q",
                            "n_options": 2, "value": 0.0, "chosen_text": said, "true_text": true})  # fmt: skip
        found.append(run)
    table = lift_of_choices(pd.concat(found), n_permutations=199)
    p_values = table.loc[table["question_id"] == "all", "p_value"]
    assert (p_values <= 0.05).mean() <= 0.1


def test_the_same_seed_gives_the_same_p_values():
    """Neither a second call nor another order of rows changes a digit."""
    first = lift_of_choices(ANSWERS, n_permutations=50)
    pd.testing.assert_frame_equal(first, lift_of_choices(ANSWERS.iloc[::-1], n_permutations=50))


@pytest.mark.filterwarnings("error")
def test_what_is_not_there_has_no_lift():
    """A run without readable answers, one group alone, and no answers at all give NaN and no warning."""
    table = lift_of_choices(ANSWERS.assign(value=np.nan), n_permutations=5)
    assert table[["mean", "chance", "lift", "p_value"]].isna().all(axis=None)
    assert (table["n"] == 0).all()
    one = lift_of_choices(ANSWERS[ANSWERS["group_id"] == "g1"], n_permutations=5)
    assert one[["standard_error", "p_value"]].isna().all(axis=None)
    assert lift_of_choices(ANSWERS.iloc[:0]).empty
