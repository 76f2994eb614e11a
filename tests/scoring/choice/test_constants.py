"""The blind letter against counting by hand, and the halves that it is chosen on."""

import numpy as np
import pandas as pd
import pytest

from core.scoring.choice.blind_letter import blind_letter
from core.scoring.halves import halves


def made_cases(seed, n_groups=30, shares=(0.4, 0.3, 0.2, 0.1)):
    """Two questions a group, one of them with four options, the other with two or four."""
    rng = np.random.default_rng(seed)
    rows = [
        {"case_id": f"{group}-{question}", "group_id": f"g{group}", "question_id": question, "n_options": n,
         "truth": int(rng.choice(n, p=np.array(shares[:n]) / sum(shares[:n])))}
        for group in range(n_groups)
        for question, n in (("first", 4), ("second", (2, 4)[group % 2]))
    ]  # fmt: skip
    return pd.DataFrame(rows)


def test_halves_are_halves_of_groups():
    """Groups stay whole, both halves have as many, and neither order nor other columns change them."""
    ids = pd.Series([f"g{number % 31}" for number in range(93)])
    half = halves(ids)
    of_group = pd.Series(half).groupby(ids).agg(["min", "max"])
    assert (of_group["min"] == of_group["max"]).all()
    assert of_group["min"].sum() == 15
    assert dict(zip(ids, half, strict=True)) == dict(zip(ids[::-1], halves(ids[::-1]), strict=True))


def test_the_letter_by_counting():
    """Each case has the letter that is right most often among such questions of the other half."""
    cases = made_cases(1)
    half = halves(cases["group_id"])
    for place, row in enumerate(blind_letter(cases).itertuples()):
        case = cases.iloc[place]
        alike = (cases["question_id"] == case.question_id) & (cases["n_options"] == case.n_options)
        counts = cases.loc[alike & (half != half[place]), "truth"].value_counts()
        assert row.value == min(counts.index[counts == counts.max()])
        assert row.score == (row.value == case.truth)
        assert (row.case_id, row.group_id) == (case.case_id, case.group_id)


def test_unequal_letters_are_found():
    """With letters of 40, 30, 20 and 10 percent the blind letter gets 40 percent."""
    cases = made_cases(2, n_groups=3000)
    scores = blind_letter(cases)
    first = scores[scores["question_id"] == "first"]
    assert first["score"].mean() == pytest.approx(0.4, abs=0.03)


def test_noise_is_no_profit():
    """On letters that are drawn equally, the mean over many sets is a quarter."""
    means = [blind_letter(made_cases(seed, 20, (0.25,) * 4))["score"].mean() for seed in range(150)]
    quarter_or_half = (0.25 + (0.25 + 0.5) / 2) / 2
    assert np.mean(means) == pytest.approx(quarter_or_half, abs=3 * np.std(means) / 150**0.5)


def test_a_question_of_one_half_has_no_letter():
    """Where the other half does not ask such a question there is nothing to choose on, and nothing is scored."""
    cases = made_cases(3, n_groups=1)
    scores = blind_letter(cases)
    assert scores[["value", "score"]].isna().all(axis=None)
    assert len(scores) == 2
    assert blind_letter(cases.iloc[:0]).empty
