"""The truth audit's effect on scores against slow definitions."""

import pandas as pd
import pytest

from core.analyses import truth_audit
from tests.analyses.answers import queried_answers
from tests.analyses.summed import summed
from tests.scoring.slow import clustered_mean

ANSWERS = queried_answers(n_groups=15).assign(
    corrected_score=lambda rows: (rows["score"] + 0.1 * (rows["run_id"] == "a") * (rows["group_id"] < "010")).clip(0, 1)
)
CHANGES = truth_audit.compute_audit_effects(summed(ANSWERS, truth_audit.SUMMED_BY, truth_audit.SUMMED_COLUMNS))
AUDIT = pd.DataFrame({"verdict": ["agrees", "one_side_off"], "views": [4, 4]})


def ranking_of(answers):
    """Return the query `audited_ranking` of the models' answers, with the columns for sentences."""
    answers = answers[answers["model_kind"] == "vlm"]
    means = 100 * answers.groupby("run_id")[["score", "corrected_score"]].mean()
    ranks = means.rank(ascending=False)
    return pd.DataFrame(
        {"run_id": means.index, "run_label": means.index.str.upper(), "model_kind": "vlm",
         "rank_published": ranks["score"], "rank_audited": ranks["corrected_score"],
         "difference": means["corrected_score"] - means["score"]}
    )  # fmt: skip


def test_every_effect_has_its_interval():
    """Scores under both truths and their difference are means over answers with triangles as clusters."""
    for row in CHANGES.to_dict("records"):
        own = ANSWERS[ANSWERS["run_id"] == row["run_id"]].dropna(subset=["score"])
        values = own["corrected_score"] - own["score"] if row["of"] == truth_audit.CORRECTION else own[row["of"]]
        slow = clustered_mean(100.0 * values, own["group_id"])
        assert row["value"] == pytest.approx(slow.value)
        if values.any() and row["of"] == truth_audit.CORRECTION:
            assert (row["low"], row["high"]) == pytest.approx((slow.low, slow.high))
        elif values.any():
            assert row["low"] < row["value"] < row["high"]


def test_the_largest_change_has_its_interval_and_says_whether_it_is_significant():
    """The sentence on the ranking has the change with its interval; with few triangles it makes no claim."""
    headline, sentence = truth_audit.describe_audit(AUDIT, ranking_of(ANSWERS), CHANGES, "photographs", "published")
    assert headline.startswith("1 of 2 checked triangles has an error in the published truth; correcting this one ")
    assert sentence.startswith(
        "The photographs of 1 of 2 triangles agree with the published truth; 1 has one wrong side. The largest"
    )
    change = CHANGES[(CHANGES["of"] == truth_audit.CORRECTION) & (CHANGES["run_id"] == "a")].iloc[0]
    assert (
        f"A's: +{change['value']:.2f} points (+{change['low']:.2f} to +{change['high']:.2f}), significant." in sentence
    )
    few = ANSWERS[ANSWERS["group_id"] < "009"]
    changes = truth_audit.compute_audit_effects(summed(few, truth_audit.SUMMED_BY, truth_audit.SUMMED_COLUMNS))
    _, sentence = truth_audit.describe_audit(AUDIT, ranking_of(few), changes, "photographs", "published")
    assert sentence.endswith(" points, too few triangles to tell.")
