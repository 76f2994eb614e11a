"""Tests of rates of codes: exact sums if everything is coded, else the planted mixture is within the intervals."""

from datetime import UTC, datetime

import numpy as np
import pandas as pd
import pytest

from core.analyses.code_rates import ALL_RUNS, compute_code_rates, count_sample_progress
from core.analyses.review_sample import build_sample, plan_strata
from core.review.codebook import UNSURE
from core.review.entries import SampleDrawn
from tests.analyses.test_review_sample import SIZES, candidates, cells

WHEN = datetime(2026, 11, 26, tzinfo=UTC)


def draw(strata, answers, n_answers, seed=0):
    """Return a sample as the page draws it."""
    fields = build_sample(plan_strata(strata, n_answers, {}), answers, seed)
    return SampleDrawn(entry_id="0" * 16, benchmark_id="dots", author="Ada", written_at=WHEN, name="s", **fields)


def test_rates_of_a_model_weigh_strata_and_add_up():
    """A stratum of 100 counts twice as much as one of 50, whatever the sample size of each."""
    sample = draw(cells(SIZES), candidates(SIZES), 24)
    codes = {answer: "one" if answer.question_id == "Q1" else UNSURE for answer in sample.answers}
    rates = compute_code_rates(sample, codes, ["one", UNSURE]).set_index(["run_id", "code_id"])
    assert rates.loc[("a", "one"), "value"] == pytest.approx(100 * 103 / 153)
    assert rates.loc[("a", UNSURE), "value"] == pytest.approx(100 * 50 / 153)
    assert rates.loc[(ALL_RUNS, "one"), "value"] == pytest.approx(100 * 143 / 195)
    assert rates.loc[("b", "one"), "n"] == 12
    assert count_sample_progress(sample, codes) == (24, 24)


def test_answers_without_a_code_are_left_out():
    """In an unfinished review, the coded answers represent the rest; without any code there are no rates."""
    sample = draw(cells(SIZES), candidates(SIZES), 24)
    half = dict.fromkeys(sample.answers[:12], "one")
    rates = compute_code_rates(sample, half, ["one", "two"])
    assert rates.loc[rates["code_id"] == "one", "value"].tolist() == pytest.approx([100.0] * 3)
    assert rates["n"].max() == 12
    assert compute_code_rates(sample, {}, ["one"]).empty


@pytest.mark.slow
def test_a_planted_mixture_is_inside_the_intervals_in_93_to_97_of_100_draws():
    """From warehouse rows to intervals: two models, three questions, four margins, groups of three cases."""
    generator = np.random.default_rng(3)
    shares = {"a": 0.45, "b": 0.2}
    held = drawn = 0
    for _ in range(300):
        rows = []
        for run, share in shares.items():
            for group in range(120):
                tendency = generator.beta(4 * share, 4 * (1 - share))  # alike within a group
                for case in range(3):
                    question, band = f"Q{generator.integers(3)}", f"{generator.integers(4)}"
                    has_code = generator.random() < tendency
                    rows.append((run, question, band, f"{group}-{case}", f"g{group}", generator.random(), has_code))
        names = ["run_id", "question_id", "band", "case_id", "group_id", "random_order", "has_code"]
        answers = pd.DataFrame(rows, columns=names)
        strata = answers.groupby(["run_id", "question_id", "band"], as_index=False).agg(
            n_answers=("case_id", "size"), n_groups=("group_id", "nunique")
        )
        sample = draw(strata.assign(run_label=strata["run_id"]), answers, 120)
        has_code = answers.set_index(["run_id", "case_id", "question_id"])["has_code"]
        codes = {answer: "one" if has_code[tuple(answer)] else "two" for answer in sample.answers[:100]}
        rates = compute_code_rates(sample, codes, ["one"]).set_index("run_id")
        for run, share in shares.items():
            held += rates.loc[run, "low"] <= 100 * share <= rates.loc[run, "high"]
            drawn += 1
    assert 0.93 <= held / drawn <= 0.97
