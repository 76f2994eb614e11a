"""Tests of lift on option contents, against its slow definition and on simulated models of known behaviour."""

import itertools

import numpy as np
import pandas as pd
import pytest

from core.statistics.choice_lift import compute_content_lifts
from core.statistics.intervals import apply_holm_correction
from core.statistics.lift import PERMUTATIONS
from tests.scoring.choice.made_choices import simulate_choices


def add_contents(answers, seed=0):
    """Return the answers with `said`, `true`, a made-up `foil` and `option_set`, as a build stores them."""
    rng = np.random.default_rng(seed)
    foils = [str(rng.choice(options)) if rng.random() < 0.8 else None for options in answers["options"]]
    sets = ["|".join(sorted(options)) for options in answers["options"]]
    return answers.assign(said=answers["chosen_text"], true=answers["true_text"], foil=foils, option_set=sets)


ANSWERS = add_contents(simulate_choices(seed=3, n_groups=40, n_options=(3, 5, 6), unreadable=0.15, runs=("a", "b")))
SCORES = {
    "truth": lambda said, row: float(said == row["true"]),
    "foil": lambda said, row: float(said == row["foil"]),
    "reliance": lambda said, row: float(said == row["foil"]) - float(said == row["true"]),
}


def compute_slow_lift(answers, score):
    """Compute mean and chance by scoring every answer at every case of another group with its question and options."""
    needed = ["said"] if score == "truth" else ["said", "foil"]
    read = answers.dropna(subset=needed).to_dict("records")
    own, elsewhere = [], []
    for row in read:
        others = [
            other["said"]
            for other in read
            if (other["question_id"], other["option_set"]) == (row["question_id"], row["option_set"])
            and other["group_id"] != row["group_id"]
        ]
        if others:
            own.append(SCORES[score](row["said"], row))
            elsewhere.append(np.mean([SCORES[score](said, row) for said in others]))
    return np.mean(own), np.mean(elsewhere), len(own)


@pytest.mark.parametrize("score", ["truth", "foil", "reliance"])
@pytest.mark.parametrize(("run_id", "question_id"), [("a", "first"), ("b", "second"), ("a", "all")])
def test_lift_equals_scoring_every_pair_of_cases(run_id, question_id, score):
    """Mean, chance and count equal those over all pairs; answers that no other group could give are left out."""
    table = compute_content_lifts([(score, "some", ANSWERS)], n_permutations=9)
    row = table.set_index(["run_id", "question_id"]).loc[(run_id, question_id)]
    part = ANSWERS[(ANSWERS["run_id"] == run_id) & ((question_id == "all") | (ANSWERS["question_id"] == question_id))]
    mean, chance, n = compute_slow_lift(part, score)
    assert tuple(row[["mean", "chance", "lift"]]) == pytest.approx((mean, chance, mean - chance))
    assert row["n"] == n < part["said"].count()
    assert (row["against"], row["subset"]) == (score, "some")


def make_yes_no_cases(rng, n_groups=30, per_group=(1, 2, 3)):
    """Make cases of two questions with shuffled letters: a yes/no question, mostly yes, and a choice of three words."""
    rows = []
    for group, number in itertools.product(range(n_groups), range(3)):
        if number >= int(rng.choice(per_group)):
            continue
        for question, texts, shares in (("yes", ("Yes", "No"), (0.8, 0.2)), ("word", ("x", "y", "z"), (0.5, 0.3, 0.2))):
            true = str(rng.choice(texts, p=shares))
            foil = str(rng.choice(texts))
            rows.append({"case_id": f"{group:03d}-{number}", "group_id": f"g{group}", "question_id": question,
                         "option_set": "|".join(texts), "true": true, "foil": foil})  # fmt: skip
    return pd.DataFrame(rows)


@pytest.mark.parametrize("said", [{"yes": "Yes", "word": "x"}, {"yes": "No", "word": "z"}])
@pytest.mark.parametrize("score", ["truth", "foil", "reliance"])
def test_constant_content_has_zero_lift(said, score):
    """A model that answers the same to every image has a lift of exactly 0, whatever the class balance."""
    cases = make_yes_no_cases(np.random.default_rng(4))
    answers = cases.assign(run_id="r", said=cases["question_id"].map(said))
    table = compute_content_lifts([(score, "all", answers)])
    assert table["lift"].abs().max() < 1e-12
    assert (table["p_value"] == 1.0).all()


@pytest.mark.slow
@pytest.mark.parametrize("score", ["truth", "reliance"])
def test_intervals_of_guessers_contain_zero(score):
    """About 5% of 300 guessers with a habit have an interval that excludes 0, and at most that many a low p-value."""
    rng = np.random.default_rng(8)
    runs = []
    for number in range(300):
        cases = make_yes_no_cases(rng, n_groups=25)
        said = [str(rng.choice(options.split("|"), p=[0.7, 0.3] if "Yes" in options else [0.2, 0.2, 0.6]))
                for options in cases["option_set"]]  # fmt: skip
        runs.append(cases.assign(run_id=f"r{number:03d}", said=said))
    table = compute_content_lifts([(score, "all", pd.concat(runs))], n_permutations=199)
    every = table[table["question_id"] == "all"]
    beyond = ((every["low"] > 0) | (every["high"] < 0)).mean()
    assert 0.02 <= beyond <= 0.09
    assert (every["p_value"] <= 0.05).mean() <= 0.08


def test_seeing_model_is_significant_among_many():
    """With 150 models in the family, the corrected p-value of a model that sees everything is small."""
    cases = make_yes_no_cases(np.random.default_rng(5))
    seeing = compute_content_lifts([("truth", "all", cases.assign(run_id="r", said=cases["true"]))])
    row = seeing.set_index("question_id").loc["all"]
    assert row["mean"] == 1.0
    assert row["p_value"] < 1 / (PERMUTATIONS + 1)
    assert apply_holm_correction([row["p_value"]], further=149)[0] < 0.001


@pytest.mark.parametrize("per_group", [1, 3])
def test_answers_of_a_group_move_together(per_group):
    """About one in twenty of 150 runs that guess by group has a p-value of at most 5%."""
    rng = np.random.default_rng(9)
    found = []
    for number in range(150):
        groups = [f"g{group}" for group in range(12) for _ in range(per_group)]
        said, true = (np.repeat(rng.choice(["x", "y"], 12), per_group) for _ in range(2))
        case_ids = [f"{index:03d}" for index in range(len(groups))]
        found.append(pd.DataFrame({"run_id": f"r{number:03d}", "case_id": case_ids, "group_id": groups,
                                   "question_id": "q", "option_set": "x|y", "said": said, "true": true,
                                   "foil": None}))  # fmt: skip
    table = compute_content_lifts([("truth", "all", pd.concat(found))], n_permutations=199)
    p_values = table.loc[table["question_id"] == "all", "p_value"]
    assert (p_values <= 0.05).mean() <= 0.1


def test_the_same_seed_gives_the_same_p_values():
    """A second call and another order of rows give identical p-values."""
    first = compute_content_lifts([("truth", "all", ANSWERS)], n_permutations=50)
    pd.testing.assert_frame_equal(first, compute_content_lifts([("truth", "all", ANSWERS.iloc[::-1])], 50))


@pytest.mark.filterwarnings("error")
def test_missing_data_has_no_lift():
    """A run without readable answers, a single group and an empty table give NaN without a warning."""
    for answers in (ANSWERS.assign(said=None), ANSWERS[ANSWERS["group_id"] == "g1"]):
        table = compute_content_lifts([("truth", "all", answers)], n_permutations=5)
        assert table[["mean", "chance", "lift", "low", "p_value"]].isna().all(axis=None)
        assert (table["n"] == 0).all()
    assert compute_content_lifts([("truth", "all", ANSWERS.iloc[:0])]).empty
