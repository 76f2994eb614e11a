"""Second reader against the rule: how often both agree on a sample, and how the unread replies would change the score.

The sample is random, so its agreement estimates how far the extractor can be trusted. The unread replies are not: the
rule has no reading of them to agree with.
"""

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.statistics.grouped_means import compute_grouped_means
from core.statistics.proportions import compute_wilson_interval

SAME_NUMBER = 1e-3
"""Relative difference up to which two numbers are the same reading: extractors round."""

_USABLE = ("read", "none")


@dataclass(frozen=True, slots=True)
class SecondReading:
    """Results of a rereading of one run.

    Attributes:
        n_sample: answers in the sample that the rule reads and about which the extractor returned something usable.
        n_agreeing: of these, those that both read the same.
        low, high: the 95% interval of the share that agrees.
        n_sample_unusable: further answers in the sample for which the extractor returned nothing usable.
        n_unread: answers that the rule leaves unread and that were reread.
        n_extracted: of these, how many the extractor reads.
        n_none: of these, how many it reports as unanswered.
        rule_score: mean score over the answers that the rule reads; NaN if it reads none.
        score: the same with the answers that only the extractor reads.
        n_rule: answers that the rule reads.
    """

    n_sample: int
    n_agreeing: int
    low: float
    high: float
    n_sample_unusable: int
    n_unread: int
    n_extracted: int
    n_none: int
    rule_score: float
    score: float
    n_rule: int


def compare_readings(answers: pd.DataFrame, rule_sum: float, rule_n: int) -> SecondReading:
    """Compare one rereading of one run with the rule.

    Args:
        answers: rows of the query `reread_answers` of this rereading and run.
        rule_sum: sum of the scores of all answers of the run that the rule reads.
        rule_n: number of these answers.
    """
    is_usable = answers["status"].isin(_USABLE)
    sample = answers[(answers["purpose"] == "sample") & (answers["rule_status"] == "ok")]
    usable = sample[is_usable.loc[sample.index]]
    agrees = is_same_reading(usable)
    low, high = _compute_agreement_interval(usable.assign(agrees=agrees.astype(float)))
    unread = answers[answers["rule_status"] != "ok"]
    extracted = unread[unread["status"] == "read"]
    scores = extracted["score"].dropna().astype(float)
    n_scored = rule_n + len(scores)
    return SecondReading(
        n_sample=len(usable),
        n_agreeing=int(agrees.sum()),
        low=low,
        high=high,
        n_sample_unusable=len(sample) - len(usable),
        n_unread=len(unread),
        n_extracted=len(extracted),
        n_none=int((unread["status"] == "none").sum()),
        rule_score=rule_sum / rule_n if rule_n else math.nan,
        score=(rule_sum + math.fsum(scores)) / n_scored if n_scored else math.nan,
        n_rule=rule_n,
    )


def is_same_reading(answers: pd.DataFrame) -> pd.Series:
    """Return per answer whether the extractor reads what the rule reads: the same word, or nearly the same number."""
    is_word = answers["value_class"].notna() & (answers["value_class"] == answers["rule_class"])
    numbers, rule = (answers[name].astype(float).to_numpy() for name in ("value_number", "rule_number"))
    is_number = np.isclose(numbers, rule, rtol=SAME_NUMBER, atol=0.0)
    return (answers["status"] == "read") & (is_word | is_number)


def _compute_agreement_interval(sample: pd.DataFrame) -> tuple[float, float]:
    """Return the 95% interval of the agreement: clustered by group, or Wilson's if the groups show no spread.

    Wilson's interval is also right if each answer is its own group. Without spread it counts groups, not answers.
    """
    n_groups = sample["group_id"].nunique()
    if n_groups < len(sample):
        row = compute_grouped_means(sample, "agrees", is_share=True).iloc[0]
        if not (math.isnan(row["low"]) or math.isnan(row["high"])):
            return float(row["low"]), float(row["high"])
    share = float(sample["agrees"].mean()) if len(sample) else 0.0
    return compute_wilson_interval(share * n_groups, n_groups)
