"""Tests of the claims about robustness, on runs whose whole sets are known."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core.analyses import robustness
from core.analyses.phrases import format_share
from core.analyses.set_claims import (
    CONSTANT_RULE,
    GUESS_RULE,
    MIXED_RULE,
    NO_PARTIAL_SCORES,
    ORDER_RULE,
    ORDERED_ONLY,
    build_robustness_claims,
    compute_set_gains,
    describe_reference_shares,
    find_guessing_share,
    list_set_ties,
)
from core.benchmarks.choice.circular import CIRCULAR
from core.solvers import blind_constant
from tests.analyses.answers import ABOUT
from tests.analyses.test_robustness import ANSWERS, RIGHT_AT, ROWS, SETS, summed_sets

SUMS = summed_sets(ANSWERS, SETS, RIGHT_AT)
CONSTANT = SUMS[SUMS["run_id"] == "c"]
PROTOCOL = next(iter(ABOUT.protocols))
BY_RUN = robustness.compute_set_measures(ROWS)
GAINS = compute_set_gains(SUMS, CONSTANT, PROTOCOL)


def claim_texts(by_run=BY_RUN, gains=GAINS, ties=()):
    """Return the sentences as one text."""
    return " ".join(f"{claim.text} {claim.detail}" for claim in build_robustness_claims(by_run, gains, ties, ABOUT))


def made_sums(shares, n_groups=40, **columns):
    """Return the sums of runs that are right in the whole sets of this share of the groups."""
    return pd.DataFrame(
        {
            "run_id": run_id, "run_label": run_id.upper(), "model_id": run_id, "model_kind": "vlm",
            "question_id": "Q1", "group_id": f"{group:03d}", "protocol": PROTOCOL,
            "binary": float(group < share * n_groups), "binary_counted": 1, "repeated_guess": np.nan, **columns,
        }
        for run_id, share in shares.items()
        for group in range(n_groups)
    )  # fmt: skip


def measure_binary(sums):
    """Return the measures of made sums as `compute_set_measures` does, with a stability beside."""
    rows = sums.assign(is_met=sums["binary"], counted=1, least=sums["binary"], most=sums["binary"], bounded=1)
    return robustness.compute_set_measures(
        pd.concat(rows.assign(measure=measure) for measure in ("binary", "graded", "stable"))
    )


def test_the_gain_is_the_share_of_whole_sets_minus_that_of_the_constant():
    """The gain of each run is the mean difference to the constant on its own sets; that of the constant is 0."""
    gains = GAINS.set_index("run_id")
    for run_id in "ab":
        own, constant = (
            SUMS[(SUMS["run_id"] == name) & (SUMS["protocol"] == PROTOCOL)].set_index(["question_id", "group_id"])
            for name in (run_id, "c")
        )
        share = (constant["binary"] / constant["binary_counted"]).reindex(own.index).fillna(0.0)
        n_sets = own["binary_counted"]
        expected = 100 * (own["binary"] - n_sets * share).sum() / n_sets.sum()
        assert gains["value"][run_id] == pytest.approx(expected)
        assert gains["not_looking"][run_id] == pytest.approx(100 * (n_sets * share).sum() / n_sets.sum())
    assert gains["value"]["c"] == pytest.approx(0.0)


def test_a_repeated_guess_is_not_looking_if_the_constant_is_lower():
    """Letters are shuffled, so that the constant is never right in a whole set; a guess that is repeated is, in 25%."""
    sums = made_sums({"guess": 0.25, "good": 0.7}, repeated_guess=0.25)
    gains = compute_set_gains(sums, made_sums({"blind": 0.0}), PROTOCOL).set_index("run_id")
    assert list(gains["not_looking"]) == [25.0, 25.0]
    assert list(gains["constant_share"]) == [0.0, 0.0]
    assert set(GAINS["constant_share"]) == {1.0}
    assert gains["verdict"].to_dict() == {"guess": "not distinguishable", "good": "higher"}


@pytest.mark.parametrize(
    ("constant_share", "protocols", "rule"),
    [
        (1.0, {}, CONSTANT_RULE),
        (0.0, {}, GUESS_RULE),
        (0.5, {}, MIXED_RULE),
        (0.0, {CIRCULAR.protocol: CIRCULAR.title}, f"{ORDER_RULE}. {ORDERED_ONLY[:-1]}"),
    ],
)
def test_the_rule_behind_the_share_without_the_image_is_stated(constant_share, protocols, rule):
    """The detail says whether a constant answer or a kept guess reaches the share, and which questions count."""
    about = replace(ABOUT, protocols={**protocols, **ABOUT.protocols})
    gains = GAINS.assign(constant_share=constant_share)
    first = build_robustness_claims(BY_RUN, gains, [], about)[0]
    assert first.detail.endswith(f" Guessing: {rule}.")


def test_ties_of_the_highest_model_are_listed():
    """A model close to the highest one is a tie; one far below is not."""
    sums = made_sums({"high": 0.8, "near": 0.75, "far": 0.1})
    by_run = measure_binary(sums)
    assert list_set_ties(sums, by_run, PROTOCOL) == ["near"]
    assert list_set_ties(sums[sums["run_id"] == "high"], by_run[by_run["run_id"] == "high"], PROTOCOL) == []
    gains = compute_set_gains(sums, made_sums({"blind": 0.1}), PROTOCOL)
    start = (
        "HIGH comes first, right in all views of a triangle for 80.0% of the questions (not distinguishable from NEAR)."
    )
    assert claim_texts(by_run, gains, ["near"]).startswith(start)
    assert claim_texts(by_run, gains).startswith("HIGH is the most robust, right in")


def test_the_sentence_names_the_most_robust_model():
    """The highest model has its figures and that of guessing; the least stable model is named."""
    binary = BY_RUN[(BY_RUN["measure"] == "binary") & (BY_RUN["kind"] == "vlm")].sort_values("value").iloc[-1]
    claims = build_robustness_claims(BY_RUN, GAINS.assign(verdict="higher"), [], ABOUT)
    interval = f"{binary['value']:.1f}% ({binary['low']:.1f}–{binary['high']:.1f})"
    blind = GAINS.set_index("run_id")["not_looking"][binary["run_id"]]
    assert claims[0].text == (
        f"{binary['label']} is the most robust, right in all views of a triangle for {binary['value']:.1f}% of the "
        f"questions. Guessing without the image reaches {blind:.1f}%."
    )
    start = f"{binary['label']}, with 95% CIs: right in all views {interval}, the same in all views "
    assert claims[0].detail.startswith(start)
    assert (NO_PARTIAL_SCORES in claims[0].detail) == ABOUT.has_graded_scores
    assert claims[0].detail.endswith(f" Guessing: {CONSTANT_RULE}.")
    assert claims[0].run_id == binary["run_id"]
    (changing,) = [claim for claim in claims[1:] if claim.run_id]
    assert changing.run_id == robustness.find_most_changing_run(BY_RUN)
    assert " has the lowest share of questions answered the same in all views" in changing.text
    assert build_robustness_claims(BY_RUN.iloc[:0], GAINS, [], ABOUT) == []


def test_the_share_of_not_looking_is_stated_if_no_model_answered():
    """It is that of the sets of the highest reference; a reference that looks is shown first below."""
    references = BY_RUN[BY_RUN["kind"] == "reference"]
    (claim,) = build_robustness_claims(references, GAINS, [], ABOUT)
    assert claim.text == (
        "No model has answered yet. Once one has, this page shows how often it is right in all views of a triangle. "
        f"Guessing without the image reaches {GAINS.set_index('run_id')['not_looking']['c']:.1f}%."
    )
    solver = references.assign(run_id="d", label="D", value=100.0)
    gains = pd.concat([GAINS, GAINS[GAINS["run_id"] == "c"].assign(run_id="d", not_looking=12.5)])
    (both,) = build_robustness_claims(pd.concat([references, solver]), gains, [], ABOUT)
    assert both.text.endswith("Guessing without the image reaches 12.5%.")
    assert claim.run_id is None
    constant = references[references["measure"] == "binary"].iloc[0]
    sentence = f"{constant['label']} is right in all views for {format_share(constant)} of the questions."
    assert describe_reference_shares(references, ABOUT) == sentence
    both = describe_reference_shares(pd.concat([references, solver]), ABOUT)
    assert both.startswith("D is right in all views for 100.0%")
    more = [references.assign(run_id=name, label=name, value=value) for name, value in (("X", 3.0), ("Y", 2.0))]
    named = describe_reference_shares(pd.concat([references, solver, *more]), ABOUT)
    assert [name in named for name in (" X for ", " Y for ")] == [False, False]
    assert find_guessing_share(references, GAINS) == GAINS.set_index("run_id")["not_looking"]["c"]
    assert describe_reference_shares(BY_RUN[BY_RUN["kind"] != "reference"], ABOUT) == ""
    assert list_set_ties(SUMS, references, PROTOCOL) == []
    assert robustness.find_most_changing_run(references) == "c"
    solver = references.assign(run_id="d", model_id="a solver", value=100.0)
    assert robustness.find_most_changing_run(pd.concat([references, solver])) == "d"


def test_models_below_guessing_are_named():
    """If all models are significantly below guessing, the sentence says so; if some are, it names them."""
    sums = made_sums({"high": 0.6, "low": 0.2})
    by_run = measure_binary(sums)
    gains = compute_set_gains(sums, made_sums({"blind": 1.0}), PROTOCOL)
    assert claim_texts(by_run, gains).startswith(
        "All 2 models are significantly below guessing without the image (100.0%). Highest: HIGH, "
    )
    gains = compute_set_gains(sums, made_sums({"blind": 0.4}), PROTOCOL)
    assert gains.set_index("run_id")["verdict"].to_dict() == {"high": "higher", "low": "lower"}
    assert " Guessing without the image reaches 40.0%; LOW is significantly below it. " in claim_texts(by_run, gains)


def test_nine_groups_are_too_few_to_call_a_model_robust():
    """With nine triangles the highest model is named, and none is called robust."""
    claims = build_robustness_claims(BY_RUN.assign(n_groups=9), GAINS.assign(n_groups=9), [], ABOUT)
    assert claims[0].text.startswith("9 triangles are too few to tell which model is robust: a claim needs 10. Highest")
    assert [claim.run_id for claim in claims[1:]] == [None] * (len(claims) - 1)


def test_a_run_with_too_few_groups_takes_no_headline():
    """A run of three triangles is highest and changes most, yet the headline is about runs with enough of them."""
    few = BY_RUN[BY_RUN["run_id"] == "a"].assign(run_id="few", label="FEW", model_id="few", n_groups=3, low=np.nan)
    few = few.assign(value=few["measure"].map({"binary": 99.0, "stable": 1.0}).fillna(50.0))
    both = pd.concat([BY_RUN, few], ignore_index=True)
    claims = build_robustness_claims(both, GAINS, [], ABOUT)
    of_models = [claim for claim in claims if not claim.is_caution]
    assert of_models == [claim for claim in build_robustness_claims(BY_RUN, GAINS, [], ABOUT) if not claim.is_caution]
    assert "few" not in {claim.run_id for claim in claims}
    cautions = [claim.text for claim in claims if claim.is_caution]
    assert "Left out of these sentences, because a claim needs 10 triangles: FEW (3 triangles)." in cautions
    assert robustness.find_most_changing_run(both) == robustness.find_most_changing_run(BY_RUN)
    assert robustness.find_most_changing_run(few) == "few"


def test_a_model_that_the_constant_matches_is_not_called_robust():
    """Without a significant gain no model is robust, however stable the highest is; nor if only another one gains."""
    no_gain = GAINS.assign(verdict="not distinguishable")
    text = claim_texts(gains=no_gain)
    start = "No model significantly beats guessing without the image"
    assert text.startswith(f"{start} ({GAINS['not_looking'].iloc[0]:.1f}%). Highest: ")
    assert "a constant answer for 100%" not in text
    constant = (
        BY_RUN[BY_RUN["measure"] == "stable"]
        .head(1)
        .assign(run_id="constant", model_id=blind_constant.MODEL.model_id, kind="reference", value=100.0)
    )
    assert "%, a constant answer for 100%." in claim_texts(pd.concat([BY_RUN, constant]), no_gain)
    binary = BY_RUN[(BY_RUN["measure"] == "binary") & (BY_RUN["kind"] == "vlm")].sort_values("value")
    is_other = no_gain["run_id"] == binary["run_id"].iloc[0]
    text = claim_texts(gains=no_gain.assign(verdict=no_gain["verdict"].mask(is_other, "higher")))
    assert " comes first, right in all views of a triangle for " in text
    assert " of the questions, but not significantly above guessing without the image (" in text
    assert "No model significantly beats" not in text
