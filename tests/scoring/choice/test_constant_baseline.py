"""Tests of the constant baseline of multiple choice, against counts by hand, and of its halves."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from core.scoring.choice.constant_baseline import score_constant_baseline
from core.scoring.split_halves import N_SPLITS, split_halves, split_halves_repeatedly

WORDS = ("yes", "no", "never", "maybe", "often")


def make_cases(seed, n_groups=30, shares=(0.4, 0.3, 0.2, 0.1), favourite=0.0):
    """Make two questions per group, with four options and with two or four; the first word may be a favourite."""
    rng = np.random.default_rng(seed)
    rows = []
    for group in range(n_groups):
        for question, n in (("first", 4), ("second", (2, 4)[group % 2])):
            options = tuple(str(word) for word in rng.permutation(WORDS)[:n])
            truth = int(rng.choice(n, p=np.array(shares[:n]) / sum(shares[:n])))
            if rng.random() < favourite:
                truth = min(range(n), key=lambda index: WORDS.index(options[index]))
            rows.append({"case_id": f"{group}-{question}", "group_id": f"g{group}", "question_id": question,
                         "n_options": n, "options": options, "truth": truth})  # fmt: skip
    return pd.DataFrame(rows)


def test_halves_do_not_split_groups():
    """Halves do not split groups, have equal size, and do not depend on the order of rows."""
    ids = pd.Series([f"g{number % 31}" for number in range(93)])
    half = split_halves(ids)
    bounds_by_group = pd.Series(half).groupby(ids).agg(["min", "max"])
    assert (bounds_by_group["min"] == bounds_by_group["max"]).all()
    assert bounds_by_group["min"].sum() == 15
    assert dict(zip(ids, half, strict=True)) == dict(zip(ids[::-1], split_halves(ids[::-1]), strict=True))


def test_splits_differ():
    """The first split is the plain one; others divide the groups differently, each into equal halves."""
    ids = pd.Series([f"g{number % 100}" for number in range(200)])
    splits = split_halves_repeatedly(ids)
    assert splits[0].tolist() == split_halves(ids).tolist()
    assert len({tuple(split) for split in splits.tolist()}) == N_SPLITS == 2
    for split in splits:
        assert pd.Series(split).groupby(ids).nunique().eq(1).all()
        assert split.sum() == 100
    assert split_halves_repeatedly(ids[ids != "g7"]).tolist() == [split_halves(ids[ids != "g7"]).tolist()]


def score_constant(constant, case):
    """Return the score of a letter (a number) or a text on a case."""
    if isinstance(constant, int):
        return Fraction(constant == case.truth)
    if constant not in case.options:
        return Fraction(1, case.n_options)
    return Fraction(case.options.index(constant) == case.truth)


def compute_slow_baseline(cases):
    """Map each case to the mean score of the other halves' best constants, or to chance if they are no better."""
    splits = [dict(zip(cases["group_id"], split, strict=True)) for split in split_halves_repeatedly(cases["group_id"])]
    scores_by_case = {}
    for (_, n_options), same_question in cases.groupby(["question_id", "n_options"]):
        rows = list(same_question.itertuples())
        constants = [*range(n_options), *sorted({row.options[row.truth] for row in rows})]
        found = {row.case_id: [] for row in rows}
        for half_of in splits:
            if len({half_of[row.group_id] for row in rows}) < 2:
                continue
            for half in (0, 1):
                other = [row for row in rows if half_of[row.group_id] != half]
                best = max(constants, key=lambda constant: sum(score_constant(constant, row) for row in other))
                for row in rows:
                    if half_of[row.group_id] == half:
                        found[row.case_id].append(score_constant(best, row))
        scores = {case_id: sum(of_case) / len(of_case) for case_id, of_case in found.items() if of_case}
        if not scores:
            continue
        is_better = sum(scores.values()) > Fraction(len(rows), n_options)
        scores_by_case |= {case_id: float(score) if is_better else 1 / n_options for case_id, score in scores.items()}
    return scores_by_case


@pytest.mark.parametrize("seed", range(6))
def test_baseline_equals_counting(seed):
    """Each case has the score of the other halves' best letters or texts, or of chance."""
    cases = make_cases(seed, n_groups=(30, 30, 110, 120, 3, 5)[seed], favourite=(0.0, 0.5)[seed % 2])
    scores = score_constant_baseline(cases)
    assert list(scores.index) == list(cases.index)
    scores = scores.dropna(subset="score")
    assert dict(zip(scores["case_id"], scores["score"], strict=True)) == pytest.approx(compute_slow_baseline(cases))


def test_unequal_letters_raise_the_baseline():
    """If truths are 40, 30, 20 and 10% per letter, the baseline answers A and scores 40%."""
    scores = score_constant_baseline(make_cases(2, n_groups=3000))
    first = scores[scores["question_id"] == "first"]
    assert first["score"].mean() == pytest.approx(0.4, abs=0.03)
    assert (first["value"] == 0).all()


def test_common_text_raises_the_baseline():
    """A text that is right in 80% of cases is the baseline, under any letter."""
    rng = np.random.default_rng(3)
    n = 400
    options = [("yes", "no") if rng.random() < 0.5 else ("no", "yes") for _ in range(n)]
    truth = [texts.index("yes" if rng.random() < 0.8 else "no") for texts in options]
    cases = pd.DataFrame({"case_id": range(n), "group_id": range(n), "question_id": "q", "n_options": 2,
                          "options": options, "truth": truth})  # fmt: skip
    scores = score_constant_baseline(cases)
    assert scores["score"].mean() == pytest.approx(0.8, abs=0.05)
    assert [texts[int(value)] for texts, value in zip(options, scores["value"], strict=True)] == ["yes"] * n


@pytest.mark.parametrize(("n_groups", "max_excess"), [(20, 0.07), (60, 0.04), (200, 0.02)])
def test_baseline_is_near_chance_on_uniform_options(n_groups, max_excess):
    """On uniform options the mean over many sets is chance, or slightly more for few cases."""
    means = []
    for seed in range(60):
        scores = score_constant_baseline(make_cases(seed, n_groups, (0.25,) * 4))
        by_stratum = scores.groupby(["question_id", "n_options"])["score"].mean()
        assert (by_stratum.to_numpy() >= 1 / by_stratum.index.get_level_values("n_options") - 1e-12).all()
        means.append(scores["score"].mean())
    assert 0 <= np.mean(means) - (0.25 + (0.25 + 0.5) / 2) / 2 < max_excess


def test_question_in_one_half_has_no_baseline():
    """If the other half lacks the question, no constant can be selected, and nothing is scored."""
    cases = make_cases(3, n_groups=1)
    scores = score_constant_baseline(cases)
    assert scores[["value", "score"]].isna().all(axis=None)
    assert len(scores) == 2
    assert score_constant_baseline(cases.iloc[:0]).empty
