"""Cases like a given one, by what is known: factors, parameters, and which models are right and wrong.

Gower's similarity of factors and parameters chooses candidates; the agreement of outcomes then orders them. The result
is a list to look at, not a test.

Source: J. C. Gower, A general coefficient of similarity and some of its properties, Biometrics 27 (1971), 857-871.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.formatting import format_count

MAX_CANDIDATES = 200
"""Number of cases, the nearest by factors and parameters, whose outcomes are compared."""

ROUNDING = 1e-9
"""Difference between shares of right answers below which they are the same."""


@dataclass(frozen=True, slots=True)
class SimilarCase:
    """A case that is like another one.

    Attributes:
        similarity: from 0 to 1.
        shared_factors: keys of the factors with the same level.
        n_factors: number of factors that the given case has.
        n_same: number of runs with the same outcome on both cases.
        n_runs: number of runs that answered both.
    """

    case_id: str
    similarity: float
    shared_factors: tuple[str, ...]
    n_factors: int
    n_same: int
    n_runs: int


def choose_candidates(case_id: str, groups: pd.Series, levels: pd.DataFrame, parameters: pd.DataFrame) -> pd.Series:
    """Return the nearest cases of other groups by factors and parameters, the nearest first.

    Args:
        case_id: the given case.
        groups: group by case id, of all cases.
        levels: level by case id and factor (columns); missing where a case has none.
        parameters: numbers by case id and parameter (columns); missing where a case has none.

    Returns:
        Gower's similarity by case id: the mean over factors (1 for the same level) and parameters (1 minus the distance
        in ranges) that both cases have. Cases without any are left out.
    """
    index = groups.index[groups != groups[case_id]]
    levels, parameters = levels.reindex(groups.index), parameters.reindex(groups.index)
    ranges = parameters.max() - parameters.min()
    parameters = parameters.loc[:, ranges > 0] / ranges[ranges > 0]
    own_levels = levels.loc[case_id]
    has_both = (levels.notna() & own_levels.notna()).loc[index].to_numpy(dtype=bool)
    is_same = np.where(has_both, levels.eq(own_levels).loc[index].to_numpy(dtype=float), np.nan)
    closeness = 1 - (parameters - parameters.loc[case_id]).abs().loc[index].to_numpy(dtype=float)
    terms = np.hstack([is_same, closeness])
    n_terms = np.isfinite(terms).sum(axis=1)
    means = np.nansum(terms, axis=1) / np.maximum(n_terms, 1)
    similarities = pd.Series(means, index=index)[n_terms > 0]
    nearest: pd.Series = similarities.sort_index().sort_values(ascending=False, kind="stable").head(MAX_CANDIDATES)
    return nearest


def find_similar_cases(
    case_id: str, candidates: pd.Series, levels: pd.DataFrame, outcomes: pd.DataFrame, count: int
) -> list[SimilarCase]:
    """Return the candidates that are most like the case: half by factors and parameters, half by outcomes.

    Args:
        case_id: the given case.
        candidates: similarity by case id, as `choose_candidates` returns it.
        levels: level by case id and factor (columns).
        outcomes: share of right answers by case id and run (columns), of the case and the candidates; missing if a run
            did not answer.
        count: maximum number of cases.
    """
    outcomes = outcomes.reindex([case_id, *candidates.index])
    levels_by_case = levels.reindex(outcomes.index).to_dict("index")
    own_levels = {str(key): level for key, level in levels_by_case[case_id].items() if isinstance(level, str)}
    differences = outcomes.sub(outcomes.loc[case_id], axis="columns").abs()
    similar = []
    for candidate_id, nearness in candidates.items():
        row = differences.loc[[candidate_id]].to_numpy(dtype=float).ravel()
        row = row[np.isfinite(row)]
        similarity = (float(nearness) + 1 - float(row.mean())) / 2 if len(row) else float(nearness)
        level_of = levels_by_case[candidate_id]
        shared = tuple(key for key, level in own_levels.items() if level_of[key] == level)
        n_same = int((row < ROUNDING).sum())
        similar.append(SimilarCase(str(candidate_id), similarity, shared, len(own_levels), n_same, len(row)))
    similar.sort(key=lambda case: (-case.similarity, case.case_id))
    return similar[:count]


def describe_similarity(case: SimilarCase) -> str:
    """Describe in a short line what a similar case shares."""
    parts = [f"{len(case.shared_factors)} of {case.n_factors} factors"] if case.n_factors else []
    if case.n_runs:
        parts.append(f"{case.n_same} of {format_count(case.n_runs, 'model')} alike")
    return ", ".join(parts)
