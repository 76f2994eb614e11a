"""Estimates of each run for Overview, without filters. A run's estimates depend on its own answers only.

They are computed run by run when the warehouse is built, and pages read them. The questions and the constants that
could have been answered are the same for all runs: one `EstimationBasis`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.scoring.answer_codes import Codes, decode_categories
from core.scoring.metrics import Floats, compute_reliance
from core.statistics.intervals import compute_contrasts
from core.statistics.skill import (
    DRAWS,
    BootstrapConstants,
    bootstrap_constants,
    compute_skills,
    find_starts,
    sum_by_group,
)

SCORE, FOIL_SCORE, RELIANCE, SKILL, LOOKING, EFFECT = "score", "foil_score", "reliance", "skill", "looking", "effect"
"""Measures. `looking` is the score minus that of the text-only baseline on the same cases; `effect` is the score with a
contrast's circumstance minus the score without it."""

EVERY = ""
"""Name of the slice of all answers."""

RUNS_AT_ONCE = 64
"""Maximum number of runs whose answers are in memory at once."""

_KEYS = ["case_id", "question_id"]

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class EstimationBasis:
    """Common basis of the estimates of all runs.

    Attributes:
        places: case and question of everything that is asked, group by group, case by case.
        groups, cases: index in `places` where each group and each case begins.
        text_scores: scores of the text-only baseline; NaN if it has none.
        levels: mask per level of the factor by which reliance is reported.
        sides: masks with and without a contrast's circumstance, per contrast.
        constants: the constants of draws.
    """

    places: pd.MultiIndex
    groups: Codes
    cases: Codes
    text_scores: Floats
    levels: Mapping[str, Mask]
    sides: Mapping[str, tuple[Mask, Mask]]
    constants: BootstrapConstants


@dataclass(frozen=True, slots=True)
class ContrastLevels:
    """Levels of a factor with a circumstance, and those without it."""

    factor: str
    first: tuple[str, ...]
    second: tuple[str, ...]


def build_basis(
    asked: pd.DataFrame, text_scores: pd.DataFrame, contrasts: Mapping[str, ContrastLevels], draws: int = DRAWS
) -> EstimationBasis:
    """Build the basis of the given cases and questions.

    Args:
        asked: case_id, question_id, group_id, question_kind, truth, n_options and options if there are choices, and a
            column for each factor of the contrasts, null if a case has no level: one row per case and question that
            the benchmark asks.
        text_scores: case_id, question_id and score of the text-only baseline; empty without one.
        contrasts: by key; reliance is reported by the factor of the first one.
        draws: of the bootstrap of skill.
    """
    rows = asked.sort_values(["group_id", *_KEYS], ignore_index=True)
    places = pd.MultiIndex.from_frame(decode_categories(rows[_KEYS]))
    text = np.full(len(rows), np.nan)
    of_text = text_scores.drop_duplicates(_KEYS)
    indices = places.get_indexer(pd.MultiIndex.from_frame(decode_categories(of_text[_KEYS])))
    text[indices[indices >= 0]] = of_text["score"].to_numpy(dtype=float, na_value=np.nan)[indices >= 0]
    factor = next((contrast.factor for contrast in contrasts.values()), None)
    levels = sorted(rows[factor].dropna().unique()) if factor else []
    return EstimationBasis(
        places=places,
        groups=find_starts(pd.factorize(rows["group_id"])[0]),
        cases=find_starts(pd.factorize(rows["case_id"])[0]),
        text_scores=text,
        levels={str(level): (rows[factor] == level).to_numpy(dtype=bool) for level in levels},
        sides={
            key: (
                _mask_levels(rows[contrast.factor], contrast.first),
                _mask_levels(rows[contrast.factor], contrast.second),
            )
            for key, contrast in contrasts.items()
        },
        constants=bootstrap_constants(rows, draws),
    )


def _mask_levels(values: pd.Series, levels: tuple[str, ...]) -> Mask:
    return values.isin(levels).to_numpy(dtype=bool)


def compute_run_estimates(answers: pd.DataFrame, basis: EstimationBasis) -> pd.DataFrame:
    """Compute the estimates of some runs.

    Args:
        answers: run_id, case_id, question_id, value (null if it could not be read), score and foil_score, of whole
            runs; in any order.
        basis: of all that is asked.

    Returns:
        One row per run, `measure` and `slice`: the columns of `intervals.compute_contrasts`; for the score also
        share_missing, least and most, as `missing_bounds.compute_missing_bounds` defines them; n_asked, n_cases and
        n_asked_groups, the numbers of answers, cases and groups, readable or not. Sorted by run, measure and slice;
        shares, not percent.
    """
    runs, run_ids = pd.factorize(answers["run_id"].astype(str), sort=True)
    places = basis.places.get_indexer(pd.MultiIndex.from_frame(decode_categories(answers[_KEYS])))
    columns = answers[["value", "score", "foil_score"]].to_numpy(dtype=float, na_value=np.nan)
    parts = []
    for first in range(0, max(len(run_ids), 1), RUNS_AT_ONCE):
        names = run_ids[first : first + RUNS_AT_ONCE]
        is_here = (runs >= first) & (runs < first + len(names))
        wide = np.full((3, len(names), len(basis.places)), np.nan)
        wide[:, runs[is_here] - first, places[is_here]] = columns[is_here].T
        is_asked = np.zeros(wide.shape[1:], dtype=bool)
        is_asked[runs[is_here] - first, places[is_here]] = True
        parts.append(_estimate_runs(names, (wide[0], wide[1], wide[2]), is_asked, basis))
    return pd.concat(parts, ignore_index=True) if len(parts) > 1 else parts[0]


def _estimate_runs(
    run_ids: pd.Index, columns: tuple[Floats, Floats, Floats], is_asked: Mask, basis: EstimationBasis
) -> pd.DataFrame:
    """Estimate runs whose values, scores and scores against the foil are in the order of the basis."""
    value, score, foil_score = columns
    every = np.ones(score.shape[1], dtype=bool)
    relied, ahead = compute_reliance(foil_score, score), score - basis.text_scores
    shares = [_Slice(SCORE, EVERY, score, (every,)), _Slice(FOIL_SCORE, EVERY, foil_score, (every,))]
    means = [
        _Slice(RELIANCE, EVERY, relied, (every,)),
        *(_Slice(RELIANCE, level, relied, (has,)) for level, has in basis.levels.items()),
        _Slice(LOOKING, EVERY, ahead, (every,)),
    ]
    effects = [_Slice(EFFECT, key, score, sides) for key, sides in basis.sides.items()]
    skill = [_Slice(SKILL, EVERY, score, (every,))]
    slices = [*shares, *means, *skill, *effects]
    tables = [
        _compute_slice_contrasts(shares, np.ones(1), basis, is_share=True),
        _compute_slice_contrasts(means, np.ones(1), basis),
        compute_skills(score, basis.constants),
        *([_compute_slice_contrasts(effects, np.array([1.0, -1.0]), basis)] if effects else []),
    ]
    estimates = pd.concat(tables, ignore_index=True)
    n_runs, n_slices = len(run_ids), len(slices)
    sizes = [_count_sizes(is_asked & np.logical_or.reduce(part.has), basis) for part in slices]
    table = estimates.assign(
        run_id=np.tile(run_ids.to_numpy(dtype=object), n_slices),
        measure=np.repeat([part.measure for part in slices], n_runs).astype(object),
        slice=np.repeat([part.slice for part in slices], n_runs).astype(object),
        **{name: np.concatenate([size[name] for size in sizes]) for name in sizes[0]},
        **{
            name: np.pad(bound, (0, n_runs * (n_slices - 1)), constant_values=np.nan)
            for name, bound in _compute_bounds(value, score, is_asked).items()
        },
    )
    by_run = table.iloc[np.arange(n_runs * n_slices).reshape(n_slices, n_runs).T.ravel()]
    is_there = (by_run["n_asked"] > 0) & ((by_run["measure"] != LOOKING) | (by_run["n"] > 0))
    return by_run[is_there].reset_index(drop=True)


@dataclass(frozen=True, slots=True)
class _Slice:
    """Input of an estimate: the values of runs where `has` is true, or two such sides that are compared."""

    measure: str
    slice: str
    values: Floats
    has: tuple[Mask, ...]


def _compute_slice_contrasts(
    slices: Sequence[_Slice], weights: Floats, basis: EstimationBasis, *, is_share: bool = False
) -> pd.DataFrame:
    """Compute the estimates of some slices, one row per slice and run."""
    sides = []
    for index in range(len(weights)):
        values = np.concatenate([np.where(part.has[index], part.values, np.nan) for part in slices])
        sides.append(sum_by_group(values, basis.groups))
    sums, counts = (np.stack([side[part] for side in sides], axis=1) for part in (0, 1))
    return compute_contrasts(sums, counts, weights, is_share=is_share)


def _compute_bounds(value: Floats, score: Floats, is_asked: Mask) -> dict[str, Floats]:
    """Return the share of unreadable answers, and the means with all of them wrong and all of them right."""
    is_missing = is_asked & np.isnan(value)
    is_scored = ~np.isnan(score) & ~is_missing
    n = (is_missing | is_scored).sum(axis=1)
    is_lost = (is_missing & np.isnan(score)).sum(axis=1)
    total = np.where(is_scored, score, 0.0).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return {"share_missing": is_lost / n, "least": total / n, "most": (total + is_missing.sum(axis=1)) / n}


def _count_sizes(is_asked: Mask, basis: EstimationBasis) -> dict[str, Codes]:
    """Count the answers, cases and groups of each run, readable or not."""
    of_cases, of_groups = (
        np.logical_or.reduceat(is_asked, starts, axis=1).sum(axis=1) for starts in (basis.cases, basis.groups)
    )
    return {"n_asked": is_asked.sum(axis=1), "n_cases": of_cases, "n_asked_groups": of_groups}
