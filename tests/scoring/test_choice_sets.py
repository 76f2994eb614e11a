"""Scores of sets: the toys of the protocols, slow definitions, and what unreadable answers may hide."""

import numpy as np
import pandas as pd
import pytest

from core.errors import StatisticsError
from core.scoring.choice_sets import circular_scores, consistent_guess, independent_guess, set_scores

TOY = {"X": 1, "X-1": 1, "X-flip": 1, "X-flip-1": 0}
"""Hits by question id, as 3DSRBench writes its circular passes and flips."""

GROUPINGS = {
    "vanilla": {name: [name] for name in TOY},
    "flip": {name: [name, name.replace("X", "X-flip")] for name in ("X", "X-1")},
    "circular": {name: [name, f"{name}-1"] for name in ("X", "X-flip")},
    "strict": {"X": list(TOY)},
}


def in_sets(sets, hits, run_id="a"):
    """Answers of a run by set, 1 right, 0 wrong, None unreadable."""
    rows = [
        {"run_id": run_id, "set_id": set_id, "group_id": set_id[:1], "case_id": case_id, "set_size": len(case_ids),
         "value": np.nan if hits[case_id] is None else float(1 - hits[case_id]), "truth": 0}
        for set_id, case_ids in sets.items() for case_id in case_ids
    ]  # fmt: skip
    return pd.DataFrame(rows)


@pytest.mark.parametrize(("protocol", "percent"), [("vanilla", 75), ("flip", 50), ("circular", 50), ("strict", 0)])
def test_grouping_toy_of_3dsrbench(protocol, percent):
    """Hits 1, 1, 1, 0 give 75, 50, 50 and 0 percent under the four ways to group."""
    scores = set_scores(in_sets(GROUPINGS[protocol], TOY))
    assert 100 * scores["all_right"].mean() == percent
    if protocol == "flip":
        assert scores.set_index("set_id")["all_right"].to_dict() == {"X": 1, "X-1": 0}
    if protocol == "circular":
        assert scores.set_index("set_id")["all_right"].to_dict() == {"X": 1, "X-flip": 0}


def test_robustness_toy():
    """Seeds with 5, 4 and 0 of 5 right are 33.3 percent robust, and 60.0 percent of their images are right."""
    hits = {
        f"{seed}{image}": int(image < right) for seed, right in zip("abc", (5, 4, 0), strict=True) for image in range(5)
    }
    scores = set_scores(in_sets({seed: [f"{seed}{image}" for image in range(5)] for seed in "abc"}, hits))
    assert 100 * scores["all_right"].mean() == pytest.approx(33.3, abs=0.05)
    assert 100 * scores["share_right"].mean() == pytest.approx(60.0)


def made_passes(seed, unreadable=0.2, missing=0.1):
    """Sets of two to four passes over the same options in other orders, some answers unreadable or missing."""
    rng = np.random.default_rng(seed)
    rows = []
    for number in range(80):
        size = int(rng.integers(2, 5))
        options, right = [f"option {place}" for place in range(size)], int(rng.integers(size))
        for pass_number in range(size):
            order = [options[(place + pass_number) % size] for place in range(size)]
            chosen = options[right] if rng.random() < 0.6 else str(rng.choice(options))
            value = np.nan if rng.random() < unreadable else float(order.index(chosen))
            if rng.random() < missing and pass_number:
                continue
            rows.append({"run_id": "ab"[number % 2], "set_id": f"s{number}", "group_id": f"g{number // 4}",
                         "set_size": size, "case_id": f"s{number}-{pass_number}", "pass_number": pass_number,
                         "value": value, "truth": order.index(options[right]),
                         "chosen_text": None if np.isnan(value) else chosen})  # fmt: skip
    return pd.DataFrame(rows)


PASSES = made_passes(1)


def slow_set(rows, size, unknown):
    """All right and share right of one set, unreadable and missing answers counted as `unknown`."""
    hits = [unknown if np.isnan(row.value) else float(row.value == row.truth) for row in rows.itertuples()]
    hits += [unknown] * (size - len(hits))
    return float(np.prod(hits)), float(np.mean(hits))


def test_sets_by_their_slow_definition():
    """All right is the product of the hits, share right their mean; bounds take what is not known as 0 and as 1."""
    scores = set_scores(PASSES).set_index(["run_id", "set_id"])
    assert scores["all_right"].isna().any()
    for (run_id, set_id), rows in PASSES.groupby(["run_id", "set_id"]):
        row = scores.loc[(run_id, set_id)]
        for bound, unknown in (("", np.nan), ("_least", 0.0), ("_most", 1.0)):
            expected = slow_set(rows, row["set_size"], unknown)
            assert (row[f"all_right{bound}"], row[f"share_right{bound}"]) == pytest.approx(expected, nan_ok=True)
        assert row["n_read"] == rows["value"].notna().sum()


def test_circular_scores_by_their_slow_definition():
    """The gap is what pass 0 has beyond all passes, consistent whether all passes choose one content."""
    scores = circular_scores(PASSES).set_index(["run_id", "set_id"])
    for (run_id, set_id), rows in PASSES.groupby(["run_id", "set_id"]):
        row, read = scores.loc[(run_id, set_id)], rows.dropna(subset=["value"])
        is_complete = len(read) == row["set_size"]
        assert row["consistent_most"] == (len(set(read["chosen_text"])) <= 1)
        if not is_complete:
            assert row[["first_right", "gap", "consistent"]].isna().all()
            assert row["consistent_least"] == 0
            continue
        first = rows[rows["pass_number"] == 0].iloc[0]
        assert row["gap"] == float(first["value"] == first["truth"]) - row["all_right"]
        assert row["consistent"] == row["consistent_least"] == row["consistent_most"]


def test_who_chooses_by_letter_is_found():
    """Always the letter A is right in one of m passes: no set is all right, none is consistent, the gap is 1/m."""
    always_a = made_passes(2, unreadable=0, missing=0)
    texts = [f"option {number}" for number in always_a["pass_number"]]
    scores = circular_scores(always_a.assign(value=0.0, chosen_text=texts))
    assert scores["all_right"].sum() == 0
    assert scores["consistent"].sum() == 0
    assert scores["gap"].mean() == pytest.approx(scores["first_right"].mean())
    assert scores["share_right"].tolist() == pytest.approx((1 / scores["set_size"]).tolist())


def test_who_guesses_by_content_keeps_one_in_m():
    """One content guessed for all passes is right in 1/m of the sets, guesses anew in each pass in m^-m."""
    assert [independent_guess(2), independent_guess(4)] == [1 / 4, 1 / 256]
    assert [consistent_guess(2), consistent_guess(4)] == [1 / 2, 1 / 4]
    assert independent_guess(4, 2) == 1 / 16


def test_a_set_of_one_pass_has_no_consistency():
    """One answer cannot disagree with itself; it is all right where it is right."""
    one = PASSES[PASSES["pass_number"] == 0].assign(set_size=1, value=lambda rows: rows["truth"].astype(float))
    scores = circular_scores(one)
    assert scores["all_right"].eq(1).all()
    assert scores[["consistent", "consistent_least", "consistent_most"]].isna().all(axis=None)


def test_protocols_keep_their_sets_apart():
    """One set id under two protocols is two sets."""
    both = pd.concat([in_sets(GROUPINGS[name], TOY).assign(protocol=name) for name in ("circular", "strict")])
    scores = set_scores(both, by=["protocol"]).set_index(["protocol", "set_id"])["all_right"]
    assert scores.to_dict() == {("circular", "X"): 1, ("circular", "X-flip"): 0, ("strict", "X"): 0}


def test_impossible_sets_are_refused():
    """Two answers to one case, and more answers than cases, are refused."""
    toy = in_sets(GROUPINGS["strict"], TOY)
    with pytest.raises(StatisticsError, match="two answers"):
        set_scores(pd.concat([toy, toy.iloc[:1]]))
    with pytest.raises(StatisticsError, match="more answers than cases"):
        set_scores(toy.assign(set_size=3))
    assert set_scores(toy.iloc[:0]).empty
