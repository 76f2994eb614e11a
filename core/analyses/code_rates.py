"""Rates of failure codes: the share of each code among a model's wrong answers, estimated from a reviewed sample."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from core.review.entries import AnswerKey, SampleDrawn
from core.statistics.survey_shares import StratifiedSample, compute_stratified_share

ALL_RUNS = ""
"""Stands in for a run's id in the rows over all models of a sample."""

COLUMNS = ("run_id", "code_id", "value", "low", "high", "n_coded", "n", "n_groups")


def compute_code_rates(sample: SampleDrawn, codes: Mapping[AnswerKey, str], code_ids: Sequence[str]) -> pd.DataFrame:
    """Compute the share of each code among all wrong answers that the sample was drawn from, by run and over all.

    A sampled answer without a code (not reviewed yet, or skipped) is left out, and the others in its stratum count for
    it. Strata alternate in the queue, so an unfinished review is a smaller sample of the same kind.

    Args:
        sample: the sample.
        codes: code by answer.
        code_ids: the codes to return, in order.

    Returns:
        run_id (`ALL_RUNS` for the rows over all), code_id; value, low and high in percent (NaN without an interval);
        n_coded answers with this code, n reviewed answers, n_groups of them.
    """
    coded = [codes.get(answer, "") for answer in sample.answers]
    reviewed = np.array([bool(code) for code in coded], dtype=bool)
    run_of_stratum = np.array([stratum.run_id for stratum in sample.strata], dtype=object)
    stratum_of = np.array(sample.stratum_of, dtype=int)
    groups = np.unique(np.array(sample.group_of, dtype=object), return_inverse=True)[1]
    labels = np.array(coded, dtype=object)
    rows = []
    run_ids = list(dict.fromkeys(run_of_stratum))
    for run_id in run_ids if len(run_ids) == 1 else [*run_ids, ALL_RUNS]:
        in_run = np.ones(len(run_of_stratum), bool) if run_id == ALL_RUNS else run_of_stratum == run_id
        is_used = reviewed & in_run[stratum_of] if len(stratum_of) else reviewed
        if is_used.any():
            part = _select_strata(sample, in_run, stratum_of[is_used], groups[is_used])
            rows += _compute_run_rates(str(run_id), labels[is_used], part, code_ids)
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _select_strata(sample: SampleDrawn, in_run: np.ndarray, strata: np.ndarray, groups: np.ndarray) -> StratifiedSample:
    new_numbers = np.cumsum(in_run) - 1
    kept_strata = [stratum for stratum, is_in in zip(sample.strata, in_run, strict=True) if is_in]
    return StratifiedSample(
        new_numbers[strata],
        groups,
        np.array([stratum.n_answers for stratum in kept_strata], dtype=float),
        np.array([stratum.n_groups for stratum in kept_strata], dtype=float),
    )


def _compute_run_rates(
    run_id: str, labels: np.ndarray, sample: StratifiedSample, code_ids: Sequence[str]
) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    for code_id in code_ids:
        has_code = (labels == code_id).astype(float)
        share = compute_stratified_share(has_code, sample)
        percent = [100 * end for end in (share.value, share.low, share.high)]
        rows.append((run_id, code_id, *percent, int(has_code.sum()), share.n, share.n_groups))
    return rows


def count_sample_progress(sample: SampleDrawn, codes: Mapping[AnswerKey, str]) -> tuple[int, int]:
    """Return the number of answers of the sample that have a code, and the number of all."""
    return sum(answer in codes for answer in sample.answers), len(sample.answers)
