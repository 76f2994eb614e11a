"""Rates of failure codes: the share of each code among a model's wrong answers, estimated from a reviewed sample."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields

import numpy as np
import pandas as pd

from core.review.entries import AnswerKey, SampleDrawn
from core.statistics.survey_shares import (
    ShareDifference,
    StratifiedSample,
    compute_share_difference,
    compute_stratified_share,
)

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
    run_ids = [answer.run_id for answer in sample.answers]
    order = {stratum.run_id: number for number, stratum in enumerate(reversed(sample.strata))}
    shares = compute_code_shares(sample, codes, code_ids, run_ids)
    shares = shares.sort_values("level", key=lambda runs: -runs.map(order), kind="stable", ignore_index=True)
    if len(order) > 1:
        whole = compute_code_shares(sample, codes, code_ids, [ALL_RUNS] * len(run_ids))
        shares = pd.concat([shares, whole], ignore_index=True) if len(shares) else whole
    return shares.rename(columns={"level": "run_id"})


def compute_code_shares(
    sample: SampleDrawn, codes: Mapping[AnswerKey, str], code_ids: Sequence[str], levels: Sequence[Hashable | None]
) -> pd.DataFrame:
    """Compute the share of each code among the wrong answers of each level of a factor, estimated from a sample.

    Args:
        sample: the sample.
        codes: code by answer.
        code_ids: the codes to return, in order.
        levels: the level of each answer of the sample; None for an answer that belongs to none.

    Returns:
        level, code_id, and the further columns of `compute_code_rates`.
    """
    reviewed = _select_reviewed(sample, codes)
    level_array = np.empty(len(sample.answers), dtype=object)
    level_array[:] = levels
    rows: list[tuple[object, ...]] = []
    for level in dict.fromkeys(level for level in levels if level is not None):
        has_level = np.array([own == level for own in level_array[reviewed.indices]], dtype=bool)
        if not has_level.any():
            continue
        is_kept, strata_sample = reviewed.keep_runs(has_level)
        for code_id in code_ids:
            has_code = (reviewed.labels[is_kept] == code_id).astype(float)
            share = compute_stratified_share(has_code, strata_sample, has_level[is_kept])
            percent = [100 * end for end in (share.value, share.low, share.high)]
            n_coded = int(has_code[has_level[is_kept]].sum())
            rows.append((level, code_id, *percent, n_coded, share.n, share.n_groups))
    return pd.DataFrame(rows, columns=["level", *COLUMNS[1:]])


def count_code_shares(
    codes: Mapping[AnswerKey, str],
    code_ids: Sequence[str],
    levels: Mapping[AnswerKey, Hashable],
    groups: Mapping[str, str],
) -> pd.DataFrame:
    """Count the share of each code among the coded answers of each level, without an interval: no random sample.

    Args:
        codes: code by answer.
        code_ids: the codes to return, in order.
        levels: the level by answer; answers that are missing belong to none.
        groups: group by case.

    Returns:
        The columns of `compute_code_shares`; low and high are NaN.
    """
    coded = pd.DataFrame(
        [(levels[key], code, groups.get(key.case_id, key.case_id)) for key, code in codes.items() if key in levels],
        columns=["level", "code_id", "group_id"],
    )
    rows: list[tuple[object, ...]] = []
    for level in dict.fromkeys(levels.values()):
        own = coded[[value == level for value in coded["level"]]]
        counts, n_groups = own["code_id"].value_counts(), own["group_id"].nunique()
        for code_id in code_ids if len(own) else ():
            n_coded = int(counts.get(code_id, 0))
            rows.append((level, code_id, 100 * n_coded / len(own), np.nan, np.nan, n_coded, len(own), n_groups))
    return pd.DataFrame(rows, columns=["level", *COLUMNS[1:]])


def compute_code_differences(
    sample: SampleDrawn,
    codes: Mapping[AnswerKey, str],
    code_ids: Sequence[str],
    levels: tuple[Sequence[bool], Sequence[bool]],
) -> pd.DataFrame:
    """Compute the difference of the share of each code between two parts of a sample, the first minus the second.

    Args:
        sample: the sample.
        codes: code by answer.
        code_ids: the codes to return, in order.
        levels: for each answer of the sample, whether it belongs to the first part; the same of the second.

    Returns:
        code_id; value, standard_error, low and high in points; p_value, n, n_groups (of the part with fewer),
        degrees_of_freedom. Empty if a part has no reviewed answer.
    """
    reviewed = _select_reviewed(sample, codes)
    first, second = (np.array(part, dtype=bool)[reviewed.indices] for part in levels)
    names = [field.name for field in fields(ShareDifference)]
    rows: list[dict[str, object]] = []
    if first.any() and second.any():
        is_kept, strata_sample = reviewed.keep_runs(first | second)
        for code_id in code_ids:
            has_code = (reviewed.labels[is_kept] == code_id).astype(float)
            difference = compute_share_difference(has_code, strata_sample, first[is_kept], second[is_kept])
            points = {name: 100 * getattr(difference, name) for name in ("value", "standard_error", "low", "high")}
            rows.append({"code_id": code_id, **asdict(difference), **points})
    return pd.DataFrame(rows, columns=["code_id", *names])


@dataclass(frozen=True, slots=True)
class _ReviewedAnswers:
    """The answers of a sample that have a code.

    Attributes:
        indices: of these answers in the sample.
        labels: their codes.
        strata: their strata, from 0.
        groups: their groups, from 0.
        sample: the sample.
    """

    indices: np.ndarray
    labels: np.ndarray
    strata: np.ndarray
    groups: np.ndarray
    sample: SampleDrawn

    def keep_runs(self, has_level: np.ndarray) -> tuple[np.ndarray, StratifiedSample]:
        """Return which answers belong to the runs of some answers, and the sample with only the strata of these runs.

        Args:
            has_level: whether each answer is one of those.
        """
        runs = np.array([stratum.run_id for stratum in self.sample.strata], dtype=object)
        kept_runs = set(runs[self.strata[has_level]])
        in_runs = np.array([run_id in kept_runs for run_id in runs], dtype=bool)
        is_kept = in_runs[self.strata]
        kept_strata = [stratum for stratum, is_in in zip(self.sample.strata, in_runs, strict=True) if is_in]
        return is_kept, StratifiedSample(
            (np.cumsum(in_runs) - 1)[self.strata[is_kept]],
            self.groups[is_kept],
            np.array([stratum.n_answers for stratum in kept_strata], dtype=float),
            np.array([stratum.n_groups for stratum in kept_strata], dtype=float),
        )


def _select_reviewed(sample: SampleDrawn, codes: Mapping[AnswerKey, str]) -> _ReviewedAnswers:
    labels = np.array([codes.get(answer, "") for answer in sample.answers], dtype=object)
    indices = np.flatnonzero(labels != "")
    groups = np.unique(np.array(sample.group_of, dtype=object), return_inverse=True)[1]
    strata = np.array(sample.stratum_of, dtype=int)
    return _ReviewedAnswers(indices, labels[indices], strata[indices], groups[indices], sample)


def weigh_reviewed_answers(sample: SampleDrawn, codes: Mapping[AnswerKey, str]) -> pd.Series:
    """Compute how many wrong answers each coded answer of a sample represents, by its index in the sample.

    Args:
        sample: the sample.
        codes: code by answer.
    """
    reviewed = _select_reviewed(sample, codes)
    sizes = np.array([stratum.n_answers for stratum in sample.strata], dtype=float)
    n_reviewed = np.bincount(reviewed.strata, minlength=len(sizes))
    return pd.Series(sizes[reviewed.strata] / n_reviewed[reviewed.strata], index=reviewed.indices)


def count_sample_progress(sample: SampleDrawn, codes: Mapping[AnswerKey, str]) -> tuple[int, int]:
    """Return the number of answers of the sample that have a code, and the number of all."""
    return sum(answer in codes for answer in sample.answers), len(sample.answers)
